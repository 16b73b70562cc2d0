import { AXN, AYN, C_U, S_U } from './columns.ts'
import { refuse } from './near-earth.ts'
import { add, div, madd, mul, nmadd, signBit, smallCos, smallSin, splat, sub } from './vector.ts'

/** Up to this e², two steps solve Kepler's equation. */
const ROUND_E2: f64 = 0.01
/** Largest step of the theory, rad, which is also the range of the polynomials of wideSin and wideCos. */
const LARGEST_STEP: f64 = 0.95
/** A step below this, rad, is the last one. */
const CONVERGED: f64 = 1e-6
/** Iterations after which a lane is left to the scalar code. */
const MOST_STEPS: i32 = 12

/**
 * Computes the sine and cosine of E + ω, the eccentric argument of latitude, from those of the mean one, u = M + ω, by Kepler's equation F(d) =
 * d − axn sin(u + d) + ayn cos(u + d) = 0 for d = E − M. The equation uses M + ω and E + ω because axn and ayn hold the eccentricity vector with
 * J3's part, for which no perigee is defined. Nearly all objects of a catalogue have e < 0.1: for them a fixed number of steps needs no test of
 * convergence. Other objects need an iteration; if one lane of a pair needs it, both lanes do it.
 */
export function solveKepler(bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const axn: v128 = v128.load(k, AXN)
    const ayn: v128 = v128.load(k, AYN)
    const e2: v128 = madd(axn, axn, mul(ayn, ayn))
    if (v128.any_true(f64x2.gt(e2, splat(ROUND_E2)))) solveEccentric(k, axn, ayn, e2)
    else solveRound(k, axn, ayn)
  }
}

/**
 * Applies Chebyshev's third-order step twice, to d = E − u from 0. The error after the first step is below e⁴, after the second below e¹³, which
 * is 1e-13 at e = 0.1. A Newton step from E = M leaves an error of order e³ and needs one more step; a better start than 0 costs more than it
 * saves.
 */
function solveRound(k: usize, axn: v128, ayn: v128): void {
  const sinU: v128 = v128.load(k, S_U)
  const cosU: v128 = v128.load(k, C_U)
  const d: v128 = step(sinU, cosU, axn, ayn, splat(0.0))
  const d2: v128 = mul(d, d)
  const sinD: v128 = smallSin(d, d2)
  const cosD: v128 = smallCos(d2)
  const s: v128 = madd(sinU, cosD, mul(cosU, sinD))
  const c: v128 = nmadd(sinU, sinD, mul(cosU, cosD))
  const last: v128 = step(s, c, axn, ayn, d)
  const cosLast: v128 = nmadd(mul(last, last), splat(0.5), splat(1.0))
  v128.store(k, madd(s, cosLast, mul(c, last)), S_U)
  v128.store(k, nmadd(s, last, mul(c, cosLast)), C_U)
}

/**
 * Returns Chebyshev's step for Kepler's equation, −F/F′ − ½ (F″/F′) (F/F′)², where s and c are the sine and cosine of u + d. With F″ = axn s −
 * ayn c (`curve`) also F = d − F″, and F′ = 1 − axn c − ayn s, so the step needs one division and no further sine.
 */
function step(s: v128, c: v128, axn: v128, ayn: v128, d: v128): v128 {
  const curve: v128 = nmadd(ayn, c, mul(axn, s))
  const inverse: v128 = div(splat(1.0), nmadd(axn, c, nmadd(ayn, s, splat(1.0))))
  const newton: v128 = mul(sub(curve, d), inverse)
  return nmadd(mul(newton, mul(newton, splat(0.5))), mul(curve, inverse), newton)
}

/**
 * Starts at Danby's 0.85 e towards apogee, and makes Halley's steps −F F′/(F′² − ½ F F″) until a step is below 1e-6. Convergence is cubic, so
 * that the step after this small one would be below 1e-17 and is not made. Orbits that do not converge are refused. Source of the start: Danby
 * and Burkardt, Celestial Mechanics 31 (1983) 95; from it Newton's family of methods converges for all M and e < 1. A step is limited to 0.95
 * rad, the range of the polynomials of wideSin and wideCos.
 */
function solveEccentric(k: usize, axn: v128, ayn: v128, e2: v128): void {
  let s: v128 = v128.load(k, S_U)
  let c: v128 = v128.load(k, C_U)
  const towards: v128 = nmadd(ayn, c, mul(axn, s))
  const start: v128 = mul(splat(0.85), f64x2.sqrt(e2))
  let d: v128 = v128.or(start, v128.and(towards, signBit()))
  let by: v128 = d
  let isDone: v128 = i64x2.splat(0)
  let isTurned: v128 = isDone
  for (let round: i32 = 0; round < MOST_STEPS; round += 1) {
    const sinBy: v128 = wideSin(by)
    const cosBy: v128 = wideCos(by)
    const turned: v128 = madd(s, cosBy, mul(c, sinBy))
    c = nmadd(s, sinBy, mul(c, cosBy))
    s = turned
    // A lane is finished one iteration after its last step, which must still rotate its sine and cosine.
    isTurned = isDone
    if (i64x2.all_true(isDone)) break
    const curve: v128 = nmadd(ayn, c, mul(axn, s))
    const slope: v128 = nmadd(axn, c, nmadd(ayn, s, splat(1.0)))
    const f: v128 = sub(d, curve)
    const below: v128 = nmadd(mul(splat(0.5), f), curve, mul(slope, slope))
    const halley: v128 = div(f64x2.neg(mul(f, slope)), below)
    by = f64x2.pmax(splat(-LARGEST_STEP), f64x2.pmin(splat(LARGEST_STEP), halley))
    by = v128.andnot(by, isDone)
    isDone = v128.or(isDone, f64x2.lt(f64x2.abs(by), splat(CONVERGED)))
    d = add(d, by)
  }
  v128.store(k, s, S_U)
  v128.store(k, c, C_U)
  refuse(k, isTurned)
}

/** Returns sin x for |x| ≤ 0.95, to 1e-16. */
function wideSin(x: v128): v128 {
  const z: v128 = mul(x, x)
  const high: v128 = madd(
    z,
    madd(z, splat(2.8114572543455206e-15), splat(-7.647163731819816e-13)),
    splat(1.6059043836821613e-10),
  )
  const middle: v128 = madd(z, madd(z, high, splat(-2.505210838544172e-8)), splat(2.7557319223985893e-6))
  const low: v128 = madd(z, madd(z, middle, splat(-1.984126984126984e-4)), splat(0.008333333333333333))
  return madd(mul(x, z), madd(z, low, splat(-1.0 / 6.0)), x)
}

/** Returns cos x in the same range. */
function wideCos(x: v128): v128 {
  const z: v128 = mul(x, x)
  const high: v128 = madd(
    z,
    madd(z, splat(-1.5619206968586225e-16), splat(4.779477332387385e-14)),
    splat(-1.1470745597729725e-11),
  )
  const middle: v128 = madd(z, madd(z, high, splat(2.08767569878681e-9)), splat(-2.755731922398589e-7))
  const low: v128 = madd(z, madd(z, middle, splat(2.48015873015873e-5)), splat(-0.001388888888888889))
  return madd(z, madd(z, madd(z, low, splat(1.0 / 24.0)), splat(-0.5)), splat(1.0))
}
