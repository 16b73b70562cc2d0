import { NOWHERE } from './bounds.ts'
import {
  CALM,
  CAPACITY,
  CELL_AT,
  COUNT,
  CROWD,
  CROWDED,
  DIGIT_VALUES,
  DIGITS,
  ENTRIES,
  GRID_MEETS,
  INNERMOST,
  KINDS,
  MARK,
  MARKS,
  OBJECT_AT,
  ONLY_PROBES,
  PER_M,
  PER_M_FAR,
  PROBE_CAPACITY,
  PROBED,
  PROBES,
  ROW,
  ROW_BITS,
  ROW_STARTS,
  ROWS,
  SECTOR_OF,
  SHELL_BITS,
  SHELLS,
  SORTED,
  SPAN_AT,
  SPARE,
  SPARED,
  TURN_AT,
  WILD,
} from './plan.ts'

// An object has an entry in each shell of the window that its interval of radius touches, in the cell of its direction. The entries of calm
// objects (whose direction rotates slowly enough) make the grid, sorted by shell, band of latitude and sector of longitude. All other objects are
// probes, which are compared one by one.
//
// Why no pair is missed. Let two objects be nearer than D at s, |s| ≤ h. Their radii at s differ by less than D, so that their intervals of
// radius, each widened by D/2, overlap: the objects share a shell. The lowest shell that they share is the first shell of one of them; the pair
// is examined only there, hence once. Their directions at s are less than 1.01 D/ρ apart. At the centre of the window they are apart by at most
// that angle plus the rotation of both objects (apart in reach.ts); bandReach and sectorReach convert the angle into bands and sectors. meet
// (meeting.ts) keeps the pair, by the bound that is proved there.

// A key of 22 bits is sorted in two passes. Their time depends only on the number of entries, even if the catalogue is concentrated in thin
// shells. With shells of 20 km, a nearly circular orbit has one or two entries.

/** Set in the number of an object in its first shell. */
export const IS_FIRST: u32 = 0x80000000

/** Entries of the grid, and probes. An object has one entry in each shell that it touches. */
export let entries: i32 = 0
export let probes: i32 = 0
/** The number of objects that are not bounded. */
export let wild: i32 = 0

/** Sorts the objects of a window. Returns false if there is not enough room for them. */
export function sortObjects(): bool {
  if (!enter()) return false
  sortBy(ENTRIES, SPARE, 0, DIGITS)
  sortBy(SPARE, ENTRIES, 11, DIGITS + DIGIT_VALUES * 4)
  fetchRows()
  unfold()
  return true
}

/**
 * Writes entries, with the key above the number of the object, and counts the digits of the keys. An object has an entry in each shell that its
 * interval of radius touches. The first entry is marked, so that a pair that shares several shells is examined once. The key consists of shell (8
 * bits), band (6 bits) and sector (8 bits): 22 bits, sorted in two passes of eleven bits.
 */
function enter(): bool {
  memory.fill(DIGITS, 0, 2 * DIGIT_VALUES * 4)
  markProbed()
  let to: i32 = 0
  let others: i32 = 0
  wild = 0
  for (let k: usize = 0; k < <usize>COUNT; k += 1) {
    if (load<u8>(SPARED + k) !== 0) continue
    // The rotation of the object's direction, its cell, and its first and last shell (bounds.ts).
    const mark: usize = MARKS + k * MARK
    const span: u32 = load<u32>(mark, SPAN_AT)
    // An object without bounds is in no shell; kernel-sweep.ts compares it with the objects near its samples.
    if (span === NOWHERE) {
      store<u32>(WILD + ((<usize>wild) << 2), <u32>k)
      wild += 1
      continue
    }
    const last: u32 = span >> 16
    const turn: f64 = <f64>load<f32>(mark, TURN_AT)
    const cell: u32 = load<u32>(mark, CELL_AT)
    const isGridded: bool = (load<u8>(KINDS + k) & ONLY_PROBES) === 0
    let number: u32 = <u32>k | IS_FIRST
    for (let shell: u32 = span & 0xffff; shell <= last; shell += 1) {
      // A shell without a probe needs no grid. The object is then not marked as first in its next shell, because a probe in that shell has its
      // own first shell there.
      if (isGridded && load<u8>(PROBED + <usize>shell) === 0) {
        number = <u32>k
        continue
      }
      // The direction of a calm object rotates no more than the direction of an object on a circular orbit at the bottom of the shell, for which
      // the reach of the cells is computed. An object near the perigee of an eccentric orbit would need a wider reach, and is a probe instead.
      if (isGridded && turn <= load<f64>(CALM + ((<usize>shell) << 3))) {
        if (to === CAPACITY) return false
        const key: u32 = (shell << SHELL_BITS) | cell
        store<u64>(ENTRIES + ((<usize>to) << 3), ((<u64>key) << 32) | number)
        count(DIGITS, key & 2047)
        count(DIGITS + DIGIT_VALUES * 4, key >> 11)
        to += 1
      } else {
        if (others === PROBE_CAPACITY) return false
        store<u64>(PROBES + ((<usize>others) << 3), ((<u64>shell) << 32) | number)
        others += 1
      }
      number = <u32>k
    }
  }
  entries = to
  probes = others
  return true
}

