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
  const events: CalendarEvent[] = []
  /** The open components: the properties of an alarm inside an event do not belong to the event. */
  const open: string[] = []
  let event: CalendarEvent | undefined
  let [last, method] = [1, '']
  for (const property of properties(text)) {
    const { name, value, line } = property
    last = line
    const component = value.trim().toUpperCase()
    if (name === OPENS) {
      const isInside = component === 'VEVENT' && open.includes('VEVENT')
      if (isInside) return { rows: [], errors: [faultOf(line, 'an event begins inside another')] }
      open.push(component)
      if (component === 'VEVENT') event = { line, properties: new Map() }
    } else if (name === CLOSES) {
      if (open.pop() !== component) return { rows: [], errors: [faultOf(line, `${component} ends and was not begun`)] }
      if (component !== 'VEVENT' || event === undefined) continue
      events.push(event)
      event = undefined
    } else if (name === 'METHOD' && open.at(-1) === 'VCALENDAR') method = component
    else if (event !== undefined && open.at(-1) === 'VEVENT') event.properties.set(name, property)
  }
  // A calendar with the method CANCEL (RFC 5546, 3.2.5) books nothing, whatever its events contain.
  const { rows, errors } = contactsOf(method === 'CANCEL' ? [] : newestOf(events))
  if (open.length > 0) errors.push(faultOf(last, `the calendar is cut off: ${open.at(-1)} has no end`))
  return { rows, errors, isLeftOut: events.length > 0 && rows.length === 0 }
}

type CalendarEvent = { readonly line: number; readonly properties: Map<string, Property> }

const partOf = ({ properties: known }: CalendarEvent, name: string) => known.get(name)?.value.trim()

/** Keeps the last revision of each event (3.8.7.4); an event without an identifier has no other revisions. */
function newestOf(events: readonly CalendarEvent[]): CalendarEvent[] {
  const newest = new Map<string, number>()
  const nameOf = (event: CalendarEvent) => `${partOf(event, 'UID')} ${partOf(event, 'RECURRENCE-ID') ?? ''}`
  const revisionOf = (event: CalendarEvent) => Number(partOf(event, 'SEQUENCE')) || 0
  for (const event of events)
    newest.set(nameOf(event), Math.max(revisionOf(event), newest.get(nameOf(event)) ?? Number.NEGATIVE_INFINITY))
  return events.filter((event) => !event.properties.has('UID') || revisionOf(event) === newest.get(nameOf(event)))
}

function contactsOf(events: readonly CalendarEvent[]) {
  const rows: NumberedContact[] = []
  const errors: ProblemDetail[] = []
  for (const event of events) {
    const read = contactOf(event)
    if (typeof read === 'string') errors.push(faultOf(event.line, read))
    else if (read !== null) rows.push(read)
  }
  return { rows, errors }
}

/** Returns the properties, each with its first line number; a line that begins with white space continues the previous line (3.1). */
function properties(text: string): Property[] {
  const found: { name: string; value: string; line: number }[] = []
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    const before = found.at(-1)
    if (/^[ \t]/.test(line) && before !== undefined) {
      before.value += line.slice(1)
      continue
    }
    // A quoted parameter may contain a colon.
    const match = /^([A-Za-z0-9-]+)((?:;[^:;="]+=(?:"[^"]*"|[^:;"]*))*):(.*)$/.exec(line)
    if (match === null) continue
    found.push({ name: (match[1] ?? '').toUpperCase(), value: match[3] ?? '', line: place + 1 })
  }
  return found
}

/** Events with these statuses book no contact: the first is cancelled, the second only requested (3.8.1.11). */
const UNBOOKED = ['CANCELLED', 'TENTATIVE']

/** Returns the contact of an event, null if it books none, or its fault. */
function contactOf(event: CalendarEvent): NumberedContact | null | string {
  const { line, properties: known } = event
  if (UNBOOKED.includes(partOf(event, 'STATUS')?.toUpperCase() ?? '')) return null
  if (known.has('RRULE') || known.has('RDATE')) return 'the event is repeated: give each contact an event of its own'
  const from = timeOf(partOf(event, 'DTSTART'))
  if (from === undefined) return 'DTSTART is a time in UTC, such as 20261120T061200Z'
  const duration = partOf(event, 'DURATION')
  const to = duration === undefined ? timeOf(partOf(event, 'DTEND')) : after(from, duration)
  if (to === undefined) return 'DTEND is a time in UTC, such as 20261120T062200Z, or DURATION a time such as PT10M'
  const station = textOf(partOf(event, 'LOCATION') || partOf(event, 'SUMMARY') || '')
  return { line, given: { from: from.toISOString(), to: to.toISOString(), station, canCommand: true } }
}

/** Reads form 2 of 3.3.5: the only form that needs no time zone. */
function timeOf(text: string | undefined): Date | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text ?? '')
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second] = match
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const at = new Date(`${written}Z`)
  // JavaScript reads 30 February as 2 March.
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(written) ? undefined : at
}

/** Adds a duration to a time (3.3.6). */
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

/** Removes the escapes of a text value (3.3.11), and puts it on one line. */
const textOf = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter))
