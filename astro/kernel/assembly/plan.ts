// The numbers of one sweep, and the addresses of its arrays. openSweep (sweep.ts) sets them once before the first window.

/**
 * Shells of radius. Each has at least 20 km up to CROWD (SHELL_M of astro/screening/kernel-windows.ts), and more above; higher objects share the
 * last one.
 */
export const SHELLS: usize = 256
/** Sectors of longitude, all around. */
export const SECTORS: i32 = 256
/** Bands of latitude, at most. */
export const MOST_BANDS: usize = 64
/** Bits of a key below the shell: 6 of the band, 8 of the sector. */
export const ROW_BITS: i32 = 8
export const SHELL_BITS: i32 = 14
/** The bytes of the row of one object in a window; two rows fill a cache line. The fields of a row follow. */
export const ROW: usize = 32
/** Position and velocity at the centre, m and m/s, f32; smallest and largest radius of the window, m, f32. */
export const LOW_AT: usize = 24
export const HIGH_AT: usize = 28
/** The fields of SORTED in place of the radii: the number of the object, whether this is its first shell, and the key. */
export const OBJECT_AT: usize = 24
export const KEY_AT: usize = 28
/** The bytes of the mark of one object, its place in the grid, which is read separately from its row. The fields of a mark follow. */
export const MARK: usize = 16
/**
 * The largest angle between its direction and its direction at the centre, rad, f32; the cell of the direction at the centre; first and last
 * shell.
 */
export const TURN_AT: usize = 0
export const CELL_AT: usize = 4
export const SPAN_AT: usize = 8
/** The largest number of times of one object processed together, and the bytes of a plane of their states. */
export const MOST_TIMES: usize = 64
export const TIMES_PLANE: usize = 72 * 8

/** Half of a window, s, and the threshold, m. */
export let HALF: f32 = 0
export let THRESHOLD: f32 = 0
export let COUNT: i32 = 0
export let BANDS: i32 = 0
/** Shells up to CROWD, and how many there are per metre below and above it. */
export let CROWDED: f32 = 0
export let PER_M: f32 = 0
export let PER_M_FAR: f32 = 0
export const INNERMOST: f32 = 6300000.0
export const CROWD: f32 = 9000000.0
export const OUTERMOST: f32 = 60000000.0

// For each window of a batch, rows and marks of all objects; ROWS and MARKS are those of the current window.
export let WINDOWS: usize = 0
export let WINDOW_BYTES: usize = 0
export let ROWS: usize = 0
export let MARKS: usize = 0
/** The offset from the rows of a window to its marks. */
export let MARKS_BEYOND: usize = 0
/** The objects that are not bounded in the current window; u32. */
export let WILD: usize = 0
/** States of one object, and the times for which they are. */
export let STATES: usize = 0
export let TIMES: usize = 0
/** The states once more in f32, and radii and their inverses: eight planes. */
export let SINGLES: usize = 0
export const SINGLES_PLANE: usize = TIMES_PLANE / 2
/** For each object a byte, 0 if its states do not follow the motion assumed in bounds.ts up to the start of the next batch. */
export let ON_PATH: usize = 0
/** For each object of the catalogue the smallest and largest radius in the whole interval, f32. */
export let LEAST: usize = 0
export let MOST: usize = 0
/** True if LEAST and MOST are known: objects that are never near a probe then need no states. */
export let EXTENTS_KNOWN: bool = false
/** For each object a byte of 1 if it has no states in this batch. */
export let SPARED: usize = 0
/** The range of radii of the probes of this batch. */
export let PROBES_LEAST: f32 = 0
export let PROBES_MOST: f32 = 0
// For each object its kind and its group.
/** A bit of KINDS, next to three bits for the set: the object is not part of the grid. */
export const ONLY_PROBES: u8 = 8
/** The object is not compared with any other, and needs no states. */
export const NOT_COMPARED: u8 = 16
export let KINDS: usize = 0
export let GROUPS: usize = 0
/** Whether probes are compared with each other, and grid objects with each other. */
export let PROBES_MEET: bool = false
export let GRID_MEETS: bool = true
/** For each shell a byte of 1 if a probe is in it. */
export let PROBED: usize = 0
// For each set, a bit for each set that it is compared with.
export let ALLOWED: usize = 0

// For each shell: the radius of its bottom, and the rotation up to which an object is calm, f64; the bound of a rough test, f32.
export let FLOORS: usize = 0
export let CALM: usize = 0
export let ROUGH: usize = 0
/** For each shell and band: the number of sectors to search left and right, in its own row and in the next one; i32. */
export let REACH: usize = 0
/** The cosine of the latitude at the end of each band nearer to a pole; f64. */
export let COSINES: usize = 0

