import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { deltaVFromAxes } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { type ElementSet, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, cross, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import { readOpm } from '@apsis/ccsds/opm/opm.ts'
import type { EventPlan, Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { OwnBurn } from '@apsis/contract/ca/plan/own-burns.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../../jobs.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { openQueue, type Queue } from '../../../platform/jobs/jobs.ts'
import { PROJECT_DIR } from '../../../platform/process/version.ts'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { oemText } from '../../testing/oem-text.ts'
import { type PlanOperator, planAt } from '../../testing/plan-operator.ts'
import { simulatedSets, storeSets } from '../../testing/test-catalogue.ts'
import { manoeuvreWork } from './watch-work.ts'

const HOUR_MS = 3_600_000
const TCA = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 30 * HOUR_MS)
const hoursBefore = (hours: number) => new Date(TCA.getTime() - hours * HOUR_MS).toISOString()
/** The rounding of a state in a file. */
const FILE_M = 0.02
/** The velocity of SGP4 is not the derivative of its position; this is the error of a polynomial that uses both. */
const BETWEEN_M = 1
/** For the effect of burns over a day, SGP4 and a propagation with J2 differ by some thousandths (own-path.test.ts has all forces). */
const TRUTH_SHARE = 0.006
/** The least displacement by a burn of 0.036 m/s in five hours. */
const APART_M = 500
/** The relative difference five hours after one burn, which has moved the satellite only by a kilometre. */
const BEHIND_SHARE = 0.012
/** Each of five burns is rounded to 1e-7 m/s per axis. */
const ROUNDED_MPS = 1e-6
/** The decimals that must agree, m/s: of the size of a burn, and of a burn in other axes of a nearly circular orbit. */
const [SIZE_DIGITS, AXES_DIGITS] = [4, 3]
/** The angle between the axes of two orbits a kilometre apart, times 0.05 m/s. */
const TURNED_MPS = 1e-4
/** The tolerances for rounding an ignition to milliseconds: decimals of a miss distance in metres, and the logarithm of a probability. */
const [MISS_DIGITS, LOG_PC] = [1, 1e-2]
/** The error of fitting an element set to the state at one time. */
const NEAR_M = 20

let api: TestApi
let queue: Queue
let db: Database
beforeAll(async () => {
  api = await startTestApi()
  const url = api.database.appUrl
  db = openDatabase({ url, pool: 4, name: 'test-worker', log: api.log })
  queue = await openQueue({ url, pool: 2, log: api.log }, 'worker')
  await queue.work(JOBS, db, 1)
})
afterAll(async () => {
  await queue.stop(1_000)
  await db.close()
  await api.close()
})

const tca = parseTime(TCA.toISOString().replace('Z', ''))
/** SIMULATED: an element set that is fitted to the satellite's state at the TCA of the test message. */
const own: ElementSet = setAt({ r: [7_000_000, 0, 0], v: [0, 7_546, 0] }, tca, 43_617, 'EME2000')

function setAt(state: CartesianState, epoch: Epoch, noradId: number, frame: 'EME2000' | 'GCRF'): ElementSet {
  const { r, v } = transformState({ frame, epoch, ...state }, 'TEME', { outside: 'hold' })
  const fitted = fitElements({ epoch, r, v, bstar: 0 })
  if (!fitted.ok) throw new Error(fitted.reason)
  return { ...UNSAID, noradId, objectName: `SIMULATED ${noradId}`, ...fitted.elements, bstar: 0 }
}

const ownAt = (epoch: Epoch) => flownBy(own, epoch)
function flownBy(set: ElementSet, epoch: Epoch): CartesianState {
  const state = propagateSgp4(initSgp4(set), epoch)
  if (!state.ok) throw new Error(state.reason)
  const there = transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'GCRF', { outside: 'hold' })
  return { r: there.r, v: there.v }
}

async function operatorOf(organisation: string, sigmaM = 5) {
  const operator = await planAt(api, organisation, {
    configuration: { screeningBox: { radialM: 25_000, alongTrackM: 300_000, crossTrackM: 25_000 } },
    cdm: { tca: TCA.toISOString(), createdAt: new Date(Date.now() - HOUR_MS).toISOString(), missM: 150, sigmaM },
  })
  return operator
}

/** Uploads the operational ephemeris of the satellite, with a covariance. */
async function upload(operator: PlanOperator, hours = 120, from = new Date(Date.now() - HOUR_MS)): Promise<void> {
  const form = new FormData()
  form.set('satellite-id', operator.satellite.satelliteId)
  form.set('kind', 'OPERATIONAL')
  const text = oemText(own, { from, hours, objectId: '43617', objectName: 'OWN', sigmaKm: [0.01, 0.05, 0.01] })
  form.set('file', new Blob([text]), 'own.oem')
  const answer = await operator.ada.call('POST /api/v1/ca/ephemeris/file', { body: form })
  expect(answer.status, await answer.clone().text()).toBe(201)
}

