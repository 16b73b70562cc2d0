import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { MeasuredFile } from './measure-track.ts'

/** The clock of the person or program that makes or sends a track may be ahead of ours, or of the clock of the positions, by this much. */
const CLOCK_TOLERANCE_MS = MINUTE_MS
/** Matches the keyword or the tag after which the data of a message begin, in each notation. */
const DATA = /^\s*(?:META_STOP|DATA_START)\b|<data>/i
/** A time as messages write it (CCSDS 301.0-B-4, 3.5), to the second. */
const TIME = /\b(\d{4})-(?:(\d{2})-(\d{2})|(\d{3}))T(\d{2}):(\d{2}):(\d{2})/
/** The largest offset of a time system from UTC: the end of a track is known in UTC, its lines are in the system of the message. */
const SYSTEMS_MS = 2 * MINUTE_MS

/** Throws 422 for measurements of the future, and names their first line. */
export function requirePast(
  text: string,
  files: readonly Pick<MeasuredFile, 'end'>[],
  nowMs: number,
  place: { readonly pointer?: string } = {},
): void {
  const latest = files.reduce((most, { end }) => Math.max(most, Date.parse(end)), Number.NEGATIVE_INFINITY)
  const [until, now] = [new Date(latest).toISOString(), new Date(nowMs).toISOString()]
  const message = `The measurements are until ${until}, which is after now, ${now}.`
  requireUntil(text, { latestMs: latest, limitMs: nowMs }, { code: 'track.future', message, ...place })
}

/**
 * Throws 422 for positions at times after the creation of the message: the message predicts these positions, even if their times have passed now.
 * A predicted orbit is no measurement of the satellite's path: it only repeats its own input.
 */
export function requireMeasured(text: string, end: string, createdMs: number): void {
  const created = new Date(createdMs).toISOString()
  const message = `The positions are until ${end}, and the message was made at ${created} (CREATION_DATE): what comes after that is predicted, not measured. Send the positions up to then.`
  requireUntil(text, { latestMs: Date.parse(end), limitMs: createdMs }, { code: 'track.predicted', message })
}

type Limit = { readonly latestMs: number; readonly limitMs: number }
type Fault = { readonly code: string; readonly message: string; readonly pointer?: string }

/** Throws 422 with the first line after a limit, if the latest measurement is after it. */
function requireUntil(text: string, { latestMs, limitMs }: Limit, { message: said, ...fault }: Fault): void {
  if (latestMs <= limitMs + CLOCK_TOLERANCE_MS) return
  const line = lineAfter(text, limitMs + CLOCK_TOLERANCE_MS) ?? lineAfter(text, limitMs - SYSTEMS_MS)
  const message = line === undefined ? said : `line ${line}: ${said}`
  const errors = [{ ...fault, message, ...(line === undefined ? {} : { line }) }]
  throw new ApiError('unprocessable', message, { errors })
}

/** Returns the first line of data with a later time, counted from 1. */
function lineAfter(text: string, ms: number): number | undefined {
  let isData = false
  for (const [at, line] of text.split(/\r\n|[\r\n]/).entries()) {
    isData ||= DATA.test(line)
    const found = isData ? TIME.exec(line) : null
    if (found === null) continue
    const [, year, month, day, dayOfYear, hour, minute, second] = found
    const monthAt = dayOfYear === undefined ? Number(month) - 1 : 0
    const there = Date.UTC(
      Number(year),
      monthAt,
      Number(dayOfYear ?? day),
      Number(hour),
      Number(minute),
      Number(second),
    )
    if (there > ms) return at + 1
  }
  return undefined
}
