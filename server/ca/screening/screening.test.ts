import { randomUUID } from 'node:crypto'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { SCREENING_BOXES } from '@apsis/astro/screening/screening-box.data.ts'
import { type ElementSet, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { cross, norm, scale, subtract } from '@apsis/astro/vec3.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Encounter, Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../jobs.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { type OemOptions, oemText } from '../testing/oem-text.ts'
import { patientCall } from '../testing/patient-call.ts'
import { simulatedSets, storeSets } from '../testing/test-catalogue.ts'

const ANN = { subject: 'ann', organisation: 'screeners', roles: ['ca:user'] }
const BEN = { subject: 'ben', organisation: 'others', roles: ['ca:user'] }
const HOUR_MS = 3_600_000
/** Seconds of a day in double precision, 1e-11 s, at 15 km/s; encounters that are listed at an end of the span have no minimum there. */
const LISTED_DIGITS = 6
/** States are written to the millimetre, and so is their difference: half a millimetre of error in each of seven numbers. */
const WRITTEN_M = 2.5e-3
/** A probability is written with seven digits. */
const WRITTEN_SHARE = 5e-7
/** The correct decimals of positions of 7000 km and variances of 1e4 m² that are written in km and read back: 1e-9 m, and 2e-12 m². */
const UNIT_DIGITS = 7
/** Elements are fitted to the state to a millimetre (fitElements), and the file is written to a millimetre. */
const FLOWN_M = 5e-3
/** A TCA is written to the millisecond. */
const TCA_MS = 2
const FROM = new Date(Math.floor(Date.now() / 60_000) * 60_000 - HOUR_MS)
const SETS = simulatedSets(200)
const lowOnes = SETS.filter(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)

/** The next satellite crosses the path of an object that is added to the catalogue. */
const THREATENED = lowOnes.at(-1)!
const THREAT = crossing(THREATENED, new Date(FROM.getTime() + 2 * HOUR_MS))

/** SIMULATED: an object that is 50 m above another one at a time, and moves on its own orbit. */
function crossing(set: ElementSet, at: Date): ElementSet {
  const epoch = parseTime(at.toISOString())
  const state = propagateSgp4(initSgp4(set), epoch)
  if (!state.ok) throw new Error(state.reason)
  const [r, v] = [scale(state.r, 1 + 50 / norm(state.r)), state.v]
  // The velocity has the same size, turned by a quarter turn about the vertical.
  const across = scale(cross(r, v), 1 / norm(r))
  const fitted = fitElements({ epoch, r, v: across, bstar: 0 })
  if (!fitted.ok) throw new Error(fitted.reason)
  return { ...UNSAID, noradId: 399_999, objectName: 'SIMULATED THREAT', ...fitted.elements, bstar: 0 }
}

let api: TestApi
let queue: Queue | undefined
let db: Database | undefined
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, [...SETS, THREAT])
})
afterAll(async () => {
  await queue?.stop(1_000)
  await db?.close()
  await api.close()
})

/** From now on a worker runs the screenings. */
async function startWork(): Promise<void> {
  if (queue !== undefined) return
  const url = api.database.appUrl
  db = openDatabase({ url, pool: 4, name: 'test-worker', log: api.log })
  queue = await openQueue({ url, pool: 2, log: api.log }, 'worker')
  await queue.work(JOBS, db, 1)
}

let next = 0
async function makeSatellite(given: object = {}, set = lowOnes[next++]!) {
  const body = JSON.stringify({ name: `SAT ${set.noradId}`, noradId: set.noradId, ...given })
  const response = await patientCall(api, ANN, 'POST /api/v1/ca/satellites', { body })
  expect(response.status).toBe(201)
  return { satellite: await bodyOf<Satellite>(response), set }
}
async function upload({ satelliteId }: Satellite, file: string, more: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ 'satellite-id': satelliteId, kind: 'OPERATIONAL', ...more }))
    form.set(name, value)
  form.set('file', new Blob([file]), 'sat.oem')
  const response = await patientCall(api, ANN, 'POST /api/v1/ca/ephemeris/file', { body: form })
  expect(response.status).toBe(201)
  return bodyOf<EphemerisFile>(response)
}
const text = (set: ElementSet, options: Partial<OemOptions> = {}) => oemText(set, { from: FROM, hours: 4, ...options })
const post = (body: object, who = ANN) =>
  patientCall(api, who, 'POST /api/v1/ca/screenings', { body: JSON.stringify(body) })
