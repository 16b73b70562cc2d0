import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { approved, planAt } from '../testing/plan-desk.ts'
import { updateManoeuvre } from './move.service.ts'
import { manoeuvreWork } from './watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const HOUR_MS = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

/** An event for which a burn was exported, and what comes after it. */
async function flownAt(organisation: string) {
  const desk = await planAt(api, organisation)
  const plan = await desk.moved(await approved(desk), { state: 'EXPORTED', why: 'none was asked' })
  const ignitionMs = Date.parse(plan.ignitionEpoch)
  const { db, queue } = api.api.platform
  return {
    ...desk,
    plan,
    ignitionMs,
    watch: (at: number) =>
      manoeuvreWork.turn(
        { db, queue, log: api.log, now: () => at, signal: new AbortController().signal },
        desk.tenantId,
      ),
    step: (state: 'EXECUTED' | 'VERIFIED', more: object = {}) =>
      updateManoeuvre(
        { ...api.api.platform, now: () => ignitionMs + HOUR_MS },
        { owner: { kind: 'person', tenantId: desk.tenantId, subject: 'ada', username: 'ada' }, requestId: 'test' },
        { id: plan.manoeuvreId, change: { state, why: '', ...more }, ifMatch: '*' },
      ),
    /** A message made some hours after ignition, of an orbit of the satellite fitted to observations until some hours after it. */
    take: ([madeH, observedH]: readonly [number, number], missM: number) => {
      const observed = iso(ignitionMs + observedH * HOUR_MS).replace('Z', '')
      const text = cdmText({ createdAt: iso(ignitionMs + madeH * HOUR_MS), missM })
      return desk.ada.take(text.replace('X = 7000 ', `TIME_LASTOB_END = ${observed}\nX = 7000 `))
    },
    event: async () => {
      const [event] = await desk.ada.events()
      if (event === undefined) throw new Error('there is no event')
      return event
    },
  }
}
const found = (deltaVMps: number) => ({ found: { deltaVMps, sigmaMps: 0.05 * deltaVMps, source: 'own.oem' } })

test('a verified burn mitigates its event once data from after it are below what is accepted, until newer data raise it', async () => {
  const flown = await flownAt('mitigated-by-burn')
  const { plan, ignitionMs, watch, step, take, event } = flown
  await step('EXECUTED')
  await take([2, 1], 3_000)
  await watch(ignitionMs + 2 * HOUR_MS)
  // Nothing is mitigated by a burn that nobody has verified.
  expect((await event()).state).toBe('OPEN')
  await step('VERIFIED', found(plan.totalDeltaVMagnitude))
  await watch(ignitionMs + 2 * HOUR_MS)
  expect(await event()).toMatchObject({ state: 'MITIGATED', action: 'NONE', activeCdmId: null })
  const levels = await flown.ada.read<{ reason: string }[]>(`/conjunctions/${flown.conjunctionId}/levels`)
  expect(levels.at(-1)?.reason).toBe('mitigated')
  // A newer message that is as harmless leaves it so after a turn; one that is not opens it.
  await take([3, 2.5], 3_000)
  await watch(ignitionMs + 3 * HOUR_MS)
  expect((await event()).state).toBe('MITIGATED')
  await take([4, 3.5], 10)
  await watch(ignitionMs + 4 * HOUR_MS)
  const opened = await event()
  expect(opened.state).toBe('OPEN')
  expect(opened.conjunctionData.probabilityOfCollision).toBeGreaterThan(1e-4)
}, 60_000)

test('data from before the burn mitigate nothing, however harmless they are', async () => {
  const { plan, ignitionMs, watch, step, take, event } = await flownAt('mitigated-too-early')
  await step('EXECUTED')
  await step('VERIFIED', found(plan.totalDeltaVMagnitude))
  await take([2, -1], 3_000)
  await watch(ignitionMs + 3 * HOUR_MS)
  expect((await event()).state).toBe('OPEN')
}, 60_000)
