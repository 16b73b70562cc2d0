import { expect, test } from 'vitest'
import { groundLines } from './globe-lines.ts'

/** At the equinox of March 2026, 14:46 UTC, the equation of time is −7 min 25 s (Astronomical Almanac). */
const EQUINOX_MS = Date.UTC(2026, 2, 20, 14, 46)
const SUN_EAST_DEG = -15 * (14 + 46 / 60 - 12 - 7.417 / 60)
/** The line is made once a minute, in which the Sun moves by 0.25°; the equinox is given to the minute. */
const LINE_DEG = 0.2

test('at the equinox the line of sunset is the meridian a quarter of a turn from the Sun', () => {
  const line = groundLines(EQUINOX_MS).find(({ id }) => id === 'sunset')
  const parts = line?.parts ?? new Float32Array()
  expect(parts.length).toBeGreaterThan(8 * 100)
  for (let at = 0; at < parts.length; at += 8) {
    const [x = 0, y = 0, z = 0] = parts.subarray(at, at + 3)
    const east = (SUN_EAST_DEG * Math.PI) / 180
    const toSun = (x * Math.cos(east) + y * Math.sin(east)) / Math.hypot(x, y, z)
    expect(Math.abs((Math.asin(toSun) * 180) / Math.PI)).toBeLessThan(LINE_DEG)
  }
})

test('the lines of a minute are the same objects, so that nothing is sent to the graphics card again', () => {
  const [first, second] = [groundLines(EQUINOX_MS), groundLines(EQUINOX_MS + 59_000)]
  expect(second.map((line, k) => line === first[k])).toEqual(first.map(() => true))
  expect(groundLines(EQUINOX_MS + 60_000).at(-1)).not.toBe(first.at(-1))
})
