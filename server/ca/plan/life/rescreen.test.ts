import { randomUUID } from 'node:crypto'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { type PlanOperator, planAt } from '../../testing/plan-operator.ts'
import { candidateWork } from './group.ts'
import { createDrafts } from './plan.service.ts'
import { manoeuvreWork } from './watch-work.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const floorAt = (now: () => number = Date.now) => {
  const { db, queue } = api.api.platform
  return { db, queue, log: api.log, now, signal: new AbortController().signal }
}
const turn = ({ tenantId }: PlanOperator) => candidateWork().turn(floorAt(), tenantId)
const screenedAt = async (operator: PlanOperator) => operator.moved(await operator.planned(), { state: 'SCREENED' })
const takeOther = ({ ada }: PlanOperator) =>
  ada.take(
    cdmText({
      createdAt: '2029-12-30T00:00:00.000',
      objects: ['43617', '90002'],
      tca: '2030-01-06T00:00:00.000',
      missM: 20_000,
    }),
  )
const announce = ({ ada }: PlanOperator) =>
  ada.json('POST /api/v1/ca/burn-notices', {
    noradId: 90001,
    ignition: '2030-01-05T03:00:00.000Z',
    announcedBy: 'Example Orbital',
  })
const worseOf = async (operator: PlanOperator) =>
  (await operator.notices()).filter(({ finding }) => finding?.code === 'plan-screening-worse')

test('a plan that waits for its approval is screened again when another event has new data, and is approved on the new screening', async () => {
  const operator = await planAt(api, 'anew')
  const screened = await screenedAt(operator)
  await takeOther(operator)
  const refused = await operator.move(screened, { state: 'APPROVED' })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('screened anew by itself')
  await turn(operator)
  const anew = await operator.read(screened.manoeuvreId)
  expect(anew).toMatchObject({ state: 'SCREENED', screening: { verdict: 'PASS' } })
  expect(anew.screening!.events).toHaveLength(2)
  expect(anew.version).toBeGreaterThan(screened.version)
  expect(anew.steps.at(-1)).toMatchObject({
    by: 'ca.manoeuvres',
    action: 'MOVE',
    state: 'SCREENED',
    cause: { reason: 'screened-anew', verdict: 'PASS' },
  })
  expect(await worseOf(operator)).toEqual([])
  // A person who has read the old screening cannot approve the new one unseen, and nothing is screened twice.
  expect((await operator.move(screened, { state: 'APPROVED' })).status).toBe(412)
  await turn(operator)
  expect((await operator.read(screened.manoeuvreId)).version).toBe(anew.version)
  expect((await operator.moved(anew, { state: 'APPROVED' })).state).toBe('APPROVED')
})

test('a screening that is worse than before is reported once, and its approval needs a reason', async () => {
  const operator = await planAt(api, 'worse')
  const screened = await screenedAt(operator)
  await announce(operator)
  await turn(operator)
  await turn(operator)
  const anew = await operator.read(screened.manoeuvreId)
  expect(anew).toMatchObject({ state: 'SCREENED', screening: { verdict: 'NOT_ASSESSED' } })
  const cause = { reason: 'screened-worse', verdict: 'NOT_ASSESSED', before: 'PASS' }
  expect(anew.steps.at(-1)).toMatchObject({ state: 'SCREENED', cause })
  const [told, ...more] = await worseOf(operator)
  expect(more).toEqual([])
  expect(told).toMatchObject({ level: 'caution', finding: { values: { ...cause, plan: anew.name } } })
  expect((await operator.move(anew, { state: 'APPROVED' })).status).toBe(422)
  expect((await operator.moved(anew, { state: 'APPROVED', why: 'agreed with them' })).state).toBe('APPROVED')
})

test('a screened plan without a group is on the list of plans to screen again', async () => {
  const operator = await planAt(api, 'listed')
  await screenedAt(operator)
  const listed = "name = 'ca.candidates'"
  await api.database.query(`delete from platform.recurring_work where ${listed}`)
  await manoeuvreWork().turn(floorAt(), operator.tenantId)
  const rows = await api.database.query(`select tenant_id from platform.recurring_work where ${listed}`)
  expect(rows).toContainEqual({ tenant_id: operator.tenantId })
})

test('a plan whose new screening fails in twelve runs ends with the reason', async () => {
  const operator = await planAt(api, 'failing-anew')
  const { manoeuvreId } = await screenedAt(operator)
  await announce(operator)
  // This is an internal fault, which no input of a person can cause, and not a refusal.
  await api.database.query(`update ca.manoeuvre set propulsion = 'null' where id = '${manoeuvreId}'`)
  const work = candidateWork()
  for (let turns = 0; turns < 11; turns += 1) await work.turn(floorAt(), operator.tenantId)
  expect((await operator.read(manoeuvreId)).state).toBe('SCREENED')
  await work.turn(floorAt(), operator.tenantId)
  const ended = await operator.read(manoeuvreId)
  expect(ended.steps.at(-1)).toMatchObject({ state: 'SUPERSEDED', cause: { reason: 'rescreening-failed', tries: 12 } })
})

test('no candidate is chosen on the basis of an outdated screening', async () => {
  const operator = await planAt(api, 'choice')
  const owner = { kind: 'person', tenantId: operator.tenantId, subject: 'ada', username: 'ada' } as const
  const drafts = await createDrafts(
    floorAt(),
    { owner, requestId: 'choice' },
    {
      conjunctionId: operator.conjunctionId,
      requests: [PlanRequest.parse({}), PlanRequest.parse({})],
      groupId: randomUUID(),
      notes: '',
    },
  )
  for (const draft of drafts) await operator.moved(draft, { state: 'SCREENED' })
  await takeOther(operator)
  const states = async () => Promise.all(drafts.map(async (one) => (await operator.read(one.manoeuvreId)).state))
  // A clock on which every reading is a minute later: no run has time to screen.
  let looks = 0
  const begun = Date.now()
  await candidateWork().turn(
    floorAt(() => begun + 60_000 * looks++),
    operator.tenantId,
  )
  expect(await states()).toEqual(['SCREENED', 'SCREENED'])
  await turn(operator)
  expect(await states()).toEqual(['SCREENED', 'SUPERSEDED'])
})

test('a sent plan of a removed satellite is listed, and is withdrawn with its file', async () => {
  const operator = await planAt(api, 'removed')
  const approvedPlan = await operator.moved(await screenedAt(operator), { state: 'APPROVED' })
  const out = await operator.moved(approvedPlan, { state: 'EXPORTED', why: 'exercise' })
  expect((await operator.ada.call(`DELETE /api/v1/ca/satellites/${operator.satellite.satelliteId}`)).status).toBe(204)
  expect(await operator.ada.read<Plan[]>('/manoeuvres')).toMatchObject([
    { manoeuvreId: out.manoeuvreId, state: 'EXPORTED' },
  ])
  expect((await operator.moved(out, { state: 'ABORTED', why: 'not ours any more' })).state).toBe('ABORTED')
  const file = await operator.file(out, 'format=withdrawal')
  expect(file.status, file.text).toBe(200)
  expect(file.name).toContain('WITHDRAWN')
})
