import { randomUUID } from 'node:crypto'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { TaskLimitError } from '../../../platform/thread/task.ts'
import { refuseTooCostly } from '../../../platform/thread/task-failure.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { type PlanOperator, planAt } from '../../testing/plan-operator.ts'
import { refuseCostly } from '../record/refuse.ts'
import { candidateWork, isFinalRefusal } from './group.ts'
import { createDrafts } from './plan.service.ts'
import { manoeuvreWork } from './watch-work.ts'

/** This is before the last command of these plans. */
const LATER_MS = 5 * 60_000
/** Each burn changes the miss of 200 m so little that it fails. In a group without a passing candidate, no candidate is withdrawn. */
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
/** Runs the plan watch once, and the work that screens candidates once. */
async function watch(operator: PlanOperator, at: number) {
  await manoeuvreWork().turn(floorAt(at), operator.tenantId)
  await candidateWork().turn(floorAt(at), operator.tenantId)
}

/** Makes a group of drafts, some of them screened, as a worker leaves it when it is killed between two of its transactions. */
async function cutOff(organisation: string, screened: number) {
  const operator = await planAt(api, organisation)
  const groupId = randomUUID()
  const owner = { kind: 'person', tenantId: operator.tenantId, subject: 'ada', username: 'ada' } as const
  const { conjunctionId } = operator
  const requests = CANDIDATES.map((one) => PlanRequest.parse(one))
  const asked = { owner, requestId: 'cut-off' }
  const drafts = await createDrafts(floorAt(Date.now()), asked, { conjunctionId, requests, groupId, notes: '' })
  for (const draft of drafts.slice(0, screened)) await operator.moved(draft, { state: 'SCREENED' })
  return { operator, drafts, group: () => groupOf(operator, groupId) }
}

async function groupOf(operator: PlanOperator, groupId: string): Promise<Plan[]> {
  const list = await operator.ada.read<Plan[]>(`/manoeuvres?group-id=${groupId}`)
  return list.toSorted((a, b) => (a.groupRank ?? 0) - (b.groupRank ?? 0))
}
const statesOf = (group: readonly Plan[]) => group.map(({ state }) => state)

test.each([0, 1, 2])(
  'a group whose run was interrupted with %i candidates screened is finished by the next run',
  async (screened) => {
    const { operator, group } = await cutOff(`cut-off-${screened}`, screened)
    const before = statesOf(await group())
    expect(before).toEqual(CANDIDATES.map((_, place) => (place < screened ? 'SCREENED' : 'DRAFT')))
    await watch(operator, Date.now())
    const after = await group()
    expect(statesOf(after)).toEqual(['SCREENED', 'SCREENED', 'SCREENED'])
    expect(after.every(({ screening }) => screening !== null)).toBe(true)
    // A second run, as after a worker that was killed before it finished the first run, repeats nothing.
    await watch(operator, Date.now())
    for (const { steps } of await group())
      expect(steps.filter(({ action, state }) => action === 'MOVE' && state === 'SCREENED')).toHaveLength(1)
  },
)

test('a candidate that a person sets back to a draft remains a draft, and a draft without a group remains one, too', async () => {
  const { operator, drafts, group } = await cutOff('taken-back', 3)
  const alone = await operator.planned()
  await operator.moved(await operator.read(drafts[1]!.manoeuvreId), { state: 'DRAFT', why: 'not yet' })
  await watch(operator, Date.now() + LATER_MS)
  expect(statesOf(await group())).toEqual(['SCREENED', 'DRAFT', 'SCREENED'])
  expect((await operator.read(alone.manoeuvreId)).state).toBe('DRAFT')
})

test('the plan watch does not wait for candidates, and wakes the work that screens them', async () => {
  const { operator, group } = await cutOff('apart', 0)
  const [tenant, listed] = [operator.tenantId, "name = 'ca.candidates'"]
  await api.database.query(`delete from platform.recurring_work where ${listed}`)
  await manoeuvreWork().turn(floorAt(Date.now()), tenant)
  expect(statesOf(await group())).toEqual(['DRAFT', 'DRAFT', 'DRAFT'])
  const rows = await api.database.query(`select tenant_id from platform.recurring_work where ${listed}`)
  expect(rows).toContainEqual({ tenant_id: tenant })
})

test('no more than 30 candidates of an organisation wait for their screening', async () => {
  const operator = await planAt(api, 'many')
  const ask = () =>
    operator.ada.json('POST /api/v1/ca/manoeuvres/groups', {
      'conjunction-id': operator.conjunctionId,
      candidates: [...CANDIDATES, ...CANDIDATES],
    })
  for (let place = 0; place < 5; place += 1) expect((await ask()).status).toBe(201)
  const refused = await ask()
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ errors: [{ code: 'manoeuvre.too-many-candidates' }] })
})

test('a message that arrives while candidates are screened ends them like any draft', async () => {
  const { operator, group } = await cutOff('meanwhile', 0)
  await operator.ada.take(cdmText({ createdAt: '2029-12-31T00:00:00.000' }))
  await candidateWork().turn(floorAt(Date.now()), operator.tenantId)
  expect(statesOf(await group())).toEqual(['DRAFT', 'DRAFT', 'DRAFT'])
  await watch(operator, Date.now())
  for (const { steps } of await group())
    expect(steps.at(-1)).toMatchObject({ state: 'SUPERSEDED', cause: { reason: 'newer-message' } })
})

