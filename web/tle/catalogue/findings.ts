import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { asSentence, OLD_MS, sayMissing } from '@apsis/contract/notice-text/catalogue-in-words.ts'
import type { CatalogueContent } from '@apsis/contract/tle/catalogue.ts'
import { type KindCounts, OBJECT_KINDS, objectsIn } from '@apsis/contract/tle/object-kind.ts'
import { formatAge } from '../../clock/format.ts'
import { CATALOGUE_MANNER } from '../../encounter/catalogue-in-words.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { catalogueWords as t } from './words.data.ts'

export type CatalogueSource = CatalogueContent['sources'][number]

/** A source that is due is read within minutes; this limit is our own choice. */
const LATE_MS = 15 * MINUTE_MS

/** Returns the state of the readings of a source. */
export function standingOfSource(
  { lastReadAt, lastFailedAt, lastResult, nextAt }: CatalogueSource,
  nowMs: number,
): { readonly level: Level; readonly word: 'good' | 'waiting' | 'inPart' | 'failingState' | 'lateState' } {
  const isOld = lastReadAt === null || nowMs - Date.parse(lastReadAt) > OLD_MS
  if (lastFailedAt !== null) return { level: isOld ? 'serious' : 'caution', word: 'failingState' }
  if (nextAt !== null && nowMs - Date.parse(nextAt) > LATE_MS) return { level: 'caution', word: 'lateState' }
  if (lastReadAt === null) return { level: 'pending', word: 'waiting' }
  return lastResult === 'some-refused' ? { level: 'caution', word: 'inPart' } : { level: 'ok', word: 'good' }
}

/** A finding that a reader has to know: missing objects, a failing or late reading, or a fact that is true of every catalogue. */
export type CatalogueFinding = {
  readonly about: 'lack' | 'reading' | 'fact'
  readonly level: 'serious' | 'caution' | 'inactive'
  readonly text: string
}

const lack = (text: string): CatalogueFinding => ({ about: 'lack', level: 'caution', text })
const fact = (text: string): CatalogueFinding => ({ about: 'fact', level: 'inactive', text })
const RANK = { serious: 0, caution: 1, inactive: 2 } as const

/** Returns the findings on the catalogue with their consequences for a screening, the most serious first. */
export function findingsOf(content: CatalogueContent, nowMs: number): CatalogueFinding[] {
  const { catalogue, left, sources } = content
  const found = readingFindings(sources, nowMs)
  if (catalogue === null) return found
  const missing = sayMissing(CATALOGUE_MANNER, catalogue)
  if (missing !== undefined) found.push(lack(missing))
  if (catalogue.newestEpoch !== null && nowMs - Date.parse(catalogue.newestEpoch) > OLD_MS)
    found.push(lack(`${asSentence(CATALOGUE_MANNER.t('old'))} ${CATALOGUE_MANNER.t('moved')}`))
  const lost = left.objects.filter(({ hasComeDown }) => !hasComeDown).length
  if (lost > 0) found.push(lack(t('leftObjects', counted(lost))))
  return [...found, ...numberFindings(content)].sort((a, b) => RANK[a.level] - RANK[b.level])
}

/** Returns the findings from counts of objects: objects with old sets, without a set, and with numbers of six digits. */
function numberFindings({ parts, withoutSet, sixDigits, sources }: CatalogueContent): CatalogueFinding[] {
  const found: CatalogueFinding[] = []
  const older = parts.reduce((sum, part) => sum + part.older, 0)
  if (older > 0) found.push(fact(t('olderObjects', counted(older))))
  if (isOwn(sources)) return found
  if (withoutSet === null) found.push(fact(t(hasAccount(sources) ? 'orbitUnknownYet' : 'orbitUnknown')))
  else if (objectsIn(withoutSet) > 0)
    found.push(fact(t('withoutSetObjects', { ...counted(objectsIn(withoutSet)), kinds: kindsInWords(withoutSet) })))
  found.push(sixDigits === 0 ? lack(t('noSixDigits')) : fact(t('sixDigitObjects', counted(sixDigits))))
  return found
}

/** True if the catalogue is the product's own, which has a set for each of its objects. */
export const isOwn = (sources: readonly CatalogueSource[]): boolean => sources.some(({ kind }) => kind === 'SIMULATED')

/** True if the catalogue is fetched with an account, which provides a list of all objects in orbit once a day. */
export const hasAccount = (sources: readonly CatalogueSource[]): boolean =>
  sources.some(({ kind }) => kind === 'CONNECTION')

const counted = (count: number) => ({ count, objects: formatNumber(count) })

/** Returns the kinds of which there is at least one object, with their numbers: `Payloads 1, Debris 640`. */
const kindsInWords = (counts: KindCounts) =>
  OBJECT_KINDS.flatMap((kind) => (counts[kind] === 0 ? [] : [`${t(kind)} ${formatNumber(counts[kind])}`])).join(', ')

function readingFindings(sources: readonly CatalogueSource[], nowMs: number): CatalogueFinding[] {
  const standings = sources.map((source) => ({ name: source.name, ...standingOfSource(source, nowMs) }))
  return (['failingState', 'lateState'] as const).flatMap((word): CatalogueFinding[] => {
    const some = standings.filter((one) => one.word === word)
    if (some.length === 0) return []
    const names = some.map(({ name }) => name).join(', ')
    const isSerious = some.some(({ level }) => level === 'serious')
    const said = t(word === 'failingState' ? 'failing' : 'late', { count: some.length, names })
    return [{ about: 'reading', level: isSerious ? 'serious' : 'caution', text: said }]
  })
}

export type CatalogueVerdict = { readonly level: Level; readonly what: string; readonly rest: string }

/** Returns the most important facts for somebody on duty: the number of objects and sources, the age, and whether objects are missing. */
export function verdictOf(content: CatalogueContent, nowMs: number): CatalogueVerdict {
  const { catalogue, parts } = content
  if (catalogue === null) return { level: 'serious', what: t('none'), rest: t('noneMeans') }
  const count = new Set(parts.map(({ source }) => source)).size
  const objects = formatNumber(objectsIn(catalogue))
  const findings = findingsOf(content, nowMs)
  const [worst] = findings
  const age = t('age', { age: formatAge(nowMs - Date.parse(catalogue.newestEpoch ?? '')) })
  return {
    level: worst === undefined || worst.level === 'inactive' ? 'ok' : worst.level,
    what: catalogue.isSimulated ? t('holdsSimulated', { objects }) : t('holds', { count, objects }),
    rest: `${age} ${t(restOf(findings))}`,
  }
}

function restOf(findings: readonly CatalogueFinding[]) {
  if (findings.some(({ about }) => about === 'lack')) return 'lacking'
  return findings.some(({ about }) => about === 'reading') ? 'readingFails' : 'notKnownLacking'
}
