import { missing } from '../missing.ts'
import { type DenseStep, evaluateStep } from './dense-output.ts'

/** A quantity whose zeros are wanted, and which of them. */
export interface FollowedQuantity {
  readonly name: string
  readonly value: (t: number, y: Float64Array) => number
  /** Only zeros at which it rises (1) or falls (-1) along the integration. */
  readonly direction?: 1 | -1
  /** Whether the first such zero ends the integration. */
  readonly terminal?: boolean
}

/** A zero of a quantity that is followed. */
export interface Crossing {
  readonly quantity: FollowedQuantity
  readonly t: number
  readonly y: Float64Array
}

/** Each step is searched in this many parts, by the signs at their ends. Two zeros in one part go unseen; maxStep prevents it. */
const PARTS = 4
const ITERATIONS = 100

/** The zeros in a step, in the order in which they are met; a zero at its very start belonged to the step before. */
export function findCrossings(
  followed: readonly FollowedQuantity[],
  step: DenseStep,
  before: readonly Crossing[],
): Crossing[] {
  const direction = Math.sign(step.h)
  const found = followed.flatMap((quantity) => {
    const valueAt = (t: number) => quantity.value(t, evaluateStep(step, t))
    const times = Array.from({ length: PARTS + 1 }, (_, k) => step.t + (step.h * k) / PARTS)
    const values = times.map(valueAt)
    return times.slice(1).flatMap((right, k): Crossing[] => {
      const [a, b, left] = [values[k] ?? missing(), values[k + 1] ?? missing(), times[k] ?? missing()]
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
 * A zero in a bracket to the last bit of t, by the Illinois method (Dowell and Jarratt, BIT 11, 1971): the secant between the
 * ends gives the next point. Where the same end would stay twice, its value is halved, which keeps the secant from creeping
 * along from one side; a secant that leaves the bracket is replaced by its middle.
 */
function findZero(valueAt: (t: number) => number, bracket: { left: number; right: number; a: number }): number {
  let { left, right, a } = bracket
  let b = valueAt(right)
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const secant = right - (b * (right - left)) / (b - a)
    const t = Number.isFinite(secant) && (secant - left) * (right - secant) > 0 ? secant : (left + right) / 2
    const value = valueAt(t)
    if (value === 0 || t === left || t === right) return t
    if (value > 0 === b > 0) {
      right = t
      b = value
      a /= 2
    } else {
      left = right
      a = b
      right = t
      b = value
    }
    if (Math.abs(right - left) <= 2 * Number.EPSILON * Math.abs(right)) return right
  }
  return right
}
