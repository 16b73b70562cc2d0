import { expect, test } from 'vitest'
import { nightArea, nightBorder, sunsetLine } from './night.ts'
import { groundDistance } from './reach.ts'
import type { GroundPlace } from './scale.ts'

/**
 * Times are published to the minute, in which the Earth turns by a quarter of a degree; the corners of the line are joined by straight
 * lines, which are up to 0.05° inside of the circle.
 */
const MINUTE_DEG = 0.3
/** By convention the Sun rises and sets 50 minutes of arc below the horizon, for refraction and its radius; the map has neither. */
const SUNRISE_DEG = 50 / 60

/** Returns the distance of a place from a line, degrees. */
function fromLine(place: GroundPlace, line: readonly GroundPlace[]): number {
  const parts = 200
  return Math.min(
    ...line.slice(1).flatMap((b, at) => {
      const a = line[at]!
      const east = b.longitude - a.longitude - 360 * Math.round((b.longitude - a.longitude) / 360)
      return Array.from({ length: parts }, (_, part) =>
        groundDistance(place, {
          latitude: a.latitude + (part / parts) * (b.latitude - a.latitude),
          longitude: a.longitude + (part / parts) * east,
        }),
      )
    }),
  )
}

// Dusk and dawn at Orlando by the US Naval Observatory: 6° and 18° below the horizon (twilight.txt of Astronomy Engine's tests, MIT).
const ORLANDO = { latitude: 28.538, longitude: -81.379 }
test.each([
  [18, '2021-11-07T10:21Z'],
  [6, '2021-11-07T11:17Z'],
  [6, '2021-11-07T23:00Z'],
  [18, '2021-11-07T23:56Z'],
  [6, '2022-03-01T11:26Z'],
  [18, '2022-03-02T00:43Z'],
  [18, '2022-06-20T08:54Z'],
  [6, '2022-06-21T00:52Z'],
  [18, '2022-06-21T02:00Z'],
] as const)('the step of the night at %i° passes a place when the Naval Observatory says so, %s', (belowDeg, time) => {
  expect(fromLine(ORLANDO, nightBorder(Date.parse(time), belowDeg))).toBeLessThan(MINUTE_DEG)
})

// Sunrise and sunset by the US Naval Observatory (usno_riseset.txt of Astronomy Engine's tests, MIT).
test.each([
  [-60, -150, '2019-01-03T12:46Z'],
  [-60, -150, '2019-04-15T17:03Z'],
  [-60, -150, '2019-06-05T18:53Z'],
  [-60, -150, '2019-09-15T16:09Z'],
  [29, -81, '2019-02-16T23:15Z'],
  [29, -81, '2019-05-30T00:17Z'],
  [29, -81, '2019-07-20T00:23Z'],
  [29, -81, '2019-10-29T22:41Z'],
] as const)(
  'at %i°, %i° the line of sunset passes 50 minutes of arc before sunrise and after sunset, %s',
  (latitude, longitude, time) => {
    const ms = Date.parse(time)
    const away = fromLine({ latitude, longitude }, sunsetLine(ms))
    expect(Math.abs(away - SUNRISE_DEG)).toBeLessThan(MINUTE_DEG)
  },
)

test('in June the north has no night and the south has, in December it is the other way round', () => {
  const poles = (time: string) => nightArea(Date.parse(time), 0).slice(-2)
  expect(poles('2026-06-21T12:00Z').map(({ latitude }) => latitude)).toEqual([-90, -90])
  expect(poles('2026-12-21T12:00Z').map(({ latitude }) => latitude)).toEqual([90, 90])
  // At the solstice the polar night of the map ends at the polar circle, 90° less the obliquity of 23.44°.
  const north = Math.min(...nightArea(Date.parse('2026-12-21T12:00Z'), 0).map(({ latitude }) => Math.abs(latitude)))
  expect(north).toBeLessThan(1)
  expect(Math.max(...sunsetLine(Date.parse('2026-12-21T12:00Z')).map(({ latitude }) => latitude))).toBeCloseTo(66.56, 1)
})
