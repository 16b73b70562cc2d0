import { SECONDS_PER_HOUR } from '../constants.ts'

/** A span in which a satellite can be commanded, ms since 1970. */
export interface CommandContact {
  readonly fromMs: number
  readonly toMs: number
}

/** The time that is needed between a command and its burn. */
export interface CommandNeed {
  readonly nowMs: number
  /** The time before the burn at which the commands must be on board, for making the engine ready. */
  readonly needMs: number
}

/** A difference of less than a nanosecond is rounding. */
const ROUNDING_MS = 1e-6

/**
 * Returns the lead time of the commands plus the time to make ready (to warm up, or to change the attitude), in whole ms. It is rounded up:
 * instants are written in whole ms, and a burn at the earliest instant still has its full lead time.
 */
export const needMsOf = ({ leadTimeH, readyS }: { readonly leadTimeH: number; readonly readyS: number }): number =>
  Math.ceil(1_000 * (leadTimeH * SECONDS_PER_HOUR + readyS) - ROUNDING_MS)

/** The time in a contact that is needed to send and confirm the commands of a burn; a shorter contact is needed completely. A convention. */
const SEND_MS = 3 * 60_000

/** Returns when the commands are on board with a contact: after the sending time, or at the end of a shorter contact. */
function sentMs({ fromMs, toMs }: CommandContact, nowMs: number): number | null {
  if (fromMs > nowMs) return Math.min(toMs, fromMs + SEND_MS)
  // A contact in progress must still last the whole sending time. If contacts are searched from now on, it seems to begin now, even if only its
  // end is left.
  return nowMs + SEND_MS <= toMs ? nowMs + SEND_MS : null
}

/**
 * Returns the earliest burn that the contacts still allow; null if there is none. Contacts may overlap and be in any order. If no contacts are
 * known (null), only the lead time counts; this differs from known contacts of which none is in time.
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
 * Returns the last contact by which a burn can be commanded, and the time of the decision: sending must begin then, to end with the contact or in
 * time for the burn. Null if no contact is in time.
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
    // Sending begins neither before the contact nor before now.
    const untilMs = Math.max(contact.fromMs, nowMs, Math.min(contact.toMs, limitMs) - SEND_MS)
    if (last === null || untilMs > last.untilMs) last = { contact, untilMs }
  }
  return last
}