const create = (operator: PlanOperator, burns: readonly object[], more: object = {}) =>
  operator.ada.json('POST /api/v1/ca/manoeuvres/burns', {
    'satellite-id': operator.satellite.satelliteId,
    burns,
    ...more,
  })
async function planned(operator: PlanOperator, burns: readonly object[], more: object = {}): Promise<Plan> {
  const answer = await create(operator, burns, more)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return bodyOf<Plan>(answer)
}

async function watch(tenantId: string): Promise<void> {
  const { db: own, queue: jobs } = api.api.platform
  const platform = { db: own, queue: jobs, log: api.log, now: Date.now, signal: new AbortController().signal }
  await manoeuvreWork().turn(platform, tenantId)
}

/** Five burns in the axes that operators use, one of them with a duration. */
const FIVE: readonly OwnBurn[] = [
  { ignition: hoursBefore(20), durationS: 0, frame: 'RTN', vector: [0, 0.05, 0] },
  { ignition: hoursBefore(18.2), durationS: 0, frame: 'VNB', vector: [0.04, 0.01, 0] },
  { ignition: hoursBefore(16.4), durationS: 300, frame: 'TNW', vector: [0.05, 0, 0.02] },
  { ignition: hoursBefore(14.6), durationS: 0, frame: 'RTN', vector: [0.01, 0.03, 0] },
  { ignition: hoursBefore(12.8), durationS: 0, frame: 'EME2000', vector: [0.01, -0.02, 0.01] },
]

/**
 * Returns the position after the burns by SGP4, like the ephemeris, with an element set that is fitted after each burn. It uses nothing of the
 * product's own chain, and no propagation with J2. An arc is replaced by its impulse in the middle.
 */
function burnt(burns: readonly OwnBurn[], until: Epoch): Vec3 {
  let set = own
  for (const { ignition, durationS, frame, vector } of burns) {
    const epoch = parseTime(ignition.replace('Z', ''))
    const deltaV = deltaVFromAxes(frame, { frame: 'GCRF', epoch, ...flownBy(set, epoch) }, vector)
    const middle = addSeconds(epoch, durationS / 2)
    const { r, v } = flownBy(set, middle)
    set = setAt({ r, v: add(v, deltaV) }, middle, 43_617, 'GCRF')
  }
  return flownBy(set, until).r
}

