import {
  BANDS,
  CROWD,
  CROWDED,
  HALF,
  INNERMOST,
  KINDS,
  MARK,
  MARKS_BEYOND,
  ON_PATH,
  ONLY_PROBES,
  PER_M,
  PER_M_FAR,
  ROW,
  SECTORS,
  SHELLS,
  STATES,
  THRESHOLD,
  TIMES_PLANE,
  WINDOW_BYTES,
  WINDOWS,
  widenProbes,
} from './plan.ts'
import { angleOf, fma, fnma, larger, loadRounded, single, smaller, squared } from './single.ts'

// What the sweep takes for granted of an object over one window, [t − h, t + h] about its centre t. With r(s) its position s
// seconds after the centre, r and v what SGP4 says at the centre:
//
//   (1)  |r″(s) + µ r/r³| ≤ ε(r)      it falls as around a point, but for ε: J2 is 0.03 m/s² at the ground, drag, Sun and
//                                     Moon are far less; and
//   (2)  |r′(0) − v| ≤ δ              SGP4's velocity is the rate of its position, but for δ.
//
// Neither follows from SGP4's formulas: drag polynomials of decaying objects break both by any amount. So they are measured,
// object by object and window by window. Between two centres, W apart, r(W) − r(0) is the mean velocity W less what
// Euler and Maclaurin say of the change of gravity, (g(W) − g(0)) W²/12, to a few metres on the lowest orbits. If both held,
// what is left is at most δ W + ε W²/6. Whoever leaves more than 0.7 of that is not bounded, and is compared with
// everybody near it on the grid of the exhaustive reference (astro/screening/kernel-sweep.ts). Of the others, the largest seen
// over the public catalogues and the synthetic one are 0.03 m/s² at the ground, 0.001 m/s² far out, and 3.8 m/s; ε and δ
// below are above all. All of it is in f32: ROUNDING of the radius is more than that loses.
//
// The radius obeys r″ = L²/r³ − µ/r² to ε, where L is the angular momentum; its right side is c at the centre and changes at
// most by κ|r′| per second, with κ = 8µ/ρ³ for any closed orbit. With X the largest |r″| of the window,
// X ≤ |c| + κh(|r′| + Xh) + ε: this gives X, and X the interval. The direction turns by L/r² a second at most.

const GM: f32 = 3.986008e14
const EARTH_RADIUS: f32 = 6378135.0
const EPSILON: f32 = 0.045
const EPSILON_FAR: f32 = 2e-3
const DELTA: f32 = 4.5
const LOW: f32 = EARTH_RADIUS + 15000.0
const SERIES: f32 = 30.0
const SHARE: f32 = 0.7
const ROUNDING: f32 = 1e-6

/** The shells of an object that is in none. */
export const NOWHERE: u32 = 0xffffffff

/**
 * Bounds what an object does in the windows around the first `windows` of the times whose states lie in STATES, one more than
 * windows: four at a time, into its row of each window. An object that strays from the path of these bounds between two
 * centres is bounded in neither window.
 */
export function boundObject(object: usize, windows: usize): void {
  let strayed: v128 = i32x4.splat(load<u8>(ON_PATH + object) === 0 ? 0 : -1)
  least = single(f32.MAX_VALUE)
  most = single(0.0)
  for (let w: usize = 0; w < windows; w += 4) {
    const at: usize = STATES + w * 8
    const isOnPath: v128 = followsPath(at)
    const wasOnPath: v128 = v128.shuffle<i32>(strayed, isOnPath, 3, 4, 5, 6)
    strayed = isOnPath
    const left: usize = min(4, windows - w)
    if (left < 4) strayed = i32x4.splat(lane(isOnPath, left - 1))
    boundFour(WINDOWS + w * WINDOW_BYTES, object, at, left, v128.and(isOnPath, wasOnPath))
  }
  store<u8>(ON_PATH + object, <u8>(i32x4.extract_lane(strayed, 3) & 1))
  if ((load<u8>(KINDS + object) & ONLY_PROBES) !== 0) keepExtent()
}

// Of the windows of the object that is bounded: the smallest and largest radii.
let least: v128 = i32x4.splat(0)
let most: v128 = i32x4.splat(0)

function keepExtent(): void {
  const low: v128 = f32x4.pmin(least, v128.shuffle<f32>(least, least, 2, 3, 0, 1))
  const high: v128 = f32x4.pmax(most, v128.shuffle<f32>(most, most, 2, 3, 0, 1))
  const lowest: f32 = min(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1))
  const highest: f32 = max(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1))
  widenProbes(lowest, highest)
}

