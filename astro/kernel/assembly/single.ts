// Arithmetic on four f32 at once, used only to decide which objects may meet, where seven digits are enough (bounds.ts).

/** All four lanes x. */
export function single(x: f32): v128 {
  return f32x4.splat(x)
}

/** a b + c. */
export function fma(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(a, b, c) : f32x4.add(f32x4.mul(a, b), c)
}

/** c − a b. */
export function fnma(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_nmadd(a, b, c) : f32x4.sub(c, f32x4.mul(a, b))
}

/** Returns the smaller one, or `b` if `a` is NaN. */
export function smaller(a: v128, b: v128): v128 {
  return f32x4.pmin(b, a)
}

/** Returns the larger one, or `b` if `a` is NaN. */
export function larger(a: v128, b: v128): v128 {
  return f32x4.pmax(b, a)
}

/** Returns four numbers of a plane of f64, rounded to f32. */
export function loadRounded(address: usize): v128 {
  const low: v128 = f32x4.demote_f64x2_zero(v128.load(address))
  const high: v128 = f32x4.demote_f64x2_zero(v128.load(address, 16))
  return v128.shuffle<f32>(low, high, 0, 1, 4, 5)
}

/** x² + y² + z². */
export function squared(x: v128, y: v128, z: v128): v128 {
  return fma(x, x, fma(y, y, f32x4.mul(z, z)))
}

/**
 * atan2(y, x) to 2e-5 rad: the odd polynomial of degree 9 for arctan q, 0 ≤ q ≤ 1, is accurate to 1e-5, and single
 * precision adds its rounding. Source: Abramowitz and Stegun, 4.4.47, after Hastings.
 */
export function angleOf(y: v128, x: v128): v128 {
  const ax: v128 = f32x4.abs(x)
  const ay: v128 = f32x4.abs(y)
  // The quotient of the smaller by the larger absolute value is in [0, 1], where the polynomial holds; the octant is
  // corrected afterwards.
  const isSteep: v128 = f32x4.gt(ay, ax)
  // Two zeros would give NaN, which becomes cell 0: no such object exists, or it is not bounded.
  const q: v128 = f32x4.div(f32x4.pmin(ay, ax), f32x4.pmax(ay, ax))
  const z: v128 = f32x4.mul(q, q)
  const high: v128 = fma(z, single(0.0208351), single(-0.085133))
  const low: v128 = fma(z, fma(z, high, single(0.180141)), single(-0.3302995))
  const flat: v128 = f32x4.mul(q, fma(z, low, single(0.999866)))
  const inFirst: v128 = v128.bitselect(f32x4.sub(single(<f32>(0.5 * Math.PI)), flat), flat, isSteep)
  const isBehind: v128 = f32x4.lt(x, single(0.0))
  const inHalf: v128 = v128.bitselect(f32x4.sub(single(<f32>Math.PI), inFirst), inFirst, isBehind)
  return v128.or(inHalf, v128.and(y, i32x4.splat(i32.MIN_VALUE)))
}
