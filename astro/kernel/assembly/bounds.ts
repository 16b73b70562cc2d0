import {
  BANDS,
  CROWD,
  CROWDED,
  HALF,
  HIGH_AT,
  INNERMOST,
  KINDS,
  LOW_AT,
  MARK,
  MARKS_BEYOND,
  ON_PATH,
  ONLY_PROBES,
  PER_M,
  PER_M_FAR,
  ROW,
  SECTORS,
  SHELLS,
  SINGLES,
  SINGLES_PLANE,
  SPAN_AT,
  STATES,
  THRESHOLD,
  TIMES_PLANE,
  WINDOW_BYTES,
  WINDOWS,
  widenProbes,
} from './plan.ts'
import { angleOf, fma, fnma, larger, loadRounded, single, squared } from './single.ts'

// What the sweep assumes about the motion of an object in one window, [t − h, t + h] about its centre t. Let r(s) be the position s seconds after
// the centre, and let r and v be SGP4's position and velocity at the centre:
//
//   (1)  |r″(s) + µ r/r³| ≤ ε(r)      the motion around a point mass, up to ε: J2 is 0.03 m/s² at the ground; drag, Sun and
//                                     Moon are far less; and
//   (2)  |r′(0) − v| ≤ δ              SGP4's velocity is the derivative of its position, up to δ.
//
// Neither follows from SGP4's formulas: the drag polynomials of decaying objects can violate both by any amount. Both are therefore tested for
// each object and window. Let two centres be W apart. To a few metres on the lowest orbits, r(W) − r(0) is the mean velocity times W, minus the
// Euler–Maclaurin term for the change of gravity, (g(W) − g(0)) W²/12. If (1) and (2) hold, the residual is at most δ W + ε W²/6. An object with
// a residual above 0.7 of that is not bounded: it is compared with all objects near it on the grid of the exhaustive reference
// (astro/screening/kernel-sweep.ts). For the other objects, the largest values found in the public catalogues and in the synthetic one are 0.03
// m/s² at the ground, 0.001 m/s² far out, and 3.8 m/s; ε and δ below are larger than these. All computations are in f32; ROUNDING times the
// radius is more than their rounding errors.
//
// The radius satisfies r″ = L²/r³ − µ/r² up to ε, where L is the angular momentum. The right side is c at the centre and changes by at most κ|r′|
// per second, with κ = 8µ/ρ³ for any closed orbit. Let X be the largest |r″| in the window: X ≤ |c| + κh(|r′| + Xh) + ε. This gives X, and X
// gives the interval of the radius. The direction rotates by at most L/r² per second.

// µ and the radius of the Earth are those of WGS-72, as in SGP4: screening and propagation use the same force. EPSILON is a little more than J2's
// largest acceleration: over a pole that is 3 J2 µ R²/r⁴, 0.032 m/s² at the ground, and it falls with r⁻⁴, as in epsilonAt(). EPSILON_FAR is not
// a force (Sun and Moon pull by 1e-5 m/s² at geostationary height): SGP4's sums of periodic terms solve no equation of motion exactly: such an
// equation holds for them only up to this acceleration.
const GM: f32 = 3.986008e14
const EARTH_RADIUS: f32 = 6378135.0
const EPSILON: f32 = 0.045
const EPSILON_FAR: f32 = 2e-3
const DELTA: f32 = 4.5
const LOW: f32 = EARTH_RADIUS + 15000.0
const SERIES: f32 = 30.0
const SHARE: f32 = 0.7
const ROUNDING: f32 = 1e-6

/** The shells of an object that is in no shell. */
export const NOWHERE: u32 = 0xffffffff

/**
 * Bounds the motion of an object in `windows` windows, four at a time. The centres of the windows are the first `windows` times whose states are
 * in STATES, which has one time more. Writes the bounds to the object's row in the table of each window. If the object leaves the assumed path
 * between two centres, it is not bounded in either window. SGP4 computes many times of one object in one call, but the join needs all objects of
 * one window: each window therefore has its own table, and this function adds one row to each.
 */
