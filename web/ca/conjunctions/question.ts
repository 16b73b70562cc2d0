import { RISK_LEVELS, type RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { EventRow } from './event-row.ts'

/** The search parameters of the screen; all its state is in them (ux.md R8). */
export const SEARCH_NAMES = [
  ...(['tab', 'level', 'satellite', 'group', 'type', 'min-pc', 'max-miss', 'q', 'window', 'from', 'to'] as const),
  ...(['event', 'plot', 'scale', 'sort', 'columns', 'dialog'] as const),
] as const
export type QuestionSearch = { readonly [K in (typeof SEARCH_NAMES)[number]]?: string | undefined }

/** Days ahead, or back on the tab of past events; 0 is without an end. */
export const WINDOW_DAYS = [1, 3, 7, 14, 0] as const
export const USUAL_DAYS = 7

/** Which events are asked for. */
export type Question = {
  readonly isPast: boolean
  /** None: all of them. The same holds for the other lists. */
  readonly levels: readonly RiskLevel[]
  readonly satellites: readonly string[]
  readonly group?: string | undefined
  readonly types: readonly string[]
  readonly minPc?: number | undefined
  readonly maxMissM?: number | undefined
  /** A part of the other object's name or number. */
  readonly text?: string | undefined
  readonly days: number
  /** A window of its own, in place of the days. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

const DAY_MS = 86_400_000
const SECOND_MS = 1_000

export function parseQuestion(search: QuestionSearch): Question {
  const days = Number(/^(\d+)d$/.exec(search.window ?? '')?.[1] ?? (search.window === 'all' ? 0 : USUAL_DAYS))
  const [from, to] = [instantOf(search.from), instantOf(search.to)]
  return {
    isPast: search.tab === 'past',
    levels: RISK_LEVELS.filter((level) => listOf(search.level).includes(level)),
    satellites: listOf(search.satellite),
    group: search.group,
    types: listOf(search.type),
    minPc: numberOf(search['min-pc']),
    maxMissM: numberOf(search['max-miss']),
    text: search.q,
    days: WINDOW_DAYS.find((one) => one === days) ?? USUAL_DAYS,
    ...(from !== undefined && to !== undefined && to <= from ? {} : { from, to }),
  }
}

/** The same as search parameters; what is usual is left out. */
export function formatQuestion(question: Question): QuestionSearch {
  const { isPast, levels, satellites, group, types, minPc, maxMissM, text, days, from, to } = question
  return {
    tab: isPast ? 'past' : undefined,
    level: levels.join(',') || undefined,
    satellite: satellites.join(',') || undefined,
    group,
    type: types.join(',') || undefined,
    'min-pc': minPc === undefined ? undefined : String(minPc),
    'max-miss': maxMissM === undefined ? undefined : String(maxMissM),
    q: text || undefined,
    window: days === USUAL_DAYS ? undefined : days === 0 ? 'all' : `${days}d`,
    from: from === undefined ? undefined : writeInstant(from),
    to: to === undefined ? undefined : writeInstant(to),
  }
}

function listOf(text: string | undefined): readonly string[] {
  return [...new Set(text?.split(',').filter((one) => one !== ''))]
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

/** `2026-11-21T10:00Z`, with seconds where they count. */
export function writeInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/(:00)?\.\d+Z$/, 'Z')
}

const TYPED = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?\s?Z?$/

/** An instant as people and addresses write it, always UTC: `2026-11-21 10:00`; undefined for what is none. */
export function instantOf(text: string | undefined): number | undefined {
  const found = TYPED.exec(text?.trim() ?? '')
  if (!found) return undefined
  const ms = Date.parse(`${found[1]}T${found[2] ?? '00:00'}${found[3] ?? ':00'}Z`)
  return Number.isNaN(ms) ? undefined : ms
}

export type Span = { readonly fromMs: number; readonly toMs: number }

/** The time in which the TCA has to lie. */
export function spanOf({ isPast, days, from, to }: Question, nowMs: number): Span {
  const reach = days === 0 ? Number.POSITIVE_INFINITY : days * DAY_MS
  const usual = isPast ? { fromMs: nowMs - reach, toMs: nowMs - 1 } : { fromMs: nowMs, toMs: nowMs + reach }
  if (from === undefined && to === undefined) return usual
  return isPast
    ? { fromMs: from ?? Number.NEGATIVE_INFINITY, toMs: Math.min(to ?? usual.toMs, usual.toMs) }
    : { fromMs: Math.max(from ?? nowMs, nowMs), toMs: to ?? Number.POSITIVE_INFINITY }
}

/** Groups of satellites by their id. */
export type Groups = ReadonlyMap<string, string | undefined>

/** Says of each event whether it is asked for. */
export function matcherOf(question: Question, { nowMs, groups }: { readonly nowMs: number; readonly groups: Groups }) {
  const { fromMs, toMs } = spanOf(question, nowMs)
  const levels = new Set(question.levels)
  const satellites = new Set(question.satellites)
  const types = new Set(question.types)
  const text = question.text?.trim().toLocaleLowerCase()
  const { group, minPc, maxMissM } = question
  return ({ tcaMs, risk, satelliteKey, pc, missM, secondary, event: { object2 } }: EventRow): boolean =>
    tcaMs >= fromMs &&
    tcaMs <= toMs &&
    (levels.size === 0 || levels.has(risk)) &&
    (satellites.size === 0 || satellites.has(satelliteKey)) &&
    (group === undefined || groups.get(satelliteKey) === group) &&
    (types.size === 0 || types.has(object2.objectType ?? 'UNKNOWN')) &&
    (minPc === undefined || (pc !== undefined && pc >= minPc)) &&
    (maxMissM === undefined || missM <= maxMissM) &&
    (!text || secondary.toLocaleLowerCase().includes(text) || object2.designator.includes(text))
}

/** What narrows the question besides the tab and the window, one after the other. */
export const FILTERS = ['levels', 'satellites', 'group', 'types', 'minPc', 'maxMissM', 'text'] as const
export type Filter = (typeof FILTERS)[number]

export function activeFilters(question: Question): readonly Filter[] {
  return FILTERS.filter((name) => {
    const value = question[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined
  })
}

/** The question without one of its filters. */
export function withoutFilter(question: Question, filter: Filter): Question {
  return { ...question, [filter]: Array.isArray(question[filter]) ? [] : undefined }
}

/** As the API takes it: the same filter gives the same set, as far as the call has one for it. */
export function apiQueryOf(question: Question, nowMs: number): Readonly<Record<string, string | number | undefined>> {
  const { fromMs, toMs } = spanOf(question, nowMs)
  const instant = (ms: number) =>
    Number.isFinite(ms) ? new Date(Math.floor(ms / SECOND_MS) * SECOND_MS).toISOString() : undefined
  return {
    'satellite-id': question.satellites.length === 1 ? question.satellites[0] : undefined,
    'tca-after': instant(fromMs),
    'tca-before': instant(toMs),
    'risk-level': question.levels.join(',') || undefined,
    'min-probability': question.minPc,
    'max-miss': question.maxMissM,
    limit: 10_000,
  }
}
