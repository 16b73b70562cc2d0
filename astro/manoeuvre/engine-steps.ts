import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { formatTime } from '../time/format-time.ts'
import { parseTime } from '../time/parse-time.ts'
import type { BurnSpan } from './burn-time.ts'

const MS_PER_SECOND = 1_000
/** Steps have a resolution of one microsecond: the product in milliseconds has wrong last digits. */
const STEP_SCALE = 1e6

/** Formats a time to microseconds, as in commands and files. */
export const writeIgnition = (epoch: Epoch) => formatTime(epoch, { digits: 6 })

/**
 * Returns a start as it is written to the file, in seconds after TCA (flight rule F7): not before the requested time, at a multiple of the step
 * since 1970; 0: no step.
 */
export function startAtStep(tca: Epoch, seconds: number, stepS = 0): number {
  const start = addSeconds(tca, seconds)
  if (!(stepS > 0)) return secondsBetween(tca, parseTime(writeIgnition(start)))
  const stepMs = Math.round(stepS * STEP_SCALE) / (STEP_SCALE / MS_PER_SECOND)
  const startMs = Date.parse(formatTime(start, { digits: 3, zulu: true }))
  const atMs = Math.round(Math.ceil(startMs / stepMs) * stepMs)
  return secondsBetween(tca, parseTime(new Date(atMs).toISOString()))
}

/**
 * Returns the possible engine start that is nearest to a searched start in a span: the next step, or the previous step if the next is after the
 * span; null: the span has no step.
 */
export function startWithin(tca: Epoch, stepS: number): (burnS: number, span: BurnSpan) => number | null {
  return (burnS, { fromS, toS }) => {
    const next = startAtStep(tca, burnS, stepS)
    if (!(stepS > 0) || next <= toS) return next
    const before = startAtStep(tca, burnS - stepS, stepS)
    return before >= fromS && before <= toS ? before : null
  }
}

/** A time within this tolerance above a multiple of a step is not rounded up. */
const STEP_ROUNDING = 1e-9

/** Rounds seconds up to whole steps of an engine; 0: to milliseconds. */
export const wholeSteps = (seconds: number, stepS = 0): number =>
  stepS > 0 ? Math.ceil(seconds / stepS - STEP_ROUNDING) * stepS : Math.ceil(seconds * MS_PER_SECOND) / MS_PER_SECOND

/** The length of an arc, or the fault that a single step of thrust already exceeds the limit. */
export type ArcCut = { readonly ok: true; readonly arcS: number } | { readonly ok: false; readonly leastS: number }

/**
 * Returns an arc with whole steps of thrust: as long as is needed, or the longest that fits. In an arc of length L the thrust is on for d L,
 * where d is the duty cycle: n steps of thrust need an arc of n step/d. The smallest sufficient number of steps is used, at most the number that
 * fits into the longest arc.
 */
export function cutArc(
  neededS: number,
  { cutOffStepS: stepS, dutyCycle }: { readonly cutOffStepS: number; readonly dutyCycle: number },
  longestS: number,
): ArcCut {
  if (!(stepS > 0)) return { ok: true, arcS: Math.min(longestS, wholeSteps(neededS)) }
  const most = Math.floor((longestS * dutyCycle) / stepS + STEP_ROUNDING)
  if (most === 0) return { ok: false, leastS: stepS / dutyCycle }
  return { ok: true, arcS: Math.min(wholeSteps(neededS * dutyCycle, stepS), most * stepS) / dutyCycle }
}
