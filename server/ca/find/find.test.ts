import { describeEncounters } from '@apsis/astro/screening/describe-encounter.ts'
import { encounterProbability } from '@apsis/astro/screening/encounter-probability.ts'
import type { ScreeningObject } from '@apsis/astro/screening/screening-object.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { FindResult } from '@apsis/contract/ca/find.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { screen } from '@apsis/engine/screen.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { oemText } from '../testing/oem-text.ts'
import { patientCall } from '../testing/patient-call.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'

const ANN = { subject: 'ann', organisation: 'searchers', roles: ['ca:user'] }
const BEN = { subject: 'ben', organisation: 'others', roles: ['ca:user'] }
const SETS = simulatedSets(400)
// The kernel begins its windows at other times, so the times of closest approach differ by a microsecond. At 15 km/s that is 15 mm along the orbit;
// it changes a miss d by its square over 2d, and a value that scales with d by its square over d².
/** The correct decimals of a miss of a metre or more, m. */
const MISS_DIGITS = 3
/** The correct decimals of an age in days, if times are correct to a microsecond. */
const AGE_DIGITS = 9
/** The correct decimals of a maximum probability, for a miss of 100 m or more. */
const MAXIMUM_DIGITS = 7
/** The correct decimals of a miss along R, T and N, m. At 15 km/s along T the rounded instant of a minimum, 3 µs off, moves them by 0.05 m. */
const PART_DIGITS = 1
/** The correct decimals of a miss in metres: it is interpolated between the states of the file, which are rounded to millimetres. */
const INTERPOLATED_DIGITS = 0
/** The relative tolerance of a probability, for d of 70 m or more and the errors of a class of orbits. */
const PROBABILITY_SHARE = 1e-6
const FROM = new Date(Math.floor(Date.now() / 60_000) * 60_000)
const hours = (count: number) => new Date(FROM.getTime() + count * 3_600_000).toISOString()

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, SETS)
})
afterAll(() => api.close())

const ask = (query: Record<string, string | number>, who = ANN) => {
  const all = { from: FROM.toISOString(), to: hours(6), 'max-km': 50, ...query }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(all)) search.set(name, String(value))
  return patientCall(api, who, `GET /api/v1/ca/find?${search}`)
}
const find = async (query: Record<string, string | number>) => {
  const response = await ask(query)
  expect(response.status).toBe(200)
  return bodyOf<FindResult>(response)
}
/** Objects in low orbit that SGP4 can propagate for days. */
const lowOnes = SETS.filter(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)
const isUsable = (set: ElementSet) => {
  try {
    return initSgp4(set) !== undefined
  } catch {
    return false
  }
}

/** Returns the encounters that the engine of `apsis screen` finds between one object and the others. */
async function truth(own: ElementSet, toHours: number, thresholdM: number) {
  const objects: ScreeningObject[] = SETS.filter(isUsable).map((set) => ({
    id: String(set.noradId),
    flight: { kind: 'elements', model: initSgp4(set) },
    set: set.noradId === own.noradId ? 1 : 0,
  }))
  const seat = objects.findIndex(({ id }) => id === String(own.noradId))
  const start = parseTime(FROM.toISOString())
  const screening = { objects, start, durationS: toHours * 3600, thresholdM, pairs: [[1, 0]] as const }
  const { encounters } = await screen(screening, { threads: 1 })
  return describeEncounters(screening, encounters, new Set([seat]))
}

/** The object with the most encounters among its neighbours. */
let busiest: ElementSet
beforeAll(async () => {
  let most = -1
  for (const set of lowOnes.slice(0, 12)) {
    const count = (await truth(set, 6, 50_000)).length
    if (count > most) [most, busiest] = [count, set]
  }
})

