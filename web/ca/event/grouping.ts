import { byUrgency } from '@apsis/contract/ca/event/by-urgency.ts'
import { kindOf } from '@apsis/contract/ca/plan/left-out.ts'
import { dayOfYear, formatDate } from '../../clock/format.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { type EventRow, needsDecision, worstOf } from './event-row.ts'
import type { conjunctionsWords } from './words.data.ts'

/** The possible groupings of events. */
export const GROUPINGS = ['day', 'satellite', 'type', 'level', 'none'] as const
export type Grouping = (typeof GROUPINGS)[number]
type GroupingAddress = { readonly by?: string | undefined; readonly sort?: string | undefined }

/** Without an explicit sort the table is sorted by TCA. */
const isByTime = (sort: string | undefined) => /^-?(until|tca)\b/.test(sort ?? 'until')

/** Returns the chosen grouping; without a choice, a table that is sorted by time is grouped by days, and any other is not grouped. */
export function groupingOf({ by, sort }: GroupingAddress): Grouping {
  return GROUPINGS.find((one) => one === by) ?? (isByTime(sort) ? 'day' : 'none')
}

/** Returns the grouping for the address; the default for the order is omitted. */
export function writeGrouping(grouping: Grouping, sort: string | undefined): Grouping | undefined {
  return groupingOf({ sort }) === grouping ? undefined : grouping
}

/** Returns the group of an event by a name that never changes, because it is in addresses and independent of the language. */
export const nameOf: Readonly<Record<Exclude<Grouping, 'none'>, (row: EventRow) => string>> = {
  day: ({ tcaMs }) => formatDate(tcaMs),
  satellite: ({ satelliteKey }) => satelliteKey,
  type: ({ event }) => kindOf(event.object2.objectType),
  level: ({ risk }) => risk,
}

/** The name of the group of events that need a decision, which is above the days. */
const DECIDE = 'decide'

type TableOrder = { readonly grouping: Grouping; readonly sort: string | undefined; readonly isPast: boolean }

/**
 * True if future days, in the order of time, are below the events that need a decision: without that group, events of little danger would
 * be first.
 */
const hasDecisionsFirst = ({ grouping, sort, isPast }: TableOrder) => grouping === 'day' && isByTime(sort) && !isPast

/** Returns a function from an event to its group; undefined if events are not grouped. */
export function namingOf(shown: TableOrder): ((row: EventRow) => string) | undefined {
  if (shown.grouping === 'none') return undefined
  const name = nameOf[shown.grouping]
  return hasDecisionsFirst(shown) ? (row) => (needsDecision(row) ? DECIDE : name(row)) : name
}

/** Returns the rows of a group in the group's order: events that need a decision by urgency, all others in the order of the table. */
export const arrangedIn = (name: string, rows: Rows): Rows => (name === DECIDE ? rows.toSorted(byUrgency) : rows)

/**
 * Returns the order of the groups: the worst first, or, if the table is sorted by time, days in the order of time, below the events that
 * need a decision.
 */
export function orderOf({ grouping, sort, isPast }: TableOrder) {
  if (grouping !== 'day') return byWorst
  if (!isByTime(sort)) return byDay
  if (isPast) return undefined
  return sort?.startsWith('-') ? decisionsThenDaysBack : decisionsThenDays
}

type Rows = readonly EventRow[]
const byWorst = (a: Rows, b: Rows) => worstOf(b).rank - worstOf(a).rank
const toDecide = ([row]: Rows) => Number(row !== undefined && needsDecision(row))
const decisionsThenDays = (a: Rows, b: Rows) => toDecide(b) - toDecide(a) || byDay(a, b)
const decisionsThenDaysBack = (a: Rows, b: Rows) => toDecide(b) - toDecide(a) || byDay(b, a)
const byDay = ([a]: Rows, [b]: Rows) => (a?.tcaMs ?? 0) - (b?.tcaMs ?? 0)

/** Returns the title of a group. */
export function titleOf(grouping: Grouping, rows: Rows, t: typeof conjunctionsWords, name?: string): string {
  const [row] = rows
  if (name === DECIDE) return t('toDecide')
  if (!row) return ''
  if (grouping === 'day') return t('dayGroup', { date: formatDate(row.tcaMs), day: dayOfYear(row.tcaMs) })
  if (grouping === 'satellite') return row.satellite
  return grouping === 'type' ? t(`kind${kindOf(row.event.object2.objectType)}`) : meaningOf('risk', row.risk).word
}

/** The folded groups: the named ones, or all except the named ones. */
export type Folding = { readonly isAll: boolean; readonly names: ReadonlySet<string> }

/** Reads `all` and the names of groups, separated by commas. */
export function parseFolding(text: string | undefined): Folding {
  const names = new Set(text?.split(',').filter((one) => one !== ''))
  return { isAll: names.delete('all'), names }
}

export function isFolded({ isAll, names }: Folding, name: string): boolean {
  return isAll !== names.has(name)
}

/** Returns the text for the address after one group was folded or unfolded. */
export function toggleFold({ isAll, names }: Folding, name: string): string | undefined {
  const others = [...names].filter((one) => one !== name)
  return [...(isAll ? ['all'] : []), ...(names.has(name) ? others : [...others, name])].join(',') || undefined
}
