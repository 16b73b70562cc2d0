import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { type PlanOperator, planAt } from '../../testing/plan-operator.ts'
import { manoeuvreWork } from '../life/watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** The covariance has no velocities, so methods along curved orbits have no value for the objects. */
const ALONG = cdmText({ createdAt: '2029-12-30T00:00:00.000', slowMps: 2 }).replaceAll(/^C\w*DOT\w* .*\n/gm, '')

test('a plan for co-orbiting objects is by separation, says so, and has no probability (rule F2)', async () => {
  const operator = await planAt(api, 'along')
  const [taken] = await operator.ada.take(ALONG)
  const create = (body: object = {}) =>
    operator.ada.json('POST /api/v1/ca/manoeuvres', { 'conjunction-id': taken!.conjunctionId, ...body })
  const planned = async (body?: object) => bodyOf<Plan>(await create(body))
  const plan = await planned({ target: { kind: 'MISS_DISTANCE', value: 1000 } })
  expect(plan).toMatchObject({
    target: { kind: 'MISS_DISTANCE', value: 1000 },
    isBySeparation: true,
    meetsTarget: true,
    isTrackingFirst: false,
    before: { probability: null },
    after: { probability: null },
  })
  expect(plan.after.missM).toBeGreaterThanOrEqual(1000)
  // Without a requested target, the target is the distance that the satellite accepts.
  expect((await planned()).target).toEqual({ kind: 'MISS_DISTANCE', value: 100 })
  const refused = await create({ target: { kind: 'PROBABILITY', value: 1e-6 } })
  expect([refused.status, await bodyOf(refused)]).toMatchObject([
    422,
    { errors: [{ code: 'manoeuvre.no-probability' }] },
  ])
  expect(await operator.planned()).not.toHaveProperty('isBySeparation')
})

/**
 * Returns a pair that passes slowly, kilometres apart. Its velocities are about as accurate as the best orbit fit
 * with these positions allows (astro/conjunction/velocity-credibility.ts): the conjunction plane is not valid, and
 * curved orbits give no value.
 */
function slowPair(about: { slowMps: number; sigmaM: number; missM: number }, variances: Record<string, number>) {
  const text = cdmText({ objects: ['43617', '90002'], ...about })
  return text.replaceAll(
    /(C(\w)DOT_\2DOT = )(\S+)/g,
    (_all, head: string, axis: string, value: string) => `${head}${Number(value) * (variances[axis] ?? Number.NaN)}`,
  )
}
const SLOW = slowPair({ slowMps: 10.5, sigmaM: 10_000, missM: 10_000 }, { R: 1.2e-2, T: 1.1e-5, N: 5e-4 })
/** This pair is faster and farther apart: after a burn the event has no value along curved orbits either. */
const NO_PROOF = slowPair({ slowMps: 30, sigmaM: 30_000, missM: 30_000 }, { R: 1.5e-2, T: 1.5e-5, N: 1e-3 })

test('an event whose plane proves nothing has no probability with a burn, and does not pass (F2, F12)', async () => {
  const operator = await planAt(api, 'no-proof')
  const [taken] = await operator.ada.take(NO_PROOF)
  const [slow] = await operator.ada.events(`?conjunction-id=${taken!.conjunctionId}`)
  // The plane has a value, which must not be published as a probability.
  expect(slow?.conjunctionData.probabilityOfCollision).toBeNull()
  const { screening } = await operator.moved(await operator.planned(), { state: 'SCREENED' })
  const row = screening?.events.find(({ conjunctionId }) => conjunctionId === taken!.conjunctionId)
  expect([row?.before, row?.nominal, row?.hot, row?.cold]).toEqual([null, null, null, null])
  expect(screening?.verdict).toBe('NOT_ASSESSED')
  expect(screening?.causes?.map(({ code }) => code)).toContain('only-counted-with-burn')
})

/** The default accepted probability of a satellite. */
const ACCEPTED = 1e-4
/** The required relative accuracy of the bound; bisection is far more accurate. */
const BOUND_DIGITS = 6
/** Two accepted probabilities: one that the count can prove, and one that it cannot prove. */
const ACCEPTS = {
  provable: {},
  less: {
    thresholds: {
      acceptedCollisionProbability: 1e-5,
      highCollisionProbability: 1e-6,
      mediumCollisionProbability: 1e-7,
    },
  },
}

/** Makes an approved plan for the slow pair, and a newer message about the pair. */
async function heldAnew(name: string, configuration: object) {
  const operator = await planAt(api, name, { ...FAR, configuration })
  const [taken] = await operator.ada.take(SLOW)
  const target = { kind: 'PROBABILITY', value: 1e-2 }
  const draft = await operator.planned({ 'conjunction-id': taken!.conjunctionId, target })
  const screened = await operator.moved(draft, { state: 'SCREENED' })
  const plan = await operator.moved(screened, { state: 'APPROVED', why: 'counted' })
  await operator.ada.take(
    SLOW.replace(/CREATION_DATE = .*/, 'CREATION_DATE = 2030-01-02T00:00:00.000').replace(/MESSAGE_ID = /, '$&newer-'),
  )
  await watch(operator.tenantId)
  return operator.read(plan.manoeuvreId)
}