function lane(marks: v128, index: usize): i32 {
  if (index === 0) return i32x4.extract_lane(marks, 0)
  return index === 1 ? i32x4.extract_lane(marks, 1) : i32x4.extract_lane(marks, 2)
}

/** Up to four windows in a row, of which the first lies at `window`. */
function boundFour(window: usize, object: usize, at: usize, count: usize, isOnPath: v128): void {
  const x: v128 = loadRounded(at)
  const y: v128 = loadRounded(at + TIMES_PLANE)
  const z: v128 = loadRounded(at + 2 * TIMES_PLANE)
  const vx: v128 = loadRounded(at + 3 * TIMES_PLANE)
  const vy: v128 = loadRounded(at + 4 * TIMES_PLANE)
  const vz: v128 = loadRounded(at + 5 * TIMES_PLANE)
  const r: v128 = f32x4.sqrt(squared(x, y, z))
  const speed2: v128 = squared(vx, vy, vz)
  const radial: v128 = f32x4.div(fma(x, vx, fma(y, vy, f32x4.mul(z, vz))), r)
  const across: v128 = f32x4.add(f32x4.sqrt(larger(fnma(radial, radial, speed2), single(0.0))), single(DELTA))
  const reach: v128 = reachOf(r, f32x4.add(f32x4.abs(radial), single(DELTA)), across)
  const low: v128 = f32x4.sub(r, reach)
  const high: v128 = f32x4.add(r, reach)
  const isBound: v128 = f32x4.lt(f32x4.mul(speed2, r), single(2.2 * GM))
  const isFit: v128 = v128.and(f32x4.gt(low, single(LOW)), isBound)
  const isBounded: v128 = v128.and(isFit, isOnPath)
  const span: v128 = v128.or(spanOf(low, high), v128.not(isBounded))
  // Lanes beyond the last window are not of this object.
  const isHere: v128 = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(<i32>count))
  const floor: v128 = v128.bitselect(low, single(0.0), isBounded)
  const ceiling: v128 = v128.bitselect(high, single(f32.MAX_VALUE), isBounded)
  least = f32x4.pmin(least, v128.bitselect(floor, least, isHere))
  most = f32x4.pmax(most, v128.bitselect(ceiling, most, isHere))
  const to: usize = window + object * ROW
  storeFour(to, count, x, y, z, vx)
  storeFour(to + 16, count, vy, vz, low, high)
  const mark: usize = window + MARKS_BEYOND + object * MARK
  storeFour(mark, count, turnOf(r, low, high, across), cellOf(x, y, z), span, span)
}

/** How far the radius may go from that at the centre; `climb` is what it changes by there at most. */
function reachOf(r: v128, climb: v128, across: v128): v128 {
  const fallen: v128 = fnma(climb, single(HALF), f32x4.sub(r, single(5.0 * HALF * HALF)))
  const rho: v128 = larger(fallen, single(0.9 * EARTH_RADIUS))
  const epsilon: v128 = epsilonAt(rho)
  const kappa: v128 = f32x4.div(single(8.0 * GM), f32x4.mul(rho, f32x4.mul(rho, rho)))
  const inverse: v128 = f32x4.div(single(1.0), r)
  const fling: v128 = f32x4.mul(f32x4.mul(across, across), inverse)
  const gravity: v128 = f32x4.mul(f32x4.mul(single(GM), inverse), inverse)
  const blur: v128 = f32x4.mul(f32x4.add(across, across), fma(epsilon, single(HALF), single(2.0 * DELTA)))
  const pull: v128 = fma(blur, inverse, f32x4.abs(f32x4.sub(fling, gravity)))
  const numerator: v128 = fma(f32x4.mul(kappa, single(HALF)), climb, f32x4.add(pull, epsilon))
  const largest: v128 = f32x4.div(numerator, fnma(kappa, single(HALF * HALF), single(1.0)))
  const way: v128 = fma(climb, single(HALF), f32x4.mul(largest, single(0.5 * HALF * HALF)))
  return f32x4.add(fma(r, single(ROUNDING), way), single(1.0))
}

