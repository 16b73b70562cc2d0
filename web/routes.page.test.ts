import type { Page, Route } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { another, apiOf, page as open, pane, seen } from './testing/page.ts'
import { world } from './testing/world.ts'

const NOT_FOUND = 'Page not found'

/** The addresses of spec §2 that a role may open, each with its title. */
const CA = {
  '/ca/oems': 'Ephemerides',
  '/ca/conjunctions': 'Conjunctions',
  '/ca/space': 'Space',
  '/ca/find': 'Find',
  '/ca/find/25544': 'Find',
  '/ca/element-sets': 'Element sets',
  '/ca/element-sets/25544': 'Element sets of 25544',
  '/ca/object/25544': '25544',
  '/ca/space-weather': 'Space weather',
  '/ca/candidates': 'Candidates',
  '/ca/burns': 'Own burns',
  '/ca/event-reports': 'Archived reports',
}
/** The addresses for users of either service. */
const EITHER = { '/tle/catalogue': 'Catalogue' }
/** The addresses that every signed-in user may open. */
const OPEN = { '/screening': 'Screening' }
const ODT = {
  '/odt/observations': 'Observations',
  '/odt/passes': 'Passes',
  '/odt/sensors': 'Sensors',
  '/odt/observation/r-1/': 'Observation request',
  '/odt/observation/r-1/f-1': 'Observation request',
}

/** Addresses whose screens show nothing without their event or satellite, for any user. */
const NOT_THERE = {
  '/ca/conjunction/25544/c-1': NOT_FOUND,
  '/ca/manoeuvre/25544/c-1': NOT_FOUND,
  '/ca/post-manoeuvre-screening/25544/c-1': NOT_FOUND,
  '/ca/cdm/25544/c-1/m-1': NOT_FOUND,
  '/ca/annual-collision-statistics/25544': NOT_FOUND,
  '/ca/satellite/25544': NOT_FOUND,
  '/ca/element-sets/iss': NOT_FOUND,
  '/ca/object/iss': NOT_FOUND,
  '/ca/object/0': NOT_FOUND,
}

