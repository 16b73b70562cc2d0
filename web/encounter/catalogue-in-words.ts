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

/** The words of a catalogue in the chosen language, as the pages write them. */
export const CATALOGUE_MANNER: CatalogueManner = {
  t: defineWords('catalogue', CATALOGUE_WORDS),
  number: (value) => formatNumber(value, { decimals: 0 }),
  age: formatAge,
}

/** Returns the sentence on the objects among which nothing was found: it follows every "clear". Null: the kinds were not counted then. */
export const amongInWords = (held: CatalogueHolding | null, atMs: number): string =>
  held === null ? CATALOGUE_MANNER.t('amongUnknown') : sayAmong(CATALOGUE_MANNER, held, atMs)

/** The same of a screening: one against messages or ephemerides compares with no catalogue. */
export function amongOf(screening: Pick<Screening, 'catalogue' | 'objects' | 'type'>, atMs: number): string {
  const { catalogue, objects, type } = screening
  if (catalogue !== null) return amongInWords(catalogue, atMs)
  return sayUncounted(CATALOGUE_MANNER, objects, type.endsWith('CAT') || type.endsWith('TLE'))
}

/** Returns the warning that a catalogue is incomplete or old, with the consequence; undefined if it is whole and fresh. */
export const warningInWords = (held: CatalogueHolding | null | undefined, atMs: number): string | undefined =>
  held == null ? undefined : sayWarning(CATALOGUE_MANNER, held, atMs)

/** Returns the content of a catalogue, and its gaps. */
export function kindsInWords(kinds: KindCounts): string {
  const missing = sayMissing(CATALOGUE_MANNER, { ...kinds, isWhole: true })
  return [asSentence(sayKinds(CATALOGUE_MANNER, kinds)), ...(missing === undefined ? [] : [missing])].join(' ')
}

/** Returns the result as a status: clear among objects that lack a kind, or are out of date, is no good news. */
export function meaningAmong(
  result: Screening['result'],
  held: CatalogueHolding | null | undefined,
  atMs: number,
): StatusMeaning {
  const meaning = meaningOf('screening', result)
  const isLess = result === 'CLEAR' && held != null && isShort(held, atMs)
  return isLess ? { ...meaning, level: 'caution' } : meaning
}
