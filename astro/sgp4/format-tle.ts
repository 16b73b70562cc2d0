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
 * Returns the two lines of a TLE, each of 69 columns with its checksum. Values are rounded to the available digits (4 of a degree, 7 of e, 8 of
 * the mean motion and of the day of the epoch), and parseTle reads them back to that rounding. Throws RangeError for values that a TLE cannot
 * contain: a catalogue number above 339 999, an epoch outside 1972 to 2056, a value wider than its columns.
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

/** Returns YYDDD.dddddddd, rounded to the nearest 1e-8 d: half a unit is added first, and the rest is cut off. */
function formatEpoch(epoch: Epoch): string {
  const { day, secondOfDay, femtos } = readClock(addFemtoseconds(epoch, HALF_UNIT_FS), 'UTC')
  const { year } = dateFromDay(day)
  if (year < 1957 || year > 2056) throw new RangeError(`year ${year} does not fit the two digits of a TLE`)
  const dayOfYear = day - dayFromDate({ year, month: 1, day: 1 }) + 1
  // A leap second is second 86 400, which does not exist in a TLE. It is written as the last instant before. Units of 1e-8 d, 864 µs each.
  const units = Math.min(Math.floor((secondOfDay * 1e6 + Math.floor(femtos / 1e9)) / 864), 99_999_999)
  return `${pad(year % 100, 2)}${pad(dayOfYear, 3)}.${pad(units, 8)}`
}

/** Returns degrees in [0, 360) with four decimals. Values from 359.99995 would round to 360.0000 and are written as 0. */
function formatAngle(deg: number): string {
  const wrapped = deg - 360 * Math.floor(deg / 360)
  const text = wrapped.toFixed(4)
  return (text === '360.0000' ? '0.0000' : text).padStart(8)
}

/** Returns seven digits without "0.". A value that would round to 1 is written as 0.9999999, because no element set is parabolic. */
function formatEccentricity(e: number): string {
  return fit('eccentricity', Math.min(e, 0.999_999_9).toFixed(7), 9).slice(2)
}

/**
 * Returns ±.dddddddd. The first derivative has no digit before its point, so a mean motion that grows by a revolution per day in a day cannot be
 * written; an object that decays so fast has only hours left.
 */
function formatDerivative(value: number): string {
  const text = Math.abs(value).toFixed(8)
  if (!text.startsWith('0.')) throw new RangeError(`first derivative of mean motion ${value} is not below 1`)
  return `${value < 0 ? '-' : ' '}${text.slice(1)}`
}

/**
 * Returns ±ddddd±d with the point before the first digit; zero is 00000+0, as written by Space-Track. The value is 0.ddddd × 10^d, so the
 * exponent is one more than in scientific notation. The exponent has one digit: values below 1e-10 lose leading digits to zeros, and are written
 * as zero below 1e-15.
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

/** Returns 1998-067A as 98067A. Other texts are kept if they fit in eight columns. */
function formatDesignator(text: string): string {
  const match = /^(\d{2})(\d{2})-(\d{3}[A-Z]{0,3})$/.exec(text)
  return fit('international designator', match === null ? text : `${match[2]}${match[3]}`, 8).trim()
}

/** Returns a value right-aligned in its columns. Throws RangeError if it is too wide, because a shortened number would be a different one. */
function fit(name: string, text: string, width: number): string {
  if (text.length > width) throw new RangeError(`${name} ${text} is wider than the ${width} columns of a TLE`)
  return text.padStart(width)
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
