import { byUrgency } from '@apsis/contract/ca/event/by-urgency.ts'
import { kindOf } from '@apsis/contract/ca/plan/left-out.ts'
import { dayOfYear, formatDate } from '../../clock/format.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { type EventRow, needsDecision, worstOf } from './event-row.ts'
import type { conjunctionsWords } from './words.data.ts'

/** What events can be gathered by. */
export const GROUPINGS = ['day', 'satellite', 'type', 'level', 'none'] as const
export type Grouping = (typeof GROUPINGS)[number]
type GroupingAddress = { readonly by?: string | undefined; readonly sort?: string | undefined }

/** Without a sort of its own the table is by TCA. */
const isByTime = (sort: string | undefined) => /^-?(until|tca)\b/.test(sort ?? 'until')

/** Days where the order is by time, and nothing elsewhere, unless it was chosen. */
export function groupingOf({ by, sort }: GroupingAddress): Grouping {
  return GROUPINGS.find((one) => one === by) ?? (isByTime(sort) ? 'day' : 'none')
}

/** As the address holds it; what is usual for the order is left out. */
export function writeGrouping(grouping: Grouping, sort: string | undefined): Grouping | undefined {
  return groupingOf({ sort }) === grouping ? undefined : grouping
}

/** The group of an event, by a name that stays: in the address, and in any language. */
export const nameOf: Readonly<Record<Exclude<Grouping, 'none'>, (row: EventRow) => string>> = {
  day: ({ tcaMs }) => formatDate(tcaMs),
  satellite: ({ satelliteKey }) => satelliteKey,
  type: ({ event }) => kindOf(event.object2.objectType),
  level: ({ risk }) => risk,
}

/** The group of what somebody has to decide, which stands above the days. */
const DECIDE = 'decide'

type TableOrder = { readonly grouping: Grouping; readonly sort: string | undefined; readonly isPast: boolean }

/** Days ahead, in the order of time, stand below what somebody has to decide: that order has what is of little danger first. */
const hasDecisionsFirst = ({ grouping, sort, isPast }: TableOrder) => grouping === 'day' && isByTime(sort) && !isPast

/** The group of an event where events are grouped. */
export function namingOf(shown: TableOrder): ((row: EventRow) => string) | undefined {
  if (shown.grouping === 'none') return undefined
  const name = nameOf[shown.grouping]
  return hasDecisionsFirst(shown) ? (row) => (needsDecision(row) ? DECIDE : name(row)) : name
}

/** The rows of a group in its own order: what somebody has to decide by its urgency, all else as it is sorted. */
export const arrangedIn = (name: string, rows: Rows): Rows => (name === DECIDE ? rows.toSorted(byUrgency) : rows)

/** Groups with the worst first; days as they follow, where the order is by time below what somebody has to decide. */
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

/** What a group is called. */
export function titleOf(grouping: Grouping, rows: Rows, t: typeof conjunctionsWords, name?: string): string {
  const [row] = rows
  if (name === DECIDE) return t('toDecide')
  if (!row) return ''
  if (grouping === 'day') return t('dayGroup', { date: formatDate(row.tcaMs), day: dayOfYear(row.tcaMs) })
  if (grouping === 'satellite') return row.satellite
  return grouping === 'type' ? t(`kind${kindOf(row.event.object2.objectType)}`) : meaningOf('risk', row.risk).word
}

/** Which groups are folded: those named, or all but those named. */
export type Folding = { readonly isAll: boolean; readonly names: ReadonlySet<string> }

/** `all` and names, by commas. */
export function parseFolding(text: string | undefined): Folding {
  const names = new Set(text?.split(',').filter((one) => one !== ''))
  return { isAll: names.delete('all'), names }
}

export function isFolded({ isAll, names }: Folding, name: string): boolean {
  return isAll !== names.has(name)
}

/** The same as text, with one group the other way. */
export function toggleFold({ isAll, names }: Folding, name: string): string | undefined {
  const others = [...names].filter((one) => one !== name)
  return [...(isAll ? ['all'] : []), ...(names.has(name) ? others : [...others, name])].join(',') || undefined
}
