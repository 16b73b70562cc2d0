import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openOperator } from '../testing/operator.ts'
import { PASS_PRICE } from '../testing/till.ts'

/** The most orders of an organisation that may wait for their turn (server/payments/write/request.ts). */
const MOST_WAITING = 100

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

test('orders of one organisation take turns: none is refused because of the others, the amounts are right, and other users do not wait', async () => {
  const [many, one] = [await openOperator(api, 'many-at-once'), await openOperator(api, 'only-one')]
  await many.till.addCredit(MOST_WAITING * PASS_PRICE)
  await one.till.addCredit(PASS_PRICE)
  const body = { satelliteId: many.fleet[0]?.satelliteId, measurementType: 'RADAR' }
  const asked = Array.from({ length: MOST_WAITING }, () => many.ask(body))
  const other = await one.ask({ ...body, satelliteId: one.fleet[0]?.satelliteId })
  // The other orders are still being processed.
  expect((await many.till.balance()).held).toBeLessThan(MOST_WAITING * PASS_PRICE)
  expect(other.status).toBe(201)
  const answers = await Promise.all(asked)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await many.till.balance()).toMatchObject({ available: 0, held: MOST_WAITING * PASS_PRICE })
})

test('too many orders at once are asked to retry, and the earlier orders are processed', async () => {
  const operator = await openOperator(api, 'too-many')
  await operator.till.addCredit(2 * MOST_WAITING * PASS_PRICE)
  const body = { satelliteId: operator.fleet[0]?.satelliteId, measurementType: 'RADAR' }
  const answers = await Promise.all(Array.from({ length: 2 * MOST_WAITING }, () => operator.ask(body)))
  const refused = answers.filter(({ status }) => status !== 201)
  const { detail, status } = await bodyOf<Problem>(refused[0]!)
  expect([status, detail]).toEqual([503, expect.stringContaining('Too many orders of your organisation')])
  expect(refused[0]!.headers.get('retry-after')).toBe('2')
  expect((await operator.till.balance()).held).toBe((answers.length - refused.length) * PASS_PRICE)
})