const start = async (body: object) => {
  const response = await post(body)
  expect(response.status).toBe(201)
  return bodyOf<Screening>(response)
}
const read = async <T>(path: string, who = ANN) => bodyOf<T>(await patientCall(api, who, `GET /api/v1/ca${path}`))
const file = async (id: string) => (await read<EphemerisFile[]>(`/ephemeris?oem-id=${id}`))[0]!
async function untilDone(id: string): Promise<Screening> {
  await startWork()
  await expect.poll(async () => (await read<Screening>(`/screenings/${id}`)).state).toBe('done')
  return read<Screening>(`/screenings/${id}`)
}
const encountersOf = (id: string, query = '') => read<Encounter[]>(`/screenings/${id}/encounters${query}`)

test('a screening without a worker waits, and is cancelled, resumed and removed', async () => {
  const { satellite } = await makeSatellite()
  const { screeningId } = await start({ 'satellite-id': satellite.satelliteId, hours: 1, thresholdM: 20_000 })
  const path = `/api/v1/ca/screenings/${screeningId}`
  const asked = { type: 'TLE_VS_CAT', thresholdM: 20_000, box: null, createdBy: 'ann' }
  const screened = { title: `${satellite.name}, element set`, satelliteId: satellite.satelliteId, oemFileId: null }
  const waiting = { state: 'queued', result: 'NOT_SCREENED', encounters: 0, worstProbability: null }
  const found = await read(`/screenings/${screeningId}`)
  for (const part of [asked, screened, waiting, { objects: SETS.length + 1, isSimulated: true }])
    expect(found).toMatchObject(part)
  expect((await patientCall(api, ANN, `POST ${path}/resume`)).status).toBe(409)
  expect((await patientCall(api, ANN, `DELETE ${path}`)).status).toBe(204)
  expect((await read<Screening>(`/screenings/${screeningId}`)).state).toBe('cancelled')
  const resumed = await patientCall(api, ANN, `POST ${path}/resume`)
  expect([resumed.status, (await bodyOf<Screening>(resumed)).state]).toEqual([200, 'queued'])
  await patientCall(api, ANN, `DELETE ${path}`)
  expect((await patientCall(api, ANN, `DELETE ${path}`)).status).toBe(204)
  expect((await patientCall(api, ANN, `GET ${path}`)).status).toBe(404)
})

test('a request that cannot be screened is refused, with its field', async () => {
  const { satellite, set } = await makeSatellite()
  const broken = await upload(satellite, 'nothing', { kind: 'HYPOTHETICAL' })
  const good = await upload(satellite, text(set), { kind: 'HYPOTHETICAL' })
  const { satellite: other } = await makeSatellite({ noradId: 7 })
  const cases: readonly (readonly [object, number, string])[] = [
    [{ 'satellite-id': randomUUID() }, 404, '#/satellite-id'],
    [{ 'oem-id': randomUUID() }, 404, '#/oem-id'],
    [{ 'oem-id': broken.oemFileId }, 409, '#/oem-id'],
    [{ 'oem-id': good.oemFileId, 'satellite-id': other.satelliteId }, 422, '#/oem-id'],
    [{ 'satellite-id': other.satelliteId }, 422, '#/satellite-id'],
    [{ 'oem-id': good.oemFileId, from: new Date(Date.now() + 24 * HOUR_MS).toISOString() }, 422, '#/from'],
    [{ 'satellite-id': satellite.satelliteId, against: 'CDM' }, 422, '#/against'],
    [{ 'satellite-id': satellite.satelliteId, against: 'OPS' }, 422, '#/against'],
    [
      { 'satellite-id': satellite.satelliteId, thresholdM: 1, box: { radialM: 10, alongTrackM: 10, crossTrackM: 10 } },
      422,
      '#/box',
    ],
    [{ hours: 745 }, 400, '#/hours'],
    [{ against: 'ALL' }, 400, '#/against'],
  ]
  for (const [body, status, pointer] of cases) {
    const response = await post(body)
    const problem = await bodyOf<Problem>(response)
    expect([body, response.status, problem.errors?.[0]?.pointer]).toEqual([body, status, pointer])
  }
})

