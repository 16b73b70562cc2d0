import { expect, test } from 'vitest'
import { sunBelow } from './sun-below.ts'

/** The twilights of Orlando from an almanac, to the minute (cosinekitty/astronomy, generate/twilight.txt), UTC. */
const SITE = { latitude: 28.538, longitude: -81.379 }
const TWILIGHTS = [
  ['2021-11-07', '10:21', '10:49', '11:17', '23:00', '23:28', '23:56'],
  ['2022-01-22', '10:55', '11:23', '11:52', '23:21', '23:50', '24:18'],
] as const
/** The almanac is rounded to minutes (reference/sunmoon: 1 min), and the Sun here is accurate to 0.01°: 3 s. */
const MOST_WRONG_MS = 63_000

const msOf = (day: string, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return Date.parse(`${day}T00:00:00Z`) + (60 * hours + minutes) * 60_000
}

test.each(TWILIGHTS)('sunBelow agrees with the dawns and dusks of an almanac on %s', (day, ...times) => {
  const fromMs = msOf(day, '08:00')
  const span = { fromMs, toMs: fromMs + 86_400_000 }
  const [astronomical, nautical, civil] = [-18, -12, -6].map((limit) => sunBelow(SITE, limit, span))
  const dawns = [astronomical, nautical, civil].map((spans) => spans?.[0]?.toMs ?? 0)
  const dusks = [civil, nautical, astronomical].map((spans) => spans?.[1]?.fromMs ?? 0)
  const found = [...dawns, ...dusks]
  for (const [at, time] of times.entries())
    expect(Math.abs((found[at] ?? 0) - msOf(day, time))).toBeLessThan(MOST_WRONG_MS)
})

test('sunBelow returns the complete polar night, and nothing of a polar day', () => {
  const site = { latitude: 78.2, longitude: 15.6 }
  const winter = { fromMs: Date.UTC(2026, 11, 20), toMs: Date.UTC(2026, 11, 22) }
  const summer = { fromMs: Date.UTC(2026, 5, 20), toMs: Date.UTC(2026, 5, 22) }
  expect(sunBelow(site, -6, winter)).toEqual([winter])
  expect(sunBelow(site, 0, summer)).toEqual([])
})
