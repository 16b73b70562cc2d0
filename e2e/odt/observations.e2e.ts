import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { hasFleet } from '../ca/testing/demo-fleet.ts'
import { callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import { productNow } from '../product-now.ts'
import { newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const who = account('demo-other')
leavesNothing(who)
hasFleet(who)
/** The worker plans every ten seconds. */
const PLANNED_WITHIN = { timeout: 60_000 }
const MINUTE_MS = 60_000

test('a request is planned while its page is open and cancelled with its price given back; one that no sensor can meet costs nothing', async () => {
  const page = await visitAs(await newVisitor(), who, '/odt/observations')
  const call = await callerOf(page)
  await call('POST', '../payments/demo').catch((failure: Error) => expect(failure.message).toContain('409'))
  const [satellite] = await call<Satellite[]>('GET', 'satellites?name=SAT-1')
  const ask = async (body: object) =>
    (await call<ObservationRequest>('POST', '../odt/requests', body)).observationRequestId
  const id = await ask({
    satelliteId: satellite?.satelliteId,
    measurementType: 'RADAR',
    numberOfPassesRequested: 2,
  })
  await page.goto(new URL(`/odt/observation/${id}`, page.url()).href)
  await page.getByText('Approved').first().waitFor(PLANNED_WITHIN)
  await expect.poll(() => pane(page, 'Passes').getByRole('listitem').count()).toBe(2)

  await page.getByRole('button', { name: 'Cancel request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the request for SAT-1?' })
  await seen(dialog.getByText(/2 passes not begun are cancelled. €\s[\d.]+ is given back\./))
  await dialog.getByRole('button', { name: 'Cancel request' }).click()
  await seen(pane(page, 'Passes').getByText(/given back/))
  await expect.poll(() => page.getByRole('button', { name: 'Cancel request' }).count()).toBe(0)

  const to = new Date(productNow() + MINUTE_MS).toISOString()
  const other = await ask({ catalogueId: 90_002, measurementType: 'OPTICAL', numberOfPassesRequested: 1, to })
  await page.goto(new URL(`/odt/observation/${other}`, page.url()).href)
  await page.getByText('Infeasible').first().waitFor(PLANNED_WITHIN)
  await seen(pane(page, 'Passes').getByText(/No pass possible in the window/))
  await seen(pane(page, 'Passes').getByText(/given back/))
  await expect.poll(() => page.getByText('Infeasible').count()).toBeGreaterThan(0)
})
