import { entries, IS_FIRST, probes, rowStart } from './grid.ts'
import { meet } from './meeting.ts'
import {
  BANDS,
  CALM,
  CELL_AT,
  EARLIER,
  ENTRIES,
  HALF,
  HEADS,
  KINDS,
  MARK,
  MARKS,
  MOST_BANDS,
  OBJECT_OF,
  ONLY_PROBES,
  PLANE,
  PLANES,
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
  THRESHOLD,
  TURN_AT,
} from './plan.ts'
import { apart, bandReach, sectorReach } from './reach.ts'
import { fma, fnma, single, squared } from './single.ts'

/** Looking for who is within reach in a row takes longer than comparing so many. */
const SHORT: i32 = 32
/** No object that is bounded is faster within a window, m/s. */
const FASTEST: f32 = 13000.0

/** Compares the objects of the grid with each other: each with those that follow in its row, and with the next row. */
export function joinGrid(): void {
  let e: i32 = 0
  while (e < entries) {
    // The key lies above the number of the object.
    const row: i32 = load<i32>(ENTRIES + ((<usize>e) << 3), 4) >> ROW_BITS
    const shell: i32 = row >> (SHELL_BITS - ROW_BITS)
    const band: i32 = row & (<i32>MOST_BANDS - 1)
    const end: i32 = rowStart(shell, band + 1)
    const reach: usize = REACH + ((<usize>shell * MOST_BANDS + <usize>band) << 3)
    joinRow(shell, e, end, load<i32>(reach))
    const across: i32 = load<i32>(reach, 4)
    if (across >= 0) joinRows(shell, e, end, rowStart(shell, band + 2), across)
    e = end
  }
}

/** A row with itself, four objects at a time: what follows within reach, directly and around the back of the circle. */
function joinRow(shell: i32, from: i32, end: i32, reach: i32): void {
  let right: i32 = from
  for (let four: i32 = from; four < end; four += 4) {
    const last: i32 = min(four + 3, end - 1)
    const most: i32 = sectorOf(last) + reach
    right = max(right, last + 1)
    while (right < end && sectorOf(right) <= most) right += 1
    compareWithin(shell, four, last)
    if (four + 4 < right) compareFour(shell, four, last, four + 4, right)
    const behind: i32 = sectorOf(four) + SECTORS - reach
    if (behind >= SECTORS) continue
    let start: i32 = end
    while (start > right && sectorOf(start - 1) >= behind) start -= 1
    if (start < end) compareFour(shell, four, last, start, end)
  }
}

/** A row with the next one, which goes from `end` to `nextEnd`. */
function joinRows(shell: i32, from: i32, end: i32, nextEnd: i32, reach: i32): void {
  if (nextEnd === end) return
  let left: i32 = end
  let right: i32 = end
  for (let four: i32 = from; four < end; four += 4) {
    const last: i32 = min(four + 3, end - 1)
    const first: i32 = sectorOf(four)
    const most: i32 = sectorOf(last)
    while (left < nextEnd && sectorOf(left) < first - reach) left += 1
    right = max(left, right)
    while (right < nextEnd && sectorOf(right) <= most + reach) right += 1
    if (left < right) compareFour(shell, four, last, left, right)
    if (first < reach) {
      let start: i32 = nextEnd
      while (start > right && sectorOf(start - 1) >= first + SECTORS - reach) start -= 1
      compareFour(shell, four, last, start, nextEnd)
    }
    if (most + reach >= SECTORS) {
      let stop: i32 = end
      while (stop < left && sectorOf(stop) <= most + reach - SECTORS) stop += 1
      compareFour(shell, four, last, end, stop)
    }
  }
}

/**
 * Compares the entries from `four` to `last` with each of those from `from` to `end`: whether the straight lines of both come
 * nearer than whatever could still be an encounter. Those few are looked at again.
 */
