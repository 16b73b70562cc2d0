import { BLOCK_LANES, blockLength } from '../kernel/blocks.ts'
import { missing } from '../missing.ts'
import { SAMPLE_LENGTH, type SweepObjects, type WildSamples } from './sweep-objects.ts'
import { TASK_WINDOWS } from './sweep-windows.data.ts'

const BYTES = Float64Array.BYTES_PER_ELEMENT

/** The least thickness of a shell; it is larger for a larger threshold. */
const SHELL_M = 20_000
const BATCH = TASK_WINDOWS + 1
// A row of the kernel (plan.ts there), in numbers of four bytes: position, velocity, radii.
const ROW_LENGTH = 8
// A pair in the list of the kernel: two rows, then time and half width in s.
const FOUND_LENGTH = 4
/** Bytes of a plane of the states of one object. */
const TIMES_PLANE = 576
/** Bits of an object that is not part of the grid, and of an object that is compared with no other. */
const ONLY_PROBES = 8
const NOT_COMPARED = 16
/** The rounding of the kernel's times, s, and the relative rounding. */
const TIME_SLACK_S = 1e-3
const TIME_SLACK = 1e-6
const STEP_S = 10
/**
 * The speed, m/s, and the acceleration, m/s², that no bounded object exceeds. v² r < 2.2 µ (bounds.ts of the kernel) gives 11 712 m/s at the
 * lowest radius; the rest is for ε and δ.
 */
const FASTEST_MPS = 11_750
const STRONGEST_PULL_MPS2 = 10

/** A pair that may meet: its rows, and the time span in seconds from the centre of the window. */
export interface FoundPair {
  readonly one: number
  readonly other: number
  readonly fromS: number
  readonly toS: number
}

/** The windows of a sweep, one after the other, in the memory of the kernel. */
export interface Windows {
  /** Must be called before the first advance, with the index of the first window; `end` is the index after the last. */
  begin(index: number, end: number): void
  /** Screens the next window; returns how many pairs may meet in it. */
  advance(): number
  /** Returns the pairs of the window. */
  pairs(count: number): (k: number) => FoundPair
  /** Returns the rows of the objects that are not bounded in the window. */
  wild(): number[]
  /** Returns the rows of the bounded objects that may meet an unbounded one. */
  near(wild: WildSamples): number[]
  placeOf(row: number): number
}

/**
 * Prepares a sweep in the memory of a catalogue's kernel; the next sweep replaces it. Three sizes are unknown before: entries of the grid,
 * probes, pairs found. They start with the usual size for a catalogue, and are doubled if the kernel reports that they are too small, after which
 * the window is repeated from its states. Rows and marks take 48 bytes for each object and window: 35 MB for 30 000 objects and 24 windows.
 */
