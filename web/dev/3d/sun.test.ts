import { norm } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { sunDirection } from './sun.ts'

const declinationDeg = (at: string) => (Math.asin(sunDirection(Date.parse(at))[2]) * 180) / Math.PI

// The Sun is over the equator and the tropics at the equinoxes and solstices of 2026 (U.S. Naval Observatory).
test.each([
  ['2026-03-20T14:46:00Z', 0],
  ['2026-06-21T08:25:00Z', 23.44],
  ['2026-09-23T00:05:00Z', 0],
  ['2026-12-21T20:50:00Z', -23.44],
])('sunDirection at %s has a declination of %f°', (at, expected) => {
  expect(Math.abs(declinationDeg(at) - expected)).toBeLessThan(0.02)
  expect(norm(sunDirection(Date.parse(at)))).toBeCloseTo(1, 12)
})
