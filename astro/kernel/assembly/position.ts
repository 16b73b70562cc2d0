import {
  A,
  ALONG,
  AXN,
  AYCOF,
  AYN,
  C_NODE,
  C_U,
  C_W,
  CON41,
  COS_I,
  E,
  INVERSE_A,
  M,
  NODE,
  R,
  REFUSED,
  S_NODE,
  S_U,
  S_W,
  SIN_I,
  SQRT_A,
  TURN_I,
  TURN_NODE,
  TURN_U,
  U,
  UP,
  W,
  X1MTH2,
  X7THM1,
  XLCOF,
} from './columns.ts'
import { refuse } from './near-earth.ts'
import { add, div, madd, mul, nmadd, splat, sub } from './vector.ts'

/** Second zonal harmonic of WGS-72, and metres and m/s per unit of the theory (astro/sgp4/wgs-72.ts). */
const J2: f64 = 0.001082616
const LENGTH: f64 = 6378135.0
// XKE is √GM in earth radii^(3/2) per minute; SPEED converts earth radii times XKE per minute to m/s.
const XKE: f64 = 0.07436691613317342
const SPEED: f64 = (6378.135 * XKE * 1000.0) / 60.0
/** Angles beyond this, in rad, are left to the scalar code, because the reduction of sinCos is no longer exact. */
const LARGEST_ANGLE: f64 = 1.5e6
/** Orbits with a smaller semi-latus rectum pass through the Earth, and the short-period rotations below are too large there. */
const LEAST_P: f64 = 0.5

/**
 * Applies the long-period terms of J3, in the variables axn = e cos ω and ayn = e sin ω + aycof/p; the argument of latitude becomes u = M + ω +
 * xlcof axn/p, with p = a (1 − e²). J3, the difference between the two hemispheres, makes the eccentricity vector oscillate with the perigee. Of
 * its components along the node and across it, one gets a constant added, also for circular orbits, whose ω is undefined. Here aycof = −½
 * (J3/J2) sin i and xlcof = −¼ (J3/J2) sin i (3 + 5 cos i)/(1 + cos i), in units of the Earth's radius.
 */
export function longPeriod(orientation: usize, lanes: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const o: usize = orientation + (k & lanes)
    const e: v128 = v128.load(k, E)
    const beta2: v128 = nmadd(e, e, splat(1.0))
    const inverseP: v128 = div(splat(1.0), mul(v128.load(k, A), beta2))
    const axn: v128 = mul(e, v128.load(k, C_W))
    const ayn: v128 = madd(inverseP, v128.load(o, AYCOF), mul(e, v128.load(k, S_W)))
    // For a circular orbit M and ω are undefined separately, but their sum is defined.
    const longitude: v128 = add(v128.load(k, M), v128.load(k, W))
    const u: v128 = madd(mul(inverseP, v128.load(o, XLCOF)), axn, longitude)
    v128.store(k, mul(inverseP, beta2), INVERSE_A)
    v128.store(k, axn, AXN)
    v128.store(k, ayn, AYN)
    v128.store(k, u, U)
    const largest: v128 = f64x2.pmax(f64x2.abs(u), f64x2.abs(v128.load(k, NODE)))
    refuse(k, f64x2.le(largest, splat(LARGEST_ANGLE)))
  }
}

/**
 * Computes the short-period terms of J2: the radius (m), the radial and transverse speeds (m/s), and three small rotations. They follow from the
 * eccentric anomaly, with e² = axn² + ayn² and β = √(1 − e²):
 *
 *   radius = a (1 − axn cos E − ayn sin E),   sin u = (a/radius) (sin E − ayn − axn e sin E/(1 + β)),   ṙ = √a e sin E/radius,
 *
 * where E means E + ω, and e sin E means axn sin E − ayn cos E. `near` is radius/a. The formulas are those of astro/sgp4/state.ts.
 */