export function openWindows(objects: SweepObjects, thresholdM: number, halfS: number): Windows {
  const { catalogue, others } = objects
  const { kernel, memory } = catalogue
  const count = catalogue.size + others.length
  const room = { entries: 3 * count + 4096, probes: count + 4096, found: Math.max(65_536, 2 * count) }
  const view = <T>(kind: new (buffer: ArrayBuffer, at: number, length: number) => T, at: number, length: number) =>
    // The kernel returns addresses above 2 GiB as negative numbers.
    new kind(memory.buffer(), at >>> 0, length)
  const { extents } = objects
  const open = () => {
    openSweep(objects, { thresholdM, halfS, count, room })
    // Objects that are compared with nothing are skipped from the start; for the others the kernel decides in each batch.
    const spared = view(Uint8Array, kernel.kindsAt(), count).map((kind) => ((kind & NOT_COMPARED) === 0 ? 0 : 1))
    view(Uint8Array, kernel.sparedAt(), count).set(spared)
    kernel.setExtents(extents === undefined ? 0 : 1)
    if (extents === undefined) return
    view(Float32Array, kernel.leastAt(), catalogue.size).set(extents.least)
    view(Float32Array, kernel.mostAt(), catalogue.size).set(extents.most)
  }
  const placeOf = (row: number) => (row < catalogue.size ? (catalogue.order[row] ?? -1) : row)
  open()
  let [first, next, end] = [0, 0, 0]
  // Whether an object follows the assumed motion is known for the time between two centres. The time from the last centre of a batch to the first
  // of the next belongs to both: its result is carried over, because after filling a batch only the result at its end is known.
  const onPath = new Uint8Array(count).fill(1)
  const probes = extents === undefined ? [] : listProbes(objects)
  const size = () => Math.min(BATCH, end - first)
  const fill = () => fillBatch(objects, { first, windows: size(), halfS, onPath, probes })
  const nextBatch = (index: number) => {
    first = index
    onPath.set(new Uint8Array(memory.buffer(), kernel.onPathAt() >>> 0, count))
    fill()
  }
  const screen = (): number => {
    let found = kernel.screenWindow(next - first)
    while (found < 0) {
      if (found === -1) room.found *= 2
      else [room.entries, room.probes] = [2 * room.entries, 2 * room.probes]
      open()
      fill()
      found = kernel.screenWindow(next - first)
    }
    return found
  }
  return {
    placeOf,
    begin: (index, stop) => {
      end = stop
      view(Uint8Array, kernel.onPathAt(), count).fill(1)
      // An object that deviates before the first window is wild in it.
      nextBatch(Math.max(0, index - 1))
      next = index
    },
    advance: () => {
      if (next === first + size()) nextBatch(next)
      const found = screen()
      next += 1
      return found
    },
    pairs: (found) => {
      // Copied, because the memory may grow while the pairs are evaluated.
      const integers = view(Uint32Array, kernel.foundAt(), found * FOUND_LENGTH).slice()
      const singles = new Float32Array(integers.buffer)
      return (k) => {
        const [time = 0, within = 0] = [singles[FOUND_LENGTH * k + 2], singles[FOUND_LENGTH * k + 3]]
        // The kernel returns a time and a half width in f32; both are widened by the rounding of f32 and of its clock.
        const slack = within + TIME_SLACK_S + TIME_SLACK * (Math.abs(time) + within)
        const [one = 0, other = 0] = [integers[FOUND_LENGTH * k], integers[FOUND_LENGTH * k + 1]]
        return { one, other, fromS: time - slack, toS: time + slack }
      }
    },
    wild: () => [...view(Uint32Array, kernel.wildAt(), kernel.wildCount())],
    near: (wild) => {
      const reach = reachOf(wild, { thresholdM, halfS })
      const { least, most, farthest } = reach
      const [, x = 0, y = 0, z = 0] = wild.samples
      const listed = view(Uint32Array, kernel.listedAt(), kernel.listObjects(least, most, x, y, z, farthest))
      const rows = view(Float32Array, kernel.rowsAt(), count * ROW_LENGTH)
      return Array.from(listed).filter((row) => isWithin(rows, row * ROW_LENGTH, reach))
    },
  }
}

interface Batch {
  readonly first: number
  readonly windows: number
  readonly halfS: number
  readonly onPath: Uint8Array
  readonly probes: readonly Probe[]
}

/**
 * Fills the states and bounds of all objects in the windows of a batch, from window `first` on. States are at the centres of the windows;
 * ephemerides have none outside their span, and NaN makes them wild there.
 */
