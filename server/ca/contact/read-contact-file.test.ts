import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { readContactFile } from './read-contact-file.ts'

const CONTACT = {
  from: '2026-11-20T06:12:00.000Z',
  to: '2026-11-20T06:22:00.000Z',
  station: 'Kiruna',
  canCommand: true,
}
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT']
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const contactsOf = (text: string) => {
  const reading = readContactFile(text)
  if (!reading.ok) throw new Error(reading.errors[0]?.message)
  return reading.contacts
}
const faultsOf = (text: string) => {
  const reading = readContactFile(text)
  return reading.ok ? [] : reading.errors.map(({ line, message }) => [line, message] as const)
}

test('the sample of the guide is read', () => {
  const sample = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'contacts.csv'), 'utf8')
  expect(contactsOf(sample).map(({ canCommand }) => canCommand)).toEqual([true, false])
})

test('a table is read with commas or semicolons, columns in any order, and times with or without fractions of a second', () => {
  expect(contactsOf('from,to,station\n2026-11-20T06:12:00Z,2026-11-20T06:22:00.000Z,Kiruna\n')).toEqual([CONTACT])
  expect(
    contactsOf('\uFEFFstation;to;from;can_command\r\n"Kiruna";2026-11-20 06:22Z;2026-11-20 06:12Z;no\r\n'),
  ).toEqual([{ ...CONTACT, canCommand: false }])
})

test.each([
  ['from,to\n', 1, 'there is no station'],
  ['from,to,station,power\n', 1, 'no column is called power'],
  ['from,to,station\n2026-11-20T06:12:00,2026-11-20T06:22:00Z,Kiruna\n', 2, 'from: '],
  ['from,to,station\n\n2026-11-20T06:22:00Z,2026-11-20T06:12:00Z,Kiruna\n', 3, 'to: has to be after from'],
  ['from,to,station\n2026-11-20T06:12:00Z,2027-11-20T06:22:00Z,Kiruna\n', 2, 'to: has to be 31 days after'],
  ['from,to,station\n2026-11-20T06:12:00Z,2026-11-20T06:22:00Z,\n', 2, 'station: '],
  ['from,to,station,can_command\n2026-11-20T06:12:00Z,2026-11-20T06:22:00Z,Kiruna,maybe\n', 2, 'can_command is'],
  ['from,to,station\n', 1, 'the file has no contact'],
  ['from,to,station\n2026-02-30T06:12:00Z,2026-03-02T06:22:00Z,Kiruna\n', 2, 'from: '],
  ['from,to,station\n2026-02-30 06:12Z,2026-03-02 06:22Z,Kiruna\n', 2, 'from: '],
])('%j is refused at its line', (text, line, message) => {
  expect(faultsOf(text)).toEqual([[line, expect.stringContaining(message)]])
})

/** The examples of RFC 5545: folded lines (3.1), text with escapes (3.3.11), durations (3.3.6), parameters in quotes (3.2). */
test('a calendar is read with ends or durations, folded lines, alarms and cancelled events', () => {
  const text = calendar(
    ...event('DTSTART:20261120T061200Z', 'DTEND:20261120T062200Z', 'SUMMARY:SAT-3 pass', 'LOCATION:Kir', ' una'),
    ...event('DTSTART;X-WHY="a:b;c":20261120T061200Z', 'DURATION:PT10M', 'SUMMARY:Svalbard\\, SG 3'),
    ...event(
      'DTSTART:20261120T061200Z',
      'DURATION:P1DT2H',
      'SUMMARY:Neustrelitz',
      'BEGIN:VALARM',
      'DURATION:PT1M',
      'END:VALARM',
    ),
    ...event('DTSTART:20261120T061200Z', 'DTEND:20261120T062200Z', 'SUMMARY:gone', 'STATUS:CANCELLED'),
  )
  expect(readContactFile(text)).toMatchObject({ ok: true, source: 'ICAL' })
  expect(contactsOf(text)).toEqual([
    CONTACT,
    { ...CONTACT, station: 'Svalbard, SG 3' },
    { ...CONTACT, station: 'Neustrelitz', to: '2026-11-21T08:12:00.000Z' },
  ])
})

