import { globSync } from 'node:fs'
import { findingsInThemes } from '@apsis/e2e/findings.ts'
import { WALL } from '@apsis/e2e/wall-room.ts'
import { PROJECT_DIR } from '@apsis/server/platform/process/version.ts'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { another, apiOf, enter, go, page as open, PHONE, seen } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

/** Opens a page of the documentation. */
async function read(username: string, path: string, wishes: Parameters<typeof open>[3] = {}): Promise<Page> {
  const page = await open(world.nothing, username, path, wishes)
  await seen(page.getByRole('heading', { level: 1 }))
  return page
}

const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name, exact: true }))
const contents = (page: Page) => page.getByRole('navigation', { name: 'Documentation', exact: true })
const operation = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** Returns the address without the origin. */
function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

test.each([
  ['demo', ['Platform', 'Account', 'Collision avoidance', 'On-demand tracking', 'Element sets', 'Payments']],
  ['demo-tracking', ['Platform', 'Account', 'On-demand tracking', 'Element sets']],
  ['demo-guest', ['Platform', 'Account']],
] as const)('%s sees the services of their roles, and the guides for everybody', async (username, offered) => {
  const page = await read(username, '/docs')
  await title(page, 'Getting started')
  expect(addressOf(page)).toBe('/docs/platform/getting-started')
  const own = contents(page).locator(':scope > ul > li > a')
  expect(await own.allInnerTexts()).toEqual(offered)
})

test('a service without the role and a service that does not exist give the same Not Found page', async () => {
  const page = await read('demo-tracking', '/docs/ca/user-configuration')
  await title(page, 'Page not found')
  const closed = await page.getByRole('main').innerText()
  await go(page, '/docs/platform/authentication')
  await title(page, 'Authentication')
  await go(page, '/docs/no-service')
  await title(page, 'Page not found')
  expect(await page.getByRole('main').innerText()).toBe(closed)
})

test('a guide that does not exist is reported, and the contents still lead to the others', async () => {
  const page = await read('demo-guest', '/docs/account/nothing')
  await title(page, 'No such guide')
  await page.getByRole('main').getByRole('link', { name: 'User configuration' }).last().click()
  await title(page, 'User configuration')
  expect(addressOf(page)).toBe('/docs/account/user-configuration')
})

test('contents, previous and next lead from guide to guide', async () => {
  const page = await read('demo', '/docs')
  await title(page, 'Getting started')
  expect(await page.title()).toBe('Getting started · Documentation · Apsis')
  const ways = page.getByRole('navigation', { name: 'Previous and next' })
  await ways.getByRole('link', { name: 'Next Authentication' }).click()
  await title(page, 'Authentication')
  await ways.getByRole('link', { name: 'Previous Getting started' }).click()
  await title(page, 'Getting started')
  await contents(page).getByRole('link', { name: 'On-demand tracking' }).click()
  await title(page, 'API')
  expect(await contents(page).getByRole('link', { name: 'API', exact: true }).getAttribute('aria-current')).toBe('page')
})

test('an address with a heading is kept through signing in, and shows the heading 60 px from the edge', async () => {
  const page = await another(world.nothing, undefined, '/docs/account/notifications#move-them-forward')
  await enter(page, 'demo-guest')
  await title(page, 'Notifications')
  expect(addressOf(page)).toBe('/docs/account/notifications#move-them-forward')
  await page.goto(new URL('/docs/platform/errors-and-limits#what-the-statuses-mean', page.url()).href)
  const heading = await seen(page.getByRole('heading', { name: 'What the statuses mean' }))
  const fromEdge = await heading.evaluate((element) => {
    const edge = element.closest('article')?.parentElement?.getBoundingClientRect().top ?? Number.NaN
    return element.getBoundingClientRect().top - edge
  })
  expect(Math.abs(fromEdge - 60)).toBeLessThan(2)
})

test('search is reached, read and left by keyboard, marks its hits and leads to the section', async () => {
  const page = await read('demo-guest', '/docs/platform/getting-started')
  await page.keyboard.press('/')
  await page.keyboard.type('back-channel logout')
  await seen(page.getByRole('status').getByText('1 place', { exact: true }))
  expect(await page.locator('#docs-hits mark').allInnerTexts()).toEqual(expect.arrayContaining(['Back', 'Channel']))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await title(page, 'Authentication')
  expect(addressOf(page)).toBe('/docs/platform/authentication?q=back-channel+logout#signing-out')
  await page.reload()
  await seen(page.getByRole('status').getByText('1 place', { exact: true }))
  await page.getByLabel('Search the guides').press('Escape')
  await seen(contents(page))
  expect(new URL(page.url()).search).toBe('')
  await page.getByLabel('Search the guides').fill('zzzz')
  await seen(page.getByText('Nothing in the guides for “zzzz”.'))
})

