import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { expect, test } from 'vitest'
import { standardOf } from './standard-magnitude.ts'

const time = (second: number) => new Date(Date.UTC(2026, 10, 22, 18, 15, second)).toISOString()
const place = (second: number, range: number, phaseAngle: number): TrackPlace => ({
  time: time(second),
  azimuth: 0,
  elevation: 40,
  range,
  sunElevation: -20,
  phaseAngle,
  moonAzimuth: 0,
  moonElevation: -10,
  moonSeparation: 90,
  isSunlit: true,
  magnitude: null,
})
const seen = (second: number, magnitude: number) => {
  const atMs = Date.parse(time(second))
  return { atMs, atS: atMs / 1_000, magnitude }
}

test('standardOf() agrees with the worked example of SeeSat-L, December 2000, no. 288: +5.0 at 1,000 km and 45° is +5.94 at 90°', () => {
  const [standard] = standardOf([seen(30, 5)], [place(0, 900_000, 40), place(60, 1_100_000, 50)])
  // The standard magnitudes of the example are at 90° of phase, 2.5 log₁₀ π fainter than at full phase.
  expect((standard?.magnitude ?? 0) + 2.5 * Math.log10(Math.PI)).toBeCloseTo(5.94, 2)
})

test('standardOf() leaves out measurements for which distance and phase are not known', () => {
  const track = [place(0, 1e6, 0), place(10, 1e6, 0)]
  expect(standardOf([seen(5, 7), seen(11, 7)], track)).toEqual([{ ...seen(5, 7), magnitude: 7 }])
  expect(standardOf([seen(5, 7)], [])).toEqual([])
})
