import { sinCos } from './angle.ts'
import {
  AT_TIME,
  C_NODE,
  C_U,
  C_W,
  COLUMN,
  DEEP_BYTES,
  MINUTES,
  NEAR_BYTES,
  NODE,
  ORIENTATION,
  ORIENTATION_0,
  REFUSED,
  S_NODE,
  S_U,
  S_W,
  SCRATCH_BYTES,
  SINGLE,
  U,
  W,
} from './columns.ts'
import { periodicBodies, secularBodies, shrinkDeep } from './deep-space.ts'
import { solveKepler } from './kepler.ts'
import { evenDrag, secularMotion, shrink, swingingDrag } from './near-earth.ts'
import { longPeriod, shortPeriod, writeStates } from './position.ts'
import { resonate } from './resonance.ts'

// SGP4 for 64 lanes at once. A lane is one object at one time; each stage of the theory is a loop over the lanes, which reads and writes columns
// of intermediate results (columns.ts). A loop over many lanes lets the processor work on several of them while one waits for a division or a
// root, which is not possible if each state is computed from beginning to end. Kinds of blocks: with all drag terms, without those of low
// perigees, in deep space.
const SWINGING: i32 = 0
const DEEP: i32 = 2
/** A mask that keeps all bits of an offset. */
const EVERY: usize = usize.MAX_VALUE
const LANES: usize = 64

/**
 * Propagates one object of a block to `count` times; lanes are times. Returns the number of times without a state. `minutes` and `out` are
 * addresses. Results are six planes, position in m and velocity in m/s in TEME, `plane` bytes apart.
 */
export function propagateTimes(
  kind: i32,
  block: usize,
  lane: usize,
  minutes: usize,
  count: usize,
  out: usize,
  plane: usize,
): i32 {
  takeObject(kind, block, lane)
  let refused: i32 = 0
  for (let from: usize = 0; from < count; from += LANES) {
    const at: usize = from * 8
    refused += run(kind, SINGLE, 0, minutes + at, EVERY, min(LANES, count - from), out + at, plane)
  }
  giveBack(kind, block, lane)
  return refused
}

/**
 * Copies one object of a block into both lanes of a separate block. Both lanes then hold the same number, so that one load gives it to two times
 * at once.
 */
function takeObject(kind: i32, block: usize, lane: usize): void {
  const size: usize = blockBytes(kind)
  for (let field: usize = 0; field < size; field += COLUMN) {
    v128.store(SINGLE + field, v128.load64_splat(block + lane * 8 + field))
  }
}

/**
 * Stores the state of the resonance integration for the next call. The integrator takes steps of half a day from the epoch; starting again at
 * each time would cost more the older the elements are.
 */
function giveBack(kind: i32, block: usize, lane: usize): void {
  if (kind !== DEEP) return
  for (let field: usize = AT_TIME; field < DEEP_BYTES; field += COLUMN) {
    store<f64>(block + lane * 8 + field, load<f64>(SINGLE + field))
  }
}

/** Returns the bytes of a block of 64 objects: a column of 64 numbers for each field. */
function blockBytes(kind: i32): usize {
  return kind === DEEP ? DEEP_BYTES : NEAR_BYTES
}

/**
 * Returns the states of the object in lane `lane` at up to 64 times, NaN where there is none. The sweep uses it for the centres of the windows of
 * a batch, one object after the other.
 */
export function propagateLane(
  kind: i32,
  block: usize,
  lane: usize,
  minutes: usize,
  count: usize,
  out: usize,
  plane: usize,
): void {
  takeObject(kind, block, lane)
  run(kind, SINGLE, 0, minutes, EVERY, count, out, plane)
  giveBack(kind, block, lane)
}

/** Returns where the memory of the caller begins. The scratch columns start at address 0, and the constants of the compiler may end after them. */
export function heapStart(): usize {
  return __heap_base > SCRATCH_BYTES ? __heap_base : SCRATCH_BYTES
}

/**
 * Propagates `count` objects in consecutive blocks of one kind to one time; lanes are satellites. The blocks of one kind follow each other in
 * memory, so that the lanes of a block are its objects and no address is looked up.
 */
export function propagateObjects(kind: i32, blocks: usize, minutes: f64, count: usize, out: usize, plane: usize): i32 {
  v128.store(MINUTES, f64x2.splat(minutes))
  const size: usize = blockBytes(kind)
  let refused: i32 = 0
  let block: usize = blocks
  for (let from: usize = 0; from < count; from += LANES) {
    refused += run(kind, block, EVERY, MINUTES, 0, min(LANES, count - from), out + from * 8, plane)
    block += size
  }
  return refused
}

/**
 * Runs up to 64 lanes through all stages of the theory, in the order of astro/sgp4/state.ts. The masks decide which number a lane reads: with a
 * mask of all ones an offset k & mask is k, so that each lane reads its own elements (or time); with 0 all lanes read the first. The same code
 * thus serves one object at many times and many objects at one time. A lane that fails at a stage is marked and continues with meaningless
 * numbers, because a branch would delay the other 63.
 */
function run(
  kind: i32,
  block: usize,
  lanes: usize,
  minutes: usize,
  times: usize,
  count: usize,
  out: usize,
  plane: usize,
): i32 {
  // Two lanes make a vector. If the count is odd, the last vector has an extra lane, which is computed and not counted.
  const bytes: usize = ((count + 1) / 2) * 16
  secularMotion(block, lanes, bytes, minutes, times)
  if (kind === DEEP) {
    secularBodies(block, lanes, bytes)
    resonate(block, lanes, bytes)
    shrinkDeep(block, lanes, bytes)
    periodicBodies(block, lanes, bytes)
  } else {
    if (kind === SWINGING) swingingDrag(block, lanes, bytes)
    else evenDrag(block, lanes, bytes)
    shrink(block, lanes, bytes)
  }
  // In deep space the Sun and the Moon change the inclination, so its functions are in scratch columns of each lane; otherwise they are constants
  // of the object.
  const orientation: usize = kind === DEEP ? ORIENTATION : block + ORIENTATION_0
  const oriented: usize = kind === DEEP ? EVERY : lanes
  // Long-period terms of J3, Kepler's equation, short-period terms of J2, and the rotation to the axes of TEME.
  sinCos(W, S_W, C_W, bytes)
  longPeriod(orientation, oriented, bytes)
  sinCos(U, S_U, C_U, bytes)
  solveKepler(bytes)
  sinCos(NODE, S_NODE, C_NODE, bytes)
  shortPeriod(orientation, oriented, bytes)
  writeStates(orientation, oriented, bytes, out, plane)
  return countRefused(count)
}

/** Returns the number of lanes without a state; a refused lane has all bits of its mark set. */
function countRefused(count: usize): i32 {
  let refused: i32 = 0
  for (let k: usize = 0; k < count * 8; k += 8) refused += load<i64>(k, REFUSED) !== 0 ? 1 : 0
  return refused
}
