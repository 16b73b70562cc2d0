import { CONTACT_LIMITS, NewContact } from '@apsis/contract/ca/contact/contact.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { issueInWords } from '@apsis/contract/issue-in-words.ts'
import { fieldsOf } from '../csv-line.ts'
import { type ContactRows, faultOf, MOST_FAULTS, type NumberedContact } from './contact-rows.ts'
import { readCalendar } from './read-calendar.ts'

export type FileReading =
  | { readonly ok: true; readonly source: 'CSV' | 'ICAL'; readonly contacts: readonly NewContact[] }
  | { readonly ok: false; readonly errors: readonly ProblemDetail[] }

const HEADS = ['from', 'to', 'station', 'can_command'] as const
const NEEDED = HEADS.slice(0, 3)
const TRUTH: Readonly<Record<string, boolean>> = {
  '': true,
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
}

/** Reads the contacts of a file: a calendar if it begins like one, else comma-separated values with a header line. */
export function readContactFile(text: string): FileReading {
  const plain = text.replace(/^\uFEFF/, '')
  const isCalendar = /^\s*BEGIN:VCALENDAR/i.test(plain)
  const found = isCalendar ? readCalendar(plain) : readTable(plain)
  const errors = [...found.errors]
  const contacts: NewContact[] = []
  // One thread reads files for all users, so reading stops when there are too many faults.
  for (const [place, { line, given }] of found.rows.entries()) {
    if (errors.length >= MOST_FAULTS) break
    if (place >= CONTACT_LIMITS.contacts)
      return { ok: false, errors: [faultOf(line, `a file has at most ${CONTACT_LIMITS.contacts} contacts`)] }
    const { success, data, error } = NewContact.safeParse(given, { error: issueInWords })
    if (success) contacts.push(data)
    else {
      const [issue] = error.issues
      errors.push(faultOf(line, `${issue?.path.join('.') ?? 'it'}: ${issue?.message ?? 'cannot be used'}`))
    }
  }
  if (errors.length === 0 && contacts.length === 0 && found.isLeftOut !== true)
    errors.push(faultOf(1, 'the file has no contact'))
  if (errors.length > 0)
    return { ok: false, errors: errors.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, MOST_FAULTS) }
  return { ok: true, source: isCalendar ? 'ICAL' : 'CSV', contacts }
}

function readTable(text: string): ContactRows {
  const lines = text.split(/\r?\n/)
  // A file written by the product may begin with a comment.
  const first = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#')),
  )
  const headLine = lines[first] ?? ''
  const separator = headLine.includes(';') ? ';' : ','
  const heads = fieldsOf(headLine, separator).map((head) => head.toLowerCase())
  const missing = NEEDED.filter((head) => !heads.includes(head))
  const unknown = heads.find((head) => !HEADS.some((one) => one === head))
  if (missing.length > 0)
    return refused(first, `the first line names the columns from, to and station; there is no ${missing.join(', ')}`)
  if (unknown !== undefined)
    return refused(first, `no column is called ${unknown.slice(0, 30)}: use ${HEADS.join(', ')}`)
  const rows: NumberedContact[] = []
  const errors: ProblemDetail[] = []
  for (const [place, line] of lines.entries()) {
    if (place <= first || line.trim() === '') continue
    if (errors.length >= MOST_FAULTS || rows.length > CONTACT_LIMITS.contacts) break
    const fields = fieldsOf(line, separator)
    const textOf = (head: (typeof HEADS)[number]) => fields[heads.indexOf(head)] ?? ''
    const canCommand = TRUTH[textOf('can_command').toLowerCase()]
    if (fields.length > heads.length)
      errors.push(faultOf(place + 1, `it has ${fields.length} fields, the first line ${heads.length}`))
    else if (canCommand === undefined) errors.push(faultOf(place + 1, 'can_command is true or false'))
    else
      rows.push({
        line: place + 1,
        given: { from: instantOf(textOf('from')), to: instantOf(textOf('to')), station: textOf('station'), canCommand },
      })
  }
  return { rows, errors }
}

const refused = (place: number, message: string): ContactRows => ({ rows: [], errors: [faultOf(place + 1, message)] })

/** Reads a time as in the contract; a file may leave out fractions of a second, and write a space for the T. A time without Z is refused. */
function instantOf(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?Z$/.exec(text)
  if (match === null) return text
  const at = new Date(`${match[1]}T${match[2]}${match[3] ?? ':00'}Z`)
  if (Number.isNaN(at.getTime())) return text
  // JavaScript reads 30 February as 2 March.
  const instant = at.toISOString()
  return instant.startsWith(`${match[1]}T${match[2]}`) ? instant : text
}
