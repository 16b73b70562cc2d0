import { missing } from '../missing.ts'
import { dayFromDayOfYear } from '../time/calendar.ts'
import type { Epoch } from '../time/epoch.ts'
import { epochFromClock } from '../time/scales.ts'
import { parseCatalogueNumber } from './catalogue-number.ts'
import { type ElementSet, fromPublished } from './element-set.ts'

/** An error in a text that is not a TLE: its place (line 1 or 2, column from 1) and field, with a message that gives the reason. */
export class TleError extends SyntaxError {
  readonly tleLine: 1 | 2
  readonly column: number
  readonly field: string

  constructor(where: { readonly line: 1 | 2; readonly column: number; readonly field: string }, why: string) {
    super(`line ${where.line}, column ${where.column}, ${where.field}: ${why}`)
    this.name = 'TleError'
    this.tleLine = where.line
    this.column = where.column
    this.field = where.field
  }
}

// A TLE is a card of 80 columns: values have fixed columns, with no separators but blanks. Columns here count from 1, as in the description of
// the format, and a field includes both ends.

/** The form of a field. `implied` numbers have their point before the first digit. */
type Form = 'integer' | 'decimal' | 'implied' | 'exponent' | 'text'
/** The line of a field, its first and last column, and its form. */
interface Field {
  readonly line: 1 | 2
  readonly from: number
  readonly to: number
  readonly form: Form
}

// The derivatives are written as they are in the mean anomaly M = M₀ + n t + (ṅ/2) t² + (n̈/6) t³: ṅ/2 in revolutions per day² and n̈/6 in
// revolutions per day³. They belong to the older theory SGP; SGP4 reads the drag term B* instead, in inverse earth radii. The angles are mean
// elements of TEME, the mean motion is Kozai's.
const FIELDS = {
  'catalogue number': { line: 1, from: 3, to: 7, form: 'text' },
  classification: { line: 1, from: 8, to: 8, form: 'text' },
  'international designator': { line: 1, from: 10, to: 17, form: 'text' },
  'epoch year': { line: 1, from: 19, to: 20, form: 'integer' },
  'epoch day': { line: 1, from: 21, to: 32, form: 'text' },
  'first derivative of mean motion': { line: 1, from: 34, to: 43, form: 'decimal' },
  'second derivative of mean motion': { line: 1, from: 45, to: 52, form: 'exponent' },
  'drag term': { line: 1, from: 54, to: 61, form: 'exponent' },
  'ephemeris type': { line: 1, from: 63, to: 63, form: 'integer' },
  'element set number': { line: 1, from: 65, to: 68, form: 'integer' },
  inclination: { line: 2, from: 9, to: 16, form: 'decimal' },
  'right ascension of the node': { line: 2, from: 18, to: 25, form: 'decimal' },
  eccentricity: { line: 2, from: 27, to: 33, form: 'implied' },
  'argument of perigee': { line: 2, from: 35, to: 42, form: 'decimal' },
  'mean anomaly': { line: 2, from: 44, to: 51, form: 'decimal' },
  'mean motion': { line: 2, from: 53, to: 63, form: 'decimal' },
  'revolution at epoch': { line: 2, from: 64, to: 68, form: 'integer' },
} as const satisfies Record<string, Field>
type FieldName = keyof typeof FIELDS

/** Columns that are blank in every TLE. They reveal a field that is shifted by one column. */
const BLANKS = { 1: [2, 9, 18, 33, 44, 53, 62, 64], 2: [2, 8, 17, 26, 34, 43, 52] } as const
/** The column of the check digit, which is computed from the 68 columns before it. */
const CHECKSUM_COLUMN = 69
/** The mean motion of line 2 ends in this column, so a shorter line lacks elements. */
const SHORTEST_LINE = 63

/** The pattern of each form. Blanks mean zeros, and a blank exponent means 0, as in old element sets. */
const PATTERNS: Record<Exclude<Form, 'text'>, RegExp> = {
  integer: /^ *(?:\d+ *)?$/,
  decimal: /^ *[+-]?\d*\.\d+ *$|^ *$/,
  implied: /^[ \d]*$/,
  // Sign, digits without their point, and the power of ten: -11606-4 is −0.11606e-4.
  exponent: /^([ +-])[ .]?([ \d]{4,5})([ +-]?\d| {2})$/,
}

