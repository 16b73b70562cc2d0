import type { Status } from '@apsis/contract/status/status.ts'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Account, account } from '../account.ts'
import { callerOf } from '../ca/testing/own-satellite.ts'
import { ADDRESS, admit, newVisitor, pane, seen, signedIn, useBrowser, visit, visitAs } from '../visitor.ts'

useBrowser()

const NOT_FOUND = 'Page not found'

/** The addresses of spec §2 that a role opens, each with what its title says. */
const CA = {
  '/ca/oems': 'Ephemerides',
  '/ca/conjunctions': 'Conjunctions',
  '/ca/find': 'Find',
  '/ca/find/25544': 'Find',
  '/ca/element-sets': 'Element sets',
  '/ca/element-sets/25544': 'Element sets of 25544',
  '/ca/space-weather': 'Space weather',
  '/ca/candidates': 'Candidates',
  '/ca/event-reports': 'Archived reports',
}
/** The addresses that everybody who is signed in may open. */
const OPEN = { '/screening': 'Screening' }
const ODT = {
  '/odt/observations': 'Observations',
  '/odt/passes': 'Passes',
  '/odt/sensors': 'Sensors',
  '/odt/observation/r-1/': 'Observation request',
  '/odt/observation/r-1/f-1': 'Observation request',
}

/** Addresses whose screens have nothing to show without their event or satellite, whoever asks. */
const NOT_THERE = {
  '/ca/conjunction/25544/c-1': NOT_FOUND,
  '/ca/manoeuvre/25544/c-1': NOT_FOUND,
  '/ca/post-manoeuvre-screening/25544/c-1': NOT_FOUND,
  '/ca/cdm/25544/c-1/m-1': NOT_FOUND,
  '/ca/annual-collision-statistics/25544': NOT_FOUND,
  '/ca/satellite/25544': NOT_FOUND,
  '/ca/element-sets/iss': NOT_FOUND,
}

/** Goes there inside the application, as a link does, and answers what the title then says. */
async function titleAt(page: Page, path: string): Promise<string> {
  // The router hears of it by itself; told twice, it would go there twice at once.
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  const headings = page.getByRole('main').getByRole('heading', { level: 1 })
  // One heading says what the screen is: none and two are both lost on whoever has it read aloud.
  await expect.poll(() => headings.count(), { message: path }).toBe(1)
  return page.title()
}

async function expectTitles(page: Page, expected: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, title] of Object.entries(expected)) {
    await expect.poll(() => titleAt(page, path), { message: path }).toBe(`${title} · Apsis`)
  }
}

const closed = (paths: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(paths).map((path) => [path, NOT_FOUND]))

async function start(who: Account): Promise<Page> {
  const page = await visitAs(await newVisitor(), who)
  await seen(page.getByRole('main'))
  return page
}

test('whoever goes back while the first page loads arrives there, and is followed from then on', async () => {
  const visitor = await newVisitor()
  await admit(visitor, account('demo'))
  const page = await visitor.newPage()
  const held: Route[] = []
  await page.route('**/assets/conjunctions*.js', (route) => void held.push(route))
  await page.goto(`${ADDRESS}/ca/conjunctions`, { waitUntil: 'commit' })
  await expect.poll(() => held.length).toBe(1)
  // As the Back button does: the address is another, and no page is loaded.
  await page.evaluate(() => history.pushState(null, '', '/services'))
  for (const route of held) await route.continue()
  await seen(pane(page, 'Services').getByRole('table'))
  await expectTitles(page, { '/ca/find': 'Find', '/services': 'Select a service' })
})

test('every screen has its address, for whoever has the roles', async () => {
  await expectTitles(await start(account('demo')), { ...OPEN, ...CA, ...ODT, ...NOT_THERE })
})

test('without the role of a service its screens are not there, and nothing hints at them', async () => {
  await expectTitles(await start(account('demo-tracking')), { ...OPEN, ...ODT, ...closed(CA), ...NOT_THERE })
  await expectTitles(await start(account('demo-guest')), { ...OPEN, ...closed(CA), ...closed(ODT) })
})

test('the screening page says to whom it is closed what they may do, and asks for nothing in vain', async () => {
  const visitor = await newVisitor()
  const page = await visitAs(visitor, account('demo-tracking'))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${ADDRESS}/screening`)
  const panel = page.getByRole('region', { name: 'Screening' })
  await seen(panel.getByText('Your account has no role of collision avoidance.'))
  expect(asked.filter((path) => path.startsWith('/api/v1/ca/'))).toEqual([])
  await panel.getByRole('link', { name: 'See your observations' }).click()
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/odt/observations`)
})

