import { MOST_AMOUNT } from '@apsis/contract/payments/amount.ts'
import type { Balance, Customer, Invoice, Statement } from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'
import type { PriceEstimation } from '@apsis/contract/payments/price-estimation.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { auditOf, eventsOf } from '../platform/testing/test-database.ts'
import type { TestPerson } from '../platform/testing/test-issuer.ts'
import { openTill } from './testing/till.ts'

const CUSTOMERS = '/api/v1/payments/customers'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

const user = (organisation: string, subject = 'ada'): TestPerson => ({
  subject,
  organisation,
  roles: ['payments:user'],
})
const admin = (organisation: string): TestPerson => ({ subject: 'root', organisation, roles: ['payments:admin'] })
type Problem = { detail: string; status: number; error: string; message: string; errors?: { header?: string }[] }
const problemOf = async (answer: Response) => {
  const { detail, status } = await bodyOf<Problem>(answer)
  return { detail, status }
}

test.each([
  [{}],
  [{ userId: 'ada' }],
  [{ name: 'Ada' }],
  [{ userId: '', name: 'Ada' }],
  [{ userId: 'ada', name: '' }],
  [{ userId: ' ', name: ' ' }],
])('a customer needs userId and name: %j is answered with the message of spec §5', async (body) => {
  const answer = await api.call(admin('messages'), `POST ${CUSTOMERS}`, { body: JSON.stringify(body) })
  expect(await problemOf(answer)).toEqual({ status: 400, detail: 'Invalid customers/post request parameters.' })
})

test('a customer is found by the subject of the token; others in the organisation see none, administrators see all', async () => {
  const till = await openTill(api, 'found')
  const own = await bodyOf<Customer[]>(await api.call(user('found'), `GET ${CUSTOMERS}`))
  expect(own).toHaveLength(1)
  expect(own[0]).toMatchObject({
    userId: 'ada',
    name: 'Ada',
    customerId: till.customerId,
    isSimulated: false,
    balance: { available: 0, limit: 0, transaction_ids: [], held: 0, currency: 'EUR' },
    faults: [],
  })
  expect(await bodyOf(await api.call(user('found', 'ben'), `GET ${CUSTOMERS}`))).toEqual([])
  expect(await bodyOf<Customer[]>(await api.call(admin('found'), `GET ${CUSTOMERS}`))).toHaveLength(1)
  const second = await till.admin('POST', '', { userId: 'ada', name: 'Ada again' })
  expect(second.status).toBe(409)
})

test('the customer of somebody else gives the same answer as an unknown one, inside and outside the organisation', async () => {
  const { customerId } = await openTill(api, 'walls')
  const unknown = '00000000-0000-4000-8000-000000000000'
  const reads = ['balance', 'service_usage_snapshot', 'transactions', 'statements/2026-11', 'invoices']
  for (const who of [user('walls', 'ben'), user('elsewhere'), admin('elsewhere')])
    for (const read of reads) {
      const [theirs, nobodys] = await Promise.all([
        api.call(who, `GET ${CUSTOMERS}/${customerId}/${read}`).then(problemOf),
        api.call(who, `GET ${CUSTOMERS}/${unknown}/${read}`).then(problemOf),
      ])
      expect(theirs).toEqual({ status: 404, detail: 'There is no such customer.' })
      expect(theirs).toEqual(nobodys)
    }
})

test('PATCH balance posts the difference as a correction, needs If-Match, and never goes below the credit line', async () => {
  const till = await openTill(api, 'patched')
  const path = `/${till.customerId}/balance`
  expect((await till.admin('PATCH', path, { available: 500 })).status).toBe(428)
  const first = await till.admin('PATCH', path, { available: 500, limit: 200 }, { 'if-match': await till.etag() })
  expect(first.status).toBe(200)
  const balance = await bodyOf<Balance>(first)
  expect(balance).toMatchObject({ available: 500, limit: 200, held: 0 })
  expect(balance.transaction_ids).toHaveLength(1)
  expect((await till.admin('PATCH', path, { available: 1 }, { 'if-match': '"1"' })).status).toBe(412)
  const patch = async (body: object) =>
    (await till.admin('PATCH', path, body, { 'if-match': await till.etag() })).status
  expect(await patch({ available: -201 })).toBe(409)
  expect(await patch({ available: -200 })).toBe(200)
  expect(await patch({ limit: 199 })).toBe(409)
  expect(await patch({ limit: -1 })).toBe(400)
  expect(await patch({ transaction_ids: [] })).toBe(409)
  const now = await till.balance()
  expect(await patch({ transaction_ids: now.transaction_ids })).toBe(200)
  const ledger = await till.ledger()
  expect(ledger.map(({ kind, available, correction }) => ({ kind, available, correction }))).toEqual([
    { kind: 'CORRECTION', available: -700, correction: 700 },
    { kind: 'CORRECTION', available: 500, correction: -500 },
  ])
  expect(now.transaction_ids).toEqual(ledger.map(({ transactionId }) => transactionId).reverse())
  // A change without an effect has no entry in the record.
  const done = { actor: 'root', action: 'payments.balance.update', object: till.customerId, outcome: 'done' }
  expect(await auditOf(api.database, 'patched', 'payments.balance')).toEqual([
    { ...done, detail: { difference: 500, limit: 200 } },
    { ...done, detail: { difference: -700, limit: 200 } },
  ])
  const change = { customerId: till.customerId, change: 'balance' }
  expect(await eventsOf(api.database, 'patched', 'payments')).toEqual(expect.arrayContaining([change, change]))
  expect((await api.call(user('patched'), `PATCH ${CUSTOMERS}${path}`, { body: '{}' })).status).toBe(403)
})

