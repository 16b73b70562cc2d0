import { entries, IS_FIRST, probes, rowStart } from './grid.ts'
import { meet } from './meeting.ts'
import {
  BANDS,
  CALM,
  CELL_AT,
  EARLIER,
  HALF,
  HEADS,
  KEY_AT,
  KINDS,
  MARK,
  MARKS,
  MOST_BANDS,
  OBJECT_AT,
  ONLY_PROBES,
  PROBES,
  PROBES_MEET,
  REACH,
  ROUGH,
  ROW,
  ROW_BITS,
  ROWS,
  SECTOR_OF,
  SECTORS,
  SHELL_BITS,
  SHELLS,
  SORTED,
  THRESHOLD,
  TURN_AT,
} from './plan.ts'
import { apart, bandReach, sectorReach } from './reach.ts'
import { fma, fnma, single, squared } from './single.ts'

// The join of one window: which pairs of its objects pass close to each other on straight lines. It has two sieves, each far cheaper than the
// test of meeting.ts behind it. The first is the grid: only entries of the same shell whose cells are within reach of each other are compared at
// all. The second is the straight line: with d and w the relative position and velocity at the centre of the window, a pair is kept if |d + w t|
// < R for some |t| ≤ h. R is the threshold plus the largest deviation of the real motion from straight lines (describeShell in reach.ts), so that
// no encounter is lost and few other pairs are kept.
//
// All computations are in f32, four lanes in a vector; the rounding of f32 is part of R. A pair costs eleven multiplications, and no division,
// square root or branch that depends on data, because four objects are compared with one at a time.

/** Finding the sectors within reach in a row takes longer than comparing this many entries. */
const SHORT: i32 = 8
/** The highest speed of a bounded object within a window, m/s. */
const FASTEST: f32 = 13000.0

/**
 * Compares the objects of the grid with each other: each with those that follow in its row, and with the next row. Each row looks only forward,
 * to itself and to the row of the next band to the north. The number of bands is chosen so that two objects which meet are in the same band or in
 * neighbours (fillTables in reach.ts); hence each unordered pair is compared once.
 */
export function joinGrid(): void {
  let e: i32 = 0
  while (e < entries) {
    const row: i32 = load<i32>(SORTED + <usize>e * ROW, KEY_AT) >> ROW_BITS
    const shell: i32 = row >> (SHELL_BITS - ROW_BITS)
    const band: i32 = row & (<i32>MOST_BANDS - 1)
    const end: i32 = rowStart(shell, band + 1)
    const reach: usize = REACH + ((<usize>shell * MOST_BANDS + <usize>band) << 3)
    const across: i32 = load<i32>(reach, 4)
    joinRow(shell, e, end, load<i32>(reach), across < 0 ? end : rowStart(shell, band + 2), across)
    e = end
  }
}

/**
 * Compares the row from `from` to `end`, four objects at a time, with itself and with the next row, which ends at `nextEnd`: with the following
 * entries within reach, directly and across sector 0. The entries of a row are sorted by sector, so that the partners of a group are one stretch
 * whose ends (`right`, `left`, `nextRight`) only move forward as the group does: all groups of a row together read the stretch once. Sectors
 * count modulo 256; stretches across sector 0 are searched for separately, at the end or the beginning of the row.
 */
