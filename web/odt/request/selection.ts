import { isPassOver } from '@apsis/contract/odt/request/request-status.ts'
import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { useQuery } from '@tanstack/react-query'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { type Booking, bookingOf, bookingsOf } from '../pass/booking.ts'
import { type PassOf, passesOf } from '../pass/pass-query.ts'
import { type Choice, choicesOf, conflictsOf, isSamePass, objectOf } from './choices.ts'
import type { Draft } from './draft.ts'
import type { Prediction } from './prediction.ts'
import { proposalOf, reasonsOf } from './proposal.ts'
import { requestsQuery } from './state/queries.ts'

/** Returns the draft with its end: if the user typed none, the time of the decision, as long as that is in the future. */
export function timed(draft: Draft, found: Pick<EventTracking, 'commitBefore'> | undefined): Draft {
  if (draft.isSent || draft.isUntilOwn || draft.event === '' || found === undefined) return draft
  const commitMs = Date.parse(found.commitBefore)
  return commitMs > now() ? { ...draft, until: formatInstant(commitMs).slice(0, 16) } : draft
}

/** Returns the passes that can be chosen and the chosen ones: the reader's passes, and the best ones up to the wanted number. */
export function useSelection(draft: Draft, found: EventTracking | undefined, { question, query, sensors }: Prediction) {
  const requests = useQuery(requestsQuery())
  const predictions = query.data ?? []
  const passes = passesOf(predictions)
  const object = objectOf(draft, found)
  const choices = choicesOf(draft, object, predictions, passes)
  const whose = {
    satelliteId: draft.satellite === '' ? undefined : draft.satellite,
    catalogueId: predictions[0]?.catalogueId,
  }
  const bookings = bookingsOf(requests.data ?? [], whose, sensors.data ?? [])
  const conflicts = conflictsOf(choices, passes, bookings)
  // The requested passes are known only if both the requests and the passes are known, because they are compared with each other.
  const isKnown = requests.data !== undefined && query.data !== undefined
  const taken: ReadonlySet<string> | undefined = isKnown
    ? new Set([...conflicts.keys(), ...bookedOf(choices, passes, bookings)])
    : undefined
  const names = draft.isSent
    ? draft.names
    : proposalOf({ choices, count: draft.passes, kept: draft.names, taken, span: question })
  const selected: Draft = { ...draft, names }
  const reasons = reasonsOf(choices, question)
  return { selected, passes, object, choices, bookings, conflicts, reasons, taken, requests }
}

export type Selection = ReturnType<typeof useSelection>

/** Returns the names of the choices that are already requested. */
const bookedOf = (choices: readonly Choice[], passes: readonly PassOf[], bookings: readonly Booking[]) =>
  choices.flatMap(({ name }) => {
    const pass = passes.find((one) => isSamePass(name, one))
    const booking = pass && bookingOf(bookings, pass)
    return booking && !isPassOver(booking.status) ? [name] : []
  })
