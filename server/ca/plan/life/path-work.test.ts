import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { J2 } from '@apsis/astro/manoeuvre/dynamics.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { type ElementSet, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { add, cross, norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../../jobs.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { openQueue, type Queue } from '../../../platform/jobs/jobs.ts'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { oemText } from '../../testing/oem-text.ts'
import { type PlanOperator, planAt } from '../../testing/plan-operator.ts'
import { simulatedSets, storeSets } from '../../testing/test-catalogue.ts'
import { findPlan } from '../record/plan.repository.ts'
import { listApproaches } from '../screen/path.repository.ts'
import { candidateWork } from './group.ts'
import { finishPaths } from './path-work.ts'
import { manoeuvreWork } from './watch-work.ts'

const HOUR_MS = 3_600_000
const HOUR_S = 3_600
const TCA = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 30 * HOUR_MS)
/** The errors of a burn make the path wide: a direct hit then has a probability of some 2e-6. */
const THRESHOLDS = {
  acceptedCollisionProbability: 1e-6,
  highCollisionProbability: 1e-7,
  mediumCollisionProbability: 1e-8,
}
const BOX = { radialM: 25_000, alongTrackM: 25_000, crossTrackM: 25_000 }
/** By its message the event needs no burn, so the target requests one. */
const FURTHER = { kind: 'MISS_DISTANCE', value: 800 }
/** Element sets are fitted to the state of one time, and stored with the digits of a double. */
const NEAR_M = 2
/** J2 makes the mean motion of an element set differ by this much from the osculating one. */
const PERIOD_DIGITS = 2
/** Two times in s: one before the burn, and one a day after TCA. */
const EARLY_S = 8 * HOUR_S

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

async function watch(tenantId: string, at = Date.now()): Promise<void> {
  const { db: own, queue: jobs } = api.api.platform
  const platform = { db: own, queue: jobs, log: api.log, now: () => at, signal: new AbortController().signal }
  await manoeuvreWork().turn(platform, tenantId)
  await candidateWork().turn(platform, tenantId)
}

/** The satellite of the test message, with the values in its text. */
const AT_TCA: CartesianState = { r: [7_000_000, 0, 0], v: [0, 7_546, 0] }
const tca = parseTime(TCA.toISOString().replace('Z', ''))

/** Returns the position after the burn of a plan, computed only with the dynamics of the plan. */
function burnt({ ignitionEpoch, deltaVRtn }: Plan, atS: number): CartesianState {
  const start = inertial(AT_TCA)
  const burnS = secondsBetween(tca, parseTime(ignitionEpoch.replace('Z', '')))
  const { r, v } = J2.fly(start, { fromS: 0, toS: burnS }, 'primary')
  const kick = transform(transpose(rtnAxes({ r, v })), deltaVRtn as Vec3)
  return J2.fly({ r, v: add(v, kick) }, { fromS: burnS, toS: atS }, 'primary')
}
const inertial = ({ r, v }: CartesianState) =>
  transformState({ frame: 'EME2000', epoch: tca, r, v }, 'GCRF', { outside: 'hold' })

/** SIMULATED: returns an object that is at a place at a time and crosses the path. */
function threat(noradId: number, state: CartesianState, atS: number): ElementSet {
  const epoch = addSeconds(tca, atS)
  const { r, v } = transformState({ frame: 'GCRF', epoch, ...state }, 'TEME', { outside: 'hold' })
  const across = scale(cross(r, v), 1 / norm(r))
  const fitted = fitElements({ epoch, r, v: across, bstar: 0 })
  if (!fitted.ok) throw new Error(fitted.reason)
  return { ...UNSAID, noradId, objectName: `SIMULATED THREAT ${noradId}`, ...fitted.elements, bstar: 0 }
}

const operatorOf = (organisation: string, sigmaM = 5, screeningBox = BOX) =>
  planAt(api, organisation, {
    configuration: { screeningBox, thresholds: THRESHOLDS },
    cdm: { tca: TCA.toISOString(), createdAt: new Date(Date.now() - HOUR_MS).toISOString(), missM: 150, sigmaM },
  })

/** Returns the plan once no screening of its path is pending any more. */
async function settled(operator: PlanOperator, { manoeuvreId }: Plan): Promise<Plan> {
  const isUnderWay = async () => {
    await watch(operator.tenantId)
    const { screening } = await operator.read(manoeuvreId)
    return screening!.paths.some(({ runningId, result }) => runningId !== null || result === 'WAITING')
  }
  await expect.poll(isUnderWay, { timeout: 120_000, interval: 500 }).toBe(false)
  return operator.read(manoeuvreId)
}
const pathOf = ({ screening }: Plan, type: string) => screening!.paths.find((path) => path.type === type)!

