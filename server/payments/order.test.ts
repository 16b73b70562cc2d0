import { randomUUID } from 'node:crypto'
import type { Order } from '@apsis/contract/payments/order.ts'
import type { Price } from '@apsis/contract/payments/price.ts'
import type { PriceEstimation } from '@apsis/contract/payments/price-estimation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { auditOf } from '../platform/testing/test-database.ts'
import { DEMO_PRICE } from './demo-plan.data.ts'
import { expiryWork } from './expiry-work.ts'
import { capturePass, releasePass } from './hold.service.ts'
import { type Books, readBooks } from './ledger/books.repository.ts'
import { listFaults } from './ledger/faults.ts'
import { placeOrder } from './order.service.ts'
import { openTill } from './testing/till.ts'

const ORDERS = '/api/v1/payments/orders'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const detailOf = async (answer: Response) => (await bodyOf<{ detail: string }>(answer)).detail
const writerFor = (organisation: string) => ({
  tenantId: `organisation:${organisation}`,
  actor: 'test',
  requestId: randomUUID(),
  now: new Date(),
})
const writerCaller = (organisation: string) => ({
  tenantId: `organisation:${organisation}`,
  subject: 'ada',
  username: 'ada',
  roles: new Set(['payments:user'] as const),
})
const inside = <T>(organisation: string, work: Parameters<typeof api.api.platform.db.tenant<T>>[1]) =>
  api.api.platform.db.tenant(`organisation:${organisation}`, work)

const faultsIn = (organisation: string, customerId: string) =>
  inside(organisation, async (tx) => listFaults((await readBooks(tx, customerId)) as Books, Date.now()))

test.each([
  [{}],
  [{ 'service-type': 'odt' }],
  [{ 'customer-id': 'x' }],
  [{ 'customer-id': '', 'service-type': 'odt' }],
  [{ 'customer-id': 'x', 'service-type': '' }],
  [{ 'request-id': 'R-1' }],
  [{ 'request-id': '', 'service-type': 'odt' }],
])('an order needs customer-id and service-type, an update request-id and service-type: %j', async (body) => {
  const who = { subject: 'ada', organisation: 'messages', roles: ['payments:user'] }
  const answer = await api.call(who, `POST ${ORDERS}`, { body: JSON.stringify(body) })
  expect(answer.status).toBe(400)
  expect(await detailOf(answer)).toBe('Invalid orders/post request parameters.')
})

test('a product needs productId and productType', async () => {
  const who = { subject: 'root', organisation: 'messages', roles: ['payments:admin'] }
  for (const body of [{}, { productId: 'x' }, { productType: 'SUBSCRIPTION' }, { productId: '', productType: '' }]) {
    const answer = await api.call(who, 'POST /api/v1/payments/products', { body: JSON.stringify(body) })
    expect([answer.status, await detailOf(answer)]).toEqual([400, 'Invalid products/post request parameters.'])
  }
})

test('an order with only the fields of spec §7 holds the price of one item; its price version stays when the price changes', async () => {
  const till = await openTill(api, 'placed')
  await till.addCredit(20_000)
  const first = await till.order({})
  expect(first).toMatchObject({ state: 'HELD', price: 3_800, held: 3_800, captured: 0, 'price-version': 1 })
  expect(await till.balance()).toMatchObject({ available: 16_200, held: 3_800 })
  const product = { productId: 'tracking-pass', productType: 'PER_PASS', serviceType: 'odt' }
  const admin = { subject: 'root', organisation: 'placed', roles: ['payments:admin'] }
  for (const _ of [1, 2])
    await api.call(admin, 'POST /api/v1/payments/products', {
      body: JSON.stringify({ ...product, price: { amountCents: 4_000, currency: 'EUR' } }),
    })
  const prices = await bodyOf<Price[]>(await api.call(admin, 'GET /api/v1/payments/price'))
  expect(prices.find(({ productId }) => productId === 'tracking-pass')).toMatchObject({
    version: 2,
    amountCents: 4_000,
  })
  expect(await till.order({})).toMatchObject({ price: 4_000, 'price-version': 2 })
  const again = await till.order({ 'request-id': first['request-id'], lines: [{ 'sensor-code': 'ABC02', passes: 2 }] })
  expect(again).toMatchObject({ 'order-id': first['order-id'], 'price-version': 1, price: 6_080, held: 6_080 })
})

