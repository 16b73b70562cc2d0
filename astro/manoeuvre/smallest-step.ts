/** Two numbers: along the axes of a conjunction plane. */
export type Vec2 = readonly [number, number]

/** A linear map into a plane: for each of the one to three quantities that can be chosen, where one unit of it moves the point. */
export type PlaneMap = readonly Vec2[]

/** Below this share of the radius the start lies on an axis of the map, and both ways out are equally long. */
const AXIS_SHARE = 1e-12
const MOST_STEPS = 100
/** The multiplier is found to this share of itself. */
const RELATIVE_AGREEMENT = 1e-14

/**
 * The shortest x with |w₀ + A x| ≥ radius: how the smallest burn leaves a circle in which the risk is too high. Stationary where
 * x = λ Aᵀ w, w = (I − λ A Aᵀ)⁻¹ w₀; |w| rises with λ from |w₀| at 0 to infinity at 1/λmax(A Aᵀ), so that one λ in between has
 * |w| = radius (the secular equation of Moré and Sorensen, SIAM J. Sci. Stat. Comput. 4 (1983) 553). Where w₀ has no part along the
 * leading axis ('hard case'), λ is that end, and either sign of the axis does. Source of the problem: Bombardelli and
 * Hernando-Ayuso, J. Guid. Control Dyn. 38 (2015) 217; domain.md C14 with the bracket of F4.
 *
 * The answer is the shortest x first, and then, where there is one, the shortest on the other side of the circle, behind the end of
 * the bracket: where the map is only nearly linear, that may be the shorter one. Empty where A moves nothing.
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
 * λ in (0, 1/λmax) with |w(λ)| = radius, by Newton's method on 1/|w|, which is nearly straight, inside a bracket. 1/|w|
 * falls nearly along a straight line to 0 at the pole, where |w| itself goes to infinity: Newton's method on it neither
 * overshoots nor creeps.
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
 * λ above 1/λmax with |w(λ)| = radius and w on the other side of the leading axis: w₁ = −√(radius² − w₂²) of the sign of c₁, put in
 * again until it stays, as w₂ hardly moves. Null where it does not, or the weak axis alone is out of the circle.
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

/** Eigenvalues of A Aᵀ, the larger one first, and their axes: the leading one makes the angle ½ atan2(2 xy, xx − yy) with x. */
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