test('without threshold and box, the box of the regime or of the satellite is used; against element sets it is a distance of 5 km', async () => {
  const { satellite } = await makeSatellite()
  const id = { 'satellite-id': satellite.satelliteId, hours: 0.2 }
  const { regime } = satellite.derived
  const byRegime = await start(id)
  const expected = SCREENING_BOXES[regime as keyof typeof SCREENING_BOXES]
  expect([byRegime.thresholdM, byRegime.box]).toEqual([
    null,
    { radialM: expected.radialM, alongTrackM: expected.transverseM, crossTrackM: expected.normalM },
  ])
  expect(await start({ ...id, against: 'TLE' })).toMatchObject({ type: 'TLE_VS_TLE', thresholdM: 5_000, box: null })
  const box = { radialM: 1_000, alongTrackM: 2_000, crossTrackM: 3_000 }
  const { satellite: own } = await makeSatellite({ configuration: { screeningBox: box } })
  expect((await start({ 'satellite-id': own.satelliteId, hours: 0.2 })).box).toEqual(box)
})

test('an operational file is screened against the catalogue, and the outcome is given in numbers', async () => {
  // The thresholds are low enough for the probabilities of a class of orbits, so that levels differ, and no level follows from the distance alone.
  const levels = {
    acceptedCollisionProbability: 1e-8,
    highCollisionProbability: 1e-9,
    mediumCollisionProbability: 1e-10,
  }
  const limits = { acceptedMinimumDistanceM: 0, acceptedRadialDistanceM: 0, commitHours: 24, considerHours: 84 }
  const { satellite, set } = await makeSatellite({ configuration: { thresholds: { ...levels, ...limits } } })
  const made = await upload(satellite, text(set))
  expect(made.state).toBe('SCREENING')
  const [id = ''] = made.screeningIds
  const automatic = await untilDone(id)
  expect(automatic).toMatchObject({
    type: 'OPS_VS_CAT',
    oemFileId: made.oemFileId,
    title: `${satellite.name}, sat.oem`,
  })
  expect((await file(made.oemFileId)).state).toBe('SCREENED')
  const { screeningId } = await start({ 'oem-id': made.oemFileId, thresholdM: 600_000 })
  const done = await untilDone(screeningId)
  expect(done).toMatchObject({ result: 'CONJUNCTIONS', to: made.usableStopTime, error: null, timeLeftS: null })
  const found = await encountersOf(screeningId)
  expect(found.length).toBe(done.encounters)
  expect(found.length).toBeGreaterThan(5)
  const names = new Map([...SETS, THREAT].map(({ noradId, objectName }) => [String(noradId), objectName]))
  for (const { primary, secondary, riskLevel, missM, missRtn } of found) {
    expect(primary).toEqual({ objectId: String(set.noradId), name: satellite.name, epoch: null, daysSinceEpoch: null })
    expect(secondary.name).toBe(names.get(secondary.objectId))
    expect(Math.hypot(missRtn.r, missRtn.t, missRtn.n)).toBeCloseTo(missM, LISTED_DIGITS)
    // Element sets alone never make an event critical.
    expect(riskLevel).not.toBe('CRITICAL')
  }
  const counted = Object.groupBy(found, ({ riskLevel }) => riskLevel)
  for (const [level, count] of Object.entries(done.levels))
    expect([level, count]).toEqual([level, counted[level as keyof typeof counted]?.length ?? 0])
  expect(done.worstProbability).toBe(Math.max(...found.map(({ probability }) => probability ?? 0)))
  const other = found[0]!.secondary.objectId
  expect(await encountersOf(screeningId, `?object-id=${other}`)).toEqual(
    found.filter(({ secondary }) => secondary.objectId === other),
  )
  const page = await patientCall(api, ANN, `GET /api/v1/ca/screenings/${screeningId}/encounters?limit=2&page=2`)
  expect([await page.json(), page.headers.get('x-total-count')]).toEqual([found.slice(2, 4), String(found.length)])
  const lost = await read<unknown[]>(`/screenings/${screeningId}/not-screened`)
  expect(lost).toHaveLength(done.notScreened)
  expect(await read<Screening[]>(`/screenings?oem-id=${made.oemFileId}`)).toEqual([done, automatic])
  expect((await file(made.oemFileId)).screeningIds).toEqual([screeningId, id])
})

