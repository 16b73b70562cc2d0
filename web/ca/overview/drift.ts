import { TICKS } from '../../clock/clock.ts'

/** How far what is on a wall moves to each side, in the wall's unit: less than the margin around it. */
export const DRIFT_U = 20
/** Steps of a turn across and of one upwards: two primes, so that a place comes back after 97 × 61 minutes, four days. */
const ACROSS_STEPS = 97
const UPWARD_STEPS = 61

export type Drift = { readonly acrossU: number; readonly downU: number }

/** Where what is on a wall stands at a time, so that nothing burns in: one small step a minute on a closed path. */
export function driftAt(ms: number): Drift {
  const minute = Math.floor(ms / TICKS.minute)
  const turn = (steps: number) => DRIFT_U * Math.sin((2 * Math.PI * (minute % steps)) / steps)
  return { acrossU: turn(ACROSS_STEPS), downU: turn(UPWARD_STEPS) }
}
