import { uiWords } from '../words.data.ts'

const THIN_SPACE = '\u2009'
const MINUS = '\u2212'
/** What stands where there is no value; never 0, −1 or NaN (ux.md R2). */
export const MISSING = '–'

export type NumberStyle = {
  /** Digits after the point; without it and without `significant`, at most three. */
  readonly decimals?: number | undefined
  readonly significant?: number | undefined
  /** A plus before what is above zero: for components, differences, burns. */
  readonly signed?: boolean | undefined
}

/** A number with a true minus and thin spaces between thousands; a dash for what is no number. */
export function formatNumber(value: number, { decimals, significant, signed = false }: NumberStyle = {}): string {
  if (!Number.isFinite(value)) return MISSING
  const text = significant === undefined ? toDecimals(value, decimals) : toSignificant(value, significant)
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, THIN_SPACE)
  return `${signOf(Number(text), signed)}${grouped}${fraction ? `.${fraction}` : ''}`
}

function toDecimals(value: number, decimals: number | undefined): string {
  return decimals === undefined ? String(Number(value.toFixed(3))) : value.toFixed(decimals)
}

function toSignificant(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits))
  const magnitude = rounded === 0 ? 0 : Math.floor(Math.log10(Math.abs(rounded)))
  return rounded.toFixed(Math.min(100, Math.max(0, digits - 1 - magnitude)))
}

/** What rounds to zero has no sign. */
function signOf(shown: number, signed: boolean): string {
  if (shown < 0) return MINUS
  return signed && shown > 0 ? '+' : ''
}

/** A power of ten as it is drawn: `−4` of 10⁻⁴, with a true minus. */
export function formatExponent(exponent: number): string {
  return String(exponent).replace('-', MINUS)
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const raisedExponent = (power: number) => String(power).replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit)

/** How a value moved since the one before: `↑ ×2.0`, `↓ ÷1.4`, `=`, `New`. */
export function formatChange(previous: number | undefined, current: number): string {
  if (previous === undefined || !Number.isFinite(previous)) return uiWords('first')
  if (!Number.isFinite(current)) return MISSING
  if (previous === current) return '='
  if (previous <= 0 || current <= 0) return current > previous ? '↑' : '↓'
  const rises = current > previous
  const factor = formatFactor(rises ? current / previous : previous / current)
  if (factor === '1.0') return '='
  return rises ? `↑ ×${factor}` : `↓ ÷${factor}`
}

/** Factors beyond this are told by their power of ten: nobody reads eleven digits, and no column holds them. */
const MOST_FACTOR = 10_000

function formatFactor(factor: number): string {
  if (factor >= MOST_FACTOR) return `10${raisedExponent(Math.round(Math.log10(factor)))}`
  return formatNumber(factor, { decimals: factor < 100 ? 1 : 0 })
}