test('the encounters of a screening are written as CDMs and OCMs, from which a reader computes the same values', async () => {
  const [one, two] = [await makeSatellite(), await makeSatellite()]
  await upload(one.satellite, text(one.set))
  await upload(
    two.satellite,
    text({ ...crossing(one.set, new Date(FROM.getTime() + 2 * HOUR_MS)), noradId: two.set.noradId }),
  )
  const made = await start({ 'satellite-id': one.satellite.satelliteId, against: 'OPS', thresholdM: 50_000, hours: 3 })
  await untilDone(made.screeningId)
  const found = await encountersOf(made.screeningId, `?object-id=${two.set.noradId}`)
  const path = `GET /api/v1/ca/screenings/${made.screeningId}/encounters/file`
  const nearest = found.toSorted((a, b) => a.missM - b.missM)[0]!
  const at = nearest.tca
  const about = `object-id=${two.set.noradId}&tca-after=${at}&tca-before=${at}`
  const kvn = await (await patientCall(api, ANN, `${path}?${about}`)).text()
  const cdm = parseCdm(kvn)
  expect(cdm.header.originator).toBe('SCREENERS')
  // The message id names the objects: the same close approach has the same message under any filter.
  expect(cdm.header.messageId).toMatch(new RegExp(`^${made.screeningId}-${one.set.noradId}-${two.set.noradId}-\\d+$`))
  expect(cdm.objects.map(({ metadata }) => metadata.objectDesignator)).toEqual([
    String(one.set.noradId),
    String(two.set.noradId),
  ])
  // The list is not rounded.
  const { r, t, n } = nearest.missRtn
  const [x, y, z] = cdm.relative.relativePositionRtnM!
  for (const [written, listed] of [
    [x, r],
    [y, t],
    [z, n],
  ] as const)
    expect(Math.abs(written - listed)).toBeLessThan(WRITTEN_M)
  const [first, second] = encounterOfCdm(cdm)
  expect(Math.abs(norm(subtract(second.r, first.r)) - nearest.missM)).toBeLessThan(WRITTEN_M)
  expect(nearest.probability).toBeGreaterThan(0)
  expect(Math.abs(cdm.relative.collisionProbability! / nearest.probability! - 1)).toBeLessThan(WRITTEN_SHARE)

  const ocms = readMessages(await (await patientCall(api, ANN, `${path}?${about}&message=ocm&format=xml`)).text())
  const both = ocms.messages.flatMap(({ reading }) =>
    reading.ok && reading.message.kind === 'OCM' ? [reading.message.message] : [],
  )
  expect(both.map(({ metadata }) => metadata.objectDesignator)).toEqual(
    cdm.objects.map(({ metadata }) => metadata.objectDesignator),
  )
  // The middle of each path is the state at the closest approach, the one in the CDM.
  for (const [place, { trajectories, covariances, userDefined }] of both.entries()) {
    const rows = trajectories[0]!.rows
    const middle = rows.find(
      ({ epoch }) => isResolved(epoch) && Math.abs(secondsBetween(epoch, cdm.relative.tca)) < 1e-3,
    )!
    expect(rows).toHaveLength(11)
    for (const axis of [0, 1, 2])
      expect(middle.values[axis]! * 1_000).toBeCloseTo(cdm.objects[place]!.state.r[axis]!, UNIT_DIGITS)
    expect(covariances[0]!.rows[0]!.values[0]! * 1e6).toBeCloseTo(
      cdm.objects[place]!.covariance.matrix[0]![0]!,
      UNIT_DIGITS,
    )
    const said = new Map(userDefined!.values.map(({ keyword, text: value }) => [keyword, value]))
    expect(said.get('USER_DEFINED_OTHER_OBJECT_DESIGNATOR')).toBe(cdm.objects[1 - place]!.metadata.objectDesignator)
  }
  const none = await patientCall(api, ANN, `${path}?object-id=1234567`)
  expect([none.status, await none.text()]).toEqual([200, ''])
  expect((await patientCall(api, BEN, path)).status).toBe(404)
})

test('all satellites are screened together, and a satellite without an orbit is named', async () => {
  const { satellite } = await makeSatellite({ noradId: 8 })
  const made = await start({ hours: 1, against: 'CAT' })
  expect(made).toMatchObject({ satelliteId: null, thresholdM: null, box: null, type: 'TLE_VS_CAT' })
  const done = await untilDone(made.screeningId)
  const lost = await read<{ objectId: string; reason: string }[]>(`/screenings/${made.screeningId}/not-screened`)
  expect(lost).toContainEqual({ objectId: String(satellite.noradId), reason: 'no-orbit', until: null })
  expect(done.notScreened).toBe(lost.length)
})