test('search shows nothing of a service without the role', async () => {
  const page = await read('demo-guest', '/docs')
  await page.getByLabel('Search the guides').fill('conjunctions screening manoeuvres')
  await seen(page.locator('#docs-hits a').first())
  const places = await page
    .locator('#docs-hits a')
    .evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname))
  expect(places.filter((place) => !/^\/docs\/(platform|account)\//.test(place))).toEqual([])
})

/** Returns the guides whose files a page has fetched, for example `platform-authentication`. */
const fetchedGuides = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name, duration }) => (duration > 0 ? (/\/guide-([\w.-]+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []) : [])),
  )
const ENGLISH_GUIDES = globSync('docs/guide/*/*.md', { cwd: PROJECT_DIR }).filter((file) => !file.endsWith('.de.md'))

test('search works without a connection', async () => {
  const page = await another(world.nothing, 'demo-guest', '/docs', { fetchesAhead: true })
  await expect.poll(async () => (await fetchedGuides(page)).length).toBe(ENGLISH_GUIDES.length)
  await page.context().setOffline(true)
  await page.getByLabel('Search the guides').fill('If-Match')
  await page.getByRole('link', { name: /^Saving without overwriting others/ }).click()
  await title(page, 'Errors and limits')
  expect(new URL(page.url()).hash).toBe('#saving-without-overwriting-others')
})

test('a guide that was first opened while the server was away appears when the server answers again', async () => {
  const page = await another(world.nothing, 'demo', '/docs/platform/getting-started')
  await seen(page.locator('article h2').first())
  await page.context().setOffline(true)
  await page.getByRole('main').getByRole('link', { name: 'Next' }).click()
  await title(page, 'Authentication')
  await seen(page.getByText('The server is away. What is missing comes when it answers.'))
  await page.context().setOffline(false)
  await seen(page.getByRole('heading', { name: 'Signing out' }))
  expect(await fetchedGuides(page)).toContain('platform-authentication')
})

test('on a metered connection only the opened guide is fetched, and all guides only for a search', async () => {
  const page = await another(world.nothing, 'demo', '/docs/platform/authentication#signing-out')
  await seen(page.getByRole('heading', { name: 'Signing out' }))
  expect(await fetchedGuides(page)).toEqual(['platform-authentication'])
  await page.getByRole('main').getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => fetchedGuides(page)).toHaveLength(2)
  await page.getByLabel('Search the guides').fill('token')
  await seen(page.locator('#docs-hits a').first())
  expect(await fetchedGuides(page)).toHaveLength(ENGLISH_GUIDES.length)
})

test('a guide that cannot be fetched is reported, with the contents beside it, and appears after a retry', async () => {
  const page = await another(world.nothing, 'demo', '/docs/platform/getting-started')
  await page.context().route('**/assets/guide-ca-screening-*.js*', (route) => route.abort())
  await go(page, '/docs/ca/screening')
  const said = page.getByRole('main').getByRole('alert')
  await seen(said.getByText('This guide could not be fetched'))
  await contents(page).getByRole('link', { name: 'Statistics' }).click()
  await seen(page.locator('article h2').first())
  await page.goBack()
  await seen(said)
  await page.getByLabel('Search the guides').fill('screening')
  await seen(page.getByText('The guides could not be fetched'))
  await page.context().unroute('**/assets/guide-ca-screening-*.js*')
  await said.getByRole('button', { name: 'Try again' }).first().click()
  await seen(page.locator('#docs-hits a').first())
  await page.getByLabel('Search the guides').fill('')
  await seen(page.locator('article h2').first())
  expect(await said.count()).toBe(0)
})

test('the reference shows get, post and put, says so, and hides calls tagged admin, also from an administrator', async () => {
  const page = await read('demo-admin', '/docs/ca/reference')
  await seen(page.getByText('Shown: GET, POST and PUT.'))
  await seen(page.getByRole('listitem').filter({ hasText: 'DELETE /api/v1/ca/userconfig/{user-config-id}' }))
  await seen(operation(page, 'Create the collision-avoidance user configuration'))
  const methods = await page.locator('section section p > b:first-child').allInnerTexts()
  expect(new Set(methods)).toEqual(new Set(['GET', 'POST', 'PUT']))
  await go(page, '/docs/account/reference')
  await seen(operation(page, 'Follow events'))
  expect(await page.getByRole('main').innerText()).not.toContain('backchannel')
})

test('a call shows its parameters, its fields with their limits, its problems, and three examples', async () => {
  const page = await read('demo', '/docs/account/reference#updateUserconfig')
  const own = operation(page, 'Save the tracking user configuration')
  await seen(own.getByText('string, in path, required'))
  await own.getByText('Fields of notifications').first().click()
  await own.getByText('Fields of email').first().click()
  await seen(own.getByText('at most 10 items').first())
  await own.getByText(/^Problems: .*412/).click()
  await seen(own.getByText('version-stale'))
  const url = `${(await apiOf(world.nothing)).origin}/api/v1/userconfig/${person('demo').subject}`
  await seen(own.getByText(`curl -sS -X PUT '${url}'`))
  await own.getByLabel('Python').check()
  await seen(own.getByText('import urllib.request'))
  await own.getByLabel('TypeScript').check()
  await seen(own.getByText(`await fetch('${url}'`))
  expect(await own.locator('pre').innerText()).not.toContain('import urllib.request')
})

