import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { changedMessage } from '../ca/testing/messages.ts'
import { callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import { graveFindings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const who = account('demo-other')
leavesNothing(who)
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const PHONE = { viewport: { width: 390, height: 844 } }
/** Two objects that are in no catalogue: only their event is known. */
const [PRIMARY, SECONDARY] = [
  { number: 871_101, name: 'LONE 871101' },
  { number: 871_102, name: 'LONE 871102' },
]

test('the page for tracking an event that nobody has tracked says so, and what is missing for an order', async () => {
  const visitor = await newVisitor({ reducedMotion: 'reduce' })
  // Requests and files of other journeys stay in the lists, so the journey replaces these lists by empty ones.
  await visitor.route(/\/api\/v1\/odt\/(requests|observations)(\?|$)/, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: [] }) : route.continue(),
  )
  const page = await visitAs(visitor, who, '/services')
  const call = await callerOf(page)
  const [createdMs, tcaMs] = [productNow() - HOUR_MS, productNow() + 3 * DAY_MS]
  const text = changedMessage({ messageId: 'LONE-1', createdMs, tcaMs, primary: PRIMARY, secondary: SECONDARY })
  await call('POST', 'cdms', text)
  const find = async () =>
    (await call<Conjunction[]>('GET', 'conjunctions?limit=1000')).find(
      ({ object1 }) => object1.designator === String(PRIMARY.number),
    )
  await expect.poll(find).toBeDefined()
  const event = await find()
  const path = `/ca/conjunction/${PRIMARY.number}/${event?.conjunctionId}?tab=tracking`
  await page.goto(`${ADDRESS}${path}`)
  for (const { name } of [PRIMARY, SECONDARY])
    await seen(pane(page, `Track ${name}`).getByText(/^No sensor takes orders for this object\./))
  await seen(page.getByText('No own track is in this event.'))
  expect(await graveFindings(page)).toEqual([])
  await pane(page, `Track ${PRIMARY.name}`).getByRole('link', { name: 'Sensors and providers' }).click()
  await seen(page.getByText(/can observe for you:/))
  await page.goto(`${ADDRESS}${path}`)
  await page.setViewportSize(PHONE.viewport)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