test('a satellite that is not screened to the end is neither clear nor in conjunction', async () => {
  const fallen = SETS.find(({ objectName }) => objectName === 'SIMULATED DECAYING')!
  const { satellite } = await makeSatellite({}, fallen)
  const far = await start({ 'satellite-id': satellite.satelliteId, hours: 720, thresholdM: 1 })
  const lost = await untilDone(far.screeningId)
  expect(lost).toMatchObject({ state: 'done', encounters: 0, result: 'NOT_SCREENED' })
  const { satellite: other } = await makeSatellite()
  const clear = await start({ 'satellite-id': other.satelliteId, hours: 0.2, thresholdM: 1 })
  expect(await untilDone(clear.screeningId)).toMatchObject({ state: 'done', encounters: 0, result: 'CLEAR' })
})

test('two operational ephemerides have their encounter at the closest approach of their states', async () => {
  const [one, two] = [await makeSatellite(), await makeSatellite()]
  await upload(one.satellite, text(one.set))
  // The second satellite has the orbit of the first, 7 s behind it: about 50 km.
  const { noradId, objectName } = two.set
  const behind = oemText({ ...one.set, noradId, objectName }, { from: new Date(FROM.getTime() - 7_000), hours: 4 })
  const shifted = behind.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}/g, (time) =>
    new Date(Date.parse(`${time}Z`) + 7_000).toISOString().slice(0, -1),
  )
  await upload(two.satellite, shifted)
  const made = await start({ 'satellite-id': one.satellite.satelliteId, against: 'OPS', thresholdM: 100_000, hours: 2 })
  const done = await untilDone(made.screeningId)
  expect(done).toMatchObject({ type: 'OPS_VS_OPS', result: 'CONJUNCTIONS' })
  const found = await encountersOf(made.screeningId, `?object-id=${noradId}`)
  expect(found.length).toBeGreaterThan(0)
  expect(found[0]).toMatchObject({ secondary: { objectId: String(noradId), name: two.satellite.name, epoch: null } })
  expect(found[0]!.missM).toBeGreaterThan(30_000)
})

test('a new operational file is screened against the object of an open event', async () => {
  const { satellite } = await makeSatellite()
  const tca = new Date(FROM.getTime() + 2 * HOUR_MS).toISOString()
  const message = cdmText({ tca, createdAt: FROM.toISOString(), objects: [String(satellite.noradId), '90001'] })
  const taken = await patientCall(api, ANN, 'POST /api/v1/ca/cdms', {
    body: message,
    headers: { 'content-type': 'text/plain' },
  })
  expect(taken.status).toBe(200)
  // The orbit of the satellite, from the message.
  const { metadata, state } = parseCdm(message).objects[0]
  const epoch = parseTime(tca)
  const inTeme = transformState({ frame: toFrame(metadata.refFrame)!, epoch, r: state.r, v: state.v }, 'TEME')
  const fitted = fitElements({ epoch, r: inTeme.r, v: inTeme.v, bstar: 0 })
  if (!fitted.ok) throw new Error(fitted.reason)
  const set = { ...UNSAID, noradId: satellite.noradId, objectName: satellite.name, ...fitted.elements, bstar: 0 }
  const made = await upload(satellite, text(set))
  const known = await Promise.all(made.screeningIds.map((id) => untilDone(id)))
  const [ofEvent] = known.filter(({ type }) => type === 'OPS_VS_CDM')
  const found = await encountersOf(ofEvent!.screeningId)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ secondary: { objectId: '90001' }, kind: 'minimum' })
  // The message gives 200 m, and its own state is exact.
  expect(Math.abs(found[0]!.missM - 200)).toBeLessThan(FLOWN_M)
  expect(Math.abs(Date.parse(found[0]!.tca) - Date.parse(tca))).toBeLessThan(TCA_MS)
})