// No catalogue is stored yet, so three plans are compared only with the messages and the fleet.
test('of several candidates the first that passes is kept, and the others are withdrawn', async () => {
  const operator = await operatorOf('choice', 50, { ...BOX, alongTrackM: 120_000 })
  const target = { kind: 'MISS_DISTANCE', value: 151 }
  const far = { kind: 'PROBABILITY', value: 3e-10 }
  const answer = await operator.ada.json('POST /api/v1/ca/manoeuvres/groups', {
    'conjunction-id': operator.conjunctionId,
    // The burn of the first candidate is far too weak; those of the second and the third suffice.
    candidates: [
      { target },
      { start: { unit: 'PERIODS', value: 1.5 }, target: far },
      { start: { unit: 'PERIODS', value: 0.5 }, target: far },
    ],
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
  const [{ groupId }] = (await bodyOf<Plan[]>(answer)) as [Plan]
  await watch(operator.tenantId)
  const group = await operator.ada.read<Plan[]>(`/manoeuvres?group-id=${groupId}`)
  const made = group.toSorted((a, b) => a.groupRank! - b.groupRank!)
  expect(made.map(({ groupRank, screening }) => [groupRank, screening !== null])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ])
  expect(made[0]!.screening).toMatchObject({ ofMessages: { verdict: 'FAIL' }, nextBest: { verdict: 'PASS' } })
  // The group is decided in the run that finds no candidate with a pending screening of its path.
  for (const one of made.filter(({ state }) => state === 'SCREENED')) await settled(operator, one)
  await watch(operator.tenantId)
  const list = await operator.ada.read<Plan[]>(`/manoeuvres?group-id=${made[0]!.groupId}&sort=createdAt`)
  const states = list.toSorted((a, b) => a.groupRank! - b.groupRank!).map(({ state }) => state)
  expect(states).toEqual(['SUPERSEDED', 'SCREENED', 'SUPERSEDED'])
  expect((await operator.notices())[0]).toMatchObject({ title: 'Candidate chosen' })
})

test('a group neither waits for a candidate that a person has changed, nor withdraws it', async () => {
  const operator = await operatorOf('held', 50, { ...BOX, alongTrackM: 120_000 })
  const far = { kind: 'PROBABILITY', value: 3e-10 }
  const startAt = (value: number) => ({ start: { unit: 'PERIODS', value }, target: far })
  const answer = await operator.ada.json('POST /api/v1/ca/manoeuvres/groups', {
    'conjunction-id': operator.conjunctionId,
    candidates: [startAt(0.5), startAt(1.5), startAt(1)],
  })
  const [first] = (await bodyOf<Plan[]>(answer)) as [Plan]
  await operator.moved(first, { plan: startAt(0.75), why: 'a later burn' })
  const statesAfterTurn = async () => {
    await watch(operator.tenantId)
    const list = await operator.ada.read<Plan[]>(`/manoeuvres?group-id=${first.groupId}`)
    return list.toSorted((a, b) => a.groupRank! - b.groupRank!).map(({ state }) => state)
  }
  await expect.poll(statesAfterTurn, { timeout: 120_000, interval: 500 }).toEqual(['DRAFT', 'SCREENED', 'SUPERSEDED'])
})

test('the new path is screened against the catalogue with the burn as planned, with an error, and missed (F12, F13)', async () => {
  const operator = await operatorOf('path')
  const plan = await operator.planned({ target: FURTHER })
  const laterS = 24 * HOUR_S
  const old = J2.fly(inertial(AT_TCA), { fromS: 0, toS: laterS }, 'primary')
  await storeSets(api.database, [
    ...simulatedSets(40),
    threat(399_001, burnt(plan, laterS), laterS),
    threat(399_002, old, laterS),
    threat(399_003, J2.fly(inertial(AT_TCA), { fromS: 0, toS: -EARLY_S }, 'primary'), -EARLY_S),
  ])
  const screened = await operator.moved(plan, { state: 'SCREENED' })
  expect(pathOf(screened, 'OPS_VS_CAT').result).toBe('WAITING')
  expect(screened.screening).toMatchObject({ type: 'MAN_VS_CDM', verdict: 'NOT_ASSESSED' })
  expect((await operator.move(screened, { state: 'APPROVED' })).status).toBe(422)
  const done = await settled(operator, screened)
  // With a single satellite there is no fleet to compare with, and no result is invented.
  for (const type of ['OPS_VS_TLE', 'OPS_VS_OPS'])
    expect(pathOf(done, type)).toMatchObject({ result: 'NOT_SCREENED', objects: 0, encounters: [] })
  const path = pathOf(done, 'OPS_VS_CAT')
  const { ofMessages } = done.screening!
  expect(path).toMatchObject({ result: 'CLEAR', objects: 43, from: new Date(plan.ignitionEpoch).toISOString() })
  const apartM = norm(add(burnt(plan, laterS).r, scale(old.r, -1)))
  expect(apartM).toBeGreaterThan(100 * NEAR_M)
  const met = (objectId: string) =>
    path.encounters.filter((one) => one.objectId === objectId).map(({ nominal, missed }) => [nominal, missed])
  const misses = (objectId: string, place: 0 | 1) => Math.min(...met(objectId).map((one) => one[place]?.missM ?? 1e9))
  expect(misses('399001', 0)).toBeLessThan(NEAR_M)
  expect(misses('399001', 1)).toBeGreaterThan(apartM / 2)
  // Approaches are grouped into encounters by the period of the other object, too (F6): the period in its element set.
  const approaches = await db.tenant(operator.tenantId, (tx) => listApproaches(tx, path.screeningId!))
  const { objectPeriodS } = approaches.find(({ objectId }) => objectId === '399001')!
  const { r, v } = inertial(AT_TCA)
  const periodS = 2 * Math.PI * Math.sqrt((2 / norm(r) - norm(v) ** 2 / GM_EARTH) ** -3 / GM_EARTH)
  expect(objectPeriodS! / periodS).toBeCloseTo(1, PERIOD_DIGITS)
  // The burn moves the satellite away from the object that is on the path without the burn.
  expect(misses('399002', 1)).toBeLessThan(NEAR_M)
  expect(misses('399002', 0)).toBeGreaterThan(apartM / 2)
  // Before ignition both paths are the same, and need no screening.
  expect(misses('399003', 0)).toBeGreaterThan(NEAR_M)
  expect(done.version).toBeGreaterThan(screened.version)
  // An announced burn of an object on the path is in no element set: the plan does not pass; a withdrawn burn does not count (F10).
  const announce = (noradId: number, hoursAfterTca: number) =>
    operator.ada.json('POST /api/v1/ca/burn-notices', {
      noradId,
      announcedBy: 'Example Orbital',
      durationS: 120,
      ignition: new Date(TCA.getTime() + hoursAfterTca * HOUR_MS).toISOString(),
    })
  const announcedNow = async () => {
    await watch(operator.tenantId)
    const { result, causes } = pathOf(await operator.read(done.manoeuvreId), 'OPS_VS_CAT')
    return [result, causes!.map(({ code, values }) => [code, values.object, values.why])]
  }
  // One burn is after the encounter, one ends before the epoch of the set, and one is of an object that the path does not meet.
  await announce(399_001, 60)
  await announce(399_001, 12)
  await announce(399_009, 12)
  expect(await announcedNow()).toEqual(['CLEAR', []])
  const { noticeId } = await bodyOf<{ noticeId: string }>(await announce(399_001, laterS / HOUR_S - 1 / 60))
  expect(await announcedNow()).toEqual([
    'WARN',
    [['path-announced-burn', 'SIMULATED THREAT 399001', 'Example Orbital']],
  ])
  expect((await operator.read(done.manoeuvreId)).screening!.verdict).not.toBe('PASS')
  // A set from after the burn arrives: the path was not compared with it, and the warning stays until it is.
  const age = (days: number) =>
    api.database.query(`update tle.object set epoch_s = epoch_s + ${days * 86_400} where norad_id = 399001`)
  await age(10)
  expect((await announcedNow())[0]).toBe('WARN')
  await age(-10)
  await operator.ada.call(`DELETE /api/v1/ca/burn-notices/${noticeId}`)
  expect(await announcedNow()).toEqual(['CLEAR', []])
  // Element sets alone do not fail a burn, and do not improve the verdict of the messages.
  expect(done.screening!.verdict).toBe(ofMessages.verdict)
  // The screening of a plan's path does not change the events of the satellite.
  expect((await operator.ada.events()).map(({ conjunctionId }) => conjunctionId)).toEqual([operator.conjunctionId])

  // A failed screening keeps the earlier result: the same encounters are not reported again when they are found again.
  const { screeningId, encounters, encounterCount } = path
  expect(encounters.length).toBeGreaterThan(0)
  await api.database.query(
    `update screening.screening set state = 'failed', error = 'lost' where id = '${screeningId}'`,
  )
  const failed = await api.api.platform.db.tenant(operator.tenantId, async (tx) => {
    const row = (await findPlan(tx, done.manoeuvreId))!
    const { screening } = row
    const paths = screening!.paths.map((one) => (one.type === 'OPS_VS_CAT' ? { ...one, runningId: screeningId } : one))
    return finishPaths(tx, { ...row, screening: { ...screening!, paths } }, new Date())
  })
  const kept = failed!.row.screening!.paths.find(({ type }) => type === 'OPS_VS_CAT')
  expect(kept).toMatchObject({ result: 'NOT_SCREENED', causes: [{ code: 'path-failed' }], encounters, encounterCount })
  expect(failed!.news).toEqual([])
})

test('a path is screened to its end, which is rarely a whole millisecond', async () => {
  await storeSets(api.database, simulatedSets(40))
  const operator = await operatorOf('whole')
  const plan = await operator.planned({ start: { unit: 'PERIODS', value: 2 }, target: FURTHER })
  // If the end were rounded, it would lie just after the last state.
  expect(Number(plan.ignitionEpoch.slice(-5, -1))).toBeGreaterThan(500)
  await settled(operator, await operator.moved(plan, { state: 'SCREENED' }))
  const screenings = await operator.ada.read<Screening[]>('/screenings?limit=10')
  expect(screenings.map(({ state, result, notScreened }) => [state, result, notScreened])).toEqual([
    ['done', expect.stringMatching(/^(CLEAR|CONJUNCTIONS)$/), 0],
  ])
  // A screening that could not follow a case of the path to its end is not clear, whatever it found before.
  const screeningId = screenings[0]!.screeningId
  const settledAgain = async () => {
    const again = await api.api.platform.db.tenant(operator.tenantId, async (tx) => {
      const row = (await findPlan(tx, plan.manoeuvreId))!
      const paths = row.screening!.paths.map((one) =>
        one.type === 'OPS_VS_CAT' ? { ...one, runningId: screeningId } : one,
      )
      return finishPaths(tx, { ...row, screening: { ...row.screening!, paths } }, new Date())
    })
    const path = again!.row.screening!.paths.find(({ type }) => type === 'OPS_VS_CAT')!
    return [path.result, path.causes?.map(({ code }) => code)]
  }
  expect(await settledAgain()).toEqual(['CLEAR', []])
  await api.database.query(
    `insert into screening.not_screened (tenant_id, screening_id, place, object_id, reason)
      select tenant_id, screening_id, 1000, object_id, 'after-stop' from ca.screening_object
      where screening_id = $1 and object_id like '% cold'`,
    [screeningId],
  )
  expect(await settledAgain()).toEqual(['NOT_SCREENED', ['path-incomplete']])
})

test('an object of the fleet on the new path fails a plan, and withdraws one that was sent before the object was known (F12, F14)', async () => {
  const operator = await operatorOf('fleet')
  const plan = await operator.planned({ target: FURTHER })
  const first = await settled(operator, await operator.moved(plan, { state: 'SCREENED' }))
  expect(pathOf(first, 'OPS_VS_OPS')).toMatchObject({ result: 'NOT_SCREENED', objects: 0 })
  // Another satellite of the fleet has an ephemeris, on which it crosses the new path.
  const soonS = 3 * HOUR_S
  const other = await operator.ada.addSatellite(399_004, { hardBodyRadius: 5 })
  const form = new FormData()
  form.set('satellite-id', other.satelliteId)
  form.set('kind', 'OPERATIONAL')
  const set = threat(399_004, burnt(plan, soonS), soonS)
  const text = oemText(set, { from: new Date(Date.now() - HOUR_MS), hours: 48, sigmaKm: [0.005, 0.005, 0.005] })
  form.set('file', new Blob([text]), 'other.oem')
  expect((await operator.ada.call('POST /api/v1/ca/ephemeris/file', { body: form })).status).toBe(201)
  const again = await settled(
    operator,
    await operator.moved(await operator.planned({ target: FURTHER }), { state: 'SCREENED' }),
  )
  const ofFleet = pathOf(again, 'OPS_VS_OPS')
  expect(ofFleet).toMatchObject({ result: 'FAIL', objects: 1 })
  expect(ofFleet.encounters[0]!.nominal!.missM).toBeLessThan(NEAR_M)
  expect(again.screening!.verdict).toBe('FAIL')
  expect(again.screening!.reasons.join(' ')).toContain('OPS_VS_OPS: SAT 399004, TCA')

  // The plan that was screened before is approved and sent; then the ephemeris arrives, and the plan must not be executed.
  const out = await operator.moved(await operator.moved(first, { state: 'APPROVED', why: 'checked' }), {
    state: 'EXPORTED',
    why: 'not asked: exercise',
  })
  const LATER_MS = 700_000
  const isTaken = async () => {
    await watch(operator.tenantId, Date.now() + LATER_MS)
    return (await operator.read(out.manoeuvreId)).state
  }
  await expect.poll(isTaken, { timeout: 200_000, interval: 500 }).toBe('SUPERSEDED')
  const notices = await operator.notices()
  expect(notices[0]).toMatchObject({ title: expect.stringMatching(/^DO NOT EXECUTE/), level: 'critical' })
  expect(notices[0]!.message).toMatch(/OPS_VS_OPS\), SAT 399004 at /)
  expect((await operator.file(out, 'format=withdrawal')).status).toBe(200)
})
