import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { cdmText } from '../../testing/cdm-text.ts'
import { approved, type PlanOperator, planAt } from '../../testing/plan-operator.ts'
import { manoeuvreWork } from '../life/watch-work.ts'
import { listOtherPlans } from '../record/beside.repository.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function watch({ tenantId }: PlanOperator): Promise<void> {
  const { db, queue } = api.api.platform
  const platform = { db, queue, log: api.log, now: Date.now, signal: new AbortController().signal }
  await manoeuvreWork().turn(platform, tenantId)
}

/** Another event of the satellite, half a day later and far enough from the burn of the first. */
const LATER = {
  createdAt: '2029-12-30T00:00:00.000',
  objects: ['43617', '90002'],
  tca: '2030-01-06T00:00:00.000',
} as const
const takeLater = async ({ ada }: PlanOperator, change: object = {}): Promise<string> => {
  const [taken] = await ada.take(cdmText({ ...LATER, ...change }))
  return String(taken!.conjunctionId)
}
const codesOf = ({ screening }: Plan) => (screening?.causes ?? []).map(({ code }) => code)
const refusalOf = async (answer: Response) => {
  const { errors = [] } = await bodyOf<Problem>(answer)
  return [answer.status, errors[0]?.code, errors[0]?.values?.case]
}
const OUT = { state: 'EXPORTED', why: 'not asked: exercise' }

test('a plan does not pass while another plan is under way, and each is screened with the other before it is sent (F10, F13)', async () => {
  const operator = await planAt(api, 'two-plans')
  const other = await takeLater(operator)
  const first = await approved(operator)
  const second = await bodyOf<Plan>(
    await operator.ada.json('POST /api/v1/ca/manoeuvres', {
      'conjunction-id': other,
      start: { unit: 'PERIODS', value: 1.5 },
    }),
  )
  const screened = await operator.moved(second, { state: 'SCREENED' })
  expect(screened.screening).toMatchObject({ verdict: expect.stringMatching(/^(NOT_ASSESSED|FAIL)$/) })
  const reason = screened.screening!.causes!.find(({ code }) => code === 'other-plan')
  expect(reason?.values).toEqual({
    object: first.name,
    state: 'APPROVED',
    fromAt: new Date(first.ignitionEpoch).toISOString(),
  })
  expect((await operator.move(screened, { state: 'APPROVED' })).status).toBe(422)
  await operator.moved(screened, { state: 'APPROVED', why: 'both were flown together by hand' })
  // The first plan was approved before the second one existed.
  expect(await refusalOf(await operator.move(first, OUT))).toEqual([409, 'manoeuvre.newer-data', 'EXPORTED'])
  await watch(operator)
  const held = await operator.read(first.manoeuvreId)
  expect(held).toMatchObject({ state: 'APPROVED', evaluation: { verdict: 'GO' } })
  expect(codesOf(held)).toContain('other-plan')
  expect((await operator.moved(held, OUT)).state).toBe('EXPORTED')
  // A verified burn is not in any message yet; it also counts for another plan of its own event.
  const besideOf = async (conjunctionId: string) => {
    const plan = { id: second.manoeuvreId, satellite_id: second.satelliteId, conjunction_id: conjunctionId }
    const rows = await api.api.platform.db.tenant(operator.tenantId, (tx) => listOtherPlans(tx, plan, new Date()))
    return [...new Set(rows.map(({ id, state }) => `${id} ${state}`))]
  }
  expect(await besideOf(first.conjunctionId)).toEqual([])
  for (const state of ['EXECUTED', 'PARTIAL', 'VERIFIED']) {
    await api.database.query('update ca.manoeuvre set state = $2 where id = $1', [first.manoeuvreId, state])
    expect(await besideOf(other)).toEqual([`${first.manoeuvreId} ${state}`])
    expect(await besideOf(first.conjunctionId)).toEqual([`${first.manoeuvreId} ${state}`])
  }
})

test('an announced burn of the other object before TCA keeps a plan from passing, and a later notice prevents its approval (F10)', async () => {
  const operator = await planAt(api, 'announced')
  const screened = await operator.moved(await operator.planned(), { state: 'SCREENED' })
  expect(screened.screening!.verdict).toBe('PASS')
  const announce = (ignition: string, noradId = 90001) =>
    operator.ada.json('POST /api/v1/ca/burn-notices', { noradId, ignition, announcedBy: 'Example Orbital' })
  // A burn that the message may contain, a burn after the encounter, and a burn of another object do not count.
  await announce('2029-12-29T00:00:00.000Z')
  await announce('2030-01-05T12:30:00.000Z')
  await announce('2030-01-05T03:00:00.000Z', 90009)
  const notice = await bodyOf<{ noticeId: string }>(await announce('2030-01-05T03:00:00.000Z'))
  expect(await refusalOf(await operator.move(screened, { state: 'APPROVED', why: 'x' }))).toEqual([
    409,
    'manoeuvre.newer-data',
    'APPROVED',
  ])
  const again = await operator.moved(await operator.moved(screened, { state: 'DRAFT' }), { state: 'SCREENED' })
  expect(again.screening).toMatchObject({ verdict: 'NOT_ASSESSED' })
  expect(again.screening!.causes).toEqual([
    {
      code: 'announced-burn',
      values: { object: 'OBJECT 90001', why: 'Example Orbital', fromAt: '2030-01-05T03:00:00.000Z' },
    },
  ])
  expect((await operator.move(again, { state: 'APPROVED' })).status).toBe(422)
  // A cancelled burn needs no new screening, and the written reason stays true.
  await operator.ada.call(`DELETE /api/v1/ca/burn-notices/${notice.noticeId}`)
  expect((await operator.moved(again, { state: 'APPROVED', why: 'seen' })).state).toBe('APPROVED')
})