test('candidates that cannot be screened end with the reason, which is reported once; candidates that a person screened stay', async () => {
  const { operator, group } = await cutOff('refused', 1)
  expect((await operator.ada.call(`DELETE /api/v1/ca/satellites/${operator.satellite.satelliteId}`)).status).toBe(204)
  await candidateWork().turn(floorAt(Date.now()), operator.tenantId)
  const [kept, ...ended] = await group()
  expect(kept?.state).toBe('SCREENED')
  const refused = 'The satellite of the plan was removed.'
  for (const { steps } of ended)
    expect(steps.at(-1)).toMatchObject({ state: 'SUPERSEDED', cause: { reason: 'group-refused', refused } })
  expect((await operator.notices()).filter(({ message }) => message.includes(refused))).toHaveLength(1)
})

test('a candidate whose screening fails in each run ends after twelve runs, even across restarts of workers, and its group continues', async () => {
  const { operator, drafts, group } = await cutOff('failing', 0)
  const [first] = drafts
  // This is an internal fault, which no input of a person can cause, and not a refusal.
  await api.database.query(`update ca.manoeuvre set propulsion = 'null' where id = '${first!.manoeuvreId}'`)
  // Each run belongs to a worker that has just been started.
  const turn = () => candidateWork().turn(floorAt(Date.now()), operator.tenantId)
  for (let turns = 0; turns < 11; turns += 1) await turn()
  expect(statesOf(await group())).toEqual(['DRAFT', 'SCREENED', 'SCREENED'])
  await turn()
  const [ended] = await group()
  expect(ended?.steps.at(-1)).toMatchObject({ state: 'SUPERSEDED', cause: { reason: 'screening-failed', tries: 12 } })
  expect(
    (await operator.notices()).filter(({ finding }) => finding?.values.reason === 'screening-failed'),
  ).toHaveLength(1)
  // The second candidate is the most preferred of the remaining ones, and the group does not wait for the first.
  for (let turns = 0; turns < 3; turns += 1) await watch(operator, Date.now())
  expect(statesOf(await group())[0]).toBe('SUPERSEDED')
  expect((await group()).some(({ state }) => state === 'DRAFT')).toBe(false)
})

test('a screening that took too long does not end a group, but one that needs too much memory does', async () => {
  const refusal = (limit: TaskLimitError) =>
    refuseCostly('too-costly', () => Promise.reject(limit)).catch((error: unknown) => error)
  const [long, large, said] = await Promise.all([
    refusal(new TaskLimitError('more than 15 s', true, 15)),
    refusal(new TaskLimitError('more than 512 MiB of memory', false, 512)),
    refusal(new TaskLimitError('more than may be answered')),
  ])
  expect([long, large, said].map(isFinalRefusal)).toEqual([false, true, true])
  const code = 'manoeuvre.too-costly'
  expect(long).toMatchObject({ errors: [{ code, values: { limit: 'time', most: 15 } }] })
  expect((long as Error).message).toBe('The plan takes more than 15 s: ask for a later start or a shorter window.')
  expect(large).toMatchObject({ errors: [{ code, values: { limit: 'memory', most: 512 } }] })
  expect((large as Error).message).toContain('more than 512 MiB of memory')
  expect(said).toMatchObject({ errors: [{ code, values: { limit: 'answer' } }] })
  // A limit error that other code has wrapped gives the same refusal; any other error passes through.
  const told = await refuseCostly('contacts-too-costly', () =>
    refuseTooCostly(
      () => Promise.reject(new TaskLimitError('more than 30 s', true, 30)),
      (what) => `They take ${what}.`,
    ),
  ).catch((error: unknown) => error)
  expect(told).toMatchObject({ errors: [{ code: 'manoeuvre.contacts-too-costly', values: { most: 30 } }] })
  const lost = new Error('lost')
  await expect(refuseCostly('too-costly', () => Promise.reject(lost))).rejects.toBe(lost)
})

test('a group that was interrupted before a newer message arrived ends with that message', async () => {
  const { operator, group } = await cutOff('outdated', 1)
  await operator.ada.take(cdmText({ createdAt: '2029-12-31T00:00:00.000' }))
  await watch(operator, Date.now() + LATER_MS)
  expect(statesOf(await group())).toEqual(['SUPERSEDED', 'SUPERSEDED', 'SUPERSEDED'])
})

test('the request for candidates returns the drafts at once, and of two parallel runs each candidate is screened once', async () => {
  const operator = await planAt(api, 'both')
  const answer = await operator.ada.json('POST /api/v1/ca/manoeuvres/groups', {
    'conjunction-id': operator.conjunctionId,
    candidates: CANDIDATES,
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
  const made = await bodyOf<Plan[]>(answer)
  expect(made.map(({ state, groupRank }) => [state, groupRank])).toEqual([
    ['DRAFT', 1],
    ['DRAFT', 2],
    ['DRAFT', 3],
  ])
  expect((await operator.ada.read<Plan[]>('/manoeuvres?has-group=true')).length).toBe(3)
  await Promise.all([watch(operator, Date.now()), watch(operator, Date.now())])
  const group = await groupOf(operator, made[0]!.groupId!)
  expect(statesOf(group)).toEqual(['SCREENED', 'SCREENED', 'SCREENED'])
  for (const { steps } of group)
    expect(steps.filter(({ action, state }) => action === 'MOVE' && state === 'SCREENED')).toHaveLength(1)
})

test('a run that has used up its time for screenings leaves the other candidates to the next run', async () => {
  const { operator, group } = await cutOff('slow', 0)
  const begun = Date.now()
  // A clock on which every reading is 15 s later.
  let looks = 0
  const slow = { ...floorAt(begun), now: () => begun + 15_000 * looks++ }
  await candidateWork().turn(slow, operator.tenantId)
  expect(statesOf(await group())).toContain('DRAFT')
  await watch(operator, Date.now())
  expect(statesOf(await group())).toEqual(['SCREENED', 'SCREENED', 'SCREENED'])
})