test('five burns in RTN, VNB, TNW and EME2000 are propagated from the ephemeris, and written in their own frames', async () => {
  const operator = await operatorOf('five')
  await upload(operator)
  const plan = await planned(operator, FIVE, { why: 'orbit raising' })
  expect(plan).toMatchObject({
    conjunctionId: null,
    cdmId: null,
    object: null,
    before: null,
    target: null,
    state: 'DRAFT',
    manoeuvreType: 'CONTINUOUS',
    orbit: { source: 'EPHEMERIS', name: 'own.oem', hasCovariance: true },
    manoeuvreDuration: 7.2 * 3_600,
  })
  expect(plan.steps).toMatchObject([{ action: 'CREATE', why: 'orbit raising' }])
  expect(plan.burns).toHaveLength(5)
  const total = FIVE.reduce((sum, { vector }) => sum + norm(vector), 0)
  expect(Math.abs(plan.totalDeltaVMagnitude - total)).toBeLessThan(ROUNDED_MPS)
  // In velocity, normal and binormal axes the burn is nearly along-track, and has exactly the entered size.
  expect(plan.burns![1]!.deltaVRtn[1]).toBeCloseTo(0.04, AXES_DIGITS)
  expect(plan.burns![1]!.deltaVRtn[2]).toBeCloseTo(0.01, SIZE_DIGITS)
  const states = async (which: string) => {
    const { status, text } = await operator.file(plan as EventPlan, `format=oem&case=${which}`)
    expect(status, text.slice(0, 500)).toBe(200)
    return parseOem(text).segments
  }
  // The burns are five impulses and an arc: seven parts. Without them the path is the ephemeris itself.
  const [nominal, missed] = [await states('nominal'), await states('no-burn')]
  expect(nominal).toHaveLength(7)
  const inGcrf = (state: { epoch: unknown; r: Vec3; v: Vec3 }) => {
    const epoch = state.epoch as Epoch
    return transformState({ frame: 'EME2000', epoch, r: state.r, v: state.v }, 'GCRF', { outside: 'hold' }).r
  }
  for (const one of missed.flatMap(({ states: all }) => all.filter((_, k) => k % 500 === 0)))
    expect(norm(subtract(inGcrf(one), ownAt(one.epoch as Epoch).r))).toBeLessThan(BETWEEN_M)
  const after = nominal.at(-1)!.states
  const dayLater = after[1_440]!
  const expected = burnt(FIVE, dayLater.epoch as Epoch)
  const movedM = norm(subtract(expected, ownAt(dayLater.epoch as Epoch).r))
  expect(movedM).toBeGreaterThan(5_000)
  expect(norm(subtract(inGcrf(dayLater), expected)) / movedM).toBeLessThan(TRUTH_SHARE)
  // Each segment begins where the previous segment has ended, and an impulse changes only the velocity.
  for (const [k, { states: all }] of nominal.entries())
    if (k > 0) expect(norm(subtract(all[0]!.r, nominal[k - 1]!.states.at(-1)!.r))).toBeLessThan(FILE_M)
  const jump = subtract(nominal[1]!.states[0]!.v, nominal[0]!.states.at(-1)!.v)
  expect(norm(jump)).toBeCloseTo(0.05, SIZE_DIGITS)
  // The OPM contains all burns, in the requested axes; the file can be uploaded again and gives the same burns.
  const opm = readOpm(
    (await operator.file(plan as EventPlan, 'format=opm&version=3.0&reference-frame=TNW_INERTIAL')).text,
  )
  if (!opm.ok) throw new Error(JSON.stringify(opm.errors))
  expect(opm.message.manoeuvres.map(({ refFrame, durationS }) => [refFrame, durationS])).toEqual(
    FIVE.map(({ durationS }) => ['TNW_INERTIAL', durationS]),
  )
  for (const [k, part] of ([0.05, 0, 0.02] as const).entries())
    expect(Math.abs(opm.message.manoeuvres[2]!.deltaVMps[k]! - part)).toBeLessThan(TURNED_MPS)
  const ocm = await operator.file(plan as EventPlan, 'format=ocm')
  const again = await operator.ada.call(`POST /api/v1/ca/manoeuvres/burns/file?satellite-id=${plan.satelliteId}`, {
    body: ocm.text,
    headers: { 'content-type': 'text/plain' },
  })
  expect(again.status, await again.clone().text()).toBe(201)
  const copy = await bodyOf<Plan>(again)
  expect(copy.burns!.map(({ ignition, durationS, deltaVRtn }) => ({ ignition, durationS, deltaVRtn }))).toEqual(
    plan.burns!.map(({ ignition, durationS, deltaVRtn }) => ({ ignition, durationS, deltaVRtn })),
  )
})

test('a burn of a plan without an event changes an event exactly as the same burn of a plan for that event', async () => {
  const operator = await operatorOf('same', 100)
  await upload(operator)
  const event = await operator.planned({ target: { kind: 'MISS_DISTANCE', value: 800 } })
  const ignition = new Date(event.ignitionEpoch).toISOString()
  const mine = await planned(operator, [{ ignition, frame: 'RTN', vector: event.deltaVRtn }])
  const [ofEvent, ofMine] = [
    await operator.moved(event, { state: 'SCREENED' }),
    await operator.moved(mine, { state: 'SCREENED' }),
  ].map((plan) => plan.screening!.events[0]!)
  expect(ofMine).toMatchObject({ conjunctionId: operator.conjunctionId, isTarget: false, before: ofEvent!.before })
  // The ignition of one of the burns is rounded to the millisecond.
  expect(ofMine!.missM).toBeCloseTo(ofEvent!.missM, MISS_DIGITS)
  for (const which of ['nominal', 'hot', 'cold'] as const)
    expect(Math.abs(Math.log((ofMine![which] ?? 0) / (ofEvent![which] ?? 1)))).toBeLessThan(LOG_PC)
})

