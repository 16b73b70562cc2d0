import { expect, test } from 'vitest'
import { passValue } from './pass-value.ts'

const WINDOW = { fromMs: 0, toMs: 1_000 }

test('passValue is 3 at the zenith now and 1 at the horizon at the end, and uses the time as a fraction of the window', () => {
  expect(passValue({ startMs: 0, peakElevationRad: Math.PI / 2 }, WINDOW)).toBeCloseTo(3, 12)
  expect(passValue({ startMs: 1_000, peakElevationRad: 0 }, WINDOW)).toBeCloseTo(1, 12)
  // A delay of half the window has the same weight as the sine of 30°.
  expect(passValue({ startMs: 500, peakElevationRad: Math.PI / 6 }, WINDOW)).toBeCloseTo(
    passValue({ startMs: 0, peakElevationRad: 0 }, WINDOW),
    12,
  )
})
