import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { formatTime } from '../time/format-time.ts'
import { parseTime } from '../time/parse-time.ts'
import type { BurnSpan } from './burn-time.ts'

const MS_PER_SECOND = 1_000
/** Steps are told to the microsecond at most: as a product in milliseconds one has last digits that are none of it. */
const STEP_SCALE = 1e6

/** Microseconds, as commands and files have them. */
export const writeIgnition = (epoch: Epoch) => formatTime(epoch, { digits: 6 })

/** Seconds after TCA of a start as it is written to the file (flight rule F7): no earlier than asked for, at a multiple of the step since 1970; 0: no step. */
export function startAtStep(tca: Epoch, seconds: number, stepS = 0): number {
  const start = addSeconds(tca, seconds)
  if (!(stepS > 0)) return secondsBetween(tca, parseTime(writeIgnition(start)))
  const stepMs = Math.round(stepS * STEP_SCALE) / (STEP_SCALE / MS_PER_SECOND)
  const startMs = Date.parse(formatTime(start, { digits: 3, zulu: true }))
  const atMs = Math.round(Math.ceil(startMs / stepMs) * stepMs)
  return secondsBetween(tca, parseTime(new Date(atMs).toISOString()))
}

/** The start of an engine that is nearest to one which is searched in a span: the next step, or the one before where that lies past the span; null: the span has none. */
export function startWithin(tca: Epoch, stepS: number): (burnS: number, span: BurnSpan) => number | null {
  return (burnS, { fromS, toS }) => {
    const next = startAtStep(tca, burnS, stepS)
    if (!(stepS > 0) || next <= toS) return next
    const before = startAtStep(tca, burnS - stepS, stepS)
    return before >= fromS && before <= toS ? before : null
  }
}

/** A time that is a multiple of a step but for its last digits needs no further one. */
const STEP_ROUNDING = 1e-9

/** Seconds rounded up to whole steps of an engine; 0: to milliseconds. */
export const wholeSteps = (seconds: number, stepS = 0): number =>
  stepS > 0 ? Math.ceil(seconds / stepS - STEP_ROUNDING) * stepS : Math.ceil(seconds * MS_PER_SECOND) / MS_PER_SECOND

/** How long an arc is; or that one step of thrust alone makes it longer than it may be. */
export type ArcCut = { readonly ok: true; readonly arcS: number } | { readonly ok: false; readonly leastS: number }

/**
 * An arc whose thrust is on for whole steps: as long as is needed, or the longest that fits. Of an arc of length L the
 * thrust is on for d L, d being the duty cycle: n steps of thrust need an arc of n step/d. The fewest steps that are
 * enough are taken, at most those that fit into the longest arc.
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
