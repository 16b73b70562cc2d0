import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { hasFleet } from '../ca/testing/demo-fleet.ts'
import { callerOf, hideNotices, leavesNothing } from '../ca/testing/own-satellite.ts'
import { findings } from '../findings.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'
import { giveMoney } from './testing/money.ts'
import { openNetwork } from './testing/network.ts'

useBrowser()

const who = account('demo')
leavesNothing(who)
hasFleet(who)
const NETWORK = 'journey-network'
/** The worker checks every ten seconds. */
const WORKED = { timeout: 60_000 }

test('a pass that its provider refuses is replaced on the open page, ordered again, and withdrawn with the request', async () => {
  const operator = await visitAs(await newVisitor(), account('demo-admin'), '/odt/sensors')
  const network = await openNetwork(await callerOf(operator), NETWORK)
  const page = await visitAs(await newVisitor(), who, '/odt/observations')
  const call = await callerOf(page)
  await giveMoney(call)
  const wish = { catalogueId: 90_002, measurementType: 'RADAR', numberOfPassesRequested: 1, providerId: NETWORK }
  const { observationRequestId: id } = await call<ObservationRequest>('POST', '../odt/requests', wish)
  await hideNotices(call)
  await page.goto(`${ADDRESS}/odt/observation/${id}`)
  const passes = pane(page, 'Passes')
  await expect.poll(() => passes.getByRole('listitem').count(), WORKED).toBe(1)
  await expect.poll(() => network.orders().length, WORKED).toBe(1)
  const [first] = network.orders()
  if (first === undefined) throw new Error('no order came')
  await network.tell({ type: 'pass.refused', passId: first.passId, reason: 'antenna in maintenance' })

  // Nobody touches the page: the pass that failed gives the reason and its replacement, and the replacement names the pass that it replaces.
  await passes.getByText(/replaced by .* NETR/).waitFor(WORKED)
  await seen(passes.getByText(/antenna in maintenance/))
  await seen(passes.getByText(/stands in for .* NETR/))
  await seen(passes.getByText('Unsuccessful').first())
  await expect.poll(() => passes.getByRole('listitem').count()).toBe(2)
  expect(await findings(page)).toEqual([])
  await expect.poll(() => network.orders().length, WORKED).toBe(2)
  const [, second] = network.orders()
  expect(second?.passId).not.toBe(first.passId)
  expect(second?.start).not.toBe(first.start)

  // The price of the one pass is reserved once, and returned with the request. The network is notified of it.
  const [open] = await call<ObservationRequest[]>('GET', `../odt/requests?observation-request-id=${id}`)
  expect(open).toMatchObject({ status: 'APPROVED', captured: 0, released: 0 })
  expect(open?.held).toBe(open?.price)
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await seen(passes.getByText(/given back/))
  await expect.poll(() => network.cancelled().map(({ passId }) => passId), WORKED).toEqual([second?.passId])
  await network.remove()
})