function joinRow(shell: i32, from: i32, end: i32, reach: i32, nextEnd: i32, across: i32): void {
  let right: i32 = from
  let left: i32 = end
  let nextRight: i32 = end
  for (let four: i32 = from; four < end; four += 4) {
    const last: i32 = min(four + 3, end - 1)
    const first: i32 = sectorOf(four)
    const most: i32 = sectorOf(last)
    right = max(right, last + 1)
    right = after(most + reach, right, end)
    left = after(first - across - 1, left, nextEnd)
    nextRight = max(left, nextRight)
    nextRight = after(most + across, nextRight, nextEnd)
    compareFour(shell, four, last, four + 1, right, left, nextRight)
    // In the same row: partners whose sectors lie within reach to the west, across sector 0.
    if (first + SECTORS - reach < SECTORS) {
      let start: i32 = end
      while (start > right && sectorOf(start - 1) >= first + SECTORS - reach) start -= 1
      if (start < end) compareFour(shell, four, last, start, end, end, end)
    }
    if (nextEnd === end) continue
    // In the next row, across sector 0 to the west and then to the east.
    if (first < across) {
      let start: i32 = nextEnd
      while (start > nextRight && sectorOf(start - 1) >= first + SECTORS - across) start -= 1
      if (start < nextEnd) compareFour(shell, four, last, start, nextEnd, nextEnd, nextEnd)
    }
    if (most + across >= SECTORS) {
      let stop: i32 = end
      while (stop < left && sectorOf(stop) <= most + across - SECTORS) stop += 1
      if (stop > end) compareFour(shell, four, last, end, stop, stop, stop)
    }
  }
}

/**
 * Returns the first entry of a row, from `from` on and at most `end`, whose sector is above `sector`. It compares sixteen entries at a time: the
 * comparison of sixteen sorted bytes gives a mask of ones up to the border, and the number of trailing ones is the number of entries to skip.
 */
function after(sector: i32, from: i32, end: i32): i32 {
  if (sector < 0) return from
  const most: v128 = i8x16.splat(<i8>min(sector, SECTORS - 1))
  let e: i32 = from
  while (e < end) {
    const passed: i32 = ctz(~i8x16.bitmask(i8x16.le_u(v128.load(SECTOR_OF + <usize>e), most)))
    e += passed
    if (passed < 16) break
  }
  return min(e, end)
}

/**
 * Compares the entries from `four` to `last` with each entry of two stretches: do the straight lines of both come nearer than R, so that an
 * encounter is possible? The first test is for any time, (d² − R²) w² ≤ (d·w)²: the least distance of two straight lines, d² − (d·w)²/w² ≤ R²,
 * multiplied by w² so that no division is needed. The few pairs that pass are tested for this window. Within the four, each entry is compared
 * with those before it.
 */
function compareFour(shell: i32, four: i32, last: i32, first: i32, end: i32, nextFirst: i32, nextEnd: i32): void {
  const a: usize = SORTED + <usize>four * ROW
  const ab: v128 = v128.shuffle<f32>(v128.load(a), v128.load(a, ROW), 0, 4, 1, 5)
  const cd: v128 = v128.shuffle<f32>(v128.load(a, 2 * ROW), v128.load(a, 3 * ROW), 0, 4, 1, 5)
  const ab2: v128 = v128.shuffle<f32>(v128.load(a), v128.load(a, ROW), 2, 6, 3, 7)
  const cd2: v128 = v128.shuffle<f32>(v128.load(a, 2 * ROW), v128.load(a, 3 * ROW), 2, 6, 3, 7)
  const ab3: v128 = v128.shuffle<f32>(v128.load(a, 16), v128.load(a, ROW + 16), 0, 4, 1, 5)
  const cd3: v128 = v128.shuffle<f32>(v128.load(a, 2 * ROW + 16), v128.load(a, 3 * ROW + 16), 0, 4, 1, 5)
  // The rows lie as x y z vx vy vz in memory. Two rounds of shuffles turn four rows into one vector for each
  // coordinate.
  const every: v128 = v128.or(v128.shuffle<f64>(ab, cd, 0, 2), from(last - four + 1))
  const y: v128 = v128.shuffle<f64>(ab, cd, 1, 3)
  const z: v128 = v128.shuffle<f64>(ab2, cd2, 0, 2)
  const vx: v128 = v128.shuffle<f64>(ab2, cd2, 1, 3)
  const vy: v128 = v128.shuffle<f64>(ab3, cd3, 0, 2)
  const vz: v128 = v128.shuffle<f64>(ab3, cd3, 1, 3)
  // R² of the shell, m².
  const rough: v128 = v128.load32_splat(ROUGH + ((<usize>shell) << 2))
  // Within the four, each entry is compared only with the entries before it: the lanes from `before` on are NaN.
  let before: i32 = first === four + 1 ? 1 : 4
  let x: v128 = v128.or(every, from(before))
  let at: usize = SORTED + <usize>first * ROW
  let stop: usize = SORTED + <usize>end * ROW
  for (let stretch: i32 = 0; stretch < 2; stretch += 1) {
    for (; at < stop; at += ROW) {
      const dx: v128 = f32x4.sub(v128.load32_splat(at), x)
      const dy: v128 = f32x4.sub(v128.load32_splat(at, 4), y)
      const dz: v128 = f32x4.sub(v128.load32_splat(at, 8), z)
      const wx: v128 = f32x4.sub(v128.load32_splat(at, 12), vx)
      const wy: v128 = f32x4.sub(v128.load32_splat(at, 16), vy)
      const wz: v128 = f32x4.sub(v128.load32_splat(at, 20), vz)
      const d2: v128 = squared(dx, dy, dz)
      const w2: v128 = squared(wx, wy, wz)
      const dw: v128 = fma(dx, wx, fma(dy, wy, f32x4.mul(dz, wz)))
      // Also true for objects at rest relative to each other.
      const near: v128 = f32x4.le(f32x4.mul(f32x4.sub(d2, rough), w2), f32x4.mul(dw, dw))
      if (v128.any_true(near)) lookAtFour(four, at, v128.and(near, f32x4.lt(nearest(d2, w2, dw), rough)))
      if (before < 4) {
        before += 1
        x = v128.or(every, from(before))
      }
    }
    at = SORTED + <usize>nextFirst * ROW
    stop = SORTED + <usize>nextEnd * ROW
  }
}

