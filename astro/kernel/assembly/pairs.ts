import { entries, IS_FIRST, ONLY_PROBES, probes, rowStart } from './grid.ts'
import { meet } from './meeting.ts'
import {
  BANDS,
  CALM,
  CELLS,
  EARLIER,
  ENTRIES,
  HALF,
  HEADS,
  KINDS,
  MOST_BANDS,
  OBJECT_OF,
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
  TURNS,
} from './plan.ts'
import { apart, bandReach, sectorReach } from './reach.ts'
import { fma, single, squared } from './single.ts'

/** What rounding to f32 makes of a squared distance, as a part of it. */
const ROUNDING: f32 = 2e-6

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

/** A row with itself: what follows within reach, and what is within reach around the back of the circle. */
function joinRow(shell: i32, from: i32, end: i32, reach: i32): void {
  let right: i32 = from
  let behind: i32 = from
  for (let e: i32 = from; e < end; e += 1) {
    const sector: i32 = sectorOf(e)
    while (right < end && sectorOf(right) <= sector + reach) right += 1
    if (right > e + 1) compare(shell, objectOf(e), e + 1, right)
    if (sector >= reach) continue
    while (behind < end && sectorOf(behind) < sector + SECTORS - reach) behind += 1
    const start: i32 = max(behind, max(right, e + 1))
    if (start < end) compare(shell, objectOf(e), start, end)
  }
}

/** A row with the next one, which goes from `end` to `nextEnd`. */
function joinRows(shell: i32, from: i32, end: i32, nextEnd: i32, reach: i32): void {
  if (nextEnd === end) return
  let left: i32 = end
  let right: i32 = end
  for (let e: i32 = from; e < end; e += 1) {
    const sector: i32 = sectorOf(e)
    while (left < nextEnd && sectorOf(left) < sector - reach) left += 1
    while (right < nextEnd && sectorOf(right) <= sector + reach) right += 1
    if (left < right) compare(shell, objectOf(e), left, right)
    if (sector < reach || sector + reach >= SECTORS) compareAround(shell, objectOf(e), end, nextEnd, sector, reach)
  }
}

/** What is within reach of a sector around the back of the circle, in the row from `from` to `end`. */
function compareAround(shell: i32, object: u32, from: i32, end: i32, sector: i32, reach: i32): void {
  // What is near on both ways is so directly.
  const first: i32 = max(sector + SECTORS - reach, sector + reach + 1)
  const last: i32 = min(sector + reach - SECTORS, sector - reach - 1)
  let start: i32 = end
  while (start > from && sectorOf(start - 1) >= first) start -= 1
  if (start < end) compare(shell, object, start, end)
  let stop: i32 = from
  while (stop < end && sectorOf(stop) <= last) stop += 1
  if (from < stop) compare(shell, object, from, stop)
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

function compareList(object: u32, head: i32): void {
  for (let p: i32 = head; p >= 0; p = load<i32>(EARLIER + ((<usize>p) << 2))) {
    const other: u32 = load<u32>(PROBES + ((<usize>p) << 3))
    if (((object | other) & IS_FIRST) !== 0) meet(<usize>(object & ~IS_FIRST), <usize>(other & ~IS_FIRST))
  }
}

function probeGrid(shell: i32, object: u32): void {
  const k: usize = <usize>(object & ~IS_FIRST)
  const cell: i32 = load<i32>(CELLS + (k << 2))
  const band: i32 = cell >> ROW_BITS
  const sector: i32 = cell & (SECTORS - 1)
  const angle: f64 = apart(<f64>load<f32>(TURNS + (k << 2)), load<f64>(CALM + ((<usize>shell) << 3)), shell)
  const reach: i32 = bandReach(angle)
  for (let other: i32 = max(0, band - reach); other <= min(BANDS - 1, band + reach); other += 1) {
    const sectors: i32 = sectorReach(angle, band, other)
    const from: i32 = rowStart(shell, other)
    const end: i32 = rowStart(shell, other + 1)
    if (sectors < 0 || from === end) continue
    let left: i32 = from
    while (left < end && sectorOf(left) < sector - sectors) left += 1
    let right: i32 = left
    while (right < end && sectorOf(right) <= sector + sectors) right += 1
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
  const rough: v128 = single(<f32>load<f64>(ROUGH + ((<usize>shell) << 3)))
  const share: v128 = single(1.0 - ROUNDING)
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
    const d2: v128 = f32x4.mul(squared(dx, dy, dz), share)
    const twice: v128 = f32x4.add(dw, dw)
    const nearest2: v128 = f32x4.sub(d2, f32x4.mul(before, f32x4.sub(twice, f32x4.mul(before, w2))))
    const near: v128 = f32x4.lt(nearest2, rough)
    if (v128.any_true(near)) lookAgain(object, <i32>((at - PLANES) >> 2), end, i32x4.bitmask(near))
  }
}

/** Those of four entries whose bit is set, when this is the first shell of either. */
function lookAgain(object: u32, from: i32, end: i32, bits: i32): void {
  for (let k: i32 = 0; k < 4; k += 1) {
    if (((bits >> k) & 1) === 0 || from + k >= end) continue
    const other: u32 = objectOf(from + k)
    if (((object | other) & IS_FIRST) !== 0) meet(<usize>(object & ~IS_FIRST), <usize>(other & ~IS_FIRST))
  }
}

function sectorOf(e: i32): i32 {
  return <i32>load<u8>(SECTOR_OF + <usize>e)
}

function objectOf(e: i32): u32 {
  return load<u32>(OBJECT_OF + ((<usize>e) << 2))
}
