import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { capturePass } from './hold.service.ts'
import { reconcile } from './reconciliation-work.ts'
import { openTill } from './testing/till.ts'

// Each test has a separate database, because each statement of damage expects exactly one customer.
let api: TestApi
beforeEach(async () => {
  api = await startTestApi()
})
afterEach(() => api.close())

/** Creates a month of ordinary activity: a paid and an open invoice, orders held, delivered and refused. */
async function live(organisation: string) {
  const till = await openTill(api, organisation)
  await till.addCredit(20_000)
  await till.user('POST', `/${till.customerId}/invoices`, { amount: 500 })
  const order = await till.order({ 'request-id': 'R-1', lines: [{ 'sensor-code': 'ABC01', passes: 2 }] })
  const writer = { tenantId: `organisation:${organisation}`, actor: 'test', requestId: randomUUID(), now: new Date() }
  await api.api.platform.db.tenant(writer.tenantId, (tx) =>
    capturePass(tx, writer, { orderId: order['order-id'], reference: 'a', line: 0 }),
  )
  await till.order({ 'request-id': 'R-2' })
  await till.place({ 'request-id': 'R-3', lines: [{ passes: 1_000 }] })
  return till
}

const check = (organisation: string, customerId: string) =>
  api.api.platform.db.tenant(`organisation:${organisation}`, (tx) =>
    reconcile(tx, { tenantId: `organisation:${organisation}`, customerId, now: new Date() }),
  )

/**
 * Each kind of damage: a statement by a user without restrictions, and the text with which the reconciliation reports it. The constraints of the
 * database are switched off first, because the reconciliation is for the case that they fail.
 */
const DAMAGE: readonly (readonly [name: string, statement: string, said: RegExp])[] = [
  [
    'more available than the ledger',
    `update payments.customer set available = available + 1`,
    /is available, the ledger/,
  ],
  ['less held than the ledger', `update payments.customer set held = held - 1`, /is held, the ledger/],
  ['a negative credit line', `update payments.customer set credit_limit = -1`, /the credit line is -1/],
  ['below the credit line', `update payments.customer set available = -5`, /below the credit line/],
  ['an entry fewer than posted', `update payments.customer set entries = entries + 1`, /of \d+ that were posted/],
  ['a lost entry', `delete from payments.entry where place = 3`, /one is missing or doubled before it/],
  [
    'a doubled entry',
    `insert into payments.entry select tenant_id, gen_random_uuid(), customer_id, place, kind, order_id, invoice_id, reference,
      line, note, available, held, captured, paid_in, vat, correction, available_after, held_after, actor, request_id, at
      from payments.entry where place = 2`,
    /one is missing or doubled before it/,
  ],
  ['an entry that does not sum to zero', `update payments.entry set vat = 7 where place = 2`, /sums up to 7/],
  [
    'an entry that moves what its kind does not',
    `update payments.entry set vat = 7, correction = -7 where place = 2`,
    /moves what a HOLD does not move/,
  ],
  [
    'a kind that there is not',
    `update payments.entry set kind = 'GIFT' where place = 2`,
    /a kind that there is not: GIFT/,
  ],
  ['a wrong available after', `update payments.entry set available_after = 1 where place = 2`, /leaves 1 available/],
  ['a wrong held after', `update payments.entry set held_after = 1 where place = 2`, /leaves 1 held/],
  [
    'times out of order',
    `update payments.entry set at = '2020-01-01' where place = 3`,
    /entry 3 is older than the one before it/,
  ],
  ['a hold of no order', `update payments.entry set order_id = null where place = 2`, /belongs to no order/],
  [
    'an entry of a strange order',
    `update payments.entry set order_id = gen_random_uuid() where place = 2`,
    /belongs to an order that Ada does not have/,
  ],
  [
    'one delivery captured twice',
    `insert into payments.entry select tenant_id, gen_random_uuid(), customer_id, 99, kind, order_id, invoice_id, reference,
      line, note, available, held, captured, paid_in, vat, correction, available_after, held_after, actor, request_id, at
      from payments.entry where kind = 'CAPTURE'`,
    /capture the same delivery/,
  ],
  [
    'an order that holds too much',
    `update payments."order" set held = held + 1 where request_id = 'R-1'`,
    /is held, the ledger/,
  ],
  [
    'an order that captured too little',
    `update payments."order" set captured = captured - 1 where request_id = 'R-1'`,
    /is captured, the ledger/,
  ],
  [
    'an order that gave back what it did not',
    `update payments."order" set released = 5 where request_id = 'R-2'`,
    /is released, the ledger/,
  ],
  ['a price beside its lines', `update payments."order" set price = price + 1 where request_id = 'R-2'`, /its lines/],
  [
    'lines beside the price of then',
    `update payments.price set amount = amount + 100 where product_id = 'tracking-pass'`,
    /its price of then says/,
  ],
  [
    'a version that there is not',
    `update payments."order" set price_version = 9 where request_id = 'R-2'`,
    /a price that there is not: tracking-pass 9/,
  ],
  [
    'another currency',
    `update payments."order" set currency = 'USD' where request_id = 'R-2'`,
    /is in USD, its customer in EUR/,
  ],
  [
    'a refused order with money',
    `update payments."order" set state = 'REFUSED' where request_id = 'R-2'`,
    /was refused, and has entries/,
  ],
  [
    'a hold long after its time',
    `update payments."order" set expires_at = now() - interval '2 days' where request_id = 'R-2'`,
    /is still held after its time/,
  ],
  [
    'a payment of no invoice',
    `update payments.entry set invoice_id = null where place = 1`,
    /is a payment of no invoice/,
  ],
  [
    'a paid invoice that is open',
    `update payments.invoice set entry_id = null, paid_at = null where paid_at is not null`,
    /is open, and was booked/,
  ],
  [
    'an open invoice that is paid',
    `update payments.invoice set entry_id = (select id from payments.entry where place = 2), paid_at = now() where paid_at is null`,
    /is paid, and 0 entries say so/,
  ],
  [
    'an invoice over another amount',
    `update payments.invoice set amount = amount + 1 where paid_at is not null`,
    /was booked$/,
  ],
]

