import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Measured } from './measure-track.ts'

/** The clock of whoever hands in a track may be ahead of ours by so much. */
const CLOCK_TOLERANCE_MS = MINUTE_MS
/** The data of a message begin after this, in each of its notations. */
const DATA = /^\s*(?:META_STOP|DATA_START)\b|<data>/i
/** A time as messages write it (CCSDS 301.0-B-4, 3.5), to the second. */
const TIME = /\b(\d{4})-(?:(\d{2})-(\d{2})|(\d{3}))T(\d{2}):(\d{2}):(\d{2})/
/** What the time systems of messages differ from UTC by at most: the end of a track is known in UTC, its lines as they are written. */
const SYSTEMS_MS = 2 * MINUTE_MS

/** Throws 422 for measurements that nobody can have made yet, and names the first line of them. */
export function requirePast(
  text: string,
  files: readonly Pick<Measured, 'end'>[],
  nowMs: number,
  place: { readonly pointer?: string } = {},
): void {
  const latest = files.reduce((most, { end }) => Math.max(most, Date.parse(end)), Number.NEGATIVE_INFINITY)
  if (latest <= nowMs + CLOCK_TOLERANCE_MS) return
  const line = lineAfter(text, nowMs + CLOCK_TOLERANCE_MS) ?? lineAfter(text, nowMs - SYSTEMS_MS)
  const [until, now] = [new Date(latest).toISOString(), new Date(nowMs).toISOString()]
  const where = line === undefined ? '' : `line ${line}: `
  const message = `${where}The measurements are until ${until}, which is after now, ${now}.`
  const errors = [{ code: 'track.future', message, ...place, ...(line === undefined ? {} : { line }) }]
  throw new ApiError('unprocessable', message, { errors })
}

/** The first line of data with a later time, counted from 1. */
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
