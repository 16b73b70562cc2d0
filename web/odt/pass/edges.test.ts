import { readFileSync } from 'node:fs'
import { makeStation } from '@apsis/astro/frames/topocentric.ts'
import { nights, sightOf, TWILIGHT } from '@apsis/astro/sky/sight.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { TRACK_PLACES, type TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { expect, test } from 'vitest'
import { lightSpans, litParts } from './edges.ts'

/** The almanac of `reference/sunmoon` (tools/reference/sky.ts): dawns and dusks at a place, to the minute. */
const { twilight: almanac } = JSON.parse(
  readFileSync(new URL('../../../astro/sky/sky.reference.json', import.meta.url), 'utf8'),
) as { readonly twilight: readonly string[] }
/** The almanac is rounded to a minute, and uses another theory of the Sun (astro/sky/sight.test.ts). */
const ALMANAC_MS = 62_000
/**
 * The largest difference between the roots of a curve through places 36 minutes apart and the roots that astro finds for the Sun itself.
 */
const CURVE_MS = 1_000
const DAY_S = 86_400

const PLACE: TrackPlace = {
  time: '',
  azimuth: 0,
  elevation: 10,
  range: 1_000_000,
  sunElevation: -30,
  moonAzimuth: 0,
  moonElevation: 0,
  moonSeparation: 90,
  phaseAngle: 90,
  isSunlit: true,
  magnitude: null,
}

test.each(almanac)(
  'a twilight ends at the time of the almanac, also between two places of a day-long track: %s',
  (line) => {
    const [lat, lon, from = '', ...texts] = line.split(' ')
    const start = parseTime(from.replace('Z', ':00Z'))
    const station = makeStation({ latRad: degToRad(Number(lat)), lonRad: degToRad(Number(lon)), heightM: 0 })
    const track = Array.from({ length: TRACK_PLACES }, (_, nth): TrackPlace => {
      const epoch = addSeconds(start, (DAY_S * nth) / (TRACK_PLACES - 1))
      const { elevationRad } = sightOf('Sun', station, epoch)
      return { ...PLACE, time: formatTime(epoch, { zulu: true }), sunElevation: radToDeg(elevationRad) }
    })
    const spans = lightSpans(track)
    const order = ['night', 'astronomical', 'nautical', 'civil', 'day', 'civil', 'nautical', 'astronomical', 'night']
    expect(spans.map(({ kind }) => kind)).toEqual(order)
    // The dawn and then the sunset of the day are not twilights of the almanac.
    const ends = spans.map(({ toMs }) => toMs)
    const found = [0, 1, 2, 5, 6, 7].map((nth) => ends[nth] ?? Number.NaN)
    for (const [nth, text] of texts.entries())
      expect(Math.abs((found[nth] ?? Number.NaN) - Date.parse(text)), text).toBeLessThan(ALMANAC_MS)
    for (const [nth, kind] of (['astronomical', 'nautical', 'civil'] as const).entries()) {
      const dark = nights(station, { start, end: addSeconds(start, DAY_S) }, TWILIGHT[kind])
      const roots = [dark[0]?.end, dark[1]?.start].map((epoch) =>
        epoch ? Date.parse(formatTime(epoch, { zulu: true })) : Number.NaN,
      )
      expect(Math.abs((found[nth] ?? 0) - (roots[0] ?? 0))).toBeLessThan(CURVE_MS)
      expect(Math.abs((found[5 - nth] ?? 0) - (roots[1] ?? 0))).toBeLessThan(CURVE_MS)
    }
  },
)

const BEGIN_MS = Date.parse('2020-03-01T00:00:00.000Z')
const at = (s: number) => BEGIN_MS + s * 1_000
/** There is a place every 100 s; the list states where the object is lit. */
const TRACK = [true, true, false, false, true].map((isSunlit, nth): TrackPlace => {
  const time = new Date(at(100 * nth)).toISOString()
  return { ...PLACE, time, isSunlit, elevation: 10 * nth, magnitude: isSunlit ? 5 : null }
})
const times = (parts: ReturnType<typeof litParts>) =>
  parts.map(({ isLit, places }) => ({
    isLit,
    s: places.map(({ time }) => (Date.parse(time) - BEGIN_MS) / 1_000),
  }))

test('sunlight ends where the shadow begins, not at the next place of the track', () => {
  expect(times(litParts(TRACK, [{ fromMs: at(137), toMs: at(351) }]))).toEqual([
    { isLit: true, s: [0, 100, 137] },
    { isLit: false, s: [137, 200, 300, 351] },
    { isLit: true, s: [351, 400] },
  ])
})

test('the line of a pass has no bend where the light changes', () => {
  const [before] = litParts(TRACK, [{ fromMs: at(137), toMs: at(351) }])
  expect(before?.places.at(-1)?.elevation).toBeCloseTo(13.7, 9)
})

test('a shadow between two places, or one that covers the complete track, is found', () => {
  expect(times(litParts(TRACK, [{ fromMs: at(310), toMs: at(320) }])).map(({ isLit }) => isLit)).toEqual([
    true,
    false,
    true,
  ])
  expect(times(litParts(TRACK, [{ fromMs: at(-50), toMs: at(900) }]))).toEqual([
    { isLit: false, s: [0, 100, 200, 300, 400] },
  ])
  expect(litParts(TRACK, []).map(({ isLit }) => isLit)).toEqual([true])
})

test('if the eclipses are not known the light changes at the places of the track', () => {
  expect(times(litParts(TRACK, undefined))).toEqual([
    { isLit: true, s: [0, 100, 200] },
    { isLit: false, s: [200, 300, 400] },
    { isLit: true, s: [400] },
  ])
  expect(litParts([], undefined)).toEqual([])
  expect(lightSpans([])).toEqual([])
})