export interface TleOptions {
  readonly objectName?: string
  /** 'ignore' accepts a line with a wrong checksum, as in hand-made ones. */
  readonly checksum?: 'verify' | 'ignore'
}

/**
 * Returns the element set of the two lines of a TLE (Spacetrack Report No. 3; CelesTrak, "NORAD Two-Line Element Set Format"). Years 57 to 99 are
 * in the twentieth century; the epoch is exact. Common variants are accepted: lines without checksum (68 columns) or with text after a blank in
 * column 70, blanks for zeros, Alpha-5, a sign or blank before an exponent. Lines that could be misread are refused: a wrong checksum, a field
 * outside its columns, two objects. Throws TleError. The epoch is UTC, and the elements are those of SGP4 in TEME of that epoch: only SGP4 may
 * compute positions from them. The last digit of the angles corresponds to 12 m in low orbit.
 */
export function parseTle(line1: string, line2: string, options: TleOptions = {}): ElementSet {
  const lines = { 1: line1.trimEnd(), 2: line2.trimEnd() }
  for (const line of [1, 2] as const) {
    checkLayout(lines[line], line)
    if (options.checksum !== 'ignore') checkChecksum(lines[line], line)
  }
  const ids = [parseCatalogueNumber(lines[1].slice(2, 7)), parseCatalogueNumber(lines[2].slice(2, 7))]
  for (const line of [1, 2] as const) {
    if (ids[line - 1] !== undefined) continue
    fail({ ...FIELDS['catalogue number'], line }, 'catalogue number', `${quote(lines[line].slice(2, 7))} is no number`)
  }
  // Two lines of different objects would give an orbit that looks valid but belongs to neither.
  if (ids[0] !== ids[1]) fail({ line: 2, from: 3 }, 'catalogue number', `${ids[1]} is not the ${ids[0]} of line 1`)
  const number = (name: FieldName) => readNumber(lines, name)
  const epoch = readEpoch(lines[1], number('epoch year'))
  try {
    return fromPublished({
      noradId: ids[0] ?? missing(),
      objectName: options.objectName?.trim() ?? '',
      internationalDesignator: readDesignator(lines[1].slice(9, 17).trim()),
      classification: lines[1].slice(7, 8).trim() || 'U',
      epoch,
      meanMotionDotRevPerDay2: number('first derivative of mean motion'),
      meanMotionDdotRevPerDay3: number('second derivative of mean motion'),
      bstar: number('drag term'),
      ephemerisType: number('ephemeris type'),
      elementSetNumber: number('element set number'),
      inclinationDeg: number('inclination'),
      raanDeg: number('right ascension of the node'),
      eccentricity: number('eccentricity'),
      argPeriapsisDeg: number('argument of perigee'),
      meanAnomalyDeg: number('mean anomaly'),
      meanMotionRevPerDay: number('mean motion'),
      revolutionAtEpoch: number('revolution at epoch'),
    })
  } catch (error) {
    // A well-formed value that is impossible for an orbit: an inclination of 200°, no mean motion.
    if (error instanceof RangeError) fail({ line: 2, from: 9 }, 'elements', error.message)
    throw error
  }
}

/**
 * Returns the modulo-10 checksum of the first 68 columns: digits count as themselves, a minus as 1, everything else as 0. It detects any single
 * wrong digit and nine in ten cases of several, but not two exchanged digits. A plus counts as 0 like a blank, so a missing sign is detected only
 * for negative numbers.
 */
export function tleChecksum(line: string): number {
  let sum = 0
  for (const character of line.slice(0, CHECKSUM_COLUMN - 1)) {
    if (character >= '0' && character <= '9') sum += Number(character)
    else if (character === '-') sum += 1
  }
  return sum % 10
}