test('a newer message of an event that only a count confirms is judged by a count, as far as the count can prove the limit (F2, F14)', async () => {
  const { state, evaluation } = await heldAnew('held-counted', ACCEPTS.provable)
  expect([state, evaluation?.verdict], evaluation?.reason).toEqual(['APPROVED', 'GO'])
  expect(evaluation).toMatchObject({ probabilityWithout: null, probabilityWith: null, counted: { hits: 0 } })
  // If there is no hit, the bound of Clopper and Pearson is exact: (1 − upper)^trials = 0.025.
  const { trials, upper } = evaluation!.counted!
  expect(upper / (1 - 0.025 ** (1 / trials))).toBeCloseTo(1, BOUND_DIGITS)
  expect(upper).toBeLessThan(ACCEPTED)
  // No count of 100,000 pairs proves 1e-5.
  expect(await heldAnew('held-uncounted', ACCEPTS.less)).toMatchObject({
    state: 'SUPERSEDED',
    evaluation: { verdict: 'NO_GO', cause: { reason: 'only-counted' } },
  })
})

test('a failed screening offers the next best for an event that only a count confirms, with the bound that it proves (F2, F12)', async () => {
  // The plan for the slow pair has no effect, and leaves the standard event of the operator at 20 m.
  const propulsion = { type: 'IMPULSIVE', thrustN: 1, ispS: 220 }
  const operator = await planAt(api, 'counted-next', { configuration: { propulsion }, cdm: { missM: 20 } })
  const [taken] = await operator.ada.take(SLOW)
  const target = { kind: 'PROBABILITY', value: 1e-3 }
  const draft = await operator.planned({ 'conjunction-id': taken!.conjunctionId, target })
  const { screening } = await operator.moved(draft, { state: 'SCREENED' })
  expect(screening?.ofMessages.verdict).toBe('FAIL')
  // A burn that moves the satellite past both objects has a value along curved orbits; the slow event after it is not assessed.
  const { nextBest } = screening!
  expect(nextBest, screening?.noNextBest).toMatchObject({ verdict: 'NOT_ASSESSED' })
  expect(nextBest!.deltaVMagnitude).toBeGreaterThan(0)
  expect(nextBest!.probability).toBeLessThanOrEqual(1.01 * nextBest!.request.target!.value)
})

test('if no other burn helps, a failed screening says why it offers none', async () => {
  const propulsion = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, maxDeltaVMps: 0.001 }
  const operator = await planAt(api, 'counted-none', { configuration: { propulsion }, cdm: { missM: 20 } })
  const [taken] = await operator.ada.take(SLOW)
  const target = { kind: 'PROBABILITY', value: 1e-3 }
  const draft = await operator.planned({ 'conjunction-id': taken!.conjunctionId, target })
  const { screening } = await operator.moved(draft, { state: 'SCREENED' })
  expect(screening).toMatchObject({ verdict: 'FAIL', nextBest: null, noNextBest: 'NONE_REACHES' })
})

test('an event that only a count confirms meets a target that a count can prove, and no lower target: the plan states the bound (F2)', async () => {
  // No burn of this engine moves the objects by as much as their uncertainty.
  const propulsion = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, maxDeltaVMps: 0.001 }
  const operator = await planAt(api, 'counted', { configuration: { propulsion } })
  const [taken] = await operator.ada.take(SLOW)
  const planned = (target?: object) => operator.planned({ 'conjunction-id': taken!.conjunctionId, target })
  const provable = await planned({ kind: 'PROBABILITY', value: 1e-3 })
  expect(provable).toMatchObject({ meetsTarget: true, limit: null, counted: { hits: 0 } })
  expect(provable.after.probability).toBe(provable.counted!.upper)
  expect(provable.counted!.upper).toBeLessThanOrEqual(1.01 * provable.target.value)
  const low = await planned()
  expect(low).toMatchObject({ meetsTarget: false, limit: 'METHOD', counted: { hits: 0, trials: 100_000 } })
  expect(low.after.probability).toBe(low.counted!.upper)
  expect(low.counted!.upper).toBeGreaterThan(low.target.value)
})

test('a search and a thrust arc end with one count, and name the limit that keeps the plan from its target (F2)', async () => {
  const propulsion = { type: 'CONTINUOUS', thrustN: 0.02, ispS: 1500, dutyCycle: 1, maxThrustPerOrbitS: 3000 }
  const operator = await planAt(api, 'counted-arc', { configuration: { propulsion } })
  const [taken] = await operator.ada.take(SLOW)
  const until = '2030-01-05T11:00:00.000Z'
  const arc = await operator.planned({ 'conjunction-id': taken!.conjunctionId, until })
  expect(arc).toMatchObject({ meetsTarget: false, limit: 'METHOD', counted: { trials: 100_000 } })
  expect(arc.after.probability).toBe(arc.counted!.upper)
})

/** Returns the pair of ALONG in another message: created later, with another distance. */
const alongAt = (createdAt: string, missM: number) =>
  cdmText({ createdAt, slowMps: 2, missM, objects: ['43617', '90003'] }).replaceAll(/^C\w*DOT\w* .*\n/gm, '')

