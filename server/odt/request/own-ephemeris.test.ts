import { DAY_MS, GM_EARTH, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { CallbackAnswer, PassOrder } from '@apsis/contract/odt/provider/provider-message.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { msOf } from '../object/known-orbit.ts'
import { NETWORK, type Network, openNetwork } from '../testing/network.ts'
import { moveRequestBack, openOperator } from '../testing/operator.ts'

const NORAD_ID = 99_322
const RADIUS_M = 7_000_000
const INCLINATION_RAD = degToRad(60)
const RATE = Math.sqrt(GM_EARTH / RADIUS_M ** 3)
const STEP_MS = MINUTE_MS
/** The elements are this far behind the object, as after a burn: 240 km. */
const BEHIND_RAD = degToRad(2)
/** The tolerance between the order and the file: the error of a polynomial through the states, and the millimetres of the message. */
const SAME_PLACE_M = 0.01

/** The age is given in whole seconds. */
const SAME_AGE_S = 1

let api: TestApi
const open: Network[] = []
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true', APSIS_DELIVERY_LOOPBACK: 'true' })
})
afterEach(async () => {
  for (const network of open.splice(0)) await network.close()
})
afterAll(() => api.close())

/** Returns the state on a circle at a time after the node, in GCRF, m and m/s. */
function circle(seconds: number): { r: Vec3; v: Vec3 } {
  const [cos, sin] = [Math.cos(RATE * seconds), Math.sin(RATE * seconds)]
  const [ci, si] = [Math.cos(INCLINATION_RAD), Math.sin(INCLINATION_RAD)]
  const speed = RATE * RADIUS_M
  return {
    r: [RADIUS_M * cos, RADIUS_M * sin * ci, RADIUS_M * sin * si],
    v: [-speed * sin, speed * cos * ci, speed * cos * si],
  }
}

/** Writes the circle as the operator's file. */
function circleOem(startMs: number, noradId = NORAD_ID): string {
  const stopMs = startMs + DAY_MS
  const time = (ms: number) => new Date(ms).toISOString().replace('Z', '')
  const rows = Array.from({ length: Math.floor((stopMs - startMs) / STEP_MS) + 1 }, (_, index) => {
    const { r, v } = circle((index * STEP_MS) / 1000)
    return [time(startMs + index * STEP_MS), ...[...r, ...v].map((value) => (value / 1000).toFixed(9))].join(' ')
  })
  return [
    ...['CCSDS_OEM_VERS = 2.0', `CREATION_DATE = ${time(startMs)}`, 'ORIGINATOR = TEST', 'META_START'],
    ...['OBJECT_NAME = CIRCLE', `OBJECT_ID = ${noradId}`, 'CENTER_NAME = EARTH', 'REF_FRAME = GCRF'],
    ...['TIME_SYSTEM = UTC', `START_TIME = ${time(startMs)}`, `STOP_TIME = ${time(stopMs)}`, 'META_STOP', ...rows, ''],
  ].join('\n')
}

/** Writes elements of nearly the same circle, on which the object is late, like elements from before a burn. */
const oldElements = (startMs: number) =>
  formatTle({
    ...UNSAID,
    noradId: NORAD_ID,
    epoch: parseTime(new Date(startMs).toISOString()),
    meanMotionRadPerS: RATE,
    bstar: 0,
    eccentricity: 0.0001,
    incRad: INCLINATION_RAD,
    raanRad: 0,
    argPeriapsisRad: 0,
    meanAnomalyRad: 2 * Math.PI - BEHIND_RAD,
  })

type Operator = Awaited<ReturnType<typeof openOperator>>

async function upload(operator: Operator, satelliteId: string, text: string): Promise<void> {
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('file', new Blob([text]), 'circle.oem')
  const kept = await api.call(operator.person, 'POST /api/v1/ca/ephemeris/file', { body: form })
  expect((await bodyOf<EphemerisFile>(kept)).errors).toEqual([])
}

