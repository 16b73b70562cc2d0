// Arithmetic on two f64 at once. The relaxed build has fused multiply-add, which is faster and rounds once instead of twice.

/** Returns x in both lanes. The build puts such constants into memory (engine/build.ts explains why). */
export function splat(x: f64): v128 {
  return f64x2.splat(x)
}

/** Returns the sign bit in both lanes. */
export function signBit(): v128 {
  return v128.load64_splat(memory.data<i64>([i64.MIN_VALUE], 8))
}

/** Returns the lowest bit in both lanes. */
export function lowestBit(): v128 {
  return v128.load64_splat(memory.data<i64>([1], 8))
}

/** Adds lane by lane, like the next three functions: two objects at one time, or one object at two times. */
export function add(a: v128, b: v128): v128 {
  return f64x2.add(a, b)
}

export function sub(a: v128, b: v128): v128 {
  return f64x2.sub(a, b)
}

export function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b)
}

export function div(a: v128, b: v128): v128 {
  return f64x2.div(a, b)
}

/** Returns a b + c. */
export function madd(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f64x2.relaxed_madd(a, b, c) : f64x2.add(f64x2.mul(a, b), c)
}

/** Returns c − a b. */
export function nmadd(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f64x2.relaxed_nmadd(a, b, c) : f64x2.sub(c, f64x2.mul(a, b))
}

/** Returns, lane by lane, `yes` if all bits of the mask are set and `no` if none is. */
export function select(mask: v128, yes: v128, no: v128): v128 {
  // The relaxed select may use only one bit of each lane, so all bits of a lane in a mask must be equal.
  return ASC_FEATURE_RELAXED_SIMD ? i64x2.relaxed_laneselect(yes, no, mask) : v128.bitselect(yes, no, mask)
}

/**
 * Returns sin x for small |x|, by Taylor's series to x⁷; `x2` is the square of x. The first omitted term is x⁹/9!: 3e-15 at |x| = 0.1, and
 * 1.4e-14 at 0.12, the largest argument.
 */
export function smallSin(x: v128, x2: v128): v128 {
  const tail: v128 = madd(x2, madd(x2, splat(-1.0 / 5040.0), splat(1.0 / 120.0)), splat(-1.0 / 6.0))
  return madd(mul(x, x2), tail, x)
}

/** Returns cos x for the same range, by Taylor's series to x⁸. The omitted x¹⁰/10! is 2e-16 at |x| = 0.12. */
export function smallCos(x2: v128): v128 {
  return madd(
    x2,
    madd(x2, madd(x2, madd(x2, splat(1.0 / 40320.0), splat(-1.0 / 720.0)), splat(1.0 / 24.0)), splat(-0.5)),
    splat(1.0),
  )
}
