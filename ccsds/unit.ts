import { degToRad, radToDeg } from '@apsis/astro/units.ts'

/**
 * The units of CCSDS messages and their SI counterparts. Powers of ten are moved in the decimal text itself, so that a
 * value is rounded once, and text → data → text gives the same number.
 */
const SI_EXPONENT = {
  km: 3,
  'km/s': 3,
  'km**2': 6,
  'km**2/s': 6,
  'km**2/s**2': 6,
  'km**3/s**2': 9,
  'm**2': 0,
  kg: 0,
  s: 0,
} as const

export type Unit = keyof typeof SI_EXPONENT | 'deg'

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:[eE]([+-]?\d{1,4}))?$/
const DEGREE_CANDIDATES = 3

/**
 * The number of a decimal text in `unit` (or none), in SI: m, m/s, m², kg, s, and rad for deg; null if the text is no
 * finite decimal number. Correctly rounded; degrees within 2 units in the last place.
 */
export function parseQuantity(text: string, unit: Unit | null): number | null {
  const match = NUMBER.exec(text)
  if (match === null) return null
  const [, mantissa, exponent = '0'] = match
  const shift = unit === null || unit === 'deg' ? 0 : SI_EXPONENT[unit]
  const value = Number(`${mantissa}e${Number(exponent) + shift}`)
  if (!Number.isFinite(value)) return null
  return unit === 'deg' ? degToRad(value) : value
}

/**
 * The shortest decimal text in `unit` that parseQuantity reads as `value` (SI). Angles that no number of degrees gives
 * come out within one unit in the last place. Throws RangeError for a value that is not finite.
 */
export function formatQuantity(value: number, unit: Unit | null): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written in a message`)
  if (unit === 'deg') return shiftDecimal(String(degreesOf(value)), 0)
  return shiftDecimal(String(value), unit === null ? 0 : -SI_EXPONENT[unit])
}

/** Of the neighbouring doubles that give exactly these radians, the one with the shortest text. */
function degreesOf(rad: number): number {
  const nearest = radToDeg(rad)
  const step = Math.abs(nearest) * Number.EPSILON * 0.5
  let best = nearest
  let found = false
  for (let k = -DEGREE_CANDIDATES; k <= DEGREE_CANDIDATES; k += 1) {
    const candidate = nearest + k * step
    if (degToRad(candidate) !== rad) continue
    if (!found || String(candidate).length < String(best).length) best = candidate
    found = true
  }
  return best
}

/** The decimal text times 10^shift, digit for digit: 6655994.2 with −3 is 6655.9942. */
function shiftDecimal(text: string, shift: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return '0'
  const leadingZeros = (whole + fraction).length - digits.length
  const point = whole.length - leadingZeros + Number(exponent) + shift // value = 0.digits × 10^point
  const significant = digits.replace(/0+$/, '')
  if (point < -3 || point > 17) {
    const tail = significant.slice(1)
    return `${sign}${significant.charAt(0)}.${tail === '' ? '0' : tail}e${point - 1}`
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${significant}`
  if (significant.length <= point) return `${sign}${significant.padEnd(point, '0')}`
  return `${sign}${significant.slice(0, point)}.${significant.slice(point)}`
}
