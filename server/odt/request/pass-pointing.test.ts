import { transformState } from '@apsis/astro/frames/frame.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { pointingOver } from './pass-pointing.ts'

/** A site at sea level on the equator at longitude 0: its distance from the centre of the Earth by WGS 84, m. */
const RADIUS_M = 6_378_137
const SITE = { latitude: 0, longitude: 0, altitude: 0 }
const FAR_M = 1_000_000
/** The decimals of a direction in degrees: rotating from the Earth's axes and back has an error of less than a nanometre here. */
const ROUNDING_DIGITS = 9
const START_MS = Date.parse('2026-11-25T00:00:00Z')

/** Makes the orbit of an object that is at the next of these places in ITRF each time it is queried. */
function orbitThrough(places: readonly Vec3[]) {
  let asked = 0
  return {
    at: (epoch: Epoch) => {
      const r = places[asked]
      asked += 1
      return r === undefined
        ? null
        : transformState({ frame: 'ITRF', epoch, r, v: [0, 0, 0] }, 'TEME', { outside: 'hold' })
    },
  }
}
const over = (...places: readonly Vec3[]) =>
  pointingOver({ sensor: SITE, orbit: orbitThrough(places), startMs: START_MS, endMs: START_MS + 180_000 })

test('azimuths count from north over east, and elevations from the horizon, at the beginning and at the end of a pass', () => {
  // From this site east is +y and north is +z.
  const found = over([RADIUS_M, FAR_M, 0], [RADIUS_M + FAR_M, 0, -FAR_M])
  expect(found?.start.azimuth).toBeCloseTo(90, ROUNDING_DIGITS)
  expect(found?.start.elevation).toBeCloseTo(0, ROUNDING_DIGITS)
  expect(found?.end.azimuth).toBeCloseTo(180, ROUNDING_DIGITS)
  expect(found?.end.elevation).toBeCloseTo(45, ROUNDING_DIGITS)
})

test('no direction is given if the orbit ends within the pass', () => {
  expect(over([RADIUS_M, FAR_M, 0])).toBeUndefined()
})