test('a known request-id means an update: the same content changes nothing, another customer-id gives 404', async () => {
  const till = await openTill(api, 'updated')
  await till.addCredit(20_000)
  const wish = { 'request-id': 'R-1', lines: [{ 'sensor-code': 'ABC01', passes: 2 }] }
  const answers = await Promise.all([till.order(wish), till.order(wish), till.order(wish)])
  expect(new Set(answers.map((order) => order['order-id'])).size).toBe(1)
  expect((await till.balance()).held).toBe(7_600)
  const bare = await till.place({ 'customer-id': undefined, 'request-id': 'R-1' })
  expect(await bodyOf<Order>(bare)).toEqual(answers[0])
  expect((await till.place({ 'customer-id': undefined, 'request-id': 'R-unknown' })).status).toBe(400)
  await till.order({ ...wish, lines: [{ 'sensor-code': 'ABC01', passes: 1 }] })
  expect(await till.balance()).toMatchObject({ available: 16_200, held: 3_800 })
  // A repeated request has no effect.
  const object = answers[0]?.['order-id']
  expect(await auditOf(api.database, 'updated', 'payments.order')).toMatchObject([
    { actor: 'ada', action: 'payments.order.place', object, outcome: 'done' },
    { action: 'payments.order.update', object, detail: { price: 3_800, difference: -3_800 } },
  ])
  const other = await till.place({ 'customer-id': randomUUID() })
  expect([other.status, await detailOf(other)]).toEqual([404, 'There is no such customer.'])
  const nobody = { subject: 'ben', organisation: 'updated', roles: ['payments:user'] }
  const theirs = await api.call(nobody, `POST ${ORDERS}`, {
    body: JSON.stringify({ 'customer-id': till.customerId, 'service-type': 'odt' }),
  })
  expect([theirs.status, await detailOf(theirs)]).toEqual([
    404,
    'You have no customer account yet: ask an administrator of payments to make one.',
  ])
})

test('after 402 nothing is held and the refused order is stored; the same request succeeds when there is credit', async () => {
  const till = await openTill(api, 'refused')
  await till.addCredit(16_160)
  const wish = { 'request-id': 'R-46', lines: [{ 'sensor-code': 'ABC01', passes: 3, priority: 'urgent' }] }
  const key = { 'idempotency-key': 'again' }
  const refused = await till.place(wish, key)
  expect(refused.status).toBe(402)
  expect(await detailOf(refused)).toBe(
    'available 16160 + limit 0 < price 27075: short by 10915 (smallest unit of EUR).',
  )
  expect(await till.balance()).toMatchObject({ available: 16_160, held: 0 })
  expect(await till.orders()).toMatchObject([{ state: 'REFUSED', price: 27_075, shortBy: 10_915, held: 0 }])
  await till.addCredit(10_915)
  const placed = await till.place(wish, key)
  expect(placed.status).toBe(201)
  expect(await bodyOf<Order>(placed)).toMatchObject({ state: 'HELD', price: 27_075, shortBy: 0 })
  expect(await till.balance()).toMatchObject({ available: 0, held: 27_075 })
  const outcomes = (await auditOf(api.database, 'refused', 'payments.order.place')).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['refused', 'done'])
})

test('the money of an order without a request is released once; the captured part stays', async () => {
  const till = await openTill(api, 'unwanted')
  await till.addCredit(20_000)
  const order = await till.order({ lines: [{ 'sensor-code': 'ABC01', passes: 3 }] })
  const delivery = { orderId: order['order-id'], reference: 'first', line: 0 }
  await inside('unwanted', (tx) => capturePass(tx, writerFor('unwanted'), delivery))
  const key = { 'idempotency-key': 'back' }
  const given = await till.giveBack(order['order-id'], key)
  expect(given.status).toBe(200)
  const after = await bodyOf<Order>(given)
  expect(after).toMatchObject({ state: 'DELIVERED', held: 0, captured: 3_610, released: 7_220, isOfRequest: false })
  expect(await till.balance()).toMatchObject({ available: 16_390, held: 0 })
  expect(await bodyOf<Order>(await till.giveBack(order['order-id'], key))).toEqual(after)
  const again = await till.giveBack(order['order-id'])
  expect([again.status, await detailOf(again)]).toEqual([409, expect.stringContaining('all of it is settled')])
  expect(await faultsIn('unwanted', till.customerId)).toEqual([])
  expect((await till.ledger())[0]).toMatchObject({ kind: 'RELEASE', available: 7_220, reference: 'given-back' })
  expect(await auditOf(api.database, 'unwanted', 'payments.order.give-back')).toMatchObject([
    { actor: 'ada', object: order['order-id'], detail: { amount: 7_220 } },
  ])
})

