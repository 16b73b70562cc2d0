import {
  BANDS,
  CELLS,
  COUNT,
  CROWD,
  CROWDED,
  HALF,
  INNERMOST,
  PER_M,
  PER_M_FAR,
  ROW,
  ROWS,
  SECTORS,
  SHELLS,
  SPANS,
  THRESHOLD,
  TURNS,
} from './plan.ts'
import { angleOf, fma, fnma, larger, loadRounded, single, smaller, squared } from './single.ts'

// astro/screening/window.ts says why these bounds hold, and what each number is. Here they are taken of four objects at a
// time, in f32: ROUNDING of the radius is more than that loses.
const GM: f32 = 3.986008e14
const EARTH_RADIUS: f32 = 6378135.0
const EPSILON: f32 = 0.045
const EPSILON_FAR: f32 = 2e-3
const DELTA: f32 = 4.5
const LOW: f32 = EARTH_RADIUS + 15000.0
const SERIES: f32 = 20.0
const SHARE: f32 = 0.7
const ROUNDING: f32 = 1e-6

/** The shells of an object that is in none. */
export const NOWHERE: u32 = 0xffffffff

/**
 * Bounds what all objects do in the window whose centre states are the planes at `now`, when those of the next window are at
 * `then`. A byte of 0 in `tame` says that the object left the path of these bounds before; those that leave it on the way to
 * the next centre get 0 in both.
 */
export function boundObjects(now: usize, then: usize, plane: usize, tame: usize, tameThen: usize): void {
  for (let k: usize = 0; k < <usize>COUNT; k += 4) {
    const at: usize = now + k * 8
    const x: v128 = loadRounded(at)
    const y: v128 = loadRounded(at + plane)
    const z: v128 = loadRounded(at + 2 * plane)
    const vx: v128 = loadRounded(at + 3 * plane)
    const vy: v128 = loadRounded(at + 4 * plane)
    const vz: v128 = loadRounded(at + 5 * plane)
    const isOnPath: v128 = followsPath(x, y, z, vx, vy, vz, then + k * 8, plane)
    const r: v128 = f32x4.sqrt(squared(x, y, z))
    const speed2: v128 = squared(vx, vy, vz)
    const radial: v128 = f32x4.div(fma(x, vx, fma(y, vy, f32x4.mul(z, vz))), r)
    const climb: v128 = f32x4.add(f32x4.abs(radial), single(DELTA))
    const across: v128 = f32x4.add(f32x4.sqrt(larger(fnma(radial, radial, speed2), single(0.0))), single(DELTA))
    const fallen: v128 = fnma(climb, single(HALF), f32x4.sub(r, single(5.0 * HALF * HALF)))
    const rho: v128 = larger(fallen, single(0.9 * EARTH_RADIUS))
    const epsilon: v128 = epsilonAt(rho)
    const kappa: v128 = f32x4.div(single(8.0 * GM), f32x4.mul(rho, f32x4.mul(rho, rho)))
    const fling: v128 = f32x4.div(f32x4.mul(across, across), r)
    const gravity: v128 = f32x4.div(single(GM), f32x4.mul(r, r))
    const blur: v128 = f32x4.mul(f32x4.add(across, across), fma(epsilon, single(HALF), single(2.0 * DELTA)))
    const pull: v128 = f32x4.add(f32x4.abs(f32x4.sub(fling, gravity)), f32x4.div(blur, r))
    const numerator: v128 = fma(f32x4.mul(kappa, single(HALF)), climb, f32x4.add(pull, epsilon))
    const largest: v128 = f32x4.div(numerator, fnma(kappa, single(HALF * HALF), single(1.0)))
    const way: v128 = fma(climb, single(HALF), f32x4.mul(largest, single(0.5 * HALF * HALF)))
    const reach: v128 = f32x4.add(fma(r, single(ROUNDING), way), single(1.0))
    const low: v128 = f32x4.sub(r, reach)
    const high: v128 = f32x4.add(r, reach)
    const least: v128 = larger(low, single(0.9 * EARTH_RADIUS))
    const momentum: v128 = fma(f32x4.mul(epsilon, single(HALF)), high, f32x4.mul(across, r))
    const turn: v128 = f32x4.mul(f32x4.div(momentum, f32x4.mul(least, least)), single(HALF * 1.00001))
    const isBound: v128 = f32x4.lt(f32x4.mul(speed2, r), single(2.2 * GM))
    const isFit: v128 = v128.and(f32x4.gt(low, single(LOW)), isBound)
    v128.store(TURNS + k * 4, turn)
    storeRows(ROWS + k * ROW, x, y, z, vx, vy, vz, low, high)
    storeCells(k, x, y, z)
    storeSpans(k, low, high, v128.and(v128.and(isFit, isOnPath), marksOf(tame + k)))
    keepMarks(tame + k, isOnPath)
    keepMarks(tameThen + k, isOnPath)
  }
}

/** Whether the way to the next centre is that of a fall around a point, but for what ε and δ allow. */
function followsPath(x: v128, y: v128, z: v128, vx: v128, vy: v128, vz: v128, then: usize, plane: usize): v128 {
  const tx: v128 = loadRounded(then)
  const ty: v128 = loadRounded(then + plane)
  const tz: v128 = loadRounded(then + 2 * plane)
  const r2: v128 = squared(x, y, z)
  const t2: v128 = squared(tx, ty, tz)
  const r: v128 = f32x4.sqrt(r2)
  const t: v128 = f32x4.sqrt(t2)
  const pull: v128 = f32x4.div(single(-GM), f32x4.mul(r2, r))
  const pullThen: v128 = f32x4.div(single(-GM), f32x4.mul(t2, t))
  const dx: v128 = leftOver(x, vx, tx, loadRounded(then + 3 * plane), pull, pullThen)
  const dy: v128 = leftOver(y, vy, ty, loadRounded(then + 4 * plane), pull, pullThen)
  const dz: v128 = leftOver(z, vz, tz, loadRounded(then + 5 * plane), pull, pullThen)
  const W: f32 = 2.0 * HALF
  const epsilon: v128 = epsilonAt(smaller(r, t))
  const allowed: v128 = fma(epsilon, single((SHARE * W * W) / 6.0), single(SERIES + SHARE * DELTA * W))
  return f32x4.le(squared(dx, dy, dz), f32x4.mul(allowed, allowed))
}

