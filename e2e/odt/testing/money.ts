import type { Balance, Customer } from '@apsis/contract/payments/customer.ts'
import { expect, onTestFinished } from 'vitest'
import { account } from '../../account.ts'
import { type Call, callerOf } from '../../ca/testing/own-satellite.ts'
import { newVisitor, visitAs } from '../../visitor.ts'

/** € 1,000 of simulated money, more than the orders of any journey cost. */
const ENOUGH_CENTS = 100_000

/**
 * Gives the account `demo` a simulated customer with this amount to spend, by default enough for any journey, whatever earlier journeys
 * have ordered. After the journey the account has the same amount as before.
 */
export async function giveMoney(call: Call, cents = ENOUGH_CENTS): Promise<void> {
  await call('POST', '../payments/demo').catch((failure: Error) => expect(failure.message).toContain('409'))
  const [customer] = await call<Customer[]>('GET', '../payments/customers')
  if (!customer) throw new Error('The account has no customer.')
  const admin = await callerOf(await visitAs(await newVisitor(), account('demo-admin'), '/services'))
  const balance = `../payments/customers/${customer.customerId}/balance`
  const spendable = (available: number) => admin('PATCH', balance, { available }, '*')
  const { available } = await admin<Balance>('GET', balance)
  await spendable(cents)
  onTestFinished(async () => {
    await spendable(available)
  })
}
