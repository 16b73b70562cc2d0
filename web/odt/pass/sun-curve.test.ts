import type { TrackPlace } from '@apsis/contract/odt/passprediction.ts'
import { expect, test } from 'vitest'
import { lightsOf } from './course-plot.tsx'
import { limitLabelAt, sunLimitOf, sunRange, sunTicks } from './sun-curve.tsx'

const trackOf = (...suns: readonly number[]) => suns.map((sunElevation) => ({ sunElevation }) as TrackPlace)

test('a radar needs no dark sky, and of an unknown sensor no limit is drawn', () => {
  expect(sunLimitOf({ sensorType: 'RADAR_ACTIVE', maximumSunElevation: -12 })).toBeUndefined()
  expect(sunLimitOf({ sensorType: 'OPTICAL_PASSIVE', maximumSunElevation: -12 })).toBe(-12)
  expect(sunLimitOf(undefined)).toBeUndefined()
})

test('the limit is always in the drawing, also of a pass by day', () => {
  const { least, most } = sunRange(trackOf(41, 42), -12)
  expect(least).toBeLessThan(-12)
  expect(most).toBeGreaterThan(42)
  expect(sunRange(trackOf(-89.5), undefined).least).toBe(-90)
})

test('the axis of the Sun names what is drawn, also where no twilight is', () => {
  const day = trackOf(44, 45)
  const range = sunRange(day, undefined)
  expect(range).toEqual({ least: 41, most: 48 })
  expect(sunTicks(day, range)).toEqual([44])
  const evening = trackOf(-5, -7)
  expect(sunTicks(evening, sunRange(evening, undefined))).toEqual([-6])
})

test('the word of the limit stands above its line where the light is named below', () => {
  const bottom = 100
  // The light is named five above the bottom; a line of text is about 14 high.
  expect(limitLabelAt(80, { bottom }, true)).toBeLessThanOrEqual(bottom - 5 - 14)
  expect(limitLabelAt(80, { bottom }, false)).toBe(94)
  const night = [0, 60].map((s) => ({ time: new Date(s * 1_000).toISOString(), sunElevation: -30 }) as TrackPlace)
  expect(lightsOf(night, (ms) => ms / 500).map(({ isNamed }) => isNamed)).toEqual([true])
  expect(lightsOf(night, (ms) => ms / 1_000).map(({ isNamed }) => isNamed)).toEqual([false])
})