test('a plan of own burns is screened along its path against catalogue and fleet, and has the same steps as every plan', async () => {
  const operator = await operatorOf('life')
  await upload(operator)
  const plan = await planned(operator, FIVE)
  const later = addSeconds(tca, 10 * 3_600)
  const cut = (r: Vec3) => {
    const away = ownAt(later)
    return setAt({ r, v: scale(cross(away.r, away.v), 1 / norm(away.r)) }, later, 0, 'GCRF')
  }
  await storeSets(api.database, [
    ...simulatedSets(40),
    { ...cut(burnt(FIVE, later)), noradId: 399_001, objectName: 'ON THE NEW PATH' },
    { ...cut(ownAt(later).r), noradId: 399_002, objectName: 'ON THE OLD PATH' },
  ])
  const screened = await operator.moved(plan, { state: 'SCREENED' })
  expect(screened.screening).toMatchObject({ verdict: 'NOT_ASSESSED', nextBest: null })
  expect(screened.screening!.causes!.map(({ code }) => code)).not.toContain('target-not-screened')
  const isUnderWay = async () => {
    await watch(operator.tenantId)
    const { screening } = await operator.read(plan.manoeuvreId)
    return screening!.paths.some(({ runningId, result }) => runningId !== null || result === 'WAITING')
  }
  await expect.poll(isUnderWay, { timeout: 120_000, interval: 500 }).toBe(false)
  const done = await operator.read(plan.manoeuvreId)
  const path = done.screening!.paths.find(({ type }) => type === 'OPS_VS_CAT')!
  expect(path).toMatchObject({ objects: 42, from: FIVE[0]!.ignition, notScreened: 0 })
  const missOf = (objectId: string, which: 'nominal' | 'missed') =>
    Math.min(
      ...path.encounters.filter((one) => one.objectId === objectId).map((one) => one[which]?.missM ?? Number.MAX_VALUE),
    )
  const movedM = norm(subtract(burnt(FIVE, later), ownAt(later).r))
  expect(missOf('399001', 'nominal') / movedM).toBeLessThan(TRUTH_SHARE)
  expect(missOf('399001', 'missed')).toBeGreaterThan(1_000)
  expect(missOf('399002', 'missed')).toBeLessThan(NEAR_M)
  expect(missOf('399002', 'nominal')).toBeGreaterThan(1_000)
  // The ephemeris ends a day and a half after the last burn: the path is screened only up to that end, and its result states this end.
  expect(Date.parse(path.to!)).toBeLessThanOrEqual(Date.parse(plan.orbit!.until!))
  const admin = { subject: 'root', organisation: 'life', roles: ['ca:admin'] }
  const policy = { body: JSON.stringify({ isSecondPersonNeeded: true }) }
  expect((await api.call(admin, 'PUT /api/v1/ca/manoeuvre-policy', policy)).status).toBe(200)
  // The rules of every plan apply: a second person and the result of an outside screening are needed, and a file withdraws the plan.
  expect((await operator.move(done, { state: 'APPROVED', why: 'looked at' })).status).toBe(403)
  const approved = await operator.moved(done, { state: 'APPROVED', why: 'looked at' }, operator.ben)
  expect(approved).toMatchObject({ state: 'APPROVED', approvedBy: 'ben' })
  await watch(operator.tenantId)
  const out = await operator.moved(approved, { state: 'EXPORTED', why: 'no outside screening of station-keeping' })
  expect(out.state).toBe('EXPORTED')
  const given = await operator.moved(out, { state: 'ABORTED', why: 'not today' })
  const withdrawal = await operator.file(given, 'format=withdrawal')
  expect(withdrawal.text).toContain('WITHDRAWN. DO NOT EXECUTE')
  expect(withdrawal.text).not.toContain('MAN_EPOCH_IGNITION')
  const notice = (await operator.notices()).find(({ finding }) => finding?.code === 'plan-withdrawn')
  expect(notice?.link).toBe(`/ca/burns/${plan.satelliteId}?plan=${plan.manoeuvreId}`)
  // Lists can filter plans by kind.
  const list = (query: string) => operator.ada.read<Plan[]>(`/manoeuvres?${query}`)
  expect((await list('has-event=false')).map(({ manoeuvreId }) => manoeuvreId)).toEqual([plan.manoeuvreId])
  expect(await list('has-event=true')).toEqual([])
  const csv = await operator.ada.call('GET /api/v1/ca/manoeuvres', { headers: { accept: 'text/csv' } })
  expect(await csv.text()).toContain(plan.name)
  expect((await operator.move(plan, { plan: {} }, operator.ada, '*')).status).toBe(409)
})

const announce = async (operator: PlanOperator, ignition: string, more: object = {}) => {
  const body = { noradId: 43_617, ignition, announcedBy: 'Ground segment', ...more }
  const answer = await operator.ada.json('POST /api/v1/ca/burn-notices', body)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return bodyOf<{ noticeId: string }>(answer)
}
const inAxes = (frame: string, vector: Vec3) => ({ deltaV: { frame, vector } })
const screenedAnew = async (operator: PlanOperator, { manoeuvreId }: Plan) => {
  const now = await operator.read(manoeuvreId)
  const draft = now.state === 'DRAFT' ? now : await operator.moved(now, { state: 'DRAFT' })
  return operator.moved(draft, { state: 'SCREENED' })
}
const codesOf = ({ screening }: Plan) => (screening?.causes ?? []).map(({ code }) => code)

