import { TICKS } from '../../clock/clock.ts'

/** The content of a wall display moves by this amount to each side, in the wall's unit: less than the margin around it. */
export const DRIFT_U = 20
/**
 * The number of steps in a horizontal and a vertical cycle: two primes, so that a place is repeated only after 97 × 61 minutes, four days.
 */
const ACROSS_STEPS = 97
const UPWARD_STEPS = 61

export type Drift = { readonly acrossU: number; readonly downU: number }

/** Returns the displacement of a wall display at a time, which prevents burn-in: one small step per minute on a closed path. */
export function driftAt(ms: number): Drift {
  const minute = Math.floor(ms / TICKS.minute)
  const turn = (steps: number) => DRIFT_U * Math.sin((2 * Math.PI * (minute % steps)) / steps)
  return { acrossU: turn(ACROSS_STEPS), downU: turn(UPWARD_STEPS) }
}