/** Along one axis: the way from centre to centre less the mean velocity, corrected for the change of gravity. */
function leftOver(from: v128, v: v128, to: v128, vThen: v128, pull: v128, pullThen: v128): v128 {
  const W: f32 = 2.0 * HALF
  const change: v128 = f32x4.sub(f32x4.mul(pullThen, to), f32x4.mul(pull, from))
  const way: v128 = fnma(f32x4.add(v, vThen), single(HALF), f32x4.sub(to, from))
  return fma(change, single((W * W) / 12.0), way)
}

function epsilonAt(radius: v128): v128 {
  const per: v128 = f32x4.div(single(EARTH_RADIUS), radius)
  const per2: v128 = f32x4.mul(per, per)
  return fma(f32x4.mul(per2, single(EPSILON)), per2, single(EPSILON_FAR))
}

/** Four objects, one after the other: what was in columns goes into rows. */
function storeRows(to: usize, x: v128, y: v128, z: v128, vx: v128, vy: v128, vz: v128, low: v128, high: v128): void {
  storeHalves(to, x, y, z, vx)
  storeHalves(to + 16, vy, vz, low, high)
}

function storeHalves(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  const ab: v128 = v128.shuffle<f32>(a, b, 0, 4, 1, 5)
  const cd: v128 = v128.shuffle<f32>(c, d, 0, 4, 1, 5)
  const ab2: v128 = v128.shuffle<f32>(a, b, 2, 6, 3, 7)
  const cd2: v128 = v128.shuffle<f32>(c, d, 2, 6, 3, 7)
  v128.store(to, v128.shuffle<f64>(ab, cd, 0, 2))
  v128.store(to + ROW, v128.shuffle<f64>(ab, cd, 1, 3))
  v128.store(to + 2 * ROW, v128.shuffle<f64>(ab2, cd2, 0, 2))
  v128.store(to + 3 * ROW, v128.shuffle<f64>(ab2, cd2, 1, 3))
}

/** Where in the sky: band of latitude and sector of longitude in one number. */
function storeCells(k: usize, x: v128, y: v128, z: v128): void {
  const latitude: v128 = angleOf(z, f32x4.sqrt(fma(x, x, f32x4.mul(y, y))))
  const longitude: v128 = angleOf(y, x)
  const bands: v128 = f32x4.mul(f32x4.add(latitude, single(<f32>(0.5 * Math.PI))), single(<f32>BANDS / <f32>Math.PI))
  const sectors: v128 = f32x4.mul(
    f32x4.add(longitude, single(<f32>Math.PI)),
    single(<f32>SECTORS / <f32>(2.0 * Math.PI)),
  )
  const band: v128 = f32x4.pmax(f32x4.pmin(bands, single(<f32>BANDS - 1.0)), single(0.0))
  const sector: v128 = f32x4.pmax(f32x4.pmin(sectors, single(<f32>SECTORS - 1.0)), single(0.0))
  const row: v128 = i32x4.shl(i32x4.trunc_sat_f32x4_u(band), 8)
  v128.store(CELLS + k * 4, v128.or(row, i32x4.trunc_sat_f32x4_u(sector)))
}

/** First and last shell, in the lower and upper half of a number. */
function storeSpans(k: usize, low: v128, high: v128, isTame: v128): void {
  const first: v128 = shellOf(fnma(single(0.5), single(THRESHOLD), low))
  const last: v128 = shellOf(fma(single(0.5), single(THRESHOLD), high))
  const span: v128 = v128.or(first, i32x4.shl(last, 16))
  v128.store(SPANS + k * 4, v128.or(span, v128.not(isTame)))
}

/** Never falls while the radius grows: intervals that overlap share a shell. */
function shellOf(radius: v128): v128 {
  const near: v128 = f32x4.mul(f32x4.sub(radius, single(INNERMOST)), single(PER_M))
  const far: v128 = f32x4.mul(f32x4.sub(radius, single(CROWD)), single(PER_M_FAR))
  const mostFar: f32 = <f32>SHELLS - 2.0 - CROWDED
  const crowded: v128 = f32x4.pmax(f32x4.pmin(near, single(CROWDED)), single(0.0))
  const coarse: v128 = f32x4.pmax(f32x4.pmin(far, single(mostFar)), single(0.0))
  return i32x4.add(i32x4.trunc_sat_f32x4_u(crowded), i32x4.trunc_sat_f32x4_u(coarse))
}

/** Bytes of 0 and 1 as four lanes without and with all bits set. */
function marksOf(bytes: usize): v128 {
  const wide: v128 = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(bytes)))
  return i32x4.gt_u(wide, i32x4.splat(0))
}

/** Sets the bytes of the lanes without bits to 0. */
function keepMarks(bytes: usize, lanes: v128): void {
  const words: v128 = i16x8.narrow_i32x4_s(lanes, lanes)
  const marks: v128 = i8x16.narrow_i16x8_s(words, words)
  store<u32>(bytes, load<u32>(bytes) & i32x4.extract_lane(marks, 0))
}