/** Makes a real satellite with old elements and a newer ephemeris, made two days ago if passes must be past, and a network. */
async function openBurnt(organisation: string, { isOver = false } = {}) {
  const startMs = Math.floor((Date.now() - 10 * MINUTE_MS - (isOver ? 2 * DAY_MS : 0)) / 1000) * 1000
  const stopMs = startMs + DAY_MS
  const operator = await openOperator(api, organisation)
  await operator.till.addCredit(50_000)
  const network = await openNetwork(api, organisation, { isTest: false })
  open.push(network)
  const keeper = { subject: 'keeper', organisation, roles: ['ca:user'] }
  const set = await api.call(keeper, 'POST /api/v1/tle/tle-set', {
    body: JSON.stringify([oldElements(startMs).join('\n')]),
  })
  expect(set.ok, await set.clone().text()).toBe(true)
  const made = await api.call(operator.person, 'POST /api/v1/ca/satellites', {
    body: JSON.stringify({ name: 'CIRCLE', noradId: NORAD_ID }),
  })
  const { satelliteId } = await bodyOf<{ satelliteId: string }>(made)
  await upload(operator, satelliteId, circleOem(startMs))
  const ask = async (fromMs: number, toMs: number): Promise<PassOrder> => {
    const span = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
    const before = network.orders().length
    const asked = await operator.request({ satelliteId, measurementType: 'RADAR', providerId: NETWORK, ...span })
    const beganMs = isOver ? await moveRequestBack(api, asked.observationRequestId) : Date.now()
    await operator.work(beganMs)
    await network.send(beganMs)
    const order = network.orders()[before]
    if (order === undefined) throw new Error(JSON.stringify(await operator.find(asked.observationRequestId)))
    return order
  }
  return { operator, network, startMs, stopMs, ask }
}

const reportOf = async (operator: Operator, fileId: string | null) =>
  bodyOf<ObservationReport>(await api.call(operator.person, `GET /api/v1/odt/observations/report/${fileId}`))

test('a provider gets the states of an own satellite’s ephemeris, and beyond its end states from elements', async () => {
  const { startMs, stopMs, ask } = await openBurnt('flown-order')
  const order = await ask(Date.now(), stopMs)
  expect(order.orbitDataMessage).toContain('ORBIT: SP_EPHEMERIS')
  const { states } = parseOem(order.orbitDataMessage).segments[0]!
  expect(states.length).toBeGreaterThan(12)
  for (const { epoch, r } of states) {
    const ms = msOf(epoch as Parameters<typeof msOf>[0])
    expect(norm(subtract(r, circle((ms - startMs) / 1000).r))).toBeLessThan(SAME_PLACE_M)
  }
  const later = await ask(stopMs, stopMs + DAY_MS)
  expect(later.orbitDataMessage).toContain('ORBIT: TLE')
})

test('the track of an own satellite is compared with its ephemeris: with its old elements it would match no object', async () => {
  const { operator, network, startMs, stopMs, ask } = await openBurnt('flown-track', { isOver: true })
  const order = await ask(Date.now(), stopMs + 2 * DAY_MS)
  const tdm = network
    .track(order)
    .replaceAll(/^COMMENT .*\n/gm, '')
    .replace('APSIS-SIM', 'OWN')
  const told = await bodyOf<CallbackAnswer>(await network.tell({ type: 'pass.measured', passId: order.passId, tdm }))
  expect(told).toMatchObject({ result: 'taken', status: 'SUCCESSFUL' })
  const report = await reportOf(operator, told.observationFileId)
  expect(report).toMatchObject({
    catalogueIdBestAssociation: NORAD_ID,
    associationResults: { orbitDataType: 'SP_EPHEMERIS' },
  })
  // The age of the orbit is the age of the file: from CREATION_DATE to the track.
  const ageS = (Date.parse(report.start) - startMs) / 1000
  expect(Math.abs(report.associationResults.orbitDataAge! - ageS)).toBeLessThan(SAME_AGE_S)
  expect(report.orbitUpdate?.prior).toContain('SP_EPHEMERIS')
})

test('the simulator uses the ephemeris of a demo satellite, and compares its tracks with that ephemeris', async () => {
  const operator = await openOperator(api, 'flown-demo')
  await operator.till.addCredit(50_000)
  const { satelliteId, noradId } = operator.fleet[0]!
  const startMs = Math.floor((Date.now() - 10 * MINUTE_MS) / 1000) * 1000
  await upload(operator, satelliteId, circleOem(startMs, noradId!))
  const to = new Date(startMs + 20 * HOUR_MS).toISOString()
  const asked = await operator.request({ satelliteId, measurementType: 'RADAR', to })
  await operator.work(Date.now())
  const [pass] = (await operator.find(asked.observationRequestId)).passes
  await operator.work(Date.parse(pass!.end) + 6 * MINUTE_MS)
  const done = await operator.find(asked.observationRequestId)
  expect(done).toMatchObject({ status: 'COMPLETE' })
  expect(await reportOf(operator, done.observationFileId)).toMatchObject({
    catalogueIdBestAssociation: noradId,
    associationResults: { orbitDataType: 'SP_EPHEMERIS' },
  })
  const [file] = await bodyOf<Observation[]>(await api.call(operator.person, 'GET /api/v1/odt/observations'))
  expect(file?.isSimulated).toBe(true)
})
