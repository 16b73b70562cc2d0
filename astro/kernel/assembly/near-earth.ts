import { sinCos } from './angle.ts'
import {
  A,
  ARG_PERIGEE,
  ARG_PERIGEE_DOT,
  BSTAR_CC4,
  BSTAR_CC5,
  C_W,
  CC1,
  D2,
  D3,
  D4,
  DELMO,
  E,
  ECCENTRICITY,
  EPOCH,
  ETA,
  M,
  MEAN_ANOMALY,
  MEAN_ANOMALY_DOT,
  MEAN_MOTION,
  NODE,
  NODE_0,
  NODE_DOT,
  NODECF,
  OMGCOF,
  REFUSED,
  S_W,
  SEMI_MAJOR_AXIS,
  SINMAO,
  SQRT_A,
  SQRT_A_0,
  T,
  T2COF,
  T3COF,
  T4COF,
  T5COF,
  W,
  XMCOF,
} from './columns.ts'
import { add, madd, mul, nmadd, splat, sub } from './vector.ts'

/** Two centuries from the epoch, in minutes. */
const LONGEST: f64 = 1e8

/**
 * Computes the time since the epoch, and mean anomaly, perigee and node with the secular motion from J2 and J4. The rates are Brouwer's secular
 * rates for J2, J2² and J4 (Astron. J. 64 (1959) 378). Drag lowers the orbit, so the node rotates faster, by nodecf t².
 */
export function secularMotion(block: usize, lanes: usize, bytes: usize, minutes: usize, times: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const b: usize = block + (k & lanes)
    const t: v128 = sub(v128.load(minutes + (k & times)), v128.load(b, EPOCH))
    v128.store(k, t, T)
    v128.store(k, madd(v128.load(b, MEAN_ANOMALY_DOT), t, v128.load(b, MEAN_ANOMALY)), M)
    v128.store(k, madd(v128.load(b, ARG_PERIGEE_DOT), t, v128.load(b, ARG_PERIGEE)), W)
    v128.store(k, madd(madd(v128.load(b, NODECF), t, v128.load(b, NODE_DOT)), t, v128.load(b, NODE_0)), NODE)
    v128.store(k, v128.not(f64x2.le(f64x2.abs(t), splat(LONGEST))), REFUSED)
  }
}

/**
 * Applies drag that is stronger at perigee. The shift δ = omgcof t + xmcof ((1 + η cos M)³ − delmo) moves the mean anomaly forward and the
 * argument of perigee back, and e decreases by bstarCc4 t + bstarCc5 (sin(M + δ) − sin M0). The sine of M + δ follows from that of M by the
 * addition theorem, because δ is small. η describes how much denser the air is at perigee than at the mean distance (astro/sgp4/init.ts).
 */
export function swingingDrag(block: usize, lanes: usize, bytes: usize): void {
  // The columns of perigee are free until perigee is known.
  sinCos(M, S_W, C_W, bytes)
  for (let k: usize = 0; k < bytes; k += 16) {
    const b: usize = block + (k & lanes)
    const t: v128 = v128.load(k, T)
    const sinM: v128 = v128.load(k, S_W)
    const cosM: v128 = v128.load(k, C_W)
    const swing: v128 = madd(v128.load(b, ETA), cosM, splat(1.0))
    // (1 + η cos M)³ minus its value at the epoch.
    const cubed: v128 = sub(mul(mul(swing, swing), swing), v128.load(b, DELMO))
    const shift: v128 = madd(v128.load(b, OMGCOF), t, mul(v128.load(b, XMCOF), cubed))
    // The sine of the shift enters e with a factor of at most 1e-4, so five terms are enough, up to half a radian.
    const x2: v128 = mul(shift, shift)
    const sinShift: v128 = mul(
      shift,
      madd(x2, madd(x2, madd(x2, splat(-1.0 / 5040.0), splat(1.0 / 120.0)), splat(-1.0 / 6.0)), splat(1.0)),
    )
    const cosShift: v128 = madd(
      x2,
      madd(x2, madd(x2, madd(x2, splat(1.0 / 40320.0), splat(-1.0 / 720.0)), splat(1.0 / 24.0)), splat(-0.5)),
      splat(1.0),
    )
    const shifted: v128 = madd(sinM, cosShift, mul(cosM, sinShift))
    // e = e0 − B* C5 (sin(M + δ) − sin M0), from which B* C4 t is subtracted below.
    const eccentricity: v128 = nmadd(
      v128.load(b, BSTAR_CC5),
      sub(shifted, v128.load(b, SINMAO)),
      v128.load(b, ECCENTRICITY),
    )
    v128.store(k, nmadd(v128.load(b, BSTAR_CC4), t, eccentricity), E)
    v128.store(k, add(v128.load(k, M), shift), M)
    v128.store(k, sub(v128.load(k, W), shift), W)
    // Beyond half a radian five terms are not enough; the scalar code uses the sine of the library.
    refuse(k, f64x2.le(f64x2.abs(shift), splat(0.5)))
  }
}

