import { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../../jobs.ts'
import { openQueue, type Queue } from '../../../platform/jobs/jobs.ts'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { approved, planAt } from '../../testing/plan-operator.ts'
import { changePlan } from '../life/plan-state.service.ts'
import { manoeuvreWork } from '../life/watch-work.ts'

/** The default probability from which an event is CRITICAL. */
const { acceptedCollisionProbability: ACCEPTED } = Thresholds.parse({})

let api: TestApi
let worker: Queue
beforeAll(async () => {
  api = await startTestApi()
  worker = await openQueue({ url: api.database.appUrl, pool: 4, log: api.log }, 'worker')
  await worker.work(
    JOBS.filter(({ name }) => name === 'ca.reassess'),
    api.api.platform.db,
  )
})
afterAll(async () => {
  await worker.stop(5_000)
  await api.close()
})

const HOUR_MS = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

/** Makes an event for which a burn was exported, and the actions after it. */
async function flownAt(organisation: string) {
  const operator = await planAt(api, organisation)
  const plan = await operator.moved(await approved(operator), { state: 'EXPORTED', why: 'none was asked' })
  const ignitionMs = Date.parse(plan.ignitionEpoch)
  const { db, queue } = api.api.platform
  return {
    ...operator,
    plan,
    ignitionMs,
    watch: (at: number) =>
      manoeuvreWork().turn(
        { db, queue, log: api.log, now: () => at, signal: new AbortController().signal },
        operator.tenantId,
      ),
    step: (state: 'EXECUTED' | 'VERIFIED', more: object = {}) =>
      changePlan(
        { ...api.api.platform, now: () => ignitionMs + HOUR_MS },
        { owner: { kind: 'person', tenantId: operator.tenantId, subject: 'ada', username: 'ada' }, requestId: 'test' },
        { id: plan.manoeuvreId, change: { state, why: 'telemetry', ...more }, ifMatch: '*' },
      ),
    /** Takes a message made some hours after ignition, with an orbit of the satellite fitted to observations until some hours after it. */
    take: ([madeH, observedH]: readonly [number, number], missM: number) => {
      const observed = iso(ignitionMs + observedH * HOUR_MS).replace('Z', '')
      const text = cdmText({ createdAt: iso(ignitionMs + madeH * HOUR_MS), missM })
      return operator.ada.take(text.replace('X = 7000 ', `TIME_LASTOB_END = ${observed}\nX = 7000 `))
    },
    event: async () => {
      const [event] = await operator.ada.events()
      if (event === undefined) throw new Error('there is no event')
      return event
    },
  }
}
/** Returns the title of each notice that an event is mitigated, and its plan. */
async function toldOfMitigation({ notices }: Awaited<ReturnType<typeof flownAt>>): Promise<string[]> {
  const told = (await notices()).filter(({ finding }) => finding?.code === 'event-mitigated')
  return told.map(({ title, finding }) => `${title}: ${String(finding?.values.plan)}`)
}

const found = (deltaVMps: number) => ({ found: { deltaVMps, sigmaMps: 0.05 * deltaVMps, source: 'own.oem' } })

test('a verified burn mitigates its event once data from after the burn are below the accepted probability, until newer data raise it', async () => {
  const flown = await flownAt('mitigated-by-burn')
  const { plan, ignitionMs, watch, step, take, event } = flown
  await step('EXECUTED')
  await take([2, 1], 3_000)
  await watch(ignitionMs + 2 * HOUR_MS)
  // A burn that nobody has verified mitigates nothing.
  expect((await event()).state).toBe('OPEN')
  await step('VERIFIED', found(plan.totalDeltaVMagnitude))
  await watch(ignitionMs + 2 * HOUR_MS)
  expect(await event()).toMatchObject({
    state: 'MITIGATED',
    action: 'NONE',
    activeCdmId: null,
    mitigation: { plan: plan.name, aboveProbability: ACCEPTED },
  })
  expect(await toldOfMitigation(flown)).toEqual([`Mitigated by a burn: ${plan.name}`])
  const [notice] = (await flown.notices()).filter(({ finding }) => finding?.code === 'event-mitigated')
  expect(notice?.message).toMatch(/Nothing to decide unless Pc rises above 1\.00e-4\.$/)
  const levels = await flown.ada.read<{ reason: string }[]>(`/conjunctions/${flown.conjunctionId}/levels`)
  expect(levels.at(-1)?.reason).toBe('mitigated')
  // A newer message that is as harmless leaves the event mitigated after a run; a worse message reopens it.
  await take([3, 2.5], 3_000)
  await watch(ignitionMs + 3 * HOUR_MS)
  expect((await event()).state).toBe('MITIGATED')
  // The notice was sent once.
  expect(await toldOfMitigation(flown)).toHaveLength(1)
  await take([4, 3.5], 10)
  await watch(ignitionMs + 4 * HOUR_MS)
  const opened = await event()
  expect(opened.state).toBe('OPEN')
  expect(opened.conjunctionData.probabilityOfCollision).toBeGreaterThan(ACCEPTED)
})

test('another burn for a mitigated event needs the approver to confirm that the mitigation was seen', async () => {
  const flown = await flownAt('mitigated-approval')
  const { plan, ignitionMs, watch, step, take, event } = flown
  await step('EXECUTED')
  await step('VERIFIED', found(plan.totalDeltaVMagnitude))
  await take([2, 1], 3_000)
  await watch(ignitionMs + 2 * HOUR_MS)
  expect((await event()).state).toBe('MITIGATED')
  const other = await flown.moved(await flown.planned(), { state: 'SCREENED' })
  const refused = await flown.move(other, { state: 'APPROVED', why: 'closer than I like' })
  expect([refused.status, (await bodyOf<Problem>(refused)).errors]).toMatchObject([
    422,
    [{ code: 'manoeuvre.mitigated-already', pointer: '#/isMitigationSeen', values: { plan: plan.name } }],
  ])
  const seen = { state: 'APPROVED', why: 'closer than I like', isMitigationSeen: true }
  expect((await flown.moved(other, seen)).state).toBe('APPROVED')
})

test('a repeated mitigation is reported again if a growth of the probability was reported in between', async () => {
  const flown = await flownAt('mitigated-twice')
  const { plan, ignitionMs, watch, step, take, event } = flown
  await step('EXECUTED')
  await step('VERIFIED', found(plan.totalDeltaVMagnitude))
  await take([2, 1], 3_000)
  await watch(ignitionMs + 2 * HOUR_MS)
  expect(await toldOfMitigation(flown)).toHaveLength(1)
  const levels = () => flown.ada.read<unknown[]>(`/conjunctions/${flown.conjunctionId}/levels`)
  const before = await levels()
  // One harmless message has not lowered the level. This message does not raise the level, and is reported.
  await take([3, 2.5], 200)
  expect(await levels()).toEqual(before)
  const grown = (await flown.notices()).filter(({ finding }) => finding?.code === 'risk-grew')
  expect(grown.map(({ level }) => level)).toEqual(['serious'])
  await take([4, 3.5], 3_000)
  await watch(ignitionMs + 4 * HOUR_MS)
  expect((await event()).state).toBe('MITIGATED')
  expect(await toldOfMitigation(flown)).toHaveLength(2)
})

test('data from before the burn mitigate nothing, however harmless they are', async () => {
  const { plan, ignitionMs, watch, step, take, event } = await flownAt('mitigated-too-early')
  await step('EXECUTED')
  await step('VERIFIED', found(plan.totalDeltaVMagnitude))
  await take([2, -1], 3_000)
  await watch(ignitionMs + 3 * HOUR_MS)
  expect((await event()).state).toBe('OPEN')
})

test('after ignition a message with an orbit from before the burn has no effect: the event keeps its level, and awaits data (F15)', async () => {
  const { ignitionMs, take, event, ada } = await flownAt('before-burn')
  const had = await event()
  expect(had.levelCauses).not.toContain('awaiting-after-burn')
  // The level does not change, whatever the number and the content of messages that do not include the burn.
  for (const [made, missM] of [
    [1, 20_000],
    [2, 20_000],
    [3, 10],
  ] as const) {
    await take([made, -0.5], missM)
    const kept = await event()
    expect(kept).toMatchObject({
      activeCdmId: had.activeCdmId,
      conjunctionData: {
        riskLevel: had.conjunctionData.riskLevel,
        totalMissDistance: had.conjunctionData.totalMissDistance,
      },
      messages: had.messages + made,
      trend: had.trend,
    })
    expect(kept.levelCauses).toContain('awaiting-after-burn')
  }
  // The first orbit from after the burn affects the event again, and an older one that arrives later does not.
  const [known] = await take([5, 4], 150)
  expect(await event()).toMatchObject({ activeCdmId: known!.cdmId })
  await take([6, -0.5], 20_000)
  const after = await event()
  expect(after.activeCdmId).toBe(known!.cdmId)
  expect(after.levelCauses).not.toContain('awaiting-after-burn')
  // For a message that does not state the end of its observations, its creation date counts.
  const [unsaid] = await ada.take(cdmText({ createdAt: iso(ignitionMs + 7 * HOUR_MS), missM: 160 }))
  expect((await event()).activeCdmId).toBe(unsaid!.cdmId)
})

test('events that were left out for a burn count again when the burn is marked as not performed', async () => {
  const { take, event, moved, read, plan } = await flownAt('aborted-burn')
  const had = await event()
  const [message] = await take([1, -0.5], 150)
  expect((await event()).activeCdmId).toBe(had.activeCdmId)
  await moved(await read(plan.manoeuvreId), { state: 'ABORTED', why: 'the thruster did not start' })
  await expect.poll(async () => (await event()).activeCdmId).toBe(message!.cdmId)
})