function compareFour(shell: i32, four: i32, last: i32, from: i32, end: i32): void {
  const its: usize = PLANES + ((<usize>four) << 2)
  const x: v128 = v128.or(v128.load(its), beyond(last - four))
  const y: v128 = v128.load(its + PLANE)
  const z: v128 = v128.load(its + 2 * PLANE)
  const vx: v128 = v128.load(its + 3 * PLANE)
  const vy: v128 = v128.load(its + 4 * PLANE)
  const vz: v128 = v128.load(its + 5 * PLANE)
  const half: v128 = single(HALF)
  const back: v128 = single(-HALF)
  const rough: v128 = v128.load32_splat(ROUGH + ((<usize>shell) << 2))
  const stop: usize = PLANES + ((<usize>end) << 2)
  for (let at: usize = PLANES + ((<usize>from) << 2); at < stop; at += 4) {
    const dx: v128 = f32x4.sub(v128.load32_splat(at), x)
    const dy: v128 = f32x4.sub(v128.load32_splat(at + PLANE), y)
    const dz: v128 = f32x4.sub(v128.load32_splat(at + 2 * PLANE), z)
    const wx: v128 = f32x4.sub(v128.load32_splat(at + 3 * PLANE), vx)
    const wy: v128 = f32x4.sub(v128.load32_splat(at + 4 * PLANE), vy)
    const wz: v128 = f32x4.sub(v128.load32_splat(at + 5 * PLANE), vz)
    const w2: v128 = squared(wx, wy, wz)
    const dw: v128 = fma(dx, wx, fma(dy, wy, f32x4.mul(dz, wz)))
    // Objects that stand still towards each other have no nearest time: pmin and pmax make of that the end of the window.
    const before: v128 = f32x4.pmax(back, f32x4.pmin(half, f32x4.div(dw, w2)))
    const nearest2: v128 = fnma(before, fnma(before, w2, f32x4.add(dw, dw)), squared(dx, dy, dz))
    const near: v128 = f32x4.lt(nearest2, rough)
    if (v128.any_true(near)) lookAtFour(four, <i32>((at - PLANES) >> 2), i32x4.bitmask(near))
  }
}

/** What makes no numbers of the lanes after `last`. */
function beyond(last: i32): v128 {
  return i32x4.gt_s(i32x4(0, 1, 2, 3), i32x4.splat(last))
}

/** The same for up to four entries and each other: those beside each other in a circle, then those across it. */
function compareWithin(shell: i32, four: i32, last: i32): void {
  const its: usize = PLANES + ((<usize>four) << 2)
  const x: v128 = v128.or(v128.load(its), beyond(last - four))
  const y: v128 = v128.load(its + PLANE)
  const z: v128 = v128.load(its + 2 * PLANE)
  const vx: v128 = v128.load(its + 3 * PLANE)
  const vy: v128 = v128.load(its + 4 * PLANE)
  const vz: v128 = v128.load(its + 5 * PLANE)
  const rough: v128 = v128.load32_splat(ROUGH + ((<usize>shell) << 2))
  const beside: v128 = nearest(
    f32x4.sub(v128.shuffle<f32>(x, x, 1, 2, 3, 0), x),
    f32x4.sub(v128.shuffle<f32>(y, y, 1, 2, 3, 0), y),
    f32x4.sub(v128.shuffle<f32>(z, z, 1, 2, 3, 0), z),
    f32x4.sub(v128.shuffle<f32>(vx, vx, 1, 2, 3, 0), vx),
    f32x4.sub(v128.shuffle<f32>(vy, vy, 1, 2, 3, 0), vy),
    f32x4.sub(v128.shuffle<f32>(vz, vz, 1, 2, 3, 0), vz),
  )
  const across: v128 = nearest(
    f32x4.sub(v128.shuffle<f32>(x, x, 2, 3, 0, 1), x),
    f32x4.sub(v128.shuffle<f32>(y, y, 2, 3, 0, 1), y),
    f32x4.sub(v128.shuffle<f32>(z, z, 2, 3, 0, 1), z),
    f32x4.sub(v128.shuffle<f32>(vx, vx, 2, 3, 0, 1), vx),
    f32x4.sub(v128.shuffle<f32>(vy, vy, 2, 3, 0, 1), vy),
    f32x4.sub(v128.shuffle<f32>(vz, vz, 2, 3, 0, 1), vz),
  )
  const near: i32 = i32x4.bitmask(f32x4.lt(beside, rough)) | ((i32x4.bitmask(f32x4.lt(across, rough)) & 3) << 4)
  if (near === 0) return
  for (let k: i32 = 0; k < 4; k += 1) {
    if (((near >> k) & 1) !== 0) meetFirst(objectOf(four + k), objectOf(four + ((k + 1) & 3)))
  }
  if ((near & 16) !== 0) meetFirst(objectOf(four), objectOf(four + 2))
  if ((near & 32) !== 0) meetFirst(objectOf(four + 1), objectOf(four + 3))
}

/** The square of how near straight lines come in the window, from positions and velocities of one towards the other. */
function nearest(dx: v128, dy: v128, dz: v128, wx: v128, wy: v128, wz: v128): v128 {
  const w2: v128 = squared(wx, wy, wz)
  const dw: v128 = fma(dx, wx, fma(dy, wy, f32x4.mul(dz, wz)))
  // Objects that stand still towards each other have no nearest time: pmin and pmax make of that the end of the window.
  const before: v128 = f32x4.pmax(single(-HALF), f32x4.pmin(single(HALF), f32x4.div(dw, w2)))
  return fnma(before, fnma(before, w2, f32x4.add(dw, dw)), squared(dx, dy, dz))
}

/** Those of four entries beside another whose bit is set. */
function lookAtFour(four: i32, e: i32, bits: i32): void {
  const other: u32 = objectOf(e)
  for (let k: i32 = 0; k < 4; k += 1) {
    if (((bits >> k) & 1) !== 0) meetFirst(objectOf(four + k), other)
  }
}