test('an alarm is sent to everybody in payments, once for the same fault, and the customer shows the fault', async () => {
  const till = await live('alarmed')
  await api.database.query(`update payments.customer set available = available + 1 where id = $1`, [till.customerId])
  for (const _ of [1, 2]) expect(await check('alarmed', till.customerId)).toHaveLength(1)
  const colleague = { subject: 'ben', organisation: 'alarmed', roles: ['payments:user'] }
  const told = await bodyOf<{ title: string; level?: string }[]>(await api.call(colleague, 'GET /api/v1/notifications'))
  const alarms = told.filter(({ title }) => title === 'A ledger contradicts itself')
  expect(alarms).toMatchObject([{ level: 'critical' }])
})

test(`reconciliation finds each of ${DAMAGE.length} kinds of damage, raises one alarm, and none if nothing is wrong`, async () => {
  expect(DAMAGE.length).toBeGreaterThanOrEqual(20)
  const till = await live('damaged')
  expect(await check('damaged', till.customerId)).toEqual([])
  const tables = ['customer', '"order"', 'entry', 'invoice', 'price']
  const bonds = await api.database.query<{ name: string; relation: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as relation from pg_constraint
     where connamespace = 'payments'::regnamespace and contype in ('c', 'f', 'u')
     order by contype desc`,
  )
  for (const { name, relation } of bonds.filter(({ name }) => !name.endsWith('_pkey')))
    await api.database.query(`alter table ${relation} drop constraint ${name}`)
  await api.database.query('drop index payments.entry_delivery')
  const missed: unknown[] = []
  for (const [name, statement, said] of DAMAGE) {
    for (const table of tables)
      await api.database.query(`create table kept_${table.replaceAll('"', '')} as table payments.${table}`)
    await api.database.query(statement)
    const faults = await check('damaged', till.customerId)
    if (!faults.some((fault) => said.test(fault))) missed.push([name, faults])
    for (const table of tables) {
      await api.database.query(`delete from payments.${table}`)
      await api.database.query(`insert into payments.${table} table kept_${table.replaceAll('"', '')}`)
      await api.database.query(`drop table kept_${table.replaceAll('"', '')}`)
    }
    expect(await check('damaged', till.customerId), `after ${name}`).toEqual([])
  }
  expect(missed).toEqual([])
})
