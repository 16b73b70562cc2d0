/**
 * Returns all real roots of a polynomial between two bounds in ascending order; `coefficients` start with the constant. Between two neighbouring
 * roots of the derivative a polynomial is monotonic and has at most one root, which bisection cannot miss. The derivative's roots are found in
 * the same way, down to a constant. A double root, which only touches zero, is found where the value is zero within rounding. Source: Rolle's
 * theorem. Accuracy: the last two digits (real-roots.test.ts).
 */
export function realRoots(coefficients: readonly number[], low: number, high: number): number[] {
  if (coefficients.length < 2) return []
  const derivative = coefficients.slice(1).map((value, k) => value * (k + 1))
  const stops = [low, ...realRoots(derivative, low, high), high]
  const roots: number[] = []
  for (let k = 0; k + 1 < stops.length; k += 1) {
    const [from = low, to = high] = stops.slice(k, k + 2)
    const root = rootBetween(coefficients, from, to)
    if (root !== null && root !== roots.at(-1)) roots.push(root)
  }
  return roots
}

/** Evaluates by Horner's scheme, from the highest coefficient down. */
function evaluate(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, value) => sum * x + value, 0)
}

/**
 * Returns the sign of the value, 0 if the value is below the rounding of its terms. The rounding of a sum is at most a few ε times the sum of its
 * absolute terms, Σ |a_k| |x|ᵏ, which the same scheme gives.
 */
function signOf(coefficients: readonly number[], x: number): number {
  const value = evaluate(coefficients, x)
  const size = coefficients.reduceRight((sum, each) => sum * Math.abs(x) + Math.abs(each), 0)
  return Math.abs(value) <= 4 * Number.EPSILON * size ? 0 : Math.sign(value)
}

/** Returns the root of a monotonic interval, by bisection to the last bit; null if both ends have the same sign. */
function rootBetween(coefficients: readonly number[], from: number, to: number): number | null {
  const [first, last] = [signOf(coefficients, from), signOf(coefficients, to)]
  if (first === 0) return from
  if (last === 0) return to
  if (first === last) return null
  let [low, high] = [from, to]
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    const sign = Math.sign(evaluate(coefficients, middle))
    if (sign === 0) return middle
    if (sign === first) low = middle
    else high = middle
  }
  return (low + high) / 2
}
