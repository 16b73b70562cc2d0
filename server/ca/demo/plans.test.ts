import { DAY_MS } from '@apsis/astro/constants.ts'
import { detectBurns } from '@apsis/astro/manoeuvre/detection/detect-burns.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { SilentBurn } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Plan, PlanPreview } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { MANOEUVRE_STATES } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { PATH_TYPES } from '@apsis/contract/ca/plan/path-screening.ts'
import { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endTurn, takeTurn } from '../../platform/jobs/recurring-work.repository.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { silentBurnWork } from '../announced/silent-burn-work.ts'
import { manoeuvreWork } from '../plan/life/watch-work.ts'
import { silentBurnSets } from './elements.ts'
import { epochOf } from './orbit.ts'
import { SILENT_BURN } from './plans.data.ts'
import { demoWork } from './work.ts'

const ANN = { subject: 'ann', organisation: 'example', roles: ['ca:user'] }
const TENANT = 'organisation:example'
/** The default probability from which an event is CRITICAL. */
const { acceptedCollisionProbability: ACCEPTED } = Thresholds.parse({})
const DAY_S = 86_400

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

const plansOf = async (query: string) =>
  bodyOf<Plan[]>(await api.call(ANN, `GET /api/v1/ca/manoeuvres?limit=100&${query}`))
const plans = () => plansOf('has-event=true')
const floorAt = (at: number) => {
  const { db, queue } = api.api.platform
  return { db, queue, log: api.log, now: () => at, signal: new AbortController().signal }
}

test('the demo has a plan in each state: ten on one event, and the approved one on another, each once', async () => {
  await api.call(ANN, 'POST /api/v1/ca/demo')
  // The search for silent burns runs as soon as the satellites exist, before the element sets with a burn are stored.
  const looks = {
    holder: '00000000-0000-4000-8000-000000000000',
    names: [silentBurnWork.name],
    leaseS: 30,
    running: [],
  }
  const takeLook = () => api.api.platform.db.shared((tx) => takeTurn(tx, looks))
  expect(await takeLook()).toEqual({ name: silentBurnWork.name, tenantId: TENANT })
  await api.api.platform.db.shared((tx) => endTurn(tx, looks.holder, { name: silentBurnWork.name, tenantId: TENANT }))
  expect(await takeLook()).toBeUndefined()
  await demoWork().turn(floorAt(Date.now()), TENANT)
  expect(await takeLook()).toEqual({ name: silentBurnWork.name, tenantId: TENANT })
  const made = await plans()
  expect(made.map(({ state }) => state).toSorted()).toEqual(MANOEUVRE_STATES.toSorted())
  expect(made.every(({ isSimulated, steps }) => isSimulated && steps[0]?.by.startsWith('SIMULATED'))).toBe(true)
  const byEvent = Object.groupBy(made, ({ conjunctionId }) => conjunctionId ?? '')
  expect(Object.values(byEvent).map((list) => list?.length)).toEqual(expect.arrayContaining([10, 1]))
  // The plans that are not finished are based on the message that applies, and the watch raises no objection.
  await manoeuvreWork().turn(floorAt(Date.now()), TENANT)
  const after = await plans()
  expect(after.map(({ state }) => state).toSorted()).toEqual(MANOEUVRE_STATES.toSorted())
  expect(
    after
      .filter(({ evaluation }) => evaluation !== null)
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual(['APPROVED', 'EXPORTED'])
  // The exported plan is also screened along its path, as every visitor sees.
  const exported = after.find(({ state }) => state === 'EXPORTED')!
  const beginning = await plans().then((all) => all.find(({ manoeuvreId }) => manoeuvreId === exported.manoeuvreId)!)
  expect(beginning.screening!.paths.map(({ type }) => type)).toEqual(PATH_TYPES)
  // SAT-2 does not burn in contacts, so its approved plan includes the times of contacts.
  const approved = () => plans().then((all) => all.find(({ state }) => state === 'APPROVED')!)
  expect((await approved()).blackouts).toEqual({ met: [], unknown: null })
  await manoeuvreWork().turn(floorAt(Date.now() + 60_000), TENANT)
  expect((await approved()).blackouts).toEqual({ met: [], unknown: null })
  for (const plan of made) {
    // No step is in the future or earlier than the step before it, and no command was too late.
    const times = plan.steps.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Math.max(...times)).toBeLessThan(Date.now())
    expect(Date.parse(plan.createdAt)).toBeLessThan(Date.parse(plan.commitAt))
    if (plan.exportedAt !== null) expect(Date.parse(plan.exportedAt)).toBeLessThan(Date.parse(plan.commitAt))
  }
})

