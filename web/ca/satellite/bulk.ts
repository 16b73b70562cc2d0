import { FaultLog } from '@apsis/ccsds/fault.ts'
import { scanCsv } from '@apsis/ccsds/notation/csv.ts'
import type { FlatRecord } from '@apsis/ccsds/notation/record.ts'
import { PROPULSIONS, Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { bulkWords } from './bulk-words.data.ts'
import { FIELDS, type Form, type FormField, formOf, readForm } from './satellite-form.ts'
import { satelliteWords } from './words.data.ts'

/** A satellite of the file, or the errors of its row. */
export type BulkRow = {
  readonly line: number
  readonly name: string
  readonly input: SatelliteInput | undefined
  readonly faults: readonly string[]
}
export type Bulk = {
  readonly rows: readonly BulkRow[]
  /** The unknown columns, which are ignored. */
  readonly ignored: readonly string[]
  /** The errors of the complete file. */
  readonly faults: readonly string[]
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

/** The columns by their names without case and punctuation, as in TraCSS, Space-Track and our own API. */
const COLUMNS: ReadonlyMap<string, FormField> = new Map([
  ...(['satelliteName', 'objectName', 'OBJECT_NAME'] as const).map((name) => [plain(name), 'name'] as const),
  ...(['noradID', 'NORAD_CAT_ID'] as const).map((name) => [plain(name), 'noradId'] as const),
  ...(['internationalDesignator', 'OBJECT_ID'] as const).map((name) => [plain(name), 'cosparId'] as const),
  ...[...Object.values(FIELDS).flat(), 'shape' as const, 'strategy' as const].map(
    (field) => [plain(field), field] as const,
  ),
])

/** The first line of a file for several satellites. */
export const TEMPLATE_COLUMNS = ['satelliteName', 'noradID', 'cosparId', 'group', 'hardBodyRadius', 'wetMass'] as const

/** Reads a file of satellites, every row by the rules of the form; a row with an error does not stop the others. */
export function readBulk(text: string): Bulk {
  const log = new FaultLog(true)
  const records: FlatRecord[] = []
  const scanner = scanCsv(log, (record) => records.push(record))
  // Our own files of simulated data have a mark in their first line, which is skipped here.
  scanner.write(
    `${text.replace(/^\uFEFF/, '').replace(/^(?:#.*\n)+/, (head) => '\n'.repeat(head.split('\n').length - 1))}\n`,
  )
  scanner.end()
  const broken = log.errors.map(({ line, message }) => bulkWords('line', { line, fault: message }))
  const names = records[0]?.map(({ name }) => name) ?? []
  const fields = names.map((name) => COLUMNS.get(plain(name)))
  const missing =
    names.length === 0
      ? [bulkWords('noRows')]
      : [
          ...(fields.includes('name') ? [] : [bulkWords('noName')]),
          ...(fields.includes('noradId') ? [] : [bulkWords('noNumber')]),
        ]
  const faults = [...missing, ...broken]
  if (missing.length > 0) return { rows: [], ignored: [], faults }
  const rows = records.map(rowOf)
  return { rows: rows.map((row, place) => apart(row, rows.slice(0, place))), ignored: ignoredOf(names), faults }
}

function rowOf(record: FlatRecord): BulkRow {
  const blank = formOf(SatelliteInput.parse({ name: 'x', noradId: 1 }))
  const filled = record.flatMap(({ name, text }) => {
    const field = COLUMNS.get(plain(name))
    return field === undefined || text.trim() === '' ? [] : [[field, text.trim()] as const]
  })
  const propulsion = propulsionOf(record)
  const form: Form = {
    ...blank,
    name: '',
    noradId: '',
    ...Object.fromEntries(filled),
    ...(propulsion?.success ? { propulsion: propulsion.data } : {}),
  }
  const read = readForm(form)
  const faults = [
    ...(read.ok ? [] : [...read.faults].map(([field, fault]) => `${satelliteWords(field)}: ${fault}`)),
    ...(propulsion?.success === false
      ? [`${satelliteWords('propulsion')}: ${bulkWords('noPropulsion', { words: PROPULSIONS.join(', ') })}`]
      : []),
  ]
  const input = read.ok && faults.length === 0 ? read.body : undefined
  return { line: record[0]?.line ?? 0, name: form.name, input, faults }
}

const PROPULSION = 'propulsion'

/** Returns the kind of propulsion, if the file names one; an engine has assumed numbers until they are entered on its page. */
function propulsionOf(record: FlatRecord) {
  const type = record.find(({ name }) => plain(name) === PROPULSION)?.text.trim()
  return type ? Propulsion.safeParse(type.toUpperCase()) : undefined
}

/** Returns a row with an error if it repeats the name or the number of an earlier row, because it could not be added. */
function apart(row: BulkRow, before: readonly BulkRow[]): BulkRow {
  const { input } = row
  if (input === undefined) return row
  const same = (what: 'number' | 'name', is: (one: SatelliteInput) => boolean) => {
    const found = before.find((one) => one.input !== undefined && is(one.input))
    return found ? [bulkWords('twice', { what: bulkWords(what), line: found.line })] : []
  }
  const faults = [
    ...same('number', ({ noradId }) => noradId === input.noradId),
    ...same('name', ({ name }) => name.toLowerCase() === input.name.toLowerCase()),
  ]
  return faults.length === 0 ? row : { ...row, input: undefined, faults }
}

const ignoredOf = (names: readonly string[]) =>
  names.filter((name) => !COLUMNS.has(plain(name)) && plain(name) !== PROPULSION)