test('nobody can cancel an order of somebody else, of a request, or an unknown one', async () => {
  const till = await openTill(api, 'theirs')
  await till.addCredit(20_000)
  const order = await till.order({})
  const send = (subject: string, id: string, roles = ['payments:user']) =>
    api.call({ subject, organisation: 'theirs', roles }, `DELETE ${ORDERS}/${id}`)
  for (const answer of [await send('ben', order['order-id']), await send('ada', randomUUID())])
    expect([answer.status, await detailOf(answer)]).toEqual([404, 'There is no such order.'])
  await api.database.query('update payments."order" set is_of_request = true where id = $1', [order['order-id']])
  const tied = await send('ada', order['order-id'])
  expect([tied.status, await detailOf(tied)]).toEqual([409, expect.stringContaining('cancel that one')])
  await api.database.query('update payments."order" set is_of_request = false where id = $1', [order['order-id']])
  expect((await send('root', order['order-id'], ['payments:admin'])).status).toBe(200)
  expect(await till.balance()).toMatchObject({ available: 20_000, held: 0 })
})

test('a refused order is set aside, and is no longer set aside when it is placed or refused again', async () => {
  const till = await openTill(api, 'aside')
  const wish = { 'request-id': 'R-47' }
  const asideOf = async () => (await till.orders()).map((one) => [one.state, one.refusedAt !== null, one.setAsideAt])
  expect((await till.place(wish)).status).toBe(402)
  expect(await asideOf()).toEqual([['REFUSED', true, null]])
  const [refused] = await till.orders()
  for (const _ of [1, 2]) expect((await till.giveBack(refused?.['order-id'] ?? '')).status).toBe(200)
  expect(await asideOf()).toEqual([['REFUSED', true, expect.any(String)]])
  expect(await auditOf(api.database, 'aside', 'payments.order.set-aside')).toHaveLength(1)
  expect((await till.place(wish)).status).toBe(402)
  expect(await asideOf()).toEqual([['REFUSED', true, null]])
  await till.addCredit(3_800)
  await till.order(wish)
  expect(await asideOf()).toEqual([['HELD', false, null]])
})

test('passes are captured and released one by one, each once, and together they are the price', async () => {
  const till = await openTill(api, 'delivered')
  await till.addCredit(20_000)
  const order = await till.order({ lines: [{ 'sensor-code': 'ABC01', passes: 3, priority: 'next-night' }] })
  expect(order.price).toBe(16_245)
  const pass = (reference: string) => ({ orderId: order['order-id'], reference, line: 0 })
  const writer = writerFor('delivered')
  for (const reference of ['a', 'a', 'b']) await inside('delivered', (tx) => capturePass(tx, writer, pass(reference)))
  await expect(inside('delivered', (tx) => releasePass(tx, writer, pass('a')))).rejects.toThrow(/settled already/)
  await inside('delivered', (tx) => releasePass(tx, writer, pass('c')))
  await expect(inside('delivered', (tx) => capturePass(tx, writer, pass('d')))).rejects.toThrow(/Nothing is held/)
  const [after] = await till.orders()
  expect(after).toMatchObject({ state: 'DELIVERED', captured: 10_830, released: 5_415, held: 0, passesCaptured: 2 })
  expect(await till.balance()).toMatchObject({ available: 9_170, held: 0 })
  expect((await till.place({ 'request-id': order['request-id'], lines: [{ passes: 9 }] })).status).toBe(409)
})

test('if a line leaves the sensor open, each pass costs the price of its sensor, and the rest of its hold is released', async () => {
  const till = await openTill(api, 'open-sensor')
  await till.addCredit(100_000)
  const request = { caller: writerCaller('open-sensor'), requestId: randomUUID() }
  const lines = [{ anyOf: ['ABC02', 'RAD01', 'RAD02'], passes: 3, priority: 'standard' as const }]
  const wish = { 'customer-id': till.customerId, 'service-type': 'odt' as const, 'request-id': 'R-open', lines }
  const placed = await inside('open-sensor', (tx) => placeOrder(tx, { platform: { now: Date.now }, request }, wish))
  if ('refused' in placed) throw placed.error
  const id = placed.order['order-id']
  // Computed by hand: 38.00 × 2.8 × 3, less 5 %: 303.24; a third of it is held for each pass.
  expect(placed.order).toMatchObject({ price: 30_324, lines: [{ 'sensor-code': null, heldAs: 'RAD02' }] })
  const capture = (reference: string, sensor: string) =>
    inside('open-sensor', (tx) =>
      capturePass(tx, writerFor('open-sensor'), { orderId: id, reference, line: 0, sensor }),
    )
  for (const _ of [1, 2]) expect(await capture('R-open/0', 'ABC02')).toBe('CAPTURE')
  await capture('R-open/1', 'RAD02')
  // These are 38.00 × 0.8 × 0.95 and 38.00 × 2.8 × 0.95.
  const [order] = await till.orders()
  expect(order).toMatchObject({ captured: 2_888 + 10_108, released: 7_220, held: 10_108, passesCaptured: 2 })
  expect(await faultsIn('open-sensor', till.customerId)).toEqual([])
  await inside('open-sensor', (tx) =>
    releasePass(tx, writerFor('open-sensor'), { orderId: id, reference: 'R-open/2', line: 0, sensor: 'RAD01' }),
  )
  expect((await till.orders())[0]).toMatchObject({ state: 'DELIVERED', released: 17_328, held: 0 })
  expect(await faultsIn('open-sensor', till.customerId)).toEqual([])
})

