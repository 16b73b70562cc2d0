import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { NearFleet } from '@apsis/contract/ca/find/near-fleet.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { propagate, type SatRec, twoline2satrec } from 'satellite.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { oemText } from '../testing/oem-text.ts'
import { patientCall } from '../testing/patient-call.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'

/**
 * A set in two lines rounds the mean motion to 1e-8 rev/d and angles to 1e-4°, which is 12 m in low orbit. A distance of 200 km from rounded
 * elements may be wrong by several times 12 m.
 */
const LINES_KM = 0.1
/** The test finds a minimum on a grid with satellite.js, and then divides the interval until the times are a millisecond apart. */
const GRID_S = 20
const [DISTANCE_KM, HOURS] = [400, 6]

const ANN = { subject: 'ann', organisation: 'near-fleet', roles: ['ca:user'] }
const NOW = new Date()
const DAY_S = 86_400
const ALL = simulatedSets(400, NOW)
const lowOnes = ALL.filter(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)
const [FIRST, SECOND, OLD, UNUSABLE] = lowOnes as unknown as readonly ElementSet[] & {
  readonly 0: ElementSet
  readonly 1: ElementSet
  readonly 2: ElementSet
  readonly 3: ElementSet
}
/** One object has a set that is eleven days old, and another has a set that SGP4 does not accept. */
const SETS = ALL.map((set) => {
  if (set === UNUSABLE) return { ...set, eccentricity: 1.2 }
  return set === OLD ? { ...set, epoch: addSeconds(set.epoch, -11 * DAY_S) } : set
})
const isOwn = (set: ElementSet) => set === FIRST || set === SECOND
/** Objects for which SGP4 gives no position: one because of its elements, others because their perigee is below the ground. */
const isBroken = ({ noradId, objectName }: ElementSet) => noradId === UNUSABLE.noradId || objectName.includes('BROKEN')

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, SETS)
})
afterAll(() => api.close())

const ask = (query = '', who = ANN, headers: Record<string, string> = {}) =>
  patientCall(api, who, `GET /api/v1/ca/near-fleet${query}`, { headers })
const read = async (query = '', who = ANN) => {
  const answer = await ask(query, who)
  expect(answer.status).toBe(200)
  return bodyOf<NearFleet>(answer)
}
const fly = async ({ noradId }: ElementSet, who = ANN) => {
  const body = JSON.stringify({ name: `OWN ${noradId}`, noradId })
  return bodyOf<Satellite>(await api.call(who, 'POST /api/v1/ca/satellites', { body }))
}

/** Returns the position by satellite.js, an independent SGP4, in km; undefined if it gives none. */
function placeOf(record: SatRec, ms: number) {
  const state = propagate(record, new Date(ms))
  const r = state === null ? undefined : state.position
  return r && typeof r === 'object' && Number.isFinite(r.x) ? ([r.x, r.y, r.z] as const) : undefined
}

/** Returns the least distance between two objects in a span, km; undefined if one of them has no position at some time. */
function leastKm(one: SatRec, other: SatRec, [fromMs, toMs]: readonly [number, number]): number | undefined {
  const apart = (ms: number) => {
    const [a, b] = [placeOf(one, ms), placeOf(other, ms)]
    return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) : Number.NaN
  }
  const steps = Math.ceil((toMs - fromMs) / (GRID_S * 1_000))
  const times = Array.from({ length: steps + 1 }, (_, step) => fromMs + ((toMs - fromMs) * step) / steps)
  const grid = times.map(apart)
  if (grid.some(Number.isNaN)) return undefined
  let least = Math.min(...grid)
  for (const [at, km] of grid.entries()) {
    // The first and the last point have an interval on one side only, which may contain a minimum, too.
    const [before, after] = [Math.max(0, at - 1), Math.min(steps, at + 1)]
    if (km > grid[before]! || km > grid[after]! || km > DISTANCE_KM + 20 * GRID_S) continue
    let [low, high] = [times[before]!, times[after]!]
    while (high - low > 1) {
      const [left, right] = [low + (high - low) / 3, high - (high - low) / 3]
      if (apart(left) < apart(right)) high = right
      else low = left
    }
    least = Math.min(least, apart(low))
  }
  return least
}

test('an organisation without a satellite has an empty answer that compares with nothing', async () => {
  const { satellites, objects, compared, notJudged } = await read('', { ...ANN, organisation: 'nobody' })
  expect({ satellites, objects, compared }).toEqual({ satellites: [], objects: [], compared: 0 })
  expect(notJudged.satellites).toEqual([])
})

