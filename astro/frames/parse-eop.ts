import { RAD_PER_ARCSEC } from './angle.ts'
import { type EopDay, type EopTable, makeEopTable } from './eop.ts'

/** The formats in which Earth orientation parameters are published. */
export const EOP_FORMATS = ['finals-2000', 'finals-1980', 'c04', 'celestrak'] as const
export type EopFormat = (typeof EOP_FORMATS)[number]

/** A thousandth of an arcsecond. */
const RAD_PER_MAS = RAD_PER_ARCSEC / 1000
const SECONDS_PER_MS = 1e-3

/**
 * Returns the table in a file of Earth orientation parameters: IERS finals (finals2000A.*: 'finals-2000', with dX, dY; finals.*: 'finals-1980',
 * with dψ, dε; the values of Bulletin B if present, otherwise those of Bulletin A), IERS C04 ('c04', series 14 and 20, IAU 2000), CelesTrak's
 * EOP-All or EOP-Last5Years, as CSV or as text ('celestrak'). Days without pole and UT1 at the end of a finals file are left out. Throws
 * SyntaxError naming line and field, or RangeError for a gap between days.
 */
export function parseEop(text: string, format: EopFormat): EopTable {
  const lines = text.split(/\r?\n/)
  const read = { 'finals-2000': readFinals2000, 'finals-1980': readFinals1980, c04: readC04, celestrak: readCelestrak }[
    format
  ]
  // The text form of CelesTrak marks predictions with a heading, the other forms mark them in each line.
  const heading = lines.findIndex((line) => line.startsWith('BEGIN PREDICTED'))
  const days: EopDay[] = []
  lines.forEach((line, index) => {
    const day = read(line, index + 1)
    if (day !== undefined) days.push(heading >= 0 && index > heading ? { ...day, predicted: true } : day)
  })
  return makeEopTable(format, days)
}

type Reader = (line: string, number: number) => EopDay | undefined

const readFinals2000: Reader = (line, number) => readFinals(line, number, ['dxRad', 'dyRad'])
const readFinals1980: Reader = (line, number) => readFinals(line, number, ['dpsiRad', 'depsRad'])

/**
 * Columns from the README of finals and finals2000A, counted from 0. Bulletin A is fast and predicts a year. Bulletin B follows weeks later, is
 * final, and has no length of day. Angles of the pole are in arcseconds, offsets of the celestial pole in thousandths of an arcsecond, UT1 − UTC
 * in seconds and the length of day in milliseconds.
 */
function readFinals(line: string, number: number, pole: readonly ['dxRad' | 'dpsiRad', 'dyRad' | 'depsRad']) {
  if (line.trim() === '') return undefined
  const at = (start: number, end: number, name: string) => numberOrBlank(line.slice(start, end), number, name)
  const mjd = at(7, 15, 'MJD')
  if (mjd === undefined) throw new SyntaxError(`line ${number}: no MJD in columns 8 to 15`)
  // Values of Bulletin B if present, otherwise those of Bulletin A.
  const x = at(134, 144, 'PM_X_B') ?? at(18, 27, 'PM_x_A')
  const y = at(144, 154, 'PM_Y_B') ?? at(37, 46, 'PM_y_A')
  const ut1 = at(154, 165, 'UT1_UTC_B') ?? at(58, 68, 'UT1_UTC_A')
  // A finals file ends with days that have only a date.
  if (x === undefined || y === undefined || ut1 === undefined) return undefined
  const lodMs = at(79, 86, 'LOD_A')
  const first = at(165, 175, 'dX_2000A_B') ?? at(97, 106, 'dX_2000A_A')
  const second = at(175, 185, 'dY_2000A_B') ?? at(116, 125, 'dY_2000A_A')
  return {
    mjd,
    xpRad: x * RAD_PER_ARCSEC,
    ypRad: y * RAD_PER_ARCSEC,
    ut1MinusUtcS: ut1,
    ...(lodMs === undefined ? {} : { lodS: lodMs * SECONDS_PER_MS }),
    ...(first === undefined ? {} : { [pole[0]]: first * RAD_PER_MAS }),
    ...(second === undefined ? {} : { [pole[1]]: second * RAD_PER_MAS }),
    predicted: line[57] === 'P' || line[16] === 'P',
  }
}

/** Series 14 has 16 columns, with LOD before dX, dY; series 20 has 21, with the hour and the rates of the pole, and LOD last. */
function readC04(line: string, number: number): EopDay | undefined {
  if (!/^\s*\d{4}\s/.test(line)) return undefined
  const words = line.trim().split(/\s+/)
  const value = (index: number, name: string) => required(words[index], number, name)
  const series20 = words.length === 21
  if (!series20 && words.length !== 16) throw new SyntaxError(`line ${number}: ${words.length} columns, not 16 or 21`)
  const first = series20 ? 4 : 3
  // Columns counted from 0: dX and dY are the 9th and 10th in both series.
  const [dx, dy, lod] = series20 ? [8, 9, 12] : [8, 9, 7]
  return {
    mjd: value(first, 'MJD'),
    xpRad: value(first + 1, 'x') * RAD_PER_ARCSEC,
    ypRad: value(first + 2, 'y') * RAD_PER_ARCSEC,
    ut1MinusUtcS: value(first + 3, 'UT1-UTC'),
    lodS: value(lod, 'LOD'),
    dxRad: value(dx, 'dX') * RAD_PER_ARCSEC,
    dyRad: value(dy, 'dY') * RAD_PER_ARCSEC,
    predicted: false,
  }
}

/**
 * A line of the CSV form, which marks predictions with P, or of the text form. The offsets are in arcseconds for both theories: dψ, dε of IAU
 * 1980 and dX, dY of IAU 2000.
 */
function readCelestrak(line: string, number: number): EopDay | undefined {
  const comma = line.includes(',')
  if (!/^\d{4}/.test(line)) return undefined
  const words = comma ? line.split(',') : line.trim().split(/\s+/)
  const first = comma ? 1 : 3
  const value = (index: number, name: string) => required(words[first + index], number, name)
  return {
    mjd: value(0, 'MJD'),
    xpRad: value(1, 'X') * RAD_PER_ARCSEC,
    ypRad: value(2, 'Y') * RAD_PER_ARCSEC,
    ut1MinusUtcS: value(3, 'UT1-UTC'),
    lodS: value(4, 'LOD'),
    dpsiRad: value(5, 'DPSI') * RAD_PER_ARCSEC,
    depsRad: value(6, 'DEPS') * RAD_PER_ARCSEC,
    dxRad: value(7, 'DX') * RAD_PER_ARCSEC,
    dyRad: value(8, 'DY') * RAD_PER_ARCSEC,
    predicted: words[first + 10]?.trim() === 'P',
  }
}

/** Returns the number in a field of fixed columns, or undefined for a blank field. */
function numberOrBlank(word: string, line: number, name: string): number | undefined {
  return word.trim() === '' ? undefined : required(word, line, name)
}

/** Returns the number in a field. Throws SyntaxError with the line and the name of the field if there is none. */
function required(word: string | undefined, line: number, name: string): number {
  const text = word?.trim() ?? ''
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) throw new SyntaxError(`line ${line}: ${name} is ${JSON.stringify(text)}`)
  return value
}