// The grid of a window: sorted entries, and a row of each.
export let ENTRIES: usize = 0
export let SPARE: usize = 0
export let CAPACITY: i32 = 0
/** Position and velocity as in ROWS, then number and key of the entry. */
export let SORTED: usize = 0
/** The sectors of the entries alone, u8. */
export let SECTOR_OF: usize = 0
export let ROW_STARTS: usize = 0
export let DIGITS: usize = 0
// The probes, whose direction rotates too fast for the grid or which are only compared with it; for each shell, the last probe of each kind.
export let PROBES: usize = 0
export let PROBE_CAPACITY: i32 = 0
export let HEADS: usize = 0
/** For each probe the previous one in the same shell and of the same kind; i32. */
export let EARLIER: usize = 0
// The pairs that may meet, and the number for which there is room.
export let FOUND: usize = 0
export let FOUND_CAPACITY: i32 = 0

export const DIGIT_VALUES: usize = 2048

let next: usize = 0

function take(bytes: usize): usize {
  const address: usize = next
  next += (bytes + 63) & ~63
  return address
}

/** Lays out the arrays from `base` on and returns their end. */
export function layOut(base: usize, count: i32, windows: i32, entries: i32, probes: i32, found: i32): usize {
  next = base
  COUNT = count
  CAPACITY = entries
  PROBE_CAPACITY = probes
  FOUND_CAPACITY = found
  const padded: usize = ((<usize>count + 3) & ~3) + 4
  KINDS = take(padded)
  GROUPS = take(padded * 4)
  ALLOWED = take(8)
  // With an odd number of cache lines between them, the rows of an object in many windows do not compete for the same place in the cache.
  MARKS_BEYOND = (padded * ROW + 63) & ~63
  WINDOW_BYTES = (((MARKS_BEYOND + padded * MARK + 63) >> 6) | 1) << 6
  WILD = take(padded * 4)
  WINDOWS = take(WINDOW_BYTES * <usize>windows)
  STATES = take(6 * TIMES_PLANE)
  TIMES = take(TIMES_PLANE)
  SINGLES = take(8 * SINGLES_PLANE)
  ON_PATH = take(padded)
  LEAST = take(padded * 4)
  MOST = take(padded * 4)
  SPARED = take(padded)
  PROBED = take(SHELLS)
  FLOORS = take(SHELLS * 8)
  CALM = take(SHELLS * 8)
  ROUGH = take(SHELLS * 4)
  REACH = take(SHELLS * MOST_BANDS * 8)
  COSINES = take(MOST_BANDS * 8)
  const room: usize = <usize>entries + 8
  ENTRIES = take(room * 8)
  SPARE = take(room * 8)
  SORTED = take(room * ROW)
  SECTOR_OF = take(room + 16)
  ROW_STARTS = take((SHELLS * MOST_BANDS + 2) * 4)
  DIGITS = take(2 * DIGIT_VALUES * 4)
  PROBES = take((<usize>probes + 1) * 8)
  HEADS = take(SHELLS * 8)
  EARLIER = take((<usize>probes + 1) * 4)
  FOUND = take((<usize>found + 1) * 16)
  return next
}

/** The numbers of a sweep. */
export function setNumbers(half: f64, threshold: f64, shell: f64, probesMeet: bool, gridMeets: bool): void {
  PROBES_MEET = probesMeet
  GRID_MEETS = gridMeets
  HALF = <f32>half
  THRESHOLD = <f32>threshold
  PER_M = <f32>(1.0 / shell)
  CROWDED = <f32>Math.ceil((<f64>CROWD - <f64>INNERMOST) / shell)
  PER_M_FAR = <f32>((<f64>SHELLS - 2.0 - <f64>CROWDED) / (<f64>OUTERMOST - <f64>CROWD))
}

/** Sets the largest number of bands that are each wider than `angle`. */
export function setBands(angle: f64): void {
  BANDS = max(1, min(<i32>MOST_BANDS, <i32>Math.floor(Math.PI / angle)))
}

/** Sets the current window of the batch. */
export function chooseWindow(window: i32): void {
  ROWS = WINDOWS + WINDOW_BYTES * <usize>window
  MARKS = ROWS + MARKS_BEYOND
}

/** Sets whether LEAST and MOST are known. */
export function knowExtents(isKnown: bool): void {
  EXTENTS_KNOWN = isKnown
}

/** Resets the range of the probes before a batch. */
export function forgetProbes(): void {
  PROBES_LEAST = f32.MAX_VALUE
  PROBES_MOST = 0
}

/** Extends the range of radii by the range of one probe. */
export function widenProbes(least: f32, most: f32): void {
  PROBES_LEAST = min(PROBES_LEAST, least)
  PROBES_MOST = max(PROBES_MOST, most)
}