test('an invoice changes the balance once, when it is booked, and the numbers of invoices have no gap', async () => {
  const till = await openTill(api, 'invoices')
  const path = `/${till.customerId}/invoices`
  const asked = await till.user('POST', path, { amount: 30_000 })
  expect(asked.status).toBe(201)
  const invoice = await bodyOf<Invoice>(asked)
  expect(invoice).toMatchObject({ amount: 30_000, currency: 'EUR', state: 'OPEN', provider: 'invoice', paidAt: null })
  expect(invoice.number).toMatch(/^20\d\d-0001$/)
  expect((await till.balance()).available).toBe(0)
  expect((await till.user('POST', `${path}/${invoice.invoiceId}/payments`)).status).toBe(403)
  for (const _ of [1, 2]) {
    const booked = await till.admin('POST', `${path}/${invoice.invoiceId}/payments`)
    expect(booked.status).toBe(201)
    expect((await bodyOf<Invoice>(booked)).state).toBe('PAID')
  }
  expect((await till.balance()).available).toBe(30_000)
  expect(await till.ledger()).toHaveLength(1)
  const numbers = await Promise.all(
    Array.from({ length: 8 }, () => till.user('POST', path, { amount: 1 }).then((answer) => bodyOf<Invoice>(answer))),
  )
  expect(numbers.map(({ number }) => Number(number.slice(-4))).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  for (const amount of [0, -1, 1.5]) expect((await till.user('POST', path, { amount })).status).toBe(400)
})

test('a payment that would raise the balance above the largest number in an answer is refused, and the customers can still be listed', async () => {
  const till = await openTill(api, 'too-rich')
  const path = `/${till.customerId}/invoices`
  const book = async (amount: number) => {
    const { invoiceId } = await bodyOf<Invoice>(await till.user('POST', path, { amount }))
    return till.admin('POST', `${path}/${invoiceId}/payments`)
  }
  expect((await book(MOST_AMOUNT)).status).toBe(201)
  expect((await book(1)).status).toBe(409)
  expect(await till.balance()).toMatchObject({ available: MOST_AMOUNT })
  expect((await api.call(admin('too-rich'), `GET ${CUSTOMERS}`)).status).toBe(200)
})

test('credit notes, refunds and tax are entries; a credit note gives back no more than was captured', async () => {
  const till = await openTill(api, 'corrected')
  await till.addCredit(10_000)
  const path = `/${till.customerId}/corrections`
  const correct = (kind: string, amount: number, more: object = {}) =>
    till.admin('POST', path, { kind, amount, note: 'Because', ...more })
  expect((await correct('REFUND', 10_001)).status).toBe(402)
  expect((await correct('CREDIT_NOTE', 1)).status).toBe(400)
  expect(await bodyOf<Entry>(await correct('REFUND', 4_000))).toMatchObject({
    kind: 'REFUND',
    available: -4_000,
    paidIn: 4_000,
    availableAfter: 6_000,
    note: 'Because',
  })
  expect(await bodyOf<Entry>(await correct('VAT', 950))).toMatchObject({
    available: -950,
    vat: 950,
    availableAfter: 5_050,
  })
  const order = await till.order({ 'service-type': 'ca' })
  expect(order).toMatchObject({ state: 'DELIVERED', price: 900, captured: 900, held: 0 })
  const orderId = order['order-id']
  expect((await correct('CREDIT_NOTE', 901, { orderId })).status).toBe(409)
  expect((await correct('CREDIT_NOTE', 900, { orderId })).status).toBe(201)
  expect((await correct('CREDIT_NOTE', 1, { orderId })).status).toBe(409)
  const audit = await auditOf(api.database, 'corrected', 'payments.correction.create')
  expect(audit.map(({ object, detail }) => ({ object, detail }))).toEqual(
    [
      { kind: 'REFUND', amount: 4_000 },
      { kind: 'VAT', amount: 950 },
      { kind: 'CREDIT_NOTE', amount: 900, orderId },
    ].map((detail) => ({ object: till.customerId, detail: { ...detail, note: 'Because' } })),
  )
  expect((await till.balance()).available).toBe(5_050)
})

test('a statement of a month opens, lists and closes, as JSON and as CSV', async () => {
  const till = await openTill(api, 'stated')
  await till.addCredit(5_000)
  await till.order({ lines: [{ 'sensor-code': 'ABC01', passes: 1 }] })
  const month = new Date().toISOString().slice(0, 7)
  const path = `${CUSTOMERS}/${till.customerId}/statements`
  const statement = await bodyOf<Statement>(await api.call(user('stated'), `GET ${path}/${month}`))
  expect(statement).toMatchObject({
    month,
    currency: 'EUR',
    isClosed: false,
    opening: { available: 0, held: 0, balance: 0 },
    totals: { paidIn: 5_000, captured: 0 },
    closing: { available: 1_200, held: 3_800, balance: 5_000 },
  })
  expect(statement.lines.map(({ kind }) => kind)).toEqual(['PAYMENT', 'HOLD'])
  const before = await bodyOf<Statement>(await api.call(user('stated'), `GET ${path}/2025-01`))
  expect(before).toMatchObject({ isClosed: true, lines: [], closing: { balance: 0 } })
  const csv = await api.call(user('stated'), `GET ${path}/${month}`, { headers: { accept: 'text/csv' } })
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await csv.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[2]).toMatch(/^1,20.*,PAYMENT,,,,5000,0,0,-5000,0,0,5000,0,/)
  expect((await api.call(user('stated'), `GET ${path}/2026-13`)).status).toBe(400)
})

