import { type PassPrediction, predictPasses } from '@apsis/contract/odt/pass/passprediction.ts'
import { listRequests, type ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { expect, test } from 'vitest'
import { bookingOf, bookingsOf, conflictOf } from './booking.ts'
import { passTable, passText } from './pass-gantt.tsx'
import { type PassOf, passesOf, trackOfPart } from './pass-query.ts'

const passExamples: unknown = predictPasses.response.element.meta()?.examples
const requestExamples: unknown = listRequests.response.element.meta()?.examples
const [prediction] = passExamples as readonly [PassPrediction]
const [request] = requestExamples as readonly [ObservationRequest]
const [pass] = passesOf([prediction]) as readonly [PassOf]
const [booked] = request.passes

/** Returns a request of passes over the sensor of the pass, at these seconds from the pass's rise. */
function asked(seconds: number, more: Partial<ObservationRequest>, status = 'APPROVED'): ObservationRequest {
  const at = (s: number) => new Date(pass.startMs + s * 1_000).toISOString()
  const own = { ...booked, sensorCode: pass.code, start: at(seconds), end: at(seconds + 60), status }
  return { ...request, catalogueId: prediction.catalogueId, ...more, passes: [own] } as ObservationRequest
}
const whose = { catalogueId: prediction.catalogueId }

test('a pass has the status of its booking, and a valid booking has priority over a cancelled one', () => {
  const requests = [asked(200, {}, 'CANCELLED'), asked(200, {}, 'PENDING'), asked(2_000, {}, 'SUCCESSFUL')]
  const bookings = bookingsOf(requests, whose, [])
  expect(bookingOf(bookings, pass)?.status).toBe('PENDING')
  expect(bookingOf(bookings.slice(0, 1), pass)?.status).toBe('CANCELLED')
  expect(bookingOf(bookings.slice(2), pass)).toBeUndefined()
  expect(bookingOf(bookings, { ...pass, code: 'OTHER' })).toBeUndefined()
  expect(passText(pass, { isChosen: false, bookings })).toMatch(/; requested: Pending$/)
})

test('a sensor with a booking of another object is named, until that booking is over', () => {
  const of = (seconds: number, status: string, sensors: Parameters<typeof bookingsOf>[2] = []) =>
    bookingsOf([asked(seconds, { catalogueId: 1, satelliteId: null, objectName: 'OTHER 1' }, status)], whose, sensors)
  expect(conflictOf(of(200, 'PENDING'), pass)?.objectName).toBe('OTHER 1')
  expect(bookingOf(of(200, 'PENDING'), pass)).toBeUndefined()
  expect(conflictOf(of(200, 'CANCELLED'), pass)).toBeUndefined()
  // After a successful track the sensor must still turn away; without a result it is unknown if the sensor ever turned to the object.
  expect(conflictOf(of(200, 'SUCCESSFUL'), pass)?.objectName).toBe('OTHER 1')
  expect(conflictOf(of(200, 'UNSUCCESSFUL'), pass)).toBeUndefined()
  expect(conflictOf(of(2_000, 'PENDING'), pass)).toBeUndefined()
  // A slow sensor needs ten seconds plus the time for 180° at its rate between two objects, in either order.
  const trackEndS = (trackOfPart(pass.pass.visibilityIntervals[0]!).endMs - pass.startMs) / 1_000
  const turning = (seconds: number, slewRate: number | null) =>
    conflictOf(of(trackEndS + seconds, 'PENDING', [{ sensorCode: pass.code, slewRate }]), pass) !== undefined
  expect([turning(99, 2), turning(101, 2)]).toEqual([true, false])
  expect([turning(59, null), turning(61, null)]).toEqual([true, false])
  const { columns, rows } = passTable([pass], of(200, 'PENDING'))
  expect(rows[0]?.[columns.indexOf('sensor_busy_with')]).toBe('OTHER 1')
})

test('requests of an own satellite are matched by its id if the orbit has no number', () => {
  const [own] = bookingsOf(
    [asked(200, { satelliteId: 's-1', catalogueId: 0 })],
    { satelliteId: 's-1', catalogueId: 0 },
    [],
  )
  expect(own?.isSame).toBe(true)
  const [other] = bookingsOf([asked(200, { satelliteId: null, catalogueId: 0 })], { catalogueId: 0 }, [])
  expect(other?.isSame).toBe(false)
})

test('one of several parts of a pass at which the sensor is busy is enough for a conflict', () => {
  const [part] = pass.pass.visibilityIntervals
  const later = (iso: string) => new Date(Date.parse(iso) + 86_400_000).toISOString()
  const nextDay = { ...part!, start: later(part!.start), end: later(part!.end) }
  const parted = { ...pass, pass: { ...pass.pass, visibilityIntervals: [part!, nextDay] } }
  const busy = bookingsOf(
    [asked(200, { catalogueId: 1, satelliteId: null, objectName: 'OTHER 1' }, 'PENDING')],
    whose,
    [],
  )
  expect(conflictOf(busy, parted)?.objectName).toBe('OTHER 1')
})
