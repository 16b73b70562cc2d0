import { HOUR_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { cadenceMs } from '@apsis/contract/ca/event/cadence.ts'
import { LATE_MESSAGE_MS } from '@apsis/contract/ca/event/reopening.ts'

/** Messages of an object in low orbit normally arrive every 8 h (ux.md §5). */
const STANDARD_CADENCE_MS = 8 * HOUR_MS

/** The creation times of the messages of an event, oldest first; at least one. */
export type Came = { readonly createdMs: readonly number[] }

export const lastMsOf = ({ createdMs }: Came): number => createdMs.at(-1) ?? missing()

type Messages = Came & {
  /** The time since when the event is known here; before that nobody could have missed a message. */
  readonly knownMs: number
}

/** Returns the usual time between two messages of an event. */
const cadenceOf = ({ createdMs }: Came): number => cadenceMs(createdMs) ?? STANDARD_CADENCE_MS

/** Returns the expected time of the next message of an event. */
export const expectedFrom = (messages: Messages): number =>
  Math.max(lastMsOf(messages), messages.knownMs) + cadenceOf(messages)

/** Returns the time from which the next message of an event is late. */
export const lateFrom = (messages: Messages): number => expectedFrom(messages) + LATE_MESSAGE_MS

/** Returns the time from which an event is silent: twice its cadence after its last message (flight-dynamics rule F30). */
export const silentFrom = (messages: Messages): number => expectedFrom(messages) + cadenceOf(messages)