/** Returns a message whose orbit of object 1 uses observations until a time. */
const observedUntil = (text: string, until: string) =>
  text.replace('X = 7000 ', `TIME_LASTOB_END = ${until}\nX = 7000 `)

test('the last observation of an object, not the creation date, decides if a message contains an announced burn of it (F10)', async () => {
  const operator = await planAt(api, 'last-observed')
  const announce = (ignition: string, noradId: number) =>
    operator.ada.json('POST /api/v1/ca/burn-notices', { noradId, ignition, announcedBy: 'Example Orbital' })
  // The message was made two days after the last observation of the satellite; for object 2 it states no last observation.
  const made = { createdAt: '2029-12-31T00:00:00.000' }
  await operator.ada.take(observedUntil(cdmText(made), '2029-12-29T00:00:00.000'))
  await announce('2029-12-28T12:00:00.000Z', 43617)
  await announce('2029-12-30T12:00:00.000Z', 90001)
  const first = await operator.moved(await operator.planned(), { state: 'SCREENED' })
  expect(codesOf(first)).not.toContain('announced-burn')
  // The first notice is the plan itself, announced to the minute by its own operator; the second is a burn of the other object at the same time.
  await announce(`${first.ignitionEpoch.slice(0, 16)}:00.000Z`, 43617)
  expect(codesOf(await screenedAnew(operator, first))).not.toContain('announced-burn')
  await announce('2029-12-30T12:00:00.000Z', 43617)
  const told = (await screenedAnew(operator, await operator.read(first.manoeuvreId))).screening!.causes!
  expect(told.filter(({ code }) => code === 'announced-burn')).toEqual([
    {
      code: 'announced-burn',
      values: { object: 'OBJECT 43617', why: 'Example Orbital', fromAt: '2029-12-30T12:00:00.000Z' },
    },
  ])
})

const screenedAnew = async (operator: PlanOperator, { manoeuvreId }: Plan) =>
  operator.moved(await operator.moved(await operator.read(manoeuvreId), { state: 'DRAFT' }), { state: 'SCREENED' })

test('an announced burn of the other object counts for a plan that begins at the same time (F10)', async () => {
  const operator = await planAt(api, 'same-time')
  const plan = await operator.planned()
  const ignition = new Date(plan.ignitionEpoch).toISOString()
  await operator.ada.json('POST /api/v1/ca/burn-notices', { noradId: 90001, ignition, announcedBy: 'Example Orbital' })
  expect(codesOf(await operator.moved(plan, { state: 'SCREENED' }))).toContain('announced-burn')
})

test('a plan of the other own satellite of an event counts if it burns before that event (F10)', async () => {
  const operator = await planAt(api, 'both-own', { cdm: { objects: ['43617', '43618'] } })
  await operator.ada.addSatellite(43618, {
    propulsion: { type: 'IMPULSIVE', thrustN: 1, ispS: 220 },
    wetMass: 260,
    hardBodyRadius: 5,
  })
  // The first message arrived before the other satellite was entered.
  await operator.ada.take(cdmText({ createdAt: '2029-12-30T01:00:00.000', objects: ['43617', '43618'] }))
  const takeOther = async (tca: string) => {
    const [taken] = await operator.ada.take(
      cdmText({ createdAt: '2029-12-30T00:00:00.000', objects: ['43618', '90002'], tca }),
    )
    return String(taken!.conjunctionId)
  }
  // Both burns are 4.5 revolutions of 97 minutes before their events: one before the event of both satellites, and one after it.
  const planOther = async (tca: string) => {
    const asked = { 'conjunction-id': await takeOther(tca), start: { unit: 'PERIODS', value: 4.5 } }
    const drafted = await bodyOf<Plan>(await operator.ada.json('POST /api/v1/ca/manoeuvres', asked))
    return operator.moved(await operator.moved(drafted, { state: 'SCREENED' }), { state: 'APPROVED', why: 'exercise' })
  }
  const besideOf = async () => {
    const screened = await operator.moved(await operator.planned(), { state: 'SCREENED' })
    const told = screened.screening!.causes!.filter(({ code }) => code === 'other-plan')
    return told.map(({ values }) => values.object)
  }
  await planOther('2030-01-06T06:00:00.000')
  expect(await besideOf()).toEqual([])
  const before = await planOther('2030-01-05T13:00:00.000')
  expect(await besideOf()).toEqual([before.name])
})

