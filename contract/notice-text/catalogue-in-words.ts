import type { CatalogueHolding, HoldingSource } from '../tle/catalogue-holding.ts'
import { countLacked, type KindCounts, type LackedKind, lacksOf, OBJECT_KINDS, objectsIn } from '../tle/object-kind.ts'
import { CATALOGUE_WORDS } from './catalogue-words.data.ts'
import { writtenNumber } from './written-number.ts'

type Words = (typeof CATALOGUE_WORDS)['en']
export type CatalogueWord = {
  [K in keyof Words]: K extends `${infer Word}_one` ? Word : K extends `${string}_other` ? never : K
}[keyof Words]

/** The functions that write the values in a sentence about a catalogue, for one language and one reader. */
export type CatalogueManner = {
  readonly t: (word: CatalogueWord, values?: Readonly<Record<string, string | number>>) => string
  readonly number: (value: number) => string
  /** Writes an age, from milliseconds. */
  readonly age: (ms: number) => string
}

/** The public catalogue changes about three times a day: it is out of date if its newest set is older than this. */
export const OLD_MS = 18 * 3_600_000

/** The facts about a catalogue in an answer of the API or a file. */
export type CatalogueFacts = KindCounts &
  Pick<CatalogueHolding, 'isSimulated' | 'isWhole' | 'newestEpoch'> & { readonly sources?: readonly HoldingSource[] }

/** Returns the age, ms, of a catalogue's newest set at a given time; undefined if it has no set. */
const ageOf = ({ newestEpoch }: Pick<CatalogueFacts, 'newestEpoch'>, atMs: number) =>
  newestEpoch === null ? undefined : Math.max(0, atMs - Date.parse(newestEpoch))

const isOld = (held: Pick<CatalogueFacts, 'newestEpoch'>, atMs: number) => (ageOf(held, atMs) ?? 0) > OLD_MS

/**
 * A source with a smaller share of the objects is not reported as out of date: it only supplies objects that no other source has any more.
 */
const LEAST_PART = 0.01

/**
 * Returns the sources that are out of date in a catalogue that is itself up to date: one of several sources has not answered for a long
 * time.
 */
function oldSources(held: CatalogueFacts, atMs: number): readonly HoldingSource[] {
  const { sources = [], isSimulated } = held
  if (isSimulated || isOld(held, atMs)) return []
  const least = LEAST_PART * objectsIn(held)
  return sources.filter((source) => source.objects >= least && isOld(source, atMs))
}

/**
 * Returns true if a screening without a result among these objects is incomplete: kinds of objects are missing, or the catalogue or a source of it
 * is out of date.
 */
export const isShort = (held: CatalogueFacts, atMs: number): boolean =>
  isOld(held, atMs) || oldSources(held, atMs).length > 0 || (held.isWhole && lacksOf(held).length > 0)

/** Returns for example `payloads 2 000, rocket bodies 300, debris 2 600, unknown 100`. */
export const sayKinds = (m: CatalogueManner, counts: KindCounts): string =>
  OBJECT_KINDS.map((kind) => m.t(`kind-${kind}`, { number: m.number(counts[kind]) })).join(', ')

/** The maximum number of sources that a sentence names; it names those with the most objects, and counts the others. */
export const MOST_SOURCES = 6

/**
 * Returns for example `from space-track.org (28 000), celestrak.org SupGP SOURCE=SpaceX-E (9 000)`; undefined if no source is stated. With a time,
 * several sources have their ages: `from space-track.org (28 000, newest 2.3 h old), …`.
 */
export function saySources(
  m: CatalogueManner,
  sources: readonly Pick<HoldingSource, 'source' | 'objects' | 'newestEpoch'>[],
  atMs?: number,
): string | undefined {
  if (sources.length === 0) return undefined
  const [named, others] = [sources.slice(0, MOST_SOURCES), sources.slice(MOST_SOURCES)]
  const hasAges = atMs !== undefined && sources.length > 1
  const said = named.map(({ source, objects, newestEpoch }) =>
    hasAges
      ? m.t('fromAged', { source, objects: m.number(objects), age: m.age(ageOf({ newestEpoch }, atMs) ?? 0) })
      : `${source} (${m.number(objects)})`,
  )
  const left = others.reduce((sum, { objects }) => sum + objects, 0)
  const last = others.length === 0 ? [] : [m.t('fromOthers', { count: others.length, objects: m.number(left) })]
  return m.t('from', { sources: [...said, ...last].join(', ') })
}

/** Returns for each source that is out of date for example `what came from space-track.org is out of date (debris 16 900)`. */
const sayOldSources = (m: CatalogueManner, held: CatalogueFacts, atMs: number): string[] =>
  oldSources(held, atMs).map((source) => {
    const kinds = OBJECT_KINDS.filter((kind) => source[kind] > 0)
    const said = kinds.map((kind) => m.t(`kind-${kind}`, { number: m.number(source[kind]) }))
    return m.t('oldSource', { source: source.source, kinds: said.join(', ') })
  })