/** Returns a mask with all bits set in the lanes from one on. Or-ed to numbers it makes them NaN, and no comparison with NaN is true. */
function from(lane: i32): v128 {
  return i32x4.ge_s(i32x4(0, 1, 2, 3), i32x4.splat(lane))
}

/**
 * Returns the square of the least distance of two straight lines in the window. The distance |d + w t|² = d² + 2 t d·w + t² w² is least at t =
 * −d·w/w², which is limited to the window, ±h; `before` is −t.
 */
function nearest(d2: v128, w2: v128, dw: v128): v128 {
  // Objects at rest relative to each other have no time of closest approach; pmin and pmax replace it by the end of the window.
  const before: v128 = f32x4.pmax(single(-HALF), f32x4.pmin(single(HALF), f32x4.div(dw, w2)))
  return fnma(before, fnma(before, w2, f32x4.add(dw, dw)), d2)
}

/** Examines the pairs of the entry at an address with those of four entries that are near it. */
function lookAtFour(four: i32, at: usize, near: v128): void {
  const bits: i32 = i32x4.bitmask(near)
  if (bits === 0) return
  const other: u32 = load<u32>(at, OBJECT_AT)
  for (let k: i32 = 0; k < 4; k += 1) {
    if (((bits >> k) & 1) !== 0) meetFirst(objectOf(four + k), other)
  }
}

/** Examines a pair if this shell is the first of one of the two objects. */
function meetFirst(object: u32, other: u32): void {
  if (((object | other) & IS_FIRST) !== 0) meet(<usize>(object & ~IS_FIRST), <usize>(other & ~IS_FIRST))
}

/** Compares entries within reach of a sector across sector 0, where the last sector meets the first. */
function compareAround(shell: i32, object: u32, from: i32, end: i32, sector: i32, reach: i32): void {
  // Entries within reach on both sides are compared directly.
  const first: i32 = max(sector + SECTORS - reach, sector + reach + 1)
  const last: i32 = min(sector + reach - SECTORS, sector - reach - 1)
  const start: i32 = after(first - 1, from, end)
  if (start < end) compare(shell, object, start, end)
  const stop: i32 = after(last, from, end)
  if (from < stop) compare(shell, object, from, stop)
}

