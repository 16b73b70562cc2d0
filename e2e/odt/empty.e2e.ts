import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { changedMessage } from '../ca/testing/messages.ts'
import { callerOf, hideNotices, leavesNothing } from '../ca/testing/own-satellite.ts'
import { graveFindings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const who = account('demo-other')
leavesNothing(who)
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const PHONE = { viewport: { width: 390, height: 844 } }
/** Of objects that nobody has a catalogue of: their event is all that is known of them. */
const [PRIMARY, SECONDARY] = [
  { number: 871_101, name: 'LONE 871101' },
  { number: 871_102, name: 'LONE 871102' },
]

/** A page of an organisation that has asked for nothing; requests and files of other journeys stay in its lists for good. */
async function beginner(options: Parameters<typeof newVisitor>[0] = {}): Promise<Page> {
  const visitor = await newVisitor({ reducedMotion: 'reduce', ...options })
  await visitor.route(/\/api\/v1\/odt\/(requests|observations)(\?|$)/, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: [] }) : route.continue(),
  )
  return visitAs(visitor, who, '/services')
}

/** What each page says is missing, and the way to begin that it offers. */
const PAGES = [
  {
    path: '/odt/observations',
    says: 'No observation was requested yet',
    link: 'New request…',
    leadsTo: /new-observation/,
  },
  { path: '/odt/observations', says: 'No track of your own yet' },
  {
    path: '/odt/passes',
    says: 'Your organisation has no satellite yet',
    link: 'Add a satellite',
    leadsTo: /add-satellite/,
  },
  { path: '/odt/sensors', says: 'can observe for you:', link: 'Passes over it', leadsTo: /sensors=/ },
  {
    path: '/odt/observations?dialog=new-observation',
    says: 'your organisation has no satellite yet',
    link: 'Add a satellite',
    leadsTo: /add-satellite/,
  },
  {
    path: '/odt/observation/0c9b7e1a-0f4e-4b52-8f0e-5d4c3b2a1908/',
    says: 'There is no such request',
    link: 'All observations',
    leadsTo: /\/odt\/observations/,
  },
] as const

test('an organisation without anything is told on each page what is missing and where to begin', async () => {
  const page = await beginner()
  const call = await callerOf(page)
  await hideNotices(call)
  for (const one of PAGES) {
    await page.goto(`${ADDRESS}${one.path}`)
    await seen(page.getByText(one.says).first())
    expect(await graveFindings(page), one.path).toEqual([])
    if (!('link' in one)) continue
    const place = one.path.includes('dialog=') ? page.getByRole('dialog') : page.getByRole('main')
    await place.getByRole('link', { name: one.link }).last().click()
    await expect.poll(() => page.url()).toMatch(one.leadsTo)
  }
})

test('nothing of it is wider than a phone, in German either', async () => {
  const page = await beginner(PHONE)
  await page.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  for (const path of new Set(PAGES.map((one) => one.path))) {
    await page.goto(`${ADDRESS}${path}`)
    await seen(page.getByText(/noch keinen Satelliten|Noch|Sensoren können|gibt es nicht|Keinen solchen/).first())
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
  }
})

test('the tracking of an event that nobody has tracked says so, and what an order lacks', async () => {
  const page = await beginner()
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
  await seen(page.getByText('No track of this organisation has come into this event.'))
  expect(await graveFindings(page)).toEqual([])
  await pane(page, `Track ${PRIMARY.name}`).getByRole('link', { name: 'See the sensors and their providers' }).click()
  await seen(page.getByText(/can observe for you:/))
  await page.goto(`${ADDRESS}${path}`)
  await page.setViewportSize(PHONE.viewport)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
