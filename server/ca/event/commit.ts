import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { lastCommand } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { CommitSource } from '@apsis/contract/ca/event/commit.ts'

type CommandSpan = { readonly from: string; readonly to: string; readonly station: string }

/** The contacts that can command a satellite, including the contacts of the last days. */
export type CommandWindow = {
  readonly basis: SatelliteContacts['basis']
  readonly contacts: readonly CommandSpan[]
  /** No contacts are known after this time; null if the booked contacts are complete. */
  readonly knownUntilMs: number | null
}

/** The deadline of an event by its contacts. It is stored with the event, so that every view shows the same value. */
export type EventCommit = {
  readonly at: string
  readonly source: Exclude<CommitSource, 'NO_CONTACTS'>
  readonly contact: CommandSpan | null
}

/** A satellite in low orbit passes a station several times a day: a schedule that ends more than a day before the limit is not complete. */
const MOST_BOOKING_GAP_MS = DAY_MS

type Deciding = { readonly tcaMs: number; readonly commitHours: number }

/**
 * Returns the last command contact before TCA minus the hours that the satellite requires (flight rule F19). Such a burn ignites no earlier than
 * one lead time after that instant, and its commands have to be sent one lead time before ignition. The two lead times cancel: commands sent by
 * that instant are in time. Undefined if no contacts are known, and only the commit hours count.
 */
export function commitOf({ tcaMs, commitHours }: Deciding, window: CommandWindow | undefined): EventCommit | undefined {
  const limitMs = tcaMs - commitHours * HOUR_MS
  if (window === undefined) return undefined
  const { basis, knownUntilMs } = window
  const isUnknown = knownUntilMs !== null && limitMs > knownUntilMs
  // If no future contacts are known, a future deadline follows from the commit hours; a deadline that a past contact has set stays.
  if (basis === 'NONE' && (isUnknown || window.contacts.length === 0)) return undefined
  const byHours = { at: new Date(limitMs).toISOString(), contact: null }
  if (isUnknown) return { ...byHours, source: 'NOT_YET_KNOWN' }
  const contacts = window.contacts.map((one) => ({ ...one, fromMs: Date.parse(one.from), toMs: Date.parse(one.to) }))
  // Past contacts also count: a deadline that one of them has set stays.
  const last = lastCommand(contacts, { nowMs: Number.NEGATIVE_INFINITY, needMs: 0, burnMs: limitMs })
  if (last === null) return { ...byHours, source: 'NO_CONTACT_BEFORE' }
  // A schedule that ends long before the limit is booked day by day, and does not contain all contacts.
  if (basis === 'BOOKED' && limitMs - Math.max(...contacts.map(({ toMs }) => toMs)) > MOST_BOOKING_GAP_MS)
    return { ...byHours, source: 'NOT_YET_KNOWN' }
  const { from, to, station } = last.contact
  return { at: new Date(last.untilMs).toISOString(), source: 'LAST_CONTACT', contact: { from, to, station } }
}

type EventToDecide = {
  readonly conjunctionData: { readonly tca: string }
  readonly commitHours: number
  readonly commit?: EventCommit | undefined
}

/** Returns the deadline of an event, ms: it is computed only here. */
export function decideMsOf({ conjunctionData, commitHours, commit }: EventToDecide): number {
  return commit === undefined ? Date.parse(conjunctionData.tca) - commitHours * HOUR_MS : Date.parse(commit.at)
}

type Ending = { readonly nowMs: number; readonly keptMs: number }

/** Joins the known contacts with the new ones. Contacts that have begun stay as they were: passes are computed only from now on. */
export function joinWindows(before: CommandWindow | undefined, found: CommandWindow, ending: Ending): CommandWindow {
  const begun = begunOf(before, ending)
  const isBegun = ({ station, from, to }: CommandSpan) =>
    begun.some(
      (one) =>
        one.station === station && Date.parse(one.to) > Date.parse(from) && Date.parse(to) > Date.parse(one.from),
    )
  return { ...found, contacts: [...begun, ...found.contacts.filter((one) => !isBegun(one))] }
}

/** Returns the window if no contacts are found. A schedule that has ended stays, with its due decisions; a withdrawn one does not count. */
export function overOf(before: CommandWindow | undefined, ending: Ending): CommandWindow {
  const begun = begunOf(before, ending)
  const hasEnded = begun.length > 0 && begun.length === before?.contacts.filter((one) => isKept(one, ending)).length
  return before?.basis === 'BOOKED' && hasEnded
    ? { basis: 'BOOKED', contacts: begun, knownUntilMs: null }
    : { basis: 'NONE', contacts: begun, knownUntilMs: ending.nowMs }
}

const isKept = ({ to }: CommandSpan, { nowMs, keptMs }: Ending) => Date.parse(to) > nowMs - keptMs

const begunOf = (before: CommandWindow | undefined, ending: Ending): readonly CommandSpan[] =>
  (before?.contacts ?? []).filter((one) => Date.parse(one.from) <= ending.nowMs && isKept(one, ending))
