import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { expect, test } from 'vitest'
import { boxOfText, overlap, type Place } from '../../chart/label-places.ts'
import { lightsOf } from './course-plot.tsx'
import { limitLabelAt, sunLimitOf, sunNamesAt, sunRange, sunTicks } from './sun-curve.tsx'

const trackOf = (...suns: readonly number[]) => suns.map((sunElevation) => ({ sunElevation }) as TrackPlace)

test('a radar needs no dark sky, and no limit is drawn for an unknown sensor', () => {
  expect(sunLimitOf({ sensorType: 'RADAR_ACTIVE', maximumSunElevation: -12 })).toBeUndefined()
  expect(sunLimitOf({ sensorType: 'OPTICAL_PASSIVE', maximumSunElevation: -12 })).toBe(-12)
  expect(sunLimitOf(undefined)).toBeUndefined()
})

test('the limit is always inside the drawing, also for a pass in daylight', () => {
  const { least, most } = sunRange(trackOf(41, 42), -12)
  expect(least).toBeLessThan(-12)
  expect(most).toBeGreaterThan(42)
  expect(sunRange(trackOf(-89.5), undefined).least).toBe(-90)
})

test('the axis of the Sun has labels inside the drawing, also without a twilight', () => {
  const day = trackOf(44, 45)
  const range = sunRange(day, undefined)
  expect(range).toEqual({ least: 41, most: 48 })
  expect(sunTicks(day, range)).toEqual([44])
  const evening = trackOf(-5, -7)
  expect(sunTicks(evening, sunRange(evening, undefined))).toEqual([-6])
})

test('the text of the limit is above its line if the light is named below', () => {
  const bottom = 100
  // The name of the light is 5 px above the bottom; a line of text is about 14 px high.
  expect(limitLabelAt(80, { bottom }, true)).toBeLessThanOrEqual(bottom - 5 - 14)
  expect(limitLabelAt(80, { bottom }, false)).toBe(94)
  const night = [0, 60].map((s) => ({ time: new Date(s * 1_000).toISOString(), sunElevation: -30 }) as TrackPlace)
  expect(lightsOf(night, (ms) => ms / 500).map(({ isNamed }) => isNamed)).toEqual([true])
  expect(lightsOf(night, (ms) => ms / 1_000).map(({ isNamed }) => isNamed)).toEqual([false])
})

test('no line strikes through the name of the axis or of the night, wherever Sun and limit are', () => {
  const area = { left: 58, right: 340, top: 200, bottom: 262 }
  const [title, night, limitText] = ['Sun at the sensor, °', 'night', 'dark enough below −12°']
  for (let sun = 204; sun <= 260; sun += 4)
    for (let at = 204; at <= 260; at += 4) {
      const name: Place = { x: area.right - 4, y: limitLabelAt(at, area, true), align: 'end' }
      const limit = { at, name, text: limitText }
      const found = sunNamesAt({ suns: [sun, sun + 1], limit, title, lights: [{ text: night, middle: 200 }] }, area)
      const boxes = [
        boxOfText(title, found.title),
        ...found.lights.flatMap((one) => (one ? [boxOfText(night, one)] : [])),
      ]
      if (boxes[1]) expect(overlap(boxes[0]!, boxes[1]), `${sun} ${at}`).toBe(false)
      for (const y of [sun, at])
        for (const box of boxes)
          expect(overlap(box, { left: area.left, right: area.right, top: y, bottom: y + 1 }), `${sun} ${at}`).toBe(
            false,
          )
      // This is a pass of a telescope at night.
      if (sun === 252 && at === 208) expect(boxes).toHaveLength(2)
    }
})