function fillBatch(objects: SweepObjects, { first, windows, halfS, onPath, probes }: Batch): void {
  const { catalogue, others, spans } = objects
  const { kernel, memory } = catalogue
  new Uint8Array(memory.buffer(), kernel.onPathAt() >>> 0, onPath.length).set(onPath)
  // Centres of the windows, (2k + 1) h after the start, and one more centre after the last.
  const seconds = Array.from({ length: windows + 1 }, (_, k) => (2 * (first + k) + 1) * halfS)
  memory.view(kernel.timesAt(), windows + 1).set(seconds.map((value) => value / 60))
  kernel.startBatch()
  others.forEach((stateAt, k) => {
    const place = catalogue.size + k
    // An ephemeris that starts or ends between two centres has NaN at one of them, so that it is wild in that window and evaluated by its
    // samples.
    const { fromS, toS } = spans.get(place) ?? { fromS: Number.NEGATIVE_INFINITY, toS: Number.POSITIVE_INFINITY }
    const states = memory.view(kernel.statesAt(), 6 * (TIMES_PLANE / BYTES)).fill(Number.NaN)
    seconds.forEach((time, at) => {
      const state = time >= fromS && time <= toS ? stateAt(time) : undefined
      if (!state?.ok) return
      for (const [plane, value] of [...state.r, ...state.v].entries())
        states[plane * (TIMES_PLANE / BYTES) + at] = value
    })
    kernel.fillOwn(place, windows)
  })
  // The positions of the probes decide which states are needed.
  for (const { group, block, lane, row } of probes) kernel.fillProbe(group, block, lane, row, windows)
  let row = 0
  catalogue.groups.forEach(({ kind, address, places }, index) => {
    kernel.fillObjects(index, address, blockLength(kind) * BYTES, places.length, row, windows)
    row += places.length
  })
}

/** An object of the catalogue with which the others are compared: its position in the kernel, and its row. */
interface Probe {
  readonly group: number
  readonly block: number
  readonly lane: number
  readonly row: number
}

/**
 * Returns the objects of the catalogue that are compared with the grid without being part of it. Their states come first in a batch: objects far
 * from all of them need none (isSpared in the kernel's sweep.ts).
 */
function listProbes({ catalogue, sets, allowed }: SweepObjects): Probe[] {
  const gridded = griddedSets(sets, allowed)
  const probes: Probe[] = []
  let first = 0
  catalogue.groups.forEach(({ kind, address, places }, group) => {
    const length = blockLength(kind) * BYTES
    places.forEach((place, k) => {
      const set = sets[place] ?? missing()
      if (gridded.has(set) || allowed[set] === 0) return
      probes.push({
        group,
        block: address + Math.floor(k / BLOCK_LANES) * length,
        lane: k % BLOCK_LANES,
        row: first + k,
      })
    })
    first += places.length
  })
  return probes
}

/** The room for entries of the grid, probes and pairs. */
interface Room {
  readonly entries: number
  readonly probes: number
  readonly found: number
}

/**
 * Creates the arrays of a sweep in the kernel's memory, and sets for each row its set, its group, and whether it is part of the grid. Rows have
 * the order of the kernel, which sorts by kind and height; sets and groups are given by the caller's indices.
 */
function openSweep(
  { catalogue, sets, groups, allowed }: SweepObjects,
  { thresholdM, halfS, count, room }: { thresholdM: number; halfS: number; count: number; room: Room },
): void {
  const { kernel, memory } = catalogue
  // Memory is allocated before anything is written.
  const bytes = kernel.openSweep(0, count, BATCH, room.entries, room.probes, room.found) >>> 0
  kernel.openSweep(memory.workspace(bytes), count, BATCH, room.entries, room.probes, room.found)
  const gridded = griddedSets(sets, allowed)
  const others = [...allowed.keys()].filter((set) => !gridded.has(set))
  // Whether probes are compared with probes, and the grid with itself. Bit `other` of allowed[set] means that the two sets are compared.
  const isMet = others.some((set) => others.some((other) => (((allowed[set] ?? missing()) >> other) & 1) === 1))
  const isGridMet = [...gridded].some((set) => (((allowed[set] ?? missing()) >> set) & 1) === 1)
  kernel.setSweep(halfS, thresholdM, Math.max(SHELL_M, thresholdM), isMet ? 1 : 0, isGridMet ? 1 : 0)
  const kinds = new Uint8Array(memory.buffer(), kernel.kindsAt() >>> 0, count)
  const groupOf = new Int32Array(memory.buffer(), kernel.groupsAt() >>> 0, count)
  new Uint8Array(memory.buffer(), kernel.allowedAt() >>> 0, 8).set(allowed)
  for (let row = 0; row < count; row += 1) {
    const place = row < catalogue.size ? (catalogue.order[row] ?? missing()) : row
    const set = sets[place] ?? missing()
    const role = gridded.has(set) ? 0 : ONLY_PROBES
    kinds[row] = set | (allowed[set] === 0 ? NOT_COMPARED : role)
    groupOf[row] = groups[place] ?? missing()
  }
}

