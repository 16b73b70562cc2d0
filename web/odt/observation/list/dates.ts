import { DAY_MS } from '@apsis/astro/constants.ts'
import { formatInstant } from '../../../clock/format.ts'
import { typedTime } from '../../../clock/typed-instant.ts'
import type { RequestDates } from '../../request/state/queries.ts'
import type { Filter } from './rows.ts'

/** The dates of a request that a filter can use: the date when it was made, or the date of one of its passes. */
export const DATE_KINDS = ['requested', 'pass'] as const
export type DateKind = (typeof DATE_KINDS)[number]
export type DatesSearch = Pick<Filter, 'dates' | 'from' | 'to'>

export const dateKindOf = ({ dates }: DatesSearch): DateKind => DATE_KINDS.find((one) => one === dates) ?? 'requested'

/** Years in the API have four digits. */
const LAST_MS = Date.UTC(9999, 11, 31)

/** Returns the end of a typed time. A day without a time means the full day: it ends at the beginning of the next day. */
export function endOf(text: string): number | undefined {
  const ms = typedTime(text)
  if (ms === undefined || ms >= LAST_MS) return undefined
  return text.includes(':') ? ms : ms + DAY_MS
}

export type DateFault = 'badDate' | 'endFirst'

/** Returns the errors of the dates, by field. */
export function faultsOf({ from = '', to = '' }: DatesSearch): Readonly<Partial<Record<'from' | 'to', DateFault>>> {
  const [fromMs, toMs] = [typedTime(from), endOf(to)]
  const isBad = (text: string, ms: number | undefined) => text.trim() !== '' && ms === undefined
  return {
    ...(isBad(from, fromMs) ? { from: 'badDate' } : {}),
    ...(isBad(to, toMs) ? { to: 'badDate' } : {}),
    ...(fromMs !== undefined && toMs !== undefined && toMs <= fromMs ? { to: 'endFirst' } : {}),
  }
}

/** Returns the parameters for the server; nothing if the address contains no dates, or impossible ones. */
export function requestDatesOf(search: DatesSearch): RequestDates {
  if (Object.keys(faultsOf(search)).length > 0) return {}
  const written = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())
  const [from, to] = [written(typedTime(search.from ?? '')), written(endOf(search.to ?? ''))]
  if (from === undefined && to === undefined) return {}
  return dateKindOf(search) === 'pass'
    ? { ...(from ? { 'pass-from': from } : {}), ...(to ? { 'pass-to': to } : {}) }
    : { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

/** Returns the dates for the text of the button; undefined if there are none. */
export function datesText(search: DatesSearch): string | undefined {
  const asked = requestDatesOf(search)
  if (Object.keys(asked).length === 0) return undefined
  const [from, to] = [asked.from ?? asked['pass-from'], asked.to ?? asked['pass-to']]
  // The given end is the last day, and not the day after it.
  const last = to === undefined || search.to?.includes(':') ? to : new Date(Date.parse(to) - DAY_MS).toISOString()
  const said = (iso: string | undefined, text: string | undefined) =>
    iso === undefined ? '' : formatInstant(Date.parse(iso)).slice(0, text?.includes(':') ? 16 : 10)
  return `${said(from, search.from)} – ${said(last, search.to)}`.trim()
}
