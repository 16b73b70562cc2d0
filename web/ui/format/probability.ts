import { PROBABILITY_FLOOR, writtenProbability } from '@apsis/contract/notice-text/written-number.ts'
import { chosenLanguage } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import { formatChange, formatExponent, MISSING, partsOfScientific } from './number.ts'

export type ProbabilityParts =
  | { readonly kind: 'value' | 'below'; readonly mantissa: string; readonly exponent: string; readonly power: number }
  | { readonly kind: 'missing' }

/** Returns a probability as mantissa and exponent of ten, with two decimals, or one if it is approximate. */
export function partsOfProbability(value: number | undefined, decimals: 1 | 2 = 2): ProbabilityParts {
  // Some messages write −1 for "not computed", which is not a probability.
  if (value === undefined || !Number.isFinite(value) || value < 0) return { kind: 'missing' }
  const floor = Math.log10(PROBABILITY_FLOOR)
  if (value < PROBABILITY_FLOOR) return { kind: 'below', mantissa: '1', exponent: formatExponent(floor), power: floor }
  const { mantissa, exponent } = partsOfScientific(value, decimals)
  return { kind: 'value', mantissa, exponent: formatExponent(exponent), power: exponent }
}

/**
 * Returns the change of a probability since the previous one, if both are at least the smallest one that is shown: a factor between smaller
 * numbers has no meaning. If only the previous one is smaller, the result only says that the probability rose.
 */
export function formatProbabilityChange(previous: number | undefined, current: number | undefined): string {
  if (current === undefined || !(current >= PROBABILITY_FLOOR)) return MISSING
  return formatChange(previous !== undefined && previous < PROBABILITY_FLOOR ? 0 : previous, current)
}

/** Returns the factor by which a probability changed; undefined if either is missing or too small to be shown. */
export function probabilityFactor(previous: number | undefined, current: number | undefined): number | undefined {
  const isKnown = (value: number | undefined): value is number => value !== undefined && value >= PROBABILITY_FLOOR
  return isKnown(previous) && isKnown(current) ? current / previous : undefined
}

/** Returns a probability for files and the clipboard: `1.23E-04`; an empty text if there is none. */
export function formatProbabilityPlain(value: number | undefined): string {
  if (partsOfProbability(value).kind === 'missing' || value === undefined) return ''
  const [mantissa = '', power = ''] = value.toExponential(2).split('e')
  const sign = power.startsWith('-') ? '-' : '+'
  return `${mantissa}E${sign}${power.slice(1).padStart(2, '0')}`
}

/** Returns a probability for one line of text without superscripts, as in captions and labels: `2.12 × 10⁻⁴`. */
export function formatProbabilityLine(value: number | undefined): string {
  if (value === undefined || partsOfProbability(value).kind === 'missing') return uiWords('notComputed')
  return writtenProbability(value, chosenLanguage())
}