test('find returns what apsis screen finds in the same catalogue, in the form of the API', async () => {
  const expected = await truth(busiest, 6, 50_000)
  expect(expected.length).toBeGreaterThan(3)
  const answer = await find({ 'norad-id': busiest.noradId })
  expect(answer).toMatchObject({
    from: FROM.toISOString(),
    to: hours(6),
    maxKm: 50,
    result: 'CONJUNCTIONS',
    grade: 'TLE',
    isSimulated: true,
    primary: { objectId: String(busiest.noradId), name: busiest.objectName, source: 'TLE' },
    searched: SETS.filter(isUsable).length - 1,
  })
  expect(answer.encounters).toHaveLength(expected.length)
  for (const [place, encounter] of answer.encounters.entries()) {
    const one = expected[place]!
    const { probability, maximumProbability } = encounterProbability(one)
    expect(encounter).toMatchObject({
      kind: one.kind,
      tca: formatTime(one.tca, { digits: 3, zulu: true }),
      secondary: { objectId: one.secondary.object.id },
    })
    expect(encounter.missM).toBeCloseTo(one.missM, MISS_DIGITS)
    expect(Object.values(encounter.missRtn)).toEqual(one.missRtnM.map((part) => expect.closeTo(part, PART_DIGITS)))
    expect(encounter.primary.daysSinceEpoch).toBeCloseTo((one.primary.ageS ?? 0) / 86_400, AGE_DIGITS)
    expect(encounter.maximumProbability / maximumProbability).toBeCloseTo(1, MAXIMUM_DIGITS)
    const apart = Math.abs((encounter.probability ?? -1) - (probability ?? -1))
    expect(apart).toBeLessThanOrEqual(PROBABILITY_SHARE * (probability ?? 0))
  }
})

test('a span within the prepared tables, and named objects only, give the same answer', async () => {
  const whole = await find({ 'norad-id': busiest.noradId })
  const from = hours(1)
  const part = await find({ 'norad-id': busiest.noradId, from, to: hours(5) })
  const within = whole.encounters.filter(({ tca, kind }) => tca > from && tca < hours(5) && kind === 'minimum')
  expect(part.encounters.filter(({ kind }) => kind === 'minimum').map(({ tca }) => tca)).toEqual(
    within.map(({ tca }) => tca),
  )
  const [first] = whole.encounters
  const named = await find({ 'norad-id': busiest.noradId, with: `${first!.secondary.objectId},999999999` })
  expect(named).toMatchObject({ searched: 1, notScreened: [{ objectId: '999999999', reason: 'not-in-the-catalogue' }] })
  expect(named.encounters.map(({ tca }) => tca)).toEqual(
    whole.encounters.filter(({ secondary }) => secondary.objectId === first!.secondary.objectId).map(({ tca }) => tca),
  )
})

test('the two lines of a TLE are screened as they are; a wrong checksum is reported with its line', async () => {
  const [line1, line2] = formatTle({ ...busiest, objectName: '' })
  const answer = await find({ tle: `${line1}\n${line2}` })
  // The orbit is the same to the digits of a TLE.
  expect(answer.encounters.length).toBeGreaterThan(0)
  expect(answer.primary.objectId).toBe(String(busiest.noradId))
  const last = Number(line2.at(-1))
  const response = await ask({ tle: `${line1}\n${line2.slice(0, -1)}${(last + 1) % 10}` })
  expect(response.status).toBe(422)
  expect((await bodyOf<Problem>(response)).errors).toMatchObject([{ parameter: 'tle', line: 2 }])
})

test('a satellite is screened with its operational ephemeris, or else with its element set', async () => {
  const body = JSON.stringify({ name: 'SEARCHED', noradId: busiest.noradId })
  const satellite = await bodyOf<Satellite>(await patientCall(api, ANN, 'POST /api/v1/ca/satellites', { body }))
  const { satelliteId } = satellite
  expect((await find({ 'satellite-id': satelliteId })).primary).toMatchObject({ source: 'TLE', name: 'SEARCHED' })
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'OPERATIONAL')
  const begin = new Date(FROM.getTime() - 3_600_000)
  form.set('file', new Blob([oemText(busiest, { from: begin, hours: 8 })]), 'sat.oem')
  const { oemFileId } = await bodyOf<EphemerisFile>(
    await patientCall(api, ANN, 'POST /api/v1/ca/ephemeris/file', { body: form }),
  )
  const byElements = await find({ 'norad-id': busiest.noradId })
  for (const asked of [{ 'satellite-id': satelliteId }, { 'oem-id': oemFileId }]) {
    const answer = await find(asked)
    expect(answer.primary).toMatchObject({ source: 'OPS', epoch: null, objectId: String(busiest.noradId) })
    // The file was made from the same elements, and written to the millimetre.
    expect(answer.encounters.map(({ missM }) => missM)).toEqual(
      byElements.encounters.map(({ missM }) => expect.closeTo(missM, INTERPOLATED_DIGITS)),
    )
  }
  const late = await find({ 'oem-id': oemFileId, from: hours(5), to: hours(20), with: '999999999' })
  expect(late).toMatchObject({ result: 'NOT_SCREENED', searched: 0 })
  const beyond = await find({ 'oem-id': oemFileId, from: hours(5), to: hours(20), 'max-km': 0.1 })
  expect(beyond.result).toBe('NOT_SCREENED')
  expect(beyond.notScreened).toContainEqual({
    objectId: String(busiest.noradId),
    reason: 'after-stop',
    until: expect.any(String),
  })
  expect((await ask({ 'satellite-id': satelliteId }, BEN)).status).toBe(404)
  expect((await ask({ 'oem-id': oemFileId }, BEN)).status).toBe(404)
})

