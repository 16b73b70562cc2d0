import type { ObservationRequest, RequestPass } from '@apsis/contract/odt/request/request.ts'
import { isPassOver } from '@apsis/contract/odt/request/request-status.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { canMakeBoth } from '@apsis/contract/odt/sensor/sensor-turn.ts'
import { type PassOf, trackOfPart } from './pass-query.ts'

/** A pass that the organisation has asked for. */
export type Booking = Pick<RequestPass, 'sensorCode' | 'start' | 'end' | 'status'> & {
  /** The slew rate of its sensor, deg/s; null if the sensor states none, or is not known. */
  readonly slewRate: number | null
  readonly objectName: string
  /** True for a booking of the object whose passes are shown. */
  readonly isSame: boolean
}

/** The object whose passes are shown. */
export type PassSubject = { readonly satelliteId?: string | undefined; readonly catalogueId?: number | undefined }

/** Returns the passes of all requests, of the newest request first. */
export function bookingsOf(
  requests: readonly ObservationRequest[],
  whose: PassSubject,
  sensors: readonly Pick<Sensor, 'sensorCode' | 'slewRate'>[],
): readonly Booking[] {
  const rates = new Map(sensors.map(({ sensorCode, slewRate }) => [sensorCode, slewRate]))
  return requests.flatMap(({ passes, objectName, satelliteId, catalogueId }) => {
    const isSame =
      (whose.satelliteId !== undefined && whose.satelliteId === satelliteId) ||
      (whose.catalogueId !== undefined && whose.catalogueId > 0 && whose.catalogueId === catalogueId)
    return passes.map(({ sensorCode, start, end, status }) => {
      const slewRate = rates.get(sensorCode) ?? null
      return { sensorCode, start, end, status, objectName, isSame, slewRate }
    })
  })
}

/** Returns the booking of a pass: a valid booking has priority over a cancelled one. */
export function bookingOf(bookings: readonly Booking[], { code, startMs, endMs }: PassOf): Booking | undefined {
  const own = bookings.filter(
    ({ isSame, sensorCode, start }) =>
      isSame && sensorCode === code && Date.parse(start) >= startMs && Date.parse(start) <= endMs,
  )
  return own.find(({ status }) => status !== 'CANCELLED') ?? own[0]
}

/**
 * Returns the booking that its sensor must observe during the track of the pass, or so close in time that the sensor cannot turn from one
 * to the other: one of the two must wait. A booking that is already successful also counts. Only the server knows the direction of the
 * sensor, so the largest turn is assumed (docs/domain/sensor.md).
 */
export function conflictOf(bookings: readonly Booking[], { code, pass }: PassOf): Booking | undefined {
  return bookings.find(
    ({ isSame, sensorCode, start, end, status, slewRate }) =>
      !isSame &&
      sensorCode === code &&
      (!isPassOver(status) || status === 'SUCCESSFUL') &&
      pass.visibilityIntervals.some((seen) => {
        const { startMs, endMs } = trackOfPart(seen)
        const track = { startS: startMs / 1_000, endS: endMs / 1_000 }
        return !canMakeBoth(track, { startS: Date.parse(start) / 1_000, endS: Date.parse(end) / 1_000 }, slewRate)
      }),
  )
}