/** Opens an address inside the application, as a link does, and returns the title. */
async function titleAt(page: Page, path: string): Promise<string> {
  // The router notices the change by itself; a second notice while it loads the page would make it start again.
  if (new URL(page.url()).pathname !== path) await page.evaluate((to) => history.pushState(null, '', to), path)
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  const headings = page.getByRole('main').getByRole('heading', { level: 1 })
  // One heading names the screen: without a heading, or with two, a user of a screen reader is lost.
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

const pathOf = (page: Page) => new URL(page.url()).pathname
const atHome = (username: string) => open(world.nothing, username, '/')

test('a reader who goes back while the first page loads reaches the earlier page, and is followed from then on', async () => {
  const page = await another(world.nothing, 'demo', '/tnc')
  const { origin } = await apiOf(world.nothing)
  const held: Route[] = []
  await page.route('**/assets/conjunctions*.js', (route) => void held.push(route))
  await page.goto(`${origin}/ca/conjunctions`, { waitUntil: 'commit' })
  await expect.poll(() => held.length).toBe(1)
  // The address changes as with the back button, and no page is loaded.
  await page.evaluate(() => history.pushState(null, '', '/services'))
  for (const route of held) await route.continue()
  await seen(pane(page, 'Services').getByRole('table'))
  await expectTitles(page, { '/ca/find': 'Find', '/services': 'Select a service' })
})

/** The time for some fifty screens, each opened in turn. */
const ALL_SCREENS_MS = 180_000

test('every screen has its address, for a user with the roles', { timeout: ALL_SCREENS_MS }, async () => {
  await expectTitles(await atHome('demo'), { ...OPEN, ...CA, ...ODT, ...EITHER, ...NOT_THERE })
})

test.each([
  ['demo-tracking', { ...OPEN, ...ODT, ...EITHER, ...closed(CA), ...NOT_THERE }],
  ['demo-guest', { ...OPEN, ...closed(CA), ...closed(ODT), ...closed(EITHER) }],
])(
  'without the role of a service its screens are not found, and nothing reveals them: %s',
  async (username, titles) => {
    await expectTitles(await atHome(username), titles)
  },
)

test('the screening page tells a user without the role what they may do, and makes no call that would be refused', async () => {
  const page = await open(world.nothing, 'demo-tracking', '/odt/sensors')
  const asked: string[] = []
  const note = (request: { url(): string }) => void asked.push(new URL(request.url()).pathname)
  page.on('request', note)
  onTestFinished(() => void page.off('request', note))
  await page.goto(new URL('/screening', page.url()).href)
  const panel = page.getByRole('region', { name: 'Screening' })
  await seen(panel.getByText('No role of collision avoidance.'))
  await expect.poll(() => asked).toContain('/api/v1/status')
  expect(asked.filter((path) => path.startsWith('/api/v1/ca/'))).toEqual([])
  await panel.getByRole('link', { name: 'See your observations' }).click()
  await expect.poll(() => pathOf(page)).toBe('/odt/observations')
})

test.each([
  ['/ca', '/ca/conjunctions'],
  ['/odt', '/odt/observations'],
])('the address %s of a service leads to its first screen', async (from, to) => {
  const page = await open(world.nothing, 'demo', from)
  await expect.poll(() => pathOf(page)).toBe(to)
})

test('a user without a role reads that there is no page, and which pages they may open', async () => {
  const page = await atHome('demo-guest')
  await seen(page.getByRole('heading', { name: NOT_FOUND }))
  await seen(page.getByText('This account may use no service.', { exact: false }))
  const links = await page.getByRole('navigation', { name: 'Go to' }).getByRole('link').allInnerTexts()
  expect(links).toEqual(['Account', 'Documentation'])
})

test('an unknown address shows that there is no such page, and links to the available ones', async () => {
  const page = await open(world.nothing, 'demo-tracking', '/tnc')
  await page.goto(new URL('/no/such/page', page.url()).href)
  await seen(page.getByRole('heading', { name: NOT_FOUND }))
  expect(await page.title()).toBe(`${NOT_FOUND} · Apsis`)
  await seen(page.getByText('The address is mistyped', { exact: false }))
  const links = page.getByRole('navigation', { name: 'Go to' }).getByRole('link')
  expect(await links.allInnerTexts()).toEqual([
    'Catalogue',
    'Observations',
    'Passes',
    'Sensors',
    'Account',
    'Documentation',
  ])
  await links.nth(1).click()
  await expect.poll(() => pathOf(page)).toBe('/odt/observations')
})

test('breadcrumbs lead back to the previous screen, and a satellite without a name is "Satellite"', async () => {
  const page = await open(world.nothing, 'demo', '/ca/cdm/25544/c-1/m-1')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  expect(await (await seen(crumbs)).getByRole('listitem').allInnerTexts()).toEqual([
    'Collision avoidance',
    'Conjunctions',
    'Satellite',
    'Conjunction',
    'Conjunction data message',
  ])
  await crumbs.getByRole('link', { name: 'Satellite' }).click()
  await expect.poll(() => pathOf(page)).toBe('/ca/satellite/25544')
  await page.goBack()
  await crumbs.getByRole('link', { name: 'Conjunction', exact: true }).click()
  await expect.poll(() => pathOf(page)).toBe('/ca/conjunction/25544/c-1')
})

test.each([
  [
    'demo',
    [
      'Collision avoidance',
      'Space',
      'Find',
      'Ephemerides',
      'Screening',
      'On-demand tracking',
      'Account',
      'Documentation',
    ],
  ],
  ['demo-tracking', ['On-demand tracking', 'Account', 'Documentation']],
  ['demo-guest', ['Account', 'Documentation']],
])('the navigation shows %s the pages that the roles open', async (username, names) => {
  const page = await atHome(username)
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await seen(sidebar.getByRole('link', { name: 'Documentation' }))
  expect(await sidebar.getByRole('link').allTextContents()).toEqual(names)
})

test('the navigation marks the current screen', async () => {
  const page = await atHome('demo')
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await sidebar.getByRole('link', { name: 'Screening' }).click()
  await expect.poll(() => pathOf(page)).toBe('/screening')
  expect(await sidebar.locator('[aria-current="page"]').allTextContents()).toEqual(['Screening'])
})