/**
 * Returns the sets of the grid, whose objects are all compared with each other: those that are compared with themselves, or the largest if there
 * is none. The others are compared with the grid one by one.
 */
function griddedSets(sets: Uint8Array, allowed: Uint8Array): Set<number> {
  const itself = [...allowed.keys()].filter((set) => (((allowed[set] ?? missing()) >> set) & 1) === 1)
  if (itself.length > 0) return new Set(itself)
  const sizes = new Map<number, number>()
  for (const set of sets) if (allowed[set] !== 0) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  const [largest] = [...sizes].sort(([, a], [, b]) => b - a)
  return new Set(largest === undefined ? [] : [largest[0]])
}

/** The limits for other objects that may meet a wild object: their radii, and their distance to its samples at the times of the grid. */
interface Reach {
  readonly least: number
  readonly most: number
  readonly samples: Float64Array
  /**
   * The square of a sum: the threshold, the largest step of the wild object, the distance that the other object moves in half a step, and its
   * deviation from a straight line.
   */
  readonly reach2: number
  /** The largest distance at the centre between its first sample and another object that may meet it. */
  readonly farthest: number
}

/**
 * Returns the limits within which others can meet a wild object in a window. A bounded object deviates from its straight line by ½ g h² in half a
 * window, and both move between two samples; radii are those of the samples, widened by one step and the threshold.
 */
function reachOf({ samples, stepM }: WildSamples, { thresholdM, halfS }: { thresholdM: number; halfS: number }): Reach {
  const reach = thresholdM + stepM + FASTEST_MPS * (STEP_S / 2) + 0.5 * STRONGEST_PULL_MPS2 * halfS * halfS
  const [, x0 = 0, y0 = 0, z0 = 0] = samples
  let [least, most, way2] = [Number.POSITIVE_INFINITY, 0, 0]
  for (let at = 0; at < samples.length; at += SAMPLE_LENGTH) {
    const [x = 0, y = 0, z = 0] = [samples[at + 1], samples[at + 2], samples[at + 3]]
    const radius = Math.sqrt(x * x + y * y + z * z)
    least = Math.min(least, radius)
    most = Math.max(most, radius)
    way2 = Math.max(way2, (x - x0) ** 2 + (y - y0) ** 2 + (z - z0) ** 2)
  }
  return {
    least: least - stepM - thresholdM,
    most: most + stepM + thresholdM,
    samples,
    reach2: reach * reach,
    farthest: reach + Math.sqrt(way2) + 2 * FASTEST_MPS * halfS,
  }
}

/**
 * Returns true if the straight line of the object whose row is at `at` is near the wild object at a time of the grid. The test uses squares: |r +
 * v t − sample|² < reach².
 */
function isWithin(rows: Float32Array, at: number, { samples, reach2 }: Reach): boolean {
  const [x = 0, y = 0, z = 0] = [rows[at], rows[at + 1], rows[at + 2]]
  const [vx = 0, vy = 0, vz = 0] = [rows[at + 3], rows[at + 4], rows[at + 5]]
  for (let k = 0; k < samples.length; k += SAMPLE_LENGTH) {
    const seconds = samples[k] ?? missing()
    const dx = x + vx * seconds - (samples[k + 1] ?? missing())
    const dy = y + vy * seconds - (samples[k + 2] ?? missing())
    const dz = z + vz * seconds - (samples[k + 3] ?? missing())
    if (dx * dx + dy * dy + dz * dz < reach2) return true
  }
  return false
}
