import {
  DECIMAL_MARKS,
  writtenDigits,
  writtenPower,
  writtenScientific,
} from '@apsis/contract/notice-text/written-number.ts'
import { chosenLanguage } from '../text/language.ts'
import { uiWords } from '../words.data.ts'

const MINUS = '\u2212'
/** The text for a missing value; never 0, −1 or NaN (ux.md R2). */
export const MISSING = '–'

export type NumberStyle = {
  /** The number of decimals; if this and `significant` are absent, at most three. */
  readonly decimals?: number | undefined
  readonly significant?: number | undefined
  /** True for a plus before values above zero: for components, differences, burns. */
  readonly signed?: boolean | undefined
}

/** Returns a number with a true minus and narrow spaces between thousands; a dash for an invalid number. */
export function formatNumber(value: number, { decimals, significant, signed = false }: NumberStyle = {}): string {
  if (!Number.isFinite(value)) return MISSING
  const text = significant === undefined ? toDecimals(value, decimals) : toSignificant(value, significant)
  return `${signOf(Number(text), signed)}${writtenDigits(text, chosenLanguage())}`
}

function toDecimals(value: number, decimals: number | undefined): string {
  return decimals === undefined ? String(Number(value.toFixed(3))) : value.toFixed(decimals)
}

function toSignificant(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits))
  const magnitude = rounded === 0 ? 0 : Math.floor(Math.log10(Math.abs(rounded)))
  return rounded.toFixed(Math.min(100, Math.max(0, digits - 1 - magnitude)))
}

/** Returns the sign; a number that rounds to zero has none. */
function signOf(shown: number, signed: boolean): string {
  if (shown < 0) return MINUS
  return signed && shown > 0 ? '+' : ''
}

/** Returns an exponent for display, with a true minus: `−4` for 10⁻⁴. */
export function formatExponent(exponent: number): string {
  return String(exponent).replace('-', MINUS)
}

/** Returns a power of ten for plain text: `10⁻⁴`; on the screen exponents are set with `<sup>`. */
export function formatPowerOfTen(exponent: number): string {
  return writtenPower(exponent)
}

/** Returns a number as mantissa and exponent of ten: `1.90` and `-5`. */
export function partsOfScientific(value: number, decimals: number) {
  const [mantissa = '', power = ''] = value.toExponential(decimals).split('e')
  return { mantissa: formatNumber(Number(mantissa), { decimals }), exponent: Number(power) }
}

/** Returns a very large or very small number in one line of text: `1.90 × 10⁻⁵`. */
export function formatScientific(value: number, { decimals = 2, signed = false }: NumberStyle = {}): string {
  if (!Number.isFinite(value)) return MISSING
  if (value === 0) return formatNumber(0, { decimals: 0 })
  const { mantissa, exponent } = partsOfScientific(value, decimals)
  return `${signed && value > 0 ? '+' : ''}${writtenScientific(mantissa, exponent)}`
}

/** Returns a number with at most this many significant digits, and without trailing zeros: 0.009, not 0.009000. */
export function formatBriefly(value: number, digits: number, { signed = false }: NumberStyle = {}): string {
  const rounded = Number(value.toPrecision(digits))
  const decimals = /\.(\d+)/.exec(String(rounded))?.[1]?.length ?? 0
  return formatNumber(rounded, { decimals, signed })
}

/** Returns a number for an input field: `0.25`, and `1e-4` if it is small. */
export function typedNumber(value: number, decimals = 20): string {
  const rounded = Number(value.toFixed(decimals))
  const isSmall = rounded !== 0 && Math.abs(rounded) < 1e-3
  return (isSmall ? value.toExponential() : String(rounded)).replace('.', DECIMAL_MARKS[chosenLanguage()])
}

/** Returns the typed number, which may have a decimal point or comma; NaN if it is invalid or empty. */
export function readNumber(text: string): number {
  const trimmed = text.trim()
  return trimmed === '' ? Number.NaN : Number(trimmed.replace(',', '.'))
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Returns the typed number, which may also be in the form in which it is displayed: `1.06 × 10⁻³`. */
export function readScientific(text: string): number {
  const [mantissa = '', power, ...more] = text.split('×')
  if (power === undefined) return readNumber(text)
  const exponent = [...power.trim().slice(2)].map((one) => (one === '⁻' ? '-' : String(RAISED.indexOf(one)))).join('')
  if (more.length > 0 || !power.trim().startsWith('10') || !/^-?\d{1,3}$/.test(exponent)) return Number.NaN
  return Number(`${readNumber(mantissa)}e${exponent}`)
}

/** Returns the change of a value since the previous one: `↑ ×2.0`, `↓ ÷1.4`, `=`, `New`. */
export function formatChange(previous: number | undefined, current: number): string {
  if (previous === undefined || !Number.isFinite(previous)) return uiWords('first')
  if (!Number.isFinite(current)) return MISSING
  if (previous === current) return '='
  if (previous <= 0 || current <= 0) return current > previous ? '↑' : '↓'
  const rises = current > previous
  const factor = formatFactor(rises ? current / previous : previous / current)
  if (factor === formatNumber(1, { decimals: 1 })) return '='
  return rises ? `↑ ×${factor}` : `↓ ÷${factor}`
}

/** A larger factor is written as a power of ten, because eleven digits are hard to read and do not fit into a column. */
const LARGEST_WRITTEN_FACTOR = 10_000

function formatFactor(factor: number): string {
  if (factor >= LARGEST_WRITTEN_FACTOR) return formatPowerOfTen(Math.round(Math.log10(factor)))
  return formatNumber(factor, { decimals: factor < 100 ? 1 : 0 })
}
