import { atan2, sinCos } from './angle.ts'
import {
  A,
  AYCOF,
  BSTAR_CC4,
  C_W,
  CC1,
  COLUMN,
  CON41,
  COS_I,
  DEDT,
  DIDT,
  DMDT,
  DNODT,
  DOMDT,
  E,
  ECCENTRICITY,
  I,
  INCLINATION,
  M,
  MEAN_MOTION,
  MOON,
  N_RATIO,
  NODE,
  ORIENTATION,
  P_E,
  P_GH,
  P_H,
  P_I,
  P_L,
  PHASE,
  S_W,
  SEMI_MAJOR_AXIS,
  SIN_I,
  SQRT_A,
  SUN,
  T,
  T2COF,
  W,
  X1MTH2,
  X7THM1,
  XLCOF,
  ZMOL,
  ZMOS,
} from './columns.ts'
import { limitEccentricity, refuse } from './near-earth.ts'
import { add, div, madd, mul, nmadd, select, signBit, smallCos, smallSin, splat, sub } from './vector.ts'

// Deep space is what SDP4 adds for periods of 225 minutes or more: the third-body effects of Sun and Moon, each
// averaged over one revolution of the satellite. They have a secular part, which grows with time, and a part with the
// period of the body's own revolution (half a year, half a month). Source: Hujsak, Spacetrack Report No. 1 (1979);
// Hoots and Roehrich, Spacetrack Report No. 3 (1980); Vallado, Crawford, Hujsak and Kelso, AIAA 2006-6753, procedures
// DSPACE and DPPER.
// The numbers of this file are those of astro/sgp4/deep-space-init.ts, deep-space.ts and init.ts.
// Eccentricities of the orbits of Sun and Moon, and their mean motions in rad/min.
const E_SUN: f64 = 0.01675
const E_MOON: f64 = 0.0549
const N_SUN: f64 = 1.19459e-5
const N_MOON: f64 = 1.5835218e-4
/** The inclination, in rad, below which the components of the orbit normal are changed instead of the node. */
const LYDDANE_BELOW: f64 = 0.2
/** Constants of WGS-72. */
const J3_OVER_J2: f64 = -0.00000253881 / 0.001082616
/** Replaces 1 + cos i at 180° (AIAA 2006-6753, "sgp4fix"). */
const ALMOST_RETROGRADE: f64 = 1.5e-12
const TWO_PI: f64 = 2.0 * Math.PI

/**
 * Applies the secular effects of the Sun and the Moon: each mean element changes at its rate, dedt to domdt, with time. Units are radians and
 * minutes. The rates were computed once, for the positions of the Sun and the Moon at the epoch of the elements. N_RATIO is 1 where no resonance
 * changes it.
 */
export function secularBodies(block: usize, lanes: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const b: usize = block + (k & lanes)
    const t: v128 = v128.load(k, T)
    v128.store(k, madd(v128.load(b, DEDT), t, v128.load(b, ECCENTRICITY)), E)
    v128.store(k, madd(v128.load(b, DIDT), t, v128.load(b, INCLINATION)), I)
    v128.store(k, madd(v128.load(b, DMDT), t, v128.load(k, M)), M)
    v128.store(k, madd(v128.load(b, DNODT), t, v128.load(k, NODE)), NODE)
    v128.store(k, madd(v128.load(b, DOMDT), t, v128.load(k, W)), W)
    v128.store(k, splat(1.0), N_RATIO)
  }
}

/**
 * Applies drag in deep space, from the mean motion after the resonance. The resonance changes n, and with it a = (k/n)^⅔: a = a0 (n/n0)^(−⅔) (1 −
 * cc1 t)². SDP4 has only the first term of the drag polynomials. If n differs from n0 by more than a tenth, the power series below is not
 * accurate, and the lane is left to the scalar code.
 */
export function shrinkDeep(block: usize, lanes: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const b: usize = block + (k & lanes)
    const t: v128 = v128.load(k, T)
    const ratio: v128 = v128.load(k, N_RATIO)
    // 1 − C1 t, whose square multiplies the semi-major axis.
    const root: v128 = nmadd(t, v128.load(b, CC1), splat(1.0))
    const a: v128 = mul(mul(v128.load(b, SEMI_MAJOR_AXIS), perTwoThirds(ratio)), mul(root, root))
    v128.store(k, a, A)
    v128.store(k, f64x2.sqrt(a), SQRT_A)
    // 3/2 C1 t²; times n0, it is the gain of the mean longitude as the orbit shrinks.
    const gain: v128 = mul(mul(t, t), v128.load(b, T2COF))
    v128.store(k, madd(v128.load(b, MEAN_MOTION), gain, v128.load(k, M)), M)
    v128.store(k, nmadd(v128.load(b, BSTAR_CC4), t, v128.load(k, E)), E)
    limitEccentricity(k)
    refuse(k, f64x2.le(f64x2.abs(sub(ratio, splat(1.0))), splat(0.1)))
  }
}

