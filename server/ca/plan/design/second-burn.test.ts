import { expect, test } from 'vitest'
import { secondBurnOf } from './second-burn.ts'

const HOUR_MS = 3_600_000
const TCA = Date.UTC(2030, 0, 5, 12)
const iso = (hoursBefore: number) => new Date(TCA - hoursBefore * HOUR_MS).toISOString()
const ENGINE = {
  type: 'IMPULSIVE' as const,
  thrustN: 1,
  ispS: 220,
  minDeltaVMps: 0,
  maxDeltaVMps: 10,
  maxBurnS: 3_600,
  sigmaMagnitude: 0.1,
  sigmaPointingDeg: 2,
  deltaVReferenceFrame: 'RTN' as const,
  deltaVDirection: 'XYZ' as const,
}
const before = { probability: 1e-3, maximumProbability: 1e-3, mahalanobis: 1, missM: 200, tca: iso(0) }
/** Revolutions take two hours: half a revolution before TCA is an hour before it. */
const missedAt = (hoursBefore: number, leadTimeH: number, drag: null | object = null) => {
  const burn = { ignitionEpoch: iso(hoursBefore), orbitsBeforeTca: hoursBefore / 2, manoeuvreDuration: 0, before }
  const known = { commands: null, unknown: null }
  const asked = { burn: { ...burn, drag }, propulsion: { ...ENGINE, leadTimeH }, nowMs: TCA - 48 * HOUR_MS, known }
  return secondBurnOf(asked as unknown as Parameters<typeof secondBurnOf>[0])
}

test('a missed burn leaves time for another one half a revolution before TCA, minus the time for commands (F12)', () => {
  expect(missedAt(9, 6)).toEqual({ ignition: iso(1), commitAt: iso(7) })
  expect(missedAt(5, 2)).toEqual({ ignition: iso(1), commitAt: iso(3) })
})

test('there is no second burn if commands take longer than the time left, if it is too late, or if the plan uses drag', () => {
  expect([missedAt(7, 6), missedAt(6, 6), missedAt(1, 0), missedAt(9, 6, {})]).toEqual([null, null, null, null])
})