test('a burn is propagated together with an announced or approved one, as one plan of both, in the events and on the path', async () => {
  const operator = await operatorOf('beside', 100)
  await upload(operator)
  const [first, second] = [
    { ignition: hoursBefore(14), frame: 'TNW', vector: [0.03, 0, 0.02] },
    { ignition: hoursBefore(9), frame: 'RTN', vector: [0, 0.04, 0] },
  ] as const
  const both = await operator.moved(await planned(operator, [first, second]), { state: 'SCREENED' })
  expect(both.screening!.flownAlong).toEqual([])
  const alone = await operator.moved(await planned(operator, [second]), { state: 'SCREENED' })
  const { noticeId } = await announce(operator, first.ignition, inAxes('TNW', [0.03, 0, 0.02]))
  // The screening did not include the other burn, so nobody can approve the plan with it.
  expect((await operator.move(alone, { state: 'APPROVED', why: 'x' })).status).toBe(409)
  const beside = await screenedAnew(operator, alone)
  expect(beside.screening!.flownAlong).toMatchObject([
    { kind: 'NOTICE', id: noticeId, name: 'Ground segment', ignition: first.ignition, durationS: 0 },
  ])
  expect(codesOf(beside)).toEqual(codesOf(both))
  const [ofBoth, ofBeside, ofAlone] = [both, beside, alone].map(({ screening }) => screening!.events[0]!)
  expect(ofBeside!.missM).toBeCloseTo(ofBoth!.missM, MISS_DIGITS)
  for (const which of ['nominal', 'hot', 'cold'] as const)
    expect(Math.abs(Math.log((ofBeside![which] ?? 0) / (ofBoth![which] ?? 1)))).toBeLessThan(LOG_PC)
  // Without the plan the announced burn still takes place; both paths differ from the path of the burn alone.
  const noticed = await operator.moved(await planned(operator, [first]), { state: 'SCREENED' })
  expect(ofBeside!.missBeforeM).toBeCloseTo(noticed.screening!.events[0]!.missM, MISS_DIGITS)
  expect(Math.abs(ofAlone!.missM - ofBeside!.missM)).toBeGreaterThan(APART_M)
  const lastOf = async (plan: Plan) => {
    const { status, text } = await operator.file(plan as EventPlan, 'format=oem')
    expect(status, text.slice(0, 500)).toBe(200)
    return { text, state: parseOem(text).segments.at(-1)!.states.at(-1)! }
  }
  const [pathOfBoth, pathOfBeside] = [await lastOf(both), await lastOf(beside)]
  expect(pathOfBeside.state.epoch).toEqual(pathOfBoth.state.epoch)
  expect(norm(subtract(pathOfBeside.state.r, pathOfBoth.state.r))).toBeLessThan(FILE_M)
  expect(pathOfBeside.text).toContain(`COMMENT - ${first.ignition}, announced by Ground segment`)
  expect(pathOfBoth.text).not.toContain('The path holds')
  // The state in the OPM is the satellite's state after the announced burn, shortly before the planned burn.
  const opm = readOpm((await operator.file(beside as EventPlan, 'format=opm')).text)
  if (!opm.ok) throw new Error(JSON.stringify(opm.errors))
  expect(opm.message.manoeuvres).toHaveLength(1)
  const epoch = opm.message.state.epoch as Epoch
  const { r } = transformState({ ...opm.message.state, frame: 'EME2000', epoch }, 'GCRF', { outside: 'hold' })
  const movedM = norm(subtract(burnt([{ ...first, durationS: 0, vector: [...first.vector] }], epoch), ownAt(epoch).r))
  expect(movedM).toBeGreaterThan(APART_M)
  expect(
    norm(subtract(r, burnt([{ ...first, durationS: 0, vector: [...first.vector] }], epoch))) / movedM,
  ).toBeLessThan(BEHIND_SHARE)
  // The withdrawn burn has no effect any more. The same burn in an approved plan has one.
  await operator.ada.call(`DELETE /api/v1/ca/burn-notices/${noticeId}`)
  expect((await operator.move(beside, { state: 'APPROVED', why: 'x' })).status).toBe(409)
  const again = await screenedAnew(operator, beside)
  expect(again.screening!.flownAlong).toEqual([])
  expect(again.screening!.events[0]!.missM).toBeCloseTo(ofAlone!.missM, MISS_DIGITS)
  await operator.moved(await screenedAnew(operator, noticed), { state: 'APPROVED', why: 'looked at' })
  const withPlan = await screenedAnew(operator, again)
  expect(withPlan.screening!.flownAlong).toMatchObject([{ kind: 'PLAN', id: noticed.manoeuvreId, name: noticed.name }])
  expect(withPlan.screening!.events[0]!.missM).toBeCloseTo(ofBoth!.missM, MISS_DIGITS)
  // A plan for an event does not include the other burn, and its result names it.
  const forEvent = await operator.ada.json('POST /api/v1/ca/manoeuvres', {
    'conjunction-id': operator.conjunctionId,
    start: { unit: 'PERIODS', value: 2.5 },
  })
  const unflown = await operator.moved(await bodyOf<EventPlan>(forEvent), { state: 'SCREENED' })
  const values = { object: noticed.name, state: 'APPROVED', fromAt: first.ignition }
  expect(unflown.screening!.causes).toContainEqual({ code: 'other-plan', values })
  expect(unflown.screening!.verdict).not.toBe('PASS')
  // An announcement of the planned burn is the plan itself.
  await announce(operator, first.ignition, inAxes('TNW', [0.03, 0, 0.02]))
  await announce(operator, second.ignition)
  const known = await screenedAnew(operator, withPlan)
  expect(known.screening!.flownAlong).toMatchObject([{ kind: 'PLAN', id: noticed.manoeuvreId }])
  expect(codesOf(known)).not.toContain('announced-not-flown')
})

