import type { Balance, Customer } from '@apsis/contract/payments/customer.ts'
import { findings } from '@apsis/e2e/findings.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiOf, beginsWith, page as open, pane, seen } from '../../testing/page.ts'
import { person } from '../../testing/person.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)

/** An amount that pays for some passes of the demo, but not for twenty. */
const LITTLE_CENTS = 30_000
const DIALOG = '/odt/observations?dialog=new-observation&satellite=90002'
const NAME = 'New observation request'

const wanted = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Passes wanted' })

async function call<T>(username: string, request: string, body?: unknown, headers = {}): Promise<T> {
  const api = await apiOf(world.fleet)
  const answer = await api.call(person(username), request, {
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${request}: ${answer.status}`).toBe(true)
  return (await answer.json()) as T
}

/**
 * Opens the form of a request for a user with simulated money: with a number of cents to spend, or with the initial balance of an account.
 */
async function atForm(username: string, cents?: number): Promise<Page> {
  const [known] = await call<Customer[]>(username, 'GET /api/v1/payments/customers')
  if (known === undefined) await call(username, 'POST /api/v1/payments/demo')
  if (cents !== undefined) {
    const [customer] = await call<Customer[]>(username, 'GET /api/v1/payments/customers')
    const balance = `/api/v1/payments/customers/${customer?.customerId}/balance`
    const admin = 'demo-admin'
    await call<Balance>(admin, `PATCH ${balance}`, { available: cents }, { 'if-match': '*' })
  }
  return open(world.fleet, username, DIALOG)
}

test('a request is drafted, kept after a reload, priced, sent, and opened', async () => {
  const page = await atForm('demo-other')
  const dialog = page.getByRole('dialog', { name: NAME })
  await seen(dialog)
  expect(await dialog.getByLabel('Object: name, number or orbit').inputValue()).toBe('90002')
  await dialog.getByRole('button', { name: 'Measurement' }).click()
  await page.getByRole('option', { name: /^Radar/ }).click()
  await wanted(dialog).fill('2')
  await wanted(dialog).press('Tab')

  await page.reload()
  await seen(dialog.getByText('Radar: distance and direction').first())
  expect(await wanted(dialog).inputValue()).toBe('2')
  // No pass is left out, so no text reports one.
  expect(await dialog.getByText(/orbitDataMessage/).count()).toBe(0)
  await seen(pane(page, 'Cost').getByText(/^Held, 2 passes$/))
  await seen(dialog.getByText(/only passes that succeed are charged\./))
  expect(await findings(page)).toEqual([])
  // While the request is being sent the dialog stays, so that the reader sees the result.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/odt/requests', async (route) => {
    await released
    await route.continue()
  })
  await dialog.getByRole('button', { name: /^Send request, €/ }).click()
  await seen(dialog.getByRole('button', { name: 'Sending …' }))
  await page.keyboard.press('Escape')
  await seen(dialog.getByRole('button', { name: 'Sending …' }))
  release()

  const sent = page.getByRole('dialog', { name: 'Request sent' })
  await seen(sent.getByText(/2 passes of .*SAT-2.* requested\. €\s[\d.,]+ is held\./))
  await page.unroute('**/api/v1/odt/requests')
  await sent.getByRole('link', { name: 'Open the request' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/odt\/observation\/[0-9a-f-]+\/$/)
})

test('a balance that is too small is reported before and after sending, and fewer passes are proposed', async () => {
  const page = await atForm('demo', LITTLE_CENTS)
  const dialog = page.getByRole('dialog', { name: NAME })
  await wanted(dialog).fill('20')
  await wanted(dialog).press('Tab')
  await seen(dialog.getByText(/The balance lacks €/))
  await dialog.getByRole('button', { name: /^Send request, €/ }).click()
  const refused = dialog.getByRole('alert')
  await seen(refused.getByText(/It was not sent/))
  await seen(refused.getByRole('link', { name: 'Add credit' }))
  // A low screen, or one at 200 % zoom, also shows the refusal.
  await page.setViewportSize({ width: 720, height: 450 })
  await seen(refused.getByText(/It was not sent/))
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: /^Take \d+ pass/ }).click()
  await expect.poll(() => refused.count()).toBe(0)
  await expect.poll(() => dialog.getByText(/The balance lacks €/).count()).toBe(0)
  expect(Number(await wanted(dialog).inputValue())).toBeLessThan(20)
})
