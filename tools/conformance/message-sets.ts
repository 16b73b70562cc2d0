import { dayFromDate, dayFromDayOfYear } from '@apsis/astro/time/calendar.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import { detect } from '@apsis/ccsds/message/detect.ts'
import { formatMessages } from '@apsis/ccsds/message/format-messages.ts'
import { type FoundMessages, readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { decodeText } from '@apsis/ccsds/notation/decode.ts'
import { cell, readBytes, readJson, readMessage, readTable } from './collection.ts'
import type { ReferenceSet } from './reference-set.ts'
import type { Check, Tally } from './tally.ts'

// Those of CCSDS 502.0-B-3, annex B2, and of SANA's registry.
const TIME_SYSTEMS = [
  'UTC',
  'TAI',
  'TT',
  'TDB',
  'TCB',
  'TCG',
  'TDR',
  'UT1',
  'GPS',
  'GMST',
  'MET',
  'MRT',
  'SCLK',
  'GLONASST',
  'GST',
  'BDT',
]

/** A time system that nobody knows, which some files that the collection calls valid have: their times mean nothing. */
function unknownTimeSystem(text: string): string | undefined {
  const named = [...text.matchAll(/TIME_SYSTEM\s*[=>]\s*([\w/-]+)/g)].map(([, name = '']) => name.toUpperCase())
  return named.find((name) => !TIME_SYSTEMS.includes(name))
}
/** A frame that some messages have and only their reader knows. */
const CUSTOM_FRAMES = ['ZZRF']

const isRead = ({ messages, faults }: FoundMessages, strict: boolean) =>
  messages.length > 0 && messages.every(({ reading }) => reading.ok) && (!strict || faults.length === 0)

/** Values as text and times as what they are: what two readings have to have in common. */
const dataOf = (messages: unknown) => JSON.stringify(messages)

function compareValid(check: Check, path: string): void {
  const lenient = readMessages(readMessage(`ccsds/${path}`), { strict: false })
  const known = lenient.messages.filter(({ kind }) => kind !== 'unknown')
  const whole = known.flatMap(({ reading }) => (reading.ok ? [reading.message] : []))
  check.holds(whole.length > 0 && whole.length === known.length, 'every message is read')
  for (const notation of ['KVN', 'XML'] as const) {
    const written = formatMessages(whole, { notation, strict: false })
    const again = readMessages(written, { strict: false }).messages.map(({ reading }) => reading.ok && reading.message)
    check.holds(dataOf(again) === dataOf(whole), `written in ${notation} and read again it is the same`)
  }
}

function comparePacked(check: Check, path: string): void {
  const decoding = decodeText(new FaultLog(true), (encoding) => new TextDecoder(encoding, { fatal: true }))
  check.holds(
    isRefused(() => decoding.write(readBytes(`ccsds/${path}`))),
    'packed, it is refused',
  )
  if (!path.endsWith('.gz') || unknownTimeSystem(readMessage(`ccsds/${path}`)) !== undefined) return
  check.holds(isRead(readMessages(readMessage(`ccsds/${path}`), { strict: false }), false), 'unpacked, it is read')
}

function isRefused(action: () => unknown): boolean {
  try {
    action()
    return false
  } catch (error) {
    if (error instanceof MessageSyntaxError || error instanceof SyntaxError || error instanceof RangeError) return true
    throw error
  }
}

function compareLexical(check: Check, path: string): void {
  const text = readMessage(`ccsds/${path}`)
  const wanted = path.endsWith('.kvn') ? 'CCSDS_XYZ_VERS' : '<greeting>Hello, world!</greeting>'
  check.holds(text.includes(wanted), 'the text, whatever its encoding')
  check.holds(detect(text).kind === 'unknown', 'no message')
}

function compareRefused(check: Check, path: string, expect: string): void {
  const text = readMessage(`ccsds/${path}`)
  check.holds(!isRead(readMessages(text), true), 'refused, strictly')
  if (expect !== 'lenient') return
  check.holds(isRead(readMessages(text, { strict: false, frames: CUSTOM_FRAMES }), false), 'read, with the frame known')
}

function compareFile(check: Check, row: Readonly<Record<string, string>>): void {
  const [path, type, format, expect] = ['path', 'type', 'format', 'expect'].map((name) => cell(row, name))
  if (path === undefined || expect === undefined) throw new Error('the manifest has no such row')
  if (format === 'compressed') comparePacked(check, path)
  else if (type === 'lexical') compareLexical(check, path)
  else if (type === 'rdm')
    check.holds(detect(readMessage(`ccsds/${path}`)).kind === 'RDM', 'known as RDM, which is not read')
  else if (expect === 'valid') compareValid(check, path)
  else compareRefused(check, path, expect)
}

interface TimeCases {
  readonly accept: readonly { text: string; iso: string; note?: string }[]
  readonly reject: readonly string[]
  readonly day_of_year: readonly { year: number; doy: number; expected: readonly number[] }[]
}

function compareTimes(tally: Tally, path: string): void {
  const { accept, reject, day_of_year } = readJson<TimeCases>(`ccsds/${path}`)
  for (const { text, iso, note } of accept) {
    tally.run(`time ${text}`, (check) => {
      if (note?.includes('may reject'))
        check.holds(
          isRefused(() => parseTime(text)),
          'refused, as a strict reader may',
        )
      else check.holds(formatTime(parseTime(text), { digits: 3, zulu: true }) === iso, iso)
    })
  }
  for (const text of reject)
    tally.run(`time ${text}`, (check) =>
      check.holds(
        isRefused(() => parseTime(text)),
        'refused',
      ),
    )
  for (const { year, doy, expected } of day_of_year) {
    tally.run(`day ${doy} of ${year}`, (check) => {
      const [y = 0, month = 0, day = 0] = expected
      check.holds(dayFromDayOfYear(year, doy) === dayFromDate({ year: y, month, day }), `${expected}`)
    })
  }
}

function compareMessages(tally: Tally): void {
  let schemas = 0
  const rows = readTable('ccsds/manifest.csv')
  for (const row of rows) {
    const expect = cell(row, 'expect')
    if (expect === 'schema') schemas += 1
    else if (expect === 'cases') compareTimes(tally, cell(row, 'path'))
    else tally.run(`${cell(row, 'path')}, ${expect}`, (check) => compareFile(check, row))
  }
  tally.note(`${schemas} XML schemas: Apsis checks by its own tables, and validates against no schema`)
  for (const row of rows.filter((each) => cell(each, 'expect') === 'valid' && cell(each, 'path').endsWith('.gz'))) {
    const system = unknownTimeSystem(readMessage(`ccsds/${cell(row, 'path')}`))
    if (system !== undefined) tally.note(`${cell(row, 'path')} is refused: nobody knows the times of ${system}`)
  }
}

export const MESSAGE_SETS: readonly ReferenceSet[] = [{ name: 'ccsds/*', compare: compareMessages }]
