import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { replaceFound } from '../announced/silent-burn.repository.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { approved, type PlanOperator, planAt } from '../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** The creation date of the message of these plans, which does not state the last observation of its objects. */
const CREATED_MS = Date.parse('2029-12-30T00:00:00.000Z')
const hour = (hours: number) => new Date(CREATED_MS + hours * 3_600_000).toISOString()
type FoundBurnAt = {
  readonly fromH: number
  readonly toH: number
  readonly deltaVMps: number
  readonly isSimulated?: boolean
}

/** Stores burns that element sets show of the satellite, by hours after the message was created. */
const find = ({ tenantId }: PlanOperator, foundAt: Date, burns: readonly FoundBurnAt[]) =>
  api.api.platform.db.tenant(tenantId, (tx) =>
    replaceFound(tx, {
      tenantId,
      noradId: 43617,
      arrivedAt: foundAt,
      at: foundAt,
      found: burns.map(({ fromH, toH, deltaVMps, isSimulated = false }) => ({
        from: hour(fromH),
        to: hour(toH),
        since: hour(fromH - 1),
        deltaVMps,
        direction: 'along-track',
        confidence: 0.8,
        isSimulated,
      })),
    }),
  )
const step = { state: 'EXPORTED', why: 'not asked: exercise' }

test('a plan is not sent without confirmation if an object moved unannounced after its message, even if that was known before', async () => {
  const operator = await planAt(api, 'silent-since')
  // The burn was found an hour before the plan was made: its message does not contain it, just as it does not contain a burn that is found later.
  await find(operator, new Date(Date.now() - 3_600_000), [
    { fromH: 2, toH: 8, deltaVMps: 0.021 },
    { fromH: 12, toH: 18, deltaVMps: 0.034, isSimulated: true },
  ])
  const plan = await approved(operator)
  const refused = await operator.move(plan, step)
  expect(refused.status).toBe(422)
  const { detail, errors } = await bodyOf<Problem>(refused)
  expect(detail).toContain(`(at least 0.021 m/s between ${hour(2)} and ${hour(8)})`)
  expect(detail).toContain(`(SIMULATED, at least 0.034 m/s between ${hour(12)} and ${hour(18)})`)
  const named = { code: 'manoeuvre.silent-burn', pointer: '#/seenSilentBurns' }
  expect(errors).toMatchObject([
    { ...named, values: { noradId: 43617, toAt: hour(18), deltaVMps: 0.034, simulated: 1, unseen: 1 } },
    { ...named, values: { noradId: 43617, toAt: hour(8), deltaVMps: 0.021, direction: 'along-track', unseen: 1 } },
  ])
  expect((await operator.move(plan, { ...step, seenSilentBurns: [] })).status).toBe(422)
  const seenSilentBurns = [8, 18].map((hours) => ({ noradId: 43617, to: hour(hours) }))
  expect((await operator.moved(plan, { ...step, seenSilentBurns })).state).toBe('EXPORTED')
})

test('a silent burn that was found after the page was read keeps a plan from being sent, and is named', async () => {
  const operator = await planAt(api, 'silent-between')
  await find(operator, new Date(), [{ fromH: 2, toH: 8, deltaVMps: 0.021 }])
  const plan = await approved(operator)
  const seenSilentBurns = [{ noradId: 43617, to: hour(8) }]
  await find(operator, new Date(), [
    { fromH: 2, toH: 8, deltaVMps: 0.021 },
    { fromH: 12, toH: 18, deltaVMps: 0.034 },
  ])
  const refused = await operator.move(plan, { ...step, seenSilentBurns })
  expect(refused.status).toBe(409)
  const { detail, errors } = await bodyOf<Problem>(refused)
  expect(detail).toContain('What was seen is not all that is known by now.')
  expect(detail).toContain(`between ${hour(12)} and ${hour(18)}`)
  expect(detail).not.toContain(hour(8))
  expect(errors?.map(({ values }) => [values?.toAt, values?.unseen])).toEqual([
    [hour(18), 1],
    [hour(8), undefined],
  ])
  // A burn of another object, or a burn that ended at another time, is not the known burn.
  const others = [
    { noradId: 43618, to: hour(18) },
    { noradId: 43617, to: hour(17) },
  ]
  expect((await operator.move(plan, { ...step, seenSilentBurns: [...seenSilentBurns, ...others] })).status).toBe(409)
  const both = [...seenSilentBurns, { noradId: 43617, to: hour(18) }]
  expect((await operator.moved(plan, { ...step, seenSilentBurns: both })).state).toBe('EXPORTED')
})

test('a burn in the message of a plan does not keep the plan from being sent, even if it was found after the plan was made', async () => {
  const operator = await planAt(api, 'silent-before')
  const plan = await approved(operator)
  await find(operator, new Date(Date.now() + 3_600_000), [{ fromH: -30, toH: -20, deltaVMps: 0.021 }])
  expect((await operator.moved(plan, step)).state).toBe('EXPORTED')
})

test('a message that was made after a burn from observations before it does not contain the burn', async () => {
  const operator = await planAt(api, 'silent-observed')
  const observed = `TIME_LASTOB_END = ${hour(24).replace('Z', '')}\n`
  const made = cdmText({ createdAt: hour(48) }).replace('X = 7000 ', `${observed}X = 7000 `)
  expect(made).toContain(observed)
  await operator.ada.take(made)
  await find(operator, new Date(), [{ fromH: 26, toH: 40, deltaVMps: 0.021 }])
  expect((await operator.move(await approved(operator), step)).status).toBe(422)
})
