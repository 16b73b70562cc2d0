import { describe, expect, test } from 'vitest'
import { detectionOf } from './detection.ts'

/** The accuracy of half of a normal distribution. */
const HALF_DIGITS = 6

/** A table of the normal distribution with five or six decimals. */
const NORMAL_TABLE_DIGITS = 5

/** The rounding of a product of two given probabilities. */
const PRODUCT_DIGITS = 9

/** The fraction of successes in the record, rounded. */
const THREE_DECIMALS = 3

describe('the probability that a pass gives a track', () => {
  const nothing = { tries: 0, successes: 0 }
  test('an object at the limiting magnitude is measured in half of the passes, by brightness alone', () => {
    const at = (magnitude: number) =>
      detectionOf({ magnitude, limitingMagnitude: 14, clearSky: null, record: nothing }).theoretical / 0.97
    expect(at(14)).toBeCloseTo(0.5, HALF_DIGITS)
    // One sigma and two to either side of a normal distribution.
    expect(at(13)).toBeCloseTo(0.841345, NORMAL_TABLE_DIGITS)
    expect(at(16)).toBeCloseTo(0.02275, NORMAL_TABLE_DIGITS)
  })

  test('the record of the sensor changes the prediction of the weather, which does not count twice', () => {
    const clear = { magnitude: null, limitingMagnitude: null, clearSky: 0.6 }
    const unknown = detectionOf({ ...clear, record: nothing })
    expect(unknown.probability).toBeCloseTo(0.6 * 0.97, PRODUCT_DIGITS)
    expect(unknown.empirical).toBeNull()
    const usual = detectionOf({ ...clear, record: { tries: 1_000, successes: 582 } })
    expect(usual.probability).toBeCloseTo(0.582, THREE_DECIMALS)
    const poor = detectionOf({ ...clear, record: { tries: 30, successes: 6 } })
    expect(poor.probability).toBeGreaterThan(0.2)
    expect(poor.probability).toBeLessThan(0.4)
  })
})
