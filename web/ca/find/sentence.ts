import type { FindResult } from '@apsis/contract/ca/find.ts'
import { formatInstant } from '../../clock/format.ts'
import { amongInWords } from '../../encounter/catalogue-in-words.ts'
import type { encounterWords } from '../../encounter/words.data.ts'
import { formatNumber } from '../../ui/format/number.ts'

/**
 * Returns the sentence about the search: the compared objects, and the approaches found; "nothing compared" differs from "nothing found".
 */
export function sentenceOf(result: FindResult, say: typeof encounterWords, atMs: number): string {
  const name = `${result.primary.name} (${result.primary.objectId})`
  const km = formatNumber(result.maxKm)
  const searched = formatNumber(result.searched, { decimals: 0 })
  if (result.result === 'NOT_SCREENED') return notScreened(result, name, say)
  if (result.result === 'CONJUNCTIONS' && result.encounters.length === 0)
    return say('searchedOnlyEvents', { name, km, among: amongInWords(result.catalogue, atMs) })
  if (result.result === 'CONJUNCTIONS')
    return say('searchedFound', { count: result.encounters.length, name, km, searched })
  const [from, to] = [result.from, result.to].map((time) => formatInstant(Date.parse(time)))
  const among = amongInWords(result.catalogue, atMs)
  return say('searchedClear', { name, km, among, from: from ?? '', to: to ?? '' })
}

/** Returns the sentence for an object that could not be propagated, or that had no object to compare with. */
function notScreened(
  { primary, searched, notScreened: lost }: FindResult,
  name: string,
  say: typeof encounterWords,
): string {
  if (searched > 0 || lost.length === 0 || lost.some(({ objectId }) => objectId === primary.objectId))
    return say('searchedNot', { name })
  if (lost.some(({ reason }) => reason !== 'not-in-the-catalogue')) return say('searchedNothing', { name })
  return say('searchedUnknown', { count: lost.length, name, others: lost.map(({ objectId }) => objectId).join(', ') })
}