/**
 * Compares the probes with the grid, and with each other if they are in the same shell. The probes of a shell form two linked lists: objects that
 * could be in the grid, and objects that only probe it. Each new probe is compared with the listed ones. Linked lists are enough because probes
 * are few: objects on eccentric orbits, whose direction rotates too fast near perigee for the reach of the grid, and the objects that are
 * screened against the catalogue.
 */
export function joinProbes(): void {
  memory.fill(HEADS, 0xff, SHELLS * 8)
  for (let p: i32 = 0; p < probes; p += 1) {
    const probe: u64 = load<u64>(PROBES + ((<usize>p) << 3))
    const object: u32 = <u32>probe
    if (entries > 0) probeGrid(<i32>(probe >> 32), object)
    const isOther: bool = (load<u8>(KINDS + <usize>(object & ~IS_FIRST)) & ONLY_PROBES) !== 0
    const own: usize = HEADS + ((<usize>(probe >> 32)) << 3) + (isOther ? 4 : 0)
    const others: usize = HEADS + ((<usize>(probe >> 32)) << 3) + (isOther ? 0 : 4)
    compareList(object, load<i32>(others))
    // The thousand candidates for one manoeuvre are never compared with each other.
    if (!isOther || PROBES_MEET) compareList(object, load<i32>(own))
    store<i32>(EARLIER + ((<usize>p) << 2), load<i32>(own))
    store<i32>(own, p)
  }
}

/**
 * Compares a probe with the earlier ones of a list. Most of those in a shell are on another side of the Earth, further than both can move in half
 * a window, so their distance is compared first.
 */
function compareList(object: u32, head: i32): void {
  // Two objects that approach each other at FASTEST are at most this far apart half a window before they miss each other by the threshold.
  const farthest: f32 = 2.0 * FASTEST * HALF + THRESHOLD
  const its: usize = ROWS + <usize>(object & ~IS_FIRST) * ROW
  const x: f32 = load<f32>(its)
  const y: f32 = load<f32>(its, 4)
  const z: f32 = load<f32>(its, 8)
  for (let p: i32 = head; p >= 0; p = load<i32>(EARLIER + ((<usize>p) << 2))) {
    const other: u32 = load<u32>(PROBES + ((<usize>p) << 3))
    const row: usize = ROWS + <usize>(other & ~IS_FIRST) * ROW
    const dx: f32 = load<f32>(row) - x
    const dy: f32 = load<f32>(row, 4) - y
    const dz: f32 = load<f32>(row, 8) - z
    if (dx * dx + dy * dy + dz * dz > farthest * farthest) continue
    meetFirst(object, other)
  }
}

/**
 * Compares a probe with the entries of one shell, band after band. It only visits bands and sectors within an angle that the probe's rotation,
 * the rotation of calm objects and the threshold allow. A band with few entries is compared completely, because finding its sectors takes longer.
 */
function probeGrid(shell: i32, object: u32): void {
  const k: usize = <usize>(object & ~IS_FIRST)
  const mark: usize = MARKS + k * MARK
  const cell: i32 = load<i32>(mark, CELL_AT)
  const band: i32 = cell >> ROW_BITS
  const sector: i32 = cell & (SECTORS - 1)
  // The largest angle, rad, at the centre of the window between the directions of two objects that meet in the window.
  const angle: f64 = apart(<f64>load<f32>(mark, TURN_AT), load<f64>(CALM + ((<usize>shell) << 3)), shell)
  const reach: i32 = bandReach(angle)
  for (let other: i32 = max(0, band - reach); other <= min(BANDS - 1, band + reach); other += 1) {
    const from: i32 = rowStart(shell, other)
    const end: i32 = rowStart(shell, other + 1)
    if (end - from <= SHORT) {
      if (from < end) compare(shell, object, from, end)
      continue
    }
    const sectors: i32 = sectorReach(angle, band, other)
    if (sectors < 0) continue
    const left: i32 = after(sector - sectors - 1, from, end)
    const right: i32 = after(sector + sectors, left, end)
    if (left < right) compare(shell, object, left, right)
    if (sector < sectors || sector + sectors >= SECTORS) compareAround(shell, object, from, end, sector, sectors)
  }
}