export function shortPeriod(orientation: usize, lanes: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const o: usize = orientation + (k & lanes)
    const con41: v128 = v128.load(o, CON41)
    const x1mth2: v128 = v128.load(o, X1MTH2)
    const axn: v128 = v128.load(k, AXN)
    const ayn: v128 = v128.load(k, AYN)
    const sinE: v128 = v128.load(k, S_U)
    const cosE: v128 = v128.load(k, C_U)
    const a: v128 = v128.load(k, A)
    const inverseA: v128 = v128.load(k, INVERSE_A)
    const sqrtA: v128 = v128.load(k, SQRT_A)
    const beta2: v128 = nmadd(axn, axn, nmadd(ayn, ayn, splat(1.0)))
    const beta: v128 = f64x2.sqrt(beta2)
    const esinE: v128 = nmadd(ayn, cosE, mul(axn, sinE))
    // 1 − e cos E, in the components of the eccentricity along the node and across it.
    const near: v128 = nmadd(axn, cosE, nmadd(ayn, sinE, splat(1.0)))
    // J2 moves the satellite within a revolution, by terms of 2u. With k = ½ J2/p (p in earth radii; k is a length, k/p an angle) the equations
    // of Spacetrack Report No. 3 are
    //
    //   r = a (1 − e cos E) (1 − 1.5 (k/p) β (3 cos² i − 1)) + ½ k (1 − cos² i) cos 2u,
    //   Δu = −¼ (k/p) (7 cos² i − 1) sin 2u,   ΔΩ = 1.5 (k/p) cos i sin 2u,   Δi = 1.5 (k/p) cos i sin i cos 2u.
    // One division gives three quotients: the product of the three divisors is inverted, and then multiplied by the others.
    const onePlus: v128 = add(beta, splat(1.0))
    const pair: v128 = mul(near, onePlus)
    const inverse: v128 = div(splat(1.0), mul(pair, beta2))
    const inversePair: v128 = mul(inverse, beta2)
    const inverseNear: v128 = mul(inversePair, onePlus)
    // e sin E/(1 + β).
    const fold: v128 = mul(esinE, mul(inversePair, near))
    const sinU: v128 = mul(inverseNear, sub(sinE, madd(axn, fold, ayn)))
    const cosU: v128 = mul(inverseNear, madd(ayn, fold, sub(cosE, axn)))
    const sin2U: v128 = mul(add(cosU, cosU), sinU)
    const cos2U: v128 = nmadd(add(sinU, sinU), sinU, splat(1.0))
    const inverseP: v128 = mul(inverseA, mul(inverse, pair))
    const j2P: v128 = mul(splat(0.5 * J2), inverseP)
    const j2P2: v128 = mul(j2P, inverseP)
    const swing: v128 = mul(x1mth2, cos2U)
    const factor: v128 = nmadd(mul(splat(1.5), j2P2), mul(beta, con41), splat(1.0))
    const r: v128 = madd(mul(a, near), factor, mul(mul(splat(0.5), j2P), swing))
    const nJ2P: v128 = mul(j2P, mul(sqrtA, mul(inverseA, inverseA)))
    const perRadius: v128 = mul(mul(sqrtA, inverseA), inverseNear)
    // ṙ = √a e sin E/r − n (J2/2p) sin² i sin 2u, and r ḟ = √p/r + n (J2/2p) (sin² i cos 2u + 1.5 (3 cos² i − 1)),
    // where √p is √a β and speeds and n are in units of XKE.
    const rDot: v128 = nmadd(nJ2P, mul(x1mth2, sin2U), mul(perRadius, esinE))
    const rfDot: v128 = madd(nJ2P, madd(splat(1.5), con41, swing), mul(perRadius, beta))
    const third: v128 = mul(mul(splat(1.5), j2P2), v128.load(o, COS_I))
    v128.store(k, sinU, S_U)
    v128.store(k, cosU, C_U)
    v128.store(k, mul(mul(splat(-0.25), j2P2), mul(v128.load(o, X7THM1), sin2U)), TURN_U)
    v128.store(k, mul(third, sin2U), TURN_NODE)
    v128.store(k, mul(third, mul(v128.load(o, SIN_I), cos2U)), TURN_I)
    v128.store(k, mul(r, splat(LENGTH)), R)
    v128.store(k, mul(rDot, splat(SPEED)), UP)
    v128.store(k, mul(rfDot, splat(SPEED)), ALONG)
    // Below the surface, or with a perigee so low that the rotations are not small, the scalar code decides and gives the reason.
    refuse(k, v128.and(f64x2.ge(r, splat(1.0)), f64x2.ge(mul(a, beta2), splat(LEAST_P))))
  }
}

