import { fromPublished, type PublishedElements } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { tleChecksum } from '@apsis/astro/sgp4/tle.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { AnswerRow } from './service.ts'

/** An element set with the names of CelesTrak's JSON. The same names are the columns of its CSV and the keywords of its KVN. */
export type GpRow = AnswerRow & {
  readonly OBJECT_NAME: string
  readonly OBJECT_ID: string
  readonly EPOCH: string
  readonly NORAD_CAT_ID: number
}

/** The formats of element sets. `3LE` is `TLE`; `JSON-PRETTY` has the data of `JSON`. */
export const GP_FORMATS = ['JSON', 'JSON-PRETTY', 'CSV', 'XML', 'KVN', 'TLE', '3LE', '2LE'] as const
export type GpFormat = (typeof GP_FORMATS)[number]

/** The content type of each format (answers.csv of the reference collection; the type of XML is our assumption). */
const TYPES: Readonly<Record<GpFormat, string>> = {
  JSON: 'application/json',
  'JSON-PRETTY': 'application/json',
  CSV: 'text/csv',
  XML: 'application/xml',
  KVN: 'text/plain',
  TLE: 'text/plain',
  '3LE': 'text/plain',
  '2LE': 'text/plain',
}

/** The columns of CelesTrak's CSV; a CSV text without any element set contains only these names. */
const COLUMNS = [
  'OBJECT_NAME',
  'OBJECT_ID',
  'EPOCH',
  'MEAN_MOTION',
  'ECCENTRICITY',
  'INCLINATION',
  'RA_OF_ASC_NODE',
  'ARG_OF_PERICENTER',
  'MEAN_ANOMALY',
  'EPHEMERIS_TYPE',
  'CLASSIFICATION_TYPE',
  'NORAD_CAT_ID',
  'ELEMENT_SET_NO',
  'REV_AT_EPOCH',
  'BSTAR',
  'MEAN_MOTION_DOT',
  'MEAN_MOTION_DDOT',
] as const

/** Columns with a fixed number of decimals. */
const DECIMALS: Readonly<Record<string, number>> = {
  MEAN_MOTION: 8,
  INCLINATION: 4,
  RA_OF_ASC_NODE: 4,
  ARG_OF_PERICENTER: 4,
  MEAN_ANOMALY: 4,
}
/** Columns that are written as .22159168E-3. */
const WITH_EXPONENT = new Set(['BSTAR', 'MEAN_MOTION_DOT', 'MEAN_MOTION_DDOT'])
/** The largest catalogue number in a TLE of CelesTrak, which does not use letters as Space-Track does. */
export const LARGEST_TLE_NUMBER = 99_999
const NAME_LENGTH = 24

/** Returns the type and the text of an answer with these element sets. A TLE omits sets whose numbers do not fit. */
export function formatGp(
  rows: readonly AnswerRow[],
  format: GpFormat,
): { readonly type: string; readonly body: string } {
  return { type: TYPES[format], body: WRITERS[format](rows) }
}

const WRITERS: Readonly<Record<GpFormat, (rows: readonly AnswerRow[]) => string>> = {
  JSON: (rows) => jsonText(rows),
  'JSON-PRETTY': (rows) => jsonText(rows, true),
  CSV: (rows) => csvText(rows, COLUMNS, printedValue),
  XML: xmlText,
  KVN: (rows) => rows.map(kvnText).join(''),
  TLE: (rows) => tleText(rows, true),
  '3LE': (rows) => tleText(rows, true),
  '2LE': (rows) => tleText(rows, false),
}

/** Returns CSV by RFC 4180 with the columns of the rows, or with the columns `empty` if there are no rows; a missing value is blank. */
export function csvText(
  rows: readonly AnswerRow[],
  empty: readonly string[],
  print: (column: string, value: string | number) => string = (_, value) => String(value),
): string {
  const columns = rows.length === 0 ? empty : [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => quoted(print(column, row[column] ?? ''))))]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Returns a value as CSV, KVN and XML write it: a small number has no zero before its decimal point, and some columns have an exponent. */
function printedValue(column: string, value: string | number): string {
  if (typeof value === 'string') return value
  const decimals = DECIMALS[column]
  if (decimals !== undefined) return value.toFixed(decimals)
  if (column === 'ECCENTRICITY') return plainDecimal(value).replace(/^0\./, '.')
  return WITH_EXPONENT.has(column) ? withExponent(value) : String(value)
}