export function boundObject(object: usize, windows: usize): void {
  roundStates(windows + 1)
  let strayed: v128 = i32x4.splat(load<u8>(ON_PATH + object) === 0 ? 0 : -1)
  for (let w: usize = 0; w < windows; w += 4) {
    const at: usize = SINGLES + w * 4
    const isOnPath: v128 = followsPath(at)
    const wasOnPath: v128 = v128.shuffle<i32>(strayed, isOnPath, 3, 4, 5, 6)
    strayed = isOnPath
    const left: usize = min(4, windows - w)
    if (left < 4) strayed = i32x4.splat(lane(isOnPath, left - 1))
    boundFour(WINDOWS + w * WINDOW_BYTES, object, at, left, v128.and(isOnPath, wasOnPath))
  }
  store<u8>(ON_PATH + object, <u8>(i32x4.extract_lane(strayed, 3) & 1))
  if ((load<u8>(KINDS + object) & ONLY_PROBES) !== 0) keepExtent(object, windows)
}

/** Rounds the states, with radii and their inverses, to f32 at the first `times` of them. */
function roundStates(times: usize): void {
  for (let t: usize = 0; t < times; t += 4) {
    const from: usize = STATES + t * 8
    const to: usize = SINGLES + t * 4
    const x: v128 = loadRounded(from)
    const y: v128 = loadRounded(from + TIMES_PLANE)
    const z: v128 = loadRounded(from + 2 * TIMES_PLANE)
    const r: v128 = f32x4.sqrt(squared(x, y, z))
    v128.store(to, x)
    v128.store(to, y, SINGLES_PLANE)
    v128.store(to, z, 2 * SINGLES_PLANE)
    v128.store(to, loadRounded(from + 3 * TIMES_PLANE), 3 * SINGLES_PLANE)
    v128.store(to, loadRounded(from + 4 * TIMES_PLANE), 4 * SINGLES_PLANE)
    v128.store(to, loadRounded(from + 5 * TIMES_PLANE), 5 * SINGLES_PLANE)
    v128.store(to, r, 6 * SINGLES_PLANE)
    v128.store(to, f32x4.div(single(1.0), r), 7 * SINGLES_PLANE)
  }
}

/** Stores the range of radii of a probe in a batch: all radii if it is not bounded. */
function keepExtent(object: usize, windows: usize): void {
  for (let w: usize = 0; w < windows; w += 1) {
    const row: usize = WINDOWS + w * WINDOW_BYTES + object * ROW
    const mark: usize = WINDOWS + w * WINDOW_BYTES + MARKS_BEYOND + object * MARK
    if (load<u32>(mark, SPAN_AT) === NOWHERE) widenProbes(0.0, f32.MAX_VALUE)
    else widenProbes(load<f32>(row, LOW_AT), load<f32>(row, HIGH_AT))
  }
}

/** Returns one of the first three lanes. */
function lane(marks: v128, index: usize): i32 {
  if (index === 0) return i32x4.extract_lane(marks, 0)
  return index === 1 ? i32x4.extract_lane(marks, 1) : i32x4.extract_lane(marks, 2)
}