/** Looks closely at a pair where this is the first shell of either. */
function meetFirst(object: u32, other: u32): void {
  if (((object | other) & IS_FIRST) !== 0) meet(<usize>(object & ~IS_FIRST), <usize>(other & ~IS_FIRST))
}

/** What is within reach of a sector around the back of the circle, in the row from `from` to `end`. */
function compareAround(shell: i32, object: u32, from: i32, end: i32, sector: i32, reach: i32): void {
  // What is near on both ways is so directly.
  const first: i32 = max(sector + SECTORS - reach, sector + reach + 1)
  const last: i32 = min(sector + reach - SECTORS, sector - reach - 1)
  const start: i32 = firstFrom(first, from, end)
  if (start < end) compare(shell, object, start, end)
  const stop: i32 = firstFrom(last + 1, from, end)
  if (from < stop) compare(shell, object, from, stop)
}

/** The first entry of a stretch of a row that is not before a sector, by halving. */
function firstFrom(sector: i32, from: i32, end: i32): i32 {
  let low: i32 = from
  let high: i32 = end
  while (low < high) {
    const middle: i32 = (low + high) >> 1
    if (sectorOf(middle) < sector) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares the probes with the grid, and with each other where they are in one shell. */
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
    // A thousand candidates for one manoeuvre are never compared with each other.
    if (!isOther || PROBES_MEET) compareList(object, load<i32>(own))
    store<i32>(EARLIER + ((<usize>p) << 2), load<i32>(own))
    store<i32>(own, p)
  }
}

/** Most of those in a shell are on another side of the Earth, further than both can fly in half a window. */
function compareList(object: u32, head: i32): void {
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

function probeGrid(shell: i32, object: u32): void {
  const k: usize = <usize>(object & ~IS_FIRST)
  const mark: usize = MARKS + k * MARK
  const cell: i32 = load<i32>(mark, CELL_AT)
  const band: i32 = cell >> ROW_BITS
  const sector: i32 = cell & (SECTORS - 1)
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
    const left: i32 = firstFrom(sector - sectors, from, end)
    const right: i32 = firstFrom(sector + sectors + 1, left, end)
    if (left < right) compare(shell, object, left, right)
    if (sector < sectors || sector + sectors >= SECTORS) compareAround(shell, object, from, end, sector, sectors)
  }
}

/**
 * Compares an object with the entries from `from` to `end`, four at a time: whether the straight lines of both come nearer
 * than whatever could still be an encounter. Those few are looked at again.
 */
function compare(shell: i32, object: u32, from: i32, end: i32): void {
  const its: usize = ROWS + <usize>(object & ~IS_FIRST) * ROW
  const x: v128 = v128.load32_splat(its)
  const y: v128 = v128.load32_splat(its, 4)
  const z: v128 = v128.load32_splat(its, 8)
  const vx: v128 = v128.load32_splat(its, 12)
  const vy: v128 = v128.load32_splat(its, 16)
  const vz: v128 = v128.load32_splat(its, 20)
  const half: v128 = single(HALF)
  const back: v128 = single(-HALF)
  const rough: v128 = v128.load32_splat(ROUGH + ((<usize>shell) << 2))
  const last: usize = PLANES + ((<usize>end) << 2)
  for (let at: usize = PLANES + ((<usize>from) << 2); at < last; at += 16) {
    const dx: v128 = f32x4.sub(v128.load(at), x)
    const dy: v128 = f32x4.sub(v128.load(at + PLANE), y)
    const dz: v128 = f32x4.sub(v128.load(at + 2 * PLANE), z)
    const wx: v128 = f32x4.sub(v128.load(at + 3 * PLANE), vx)
    const wy: v128 = f32x4.sub(v128.load(at + 4 * PLANE), vy)
    const wz: v128 = f32x4.sub(v128.load(at + 5 * PLANE), vz)
    const w2: v128 = squared(wx, wy, wz)
    const dw: v128 = fma(dx, wx, fma(dy, wy, f32x4.mul(dz, wz)))
    // Objects that stand still towards each other have no nearest time: pmin and pmax make of that the end of the window.
    const free: v128 = f32x4.div(dw, w2)
    const before: v128 = f32x4.pmax(back, f32x4.pmin(half, free))
    const nearest2: v128 = fnma(before, fnma(before, w2, f32x4.add(dw, dw)), squared(dx, dy, dz))
    const near: v128 = f32x4.lt(nearest2, rough)
    if (v128.any_true(near)) lookAgain(object, <i32>((at - PLANES) >> 2), end, i32x4.bitmask(near))
  }
}

/** Those of four entries whose bit is set, when this is the first shell of either. */
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
  return load<u32>(OBJECT_OF + ((<usize>e) << 2))
}