/** Returns .22159168E-3 for 0.00022159168: the decimal point precedes the first digit, as in Fortran. */
function withExponent(value: number): string {
  if (value === 0) return '0'
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e')
  const exponent = Number(power) + 1
  return `${value < 0 ? '-' : ''}.${mantissa.replace('.', '')}E${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
}

/** Returns the shortest decimal text of a number without an exponent. */
function plainDecimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(15).replace(/0+$/, '') : text
}

/** Returns a list in JSON, either on one line or indented by four spaces as PHP does. */
export function jsonText(rows: readonly AnswerRow[], isPretty = false): string {
  const [open, colon, close] = isPretty && rows.length > 0 ? ['\n    ', ': ', '\n'] : ['', ':', '']
  const field = isPretty ? '\n        ' : ''
  const objects = rows.map((row) => {
    const fields = Object.entries(row).map(
      ([name, value]) => `${field}${JSON.stringify(name)}${colon}${jsonValue(value)}`,
    )
    return `${open}{${fields.join(',')}${isPretty ? open : ''}}`
  })
  return `[${objects.join(',')}${close}]\r\n`
}

/** Returns a value as PHP writes it in JSON: numbers below 0.0001 have an exponent, and at least one digit after the decimal point. */
function jsonValue(value: string | number | null): string {
  if (typeof value !== 'number') return JSON.stringify(value)
  if (value === 0 || Math.abs(value) >= 1e-4) return plainDecimal(value)
  const [mantissa = '', power = ''] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${power}`
}

/** The keywords of a KVN message in their order, including those of the element set; null is a blank line. */
const KVN_ORDER: readonly (readonly [keyword: string, value?: string] | null)[] = [
  ['CCSDS_OMM_VERS', '2.0'],
  ['CREATION_DATE', ''],
  ['ORIGINATOR', ''],
  null,
  ['OBJECT_NAME'],
  ['OBJECT_ID'],
  ['CENTER_NAME', 'EARTH'],
  ['REF_FRAME', 'TEME'],
  ['TIME_SYSTEM', 'UTC'],
  ['MEAN_ELEMENT_THEORY', 'SGP/SGP4'],
  null,
  ...COLUMNS.slice(2, 9).map((column) => [column] as const),
  null,
  ...COLUMNS.slice(9).map((column) => [column] as const),
]
const KEYWORD_WIDTH = 14

function kvnText(row: AnswerRow): string {
  const known = new Set(KVN_ORDER.map((line) => line?.[0]))
  const more = Object.keys(row).filter((name) => !known.has(name) && !OF_SUPPLEMENT.has(name))
  const lines = [...KVN_ORDER, ...more.map((name) => [name] as const)].flatMap((line) => {
    if (line === null) return ['']
    const [keyword, fixed] = line
    const value = fixed ?? row[keyword]
    return value === undefined ? [] : [`${keyword.padEnd(KEYWORD_WIDTH)} = ${printedValue(keyword, value ?? '')}`]
  })
  return [...lines, ''].map((line) => `${line}\r\n`).join('')
}

/** The columns that only supplemental sets have; KVN and XML have no place for them. */
const OF_SUPPLEMENT = new Set(['RMS', 'DATA_SOURCE'])

const XML_HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<ndm xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://sanaregistry.org/r/ndmxml_unqualified/ndmxml-2.0.0-master-2.0.xsd">
`

/**
 * Returns NDM/XML with one line for each message, as CelesTrak writes it (tannerkoza/celestrak-orbital-data, eutelsat.xml of 2025-08-07:
 * line ends, the order of elements, and SGP4 as the theory).
 */
function xmlText(rows: readonly AnswerRow[]): string {
  return `${XML_HEAD}${rows.map(xmlMessage).join('')}</ndm>\n`
}

function xmlMessage(row: AnswerRow): string {
  const element = (name: string) => {
    const value = row[name]
    return value === undefined ? '' : `<${name}>${escaped(printedValue(name, value ?? ''))}</${name}>`
  }
  const known = new Set<string>(COLUMNS)
  const more = Object.keys(row).filter((name) => !known.has(name) && !OF_SUPPLEMENT.has(name))
  const fixed =
    '<CENTER_NAME>EARTH</CENTER_NAME><REF_FRAME>TEME</REF_FRAME><TIME_SYSTEM>UTC</TIME_SYSTEM><MEAN_ELEMENT_THEORY>SGP4</MEAN_ELEMENT_THEORY>'
  return `<omm id="CCSDS_OMM_VERS" version="2.0">