/** By how much the direction may turn from that at the centre. */
function turnOf(r: v128, low: v128, high: v128, across: v128): v128 {
  const least: v128 = larger(low, single(0.9 * EARTH_RADIUS))
  const momentum: v128 = fma(f32x4.mul(epsilonAt(least), single(HALF)), high, f32x4.mul(across, r))
  return f32x4.mul(f32x4.div(momentum, f32x4.mul(least, least)), single(HALF * 1.00001))
}

/** Whether the way from the state at `at` to the next one is that of a fall around a point, but for what ε and δ allow. */
function followsPath(at: usize): v128 {
  const x: v128 = loadRounded(at)
  const y: v128 = loadRounded(at + TIMES_PLANE)
  const z: v128 = loadRounded(at + 2 * TIMES_PLANE)
  const tx: v128 = loadRounded(at + 8)
  const ty: v128 = loadRounded(at + 8 + TIMES_PLANE)
  const tz: v128 = loadRounded(at + 8 + 2 * TIMES_PLANE)
  const r2: v128 = squared(x, y, z)
  const t2: v128 = squared(tx, ty, tz)
  const r: v128 = f32x4.sqrt(r2)
  const t: v128 = f32x4.sqrt(t2)
  const pull: v128 = f32x4.div(single(-GM), f32x4.mul(r2, r))
  const pullThen: v128 = f32x4.div(single(-GM), f32x4.mul(t2, t))
  const dx: v128 = leftOver(x, tx, at + 3 * TIMES_PLANE, pull, pullThen)
  const dy: v128 = leftOver(y, ty, at + 4 * TIMES_PLANE, pull, pullThen)
  const dz: v128 = leftOver(z, tz, at + 5 * TIMES_PLANE, pull, pullThen)
  const W: f32 = 2.0 * HALF
  const epsilon: v128 = epsilonAt(smaller(r, t))
  const allowed: v128 = fma(epsilon, single((SHARE * W * W) / 6.0), single(SERIES + SHARE * DELTA * W))
  return f32x4.le(squared(dx, dy, dz), f32x4.mul(allowed, allowed))
}

/** Along one axis: the way from centre to centre less the mean velocity, corrected for the change of gravity. */
function leftOver(from: v128, to: v128, speeds: usize, pull: v128, pullThen: v128): v128 {
  const W: f32 = 2.0 * HALF
  const change: v128 = f32x4.sub(f32x4.mul(pullThen, to), f32x4.mul(pull, from))
  const sum: v128 = f32x4.add(loadRounded(speeds), loadRounded(speeds + 8))
  return fma(change, single((W * W) / 12.0), fnma(sum, single(HALF), f32x4.sub(to, from)))
}

function epsilonAt(radius: v128): v128 {
  const per: v128 = f32x4.div(single(EARTH_RADIUS), radius)
  const per2: v128 = f32x4.mul(per, per)
  return fma(f32x4.mul(per2, single(EPSILON)), per2, single(EPSILON_FAR))
}

/** Four numbers in columns of up to four windows become part of their rows. */
function storeFour(to: usize, count: usize, a: v128, b: v128, c: v128, d: v128): void {
  const ab: v128 = v128.shuffle<f32>(a, b, 0, 4, 1, 5)
  const cd: v128 = v128.shuffle<f32>(c, d, 0, 4, 1, 5)
  const ab2: v128 = v128.shuffle<f32>(a, b, 2, 6, 3, 7)
  const cd2: v128 = v128.shuffle<f32>(c, d, 2, 6, 3, 7)
  v128.store(to, v128.shuffle<f64>(ab, cd, 0, 2))
  if (count > 1) v128.store(to + WINDOW_BYTES, v128.shuffle<f64>(ab, cd, 1, 3))
  if (count > 2) v128.store(to + 2 * WINDOW_BYTES, v128.shuffle<f64>(ab2, cd2, 0, 2))
  if (count > 3) v128.store(to + 3 * WINDOW_BYTES, v128.shuffle<f64>(ab2, cd2, 1, 3))
}

/** Where in the sky: band of latitude and sector of longitude in one number. */
function cellOf(x: v128, y: v128, z: v128): v128 {
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
  return v128.or(row, i32x4.trunc_sat_f32x4_u(sector))
}

/** First and last shell, in the lower and upper half of a number. */
function spanOf(low: v128, high: v128): v128 {
  const first: v128 = shellOf(fnma(single(0.5), single(THRESHOLD), low))
  const last: v128 = shellOf(fma(single(0.5), single(THRESHOLD), high))
  return v128.or(first, i32x4.shl(last, 16))
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
