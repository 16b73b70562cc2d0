import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { hasFleet } from '../ca/testing/demo-fleet.ts'
import { callerOf, hideNotices, leavesNothing } from '../ca/testing/own-satellite.ts'
import { findings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { giveMoney } from './testing/money.ts'

useBrowser()

const who = account('demo-other')
leavesNothing(who)
hasFleet(who)
/** Its balance can be set: an administrator of its organisation is among the demo accounts. */
const poor = account('demo')
leavesNothing(poor)
hasFleet(poor)
/** Some passes of the demo can be paid from it, not twenty. */
const LITTLE_CENTS = 30_000
/** The worker plans every ten seconds. */
const PLANNED_WITHIN = { timeout: 60_000 }
const DIALOG = '/odt/observations?dialog=new-observation&satellite=90002'
const MINUTE_MS = 60_000

const wanted = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Passes wanted' })

/** A page of somebody who has the demo and money of the demo. */
async function atDesk(path: string, whose = who) {
  const page = await visitAs(await newVisitor(), whose, '/odt/observations')
  const call = await callerOf(page)
  await call('POST', '../payments/demo').catch((failure: Error) => expect(failure.message).toContain('409'))
  await hideNotices(call)
  await page.goto(new URL(path, page.url()).href)
  return { page, call }
}

test('a request is drafted, kept over a reload, priced, sent, and followed to its plan', async () => {
  const { page } = await atDesk(DIALOG)
  const dialog = page.getByRole('dialog', { name: 'New observation request' })
  await seen(dialog)
  expect(await dialog.getByLabel('Catalogue number or orbit').inputValue()).toBe('90002')
  await dialog.getByRole('button', { name: 'Measurement' }).click()
  await page.getByRole('option', { name: /^Radar/ }).click()
  await wanted(dialog).fill('2')
  await wanted(dialog).press('Tab')

  await page.reload()
  await seen(dialog.getByText('Radar: distance and direction').first())
  expect(await wanted(dialog).inputValue()).toBe('2')
  await seen(dialog.getByText(/Left out before sending: .*orbitDataMessage/))
  await seen(pane(page, 'Cost').getByText(/^Held, 2 passes$/))
  await seen(dialog.getByText(/It is held until it is known what succeeds; only passes that succeed are charged\./))
  expect(await findings(page)).toEqual([])
  // While it is sent the dialog stays: what became of it is to be seen.
  await page.route('**/api/v1/odt/requests', async (route) => {
    await new Promise((done) => setTimeout(done, 1_500))
    await route.continue()
  })
  await dialog.getByRole('button', { name: /^Send request, €/ }).click()
  await seen(dialog.getByRole('button', { name: 'Sending …' }))
  await page.keyboard.press('Escape')

  const sent = page.getByRole('dialog', { name: 'The request was sent' })
  await seen(sent.getByText(/2 passes of .*SAT-2.* are asked for\. €\s[\d.,]+ is held\./))
  await page.unroute('**/api/v1/odt/requests')
  await sent.getByRole('link', { name: 'Open the request' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/odt\/observation\/[0-9a-f-]+\/$/)
  await page.getByText('Approved').first().waitFor(PLANNED_WITHIN)
  await expect.poll(() => pane(page, 'Passes').getByRole('listitem').count()).toBe(2)

  // The money of the demo is for the other journeys, too.
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await seen(pane(page, 'Passes').getByText(/given back/))
})

test('what the balance does not reach for is said before and after sending, and fewer passes are proposed', async () => {
  const { page, call } = await atDesk('/odt/observations', poor)
  await giveMoney(call, LITTLE_CENTS)
  await page.goto(new URL(DIALOG, page.url()).href)
  const dialog = page.getByRole('dialog', { name: 'New observation request' })
  await wanted(dialog).fill('20')
  await wanted(dialog).press('Tab')
  await seen(dialog.getByText(/The balance lacks €/))
  await dialog.getByRole('button', { name: /^Send request, €/ }).click()
  const refused = dialog.getByRole('alert')
  await seen(refused.getByText(/It was not sent/))
  await seen(refused.getByRole('link', { name: 'Add credit' }))
  // A screen that is low, or magnified twice, says it too.
  await page.setViewportSize({ width: 720, height: 450 })
  await seen(refused.getByText(/It was not sent/))
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: /^Take \d+ pass/ }).click()
  await expect.poll(() => refused.count()).toBe(0)
  await expect.poll(() => dialog.getByText(/The balance lacks €/).count()).toBe(0)
  expect(Number(await wanted(dialog).inputValue())).toBeLessThan(20)
})

test('a request that no sensor can meet is infeasible with its reason, and costs nothing', async () => {
  const { page, call } = await atDesk('/odt/observations')
  const to = new Date(productNow() + MINUTE_MS).toISOString()
  const body = { catalogueId: 90_002, measurementType: 'OPTICAL', numberOfPassesRequested: 1, to }
  const { observationRequestId: id } = await call<ObservationRequest>('POST', '../odt/requests', body)
  await page.goto(new URL(`/odt/observation/${id}`, page.url()).href)
  await page.getByText('Infeasible').first().waitFor(PLANNED_WITHIN)
  await seen(pane(page, 'Passes').getByText(/No pass can be made in the window/))
  await seen(pane(page, 'Passes').getByText(/given back/))
  await expect.poll(() => page.getByText('Infeasible').count()).toBeGreaterThan(0)
})
