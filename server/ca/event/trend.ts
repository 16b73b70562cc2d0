import type { TRENDS } from '@apsis/contract/ca/event/conjunction.ts'

export type Trend = (typeof TRENDS)[number]

/** Probabilities within a factor of two of each other are alike. */
const ALIKE_FACTOR = 2
/** Probabilities below this count as equal to it. */
const LEAST_PROBABILITY = 1e-15
/** A trend compares the newest message with up to this many messages before it. */
const STEPS_BACK = 4

/**
 * Returns the trend of the probability over the messages of an event, in the order of their creation. A last step of more than a factor of
 * two is rising or falling, any smaller step is steady. The trend is flipping if two or more of the last four steps reverse the direction.
 */
export function trendOf(probabilities: readonly (number | null)[]): Trend {
  const known = probabilities.filter((probability) => probability !== null)
  if (known.length < 2) return 'FIRST'
  const recent = known.slice(-STEPS_BACK - 1).map((probability) => Math.log(Math.max(probability, LEAST_PROBABILITY)))
  const steps = recent.slice(1).map((value, place) => {
    const step = value - (recent[place] ?? value)
    return Math.abs(step) <= Math.log(ALIKE_FACTOR) ? 0 : Math.sign(step)
  })
  const moves = steps.filter((step) => step !== 0)
  const turns = moves.slice(1).filter((move, place) => move !== moves[place]).length
  if (turns >= 2) return 'FLIPPING'
  const last = steps.at(-1) ?? 0
  return last === 0 ? 'STEADY' : last > 0 ? 'RISING' : 'FALLING'
}