test('trying a GET shows 200, its headers and its body; a PUT is sent only after a question', async () => {
  const page = await read('demo', '/docs/account/reference#getStatus')
  const status = operation(page, 'Read the status of the services')
  await status.getByText('Try it', { exact: true }).click()
  await status.getByRole('button', { name: 'Send GET' }).click()
  await seen(status.getByText('200 OK'))
  await seen(status.getByText('ratelimit-policy'))
  await seen(status.getByText('"version": "0.3.4"'))

  const sent: string[] = []
  const note = (request: { method(): string }) => void sent.push(request.method())
  page.on('request', note)
  onTestFinished(() => void page.off('request', note))
  const save = operation(page, 'Save the tracking user configuration')
  await save.getByText('Try it', { exact: true }).click()
  await save.getByLabel('Body, JSON').fill('{ "notifications": [] }')
  await save.getByRole('button', { name: 'Send PUT' }).click()
  await seen(save.getByText('This changes your data. Send it?'))
  expect(sent).not.toContain('PUT')
  await save.getByRole('button', { name: 'Yes, send' }).click()
  await seen(save.getByText('400 Bad Request'))
  expect(sent).toContain('PUT')
  await save.getByLabel('Body, JSON').fill('{')
  await save.getByRole('button', { name: 'Send PUT' }).click()
  await save.getByRole('button', { name: 'Yes, send' }).click()
  await seen(save.getByText(/^The body is not JSON/))
})

test('a description that cannot be read is reported, can be retried, and appears by itself when the server is back', async () => {
  const page = await read('demo', '/docs/odt/api')
  let asked = 0
  await page.route('**/api/v1/odt/openapi/', (route) => {
    asked += 1
    return route.abort()
  })
  await contents(page).getByRole('link', { name: 'API reference' }).click()
  await seen(page.getByText('The description could not be read (No connection).'))
  const before = asked
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  await page.unroute('**/api/v1/odt/openapi/')
  await seen(operation(page, 'Read the description of this service'))
  expect(await page.getByText('could not be read').count()).toBe(0)
})

test('code is copied unchanged', async () => {
  const page = await read('demo-guest', '/docs/platform/operation')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy: code' }).first().click()
  await seen(page.getByRole('button', { name: 'Copied: code' }))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm run apsis-server -- check-config\n')
})

test('on a phone nothing extends beyond the side, and the contents can be folded', async () => {
  const page = await read('demo', '/docs/platform/errors-and-limits', PHONE)
  const width = () => page.evaluate(() => document.querySelector('main')?.scrollWidth)
  expect(await width()).toBe(390)
  expect(await contents(page).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Contents and search' }).click()
  await contents(page).getByRole('link', { name: 'Authentication' }).click()
  await title(page, 'Authentication')
  expect(await contents(page).isVisible()).toBe(false)
  await go(page, '/docs/account/reference')
  await seen(operation(page, 'Save the tracking user configuration'))
  expect(await width()).toBe(390)
})

test('on a video wall the text is in the middle, and the contents of the page are directly beside it', async () => {
  const page = await read('demo-guest', '/docs/platform/accuracy', { viewport: WALL })
  const article = await page.getByRole('article').boundingBox()
  const own = await page.getByRole('navigation', { name: 'On this page' }).boundingBox()
  const [from, to] = [article?.x ?? 0, (article?.x ?? 0) + (article?.width ?? 0)]
  expect(Math.abs((from + to) / 2 - WALL.width / 2)).toBeLessThan(60)
  expect(Math.abs((own?.x ?? 0) - to)).toBeLessThan(40)
})

const DARK_AND_LIGHT = { part: 'main', themes: ['dark', 'light'] } as const

test.each([undefined, PHONE])('axe finds nothing in a guide and a search, in dark and light, %j', async (size) => {
  const page = await read('demo', '/docs/platform/errors-and-limits', { ...size })
  await seen(page.locator('article h2').first())
  expect(await findingsInThemes(page, DARK_AND_LIGHT)).toEqual([])
  if (size) await page.getByRole('button', { name: 'Contents and search' }).click()
  await page.getByLabel('Search the guides').fill('token')
  await seen(page.locator('#docs-hits a').first())
  expect(await findingsInThemes(page, DARK_AND_LIGHT)).toEqual([])
})

test.each([undefined, PHONE])('axe finds nothing in an open reference, in dark and light, %j', async (size) => {
  const page = await read('demo', '/docs/account/reference', { ...size })
  const status = operation(page, 'Read the status of the services')
  await status.getByText('Try it', { exact: true }).click()
  await status.getByRole('button', { name: 'Send GET' }).click()
  await seen(status.getByText('200 OK'))
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '')
  })
  expect(await findingsInThemes(page, DARK_AND_LIGHT)).toEqual([])
})