test('another burn that cannot be propagated with a plan keeps the plan from passing, even for a satellite without an open event', async () => {
  const operator = await operatorOf('unflown')
  await upload(operator)
  await operator.ada.json(`PUT /api/v1/ca/conjunctions/${operator.conjunctionId}/decision`, {
    action: 'CLOSE',
    why: 'exercise',
  })
  const plan = await planned(operator, [{ ignition: hoursBefore(9), vector: [0, 0.04, 0] }])
  const untold = await announce(operator, hoursBefore(14))
  const said = async () => {
    const { screening } = await screenedAnew(operator, plan)
    const { verdict, causes = [] } = screening!.ofMessages
    return [verdict, ...causes.map(({ code, values }) => [code, values.obstacle])]
  }
  expect(await said()).toContainEqual(['announced-not-flown', 'no-delta-v'])
  await operator.ada.call(`DELETE /api/v1/ca/burn-notices/${untold.noticeId}`)
  expect((await said()).flat()).not.toContain('announced-not-flown')
  await announce(operator, hoursBefore(14), inAxes('BODY', [0.03, 0, 0]))
  const both = [await announce(operator, hoursBefore(12), inAxes('RTN', [0, 0.03, 0]))]
  both.push(await announce(operator, hoursBefore(12), { ...inAxes('RTN', [0, 0.05, 0]), announcedBy: 'Somebody else' }))
  const reasons = await said()
  expect(reasons[0]).toBe('NOT_ASSESSED')
  expect(reasons.slice(1)).toEqual(
    expect.arrayContaining([
      ['announced-not-flown', 'axes'],
      ['announced-not-flown', 'differs'],
    ]),
  )
  const read = await operator.read(plan.manoeuvreId)
  expect(read.screening!.reasons.join(' ')).toContain(
    'the new path is not flown with it: two announcements of it differ',
  )
  expect((await operator.move(read, { state: 'APPROVED' })).status).toBe(422)
})

test('the burns of a plan are changed like a plan: it becomes a draft again, has one more editor, and its fields are checked', async () => {
  const operator = await operatorOf('changed')
  await upload(operator)
  const plan = await planned(operator, [{ ignition: hoursBefore(20), vector: [0, 0.05, 0] }], {
    hasExecutionError: false,
  })
  const screened = await operator.moved(plan, { state: 'SCREENED' })
  const stale = await operator.move(screened, { burns: FIVE }, operator.ben, '"0"')
  expect(stale.status).toBe(412)
  const answer = await operator.move(screened, { burns: FIVE, why: 'five smaller ones' }, operator.ben)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const changed = await bodyOf<Plan>(answer)
  expect(changed).toMatchObject({
    manoeuvreId: plan.manoeuvreId,
    state: 'DRAFT',
    screening: null,
    editors: ['ada', 'ben'],
    ignitionEpoch: expect.stringContaining(FIVE[0]!.ignition.slice(0, 19)),
    request: { hasExecutionError: false },
  })
  expect(changed.burns).toHaveLength(5)
  expect(changed.steps.at(-1)).toMatchObject({ action: 'CHANGE', state: 'DRAFT', why: 'five smaller ones', by: 'ben' })
  const wrong = await operator.move(changed, { burns: [FIVE[1], FIVE[0]] })
  expect([wrong.status, (await bodyOf<Problem>(wrong)).errors?.[0]?.pointer]).toEqual([422, '#/burns/1/ignition'])
  // A change in the form of the other kind of plan is refused with its reason.
  const said = async (move: Promise<Response>) => {
    const refused = await move
    return [refused.status, (await bodyOf<Problem>(refused)).errors?.[0]?.values?.case]
  }
  expect(await said(operator.move(changed, { plan: {} }))).toEqual([409, 'plan'])
  expect(await said(operator.move(await operator.planned(), { burns: FIVE }))).toEqual([409, 'event'])
  expect((await operator.move(changed, { burns: FIVE, state: 'SCREENED' })).status).toBe(400)
  const ended = await operator.moved(changed, { state: 'REJECTED', why: 'exercise' })
  expect((await operator.move(ended, { burns: FIVE })).status).toBe(409)
})

