import type { Balance, Customer, Invoice } from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'
import type { Order } from '@apsis/contract/payments/order.ts'
import { bodyOf, type TestApi } from '../../platform/testing/test-api.ts'
import { DEMO_PRICE, DEMO_SUBSCRIPTION } from '../demo-plan.data.ts'

const PAYMENTS = '/api/v1/payments'

/** Creates products and a customer for the person ada in an organisation; returns the calls that the tests need. */
export async function openTill(api: TestApi, organisation: string, subject = 'ada') {
  const administrator = { subject: 'root', organisation, roles: ['payments:admin'] }
  const person = { subject, organisation, roles: ['payments:user'] }
  const send =
    (who: typeof person) =>
    (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> =>
      api.call(who, `${method} ${PAYMENTS}/customers${path}`, {
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
  const [admin, user] = [send(administrator), send(person)]
  const made = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return bodyOf<T>(answer)
  }
  for (const product of [
    { productId: 'tracking-pass', productType: 'PER_PASS', serviceType: 'odt', price: DEMO_PRICE },
    { productId: 'ca-subscription', productType: 'SUBSCRIPTION', serviceType: 'ca', price: DEMO_SUBSCRIPTION },
  ])
    await made(await api.call(administrator, `POST ${PAYMENTS}/products`, { body: JSON.stringify(product) }))
  const customer = await made<Customer>(await admin('POST', '', { userId: subject, name: 'Ada' }))
  const { customerId } = customer
  const place = (wish: object, headers: Record<string, string> = {}) =>
    api.call(person, `POST ${PAYMENTS}/orders`, {
      headers,
      body: JSON.stringify({ 'customer-id': customerId, 'service-type': 'odt', ...wish }),
    })
  return {
    customerId,
    admin,
    user,
    place,
    giveBack: (orderId: string, headers: Record<string, string> = {}) =>
      api.call(person, `DELETE ${PAYMENTS}/orders/${orderId}`, { headers }),
    balance: async () => made<Balance>(await user('GET', `/${customerId}/balance`)),
    etag: async () => (await user('GET', `/${customerId}/balance`)).headers.get('etag') ?? '',
    /** Returns the ledger, newest entry first. */
    ledger: async () => made<Entry[]>(await user('GET', `/${customerId}/transactions?limit=1000`)),
    order: async (wish: object) => made<Order>(await place(wish)),
    orders: async () => made<Order[]>(await api.call(person, `GET ${PAYMENTS}/orders?limit=1000`)),
    /** Adds an invoice that is booked at once. */
    addCredit: async (amount: number) => {
      const path = `/${customerId}/invoices`
      const { invoiceId } = await made<Invoice>(await user('POST', path, { amount }))
      await made(await admin('POST', `${path}/${invoiceId}/payments`))
    },
  }
}
