import { SECONDS_PER_HOUR } from '../constants.ts'

/** A span in which a satellite can be commanded, ms since 1970. */
export interface CommandContact {
  readonly fromMs: number
  readonly toMs: number
}

/** What lies between a command and its burn. */
export interface CommandNeed {
  readonly nowMs: number
  /** The commands are on board, and the engine is made ready, so long before the burn. */
  readonly needMs: number
}

/** What is less than a nanosecond is the rounding of the arithmetic. */
const ROUNDING_MS = 1e-6

/**
 * The lead of the commands and the time to make ready (to warm up, or to turn), in whole ms. It is rounded up: instants are written in
 * whole ms, and a burn at the earliest of them still has its whole lead.
 */
export const needMsOf = ({ leadTimeH, readyS }: { readonly leadTimeH: number; readonly readyS: number }): number =>
  Math.ceil(1_000 * (leadTimeH * SECONDS_PER_HOUR + readyS) - ROUNDING_MS)

/** The commands of a burn are sent and confirmed within so long of a contact; one that is shorter is needed whole. A convention. */
const SEND_MS = 3 * 60_000

/** When the commands are on board by a contact: after the time that it takes to send them, or at its end where it is shorter. */
function sentMs({ fromMs, toMs }: CommandContact, nowMs: number): number | null {
  if (fromMs > nowMs) return Math.min(toMs, fromMs + SEND_MS)
  // Of a contact that is going on, the rest has to be long enough. One that is computed from now on begins now, whatever is left of it.
  return nowMs + SEND_MS <= toMs ? nowMs + SEND_MS : null
}

/**
 * The earliest burn that the contacts still allow; null where none lies ahead. Contacts may overlap and be in any order. Where no contacts
 * are known (null) the lead alone counts: that is another thing than none that reaches.
 */
export function earliestCommanded(
  contacts: readonly CommandContact[] | null,
  { nowMs, needMs }: CommandNeed,
): { readonly burnMs: number } | null {
  if (contacts === null) return { burnMs: nowMs + needMs }
  const sent = contacts.flatMap((contact) => sentMs(contact, nowMs) ?? [])
  return sent.length === 0 ? null : { burnMs: Math.min(...sent) + needMs }
}

/**
 * The last contact by which a burn can be commanded, and until when one can decide: when sending has to begin, so that it ends with the
 * contact, or before nothing that is sent is ready in time any more. Null where no contact does.
 */
export function lastCommand<Contact extends CommandContact>(
  contacts: readonly Contact[],
  { nowMs, needMs, burnMs }: CommandNeed & { readonly burnMs: number },
): { readonly contact: Contact; readonly untilMs: number } | null {
  const limitMs = burnMs - needMs
  let last: { contact: Contact; untilMs: number } | null = null
  for (const contact of contacts) {
    const sent = sentMs(contact, nowMs)
    if (sent === null || sent > limitMs) continue
    // Sending begins no earlier than the contact, and no earlier than now.
    const untilMs = Math.max(contact.fromMs, nowMs, Math.min(contact.toMs, limitMs) - SEND_MS)
    if (last === null || untilMs > last.untilMs) last = { contact, untilMs }
  }
  return last
}
