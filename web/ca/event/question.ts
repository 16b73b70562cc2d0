import { DAY_MS } from '@apsis/astro/constants.ts'
import { type ConjunctionFilter, conjunctionMatcher } from '@apsis/contract/ca/event/conjunction-filter.ts'
import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { VIEW_PARAMETERS } from '@apsis/contract/userconfig/conjunction-view.ts'
import { typedTime } from '../../clock/typed-instant.ts'
import type { EventRow } from './event-row.ts'

/** The search parameters of the screen, which contain all its state (ux.md R8). */
export const SEARCH_NAMES = [...VIEW_PARAMETERS, ...(['event', 'compare', 'dialog'] as const)] as const
export type QuestionSearch = { readonly [K in (typeof SEARCH_NAMES)[number]]?: string | undefined }

/** The number of days ahead, or back on the tab of past events; 0 means no limit. */
export const WINDOW_DAYS = [1, 3, 7, 14, 0] as const
export const USUAL_DAYS = 7

export const OWN = ['only', 'none'] as const
export type Own = (typeof OWN)[number]

/** The filters for events. */
export type Question = {
  readonly isPast: boolean
  /** An empty list means all levels; the same applies to the other lists. */
  readonly levels: readonly RiskLevel[]
  readonly satellites: readonly string[]
  readonly group?: string | undefined
  readonly types: readonly string[]
  /** True if only events without a probability match. */
  readonly noPc?: true | undefined
  readonly minPc?: number | undefined
  readonly maxMissM?: number | undefined
  readonly maxRadialM?: number | undefined
  /** The originators of messages about the event. */
  readonly originators: readonly string[]
  /** 'only' restricts the events to those between two satellites of the organisation, 'none' to all others. */
  readonly own?: Own | undefined
  /** A part of the other object's name or number. */
  readonly text?: string | undefined
  readonly days: number
  /** An explicit window instead of the days. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export function parseQuestion(search: QuestionSearch): Question {
  const days = Number(/^(\d+)d$/.exec(search.window ?? '')?.[1] ?? (search.window === 'all' ? 0 : USUAL_DAYS))
  const [from, to] = [typedTime(search.from), typedTime(search.to)]
  return {
    isPast: search.tab === 'past',
    levels: RISK_LEVELS.filter((level) => listOf(search.level).includes(level)),
    satellites: listOf(search.satellite),
    group: search.group,
    types: listOf(search.type),
    noPc: search.pc === 'none' ? true : undefined,
    minPc: numberOf(search['min-pc'], 1),
    maxMissM: numberOf(search['max-miss']),
    maxRadialM: numberOf(search['max-r']),
    originators: listOf(search.originator),
    own: OWN.find((one) => one === search.own),
    text: search.q,
    days: WINDOW_DAYS.find((one) => one === days) ?? USUAL_DAYS,
    ...(from !== undefined && to !== undefined && to <= from ? {} : { from, to }),
  }
}

/** Returns the query as search parameters; default values are omitted. */
export function formatQuestion(question: Question): QuestionSearch {
  const { isPast, levels, satellites, group, types, noPc, originators, own, text, days, from, to } = question
  const written = (value: number | undefined) => (value === undefined ? undefined : String(value))
  return {
    tab: isPast ? 'past' : undefined,
    level: levels.join(',') || undefined,
    satellite: satellites.join(',') || undefined,
    group,
    type: types.join(',') || undefined,
    pc: noPc ? 'none' : undefined,
    'min-pc': written(question.minPc),
    'max-miss': written(question.maxMissM),
    'max-r': written(question.maxRadialM),
    originator: originators.join(',') || undefined,
    own,
    q: text || undefined,
    window: days === USUAL_DAYS ? undefined : days === 0 ? 'all' : `${days}d`,
    from: from === undefined ? undefined : writeInstant(from),
    to: to === undefined ? undefined : writeInstant(to),
  }
}

function listOf(text: string | undefined): readonly string[] {
  return [...new Set(text?.split(',').filter((one) => one !== ''))]
}

function numberOf(text: string | undefined, most = Number.MAX_VALUE): number | undefined {
  const value = text === undefined ? Number.NaN : Number(text)
  return value >= 0 && value <= most ? value : undefined
}

/** Returns `2026-11-21T10:00Z`, with seconds if they are not zero. */
export function writeInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/(:00)?\.\d+Z$/, 'Z')
}