/** Marks the shells with probes. If the grid is used only for probes, the other shells need no entries. */
function markProbed(): void {
  memory.fill(PROBED, GRID_MEETS ? 1 : 0, SHELLS)
  if (GRID_MEETS) return
  for (let k: usize = 0; k < <usize>COUNT; k += 1) {
    if ((load<u8>(KINDS + k) & ONLY_PROBES) === 0) continue
    const span: u32 = load<u32>(MARKS + k * MARK, SPAN_AT)
    if (span === NOWHERE) {
      // A probe may be anywhere, so every shell needs its entries for the comparison.
      memory.fill(PROBED, 1, SHELLS)
      return
    }
    for (let shell: u32 = span & 0xffff; shell <= span >> 16; shell += 1) store<u8>(PROBED + <usize>shell, 1)
  }
}

function count(digits: usize, value: u32): void {
  const at: usize = digits + ((<usize>value) << 2)
  store<u32>(at, load<u32>(at) + 1)
}

/**
 * One pass of a radix sort, by the eleven bits of the key from `shift` on. The counts of the digits are turned into the start of each digit, and
 * the entries are moved there in their order. Two passes, lower bits first, sort by all 22 bits.
 */
function sortBy(from: usize, to: usize, shift: u64, digits: usize): void {
  let sum: u32 = 0
  for (let at: usize = digits; at < digits + DIGIT_VALUES * 4; at += 4) {
    const here: u32 = load<u32>(at)
    store<u32>(at, sum)
    sum += here
  }
  const end: usize = from + ((<usize>entries) << 3)
  for (let at: usize = from; at < end; at += 8) {
    const entry: u64 = load<u64>(at)
    const place: usize = digits + ((<usize>(entry >> (32 + shift)) & 2047) << 2)
    const index: u32 = load<u32>(place)
    store<u32>(place, index + 1)
    store<u64>(to + ((<usize>index) << 3), entry)
  }
}

/** The sum computed by fetchRows. It is exported so that the compiler does not remove the reads as useless. */
export let fetched: u32 = 0

/**
 * Reads the rows of the window in their order, so that the processor fetches them in advance. unfold() reads them in the order of the entries;
 * without this call it would wait for each row, and waiting would take twice as long as the rest of its work.
 */
function fetchRows(): void {
  let sum: u32 = 0
  const end: usize = ROWS + <usize>COUNT * ROW
  for (let at: usize = ROWS; at < end; at += 2 * ROW) sum += load<u32>(at)
  fetched = sum
}