test('a service’s own address leads to its first screen', async () => {
  const visitor = await newVisitor()
  const page = await visitAs(visitor, account('demo'), '/ca')
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/ca/conjunctions`)
  for (const [from, to] of [
    ['/odt', '/odt/observations'],
    ['/dev', '/dev/kitchensink'],
  ]) {
    await page.goto(`${ADDRESS}${from}`)
    await expect.poll(() => page.url()).toBe(`${ADDRESS}${to}`)
  }
})

test('whoever has no role yet is told that there is no page, and where they may go', async () => {
  const guest = account('demo-guest')
  const page = await visitAs(await newVisitor(), guest)
  await seen(page.getByRole('heading', { name: NOT_FOUND }))
  const links = await page.getByRole('navigation', { name: 'Go to' }).getByRole('link').allInnerTexts()
  expect(links).toEqual(['Account', 'Documentation'])
})

test('an unknown address says that there is no such page, and leads to what is open', async () => {
  const visitor = await newVisitor()
  await visitAs(visitor, account('demo-tracking'))
  const page = await visit(visitor, '/no/such/page')
  await seen(page.getByRole('heading', { name: NOT_FOUND }))
  expect(await page.title()).toBe(`${NOT_FOUND} · Apsis`)
  const links = page.getByRole('navigation', { name: 'Go to' }).getByRole('link')
  expect(await links.allInnerTexts()).toEqual(['Observations', 'Passes', 'Sensors', 'Account', 'Documentation'])
  await links.first().click()
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/odt/observations`)
})

test('breadcrumbs lead back the way one came in, and a satellite without a name is "Satellite"', async () => {
  const page = await visitAs(await newVisitor(), account('demo'), '/ca/cdm/25544/c-1/m-1')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  expect(await (await seen(crumbs)).getByRole('listitem').allInnerTexts()).toEqual([
    'Collision avoidance',
    'Conjunctions',
    'Satellite',
    'Conjunction',
    'Conjunction data message',
  ])
  await crumbs.getByRole('link', { name: 'Satellite' }).click()
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/ca/satellite/25544`)
  await page.goBack()
  await crumbs.getByRole('link', { name: 'Conjunction', exact: true }).click()
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/ca/conjunction/25544/c-1`)
})

test('the navigation shows what the roles open, and marks where one is', async () => {
  const names = async (who: Account) => {
    const page = await start(who)
    const rail = page.getByRole('navigation', { name: 'Main' })
    await seen(rail.getByRole('link', { name: 'Documentation' }))
    return rail.getByRole('link').allTextContents()
  }
  expect(await names(account('demo'))).toEqual([
    'Collision avoidance',
    'Find',
    'Ephemerides',
    'Screening',
    'On-demand tracking',
    'Account',
    'Documentation',
  ])
  expect(await names(account('demo-tracking'))).toEqual(['On-demand tracking', 'Account', 'Documentation'])
  expect(await names(account('demo-guest'))).toEqual(['Account', 'Documentation'])

  const page = await start(account('demo'))
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('link', { name: 'Screening' }).click()
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/screening`)
  expect(await rail.locator('[aria-current="page"]').allTextContents()).toEqual(['Screening'])
})

test('the services are told apart by what they answer and how they are', async () => {
  const demo = account('demo')
  const page = await visitAs(await newVisitor(), demo)
  // Another journey of the same product may have tried tracking: the page says what the server does.
  const { services } = await (await callerOf(page))<Status>('GET', '../status')
  const tracking = services.find(({ service }) => service === 'odt')?.level
  expect(['inactive', 'ok']).toContain(tracking)
  await page.getByRole('button', { name: /^Service / }).click()
  const choices = page.getByRole('navigation', { name: 'Services' }).getByRole('link')
  // How they are is not known until the server has said it.
  await expect
    .poll(() => choices.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Collision avoidance\s+Inactive$/),
      expect.stringMatching(tracking === 'ok' ? /^On-demand tracking\s+Normal$/ : /^On-demand tracking\s+Inactive$/),
      expect.stringMatching(/^All services\s+\w+$/),
    ])
  await choices.last().click()
  await seen(page.getByRole('heading', { name: 'Select a service' }))
  const cards = page.getByRole('region', { name: 'Select a service' }).getByRole('link')
  await expect.poll(() => cards.count()).toBe(2)
  await cards.last().click()
  await expect.poll(() => page.url()).toBe(`${ADDRESS}/odt/observations`)
  await seen(signedIn(page, demo))
})
