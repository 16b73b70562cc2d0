import { dateFromDay, dayFromDate } from '../time/calendar.ts'
import { addFemtoseconds, type Epoch } from '../time/epoch.ts'
import { readClock } from '../time/scales.ts'
import { formatCatalogueNumber } from './catalogue-number.ts'
import { type ElementSet, toPublished } from './element-set.ts'
import { tleChecksum } from './tle.ts'

/** Femtoseconds in 1e-8 d, the last digit of the epoch, and in half of it. */
const UNIT_FS = 864e9
const HALF_UNIT_FS = UNIT_FS / 2

/**
 * The two lines of a TLE, each of 69 columns with its checksum, values rounded to the digits there are (4 of a degree, 7
 * of e, 8 of the mean motion and of the day of epoch). parseTle reads them back to that rounding. Throws RangeError for what a
 * TLE cannot say: a catalogue number above 339 999, an epoch outside 1972 to 2056, a value wider than its columns.
 */
export function formatTle(set: ElementSet): readonly [line1: string, line2: string] {
  const of = toPublished(set)
  const id = formatCatalogueNumber(of.noradId)
  const line1 = [
    `1 ${id}${of.classification.slice(0, 1) || 'U'}`,
    formatDesignator(of.internationalDesignator).padEnd(8),
    formatEpoch(of.epoch),
    formatDerivative(of.meanMotionDotRevPerDay2),
    formatExponent('second derivative of mean motion', of.meanMotionDdotRevPerDay3),
    formatExponent('drag term', of.bstar),
    fit('ephemeris type', String(of.ephemerisType), 1),
    fit('element set number', String(of.elementSetNumber), 4),
  ].join(' ')
  const line2 = [
    `2 ${id}`,
    fit('inclination', of.inclinationDeg.toFixed(4), 8),
    formatAngle(of.raanDeg),
    formatEccentricity(of.eccentricity),
    formatAngle(of.argPeriapsisDeg),
    formatAngle(of.meanAnomalyDeg),
    `${fit('mean motion', of.meanMotionRevPerDay.toFixed(8), 11)}${fit('revolution', String(of.revolutionAtEpoch), 5)}`,
  ].join(' ')
  return [`${line1}${tleChecksum(line1)}`, `${line2}${tleChecksum(line2)}`]
}

/** YYDDD.dddddddd, rounded to the nearest 1e-8 d: half a unit is added first, and the rest is cut off. */
function formatEpoch(epoch: Epoch): string {
  const { day, secondOfDay, femtos } = readClock(addFemtoseconds(epoch, HALF_UNIT_FS), 'UTC')
  const { year } = dateFromDay(day)
  if (year < 1957 || year > 2056) throw new RangeError(`year ${year} does not fit the two digits of a TLE`)
  const dayOfYear = day - dayFromDate({ year, month: 1, day: 1 }) + 1
  // A leap second is second 86 400, which no day of a TLE has: it is written as the last instant before.
  // Units of 1e-8 d, 864 µs each.
  const units = Math.min(Math.floor((secondOfDay * 1e6 + Math.floor(femtos / 1e9)) / 864), 99_999_999)
  return `${pad(year % 100, 2)}${pad(dayOfYear, 3)}.${pad(units, 8)}`
}

/** Degrees in [0, 360) with four decimals; 359.99995 and more would round to 360.0000 and is written as 0. */
function formatAngle(deg: number): string {
  const wrapped = deg - 360 * Math.floor(deg / 360)
  const text = wrapped.toFixed(4)
  return (text === '360.0000' ? '0.0000' : text).padStart(8)
}

/** Seven digits without "0."; what would round to 1 is written as 0.9999999, since no element set is parabolic. */
function formatEccentricity(e: number): string {
  return fit('eccentricity', Math.min(e, 0.999_999_9).toFixed(7), 9).slice(2)
}

/**
 * ±.dddddddd: the first derivative has no digit before its point, so that a mean motion that grows by a revolution per day in a day
 * cannot be written; an object that falls so fast has hours left.
 */
function formatDerivative(value: number): string {
  const text = Math.abs(value).toFixed(8)
  if (!text.startsWith('0.')) throw new RangeError(`first derivative of mean motion ${value} is not below 1`)
  return `${value < 0 ? '-' : ' '}${text.slice(1)}`
}

/**
 * ±ddddd±d with the point before the first digit; zero is 00000+0, as Space-Track writes it. The value is 0.ddddd × 10^d, so that
 * the exponent is one more than that of scientific notation. It has one digit: values below 1e-10 lose leading digits to zeros, and
 * are written as zero below 1e-15.
 */
function formatExponent(name: string, value: number): string {
  const sign = value < 0 ? '-' : ' '
  const [mantissa = '', power = ''] = Math.abs(value).toExponential(4).split('e')
  let exponent = Number(power) + 1
  let digits = mantissa.replace('.', '')
  if (value === 0 || exponent < -9 - 5) return ' 00000+0'
  if (exponent < -9) {
    digits = Math.round(Math.abs(value) * 1e14)
      .toString()
      .padStart(5, '0')
    exponent = -9
  }
  if (exponent > 9 || digits.length > 5) throw new RangeError(`${name} ${value} does not fit a TLE`)
  return `${sign}${digits}${exponent > 0 ? '+' : '-'}${Math.abs(exponent)}`
}

/** 1998-067A as 98067A. Any other text is written as it stands where it fits in eight columns. */
function formatDesignator(text: string): string {
  const match = /^(\d{2})(\d{2})-(\d{3}[A-Z]{0,3})$/.exec(text)
  return fit('international designator', match === null ? text : `${match[2]}${match[3]}`, 8).trim()
}

/** A value at the right end of its columns; RangeError where it is too wide, as a cut number would be another one. */
function fit(name: string, text: string, width: number): string {
  if (text.length > width) throw new RangeError(`${name} ${text} is wider than the ${width} columns of a TLE`)
  return text.padStart(width)
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