/** Bounds up to four windows in a row, the first of them at `window`. */
function boundFour(window: usize, object: usize, at: usize, count: usize, isOnPath: v128): void {
  const x: v128 = v128.load(at)
  const y: v128 = v128.load(at, SINGLES_PLANE)
  const z: v128 = v128.load(at, 2 * SINGLES_PLANE)
  const vx: v128 = v128.load(at, 3 * SINGLES_PLANE)
  const vy: v128 = v128.load(at, 4 * SINGLES_PLANE)
  const vz: v128 = v128.load(at, 5 * SINGLES_PLANE)
  const r: v128 = v128.load(at, 6 * SINGLES_PLANE)
  const inverse: v128 = v128.load(at, 7 * SINGLES_PLANE)
  const speed2: v128 = squared(vx, vy, vz)
  const radial: v128 = f32x4.mul(fma(x, vx, fma(y, vy, f32x4.mul(z, vz))), inverse)
  const across: v128 = f32x4.add(f32x4.sqrt(larger(fnma(radial, radial, speed2), single(0.0))), single(DELTA))
  const reach: v128 = reachOf(r, inverse, f32x4.add(f32x4.abs(radial), single(DELTA)), across)
  const low: v128 = f32x4.sub(r, reach)
  const high: v128 = f32x4.add(r, reach)
  const isBound: v128 = f32x4.lt(f32x4.mul(speed2, r), single(2.2 * GM))
  const isFit: v128 = v128.and(f32x4.gt(low, single(LOW)), isBound)
  const isBounded: v128 = v128.and(isFit, isOnPath)
  const span: v128 = v128.or(spanOf(low, high), v128.not(isBounded))
  const to: usize = window + object * ROW
  storeFour(to, count, x, y, z, vx)
  storeFour(to + 16, count, vy, vz, low, high)
  const mark: usize = window + MARKS_BEYOND + object * MARK
  storeFour(mark, count, turnOf(r, low, high, across), cellOf(x, y, z), span, span)
}

/**
 * Returns how far the radius may go from its value at the centre; `climb` is the largest |r′| there. In the notation of the head of this file:
 * `fling` is L²/r³ and `gravity` is µ/r², whose difference is c; `blur` is the effect of ε and δ on L; `largest` is X, solved from X (1 − κh²) ≤
 * |c| + κh|r′| + ε; `way` is |r′| h + X h²/2. `fallen` is a lower bound of the radius in half a window, for which κ is computed.
 */
function reachOf(r: v128, inverse: v128, climb: v128, across: v128): v128 {
  const fallen: v128 = fnma(climb, single(HALF), f32x4.sub(r, single(5.0 * HALF * HALF)))
  const perRho: v128 = f32x4.div(single(1.0), larger(fallen, single(0.9 * EARTH_RADIUS)))
  const epsilon: v128 = epsilonAt(perRho)
  const kappa: v128 = f32x4.mul(f32x4.mul(single(8.0 * GM), perRho), f32x4.mul(perRho, perRho))
  const fling: v128 = f32x4.mul(f32x4.mul(across, across), inverse)
  const gravity: v128 = f32x4.mul(f32x4.mul(single(GM), inverse), inverse)
  const blur: v128 = f32x4.mul(f32x4.add(across, across), fma(epsilon, single(HALF), single(2.0 * DELTA)))
  const pull: v128 = fma(blur, inverse, f32x4.abs(f32x4.sub(fling, gravity)))
  const numerator: v128 = fma(f32x4.mul(kappa, single(HALF)), climb, f32x4.add(pull, epsilon))
  const largest: v128 = f32x4.div(numerator, fnma(kappa, single(HALF * HALF), single(1.0)))
  const way: v128 = fma(climb, single(HALF), f32x4.mul(largest, single(0.5 * HALF * HALF)))
  return f32x4.add(fma(r, single(ROUNDING), way), single(1.0))
}

/**
 * Returns the largest angle between the direction in the window and the direction at the centre, rad: L h/r², with the largest L and the smallest
 * r of the window.
 */
function turnOf(r: v128, low: v128, high: v128, across: v128): v128 {
  const perLeast: v128 = f32x4.div(single(1.0), larger(low, single(0.9 * EARTH_RADIUS)))
  const momentum: v128 = fma(f32x4.mul(epsilonAt(perLeast), single(HALF)), high, f32x4.mul(across, r))
  return f32x4.mul(f32x4.mul(momentum, f32x4.mul(perLeast, perLeast)), single(HALF * 1.00001))
}

/**
 * Returns whether the displacement from the state at `at` to the next one is that of free fall around a point, within ε and δ. The
 * Euler–Maclaurin formula of the second order, r(W) − r(0) = W (v(0) + v(W))/2 − (W²/12) (g(W) − g(0)), holds for any trajectory under gravity,
 * whatever its elements. SERIES, in m, covers its next term on the lowest orbits.
 */
