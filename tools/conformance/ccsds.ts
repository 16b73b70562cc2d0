import { dayFromDate, dayFromDayOfYear } from '@apsis/astro/time/calendar.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { FaultLog } from '@apsis/ccsds/fault.ts'
import { detect } from '@apsis/ccsds/message/detect.ts'
import { formatMessages } from '@apsis/ccsds/message/format-messages.ts'
import { type FoundMessages, readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { decodeText } from '@apsis/ccsds/notation/decode.ts'
import { type Json, readBytes, readJson, readMessage, readTable } from './run/collection.ts'
import type { ReferenceSet } from './run/set.ts'
import type { Check, Tally } from './run/tally.ts'

// The time systems of CCSDS 502.0-B-3, annex B2, and of SANA's registry.
const TIME_SYSTEMS = 'UTC TAI TT TDB TCB TCG TDR UT1 GPS GMST MET MRT SCLK GLONASST GST BDT'.split(' ')

/** Returns a time system that no standard defines. Some files that the collection calls valid have one: their times have no meaning. */
function unknownTimeSystem(text: string): string | undefined {
  const named = [...text.matchAll(/TIME_SYSTEM\s*[=>]\s*([\w/-]+)/g)].map(([, name = '']) => name.toUpperCase())
  return named.find((name) => !TIME_SYSTEMS.includes(name))
}
/** Frames that some messages use and only their own readers know. */
const CUSTOM_FRAMES = ['ZZRF']

const isRead = ({ messages, faults }: FoundMessages, strict: boolean) =>
  messages.length > 0 && messages.every(({ reading }) => reading.ok) && (!strict || faults.length === 0)

/** Returns the data of messages as one text, so that two readings can be compared. */
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
  check.refused(() => decoding.write(readBytes(`ccsds/${path}`)), 'packed, it is refused')
  if (!path.endsWith('.gz') || unknownTimeSystem(readMessage(`ccsds/${path}`)) !== undefined) return
  check.holds(isRead(readMessages(readMessage(`ccsds/${path}`), { strict: false }), false), 'unpacked, it is read')
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

function compareFile(check: Check, row: Json): void {
  const [path, expect] = [row.text('path'), row.text('expect')]
  if (row.text('format') === 'compressed') comparePacked(check, path)
  else if (row.text('type') === 'lexical') compareLexical(check, path)
  else if (row.text('type') === 'rdm')
    check.holds(detect(readMessage(`ccsds/${path}`)).kind === 'RDM', 'known as RDM, which is not read')
  else if (expect === 'valid') compareValid(check, path)
  else compareRefused(check, path, expect)
}

function compareTimes(tally: Tally, path: string): void {
  const cases = readJson(`ccsds/${path}`)
  for (const row of cases.rows('accept')) {
    const [text, iso] = [row.text('text'), row.text('iso')]
    tally.run(`time ${text}`, (check) => {
      if (row.text('note').includes('may reject'))
        check.refused(() => parseTime(text), 'refused, as a strict reader may')
      else check.same(formatTime(parseTime(text), { digits: 3, zulu: true }), iso)
    })
  }
  for (const text of cases.rows('reject').map((row) => row.text()))
    tally.run(`time ${text}`, (check) => check.refused(() => parseTime(text)))
  for (const row of cases.rows('day_of_year')) {
    const [year, doy] = [row.number('year'), row.number('doy')]
    tally.run(`day ${doy} of ${year}`, (check) => {
      const [y = 0, month = 0, day = 0] = row.numbers('expected')
      check.same(dayFromDayOfYear(year, doy), dayFromDate({ year: y, month, day }), `${[y, month, day]}`)
    })
  }
}

function compareMessages(tally: Tally): void {
  let schemas = 0
  const rows = readTable('ccsds/manifest.csv')
  for (const row of rows) {
    const [path, expect] = [row.text('path'), row.text('expect')]
    if (expect === 'schema') schemas += 1
    else if (expect === 'cases') compareTimes(tally, path)
    else tally.run(`${path}, ${expect}`, (check) => compareFile(check, row))
  }
  tally.note(`${schemas} XML schemas: Apsis checks by its own tables, and validates against no schema`)
  for (const row of rows.filter((each) => each.text('expect') === 'valid' && each.text('path').endsWith('.gz'))) {
    const system = unknownTimeSystem(readMessage(`ccsds/${row.text('path')}`))
    if (system !== undefined) tally.note(`${row.text('path')} is refused: nobody knows the times of ${system}`)
  }
}

export const MESSAGE_SETS: readonly ReferenceSet[] = [{ name: 'ccsds/*', compare: compareMessages }]
