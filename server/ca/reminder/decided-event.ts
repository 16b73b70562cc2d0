import { isWaiting } from '@apsis/contract/ca/conjunction/reopening.ts'
import { isMitigated } from '../conjunction/present-conjunction.ts'
import { type Came, expectedFrom, lastMsOf, lateFrom, silentFrom } from '../message/rhythm.ts'
import { type OpenNow, openNow } from './open-event.ts'
import type { DecidedEvent } from './reminder.repository.ts'

type DecidedQuestion = {
  readonly event: DecidedEvent
  /** Its messages; undefined: only screenings know of it. */
  readonly came: Came | undefined
  readonly nowMs: number
}

/** What is due of a decided event: somebody has to look again, a message that was waited for is late, or nothing comes any more. */
export type DecidedDue =
  | { readonly kind: 'look' | 'message-late'; readonly dueMs: number }
  | { readonly kind: 'silent'; readonly lastAt: string; readonly open: OpenNow }

/**
 * What is due of a decided event at a time; undefined: its decision holds. Messages count from HIGH on, as those of open events do
 * (flight-dynamics rule F30), and what was late or silent when it was decided was known to whoever decided.
 */
export function decidedDue({ event, came, nowMs }: DecidedQuestion): DecidedDue | undefined {
  const { decision, look_again_at, created_at } = event
  if (isMitigated(event)) return undefined
  if (look_again_at !== null && look_again_at.getTime() <= nowMs)
    return { kind: 'look', dueMs: look_again_at.getTime() }
  const open = openNow(event, nowMs)
  if (came === undefined || open === undefined) return undefined
  const messages = { ...came, knownMs: created_at.getTime() }
  const decidedMs = decision.at === null ? Number.NEGATIVE_INFINITY : Date.parse(decision.at)
  const isSince = (fromMs: number) => fromMs > decidedMs && fromMs <= nowMs
  if (isWaiting(decision.decision) && isSince(lateFrom(messages)))
    return { kind: 'message-late', dueMs: expectedFrom(messages) }
  if (!isSince(silentFrom(messages))) return undefined
  return { kind: 'silent', lastAt: new Date(lastMsOf(came)).toISOString(), open }
}