test('the objects near the fleet are those that satellite.js finds on a grid, each with its least distance', async () => {
  const own = [await fly(FIRST), await fly(SECOND)]
  const answer = await read(`?distance-km=${DISTANCE_KM}&hours=${HOURS}`)
  const { from, to, objects, count, isCut, notJudged } = answer
  expect(Date.parse(to) - Date.parse(from)).toBe(HOURS * 3_600_000)
  expect(new Set(answer.satellites)).toEqual(new Set(own.map(({ satelliteId }) => satelliteId)))
  expect([count, isCut]).toEqual([objects.length, false])
  const recordOf = (set: ElementSet) => twoline2satrec(...formatTle(set))
  const fleet = [FIRST, SECOND].map((set) => ({ set, record: recordOf(set) }))
  const span = [Date.parse(from), Date.parse(to)] as const
  const expected = new Map<number, number>()
  for (const set of SETS) {
    if (isOwn(set) || isBroken(set)) continue
    const record = recordOf(set)
    const distances = fleet.flatMap(({ record: other }) => leastKm(record, other, span) ?? [])
    if (distances.length === fleet.length) expected.set(set.noradId, Math.min(...distances))
  }
  const found = new Map(objects.map((one) => [one.noradId, one.leastKm]))
  expect(found.size).toBeGreaterThan(10)
  for (const [noradId, km] of expected) {
    const listed = found.get(noradId)
    if (km < DISTANCE_KM - LINES_KM) expect(Math.abs((listed ?? Number.NaN) - km), `${noradId}`).toBeLessThan(LINES_KM)
    if (km > DISTANCE_KM + LINES_KM) expect(listed, `${noradId} at ${km} km`).toBeUndefined()
  }
  // The nearest object comes first; the own satellites are not in the answer.
  expect(objects.map((one) => one.leastKm)).toEqual([...found.values()].sort((a, b) => a - b))
  expect(found.has(FIRST.noradId) || found.has(SECOND.noradId)).toBe(false)
  // Objects that SGP4 does not accept, and objects with an old set, are counted as not judged.
  const startS = parseTime(from).taiS
  const isOld = ({ epoch }: ElementSet) => Math.abs(epoch.taiS - startS) > 10 * DAY_S
  const old = SETS.filter((set) => isOld(set) && !isOwn(set) && !isBroken(set))
  expect(old.map(({ noradId }) => noradId)).toContain(OLD.noradId)
  expect(notJudged).toMatchObject({ old: old.length, withoutSet: null, satellites: [] })
  expect(notJudged.unusable + answer.compared).toBe(SETS.length - 2)
  expect(notJudged.unusable).toBe(1)
  expect(notJudged.lost).toBeGreaterThan(0)
  expect(answer.isSimulated).toBe(true)
})

test('an object is listed with the satellite that it is nearest to, and one satellite may be asked for', async () => {
  const all = await read(`?distance-km=${DISTANCE_KM}&hours=${HOURS}`)
  const parts = await Promise.all(
    all.satellites.map((id) => read(`?distance-km=${DISTANCE_KM}&hours=${HOURS}&satellite-id=${id}`)),
  )
  const least = new Map<number, number>()
  for (const { noradId, leastKm: km } of parts.flatMap(({ objects }) => objects))
    least.set(noradId, Math.min(km, least.get(noradId) ?? Number.POSITIVE_INFINITY))
  expect(new Map(all.objects.map((one) => [one.noradId, one.leastKm]))).toEqual(
    new Map([...least].sort(([, a], [, b]) => a - b)),
  )
  for (const { noradId, satelliteId, leastKm: km } of all.objects)
    expect(
      parts.find(({ satellites }) => satellites[0] === satelliteId)?.objects.find((one) => one.noradId === noradId)
        ?.leastKm,
    ).toBe(km)
})

test('the answer is kept, and its ETag changes with the orbits of the fleet', async () => {
  const first = await ask()
  const etag = first.headers.get('etag')!
  expect(etag).toMatch(/^"/)
  expect((await ask('', ANN, { 'if-none-match': etag })).status).toBe(304)
  const again = await ask()
  // The ten minutes of an answer may end during the test, once.
  if ((await bodyOf<NearFleet>(again)).from === (await bodyOf<NearFleet>(first)).from)
    expect(again.headers.get('etag')).toBe(etag)
  const other = { ...ANN, organisation: 'growing' }
  await fly(FIRST, other)
  const before = (await ask('', other)).headers.get('etag')
  await fly(SECOND, other)
  expect((await ask('', other)).headers.get('etag')).not.toBe(before)
})

test('a satellite without an orbit is named: it is not judged', async () => {
  const who = { ...ANN, organisation: 'short' }
  const body = JSON.stringify({ name: 'UNKNOWN', noradId: 99_111 })
  const grounded = await bodyOf<Satellite>(await api.call(who, 'POST /api/v1/ca/satellites', { body }))
  await fly(FIRST, who)
  expect((await read('', who)).notJudged.satellites).toEqual([
    { satelliteId: grounded.satelliteId, name: 'UNKNOWN', until: null },
  ])
})

test('a satellite whose ephemeris ends within the span is named with the time: it is not judged to the end', async () => {
  const who = { ...ANN, organisation: 'ending' }
  const { satelliteId } = await fly(FIRST, who)
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'OPERATIONAL')
  const begin = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000)
  form.set('file', new Blob([oemText(FIRST, { from: begin, hours: 5 })]), 'own.oem')
  const sent = await patientCall(api, who, 'POST /api/v1/ca/ephemeris/file', { body: form })
  expect(sent.status).toBe(201)
  const { objects, notJudged } = await read(`?distance-km=${DISTANCE_KM}`, who)
  const end = begin.getTime() + 5 * 3_600_000
  expect(notJudged.satellites).toMatchObject([{ satelliteId, until: expect.any(String) }])
  // The usable span of an ephemeris may end before its last state.
  const until = Date.parse(notJudged.satellites[0]!.until!)
  expect(until).toBeLessThanOrEqual(end)
  expect(until).toBeGreaterThan(end - 3_600_000)
  for (const { at } of objects) expect(Date.parse(at)).toBeLessThanOrEqual(until)
})

test.each(['?distance-km=501', '?distance-km=0', '?hours=73', '?hours=0', '?satellite-id=one', '?more=1'])(
  'a question beyond the limits is refused: %s',
  async (query) => {
    expect((await ask(query)).status).toBe(400)
  },
)

test('an unknown satellite is 404', async () => {
  expect((await ask('?satellite-id=6f9619ff-8b86-4011-b42d-00c04fc964ff')).status).toBe(404)
})
