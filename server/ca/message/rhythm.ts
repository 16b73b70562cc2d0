import { HOUR_MS } from '@apsis/astro/constants.ts'
import { LATE_MESSAGE_MS } from '@apsis/contract/ca/conjunction/reopening.ts'

/** Messages of an object in low orbit normally come every 8 h (ux.md §5). */
const STANDARD_CADENCE_MS = 8 * HOUR_MS
/** Messages of several originators come in bursts: a cadence is taken to be no shorter than this, and no longer than a day. */
const LEAST_CADENCE_MS = 2 * HOUR_MS
const MOST_CADENCE_MS = 24 * HOUR_MS

/** How many messages of an event came, and when the first and the last were made. */
export type Came = { readonly firstMs: number; readonly lastMs: number; readonly count: number }

type Messages = Came & {
  /** Since when the event is known here: nobody could have missed anything before. */
  readonly knownMs: number
}

/** The usual time between two messages of an event. */
function cadenceOf({ firstMs, lastMs, count }: Came): number {
  const meanMs = count < 2 ? STANDARD_CADENCE_MS : (lastMs - firstMs) / (count - 1)
  return Math.min(MOST_CADENCE_MS, Math.max(LEAST_CADENCE_MS, meanMs))
}

/** When the next message of an event is to be expected. */
export const expectedFrom = (messages: Messages): number =>
  Math.max(messages.lastMs, messages.knownMs) + cadenceOf(messages)

/** From when on the next message of an event is late. */
export const lateFrom = (messages: Messages): number => expectedFrom(messages) + LATE_MESSAGE_MS

/** From when on an event is silent: twice its cadence after its last message (flight-dynamics rule F30). */
export const silentFrom = (messages: Messages): number => expectedFrom(messages) + cadenceOf(messages)
