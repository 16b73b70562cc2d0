import type { Customer } from '@apsis/contract/payments/customer.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { faultsOnWall } from '@apsis/e2e/wall-room.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { another, apiOf, go, page as open, pane, prefer, seen } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

const at = (name: string, username = 'demo', wishes = {}) => open(world.customers, username, `/account/${name}`, wishes)
const lead = (page: Page) => page.getByRole('heading', { level: 2 }).first()

test('a user without a customer reads whom to ask, and opens a simulated account', async () => {
  const page = await open(world.nothing, 'demo', '/account/balance')
  await page.getByRole('button', { name: 'Open a simulated account' }).click()
  await expect.poll(() => pane(page, 'Ledger').getByText('Capture', { exact: true }).count()).toBeGreaterThan(0)
})

test('the balance shows refused orders with the reason, and each entry has a name', async () => {
  const page = await at('balance')
  // R-0046 of the demo costs € 270.75.
  await seen(lead(page).filter({ hasText: /R-0046 was refused at .+: price €\s270.75, spendable €/ }))
  await seen(page.getByText('SIMULATED: account').first())
  await seen(pane(page, 'Ledger').getByText('Capture', { exact: true }).first())
  // The purpose of an entry is a name, because ids are only for programs.
  expect(await pane(page, 'Ledger').innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  await seen(pane(page, 'Statement').getByText('Opening'))
  await page.getByRole('tab', { name: 'Orders' }).click()
  const refused = pane(page, 'Orders').getByRole('row').filter({ hasText: 'R-0046' })
  await seen(refused.getByText('Refused (402)'))
  await seen(refused.getByText(/^Short by €\s[\d.]+ now\.$/))
  await page.getByRole('tab', { name: 'Usage' }).click()
  await seen(pane(page, 'Usage').getByText('Tracking'))
  await seen(pane(page, 'Price list').getByText('tracking-pass'))
  expect(new URL(page.url()).pathname).toBe('/account/usage')
})

test('on a video wall a table is beside the pane to which it belongs', async () => {
  const page = await at('balance')
  for (const [name, left, right] of [
    ['balance', 'Balance', 'Ledger'],
    ['balance', 'Statement', 'Invoices'],
    ['orders', 'Cost of an order', 'Orders'],
    ['usage', 'Usage', 'Price list'],
  ] as const) {
    await go(page, `/account/${name}`)
    await Promise.all([seen(pane(page, left)), seen(pane(page, right))])
    expect(await faultsOnWall(page, { left, right })).toEqual([])
  }
})

test.each([1_024, 820, 390])('at %i px the orders show every amount, in German too', async (width) => {
  const page = await at('orders', 'demo', { viewport: { width, height: 1_180 } })
  const table = pane(page, 'Orders').getByRole('table')
  await seen(table.getByText('Settled').first())
  const beyond = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('tbody td')].flatMap((cell) =>
        cell.getBoundingClientRect().right > innerWidth ? [cell.textContent] : [],
      ),
    )
  expect(await beyond()).toEqual([])
  await prefer(page, 'language', 'de')
  await seen(page.getByText('Abgerechnet').first())
  expect(await beyond()).toEqual([])
})

test('the page shows the cost of passes, and whether the balance is enough; a pass is ordered only with its object', async () => {
  const page = await at('balance')
  await page.getByRole('tab', { name: 'Orders' }).click()
  const check = pane(page, 'Cost of an order')
  await check.getByRole('textbox', { name: 'Passes' }).fill('900')
  await check.getByRole('textbox', { name: 'Passes' }).press('Enter')
  await seen(check.getByText(/Short by €\s[\d\u202f.]+/).first())
  await check.getByRole('textbox', { name: 'Passes' }).fill('3')
  await check.getByRole('textbox', { name: 'Passes' }).press('Enter')
  await seen(check.getByText('The balance is enough.'))
  expect(await check.getByRole('button', { name: 'Order', exact: true }).count()).toBe(0)
  await check.getByRole('link', { name: 'Request passes' }).click()
  const dialog = page.getByRole('dialog', { name: /observation/i })
  await seen(dialog)
  // The request starts with the number that was chosen beside the price.
  const passes = dialog.getByRole('textbox', { name: /^Passes/ })
  await expect.poll(() => passes.inputValue()).toBe('3')
  await seen(dialog.getByText(/ABC01/).first())
})

