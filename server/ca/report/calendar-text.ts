import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { blackoutReasons } from '@apsis/contract/ca/plan/blackout.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { hasBurn } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { SCREENING_IN_ENGLISH, sayScreeningReason } from '@apsis/contract/notice-text/screening-in-words.ts'
import { writtenProbability } from '@apsis/contract/notice-text/written-number.ts'

/** The octets of a line without its line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75
const SECOND_MS = 1_000

/** An entry of a calendar: a burn, or an ordered pass. */
export type CalendarEntry = {
  readonly id: string
  readonly start: Date
  readonly end: Date
  /** A number that increases when the entry changes. */
  readonly version: number
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  readonly summary: string
  readonly description: string
}

/** Writes entries as an iCalendar object (RFC 5545). */
export function calendarText(entries: readonly CalendarEntry[], name: string, now: Date): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Apsis//Burns//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    `X-WR-CALNAME:${escapeText(name)}`,
    ...entries.flatMap((entry) => eventOf(entry, now)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const eventOf = (entry: CalendarEntry, now: Date): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.id}@apsis`,
  `DTSTAMP:${stamp(now)}`,
  `DTSTART:${stamp(entry.start)}`,
  `DTEND:${stamp(entry.end)}`,
  `SEQUENCE:${entry.version}`,
  `STATUS:${entry.status}`,
  `SUMMARY:${escapeText(entry.summary)}`,
  `DESCRIPTION:${escapeText(entry.description)}`,
  'END:VEVENT',
]

/** Makes the entry of a burn: a planned burn is tentative, a sent one confirmed, a withdrawn one cancelled. */
export function burnEntry(plan: Plan): CalendarEntry {
  const start = new Date(plan.ignitionEpoch)
  const end = new Date(start.getTime() + Math.max(1, Math.ceil(plan.manoeuvreDuration)) * SECOND_MS)
  const mark = plan.isSimulated ? 'SIMULATED. ' : ''
  const size = plan.drag
    ? `drag ${(plan.drag.holdS / SECONDS_PER_HOUR).toFixed(1)} h`
    : `${plan.totalDeltaVMagnitude.toFixed(4)} m/s`
  const probability = (value: number | null) => (value === null ? 'none' : writtenProbability(value, 'en'))
  const description = [
    `${mark}State ${plan.state}. Last time for a command ${plan.commitAt}.`,
    ...(plan.before === null || plan.after === null
      ? [`${plan.burns?.length ?? 1} of your own, without an event.`]
      : [
          `Pc ${probability(plan.before.probability)} without the burn, ${plan.counted === undefined ? '' : 'at most '}${probability(plan.after.probability)} with it.`,
        ]),
    `Ignition ${plan.ignitionEpoch}.`,
    ...(plan.blackouts === undefined ? [] : blackoutReasons(plan.blackouts)).map((one) =>
      sayScreeningReason(SCREENING_IN_ENGLISH, one),
    ),
  ].join('\n')
  return {
    id: plan.manoeuvreId,
    start,
    end,
    version: plan.version,
    status: statusOf(plan),
    summary: `${mark}Burn ${plan.name}, ${size} (${plan.state})`,
    description,
  }
}

function statusOf({ state }: Plan): CalendarEntry['status'] {
  if (!hasBurn(state)) return 'CANCELLED'
  return state === 'DRAFT' || state === 'SCREENED' || state === 'APPROVED' ? 'TENTATIVE' : 'CONFIRMED'
}

/** Returns a time in UTC, in form 2 of RFC 5545, 3.3.5. */
const stamp = (at: Date) => at.toISOString().slice(0, 19).replace(/[-:]/g, '').concat('Z')

/**
 * Escapes a text value (RFC 5545, 3.3.11): it has no control characters, and a single carriage return is escaped too, since a reader may interpret
 * it as the end of a line.
 */
const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')

/** Folds a line to at most 75 octets: the rest follows after a space, and no character is cut (RFC 5545, 3.1). */
export function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const letter of line) {
    const room = LINE_OCTETS - (parts.length > 0 ? 1 : 0)
    if (Buffer.byteLength(part + letter) > room) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part].join('\r\n ')
}
