import { expect, test } from 'vitest'
import { passValue } from './pass-value.ts'

const WINDOW = { fromMs: 0, toMs: 1_000 }

test('passValue is 3 for a pass through the zenith at the start of the window, and 1 for a pass on the horizon at its end', () => {
  expect(passValue({ startMs: 0, peakElevationRad: Math.PI / 2 }, WINDOW)).toBeCloseTo(3, 12)
  expect(passValue({ startMs: 1_000, peakElevationRad: 0 }, WINDOW)).toBeCloseTo(1, 12)
  // A delay of half the window has the same weight as the sine of 30°.
  expect(passValue({ startMs: 500, peakElevationRad: Math.PI / 6 }, WINDOW)).toBeCloseTo(
    passValue({ startMs: 0, peakElevationRad: 0 }, WINDOW),
    12,
  )
})
