import { randomUUID } from 'node:crypto'
import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import { PlanRequest } from '@apsis/contract/ca/manoeuvre-plan.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { type PlanDesk, planAt } from '../testing/plan-desk.ts'
import { createDrafts } from './manoeuvre.service.ts'
import { manoeuvreWork } from './watch-work.ts'

/** Longer than any request is left alone, and shorter than until the last command of these plans. */
const LATER_MS = 5 * 60_000
/** Each moves the miss of 200 m so little that it fails: of a group of which none passes, none is withdrawn. */
const CANDIDATES = [201, 202, 203].map((value) => ({ target: { kind: 'MISS_DISTANCE', value } }))

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const floorAt = (at: number, signal = new AbortController().signal) => {
  const { db, queue } = api.api.platform
  return { db, queue, log: api.log, now: () => at, signal }
}
const watch = (desk: PlanDesk, at: number) => manoeuvreWork().turn(floorAt(at), desk.tenantId)

/** A group as a request leaves it that is killed between two of its transactions: the drafts are there, some are screened. */
async function cutOff(organisation: string, screened: number) {
  const desk = await planAt(api, organisation)
  const groupId = randomUUID()
  const owner = { kind: 'person', tenantId: desk.tenantId, subject: 'ada', username: 'ada' } as const
  const { conjunctionId } = desk
  const requests = CANDIDATES.map((one) => PlanRequest.parse(one))
  const asked = { owner, requestId: 'cut-off' }
  const drafts = await createDrafts(floorAt(Date.now()), asked, { conjunctionId, requests, groupId })
  for (const draft of drafts.slice(0, screened)) await desk.moved(draft, { state: 'SCREENED' })
  return { desk, drafts, group: () => groupOf(desk, groupId) }
}

async function groupOf(desk: PlanDesk, groupId: string): Promise<Manoeuvre[]> {
  const list = await desk.ada.read<Manoeuvre[]>(`/manoeuvres?group-id=${groupId}`)
  return list.toSorted((a, b) => (a.groupRank ?? 0) - (b.groupRank ?? 0))
}
const statesOf = (group: readonly Manoeuvre[]) => group.map(({ state }) => state)

test.each([0, 1, 2])(
  'a group whose request was cut off with %i candidates screened is finished',
  async (screened) => {
    const { desk, group } = await cutOff(`cut-off-${screened}`, screened)
    const before = statesOf(await group())
    expect(before).toEqual(CANDIDATES.map((_, place) => (place < screened ? 'SCREENED' : 'DRAFT')))
    // The request may still be at work.
    await watch(desk, Date.now())
    expect(statesOf(await group())).toEqual(before)
    await watch(desk, Date.now() + LATER_MS)
    const after = await group()
    expect(statesOf(after)).toEqual(['SCREENED', 'SCREENED', 'SCREENED'])
    expect(after.every(({ screening }) => screening !== null)).toBe(true)
    // Another turn, as of a worker that was killed before it handed back the first, does nothing twice.
    await watch(desk, Date.now() + LATER_MS)
    for (const { steps } of await group())
      expect(steps.filter(({ action, state }) => action === 'MOVE' && state === 'SCREENED')).toHaveLength(1)
  },
  120_000,
)

test('a candidate that a person takes back to a draft stays one, and so does a draft of no group', async () => {
  const { desk, drafts, group } = await cutOff('taken-back', 3)
  const alone = await desk.planned()
  await desk.moved(await desk.read(drafts[1]!.manoeuvreId), { state: 'DRAFT', why: 'not yet' })
  await watch(desk, Date.now() + LATER_MS)
  expect(statesOf(await group())).toEqual(['SCREENED', 'DRAFT', 'SCREENED'])
  expect((await desk.read(alone.manoeuvreId)).state).toBe('DRAFT')
}, 120_000)

test('a group that was cut off before a newer message ends with it', async () => {
  const { desk, group } = await cutOff('outdated', 1)
  await desk.ada.take(cdmText({ createdAt: '2029-12-31T00:00:00.000' }))
  await watch(desk, Date.now() + LATER_MS)
  expect(statesOf(await group())).toEqual(['SUPERSEDED', 'SUPERSEDED', 'SUPERSEDED'])
}, 120_000)

test('a slow request and the work that takes it for cut off end with the same group, each candidate screened once', async () => {
  const desk = await planAt(api, 'both')
  let isOver = false
  const asking = desk.ada
    .json('POST /api/v1/ca/manoeuvres/groups', { 'conjunction-id': desk.conjunctionId, candidates: CANDIDATES })
    .finally(() => {
      isOver = true
    })
  while (!isOver) await watch(desk, Date.now() + LATER_MS)
  const answer = await asking
  expect(answer.status, await answer.clone().text()).toBe(201)
  const made = await bodyOf<Manoeuvre[]>(answer)
  expect(statesOf(made)).toEqual(['SCREENED', 'SCREENED', 'SCREENED'])
  for (const { steps } of await groupOf(desk, made[0]!.groupId!))
    expect(steps.filter(({ action, state }) => action === 'MOVE' && state === 'SCREENED')).toHaveLength(1)
}, 120_000)