test('an Idempotency-Key gives the first answer again, refuses another body, and belongs to the caller', async () => {
  const till = await openTill(api, 'keys')
  const path = `/${till.customerId}/invoices`
  const send = (amount: number, key: string) => till.user('POST', path, { amount }, { 'idempotency-key': key })
  const both = await Promise.all([send(700, 'first'), send(700, 'first')])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  const [one, other] = await Promise.all(both.map((answer) => bodyOf<Invoice>(answer)))
  expect(other).toEqual(one)
  const another = await send(701, 'first')
  expect(another.status).toBe(422)
  expect((await bodyOf<Problem>(another)).errors?.[0]?.header).toBe('Idempotency-Key')
  expect((await send(700, 'x'.repeat(256))).status).toBe(400)
  expect((await till.admin('POST', path, { amount: 702 }, { 'idempotency-key': 'first' })).status).toBe(201)
  await api.database.query(
    `update platform.kept_answer set created_at = created_at - interval '25 hours' where key = 'first'`,
  )
  expect((await send(703, 'first')).status).toBe(201)
})

test('the demo is a simulated customer with a history that adds up, and is refused if there is a real customer', async () => {
  const path = '/api/v1/payments/demo'
  for (const _ of [1, 2]) expect((await api.call(user('demo'), `POST ${path}`)).status).toBe(201)
  const [customer] = await bodyOf<Customer[]>(await api.call(user('demo'), `GET ${CUSTOMERS}`))
  expect(customer).toMatchObject({ isSimulated: true, name: 'ada (SIMULATED)', balance: { limit: 10_000 } })
  const orders = await bodyOf<{ state: string; isSimulated: boolean; shortBy: number }[]>(
    await api.call(user('demo'), 'GET /api/v1/payments/orders'),
  )
  expect(orders.every(({ isSimulated }) => isSimulated)).toBe(true)
  expect(orders[0]?.state).toBe('REFUSED')
  expect(orders[0]?.shortBy).toBeGreaterThan(0)
  // The demo offers an event's two best passes, which may be of the most expensive radar: the balance must be enough to order them.
  const { available, limit } = customer!.balance
  const query = 'service-type=odt&sensor=RAD02&passes=2&priority=standard'
  const [estimate] = await bodyOf<PriceEstimation[]>(
    await api.call(user('demo'), `GET /api/v1/payments/price_estimation?${query}`),
  )
  expect(estimate).toMatchObject({ shortBy: 0 })
  expect(available + limit).toBeGreaterThanOrEqual(estimate!.high)
  // The history covers three months, and the books are new: nothing is reported as late.
  const status = await bodyOf<Status>(await api.call(user('demo'), 'GET /api/v1/status'))
  const books = status.services.flatMap(({ checks }) => checks).find(({ name }) => name === 'books')
  expect(books).toMatchObject({ level: 'ok', isLate: false })
  const { customerId } = await openTill(api, 'demo-real')
  expect((await api.call(user('demo-real'), `POST ${path}`)).status).toBe(409)
  expect(customerId).not.toBe('')
})

test('changes of money are in the audit record', async () => {
  const till = await openTill(api, 'audited')
  await till.addCredit(100)
  const rows = await api.database.query<{ action: string }>(
    `select action from platform.audit where tenant_id = 'organisation:audited' and action like 'payments.%' order by seq`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'payments.product.create',
    'payments.product.create',
    'payments.customer.create',
    'payments.invoice.create',
    'payments.invoice.book',
  ])
})
