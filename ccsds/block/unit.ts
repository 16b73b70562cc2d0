import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { parseDecimal } from '../notation/decimal.ts'

/**
 * The units of CCSDS messages, each with the exponent of the power of ten that converts it to SI: 3 for km, and 0 for units that are SI or are not
 * converted, such as SGP4's rev/day and 1/ER, whose fields have the unit in their names. The decimal point is moved in the text itself, so that a
 * value is rounded once, and text → data → text gives the same number.
 */
const SI_EXPONENT = {
  km: 3,
  'km/s': 3,
  'km/s**2': 3,
  'km**2': 6,
  'km**2/s': 6,
  'km**2/s**2': 6,
  'km**3/s**2': 9,
  m: 0,
  'm/s': 0,
  'm/s**2': 0,
  'm**2': 0,
  'm**2/s': 0,
  'm**2/s**2': 0,
  'm**2/s**3': 0,
  'm**2/s**4': 0,
  'm**3/kg': 0,
  'm**3/(kg*s)': 0,
  'm**3/(kg*s**2)': 0,
  'm**4/kg**2': 0,
  'm**2/kg': 0,
  'kg/m**2': 0,
  'kg*m**2': 0,
  kg: 0,
  s: 0,
  N: 0,
  'W/kg': 0,
  Hz: 0,
  'Hz/s': 0,
  dBHz: 0,
  dBW: 0,
  K: 0,
  hPa: 2,
  TECU: 0,
  mag: 0,
  nT: 0,
  SFU: 0,
  '%': 0,
  '#/yr': 0,
  'rev/day': 0,
  'rev/day**2': 0,
  'rev/day**3': 0,
  '1/ER': 0,
  's/s': 0,
} as const

/** Units whose factor to SI is not a power of ten, each with the function that converts it to SI. */
const SI_FACTOR = { deg: degToRad, 'deg/s': degToRad, d: (days: number) => days * SECONDS_PER_DAY } as const

export type Unit = keyof typeof SI_EXPONENT | keyof typeof SI_FACTOR

const DOUBLES_ON_EACH_SIDE = 3

/**
 * Returns the number of a decimal text in `unit` (or without a unit) in SI: m, m/s, m², kg, s, and rad for deg; null if the text is not a finite
 * decimal number. The result is correctly rounded; degrees are accurate to 2 units in the last place, days to 1.
 */
export function parseQuantity(text: string, unit: Unit | null): number | null {
  const value = parseDecimal(text, exponentOf(unit))
  if (Number.isNaN(value)) return null
  return unit !== null && unit in SI_FACTOR ? SI_FACTOR[unit as keyof typeof SI_FACTOR](value) : value
}

/** Returns the power of ten by which a decimal text in `unit` is multiplied when it is read: 3 for km. */
export function exponentOf(unit: Unit | null): number {
  return unit !== null && unit in SI_EXPONENT ? SI_EXPONENT[unit as keyof typeof SI_EXPONENT] : 0
}

/**
 * Returns the shortest decimal text in `unit` that parseQuantity reads as `value` (SI). Angles that no number of degrees gives exactly, and times
 * that no number of days gives exactly, differ by at most one unit in the last place. Throws RangeError for a value that is not finite.
 */
export function formatQuantity(value: number, unit: Unit | null): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written in a message`)
  if (unit === 'deg' || unit === 'deg/s') return shiftDecimal(String(invert(value, radToDeg(value), degToRad)), 0)
  if (unit === 'd') return shiftDecimal(String(invert(value, value / SECONDS_PER_DAY, SI_FACTOR.d)), 0)
  return shiftDecimal(String(value), -exponentOf(unit))
}

/** Returns the double with the shortest text, among those next to `nearest`, that `convert` maps to exactly `value`. */
function invert(value: number, nearest: number, convert: (value: number) => number): number {
  const step = Math.abs(nearest) * Number.EPSILON * 0.5
  let best = nearest
  let found = false
  for (let k = -DOUBLES_ON_EACH_SIDE; k <= DOUBLES_ON_EACH_SIDE; k += 1) {
    const candidate = nearest + k * step
    if (convert(candidate) !== value) continue
    if (!found || String(candidate).length < String(best).length) best = candidate
    found = true
  }
  return best
}

/** Returns the decimal text multiplied by 10^shift without rounding: 6655994.2 with −3 is 6655.9942. */
function shiftDecimal(text: string, shift: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return '0'
  const leadingZeros = (whole + fraction).length - digits.length
  const point = whole.length - leadingZeros + Number(exponent) + shift // value = 0.digits × 10^point
  const significant = digits.replace(/(?<!0)0+$/, '')
  if (point < -3 || point > 17) {
    const tail = significant.slice(1)
    return `${sign}${significant.charAt(0)}.${tail === '' ? '0' : tail}e${point - 1}`
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${significant}`
  if (significant.length <= point) return `${sign}${significant.padEnd(point, '0')}`
  return `${sign}${significant.slice(0, point)}.${significant.slice(point)}`
}
