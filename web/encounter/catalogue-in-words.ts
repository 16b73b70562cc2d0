import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import {
  asSentence,
  type CatalogueManner,
  isShort,
  sayAmong,
  sayKinds,
  sayMissing,
  sayUncounted,
  sayWarning,
} from '@apsis/contract/notice-text/catalogue-in-words.ts'
import { CATALOGUE_WORDS } from '@apsis/contract/notice-text/catalogue-words.data.ts'
import type { CatalogueHolding } from '@apsis/contract/tle/catalogue-holding.ts'
import type { KindCounts } from '@apsis/contract/tle/object-kind.ts'
import { formatAge } from '../clock/format.ts'
import { formatNumber } from '../ui/format/number.ts'
import { meaningOf, type StatusMeaning } from '../ui/status/status-meaning.ts'
import { defineWords } from '../ui/text/language.ts'

/** The words for a catalogue in the chosen language, in the style of the pages. */
export const CATALOGUE_MANNER: CatalogueManner = {
  t: defineWords('catalogue', CATALOGUE_WORDS),
  number: (value) => formatNumber(value, { decimals: 0 }),
  age: formatAge,
}

/**
 * Returns the sentence that names the objects among which nothing was found; it follows every "clear". If `held` is null, the kinds were
 * not counted at that time.
 */
export const amongInWords = (held: CatalogueHolding | null, atMs: number): string =>
  held === null ? CATALOGUE_MANNER.t('amongUnknown') : sayAmong(CATALOGUE_MANNER, held, atMs)

/** Returns that sentence for a screening; a screening against messages or ephemerides uses no catalogue. */
export function amongOf(screening: Pick<Screening, 'catalogue' | 'objects' | 'type'>, atMs: number): string {
  const { catalogue, objects, type } = screening
  if (catalogue !== null) return amongInWords(catalogue, atMs)
  return sayUncounted(CATALOGUE_MANNER, objects, type.endsWith('CAT') || type.endsWith('TLE'))
}

/** Returns the warning that a catalogue is incomplete or old, with the consequence; undefined if it is complete and recent. */
export const warningInWords = (held: CatalogueHolding | null | undefined, atMs: number): string | undefined =>
  held == null ? undefined : sayWarning(CATALOGUE_MANNER, held, atMs)

/** Returns a text on the content of a catalogue, and its gaps. */
export function kindsInWords(kinds: KindCounts): string {
  const missing = sayMissing(CATALOGUE_MANNER, { ...kinds, isWhole: true })
  return [asSentence(sayKinds(CATALOGUE_MANNER, kinds)), ...(missing === undefined ? [] : [missing])].join(' ')
}

/** Returns a text on the sources of the sets of a catalogue. */
export const fromInWords = (sources: string): string => asSentence(CATALOGUE_MANNER.t('from', { sources }))

/** Returns the result as a status: "clear" is not a good result if the objects lack a kind, or are out of date. */
export function meaningAmong(
  result: Screening['result'],
  held: CatalogueHolding | null | undefined,
  atMs: number,
): StatusMeaning {
  const meaning = meaningOf('screening', result)
  const isLess = result === 'CLEAR' && held != null && isShort(held, atMs)
  return isLess ? { ...meaning, level: 'caution' } : meaning
}