/** Throws for a line whose characters, line number, length or blank columns are not those of a TLE; the error names the column. */
function checkLayout(text: string, line: 1 | 2): void {
  const odd = text.search(/[^ -~]/)
  if (odd >= 0) fail({ line, from: odd + 1 }, 'text', 'a TLE is written in printable ASCII characters')
  if (text[0] !== String(line)) fail({ line, from: 1 }, 'line number', `${quote(text.slice(0, 1))} is not ${line}`)
  if (text.length < SHORTEST_LINE)
    fail({ line, from: text.length + 1 }, 'length', `the line ends after ${text.length} columns`)
  const filled = BLANKS[line].find((column) => text[column - 1] !== ' ')
  if (filled !== undefined)
    fail({ line, from: filled }, 'layout', 'this column is blank in a TLE: a field is displaced')
  if ((text[CHECKSUM_COLUMN] ?? ' ') !== ' ') fail({ line, from: 70 }, 'length', 'the line does not end at column 69')
}

/** Throws for a line with a wrong check digit. A line without one has nothing to check. */
function checkChecksum(text: string, line: 1 | 2): void {
  const written = text[CHECKSUM_COLUMN - 1] ?? ' '
  if (written === ' ') return
  const computed = tleChecksum(text)
  if (written !== String(computed)) {
    fail({ line, from: CHECKSUM_COLUMN }, 'checksum', `${quote(written)} is written, the line has ${computed}`)
  }
}

/** Returns the value of a field. `+ 0` turns −0 into 0. An exponent field has its point before the digits: 12345-4 is 0.12345e-4. */
function readNumber(lines: { readonly 1: string; readonly 2: string }, name: FieldName): number {
  const { line, from, to, form } = FIELDS[name]
  const text = lines[line].slice(from - 1, to)
  if (form === 'text' || !PATTERNS[form].test(text)) fail({ line, from }, name, `${quote(text)} is no such number`)
  // An eccentricity is written without its point: 0006703 is 0.0006703.
  if (form === 'implied') return Number(`0.${text.replaceAll(' ', '0')}`)
  if (form !== 'exponent') return Number(text) + 0
  const [, sign = '', digits = '', exponent = ''] = PATTERNS.exponent.exec(text) ?? []
  const power = exponent.replaceAll(' ', '')
  return Number(`${sign.trim()}0.${digits.replaceAll(' ', '0')}e${power === '' ? '0' : power}`)
}

/** Exact, because the eighth decimal of a day is a whole number of femtoseconds. */
function readEpoch(line1: string, year: number): Epoch {
  const { from } = FIELDS['epoch day']
  const text = line1.slice(from - 1, FIELDS['epoch day'].to)
  const [, day = '', fraction = ''] = /^([ \d]{2}\d)\.(\d{0,8}) *$/.exec(text) ?? []
  if (day === '') fail({ line: 1, from }, 'epoch day', `${quote(text)} is not of the form DDD.dddddddd`)
  // 1e-8 d is 864 µs: the number of such units is whole, and so are the femtoseconds in the rest of a second.
  const units = Number(fraction.padEnd(8, '0')) * 864
  const secondOfDay = Math.floor(units / 1e6)
  try {
    // 57 is the year of Sputnik: no element set is older, and from 2057 on two digits are not enough.
    const dayOf2000 = dayFromDayOfYear(year < 57 ? 2000 + year : 1900 + year, Number(day))
    return epochFromClock({ day: dayOf2000, secondOfDay, femtos: (units - secondOfDay * 1e6) * 1e9 }, 'UTC')
  } catch (error) {
    if (error instanceof RangeError) fail({ line: 1, from }, 'epoch', error.message)
    throw error
  }
}

/** Returns 98067A as 1998-067A, and any other text unchanged. Years from 57, the year of Sputnik, belong to the twentieth century. */
function readDesignator(text: string): string {
  const match = /^(\d{2})(\d{3}[A-Z]{1,3})$/.exec(text)
  if (match === null) return text
  return `${Number(match[1]) < 57 ? '20' : '19'}${match[1]}-${match[2]}`
}

/** Returns text in quotation marks for messages, with control characters escaped. */
function quote(text: string): string {
  return JSON.stringify(text)
}

/** Throws the error with its line, column and field. */
function fail(where: { readonly line: 1 | 2; readonly from: number }, field: string, why: string): never {
  throw new TleError({ line: where.line, column: where.from, field }, why)
}
