import { missing } from '../missing.ts'
import { type DenseStep, evaluateStep } from './dense-output.ts'

/** A quantity whose zeros are searched, and which of them. */
export interface FollowedQuantity {
  readonly name: string
  readonly value: (t: number, y: Float64Array) => number
  /** Only zeros at which it increases (1) or decreases (-1) along the integration. */
  readonly direction?: 1 | -1
  /** True if the first such zero ends the integration. */
  readonly terminal?: boolean
}

/** A zero of a quantity that is followed. */
export interface Crossing {
  readonly quantity: FollowedQuantity
  readonly t: number
  readonly y: Float64Array
}

/** Each step is searched in this many parts, by the signs at their ends. Two zeros in one part are missed; a small maxStep prevents that. */
const SEARCHED_PARTS = 4
/** The number of secants that leave more than half of the bracket before its middle is used. */
const SLOW_STEPS = 3
/** At least every fourth step is a bisection: sixty bisections find the last bit of any time except near 0. */
const MOST_ITERATIONS = 240

/**
 * Returns the zeros in a step, in the order of the integration; a zero exactly at its start belongs to the previous step. The state between the
 * ends of a step is from its polynomial, so that the search needs no evaluation of forces.
 */
export function findCrossings(
  followed: readonly FollowedQuantity[],
  step: DenseStep,
  before: readonly Crossing[],
): Crossing[] {
  const direction = Math.sign(step.h)
  const found = followed.flatMap((quantity) => {
    const valueAt = (t: number) => quantity.value(t, evaluateStep(step, t))
    const times = Array.from({ length: SEARCHED_PARTS + 1 }, (_, k) => step.t + (step.h * k) / SEARCHED_PARTS)
    const values = times.map(valueAt)
    return times.slice(1).flatMap((right, k): Crossing[] => {
      const [a, b, left] = [values[k] ?? missing(), values[k + 1] ?? missing(), times[k] ?? missing()]
      // A zero at the end of a part belongs to it, and a zero at its start to the previous part.
      if (a === 0 || (b !== 0 && a > 0 === b > 0)) return []
      if (quantity.direction !== undefined && quantity.direction !== (a < 0 ? 1 : -1)) return []
      const t = b === 0 ? right : findZero(valueAt, { left, right, a })
      return [{ quantity, t, y: evaluateStep(step, t) }]
    })
  })
  const isNew = ({ quantity, t }: Crossing) => !before.some((old) => old.quantity === quantity && old.t === t)
  return found.filter(isNew).sort((a, b) => direction * (a.t - b.t))
}

/**
 * Returns the zero in a bracket to the last bit of t, by the Illinois method (Dowell and Jarratt, BIT 11, 1971): the secant between the ends
 * gives the next point. If an end would stay the same twice, its value is halved, so that the secant does not approach the zero slowly from one
 * side. If a secant leaves the bracket, or after SLOW_STEPS secants that did not halve the bracket, the middle of the bracket is used instead.
 * Brent (Algorithms for Minimization without Derivatives, 1973, §4) limits Dekker's secants in the same way. The limit is needed if the slope
 * at the zero is 0, as for a height above a horizon that is only grazed: both values are then nearly 0 and determine no useful secant.
 */
function findZero(valueAt: (t: number) => number, bracket: { left: number; right: number; a: number }): number {
  let { left, right, a } = bracket
  let b = valueAt(right)
  let [width, slowSteps] = [Math.abs(right - left), 0]
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration += 1) {
    const secant = right - (b * (right - left)) / (b - a)
    const isInside = slowSteps < SLOW_STEPS && (secant - left) * (right - secant) > 0
    const t = isInside ? secant : (left + right) / 2
    const value = valueAt(t)
    if (value === 0 || t === left || t === right) return t
    if (value > 0 === b > 0) {
      right = t
      b = value
      // The left end stays the same: half its value moves the next secant towards it.
      a /= 2
    } else {
      left = right
      a = b
      right = t
      b = value
    }
    const now = Math.abs(right - left)
    if (now <= 2 * Number.EPSILON * Math.abs(right)) return right
    slowSteps = now <= width / 2 ? 0 : slowSteps + 1
    if (slowSteps === 0) width = now
  }
  return right
}