/**
 * Writes position and velocity to six planes of numbers at `out`: NaN in refused lanes and in lanes that are not finite. With the unit vectors u
 * towards the satellite and w along the motion, both in the orbital plane, r = r u and v = ṙ u + r ḟ w. The three short-period angles are
 * applied to sines and cosines that are known already, by the addition theorems.
 */
export function writeStates(orientation: usize, lanes: usize, bytes: usize, out: usize, plane: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const o: usize = orientation + (k & lanes)
    const du: v128 = v128.load(k, TURN_U)
    const sinU: v128 = turnSin(v128.load(k, S_U), v128.load(k, C_U), du)
    const cosU: v128 = turnCos(v128.load(k, S_U), v128.load(k, C_U), du)
    const dNode: v128 = v128.load(k, TURN_NODE)
    const sinN: v128 = turnSin(v128.load(k, S_NODE), v128.load(k, C_NODE), dNode)
    const cosN: v128 = turnCos(v128.load(k, S_NODE), v128.load(k, C_NODE), dNode)
    const dI: v128 = v128.load(k, TURN_I)
    const sinI: v128 = turnSin(v128.load(o, SIN_I), v128.load(o, COS_I), dI)
    const cosI: v128 = turnCos(v128.load(o, SIN_I), v128.load(o, COS_I), dI)
    // With N = (cos Ω, sin Ω, 0) towards the node and M = (−sin Ω cos i, cos Ω cos i, sin i) 90° ahead of it in the
    // plane, u = N cos u + M sin u and w = M cos u − N sin u.
    const mx: v128 = f64x2.neg(mul(sinN, cosI))
    const my: v128 = mul(cosN, cosI)
    const ux: v128 = madd(mx, sinU, mul(cosN, cosU))
    const uy: v128 = madd(my, sinU, mul(sinN, cosU))
    const uz: v128 = mul(sinI, sinU)
    const wx: v128 = nmadd(cosN, sinU, mul(mx, cosU))
    const wy: v128 = nmadd(sinN, sinU, mul(my, cosU))
    const wz: v128 = mul(sinI, cosU)
    const r: v128 = v128.load(k, R)
    const up: v128 = v128.load(k, UP)
    const along: v128 = v128.load(k, ALONG)
    const x: v128 = mul(r, ux)
    const vx: v128 = madd(up, ux, mul(along, wx))
    const vy: v128 = madd(up, uy, mul(along, wy))
    // A sum minus itself is 0 only if all of its parts are finite.
    const sum: v128 = add(x, add(vx, vy))
    refuse(k, f64x2.eq(sub(sum, sum), splat(0.0)))
    // All bits set are a NaN.
    const refused: v128 = v128.load(k, REFUSED)
    const to: usize = out + k
    v128.store(to, v128.or(x, refused))
    v128.store(to + plane, v128.or(mul(r, uy), refused))
    v128.store(to + 2 * plane, v128.or(mul(r, uz), refused))
    v128.store(to + 3 * plane, v128.or(vx, refused))
    v128.store(to + 4 * plane, v128.or(vy, refused))
    v128.store(to + 5 * plane, v128.or(madd(up, uz, mul(along, wz)), refused))
  }
}

/**
 * Returns the sine of an angle larger by `by` rad: to 1e-16 where p is above 1 and so |by| below 2e-3, to 1e-14 at p = 0.5. It is sin x cos by +
 * cos x sin by, without computing a new sine.
 */
function turnSin(sin: v128, cos: v128, by: v128): v128 {
  const x2: v128 = mul(by, by)
  return madd(sin, tinyCos(x2), mul(cos, tinySin(by, x2)))
}

/** Returns the cosine of the same angle: cos x cos by − sin x sin by. */
function turnCos(sin: v128, cos: v128, by: v128): v128 {
  const x2: v128 = mul(by, by)
  return nmadd(sin, tinySin(by, x2), mul(cos, tinyCos(x2)))
}

/** x − x³/6 and 1 − x²/2 + x⁴/24: the rotations are of the size of J2, 1e-3, so x⁵/120 and x⁶/720 are below rounding. */
function tinySin(x: v128, x2: v128): v128 {
  return madd(x2, mul(x, splat(-1.0 / 6.0)), x)
}

function tinyCos(x2: v128): v128 {
  return madd(x2, madd(x2, splat(1.0 / 24.0), splat(-0.5)), splat(1.0))
}
