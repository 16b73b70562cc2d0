/** Two numbers, along the axes of a conjunction plane. */
export type Vec2 = readonly [number, number]

/** A linear map into a plane. Each of its one to three columns is the shift of the point for one unit of a variable. */
export type PlaneMap = readonly Vec2[]

/** Below this fraction of the radius the start counts as on an axis of the map, and both steps out are equally long. */
const AXIS_SHARE = 1e-12
const MOST_STEPS = 100
/** The relative accuracy of the multiplier. */
const RELATIVE_AGREEMENT = 1e-14

/**
 * Returns the shortest x with |w₀ + A x| ≥ radius: the smallest burn that leaves a circle of too high a risk. It is stationary where x = λ Aᵀ w,
 * w = (I − λ A Aᵀ)⁻¹ w₀; |w| increases with λ from |w₀| at 0 to infinity at 1/λmax(A Aᵀ), so one λ in between gives |w| = radius (the secular
 * equation of Moré and Sorensen, SIAM J. Sci. Stat. Comput. 4 (1983) 553). If w₀ has no component along the leading axis ('hard case'), λ is that
 * end, and either sign of the axis is a solution. Source of the problem: Bombardelli and Hernando-Ayuso, J. Guid. Control Dyn. 38 (2015) 217;
 * domain.md C14 with the bracket of F4.
 *
 * The result is the shortest x first, then, if it exists, the shortest x on the other side of the circle, beyond the end of the bracket: if the
 * map is only nearly linear, that may be the shorter one. Empty if A is zero.
 */
export function smallestSteps(w0: Vec2, map: PlaneMap, radius: number): number[][] {
  if (Math.hypot(...w0) >= radius) return [map.map(() => 0)]
  const { values, axes } = principalAxes(map)
  const [strong, weak] = values
  if (!(strong > 0)) return []
  const [c1, c2] = axes.map((axis) => axis[0] * w0[0] + axis[1] * w0[1]) as [number, number]
  const end = 1 / strong
  const atEnd = c2 / (1 - weak * end)
  const isHard = Math.abs(c1) < AXIS_SHARE * radius && Math.abs(atEnd) < radius
  const stepTo = (lambda: number, w1: number) => {
    const w2 = c2 / (1 - lambda * weak)
    const [a1, a2] = axes
    const w: Vec2 = [w1 * a1[0] + w2 * a2[0], w1 * a1[1] + w2 * a2[1]]
    return map.map((column) => lambda * (column[0] * w[0] + column[1] * w[1]))
  }
  if (isHard) {
    const w1 = Math.sqrt(radius * radius - atEnd * atEnd)
    return [stepTo(end, w1), stepTo(end, -w1)]
  }
  const lambda = multiplier([c1, c2], values, radius)
  const beyond = multiplierBeyond([c1, c2], values, radius)
  return [lambda, ...(beyond === null ? [] : [beyond])].map((at) => stepTo(at, c1 / (1 - at * strong)))
}

/**
 * Returns the λ in (0, 1/λmax) with |w(λ)| = radius, by Newton's method on 1/|w| inside a bracket. 1/|w| decreases nearly linearly to 0 at the
 * pole, where |w| itself is infinite: Newton's method on it neither overshoots nor becomes slow.
 */
function multiplier([c1, c2]: Vec2, [strong, weak]: Vec2, radius: number): number {
  let [low, high] = [0, 1 / strong]
  let lambda = 0
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const [d1, d2] = [1 - lambda * strong, 1 - lambda * weak]
    const [w1, w2] = [c1 / d1, c2 / d2]
    const size = Math.hypot(w1, w2)
    if (size < radius) low = lambda
    else high = lambda
    // d|w|²/dλ = 2 Σ eᵢ cᵢ² / (1 − λ eᵢ)³
    const rise = (strong * w1 * w1) / d1 + (weak * w2 * w2) / d2
    const newton = lambda + ((size * size) / rise) * (1 - size / radius)
    const next = Number.isFinite(newton) && newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - lambda) <= RELATIVE_AGREEMENT * next) return next
    lambda = next
  }
  return lambda
}

/**
 * Returns the λ above 1/λmax with |w(λ)| = radius and w on the other side of the leading axis: w₁ = −√(radius² − w₂²) with the sign of c₁, by
 * substitution until it converges, because w₂ hardly changes. Null if it does not converge, or if the component along the weak axis alone is
 * outside the circle.
 */
function multiplierBeyond([c1, c2]: Vec2, [strong, weak]: Vec2, radius: number): number | null {
  let lambda = 1 / strong
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const w2 = c2 / (1 - lambda * weak)
    const rest = radius * radius - w2 * w2
    if (!(rest > 0)) return null
    const next = (1 + Math.abs(c1) / Math.sqrt(rest)) / strong
    if (!(next * weak < 1)) return null
    if (Math.abs(next - lambda) <= RELATIVE_AGREEMENT * next) return next
    lambda = next
  }
  return null
}

/** Returns the eigenvalues of A Aᵀ, the larger one first, and their axes: the leading axis has the angle ½ atan2(2 xy, xx − yy) to x. */
function principalAxes(map: PlaneMap): { readonly values: Vec2; readonly axes: readonly [Vec2, Vec2] } {
  let [xx, xy, yy] = [0, 0, 0]
  for (const [x, y] of map) {
    xx += x * x
    xy += x * y
    yy += y * y
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const strong = xx * c * c + 2 * xy * s * c + yy * s * s
  const weak = Math.max(0, xx * s * s - 2 * xy * s * c + yy * c * c)
  return {
    values: [strong, weak],
    axes: [
      [c, s],
      [-s, c],
    ],
  }
}
