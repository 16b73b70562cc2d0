import { boundObject } from './bounds.ts'
import { listBetween, sortObjects, wild } from './grid.ts'
import { forgetFound, found } from './meeting.ts'
import { joinGrid, joinProbes } from './pairs.ts'
import {
  ALLOWED,
  chooseWindow,
  EXTENTS_KNOWN,
  FOUND,
  forgetProbes,
  GRID_MEETS,
  GROUPS,
  KINDS,
  knowExtents,
  LEAST,
  layOut,
  MARKS,
  MOST,
  NOT_COMPARED,
  ON_PATH,
  ONLY_PROBES,
  PROBES_LEAST,
  PROBES_MOST,
  ROWS,
  SPARE,
  SPARED,
  STATES,
  setNumbers,
  THRESHOLD,
  TIMES,
  TIMES_PLANE,
  WILD,
} from './plan.ts'
import { fillTables } from './reach.ts'
import { propagateLane } from './sgp4.ts'

// The sweep: bounds for each object in each window (bounds.ts), the grid of a window (grid.ts), its pairs (pairs.ts), and
// which of them can meet (meeting.ts). Each file says why it misses nothing. astro/screening/kernel-sweep.ts drives it.

// The order of calls: openSweep, setSweep, then the bytes at kindsAt, groupsAt and allowedAt. For each batch:
// startBatch, the states of own objects by fillOwn, those of probes by fillProbe, all others by fillObjects; then
// screenWindow for each of its windows, after which foundAt, wildAt and rowsAt hold that window's results. Addresses
// are bytes in the memory of the module.

/** Lays out the arrays of a sweep from `base` on, for a number of windows in a batch, and returns their end. */
export function openSweep(base: usize, count: i32, windows: i32, entries: i32, probes: i32, found: i32): usize {
  return layOut(base, count, windows, entries, probes, found)
}

/** Sets half of a window, the threshold, the thickness of a shell, and which objects are compared with their own kind. */
export function setSweep(half: f64, threshold: f64, shell: f64, probesMeet: bool, gridMeets: bool): void {
  setNumbers(half, threshold, shell, probesMeet, gridMeets)
  fillTables()
}

/**
 * Returns the address of a byte for each object: its set (0 to 7), plus 8 for a probe of the grid only and 16 for an object that is not compared.
 */
export function kindsAt(): usize {
  return KINDS
}

/** Returns the address of an i32 for each object: objects of one group are not compared with each other; 0 means no group. */
export function groupsAt(): usize {
  return GROUPS
}

/** Returns the address of a byte for each set, with a bit for each set with which it is compared. */
export function allowedAt(): usize {
  return ALLOWED
}

/**
 * Returns the address of the rows of 32 bytes, one for each object: at the centre of the window, position (m), velocity (m/s), smallest and
 * largest radius (m), in f32.
 */
export function rowsAt(): usize {
  return ROWS
}

export function marksAt(): usize {
  return MARKS
}

/** Returns the address of the objects that are not bounded in the last window. */
export function wildAt(): usize {
  return WILD
}

export function wildCount(): i32 {
  return wild
}

/** Returns the address of the centres of the windows of a batch, minutes. */
export function timesAt(): usize {
  return TIMES
}

/** Returns the address of the states of one object at these times: six planes, m and m/s, TIMES_PLANE bytes apart. */
export function statesAt(): usize {
  return STATES
}

/** Returns the address of a byte for each object: whether it followed the assumed motion on the way to the last centre. */
export function onPathAt(): usize {
  return ON_PATH
}

/** Returns the address of the pairs of a window: two rows (u32), then the time from its centre and the half width around it, s (f32). */
export function foundAt(): usize {
  return FOUND
}

/**
 * Bounds the objects of consecutive blocks of one kind in a batch of windows. TIMES holds the centres of the windows and one time more: the
 * motion to the next centre shows whether an object is on its assumed path.
 */
export function fillObjects(
  kind: i32,
  blocks: usize,
  blockBytes: usize,
  count: usize,
  first: usize,
  windows: usize,
): void {
  for (let k: usize = 0; k < count; k += 1) {
    if ((load<u8>(KINDS + first + k) & NOT_COMPARED) !== 0) continue
    if (EXTENTS_KNOWN && isSpared(first + k)) continue
    propagateLane(kind, blocks + (k >> 6) * blockBytes, k & 63, TIMES, windows + 1, STATES, TIMES_PLANE)
    boundObject(first + k, windows)
  }
}

/**
 * Returns whether an object needs no states in this batch: it is a probe, whose states are already there, or it stays away from all probes. The
 * radii decide this, as in the apogee and perigee filter (Hoots, Crawford and Roehrich 1984). They are the radii of the object in the interval
 * and not those of its mean elements, from which SGP4's radius differs by some ten kilometres.
 */
function isSpared(object: usize): bool {
  if ((load<u8>(KINDS + object) & ONLY_PROBES) !== 0) return true
  const at: usize = object << 2
  const isAbove: bool = load<f32>(LEAST + at) > PROBES_MOST + THRESHOLD
  const isSpare: bool = isAbove || load<f32>(MOST + at) < PROBES_LEAST - THRESHOLD
  store<u8>(SPARED + object, isSpare ? 1 : 0)
  return isSpare
}

/**
 * Propagates and bounds one probe, an object with which the others are compared: one lane of a block. Called before the other objects of a batch.
 */
export function fillProbe(kind: i32, block: usize, lane: usize, object: usize, windows: usize): void {
  propagateLane(kind, block, lane, TIMES, windows + 1, STATES, TIMES_PLANE)
  boundObject(object, windows)
}

/** Starts a batch. */
export function startBatch(): void {
  forgetProbes()
}

/** Sets whether the radii at leastAt and mostAt are those of the whole interval; if not, they are unknown. */
export function setExtents(isKnown: bool): void {
  knowExtents(isKnown)
}

/** Returns the address of the smallest radius of each object in the whole interval, m (f32); mostAt returns the address of the largest radii. */
export function leastAt(): usize {
  return LEAST
}

export function mostAt(): usize {
  return MOST
}

/** Returns the address of a byte for each object: 1 if this batch needs no states of it. */
export function sparedAt(): usize {
  return SPARED
}

/** Bounds one object whose states the caller has written. */
export function fillOwn(object: usize, windows: usize): void {
  boundObject(object, windows)
}

/**
 * Finds all pairs that may meet in a window, and returns their number; −1 if there was too little room for the pairs, −2 if there was too little
 * room to sort the objects. The caller makes more room and repeats the window, because a truncated list would lose encounters silently.
 */
export function screenWindow(window: i32): i32 {
  chooseWindow(window)
  if (!sortObjects()) return -2
  forgetFound()
  // When one satellite is screened against a catalogue, the catalogue is not compared with itself.
  if (GRID_MEETS) joinGrid()
  joinProbes()
  return found
}

/** Lists the bounded objects of the window between two radii and within reach of a point, at listedAt, and returns their number. */
export function listObjects(least: f32, most: f32, x: f32, y: f32, z: f32, reach: f32): i32 {
  return listBetween(least, most, x, y, z, reach)
}

export function listedAt(): usize {
  return SPARE
}
