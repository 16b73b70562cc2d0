import { HOUR_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { cadenceMs } from '@apsis/contract/ca/event/cadence.ts'
import { LATE_MESSAGE_MS } from '@apsis/contract/ca/event/reopening.ts'

/** Messages of an object in low orbit normally come every 8 h (ux.md §5). */
const STANDARD_CADENCE_MS = 8 * HOUR_MS

/** When the messages of an event were made, oldest first; there is one at least. */
export type Came = { readonly createdMs: readonly number[] }

export const lastMsOf = ({ createdMs }: Came): number => createdMs.at(-1) ?? missing()

type Messages = Came & {
  /** Since when the event is known here: nobody could have missed anything before. */
  readonly knownMs: number
}

/** The usual time between two messages of an event. */
const cadenceOf = ({ createdMs }: Came): number => cadenceMs(createdMs) ?? STANDARD_CADENCE_MS

/** When the next message of an event is to be expected. */
export const expectedFrom = (messages: Messages): number =>
  Math.max(lastMsOf(messages), messages.knownMs) + cadenceOf(messages)

/** From when on the next message of an event is late. */
export const lateFrom = (messages: Messages): number => expectedFrom(messages) + LATE_MESSAGE_MS

/** From when on an event is silent: twice its cadence after its last message (flight-dynamics rule F30). */
export const silentFrom = (messages: Messages): number => expectedFrom(messages) + cadenceOf(messages)