test('an object without other objects near it is reported as clear', async () => {
  const answer = await find({ 'norad-id': busiest.noradId, to: hours(0.2), 'max-km': 0.1 })
  expect(answer).toMatchObject({ result: 'CLEAR', encounters: [] })
})

test.each([
  [{}, 422, 'satellite-id'],
  [{ 'norad-id': 1, tle: 'x' }, 422, 'tle'],
  [{ 'norad-id': 999_999_999 }, 404, 'norad-id'],
  [{ 'satellite-id': '3f0f4a62-7e0b-4f4e-9b57-0b7c3a2d1e90' }, 404, 'satellite-id'],
  [{ 'oem-id': '3f0f4a62-7e0b-4f4e-9b57-0b7c3a2d1e90' }, 404, 'oem-id'],
  [{ tle: 'no lines' }, 422, 'tle'],
  [{ 'norad-id': SETS[0]!.noradId, to: FROM.toISOString() }, 422, 'to'],
  [{ 'norad-id': lowOnes[0]!.noradId, to: hours(169) }, 422, 'to'],
  [{ 'norad-id': 1, with: 'some' }, 400, 'with'],
])('%j is refused with %i', async (query, status, parameter) => {
  const response = await ask(query as Record<string, string | number>)
  expect([response.status, (await bodyOf<Problem>(response)).errors?.[0]?.parameter]).toEqual([status, parameter])
})

/** Renames objects of the catalogue and changes their types, as a newer version of the catalogue would. */
async function rename(objects: readonly ElementSet[], name: string, type: string | null): Promise<void> {
  await api.database.query(`update tle.object set name = $1, object_type = $2 where norad_id = any($3::int[])`, [
    name,
    type,
    objects.map(({ noradId }) => noradId),
  ])
  await api.database.query('update tle.catalogue set version = version + 1 where is_active')
  await api.database.query('update tle.object set listed_in = (select version from tle.catalogue where is_active)')
}

test('a clear result counts the compared objects by kind, with the kinds that the catalogue lacks', async () => {
  const others = SETS.filter((set) => isUsable(set) && set.noradId !== busiest.noradId)
  const ask = { 'norad-id': busiest.noradId, 'max-km': 0.1, to: hours(1) }
  const before = await find(ask)
  expect(before).toMatchObject({ result: 'CLEAR', searched: others.length })
  expect(before.catalogue).toMatchObject({
    payloads: 0,
    rocketBodies: 0,
    debris: 0,
    unknown: others.length,
    lacks: ['DEBRIS', 'ROCKET_BODIES'],
    isWhole: true,
    isSimulated: true,
    newestEpoch: before.catalogueEpoch,
  })
  await rename(others.slice(0, 20), 'COSMOS 2251 DEB', null)
  await rename(others.slice(20, 30), 'SL-16 R/B', null)
  await rename(others.slice(30, 35), 'COSMOS 1408', 'DEBRIS')
  await rename(others.slice(35, 75), 'DEBUT (ORIZURU)', 'PAYLOAD')
  const { catalogue } = await find(ask)
  expect(catalogue).toMatchObject({
    payloads: 40,
    rocketBodies: 10,
    debris: 25,
    unknown: others.length - 75,
    lacks: [],
  })
  // A user who lists the objects has chosen them: nothing is missing.
  const [fragment, stage] = [others[0]!, others[20]!]
  const some = await find({ ...ask, with: `${fragment.noradId},${stage.noradId}` })
  expect(some.catalogue).toMatchObject({
    debris: 1,
    rocketBodies: 1,
    payloads: 0,
    unknown: 0,
    lacks: [],
    isWhole: false,
  })
})
