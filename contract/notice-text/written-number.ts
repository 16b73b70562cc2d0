/** Writes numbers for people, in one place for pages, mails, cards and the page of a link. Programs get plain numbers. */

export type WrittenLanguage = 'en' | 'de'

/** It is as wide as a thin space; a line does not break at it. */
const NARROW_SPACE = '\u202f'
/** It separates a mantissa from its power of ten without a line break: half of a number at the end of a line is another number. */
const TIMES = '\u00a0×\u00a0'
const MINUS = '\u2212'
/** The decimal mark of each language. Files, clipboard and addresses keep the point, because programs read them. */
export const DECIMAL_MARKS: Readonly<Record<WrittenLanguage, string>> = { en: '.', de: ',' }
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const BELOW: Readonly<Record<WrittenLanguage, string>> = { en: 'below', de: 'unter' }
/** The sign for a missing value; never 0, −1 or NaN (ux.md R2). */
const MISSING = '–'
/** A probability below this is written as below it, never as "0.0" (ux.md R2). */
export const PROBABILITY_FLOOR = 1e-10

/** Writes digits of `toFixed` with the mark of the language and narrow spaces between thousands; without their sign. */
export function writtenDigits(digits: string, language: WrittenLanguage): string {
  const [whole = '', fraction] = digits.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, NARROW_SPACE)
  return fraction === undefined ? grouped : `${grouped}${DECIMAL_MARKS[language]}${fraction}`
}

/** Writes a number with this many decimals, by default at most three, and a true minus; a value that rounds to zero has no sign. */
export function writtenNumber(value: number, language: WrittenLanguage, decimals?: number): string {
  if (!Number.isFinite(value)) return MISSING
  const digits = decimals === undefined ? String(Number(value.toFixed(3))) : value.toFixed(decimals)
  return `${Number(digits) < 0 ? MINUS : ''}${writtenDigits(digits, language)}`
}

/** A passage is accurate to a millimetre: 199.9999 m are 200. */
const FOUND_M = 1e-3

/**
 * Returns whole metres of a distance for people, never above the real distance: a promised distance is kept. A signed one is rounded
 * towards 0.
 */
export const wholeMetres = (distanceM: number) => Math.sign(distanceM) * Math.floor(Math.abs(distanceM) + FOUND_M)

/** Writes a power of ten character by character: `10⁻⁴`. */
export const writtenPower = (exponent: number) => `10${raised(exponent)}`

/** Writes mantissa and power of ten in one line of text, which never breaks between them: `2.12 × 10⁻⁴`. */
export const writtenScientific = (mantissa: string, exponent: number) => `${mantissa}${TIMES}${writtenPower(exponent)}`

function raised(exponent: number): string {
  return String(exponent)
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit)
}

/** Writes a probability in one line of text: `2.12 × 10⁻⁴`, in German `2,12 × 10⁻⁴`. */
export function writtenProbability(value: number, language: WrittenLanguage): string {
  if (!Number.isFinite(value)) return MISSING
  if (value < PROBABILITY_FLOOR) return `${BELOW[language]} ${writtenScientific('1', Math.log10(PROBABILITY_FLOOR))}`
  const [mantissa = '', power = ''] = value.toExponential(2).split('e')
  return writtenScientific(writtenDigits(mantissa, language), Number(power))
}

/** Writes a time to the minute, in UTC: `2026-11-25 00:28 Z`. */
export const writtenMinute = (ms: number) =>
  Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} Z` : MISSING