test('a refusal is compared with the amount that can be spent now, and disappears when it is dismissed', async () => {
  const page = await at('orders', 'demo-test')
  const order = pane(page, 'Orders').getByRole('row').filter({ hasText: 'R-0046' })
  await seen(order.getByText(/^Short by €\s[\d.]+ now\.$/))
  await seen(order.getByRole('link', { name: 'Request it again' }))
  const { call } = await apiOf(world.customers)
  const [own] = (await (await call(person('demo-test'), 'GET /api/v1/payments/customers')).json()) as Customer[]
  const change = { headers: { 'if-match': '*' }, body: JSON.stringify({ limit: 90_000 }) }
  const path = `PATCH /api/v1/payments/customers/${own?.customerId}/balance`
  expect((await call(person('demo-admin'), path, change)).status).toBe(200)
  await seen(order.getByText('Would go through now.'))
  expect(await order.getByRole('button', { name: /^Add €/ }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Balance' }).click()
  await seen(lead(page).filter({ hasText: /R-0046, refused at .+ now goes through/ }))
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await seen(lead(page).filter({ hasText: 'can be spent.', hasNotText: 'R-0046' }))
  await page.getByRole('tab', { name: 'Orders' }).click()
  await seen(order.getByText('Refused (402), dismissed'))
  expect(await order.getByRole('button').count()).toBe(0)
})

test('the money of an order without a request is returned', async () => {
  const page = await at('orders')
  const order = pane(page, 'Orders').getByRole('row').filter({ hasText: 'R-0045' })
  await order.getByRole('button', { name: /^Give back €/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Give order R-0045 back?' })
  await dialog.getByRole('button', { name: /^Give back €/ }).click()
  await seen(order.getByText('Settled', { exact: true }))
  await expect.poll(() => order.getByRole('button').count()).toBe(0)
  await page.getByRole('tab', { name: 'Balance' }).click()
  await seen(pane(page, 'Ledger').getByText('R-0045, given back').first())
})

test("added credit is an invoice that an administrator books, and the customer's open page shows the change", async () => {
  const page = await at('balance')
  await page.getByRole('button', { name: 'Add credit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add credit' })
  await dialog.getByLabel(/^Amount/).fill('123.45')
  await dialog.getByLabel(/^Amount/).press('Tab')
  await dialog.getByRole('button', { name: 'Make an invoice' }).click()
  const invoice = pane(page, 'Invoices').getByRole('listitem').filter({ hasText: '€ 123.45' }).first()
  await seen(invoice.getByText('Open', { exact: true }))
  const admin = await another(world.customers, 'demo-admin', '/account/balance')
  await admin.getByRole('button', { name: 'Invoices of demo (SIMULATED)' }).click()
  const booking = pane(admin, 'Invoices of demo (SIMULATED)')
    .getByRole('listitem')
    .filter({ hasText: '€ 123.45' })
    .first()
  await booking.getByRole('button', { name: 'Book as paid' }).click()
  await seen(booking.getByText('Booked', { exact: true }))
  await seen(invoice.getByText('Booked', { exact: true }))
  await seen(pane(page, 'Ledger').getByText('+123.45').first())
  await expect.poll(() => pane(page, 'Ledger').getByText('Payment', { exact: true }).count()).toBeGreaterThanOrEqual(3)
})

test('a service account is created for a customer, and its row names that customer', async () => {
  const page = await at('balance')
  await page.getByRole('tab', { name: 'Service accounts' }).click()
  await page.getByRole('button', { name: 'Create a service account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a service account' })
  const name = `Orders passes ${Date.now()}`
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('group', { name: 'On-demand tracking' }).getByText('User', { exact: true }).click()
  await dialog.getByRole('button', { name: /Orders on/ }).click()
  const option = page.getByRole('option').nth(1)
  const customer = await option.innerText()
  await option.click()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = page.getByRole('dialog', { name: /^Secret of/ })
  await seen(secret)
  await page.keyboard.press('Escape')
  await secret.getByRole('button', { name: 'I have kept it' }).click()
  const item = page.getByRole('listitem', { name, exact: true })
  await seen(item.getByText('Orders on', { exact: true }))
  await expect.poll(() => item.getByText(customer, { exact: true }).count()).toBe(1)
})

test('the form of an administrator shows the message of spec §5', async () => {
  const page = await at('balance', 'demo-admin')
  await page.getByRole('button', { name: 'New customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const said = dialog.getByText('Invalid customers/post request parameters.')
  await seen(said)
  await expect.poll(() => said.count()).toBe(1)
})

test('orders and products with missing fields are refused with the messages of spec §5', async () => {
  const { call } = await apiOf(world.customers)
  const refusalOf = async (path: string, body: object) => {
    const answer = await call(person('demo-admin'), `POST /api/v1/payments/${path}`, { body: JSON.stringify(body) })
    return [answer.status, ((await answer.json()) as { detail: string }).detail]
  }
  const order = [400, 'Invalid orders/post request parameters.']
  expect(await refusalOf('orders', {})).toEqual(order)
  // An update needs both fields.
  expect(await refusalOf('orders', { 'request-id': 'R-1' })).toEqual(order)
  expect(await refusalOf('orders', { 'service-type': 'odt' })).toEqual(order)
  expect(await refusalOf('products', {})).toEqual([400, 'Invalid products/post request parameters.'])
  expect(await refusalOf('customers', {})).toEqual([400, 'Invalid customers/post request parameters.'])
})

test('without a role of payments there is no such page', async () => {
  const page = await at('balance', 'demo-tracking')
  await seen(page.getByText('Page not found').first())
  await expect.poll(() => page.getByRole('tab', { name: 'Balance' }).count()).toBe(0)
})

test('everybody can read the pages, in dark on a desktop and in light on a phone', async () => {
  for (const options of [
    { colorScheme: 'dark' },
    { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  ] as const) {
    const page = await at('balance', 'demo', options)
    for (const name of ['balance', 'orders', 'usage']) {
      await go(page, `/account/${name}`)
      await seen(page.getByText('SIMULATED: account').first())
      expect(await findings(page)).toEqual([])
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wider).toBeLessThanOrEqual(0)
    }
  }
})
