import { expect, test } from 'vitest'
import { getEncounterMessages, MOST_WRITTEN } from './ca/screening/screening.ts'
import { PassPrediction } from './odt/pass/passprediction.ts'
import { Customer, Statement } from './payments/customer.ts'
import { Entry } from './payments/entry.ts'
import { createOrder, Order, type OrderWish } from './payments/order.ts'

/** The samples of the reference are checked together: their data about an order, a customer or a pass must agree. */
type DescribedSchema = { meta(): { readonly [name: string]: unknown } | undefined }

function samplesOf<T>(schema: DescribedSchema): T[] {
  const { examples: samples } = schema.meta() ?? {}
  if (samples === undefined) throw new Error('there is no sample')
  return samples as T[]
}
const only = <T>(schema: DescribedSchema) => samplesOf<T>(schema)[0] as T
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

test('the order in the samples has the requested lines, and its price is the sum of the prices of its lines', () => {
  const order = only<Order>(Order)
  const wishes = samplesOf<OrderWish>(createOrder.body as DescribedSchema)
  const wish = wishes.find((one) => one['request-id'] === order['request-id'])
  expect(order.lines.map(({ amount: _price, ...line }) => line)).toEqual(wish?.lines)
  expect(sum(order.lines.map(({ amount }) => amount))).toBe(order.price)
  expect(order.held + order.captured + order.released).toBe(order.price)
  expect(order.passesCaptured).toBe(order.captured === 0 ? 0 : sum(order.lines.map(({ passes }) => passes)))
  // Money that is still held is released after 30 days.
  expect(Date.parse(order.expiresAt ?? '') - Date.parse(order.createdAt)).toBe(30 * 86_400_000)
  const entry = only<Entry>(Entry)
  expect([entry.orderId, entry.requestId, entry.at]).toEqual([order['order-id'], order['request-id'], order.createdAt])
  expect([entry.held, entry.available]).toEqual([order.held, -order.held])
})

test('the customer in the samples agrees with its ledger, and has used the captured amount', () => {
  const { balance, service_usage_snapshot: usage } = only<Customer>(Customer)
  const { opening, totals, closing, month } = only<Statement>(Statement)
  const entry = only<Entry>(Entry)
  expect([entry.availableAfter, entry.heldAfter]).toEqual([balance.available, balance.held])
  expect([closing.available, closing.held]).toEqual([balance.available, balance.held])
  for (const one of [opening, closing]) expect(one.balance).toBe(one.available + one.held)
  const { paidIn, captured, credited, refunded, vat, corrected } = totals
  expect(closing.balance).toBe(opening.balance + paidIn - captured + credited - refunded - vat + corrected)
  expect(usage.period.from.slice(0, 7)).toBe(month)
  const services = Object.values(usage.perService)
  expect(sum(services.map(({ amountCents }) => amountCents))).toBe(captured - credited)
  for (const { requests, passesRequested, passesSuccessful, amountCents } of services) {
    expect(passesRequested).toBeGreaterThanOrEqual(requests)
    expect(passesSuccessful).toBeLessThanOrEqual(passesRequested)
    expect(amountCents > 0).toBe(passesSuccessful > 0)
  }
})

test('the pass in the samples is within its search, and its visible intervals are within the pass', () => {
  const { passes, visibilityIntervals, computedAt } = only<PassPrediction>(PassPrediction)
  // By default the search begins now and is 7 days long.
  const [begins, ends] = [0, 7].map((days) => Date.parse(computedAt) + days * 86_400_000) as [number, number]
  for (const pass of passes) {
    const [start, culmination, end] = [pass.start, pass.culmination, pass.end].map((time) => Date.parse(time))
    expect([start, culmination, end]).toEqual([start, culmination, end].toSorted((a, b) => Number(a) - Number(b)))
    expect([pass.startsBefore, pass.endsAfter]).toEqual([Number(start) <= begins, Number(end) >= ends])
    expect(pass.reasons.length === 0).toBe(pass.visibilityIntervals.length > 0)
    for (const seen of pass.visibilityIntervals)
      expect([pass.start <= seen.start, seen.start < seen.end, seen.end <= pass.end]).toEqual([true, true, true])
    // An object in shadow has no magnitude.
    if (pass.magnitude !== null) expect(pass.isSunlit).toBe(true)
  }
  expect(visibilityIntervals).toEqual(passes.flatMap((pass) => pass.visibilityIntervals))
})

test('the text of the call states how many messages are written at a time', () => {
  expect(getEncounterMessages.description).toContain(`422 where they are more than ${MOST_WRITTEN}:`)
})