test('a message of another event that arrives after the screening keeps a plan from being approved on it (F12)', async () => {
  const operator = await planAt(api, 'stale')
  const screened = await operator.moved(await operator.planned(), { state: 'SCREENED' })
  await takeLater(operator, { missM: 20_000 })
  expect(await refusalOf(await operator.move(screened, { state: 'APPROVED', why: 'x' }))).toEqual([
    409,
    'manoeuvre.newer-data',
    'APPROVED',
  ])
  const again = await operator.moved(await operator.moved(screened, { state: 'DRAFT' }), { state: 'SCREENED' })
  expect(again.screening!.events).toHaveLength(2)
  expect((await operator.moved(again, { state: 'APPROVED', why: 'x' })).state).toBe('APPROVED')
})

test('for an object that a directory calls active, the operators agree who moves before a plan is sent, and this is recorded (F10)', async () => {
  const operator = await planAt(api, 'directory')
  const admin = { subject: 'root', organisation: 'directory', roles: ['ca:admin'] }
  const entries = [{ noradId: 90001, objectName: 'ACTIVE', operatorName: 'Borealis', manoeuvrability: 'YES' }]
  const kept = await api.call(admin, 'POST /api/v1/ca/satellites/operator', { body: JSON.stringify(entries) })
  expect(kept.status, await kept.text()).toBeLessThan(300)
  const plan = await approved(operator)
  expect(await refusalOf(await operator.move(plan, OUT))).toEqual([422, 'manoeuvre.incomplete', 'agreement'])
  const agreement = { mover: 'US', with: 'Borealis', at: '2029-12-30T01:00:00.000Z', channel: 'telephone' }
  expect(await refusalOf(await operator.move(plan, { ...OUT, agreement: { ...agreement, mover: 'THEM' } }))).toEqual([
    409,
    'manoeuvre.they-move',
    undefined,
  ])
  const out = await operator.moved(plan, { ...OUT, agreement })
  expect(out.steps.at(-1)).toMatchObject({ state: 'EXPORTED', agreement })
  // The agreement is in the record of the event, too, so that one place shows the position of both operators.
  expect(await recordOf('directory', out)).toMatchObject({
    coordination: { step: 'ACCEPTED', mover: 'US', with: 'Borealis', channel: 'telephone', by: out.steps.at(-1)?.by },
  })
})

const memberOf = (organisation: string) => ({ subject: 'member', organisation, roles: ['ca:user'] })
async function recordOf(organisation: string, { conjunctionId }: Pick<Plan, 'conjunctionId'>) {
  const path = `GET /api/v1/ca/conjunctions/${conjunctionId}/decision` as const
  return (await api.call(memberOf(organisation), path)).json()
}

test('a plan is sent with the agreement in the record of its event, but not after a refusal', async () => {
  const operator = await planAt(api, 'agreed')
  const admin = { subject: 'root', organisation: 'agreed', roles: ['ca:admin'] }
  const entries = [{ noradId: 90001, objectName: 'ACTIVE', operatorName: 'Borealis', manoeuvrability: 'YES' }]
  await api.call(admin, 'POST /api/v1/ca/satellites/operator', { body: JSON.stringify(entries) })
  const plan = await approved(operator)
  const tell = async (step: string, mover: string) => {
    const said = { step, mover, with: 'Borealis', at: '2026-01-01T00:00:00.000Z', channel: 'e-mail' }
    const path = `PUT /api/v1/ca/conjunctions/${plan.conjunctionId}/decision` as const
    const body = JSON.stringify({ action: 'NOTE', coordination: said })
    const answer = await api.call(memberOf('agreed'), path, { body, headers: { 'if-match': '*' } })
    expect(answer.status, await answer.clone().text()).toBe(200)
    return said
  }
  for (const step of ['ASKED', 'REFUSED']) {
    await tell(step, 'US')
    expect(await refusalOf(await operator.move(plan, OUT))).toEqual([422, 'manoeuvre.incomplete', 'agreement'])
  }
  await tell('ACCEPTED', 'THEM')
  expect(await refusalOf(await operator.move(plan, OUT))).toEqual([409, 'manoeuvre.they-move', undefined])
  const { step: _step, ...agreement } = await tell('ACCEPTED', 'US')
  const out = await operator.moved(plan, OUT)
  expect(out.steps.at(-1)).toMatchObject({ state: 'EXPORTED', agreement })
  const { history } = (await recordOf('agreed', out)) as Decision
  expect(history.map(({ coordination }) => `${coordination?.step} ${coordination?.mover}`)).toEqual([
    'ASKED US',
    'REFUSED US',
    'ACCEPTED THEM',
    'ACCEPTED US',
  ])
})