/**
 * Computes the eccentricity without the variation of drag, for low perigees: e = e0 − B* C4 t. There the theory keeps only C1 and C4 (Spacetrack
 * Report No. 3, §6).
 */
export function evenDrag(block: usize, lanes: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const b: usize = block + (k & lanes)
    v128.store(k, nmadd(v128.load(b, BSTAR_CC4), v128.load(k, T), v128.load(b, ECCENTRICITY)), E)
  }
}

/**
 * Computes semi-major axis and mean anomaly with the drag polynomials, and the limits of the eccentricity: a = a0 (1 − cc1 t − d2 t² − …)², and M
 * grows by n0 (t2cof t² + … + t5cof t⁵). Both polynomials are evaluated by Horner's scheme. Source: Lane and Hoots, Spacetrack Report No. 2
 * (1979): in a power-law atmosphere the decay is a polynomial of the fourth power in time. It is valid for weeks; over months it may rise again
 * or cross zero, which the limits here detect.
 */
export function shrink(block: usize, lanes: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const b: usize = block + (k & lanes)
    const t: v128 = v128.load(k, T)
    // C1 + D2 t + D3 t² + D4 t³. The root of a/a0 is 1 minus t times this sum, so √a needs no other root.
    const loss: v128 = madd(
      t,
      madd(t, madd(t, v128.load(b, D4), v128.load(b, D3)), v128.load(b, D2)),
      v128.load(b, CC1),
    )
    const root: v128 = nmadd(t, loss, splat(1.0))
    // t3cof + t4cof t + t5cof t²: the mean longitude gains n0 t² (t2cof + t (t3cof + …)).
    const high: v128 = madd(t, madd(t, v128.load(b, T5COF), v128.load(b, T4COF)), v128.load(b, T3COF))
    const gain: v128 = mul(mul(t, t), madd(t, high, v128.load(b, T2COF)))
    v128.store(k, mul(v128.load(b, SEMI_MAJOR_AXIS), mul(root, root)), A)
    v128.store(k, mul(v128.load(b, SQRT_A_0), f64x2.abs(root)), SQRT_A)
    v128.store(k, madd(v128.load(b, MEAN_MOTION), gain, v128.load(k, M)), M)
    limitEccentricity(k)
  }
}

/** Applies the limits of the mean eccentricity, as in AIAA 2006-6753. Values below 1e-6 are set to 1e-6, because the equations divide by e. */
export function limitEccentricity(k: usize): void {
  const e: v128 = v128.load(k, E)
  refuse(k, v128.and(f64x2.lt(e, splat(1.0)), f64x2.ge(e, splat(-0.001))))
  v128.store(k, f64x2.pmax(splat(1e-6), e), E)
}

/** Refuses the lanes that are not fit; a refused lane stays so. Its mark, all bits set, turns the numbers of the lane into NaN at the end. */
export function refuse(k: usize, isFit: v128): void {
  v128.store(k, v128.or(v128.load(k, REFUSED), v128.not(isFit)), REFUSED)
}