/** A week in milliseconds; plan and window write it to a millisecond. */
const [WEEK_MS, WRITTEN_MS] = [7 * 86_400_000, 2]
/** A passage is found to a millimetre. */
const FOUND_M = 1e-3
/** Between the TCA of a message and the passage, the objects drift by less than this. */
const DRIFT_M = 1

/** Runs the watch once. */
async function watch(tenantId: string): Promise<void> {
  const { db, queue } = api.api.platform
  const platform = { db, queue, log: api.log, now: () => Date.now(), signal: new AbortController().signal }
  await manoeuvreWork().turn(platform, tenantId)
}

/** The standard event of the operator is so far away that only the pair is judged. */
const FAR = { cdm: { missM: 20_000 } }

/** Makes an approved plan by distance for a co-orbiting pair. */
async function approvedByDistance(operator: PlanOperator, missM: number) {
  const [taken] = await operator.ada.take(alongAt('2029-12-30T00:00:00.000', missM))
  const target = { kind: 'MISS_DISTANCE', value: 1000 }
  const draft = await operator.planned({ 'conjunction-id': taken!.conjunctionId, target })
  const screened = await operator.moved(draft, { state: 'SCREENED' })
  return operator.moved(screened, { state: 'APPROVED', why: 'checked' })
}

test('a plan by separation passes its screening if every passage is far enough, nominal, strong and weak (F1, F2, F12)', async () => {
  const operator = await planAt(api, 'passing', FAR)
  const plan = await approvedByDistance(operator, 200)
  expect(plan).toMatchObject({ isBySeparation: true, meetsTarget: true, hotProbability: null, coldProbability: null })
  expect(plan.sensitivity.every(({ probability }) => probability === null)).toBe(true)
  const { separation } = plan
  expect(separation).toMatchObject({ targetM: 1000, acceptedM: 100 })
  // The span is the week in which its path is screened.
  const judgedMs = Date.parse(separation!.until!) - Date.parse(plan.ignitionEpoch)
  expect(Math.abs(judgedMs - WEEK_MS)).toBeLessThan(WRITTEN_MS)
  expect(separation!.nominal.missM).toBeGreaterThanOrEqual(1000 / 1.01)
  expect(separation!.cold!.missM).toBeLessThan(separation!.nominal.missM)
  expect(separation!.cold!.missM).toBeGreaterThanOrEqual(100)
  const { screening } = plan
  expect(screening, JSON.stringify(screening)).toMatchObject({ verdict: 'PASS', reasons: [], notScreened: [] })
  const row = screening!.events.find(({ isTarget }) => isTarget)!
  expect(row).toMatchObject({ before: null, nominal: null })
  expect(Math.abs(row.separation!.nominal.missM - separation!.nominal.missM)).toBeLessThan(FOUND_M)
})

test('after a newer message an approved plan by separation is judged by its distance: GO, NO LONGER NEEDED, NO-GO (F14)', async () => {
  const operator = await planAt(api, 'held-by-distance', FAR)
  const plan = await approvedByDistance(operator, 200)
  const heldAt = async (createdAt: string, missM: number) => {
    await operator.ada.take(alongAt(createdAt, missM))
    await watch(operator.tenantId)
    return operator.read(plan.manoeuvreId)
  }
  const go = await heldAt('2029-12-31T00:00:00.000', 230)
  expect(go, JSON.stringify(go.evaluation)).toMatchObject({
    state: 'APPROVED',
    evaluation: { verdict: 'GO', probabilityWith: null, separation: { targetM: 1000, acceptedM: 100 } },
  })
  const { before, nominal } = go.evaluation!.separation!
  expect(Math.abs(before.missM - 230)).toBeLessThan(DRIFT_M)
  expect(nominal.missM).toBeGreaterThan(before.missM)
  // The new distance does not change the burn: the approved Δv is still the Δv of the burn.
  expect(go.deltaVRtn).toEqual(plan.deltaVRtn)
  expect(await heldAt('2030-01-01T00:00:00.000', 3000)).toMatchObject({
    state: 'APPROVED',
    evaluation: { verdict: 'NO_LONGER_NEEDED', cause: { reason: 'far-without', missTargetM: 1000 } },
  })
  // The object is ahead by the displacement of the burn, and nearly on the satellite's path: at the later place of the satellite.
  const aheadKm = Math.sqrt(plan.after.missM ** 2 - 200 ** 2) / 1000
  const ahead = alongAt('2030-01-02T00:00:00.000', 20).replace(/(OBJECT = OBJECT2[\s\S]*?\nY = )0/, `$1${aheadKm}`)
  await operator.ada.take(ahead)
  await watch(operator.tenantId)
  const towards = await operator.read(plan.manoeuvreId)
  expect(towards, JSON.stringify(towards.evaluation)).toMatchObject({
    state: 'SUPERSEDED',
    evaluation: { verdict: 'NO_GO', cause: { reason: 'comes-too-near', missLeastM: 100 } },
  })
  expect((await operator.notices())[0]!.message).toContain('accepted are 100 m at least')
})