function followsPath(at: usize): v128 {
  const inverse: v128 = v128.load(at, 7 * SINGLES_PLANE)
  const inverseThen: v128 = v128.load(at, 7 * SINGLES_PLANE + 4)
  const pull: v128 = pullOf(inverse)
  const pullThen: v128 = pullOf(inverseThen)
  const dx: v128 = leftOver(at, pull, pullThen)
  const dy: v128 = leftOver(at + SINGLES_PLANE, pull, pullThen)
  const dz: v128 = leftOver(at + 2 * SINGLES_PLANE, pull, pullThen)
  const W: f32 = 2.0 * HALF
  const epsilon: v128 = epsilonAt(larger(inverse, inverseThen))
  const allowed: v128 = fma(epsilon, single((SHARE * W * W) / 6.0), single(SERIES + SHARE * DELTA * W))
  return f32x4.le(squared(dx, dy, dz), f32x4.mul(allowed, allowed))
}

/** Returns −µ/r³, gravity per metre from the centre. */
function pullOf(inverse: v128): v128 {
  return f32x4.mul(f32x4.mul(single(-GM), inverse), f32x4.mul(inverse, inverse))
}

/** Returns, along one axis, the displacement between centres minus the displacement at the mean velocity, corrected for the change of gravity. */
function leftOver(at: usize, pull: v128, pullThen: v128): v128 {
  const W: f32 = 2.0 * HALF
  const from: v128 = v128.load(at)
  const to: v128 = v128.load(at, 4)
  const change: v128 = f32x4.sub(f32x4.mul(pullThen, to), f32x4.mul(pull, from))
  const sum: v128 = f32x4.add(v128.load(at, 3 * SINGLES_PLANE), v128.load(at, 3 * SINGLES_PLANE + 4))
  return fma(change, single((W * W) / 12.0), fnma(sum, single(HALF), f32x4.sub(to, from)))
}

/** Returns ε for the inverse of a radius. J2 decreases with the fourth power of the radius. The same formula is in meeting.ts in f64. */
function epsilonAt(inverse: v128): v128 {
  const per: v128 = f32x4.mul(single(EARTH_RADIUS), inverse)
  const per2: v128 = f32x4.mul(per, per)
  return fma(f32x4.mul(per2, single(EPSILON)), per2, single(EPSILON_FAR))
}

/** Stores four numbers, in columns of up to four windows, into their rows. */
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

/**
 * Returns the direction as one number, from the band of latitude and the sector of longitude. Latitude and longitude are geocentric and inertial;
 * the Earth need not rotate, because cells are only compared within one window. Bands have equal width in latitude. Sectors become narrow near
 * the poles, where sectorReach covers more of them.
 */
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

/** Returns the first and last shell, in the lower and upper half of a number. */
function spanOf(low: v128, high: v128): v128 {
  const first: v128 = shellOf(fnma(single(0.5), single(THRESHOLD), low))
  const last: v128 = shellOf(fma(single(0.5), single(THRESHOLD), high))
  return v128.or(first, i32x4.shl(last, 16))
}

/** Returns the shell of a radius. It never decreases as the radius grows, so that intervals that overlap share a shell. */
function shellOf(radius: v128): v128 {
  const near: v128 = f32x4.mul(f32x4.sub(radius, single(INNERMOST)), single(PER_M))
  const far: v128 = f32x4.mul(f32x4.sub(radius, single(CROWD)), single(PER_M_FAR))
  const mostFar: f32 = <f32>SHELLS - 2.0 - CROWDED
  const crowded: v128 = f32x4.pmax(f32x4.pmin(near, single(CROWDED)), single(0.0))
  const coarse: v128 = f32x4.pmax(f32x4.pmin(far, single(mostFar)), single(0.0))
  return i32x4.add(i32x4.trunc_sat_f32x4_u(crowded), i32x4.trunc_sat_f32x4_u(coarse))
}