test.each([
  [
    calendar(...event('DTSTART;TZID=Europe/Berlin:20261120T061200', 'DURATION:PT10M', 'SUMMARY:A')),
    3,
    'DTSTART is a time in UTC',
  ],
  [calendar(...event('DTSTART;VALUE=DATE:20261120', 'DURATION:PT10M', 'SUMMARY:A')), 3, 'DTSTART is a time in UTC'],
  [calendar(...event('DTSTART:20261120T061200Z', 'SUMMARY:A')), 3, 'DTEND is a time in UTC'],
  [calendar(...event('DTSTART:20261120T061200Z', 'DURATION:-PT10M', 'SUMMARY:A')), 3, 'DTEND is a time in UTC'],
  [calendar(...event('DTSTART:20261120T061200Z', 'DURATION:PT10M', 'RRULE:FREQ=DAILY', 'SUMMARY:A')), 3, 'is repeated'],
  [calendar(...event('DTSTART:20261120T061200Z', 'DURATION:PT10M')), 3, 'station: '],
  ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261120T061200Z\r\n', 3, 'is cut off: VEVENT has no end'],
  [calendar(), 1, 'the file has no contact'],
  [calendar(...event('DTSTART:20260230T061200Z', 'DURATION:PT10M', 'SUMMARY:A')), 3, 'DTSTART is a time in UTC'],
  [calendar('BEGIN:VEVENT', ...event('DTSTART:20261120T061200Z', 'DURATION:PT10M')), 4, 'begins inside another'],
])('a calendar with a fault is refused: %#', (text, line, message) => {
  expect(faultsOf(text)).toEqual([[line, expect.stringContaining(message)]])
})

test('a file with one line too many is refused completely', () => {
  const line = '2026-11-20T06:12:00Z,2026-11-20T06:22:00Z,Kiruna\n'
  expect(contactsOf(`from,to,station\n${line.repeat(2_000)}`)).toHaveLength(2_000)
  expect(faultsOf(`from,to,station\n${line.repeat(2_001)}`)).toEqual([[2_002, expect.stringContaining('at most 2000')]])
})

const PASS = ['DTSTART:20261120T061200Z', 'DURATION:PT10M']
const stationsOf = (text: string) => contactsOf(text).map(({ station }) => station)

test('an event that is only requested is not booked', () => {
  const asked = event(...PASS, 'SUMMARY:asked', 'STATUS:TENTATIVE')
  expect(stationsOf(calendar(...asked, ...event(...PASS, 'SUMMARY:sure', 'STATUS:CONFIRMED')))).toEqual(['sure'])
})

/** RFC 5545, 3.8.7.4: a higher number is a later revision; an event without a number is revision 0. */
test('the last revision of an event counts, for each recurrence separately', () => {
  const first = event(...PASS, 'SUMMARY:first', 'SEQUENCE:2')
  const second = event(...PASS, 'SUMMARY:second', 'SEQUENCE:10')
  const other = event(...PASS, 'SUMMARY:other', 'RECURRENCE-ID:20261120T061200Z')
  expect(stationsOf(calendar(...second, ...first, ...event(...PASS, 'SUMMARY:zeroth'), ...other))).toEqual([
    ...['second', 'other'],
  ])
  const gone = event(...PASS, 'SUMMARY:gone', 'SEQUENCE:11', 'STATUS:CANCELLED')
  expect(stationsOf(calendar(...second, ...gone, ...other))).toEqual(['other'])
  const nameless = ['BEGIN:VEVENT', ...PASS, 'SUMMARY:A', 'SEQUENCE:1', 'END:VEVENT']
  expect(stationsOf(calendar(...nameless, 'BEGIN:VEVENT', ...PASS, 'SUMMARY:B', 'END:VEVENT'))).toEqual(['A', 'B'])
})

test('a calendar that cancels all contacts, by its method or in its events, is valid and has no contacts', () => {
  const none = { ok: true, source: 'ICAL', contacts: [] }
  expect(readContactFile(calendar('METHOD:CANCEL', ...event(...PASS, 'SUMMARY:A')))).toEqual(none)
  expect(readContactFile(calendar(...event(...PASS, 'SUMMARY:A', 'STATUS:CANCELLED')))).toEqual(none)
  // This is the method of the calendar; a property of that name in an event has no effect.
  expect(stationsOf(calendar('METHOD:PUBLISH', ...event(...PASS, 'SUMMARY:A', 'METHOD:CANCEL')))).toEqual(['A'])
})

test('a file with many faults is read up to its hundredth fault', () => {
  const bad = '2026-11-20T06:22:00Z,2026-11-20T06:12:00Z,Kiruna\n'
  for (const line of [bad, `${bad.trim()},more\n`]) {
    const faults = faultsOf(`from,to,station\n${line.repeat(5_000)}`)
    expect(faults).toHaveLength(100)
    expect(faults.at(-1)?.[0]).toBe(101)
  }
})
