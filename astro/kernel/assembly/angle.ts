import { add, div, lowestBit, madd, mul, nmadd, select, signBit, splat, sub } from './vector.ts'

// Sine, cosine and arc tangent without branches and without tables, two lanes at a time: the functions of the host take one number and would be
// called 64 times. The different rounding (3e-16 instead of half a unit of the last digit) changes a position by 2 nm. π/2 in three parts of
// which the first two have 33 bits, so that their products with a whole number below 2²⁰ are exact. These, and the polynomials below for |x| ≤
// π/4, are those of fdlibm (Sun Microsystems, 1993): e_rem_pio2, k_sin, k_cos.
const TWO_OVER_PI: f64 = 0.6366197723675814
const HALF_PI_1: f64 = 1.5707963267341256
const HALF_PI_2: f64 = 6.077100506303966e-11
const HALF_PI_3: f64 = 2.0222662487959506e-21
/** 1.5 · 2⁵²: after adding it to a number, the nearest integer is in the lowest bits. */
const ROUND: f64 = 6755399441055744.0

/**
 * Computes sine and cosine of a column of angles, to 3e-16; the reduction is exact up to 1.6e6 rad. The angle is x = q π/2 + r with the nearest
 * integer q and |r| ≤ π/4 (the reduction of Cody and Waite). For odd q sine and cosine are exchanged. Bit 1 of q, shifted to the sign bit, is the
 * sign of the sine; bit 1 of q + 1 is that of the cosine. There is no branch in a lane.
 */
export function sinCos(angle: usize, sin: usize, cos: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const x: v128 = v128.load(angle + k)
    const rounded: v128 = madd(x, splat(TWO_OVER_PI), splat(ROUND))
    const quarters: v128 = sub(rounded, splat(ROUND))
    const near: v128 = nmadd(quarters, splat(HALF_PI_1), x)
    const r: v128 = nmadd(quarters, splat(HALF_PI_3), nmadd(quarters, splat(HALF_PI_2), near))
    const z: v128 = mul(r, r)
    const s: v128 = sinOf(r, z)
    const c: v128 = cosOf(z)
    const isOdd: v128 = i64x2.eq(v128.and(rounded, lowestBit()), lowestBit())
    const sinSign: v128 = v128.and(i64x2.shl(rounded, 62), signBit())
    const cosSign: v128 = v128.and(i64x2.shl(i64x2.add(rounded, lowestBit()), 62), signBit())
    v128.store(sin + k, v128.xor(select(isOdd, c, s), sinSign))
    v128.store(cos + k, v128.xor(select(isOdd, s, c), cosSign))
  }
}

/** sin r = r + r z (S1 + z (S2 + …)) with z = r². */
function sinOf(r: v128, z: v128): v128 {
  const high: v128 = madd(z, splat(1.58969099521155e-10), splat(-2.5050760253406863e-8))
  const middle: v128 = madd(z, madd(z, high, splat(2.7557313707070068e-6)), splat(-1.984126982985795e-4))
  const low: v128 = madd(z, madd(z, middle, splat(0.00833333333332249)), splat(-0.16666666666666632))
  return madd(mul(z, r), low, r)
}

/** cos r = 1 − z/2 + z² (C1 + z (C2 + …)) with z = r². */
function cosOf(z: v128): v128 {
  const high: v128 = madd(z, splat(-1.1359647557788195e-11), splat(2.087572321298175e-9))
  const middle: v128 = madd(z, madd(z, high, splat(-2.7557314351390663e-7)), splat(2.480158728947673e-5))
  const low: v128 = madd(z, madd(z, middle, splat(-0.001388888888887411)), splat(0.0416666666666666))
  return madd(mul(z, z), low, nmadd(splat(0.5), z, splat(1.0)))
}

/**
 * Returns atan2(y, x) to 3e-16, and 0 where both are 0. Source: Cephes (Moshier, 1995), atan. The quotient q of the smaller by the larger
 * absolute value is at most 1. Above 0.66 it is replaced by (q − 1)/(q + 1), whose arc tangent is π/4 less. Octant and signs are restored at the
 * end.
 */
export function atan2(y: v128, x: v128): v128 {
  const ax: v128 = f64x2.abs(x)
  const ay: v128 = f64x2.abs(y)
  const isSteep: v128 = f64x2.gt(ay, ax)
  const low: v128 = select(isSteep, ax, ay)
  const high: v128 = select(isSteep, ay, ax)
  const isUpper: v128 = f64x2.gt(low, mul(high, splat(0.66)))
  const top: v128 = select(isUpper, sub(low, high), low)
  const bottom: v128 = select(isUpper, add(low, high), high)
  const q: v128 = v128.and(div(top, bottom), f64x2.gt(bottom, splat(0.0)))
  const angle: v128 = add(atanOf(q), v128.and(isUpper, splat(Math.PI / 4.0)))
  const inFirst: v128 = select(isSteep, sub(splat(Math.PI / 2.0), angle), angle)
  const inHalf: v128 = select(f64x2.lt(x, splat(0.0)), sub(splat(Math.PI), inFirst), inFirst)
  return v128.or(v128.and(y, signBit()), inHalf)
}

/** atan q = q + q z P(z)/Q(z) with z = q², a rational approximation for |q| ≤ 0.66. */
function atanOf(q: v128): v128 {
  const z: v128 = mul(q, q)
  const p1: v128 = madd(z, splat(-0.8750608600031904), splat(-16.157537187333652))
  const p2: v128 = madd(z, madd(z, p1, splat(-75.00855792314705)), splat(-122.88666844901361))
  const p: v128 = madd(z, p2, splat(-64.85021904942025))
  const q1: v128 = madd(z, add(z, splat(24.858464901423062)), splat(165.02700983169885))
  const q2: v128 = madd(z, madd(z, q1, splat(432.88106049129027)), splat(485.3903996359137))
  return madd(q, div(mul(z, p), madd(z, q2, splat(194.5506571482614))), q)
}