test('without an ephemeris the burns are propagated from the element set, and an ephemeris that contains one of them is refused', async () => {
  const operator = await operatorOf('set')
  const burn = { ignition: hoursBefore(20), vector: [0, 0.05, 0] }
  const none = await create(operator, [burn])
  // Without an orbit it is unknown where the satellite is.
  expect([none.status, (await bodyOf<Problem>(none)).errors?.[0]?.code]).toEqual([422, 'manoeuvre.own-burn'])
  await storeSets(api.database, [own])
  expect((await planned(operator, [burn])).orbit).toMatchObject({ source: 'ELEMENT_SET', until: null })
  const from = new Date(Math.floor(Date.now() / 60_000) * 60_000 - HOUR_MS)
  // Two segments meet at the burn, as a file writes an impulse.
  const atMs = Math.floor(Date.parse(burn.ignition) / 60_000) * 60_000
  const first = oemText(own, { from, hours: (atMs - from.getTime()) / HOUR_MS, objectId: '43617', objectName: 'OWN' })
  const epoch = parseTime(new Date(atMs).toISOString().replace('Z', ''))
  const { r, v } = ownAt(epoch)
  const kicked = setAt({ r, v: scale(v, 1 + 0.05 / norm(v)) }, epoch, 43_617, 'GCRF')
  const second = oemText(kicked, { from: new Date(atMs), hours: 100, objectId: '43617', objectName: 'OWN' })
  const form = new FormData()
  form.set('satellite-id', operator.satellite.satelliteId)
  form.set('kind', 'OPERATIONAL')
  form.set('file', new Blob([`${first}\n${second.slice(second.indexOf('META_START'))}`]), 'with-burn.oem')
  const uploaded = await operator.ada.call('POST /api/v1/ca/ephemeris/file', { body: form })
  expect(uploaded.status, await uploaded.clone().text()).toBe(201)
  const held = await create(operator, [{ ...burn, ignition: new Date(atMs).toISOString() }])
  expect([held.status, (await bodyOf<Problem>(held)).errors]).toMatchObject([
    422,
    [{ pointer: '#/burns/0/ignition', message: expect.stringContaining('it holds burn 1 already') }],
  ])
})

test('an ephemeris that arrived after an arc was planned, and does not show whether it contains the arc, keeps the plan from passing', async () => {
  const operator = await operatorOf('later')
  await storeSets(api.database, [own])
  const arc = { ignition: hoursBefore(20), durationS: 300, vector: [0, 0.05, 0] }
  const plan = await operator.moved(await planned(operator, [arc]), { state: 'SCREENED' })
  expect(codesOf(plan)).not.toContain('burn-may-be-held')
  await upload(operator)
  const later = await screenedAnew(operator, plan)
  const values = { object: 'own.oem', fromAt: arc.ignition }
  expect(later.screening!.causes).toContainEqual({ code: 'burn-may-be-held', values })
  // For a plan on this ephemeris, the planner states that it is an orbit without the burn.
  const anew = await operator.moved(await planned(operator, [arc]), { state: 'SCREENED' })
  expect(anew.orbit).toMatchObject({ source: 'EPHEMERIS' })
  expect(codesOf(anew)).not.toContain('burn-may-be-held')
})