/**
 * Returns x to the power of −2/3 for |x − 1| up to 0.1. Three terms of its series, 1 − 2d/3 + 5d²/9 with d = x − 1, are followed by three Newton
 * steps y ← y + y (1 − x² y³)/3 for y⁻³ = x², each of which doubles the number of digits.
 */
function perTwoThirds(x: v128): v128 {
  const d: v128 = sub(x, splat(1.0))
  const x2: v128 = mul(x, x)
  const y: v128 = madd(d, madd(d, splat(5.0 / 9.0), splat(-2.0 / 3.0)), splat(1.0))
  const once: v128 = madd(mul(y, splat(1.0 / 3.0)), nmadd(x2, mul(y, mul(y, y)), splat(1.0)), y)
  const twice: v128 = madd(mul(once, splat(1.0 / 3.0)), nmadd(x2, mul(once, mul(once, once)), splat(1.0)), once)
  return madd(mul(twice, splat(1.0 / 3.0)), nmadd(x2, mul(twice, mul(twice, twice)), splat(1.0)), twice)
}

/**
 * Applies the periodic effects of the Sun and the Moon, and computes the orientation from them. The sums over both bodies are in P_E to P_H. The
 * inclination is changed first, because its new sine and cosine enter the change of node and perigee (DPPER).
 */
export function periodicBodies(block: usize, lanes: usize, bytes: usize): void {
  clearPeriodic(bytes)
  addBody(block + ZMOS, block + SUN, lanes, bytes, N_SUN, E_SUN)
  addBody(block + ZMOL, block + MOON, lanes, bytes, N_MOON, E_MOON)
  for (let k: usize = 0; k < bytes; k += 16) {
    v128.store(k, add(v128.load(k, I), v128.load(k, P_I)), I)
  }
  sinCos(I, S_W, C_W, bytes)
  applyPeriodic(bytes)
}

/** Sets the sums over both bodies to 0. */
function clearPeriodic(bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    v128.store(k, splat(0.0), P_E)
    v128.store(k, splat(0.0), P_I)
    v128.store(k, splat(0.0), P_L)
    v128.store(k, splat(0.0), P_GH)
    v128.store(k, splat(0.0), P_H)
  }
}

/**
 * Adds the effects of one body, with its mean anomaly at `phase` and its twelve factors from `factors` on. Its true anomaly is M + 2 e sin M to
 * first order, a small rotation of M, so that one sine and one cosine of M are enough; f2 = ½ sin² f − ¼ and f3 = −½ sin f cos f. Each element
 * gets x2 f2 + x3 f3, and mean anomaly and perigee also x4 sin f. The factors x2, x3 and x4 depend on the orientation of both orbits and are
 * computed at initialisation.
 */
function addBody(phase: usize, factors: usize, lanes: usize, bytes: usize, n: f64, e: f64): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    v128.store(k, madd(splat(n), v128.load(k, T), v128.load(phase + (k & lanes))), PHASE)
  }
  sinCos(PHASE, S_W, C_W, bytes)
  for (let k: usize = 0; k < bytes; k += 16) {
    const f: usize = factors + (k & lanes)
    const sinM: v128 = v128.load(k, S_W)
    const cosM: v128 = v128.load(k, C_W)
    // The true anomaly minus the mean anomaly, 2 e sin M.
    const by: v128 = mul(splat(2.0 * e), sinM)
    const by2: v128 = mul(by, by)
    const sinBy: v128 = smallSin(by, by2)
    const cosBy: v128 = smallCos(by2)
    const sin: v128 = madd(sinM, cosBy, mul(cosM, sinBy))
    const cos: v128 = nmadd(sinM, sinBy, mul(cosM, cosBy))
    // f2 = −¼ cos 2f and f3 = −¼ sin 2f: a distant body causes two tides in each of its revolutions.
    const f2: v128 = madd(mul(sin, splat(0.5)), sin, splat(-0.25))
    const f3: v128 = mul(mul(sin, splat(-0.5)), cos)
    const pe: v128 = madd(v128.load(f), f2, madd(v128.load(f, COLUMN), f3, v128.load(k, P_E)))
    const pi: v128 = madd(v128.load(f, 2 * COLUMN), f2, madd(v128.load(f, 3 * COLUMN), f3, v128.load(k, P_I)))
    const l: v128 = madd(v128.load(f, 4 * COLUMN), f2, madd(v128.load(f, 5 * COLUMN), f3, v128.load(k, P_L)))
    const gh: v128 = madd(v128.load(f, 7 * COLUMN), f2, madd(v128.load(f, 8 * COLUMN), f3, v128.load(k, P_GH)))
    const h: v128 = madd(v128.load(f, 10 * COLUMN), f2, madd(v128.load(f, 11 * COLUMN), f3, v128.load(k, P_H)))
    v128.store(k, pe, P_E)
    v128.store(k, pi, P_I)
    v128.store(k, madd(v128.load(f, 6 * COLUMN), sin, l), P_L)
    v128.store(k, madd(v128.load(f, 9 * COLUMN), sin, gh), P_GH)
    v128.store(k, h, P_H)
  }
}

