import { cadenceMs } from '@apsis/contract/ca/event/cadence.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'

/** A message with its number among those of the event, counted from the oldest. */
export type NumberedMessage = { readonly number: number; readonly atMs: number; readonly cdm: Cdm }

/** Returns the messages by their creation; messages of the same moment are ordered by their ID, so that each keeps its number. */
export function inOrder(cdms: readonly Cdm[]): readonly NumberedMessage[] {
  return cdms
    .map((cdm) => ({ cdm, atMs: Date.parse(cdm.creationDate) }))
    .toSorted((a, b) => a.atMs - b.atMs || (a.cdm.cdmId < b.cdm.cdmId ? -1 : 1))
    .map((one, place) => ({ ...one, number: place + 1 }))
}

/** Returns the messages without a withdrawn track; if none is left, every message. */
export function standingOf(every: readonly NumberedMessage[]): readonly NumberedMessage[] {
  const standing = every.filter(({ cdm }) => cdm.withdrawnAt === null)
  return standing.length > 0 ? standing : every
}

/** Returns the messages of each originator, in the order of their first messages. */
export function byOriginator(messages: readonly NumberedMessage[]): ReadonlyMap<string, readonly NumberedMessage[]> {
  return Map.groupBy(messages, ({ cdm }) => cdm.originator)
}

/** Returns the selected message: the requested one, else the one that counts, else the newest. */
export function selectedOf(
  messages: readonly NumberedMessage[],
  wanted: string | undefined,
  active: string | null,
): NumberedMessage | undefined {
  const find = (id: string | null | undefined) => messages.find(({ cdm }) => cdm.cdmId === id)
  return find(wanted) ?? find(active) ?? messages.at(-1)
}

/** Returns the usual interval between two messages, ms; undefined if there are too few messages. */
export const cadenceOf = (messages: readonly NumberedMessage[]): number | undefined =>
  cadenceMs(messages.map(({ atMs }) => atMs))

/** More expected messages would add no information. */
const MOST_EXPECTED = 12

/** Returns the times of the messages that are expected until TCA if the interval stays the same; overdue messages are left out. */
export function expectedAfter(messages: readonly NumberedMessage[], tcaMs: number, nowMs: number): readonly number[] {
  const cadence = cadenceOf(messages)
  const last = messages.at(-1)
  if (cadence === undefined || !last) return []
  const times = Array.from({ length: MOST_EXPECTED }, (_, place) => last.atMs + (place + 1) * cadence)
  return times.filter((at) => at > nowMs && at < tcaMs)
}

/** Returns the time axis of an event: from slightly before the first message to TCA. */
export function spanOf(conjunction: Conjunction, messages: readonly NumberedMessage[]) {
  const endMs = Date.parse(conjunction.conjunctionData.tca)
  const decideMs = Date.parse(conjunction.decideBefore)
  const first = Math.min(messages[0]?.atMs ?? decideMs, decideMs)
  return { fromMs: first - Math.max(0, endMs - first) * 0.06, endMs, decideMs }
}