test('a candidate below its probability becomes operational when it is screened, and a candidate above it does not', async () => {
  const { satellite, set } = await makeSatellite({}, THREATENED)
  const before = await upload(satellite, text(set))
  const acceptedPc = 1e-9
  const risky = await upload(satellite, text(set), { kind: 'CANDIDATE', autoRelinquishPc: String(acceptedPc) })
  expect(risky).toMatchObject({ kind: 'CANDIDATE', state: 'SCREENING', autoRelinquishPc: acceptedPc })
  const [found] = await Promise.all(risky.screeningIds.map((id) => untilDone(id)))
  expect(found!.worstProbability).toBeGreaterThan(acceptedPc)
  // With the accuracy of element sets the event is not critical, however near the objects are.
  expect(found!.levels).toMatchObject({ CRITICAL: 0, HIGH: 1 })
  expect(await file(risky.oemFileId)).toMatchObject({ kind: 'CANDIDATE', state: 'SCREENED' })
  const clear = await upload(satellite, text(set), { kind: 'CANDIDATE', autoRelinquishPc: '1' })
  for (const id of clear.screeningIds) await untilDone(id)
  expect(await file(clear.oemFileId)).toMatchObject({ kind: 'OPERATIONAL', state: 'SCREENED' })
  expect((await file(before.oemFileId)).state).toBe('SUPERSEDED')
  const [entry] = await api.database.query<{ actor: string; detail: object }>(
    "select actor, detail from platform.audit where action = 'ephemeris.relinquish' and object = $1",
    [clear.oemFileId],
  )
  expect(entry).toMatchObject({ actor: 'screening', detail: { limit: 1 } })
})

test('a screening of another organisation is treated as unknown', async () => {
  const { satellite } = await makeSatellite()
  const { screeningId } = await start({ 'satellite-id': satellite.satelliteId, hours: 0.2 })
  for (const call of ['GET', 'DELETE'])
    expect((await patientCall(api, BEN, `${call} /api/v1/ca/screenings/${screeningId}`)).status).toBe(404)
  for (const call of ['POST resume', 'GET encounters', 'GET not-screened']) {
    const [method, part] = call.split(' ')
    expect((await patientCall(api, BEN, `${method} /api/v1/ca/screenings/${screeningId}/${part}`)).status).toBe(404)
  }
  expect(await read('/screenings', BEN)).toEqual([])
  expect((await post({ 'satellite-id': satellite.satelliteId }, BEN)).status).toBe(404)
})

test('a screening stores the kinds in its catalogue; an empty catalogue makes no satellite clear', async () => {
  await startWork()
  const [{ satellite }] = [await makeSatellite(), await makeSatellite()]
  const [first] = SETS.filter(({ noradId }) => noradId !== satellite.noradId)
  await api.database.query("update tle.object set name = 'CZ-6A DEB' where norad_id = $1", [first!.noradId])
  await api.database.query("update tle.object set name = 'FALCON 9 R/B', object_type = null where norad_id = 399999")
  const newVersion = 'update tle.catalogue set version = version + 1 where is_active'
  await api.database.query(newVersion)
  await api.database.query('update tle.object set listed_in = (select version from tle.catalogue where is_active)')
  const asked = { 'satellite-id': satellite.satelliteId, hours: 0.2, thresholdM: 1 }
  const made = await start(asked)
  const done = await untilDone(made.screeningId)
  const held = {
    payloads: 0,
    rocketBodies: 1,
    debris: 1,
    // All other objects of the catalogue are compared, without the satellite itself: the kind of each is unknown.
    unknown: SETS.length + 1 - 2 - 1,
    lacks: ['DEBRIS', 'ROCKET_BODIES'],
    isWhole: true,
    isSimulated: true,
    newestEpoch: done.catalogueEpoch,
    sources: [
      {
        source: 'test',
        objects: SETS.length,
        payloads: 0,
        rocketBodies: 1,
        debris: 1,
        unknown: SETS.length + 1 - 2 - 1,
        newestEpoch: expect.any(String),
      },
    ],
  }
  expect(done).toMatchObject({ result: 'CLEAR', catalogue: held })
  const state = async () =>
    (await read<Satellite[]>('/satellites')).find((one) => one.satelliteId === satellite.satelliteId)?.derived.screening
  expect(await state()).toMatchObject({ state: 'CLEAR', catalogue: held })
  // The newest version lists no objects.
  await api.database.query(newVersion)
  await api.database.query('delete from screening.screening')
  expect((await post(asked)).status).toBe(422)
  const fleet = await start({ hours: 0.2, thresholdM: 1, against: 'CAT' })
  const ended = await untilDone(fleet.screeningId)
  expect(ended).toMatchObject({
    encounters: 0,
    result: 'NOT_SCREENED',
    catalogue: { payloads: 0, rocketBodies: 0, debris: 0, unknown: 0, lacks: ['DEBRIS', 'ROCKET_BODIES'] },
  })
  expect(await state()).toMatchObject({ state: 'NOT_SCREENED', screenedAt: null, catalogue: null })
})
