import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { bodiesOver } from '@apsis/astro/visibility/bodies-over.ts'
import { expect, test } from 'vitest'
import { sunDirection, sunElevation, sunPlace } from './sun-place.ts'

/** The Almanac states 0.01°; the Sun is computed from the Earth's centre, and the theory of astro has an error of 0.001°. */
const TOLERANCE_DEG = 0.02

test('sunPlace agrees with the Sun of the numerics library throughout a year', () => {
  for (let month = 0; month < 12; month += 1) {
    const ms = Date.UTC(2026, month, 7, month * 2, 13)
    const epoch = parseTime(new Date(ms).toISOString())
    const { sun } = bodiesOver(epoch, 60)(epoch)
    const latitude = (Math.atan2(sun[2], Math.hypot(sun[0], sun[1])) * 180) / Math.PI
    const longitude = (Math.atan2(sun[1], sun[0]) * 180) / Math.PI
    const found = sunPlace(ms)
    expect(Math.abs(found.latitude - latitude)).toBeLessThan(TOLERANCE_DEG)
    expect(Math.abs(found.longitude - longitude) % 360).toBeLessThan(TOLERANCE_DEG)
  }
})

test('sunElevation is 90° below the Sun, and −90° on the other side of the Earth', () => {
  const ms = Date.UTC(2026, 10, 22, 12)
  const { latitude, longitude } = sunPlace(ms)
  expect(sunElevation({ latitude, longitude }, ms)).toBeCloseTo(90, 4)
  expect(sunElevation({ latitude: -latitude, longitude: longitude + 180 }, ms)).toBeCloseTo(-90, 4)
})

test('sunDirection points south in the north and north in the south at noon, and east before noon', () => {
  const ms = Date.UTC(2026, 10, 22, 12)
  const { latitude, longitude } = sunPlace(ms)
  const north = sunDirection({ latitude: latitude + 60, longitude }, ms)
  expect(north.azimuth).toBeCloseTo(180, 6)
  expect(north.elevation).toBeCloseTo(30, 6)
  expect(sunDirection({ latitude: latitude - 50, longitude }, ms).azimuth % 360).toBeCloseTo(0, 6)
  // Six hours before noon the Sun rises at the equator at an azimuth of 90° minus its declination.
  const morning = sunDirection({ latitude: 0, longitude: longitude - 90 }, ms)
  expect(morning.azimuth).toBeCloseTo(90 - latitude, 6)
  expect(morning.elevation).toBeCloseTo(0, 6)
})