/** Writes the data of the comparison in the order of the entries, and stores where each row of cells begins. */
function unfold(): void {
  let row: usize = 0
  const end: usize = SORTED + <usize>entries * ROW
  let from: usize = ENTRIES
  let sector: usize = SECTOR_OF
  for (let to: usize = SORTED; to < end; to += ROW) {
    const entry: u64 = load<u64>(from)
    const its: usize = ROWS + <usize>(<u32>entry & ~IS_FIRST) * ROW
    // Number and key of the entry replace the radii, which the straight-line test does not need.
    v128.store(to, v128.load(its))
    v128.store(to, i64x2.replace_lane(v128.load(its, 16), 1, entry), 16)
    // The sector is the lowest byte of the key. With a separate copy, `after` in pairs.ts can compare sixteen at a time.
    store<u8>(sector, load<u8>(from, 4))
    from += 8
    sector += 1
    // The key without its sector is the row, shell and band. A row without entries begins where the next one does.
    const last: usize = <usize>(entry >> (32 + <u64>ROW_BITS))
    while (row <= last) {
      store<u32>(ROW_STARTS + (row << 2), <u32>((to - SORTED) / ROW))
      row += 1
    }
  }
  // The last group may extend beyond the end; its results there are discarded.
  memory.fill(end, 0, 4 * ROW)
  const rows: usize = SHELLS << (SHELL_BITS - ROW_BITS)
  while (row <= rows) {
    store<u32>(ROW_STARTS + (row << 2), <u32>entries)
    row += 1
  }
}

/** Returns the start of the row of a band in a shell, which is also the end of the previous row. */
export function rowStart(shell: i32, band: i32): i32 {
  return load<i32>(ROW_STARTS + ((<usize>((shell << (SHELL_BITS - ROW_BITS)) + band)) << 2))
}

/**
 * Lists at SPARE, once each, the objects of the window whose radii may be between `least` and `most` and whose centres are at most `reach` from a
 * point. Returns their number. Such an object has an entry in one of the shells between the two radii: its first entry of all, or an entry in the
 * lowest of these shells. This serves objects without bounds (wild ones), which have no row and are compared over their whole range of radii. The
 * distance is that of the positions at the centre of the window, so `reach` must include how far both objects can move in half a window.
 */
export function listBetween(least: f32, most: f32, x: f32, y: f32, z: f32, reach: f32): i32 {
  const first: i32 = shellAt(least)
  const last: i32 = shellAt(most)
  const reach2: f32 = reach * reach
  let listed: i32 = 0
  // In the first shell every entry counts. In the shells above only the first entry of an object counts, because its other entries were listed in
  // a shell below.
  const inFirst: i32 = rowStart(first + 1, 0)
  const end: i32 = rowStart(last + 1, 0)
  for (let e: i32 = rowStart(first, 0); e < end; e += 1) {
    const at: usize = SORTED + <usize>e * ROW
    if (gap2(load<f32>(at) - x, load<f32>(at, 4) - y, load<f32>(at, 8) - z) > reach2) continue
    const object: u32 = load<u32>(at, OBJECT_AT)
    if (e < inFirst || (object & IS_FIRST) !== 0) listed = list(object, listed)
  }
  // Probes are in no row, and are examined one by one.
  for (let p: i32 = 0; p < probes; p += 1) {
    const probe: u64 = load<u64>(PROBES + ((<usize>p) << 3))
    const shell: i32 = <i32>(probe >> 32)
    if (shell < first || shell > last) continue
    const row: usize = ROWS + <usize>(<u32>probe & ~IS_FIRST) * ROW
    if (gap2(load<f32>(row) - x, load<f32>(row, 4) - y, load<f32>(row, 8) - z) > reach2) continue
    if (shell === first || (<u32>probe & IS_FIRST) !== 0) listed = list(<u32>probe, listed)
  }
  return listed
}

/** Returns the square of a distance, m². */
function gap2(x: f32, y: f32, z: f32): f32 {
  return x * x + y * y + z * z
}

function list(object: u32, listed: i32): i32 {
  store<u32>(SPARE + ((<usize>listed) << 2), object & ~IS_FIRST)
  return listed + 1
}

/**
 * Returns the shell of a radius, like spanOf in bounds.ts. Both must round in the same way, or an object would be searched in a shell next to its
 * own.
 */
function shellAt(radius: f32): i32 {
  const near: f32 = max<f32>(0.0, min<f32>((radius - INNERMOST) * PER_M, CROWDED))
  const far: f32 = max<f32>(0.0, min<f32>((radius - CROWD) * PER_M_FAR, <f32>SHELLS - 2.0 - CROWDED))
  return <i32>near + <i32>far
}