test('an error in a burn names the burn and the field', async () => {
  const operator = await operatorOf('wrong')
  await upload(operator, 60)
  const burn = (more: object = {}) => ({ ignition: hoursBefore(20), vector: [0, 0.05, 0], ...more })
  const past = new Date(Date.now() - 60_000).toISOString()
  for (const [burns, pointer, says] of [
    [[], '#/burns', ''],
    [[burn({ frame: 'XYZ' })], '#/burns/0/frame', ''],
    [[burn({ vector: [0, 0, 0] })], '#/burns/0/vector', 'has to have a length'],
    [[burn({ durationS: -1 })], '#/burns/0/durationS', ''],
    [[burn({ ignition: past })], '#/burns/0/ignition', 'which is over'],
    [[burn(), burn({ ignition: hoursBefore(21) })], '#/burns/1/ignition', 'Burn 2 begins at'],
    [[burn({ durationS: 600, frame: 'RSW_ROTATING' })], '#/burns/0/frame', 'Burn 1 lasts 600 s'],
    [[burn(), burn({ ignition: hoursBefore(-200) })], '#/burns/1/ignition', '7 days'],
    [[burn({ ignition: hoursBefore(-24 * 14) })], '#/burns/0/ignition', '14 days'],
    [[burn({ ignition: hoursBefore(-27.8) })], '#/burns/0/ignition', 'less than a revolution'],
    [[burn({ ignition: new Date(Date.now() + HOUR_MS).toISOString() })], '#/burns/0/ignition', 'commands take 6 h'],
  ] as const) {
    const answer = await create(operator, burns)
    const [error] = (await bodyOf<Problem>(answer)).errors ?? []
    expect([[400, 422].includes(answer.status), error?.pointer], JSON.stringify(error)).toEqual([true, pointer])
    expect(error?.message).toContain(says)
  }
  const stranger = await operator.ada.json('POST /api/v1/ca/manoeuvres/burns', {
    'satellite-id': '00000000-0000-4000-8000-000000000000',
    burns: [burn()],
  })
  expect(stranger.status).toBe(404)
  const file = (text: string, query = '') =>
    operator.ada.call(`POST /api/v1/ca/manoeuvres/burns/file${query}`, {
      body: text,
      headers: { 'content-type': 'text/plain' },
    })
  const sample = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'burn.opm'), 'utf8')
  const mine = sample.replace('99999', '43617').replace('2026-11-20T03:12:00.000', hoursBefore(20).replace('Z', ''))
  for (const [text, query, says] of [
    [sample, '', 'which is no satellite of yours'],
    [sample.replace('MAN_DV_2 = 0.000045', 'MAN_DV_2 = much'), '', 'Line 22'],
    [mine.replace(/^MAN_REF_FRAME = .*$/m, 'MAN_REF_FRAME = BODY'), '', 'Line 20'],
    [mine.replace(/^MAN_REF_FRAME = .*$/m, 'MAN_REF_FRAME = MCI'), '', 'names no axes that are known'],
    ['nothing', '', 'neither'],
  ] as const) {
    const answer = await file(text, query)
    expect([answer.status, (await bodyOf<Problem>(answer)).detail]).toEqual([422, expect.stringContaining(says)])
  }
  expect(await bodyOf<Plan>(await file(mine))).toMatchObject({
    satelliteId: operator.satellite.satelliteId,
    burns: [{ durationS: 42, deltaVMps: 0.045 }],
    steps: [{ why: 'OPM of APSIS-SAMPLE' }],
  })
})

test.each([
  ['NONE', 'The satellite has no engine: its propulsion is NONE.'],
  ['DIFFERENTIAL_DRAG', 'The satellite has no engine: its propulsion is DIFFERENTIAL_DRAG.'],
  ['UNKNOWN', 'Nobody has said how the satellite manoeuvres'],
])('a satellite whose propulsion is %s gets no burns, typed in or from a message', async (propulsion, says) => {
  const operator = await planAt(api, `engine-${propulsion.toLowerCase().replace('_', '-')}`, {
    configuration: { propulsion },
    cdm: { tca: TCA.toISOString(), createdAt: new Date(Date.now() - HOUR_MS).toISOString() },
  })
  const answer = await create(operator, [{ ignition: hoursBefore(20), vector: [0, 0.05, 0] }])
  expect([answer.status, (await bodyOf<Problem>(answer)).errors]).toMatchObject([
    422,
    [{ pointer: '#/satellite-id', message: expect.stringContaining(says) }],
  ])
  const sample = readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', 'burn.opm'), 'utf8')
  const mine = sample.replace('99999', '43617').replace('2026-11-20T03:12:00.000', hoursBefore(20).replace('Z', ''))
  const headers = { 'content-type': 'text/plain' }
  const file = await operator.ada.call('POST /api/v1/ca/manoeuvres/burns/file', { body: mine, headers })
  expect([file.status, (await bodyOf<Problem>(file)).detail]).toEqual([422, expect.stringContaining(says)])
})
