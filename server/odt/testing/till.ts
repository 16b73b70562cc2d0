import type { Balance, Customer, Invoice } from '@apsis/contract/payments/customer.ts'
import { bodyOf, type TestApi } from '../../platform/testing/test-api.ts'

const PAYMENTS = '/api/v1/payments'
/** The price of a pass of any sensor, in cents. */
export const PASS_PRICE = 3_800

/** Makes the customer who pays for the observations of an organisation: the person ada, over HTTP only. */
export async function openTill(api: TestApi, organisation: string) {
  const admin = { subject: 'root', organisation, roles: ['payments:admin'] }
  const person = { subject: 'ada', organisation, roles: ['payments:user'] }
  const call = async <T>(who: typeof admin, request: string, body?: object): Promise<T> => {
    const answer = await api.call(who, request, body === undefined ? {} : { body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`)
    return bodyOf<T>(answer)
  }
  const price = { amountCents: PASS_PRICE, currency: 'EUR' }
  const product = { productId: 'tracking-pass', productType: 'PER_PASS', serviceType: 'odt', price }
  await call(admin, `POST ${PAYMENTS}/products`, product)
  const customers = `${PAYMENTS}/customers`
  const { customerId } = await call<Customer>(admin, `POST ${customers}`, { userId: 'ada', name: 'Ada' })
  return {
    balance: () => call<Balance>(person, `GET ${customers}/${customerId}/balance`),
    addCredit: async (amount: number) => {
      const invoices = `${customers}/${customerId}/invoices`
      const { invoiceId } = await call<Invoice>(person, `POST ${invoices}`, { amount })
      await call(admin, `POST ${invoices}/${invoiceId}/payments`)
    },
  }
}
