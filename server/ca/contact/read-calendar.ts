import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { type ContactRows, faultOf, type NumberedContact } from './contact-rows.ts'

const SECOND_MS = 1_000

/** A component is opened and closed by these properties (3.6). */
const [OPENS, CLOSES] = 'BEGIN END'.split(' ')

/** A property of a calendar: `NAME;PARAMETER=…:value`. */
type Property = { readonly name: string; readonly value: string; readonly line: number }

/** The events of a calendar (iCalendar, RFC 5545) as contacts. */
export function readCalendar(text: string): ContactRows {
  const rows: NumberedContact[] = []
  const errors: ProblemDetail[] = []
  /** The components that are open; properties of an alarm inside an event are not the event's. */
  const open: string[] = []
  let event: { line: number; properties: Map<string, Property> } | undefined
  let last = 1
  for (const property of properties(text)) {
    const { name, value, line } = property
    last = line
    const component = value.trim().toUpperCase()
    if (name === OPENS) {
      open.push(component)
      if (component === 'VEVENT') event = { line, properties: new Map() }
    } else if (name === CLOSES) {
      if (open.pop() !== component) return { rows: [], errors: [faultOf(line, `${component} ends and was not begun`)] }
      if (component !== 'VEVENT' || event === undefined) continue
      const read = contactOf(event)
      if (typeof read === 'string') errors.push(faultOf(event.line, read))
      else if (read !== null) rows.push(read)
      event = undefined
    } else if (event !== undefined && open.at(-1) === 'VEVENT') event.properties.set(name, property)
  }
  if (open.length > 0) errors.push(faultOf(last, `the calendar is cut off: ${open.at(-1)} has no end`))
  return { rows, errors }
}

/** The properties, each with the line on which it begins; a line that begins with white space continues the one before (3.1). */
function properties(text: string): Property[] {
  const found: { name: string; value: string; line: number }[] = []
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    const before = found.at(-1)
    if (/^[ \t]/.test(line) && before !== undefined) {
      before.value += line.slice(1)
      continue
    }
    // A parameter in quotes may hold a colon.
    const match = /^([A-Za-z0-9-]+)((?:;[^:;="]+=(?:"[^"]*"|[^:;"]*))*):(.*)$/.exec(line)
    if (match === null) continue
    found.push({ name: (match[1] ?? '').toUpperCase(), value: match[3] ?? '', line: place + 1 })
  }
  return found
}

/** The contact of an event, null where it is cancelled, or what is wrong with it. */
function contactOf({
  line,
  properties: known,
}: {
  readonly line: number
  readonly properties: ReadonlyMap<string, Property>
}): NumberedContact | null | string {
  const partOf = (name: string) => known.get(name)?.value.trim()
  if (partOf('STATUS')?.toUpperCase() === 'CANCELLED') return null
  if (known.has('RRULE') || known.has('RDATE')) return 'the event is repeated: give each contact an event of its own'
  const from = timeOf(partOf('DTSTART'))
  if (from === undefined) return 'DTSTART is a time in UTC, such as 20261120T061200Z'
  const duration = partOf('DURATION')
  const to = duration === undefined ? timeOf(partOf('DTEND')) : after(from, duration)
  if (to === undefined) return 'DTEND is a time in UTC, such as 20261120T062200Z, or DURATION a time such as PT10M'
  const station = textOf(partOf('LOCATION') || partOf('SUMMARY') || '')
  return { line, given: { from: from.toISOString(), to: to.toISOString(), station, canCommand: true } }
}

/** Form 2 of 3.3.5: the only one that needs no zone of time. */
function timeOf(text: string | undefined): Date | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text ?? '')
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second] = match
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** A time so much later (3.3.6). */
function after(from: Date, duration: string): Date | undefined {
  const match = /^\+?P(?:(\d+)W|(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?)$/.exec(duration)
  if (match === null) return undefined
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    ...[number, number, number, number, number],
  ]
  const lengthMs = (7 * weeks + days) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS
  const at = new Date(from.getTime() + lengthMs)
  return lengthMs > 0 && !Number.isNaN(at.getTime()) ? at : undefined
}

/** A text value without its escapes (3.3.11), on one line. */
const textOf = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter))
