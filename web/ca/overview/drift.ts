import { TICKS } from '../../clock/clock.ts'

/** Places around the middle of the screen; the style sheet of the frame has an offset for each. */
export const DRIFTS = 8

/** In which of them what is on a wall stands at a time: every five minutes another. */
export function driftAt(ms: number): number {
  return Math.floor(ms / TICKS.fiveMinutes) % DRIFTS
}