test('money that is held after its time is released by the work, and its owner is notified', async () => {
  const till = await openTill(api, 'expired')
  await till.addCredit(10_000)
  const [late, early] = [await till.order({}), await till.order({})]
  await api.database.query(`update payments."order" set expires_at = now() - interval '1 minute' where id = $1`, [
    late['order-id'],
  ])
  const { db, queue } = api.api.platform
  const log = createLog({ level: 'fatal', process: 'test', version: 'test' })
  const platform = { db, queue, log, now: Date.now, signal: new AbortController().signal }
  for (const _ of [1, 2]) await expiryWork.turn(platform, 'organisation:expired')
  const orders = await till.orders()
  expect(orders.find((one) => one['order-id'] === late['order-id'])).toMatchObject({
    state: 'EXPIRED',
    released: 3_800,
  })
  expect(orders.find((one) => one['order-id'] === early['order-id'])).toMatchObject({ state: 'HELD', held: 3_800 })
  expect(await till.balance()).toMatchObject({ available: 6_200, held: 3_800 })
  const told = await api.call(
    { subject: 'ada', organisation: 'expired', roles: ['payments:user'] },
    'GET /api/v1/notifications',
  )
  expect((await bodyOf<{ title: string }[]>(told)).map(({ title }) => title)).toContain('Hold released')
})

test('an order whose money cannot be released does not delay others', async () => {
  const till = await openTill(api, 'stuck')
  await till.addCredit(10_000)
  const [stuck, late] = [await till.order({}), await till.order({})]
  await api.database.query(`
    update payments."order" set expires_at = now() - interval '2 minutes' where id = '${stuck['order-id']}';
    update payments."order" set expires_at = now() - interval '1 minute' where id = '${late['order-id']}';
    create function payments.stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger stuck before update on payments."order" for each row
      when (old.id = '${stuck['order-id']}') execute function payments.stuck()`)
  const { db, queue } = api.api.platform
  const log = createLog({ level: 'silent', process: 'test', version: 'test' })
  const platform = { db, queue, log, now: Date.now, signal: new AbortController().signal }
  await expect(expiryWork.turn(platform, 'organisation:stuck')).rejects.toThrow('1 of 2')
  await api.database.query('drop trigger stuck on payments."order"; drop function payments.stuck()')
  const states = (await till.orders()).map((one) => [one['order-id'], one.state])
  expect(Object.fromEntries(states)).toEqual({ [stuck['order-id']]: 'HELD', [late['order-id']]: 'EXPIRED' })
})

test('an estimate gives the price and the amount by which the balance is too small', async () => {
  const till = await openTill(api, 'estimated')
  await till.addCredit(16_160)
  const ask = async (query: string, roles = ['payments:user']) =>
    bodyOf<PriceEstimation[]>(
      await api.call(
        { subject: 'ada', organisation: 'estimated', roles },
        `GET /api/v1/payments/price_estimation?${query}`,
      ),
    )
  expect(await ask('sensor=ABC01&passes=3&priority=urgent')).toEqual([
    {
      productId: 'tracking-pass',
      version: 1,
      sensor: 'ABC01',
      passes: 3,
      priority: 'urgent',
      currency: 'EUR',
      discountPerMille: 50,
      low: 18_050,
      expected: 23_014,
      high: 27_075,
      successPerMille: 850,
      shortBy: 10_915,
    },
  ])
  const each = await ask('passes=1', ['odt:user'])
  expect(each.map(({ sensor }) => sensor)).toEqual([null, ...Object.keys(DEMO_PRICE.sensorFactors).sort()])
  expect(each.slice(0, 4).map(({ sensor, high, shortBy }) => [sensor, high, shortBy])).toEqual([
    // This is the amount that an order without a sensor holds.
    [null, 3_800, 0],
    ['ABC01', 3_800, 0],
    ['ABC02', 3_040, 0],
    ['ABC03', 4_560, 0],
  ])
  const stranger = { subject: 'ben', organisation: 'estimated', roles: ['odt:user'] }
  const [unknown] = await bodyOf<PriceEstimation[]>(await api.call(stranger, 'GET /api/v1/payments/price_estimation'))
  expect(unknown?.shortBy).toBeNull()
})