/** Returns what a catalogue lacks, as a part of a sentence; undefined if it lacks nothing, or if its objects were selected one by one. */
export function sayLacks(m: CatalogueManner, held: Pick<CatalogueFacts, 'isWhole'> & KindCounts): string | undefined {
  if (objectsIn(held) === 0) return m.t('empty')
  const lacks = held.isWhole ? lacksOf(held) : []
  if (lacks.length === 0) return undefined
  const areBothAbsent = lacks.length === 2 && lacks.every((kind) => countLacked(held, kind) === 0)
  const said = areBothAbsent ? m.t('noneOfBoth') : lacks.map((kind) => sayLack(m, held, kind)).join('; ')
  return held.unknown > 0 ? m.t('asFar', { lacks: said }) : said
}

function sayLack(m: CatalogueManner, held: KindCounts, kind: LackedKind): string {
  const few = countLacked(held, kind)
  return few === 0 ? m.t(`none-${kind}`) : m.t(`few-${kind}`, { few: m.number(few) })
}

/**
 * Names the objects among which nothing was found: `among 11 000 objects (payloads 11 000, …; newest element set 2.3 h old); debris is not in this
 * catalogue, nor are rocket bodies`. The text always follows "clear".
 */
export function sayAmong(m: CatalogueManner, held: CatalogueFacts, atMs: number): string {
  const count = objectsIn(held)
  const ageMs = ageOf(held, atMs)
  const from = held.isSimulated ? undefined : saySources(m, held.sources ?? [], atMs)
  const age = ageMs === undefined ? undefined : m.t('age', { age: m.age(ageMs) })
  const about = [sayKinds(m, held), from, age].filter((part) => part !== undefined).join('; ')
  const word = held.isWhole ? (held.isSimulated ? 'amongSimulated' : 'among') : 'amongNamed'
  const lacks = sayLacks(m, held)
  return [
    m.t(word, { count, objects: m.number(count), about }),
    ...(lacks === undefined ? [] : [lacks]),
    ...(isOld(held, atMs) ? [m.t('old')] : []),
    ...sayOldSources(m, held, atMs),
  ].join('; ')
}

/** Returns the text of sayAmong() if there was no catalogue, or if the kinds of its objects were not counted yet. */
export const sayUncounted = (m: CatalogueManner, objects: number, isCatalogue: boolean): string =>
  m.t(isCatalogue ? 'amongUncounted' : 'amongOthers', { count: objects, objects: m.number(objects) })

/** Returns sentences that say what a catalogue lacks and the consequence; undefined if it lacks nothing. */
export function sayMissing(m: CatalogueManner, held: Pick<CatalogueFacts, 'isWhole'> & KindCounts): string | undefined {
  const lacks = sayLacks(m, held)
  return lacks === undefined ? undefined : `${asSentence(lacks)} ${m.t('missed')}`
}

/**
 * Returns the sentences of sayMissing(), and a sentence about the consequence of the catalogue's age; undefined if the catalogue is complete and
 * fresh.
 */
export function sayWarning(m: CatalogueManner, held: CatalogueFacts, atMs: number): string | undefined {
  const missing = sayMissing(m, held)
  const old = [...(isOld(held, atMs) ? [m.t('old')] : []), ...sayOldSources(m, held, atMs)]
  const texts = [
    ...(missing === undefined ? [] : [missing]),
    ...old.map(asSentence),
    ...(old.length > 0 ? [m.t('moved')] : []),
  ]
  return texts.length === 0 ? undefined : texts.join(' ')
}

/** Turns a part of a sentence into a sentence. */
export const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** The wording of the API, of its log and of the command line. */
export const CATALOGUE_IN_ENGLISH: CatalogueManner = {
  t: (word, values = {}) => {
    const words: Readonly<Record<string, string>> = CATALOGUE_WORDS.en
    const text = words[word] ?? words[`${word}_${values.count === 1 ? 'one' : 'other'}`] ?? word
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  },
  number: String,
  age: (ms) => writtenAge(ms, (value) => value.toFixed(1)),
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Writes an age: in hours, for example `2.3 h`, and from a day on in days, for example `3.0 d`. */
export const writtenAge = (ms: number, write: (value: number) => string): string =>
  ms < DAY_MS ? `${write(ms / HOUR_MS)} h` : `${write(ms / DAY_MS)} d`

export const ageIn = (language: 'en' | 'de') => (ms: number) =>
  writtenAge(ms, (value) => writtenNumber(value, language, 1))
