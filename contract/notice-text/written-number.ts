/** Writes numbers for people, in the same way for pages, mails, cards and the page of a link. Programs get plain numbers. */

export type WrittenLanguage = 'en' | 'de'

/** This space is as wide as a thin space, and a line is not broken at it. */
const NARROW_SPACE = '\u202f'
/**
 * This separates a mantissa from its power of ten. A line is not broken here, because half of a number at the end of a line would be read as another
 * number.
 */
const TIMES = '\u00a0×\u00a0'
const MINUS = '\u2212'
/** The decimal mark of each language. Files, clipboard and addresses use the point, because programs read them. */
export const DECIMAL_MARKS: Readonly<Record<WrittenLanguage, string>> = { en: '.', de: ',' }
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const BELOW: Readonly<Record<WrittenLanguage, string>> = { en: 'below', de: 'unter' }
/** The sign for a missing value, which is never written as 0, −1 or NaN (ux.md R2). */
const MISSING = '–'
/** A probability below this is written as "below" this value, never as "0.0" (ux.md R2). */
export const PROBABILITY_FLOOR = 1e-10

/** Writes the digits of `toFixed`, without their sign, with the decimal mark of the language and narrow spaces between thousands. */
export function writtenDigits(digits: string, language: WrittenLanguage): string {
  const [whole = '', fraction] = digits.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, NARROW_SPACE)
  return fraction === undefined ? grouped : `${grouped}${DECIMAL_MARKS[language]}${fraction}`
}

/** Writes a number with this number of decimals (by default at most three) and a true minus sign; a value that rounds to zero has no sign. */
export function writtenNumber(value: number, language: WrittenLanguage, decimals?: number): string {
  if (!Number.isFinite(value)) return MISSING
  const digits = decimals === undefined ? String(Number(value.toFixed(3))) : value.toFixed(decimals)
  return `${Number(digits) < 0 ? MINUS : ''}${writtenDigits(digits, language)}`
}

/** Distances are accurate to this, so 199.9999 m are written as 200 m. */
const FOUND_M = 1e-3

/**
 * Returns a distance in whole metres for people, never above the real distance, so that a promised distance is kept. A signed distance is rounded
 * towards 0.
 */
export const wholeMetres = (distanceM: number) => Math.sign(distanceM) * Math.floor(Math.abs(distanceM) + FOUND_M)

/** Writes a power of ten with superscript characters: `10⁻⁴`. */
export const writtenPower = (exponent: number) => `10${raised(exponent)}`

/** Writes mantissa and power of ten as text, in which a line is never broken: `2.12 × 10⁻⁴`. */
export const writtenScientific = (mantissa: string, exponent: number) => `${mantissa}${TIMES}${writtenPower(exponent)}`

function raised(exponent: number): string {
  return String(exponent)
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit)
}

/** Writes a probability as text: `2.12 × 10⁻⁴`, in German `2,12 × 10⁻⁴`. */
export function writtenProbability(value: number, language: WrittenLanguage): string {
  if (!Number.isFinite(value)) return MISSING
  if (value < PROBABILITY_FLOOR) return `${BELOW[language]} ${writtenScientific('1', Math.log10(PROBABILITY_FLOOR))}`
  const [mantissa = '', power = ''] = value.toExponential(2).split('e')
  return writtenScientific(writtenDigits(mantissa, language), Number(power))
}

/** Writes a time to the minute, in UTC: `2026-11-25 00:28 Z`. */
export const writtenMinute = (ms: number) =>
  Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} Z` : MISSING