/**
 * Compares an object with the entries from `from` to `end`, four at a time, to find whether their straight lines come closer than R. The few that
 * do are examined again.
 */
function compare(shell: i32, object: u32, from: i32, end: i32): void {
  const its: usize = ROWS + <usize>(object & ~IS_FIRST) * ROW
  const x: v128 = v128.load32_splat(its)
  const y: v128 = v128.load32_splat(its, 4)
  const z: v128 = v128.load32_splat(its, 8)
  const vx: v128 = v128.load32_splat(its, 12)
  const vy: v128 = v128.load32_splat(its, 16)
  const vz: v128 = v128.load32_splat(its, 20)
  const rough: v128 = v128.load32_splat(ROUGH + ((<usize>shell) << 2))
  const last: usize = SORTED + <usize>end * ROW
  for (let at: usize = SORTED + <usize>from * ROW; at < last; at += 4 * ROW) {
    const ab: v128 = v128.shuffle<f32>(v128.load(at), v128.load(at, ROW), 0, 4, 1, 5)
    const cd: v128 = v128.shuffle<f32>(v128.load(at, 2 * ROW), v128.load(at, 3 * ROW), 0, 4, 1, 5)
    const ab2: v128 = v128.shuffle<f32>(v128.load(at), v128.load(at, ROW), 2, 6, 3, 7)
    const cd2: v128 = v128.shuffle<f32>(v128.load(at, 2 * ROW), v128.load(at, 3 * ROW), 2, 6, 3, 7)
    const ab3: v128 = v128.shuffle<f32>(v128.load(at, 16), v128.load(at, ROW + 16), 0, 4, 1, 5)
    const cd3: v128 = v128.shuffle<f32>(v128.load(at, 2 * ROW + 16), v128.load(at, 3 * ROW + 16), 0, 4, 1, 5)
    const dx: v128 = f32x4.sub(v128.shuffle<f64>(ab, cd, 0, 2), x)
    const dy: v128 = f32x4.sub(v128.shuffle<f64>(ab, cd, 1, 3), y)
    const dz: v128 = f32x4.sub(v128.shuffle<f64>(ab2, cd2, 0, 2), z)
    const wx: v128 = f32x4.sub(v128.shuffle<f64>(ab2, cd2, 1, 3), vx)
    const wy: v128 = f32x4.sub(v128.shuffle<f64>(ab3, cd3, 0, 2), vy)
    const wz: v128 = f32x4.sub(v128.shuffle<f64>(ab3, cd3, 1, 3), vz)
    const d2: v128 = squared(dx, dy, dz)
    const w2: v128 = squared(wx, wy, wz)
    const dw: v128 = fma(dx, wx, fma(dy, wy, f32x4.mul(dz, wz)))
    // (d² − R²) w² ≤ (d·w)²: the lines come closer than R at some time. If w is 0, both sides are 0 and nearest() decides.
    const near: v128 = f32x4.le(f32x4.mul(f32x4.sub(d2, rough), w2), f32x4.mul(dw, dw))
    if (!v128.any_true(near)) continue
    // The entries whose lines come closer than R within the window, from −h to h.
    const closely: v128 = v128.and(near, f32x4.lt(nearest(d2, w2, dw), rough))
    lookAgain(object, <i32>((at - SORTED) / ROW), end, i32x4.bitmask(closely))
  }
}

/** Examines those of four entries whose bit is set, if this shell is the first of one of the two objects. */
function lookAgain(object: u32, from: i32, end: i32, bits: i32): void {
  for (let k: i32 = 0; k < 4; k += 1) {
    if (((bits >> k) & 1) === 0 || from + k >= end) continue
    meetFirst(object, objectOf(from + k))
  }
}

function sectorOf(e: i32): i32 {
  return <i32>load<u8>(SECTOR_OF + <usize>e)
}

function objectOf(e: i32): u32 {
  return load<u32>(SORTED + <usize>e * ROW, OBJECT_AT)
}