export type Span = { readonly fromMs: number; readonly toMs: number }

/** Returns the time span that must contain the TCA. */
export function spanOfTca({ isPast, days, from, to }: Question, nowMs: number): Span {
  const reach = days === 0 ? Number.POSITIVE_INFINITY : days * DAY_MS
  const usual = isPast ? { fromMs: nowMs - reach, toMs: nowMs - 1 } : { fromMs: nowMs, toMs: nowMs + reach }
  if (from === undefined && to === undefined) return usual
  return isPast
    ? { fromMs: from ?? Number.NEGATIVE_INFINITY, toMs: Math.min(to ?? usual.toMs, usual.toMs) }
    : { fromMs: Math.max(from ?? nowMs, nowMs), toMs: to ?? Number.POSITIVE_INFINITY }
}

/** The groups of satellites by the id of the satellite. */
export type Groups = ReadonlyMap<string, string | undefined>

/** Returns the own satellites in the query; undefined if every satellite matches. */
function askedSatellites({ satellites, group }: Question, groups: Groups): ReadonlySet<string> | undefined {
  if (group === undefined) return satellites.length === 0 ? undefined : new Set(satellites)
  const members = [...groups].flatMap(([key, one]) => (one === group ? [key] : []))
  return new Set(satellites.length === 0 ? members : members.filter((key) => satellites.includes(key)))
}

type Around = { readonly nowMs: number; readonly groups: Groups }

function filterOf(question: Question, { nowMs, groups }: Around): ConjunctionFilter {
  const { fromMs, toMs } = spanOfTca(question, nowMs)
  const setOf = (values: readonly string[]) => (values.length === 0 ? undefined : new Set(values))
  return {
    satellites: askedSatellites(question, groups),
    // The API's filter excludes both of its ends, but the window includes them.
    tcaAfterMs: fromMs - 1,
    tcaBeforeMs: toMs + 1,
    levels: setOf(question.levels),
    hasProbability: question.noPc ? false : undefined,
    minProbability: question.minPc,
    maxMissM: question.maxMissM,
    maxRadialM: question.maxRadialM,
    objectTypes: setOf(question.types),
    originators: setOf(question.originators),
    isBetweenOwn: question.own && question.own === 'only',
    text: question.text?.trim().toLowerCase(),
  }
}

/** Returns a function that is true for events that match the query. */
export function matcherOf(question: Question, around: Around): (row: EventRow) => boolean {
  return conjunctionMatcher(filterOf(question, around))
}

/** The filters of the query besides the tab and the window, in their order. */
export const FILTERS = [
  ...(['levels', 'satellites', 'group', 'types', 'noPc', 'minPc', 'maxMissM', 'maxRadialM'] as const),
  ...(['originators', 'own', 'text'] as const),
] as const
export type Filter = (typeof FILTERS)[number]

export function activeFilters(question: Question): readonly Filter[] {
  return FILTERS.filter((name) => {
    const value = question[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined
  })
}

/** Returns the query without one of its filters. */
export function withoutFilter(question: Question, filter: Filter): Question {
  return { ...question, [filter]: Array.isArray(question[filter]) ? [] : undefined }
}

/** An id that no satellite has: it is sent for a group without satellites. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Returns the query in the form of the API, which returns the same set of events. */
export function apiQueryOf(question: Question, around: Around): Readonly<Record<string, string | number | undefined>> {
  const filter = filterOf(question, around)
  const instant = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : undefined)
  const list = (values: ReadonlySet<string> | undefined) => values && [...values].join(',')
  const word = (isSo: boolean | undefined) => (isSo === undefined ? undefined : String(isSo))
  return {
    'satellite-id': filter.satellites && (list(filter.satellites) || NOBODY),
    'tca-after': instant(filter.tcaAfterMs),
    'tca-before': instant(filter.tcaBeforeMs),
    'risk-level': list(filter.levels),
    'has-probability': word(filter.hasProbability),
    'min-probability': filter.minProbability,
    'max-miss': filter.maxMissM,
    'max-radial': filter.maxRadialM,
    'object-type': list(filter.objectTypes),
    originator: list(filter.originators),
    'is-between-own': word(filter.isBetweenOwn),
    search: question.text?.trim() || undefined,
    limit: 10_000,
  }
}