test('the critical event belongs to a satellite that can burn, and a burn brings its probability below the accepted probability', async () => {
  const events = await bodyOf<Conjunction[]>(await api.call(ANN, 'GET /api/v1/ca/conjunctions?limit=1000'))
  const critical = events.find(
    ({ conjunctionData: { riskLevel, timeToTca } }) => riskLevel === 'CRITICAL' && timeToTca > 0,
  )
  expect(critical).toMatchObject({ trend: 'RISING', object1: { name: 'SAT-2' } })
  const tcaMs = Date.parse(critical!.conjunctionData.tca)
  // The burn starts between two and a half revolutions before TCA and an hour before it, at the best time outside contacts.
  const search = { start: { unit: 'PERIODS', value: 2.5 }, until: new Date(tcaMs - 3_600_000).toISOString() }
  const body = JSON.stringify({ 'conjunction-id': critical!.conjunctionId, ...search })
  const plan = await bodyOf<PlanPreview>(await api.call(ANN, 'POST /api/v1/ca/manoeuvres/preview', { body }))
  expect(Date.parse(plan.commitAt)).toBeGreaterThan(Date.now())
  expect(plan.after.probability).toBeLessThan(ACCEPTED)
  expect(plan.command).toMatchObject({ basis: 'COMPUTED', contact: { station: 'SIMULATED North' } })
  // The demo's stations serve only its own satellites in low polar orbits, are marked as simulated, and are deleted with the demo; one commands.
  const stations = await bodyOf<GroundStation[]>(await api.call(ANN, 'GET /api/v1/ca/ground-stations'))
  expect(stations.map(({ name, satelliteIds, canCommand }) => [name, satelliteIds.length, canCommand])).toEqual([
    ['SIMULATED East', 3, false],
    ['SIMULATED Equator', 3, false],
    ['SIMULATED North', 3, true],
    ['SIMULATED South', 3, false],
    ['SIMULATED West', 3, false],
  ])
  // SAT-1, at 53°, is never high enough over the station: no contacts are known, and its burns are planned with the lead only.
  const ahead = events.find(
    ({ object1, conjunctionData }) => object1.name === 'SAT-1' && Date.parse(conjunctionData.tca) > Date.now() + DAY_MS,
  )!
  const about = JSON.stringify({ 'conjunction-id': ahead.conjunctionId, start: { unit: 'PERIODS', value: 1.5 } })
  expect((await api.call(ANN, 'POST /api/v1/ca/manoeuvres/preview', { body: about })).status).toBe(200)
})

test('one plan is a routine manoeuvre without an event: simulated, screened, and on one path with the exported plan of an event', async () => {
  const [plan, ...more] = await plansOf('has-event=false')
  expect(more).toEqual([])
  expect(plan).toMatchObject({
    state: 'SCREENED',
    isSimulated: true,
    conjunctionId: null,
    orbit: { source: 'EPHEMERIS' },
    burns: [{ frame: 'VNB' }, { frame: 'RTN', durationS: 42 }],
    steps: [
      { by: 'SIMULATED planner', why: expect.stringMatching(/^SIMULATED/) },
      { by: 'SIMULATED planner', state: 'SCREENED' },
    ],
  })
  const exported = (await plans()).find(({ state }) => state === 'EXPORTED')!
  expect(plan!.screening!.flownAlong).toContainEqual(
    expect.objectContaining({ kind: 'PLAN', id: exported.manoeuvreId }),
  )
  expect(plan!.screening!.events.length).toBeGreaterThan(0)
  expect(plan!.screening!.paths.map(({ type }) => type)).toEqual(PATH_TYPES)
  expect(Date.parse(plan!.commitAt)).toBeGreaterThan(Date.now() + DAY_MS)
})

test('a repeated run makes no plan twice, and closing the demo removes all plans', async () => {
  await api.database.query("update ca.demo set sent_until = '-infinity'")
  await demoWork().turn(floorAt(Date.now()), TENANT)
  expect(await plansOf('sort=createdAt')).toHaveLength(MANOEUVRE_STATES.length + 1)
  // The one unannounced burn is found, is marked as simulated, and is deleted with the demo.
  await silentBurnWork.turn(floorAt(Date.now()), TENANT)
  const silent = async () => bodyOf<SilentBurn[]>(await api.call(ANN, 'GET /api/v1/ca/burn-notices/silent'))
  expect(await silent()).toMatchObject([{ noradId: SILENT_BURN.noradId, isSimulated: true, direction: 'along-track' }])
  await api.call(ANN, 'DELETE /api/v1/ca/demo')
  expect(await plansOf('sort=createdAt')).toEqual([])
  expect(await silent()).toEqual([])
  expect(await bodyOf(await api.call(ANN, 'GET /api/v1/ca/ground-stations'))).toEqual([])
})

test('the element sets of one satellite contain the unannounced burn: its time, size and direction', () => {
  const openedAt = Date.parse('2026-11-20T07:02:27.000Z')
  const burns = detectBurns(silentBurnSets(openedAt))
  expect(burns).toHaveLength(1)
  const burn = burns[0]!
  expect(burn.direction).toBe('along-track')
  // Flight rule F17: the Δv is accurate to 20 % or 2 mm/s.
  expect(Math.abs(burn.deltaVMps - SILENT_BURN.alongMps)).toBeLessThan(0.2 * SILENT_BURN.alongMps)
  const at = epochOf(openedAt - SILENT_BURN.daysBeforeOpening * DAY_S * 1000)
  expect(secondsBetween(burn.from, at)).toBeGreaterThan(0)
  expect(secondsBetween(at, burn.to)).toBeGreaterThan(0)
})
