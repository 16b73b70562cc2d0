import { DAY_MS } from '@apsis/astro/constants.ts'
import { fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { ElementSetHistory } from '@apsis/contract/tle/history.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import type { TestPerson } from '../platform/testing/test-issuer.ts'

/** Elements are stored in radians, so the last bit may differ: 6e-14 of 360°. */
const ANGLE_DIGITS = 12
/** The digits of a mean motion of 11 revolutions a day, whose rounding error is 2e-15. */
const MOTION_DIGITS = 14
/** The effect of J2 on Kozai's mean motion: J2 R²/2a |3 cos² i − 1|/(1 − e²)^1.5 = 2.8 km. */
const KOZAI_M = 3e3
/** The rounding of altitudes of 1e6 m in double precision, after some operations. */
const HEIGHT_DIGITS = 8

// The elements of the verification case of Vallado and others, AIAA 2006-6753 (object 5, Vanguard 1), as printed in its two lines.
const VANGUARD = {
  noradId: 5,
  meanMotionRevPerDay: 10.82419157,
  eccentricity: 0.1859667,
  inclinationDeg: 34.2682,
  raanDeg: 348.7242,
  argPeriapsisDeg: 331.7664,
  meanAnomalyDeg: 19.3264,
  bstar: 2.8098e-5,
}
/** A TLE gives its epoch to 1e-8 of a day, which is 0.9 ms. */
const EPOCH_MS = 1
/** Dates the same elements some days ago, because the query is about the days before now. */
const dated = (daysAgo: number) => {
  const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
  const set = fromPublished({ ...UNSAID, ...VANGUARD, epoch: parseTime(at) })
  return { at, text: formatTle(set).join('\n') }
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const who = (organisation: string): TestPerson => ({ subject: 'ada', organisation, roles: ['ca:user'] })
const ask = async (person: TestPerson, query: string) => api.call(person, `GET /api/v1/tle/history?${query}`)
const history = async (person: TestPerson, query: string) => bodyOf<ElementSetHistory>(await ask(person, query))

test('only the object’s organisation gets its sets, oldest first, with all elements and B*', async () => {
  const ada = who('history')
  const [older, newer] = [dated(4), dated(2)]
  // The later set is sent first, to show that the answer is sorted by epoch.
  const stored = await api.call(ada, 'POST /api/v1/tle/tle-set', {
    body: JSON.stringify([newer.text, older.text]),
  })
  expect(stored.status).toBe(200)
  const { sets, ...rest } = await history(ada, 'noradId=5')
  expect(rest).toMatchObject({ noradId: 5, name: null, isSimulated: false, isCut: false })
  expect(sets).toHaveLength(2)
  for (const [place, { at }] of [older, newer].entries())
    expect(Math.abs(Date.parse(sets[place]!.epoch) - Date.parse(at))).toBeLessThanOrEqual(EPOCH_MS)
  const [first] = sets
  const said = { inclinationDeg: 34.2682, raanDeg: 348.7242, argPeriapsisDeg: 331.7664, meanAnomalyDeg: 19.3264 }
  for (const [name, value] of Object.entries(said))
    expect(first?.[name as keyof typeof said]).toBeCloseTo(value, ANGLE_DIGITS)
  expect(first?.meanMotionRevPerDay).toBeCloseTo(10.82419157, MOTION_DIGITS)
  expect(first).toMatchObject({ eccentricity: 0.1859667, bstar: 2.8098e-5, source: 'upload', isSimulated: false })
  // Kepler's third law with GM of WGS 72 (398,600.8 km³/s²) gives 8,632.5 km.
  expect(Math.abs(first!.semiMajorAxisM! - 8_632.5e3)).toBeLessThan(KOZAI_M)
  const { perigeeAltitudeM, apogeeAltitudeM, semiMajorAxisM } = first!
  expect((perigeeAltitudeM! + apogeeAltitudeM!) / 2).toBeCloseTo(semiMajorAxisM! - 6_378_135, HEIGHT_DIGITS)
  // Another organisation, and days without a set, get an empty answer.
  expect((await history(who('other'), 'noradId=5')).sets).toEqual([])
  expect((await history(ada, 'noradId=5&days=3')).sets).toHaveLength(1)
  expect((await history(ada, 'noradId=6')).sets).toEqual([])
})

test.each(['noradId=0', 'noradId=5&days=0', 'noradId=5&days=401', 'days=30', 'noradId=5&more=1'])(
  'a query that makes no sense is refused: %s',
  async (query) => {
    expect((await ask(who('history'), query)).status).toBe(400)
  },
)
