import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { bodiesOver } from '@apsis/astro/visibility/bodies-over.ts'
import { expect, test } from 'vitest'
import { lightAt, partsByLight, shadowsOf } from './shadow.ts'

/** The equinox of March 2026 (Astronomical Almanac): the Sun is above the equator, so an orbit above it meets the widest part of the shadow. */
const EQUINOX_MS = Date.parse('2026-03-20T14:46:00Z')
/** WGS 84, and the mean radius of the Sun as an angle (Astronomical Almanac). */
const [EARTH_M, SUN_DEG] = [6_378_137, 0.2666]
const [ORBIT_M, PERIOD_S] = [7_000_000, 5_828.5]
/** The Almanac's formulas have the Sun to 0.01°, in which the object flies 0.2 s; the search ends at 0.05 s, and the Sun's disc varies by 1.7 %. */
const TOLERANCE_S = 0.4

const degrees = Math.PI / 180

test('a circle around the equator is in the umbra as long as two discs of published sizes say', () => {
  const from = parseTime(new Date(EQUINOX_MS).toISOString())
  const bodies = bodiesOver(from, PERIOD_S)
  // The object flies around an axis across the direction to the Sun; it is behind the Earth after half a revolution.
  const placeAt = (atMs: number): Vec3 => {
    const [x, y] = bodies(parseTime(new Date(atMs).toISOString())).sun
    const length = Math.hypot(x, y)
    const angle = (2 * Math.PI * (atMs - EQUINOX_MS)) / 1_000 / PERIOD_S
    const [cosine, sine] = [Math.cos(angle) / length, Math.sin(angle) / length]
    return [ORBIT_M * (cosine * x - sine * y), ORBIT_M * (cosine * y + sine * x), 0]
  }
  const found = shadowsOf(placeAt, { fromMs: EQUINOX_MS, toMs: EQUINOX_MS + 1_000 * PERIOD_S }, 1_000 * PERIOD_S)
  // The Sun is covered while it is behind the Earth by more than its own radius.
  const halfDeg = Math.asin(EARTH_M / ORBIT_M) / degrees - SUN_DEG
  const expected = [180 - halfDeg, 180 + halfDeg].map((angle) => (angle / 360) * PERIOD_S)
  expect(found).toHaveLength(1)
  const edges = [found[0]?.fromMs ?? 0, found[0]?.toMs ?? 0].map((ms) => (ms - EQUINOX_MS) / 1_000)
  for (const [k, seconds] of edges.entries()) expect(Math.abs(seconds - (expected[k] ?? 0))).toBeLessThan(TOLERANCE_S)
  const lightAfter = (seconds: number) => lightAt(placeAt(EQUINOX_MS + 1_000 * seconds), EQUINOX_MS + 1_000 * seconds)
  // The penumbra is as wide as the Sun: 0.53°, which is 8.6 s.
  expect([-9.5, -5, 1].map((before) => lightAfter((expected[0] ?? 0) + before))).toEqual([
    'sunlit',
    'penumbra',
    'umbra',
  ])
})

test('a track is divided at the edges of the shadow, and no part of it is lost', () => {
  const placeAt = (atMs: number) => ({ atMs })
  const places = [0, 10, 20, 30, 40].map(placeAt)
  const parts = partsByLight(
    places,
    [
      { fromMs: 12, toMs: 33 },
      { fromMs: 38, toMs: 90 },
    ],
    placeAt,
  )
  expect(parts.map(({ isDark, places: part }) => [isDark, part.map(({ atMs }) => atMs)])).toEqual([
    [false, [0, 10, 12]],
    [true, [12, 20, 30, 33]],
    [false, [33, 38]],
    [true, [38, 40]],
  ])
  expect(partsByLight(places, [], placeAt)).toEqual([{ isDark: false, places }])
  expect(partsByLight([], [], placeAt)).toEqual([])
})