/**
 * Applies the periodic terms as AIAA 2006-6753 does. The usual form, Δnode = ph/sin i, divides by sin i and is singular on the equator. Below 0.2
 * rad (11.5°) the components of the orbit normal, sin i cos Ω and sin i sin Ω, are changed instead (Lyddane's variables). This rotates the node
 * by Δ = atan2(ph, sin i + pi cos i). In Lyddane's sum of three longitudes all other terms cancel, except one that contains the node before the
 * change, modulo a revolution. Source: Lyddane, Astron. J. 68 (1963) 555.
 */
function applyPeriodic(bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const i: v128 = v128.load(k, I)
    const sinI: v128 = v128.load(k, S_W)
    const cosI: v128 = v128.load(k, C_W)
    const pi: v128 = v128.load(k, P_I)
    const ph: v128 = v128.load(k, P_H)
    const node: v128 = v128.load(k, NODE)
    const isLow: v128 = f64x2.lt(i, splat(LYDDANE_BELOW))
    // The usual form: ΔΩ = ph/sin i and Δω = pgh − cos i ΔΩ.
    let dNode: v128 = div(ph, sinI)
    let dGh: v128 = v128.load(k, P_GH)
    if (v128.any_true(isLow)) {
      // Of Lyddane's sum M + ω + Ω cos i, the term −pi sin i Ω remains, with Ω modulo a revolution.
      const before: v128 = nmadd(splat(TWO_PI), f64x2.trunc(div(node, splat(TWO_PI))), node)
      dNode = select(isLow, atan2(ph, madd(pi, cosI, sinI)), dNode)
      dGh = nmadd(v128.and(mul(pi, sinI), isLow), before, dGh)
    }
    // If the terms make the inclination negative, the orbit is the same as that with −i, node + π and perigee − π.
    const half: v128 = v128.and(f64x2.lt(i, splat(0.0)), splat(Math.PI))
    v128.store(k, add(add(node, dNode), half), NODE)
    v128.store(k, sub(add(v128.load(k, W), nmadd(cosI, dNode, dGh)), half), W)
    v128.store(k, add(v128.load(k, M), v128.load(k, P_L)), M)
    const e: v128 = add(v128.load(k, E), v128.load(k, P_E))
    v128.store(k, e, E)
    refuse(k, v128.and(f64x2.ge(e, splat(0.0)), f64x2.le(e, splat(1.0))))
    orient(k, v128.xor(sinI, v128.and(i, signBit())), cosI)
  }
}

/**
 * Stores the seven numbers of the inclination, in the order of columns.ts. In deep space they change with the periodic terms. xlcof divides by 1
 * + cos i, which vanishes at 180°; the limit of the theory, 1.5e-12, keeps it finite.
 */
function orient(k: usize, sinI: v128, cosI: v128): void {
  const o: usize = ORIENTATION + k
  const plus: v128 = add(cosI, splat(1.0))
  const divisor: v128 = select(f64x2.gt(f64x2.abs(plus), splat(ALMOST_RETROGRADE)), plus, splat(ALMOST_RETROGRADE))
  const c2: v128 = mul(cosI, cosI)
  const long: v128 = mul(mul(splat(-0.25 * J3_OVER_J2), sinI), madd(splat(5.0), cosI, splat(3.0)))
  v128.store(o, sinI, SIN_I)
  v128.store(o, cosI, COS_I)
  v128.store(o, mul(splat(-0.5 * J3_OVER_J2), sinI), AYCOF)
  v128.store(o, div(long, divisor), XLCOF)
  v128.store(o, madd(splat(3.0), c2, splat(-1.0)), CON41)
  v128.store(o, sub(splat(1.0), c2), X1MTH2)
  v128.store(o, madd(splat(7.0), c2, splat(-1.0)), X7THM1)
}
