import type { ObservationRequest, RequestPass } from '@apsis/contract/odt/request.ts'
import { isPassOver } from '@apsis/contract/odt/request-status.ts'
import type { PassOf } from './pass-query.ts'

/** A pass that the organisation has asked for. */
export type Booking = Pick<RequestPass, 'sensorCode' | 'start' | 'end' | 'status'> & {
  readonly objectName: string
  /** Of the object whose passes are shown. */
  readonly isSame: boolean
}

/** Whose passes are shown. */
export type Whose = { readonly satelliteId?: string | undefined; readonly catalogueId?: number | undefined }

/** The passes of all requests, newest request first. */
export function bookingsOf(requests: readonly ObservationRequest[], whose: Whose): readonly Booking[] {
  return requests.flatMap(({ passes, objectName, satelliteId, catalogueId }) => {
    const isSame =
      (whose.satelliteId !== undefined && whose.satelliteId === satelliteId) ||
      (whose.catalogueId !== undefined && whose.catalogueId > 0 && whose.catalogueId === catalogueId)
    return passes.map(({ sensorCode, start, end, status }) => ({ sensorCode, start, end, status, objectName, isSame }))
  })
}

/** What was asked of a pass: what still stands before what was given up. */
export function bookingOf(bookings: readonly Booking[], { code, startMs, endMs }: PassOf): Booking | undefined {
  const own = bookings.filter(
    ({ isSame, sensorCode, start }) =>
      isSame && sensorCode === code && Date.parse(start) >= startMs && Date.parse(start) <= endMs,
  )
  return own.find(({ status }) => status !== 'CANCELLED') ?? own[0]
}

/** What its sensor is to observe for the organisation while a pass can be observed: one of the two has to wait. */
export function conflictOf(bookings: readonly Booking[], { code, pass }: PassOf): Booking | undefined {
  return bookings.find(
    ({ isSame, sensorCode, start, end, status }) =>
      !isSame &&
      sensorCode === code &&
      !isPassOver(status) &&
      pass.visibilityIntervals.some(
        (seen) => Date.parse(seen.start) < Date.parse(end) && Date.parse(seen.end) > Date.parse(start),
      ),
  )
}