<header><CREATION_DATE/><ORIGINATOR/></header><body><segment><metadata>${element('OBJECT_NAME')}${element('OBJECT_ID')}${fixed}</metadata><data><meanElements>${COLUMNS.slice(2, 9).map(element).join('')}</meanElements><tleParameters>${[...COLUMNS.slice(9), ...more].map(element).join('')}</tleParameters></data></segment></body></omm>
`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function tleText(rows: readonly AnswerRow[], withName: boolean): string {
  return rows
    .filter((row) => Number(row.NORAD_CAT_ID) <= LARGEST_TLE_NUMBER)
    .flatMap((row) => {
      const name = String(row.OBJECT_NAME).slice(0, NAME_LENGTH).padEnd(NAME_LENGTH)
      return withName ? [name, ...tleLines(row)] : tleLines(row)
    })
    .map((line) => `${line}\r\n`)
    .join('')
}

/** The columns of the mean motion in line 2 of a TLE, which are blank where the set has none. */
const MEAN_MOTION_COLUMNS = [52, 63] as const

/** Returns both lines. CelesTrak truncates the eccentricity to seven digits; other publishers round it. */
function tleLines(row: AnswerRow): readonly string[] {
  const set = publishedOf(row)
  const eccentricity = Number(`0.${set.eccentricity.toFixed(12).slice(2, 9)}`)
  const [line1, line2] = formatTle(fromPublished({ ...set, eccentricity }))
  if (row.MEAN_MOTION !== undefined) return [line1, line2]
  const [from, to] = MEAN_MOTION_COLUMNS
  const blank = `${line2.slice(0, from)}${' '.repeat(to - from)}${line2.slice(to, -1)}`
  return [line1, `${blank}${tleChecksum(blank)}`]
}

/** Returns the element set of a row of CelesTrak in the units of a TLE. */
export function publishedOf(row: AnswerRow): PublishedElements {
  const number = (name: string, otherwise = 0) => Number(row[name] ?? otherwise)
  return {
    noradId: number('NORAD_CAT_ID'),
    objectName: String(row.OBJECT_NAME ?? ''),
    internationalDesignator: String(row.OBJECT_ID ?? ''),
    classification: String(row.CLASSIFICATION_TYPE ?? 'U'),
    ephemerisType: number('EPHEMERIS_TYPE'),
    elementSetNumber: number('ELEMENT_SET_NO'),
    revolutionAtEpoch: number('REV_AT_EPOCH') % 100_000,
    meanMotionDotRevPerDay2: number('MEAN_MOTION_DOT'),
    meanMotionDdotRevPerDay3: number('MEAN_MOTION_DDOT'),
    epoch: parseTime(String(row.EPOCH)),
    meanMotionRevPerDay: number('MEAN_MOTION', 1),
    eccentricity: number('ECCENTRICITY'),
    inclinationDeg: number('INCLINATION'),
    raanDeg: number('RA_OF_ASC_NODE'),
    argPeriapsisDeg: number('ARG_OF_PERICENTER'),
    meanAnomalyDeg: number('MEAN_ANOMALY'),
    bstar: number('BSTAR'),
  }
}

/** Returns a row of CelesTrak for an element set in the units of a TLE. */
export function gpRowOf(set: PublishedElements): GpRow {
  return {
    OBJECT_NAME: set.objectName,
    OBJECT_ID: set.internationalDesignator,
    EPOCH: formatTime(set.epoch, { digits: 6 }),
    MEAN_MOTION: set.meanMotionRevPerDay,
    ECCENTRICITY: set.eccentricity,
    INCLINATION: set.inclinationDeg,
    RA_OF_ASC_NODE: set.raanDeg,
    ARG_OF_PERICENTER: set.argPeriapsisDeg,
    MEAN_ANOMALY: set.meanAnomalyDeg,
    EPHEMERIS_TYPE: set.ephemerisType,
    CLASSIFICATION_TYPE: set.classification,
    NORAD_CAT_ID: set.noradId,
    ELEMENT_SET_NO: set.elementSetNumber,
    REV_AT_EPOCH: set.revolutionAtEpoch,
    BSTAR: set.bstar,
    MEAN_MOTION_DOT: set.meanMotionDotRevPerDay2,
    MEAN_MOTION_DDOT: set.meanMotionDdotRevPerDay3,
  }
}
