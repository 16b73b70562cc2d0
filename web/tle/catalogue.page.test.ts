import { readFileSync } from 'node:fs'
import type { Connection } from '@apsis/contract/connections/connection.ts'
import { commandsOf, runCommands } from '@apsis/e2e/docs/commands.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { faultsOnPaper } from '@apsis/e2e/paper.ts'
import { moveClock } from '@apsis/server/platform/database/moved-clock.ts'
import { type Celestrak, startCelestrak } from '@apsis/tools/services/celestrak.ts'
import { simulatedSpaceTrack } from '@apsis/tools/services/space-track/simulated.ts'
import { type LocalSpaceTrack, startSpaceTrack } from '@apsis/tools/services/space-track/space-track.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { cutTexts, smallTargets } from '../testing/kitchen-sink.ts'
import { afresh, another, apiOf, go, nowIn, page as open, PHONE, pane, seen, workOnce } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { type World, world } from '../testing/world.ts'

const PATH = '/tle/catalogue'
const ADMIN = 'demo-admin'
/** The satellite catalogue may be requested from 17:00 UTC on, and nothing may be requested near a full or half hour. */
const EVENING = '2026-11-20T17:10:00Z'
/** The service of `npm run service` has this account. */
const ACCOUNT = { identity: 'flight@operator.example', password: 'simulated' }
/** Two objects that simulated.ts publishes: one without a set, and one that comes down tomorrow. */
const [WITHOUT_SET, FALLING] = ['58004', '58003']
const GROUP = '/NORAD/elements/gp.php?GROUP=active&FORMAT=JSON'

let spaceTrack: LocalSpaceTrack
let celestrak: Celestrak
let failing: Celestrak
let served: World
let unserved: World
let aheadMs = 0
const clock = () => Date.now() + aheadMs

beforeAll(async () => {
  spaceTrack = await startSpaceTrack({ clock, content: simulatedSpaceTrack(), accounts: [ACCOUNT] })
  celestrak = await startCelestrak({ clock })
  failing = await startCelestrak({ clock })
  failing.mood = 'error-page'
  const fill: World['fill'] = ({ superuserUrl }) => moveClock(superuserUrl, EVENING)
  const settings = { APSIS_CATALOGUE_ORGANISATION: person(ADMIN).organisation ?? '' }
  served = { name: 'evening', fill, settings: { ...settings, APSIS_GP_URL: `${celestrak.url}${GROUP}` } }
  unserved = { name: 'evening_unserved', fill, settings: { APSIS_GP_URL: `${failing.url}${GROUP}` } }
  aheadMs = (await nowIn(served)) - Date.now()
})
afterAll(async () => {
  for (const service of [spaceTrack, celestrak, failing]) await service.close()
})

const content = (page: Page) => pane(page, 'What is in it')
const sources = (page: Page) => pane(page, 'Sources')
const lead = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/ element set .* old\.|^No catalogue is stored/)
    .first()

test('without a catalogue the page says so; a simulated one is marked', async () => {
  const page = await open(world.nothing, 'demo', PATH)
  await seen(page.getByText('A screening against it compares with nothing.').first())
  await seen(sources(page).getByText('No source yet'))
  await workOnce(world.nothing, 'tle.refresh', 'demo')
  await afresh(page, PATH)
  await seen(page.getByText(/^SIMULATED: none of these objects exists/))
  await seen(lead(page).getByText(/SIMULATED objects,/))
  await seen(content(page).getByRole('row', { name: /^Debris simulated catalogue/ }))
  await seen(pane(page, 'In orbit, without a set').getByText(/^The simulated catalogue has a set of each/))
  expect(await findings(page)).toEqual([])
})

test('the commands of the guide make debris appear, and an open page follows', async () => {
  const page = await open(served, ADMIN, PATH)
  await workOnce(served, 'tle.refresh', ADMIN)
  await afresh(page, PATH)
  await seen(page.getByText(/^SIMULATED: a source of this catalogue is a place for tests/))
  // CelesTrak's group contains only active objects.
  await seen(page.getByText(/^Debris is not in this catalogue/).first())
  await seen(content(page).getByRole('row', { name: /Debris no source brings any 0 – – – –/ }))
  await seen(page.getByText('What it lacks, no screening finds.', { exact: false }))
  await seen(page.getByText(/no source says what is in orbit\.$/))

  const { origin, issuer } = await apiOf(served)
  const TOKEN = await issuer.token(person(ADMIN))
  const environment = { APSIS: origin, TOKEN, SERVICE: spaceTrack.url }
  const [until = '', removal = ''] = commandsOf('tle/catalogue.md', origin).split(/(?=curl -sS -X DELETE)/)
  const call = callerOf(served, ADMIN)
  const connections = () => call<Connection[]>('GET', '../connections')
  const running = runCommands(until, environment)
  await expect.poll(connections).toHaveLength(1)
  await workOnce(served, 'tle.refresh', ADMIN)
  const done = await running
  expect(done.failed).toBe(false)
  expect(done.statuses.filter((status) => !/^20[01]$/.test(status))).toEqual([])
  expect(Number(/"debris":(\d+)/.exec(done.stdout)?.[1])).toBeGreaterThan(0)

  await seen(content(page).getByRole('row', { name: /^Debris 127\.0\.0\.1 \d/ }))
  await expect.poll(() => page.getByText(/^Debris is not in this catalogue/).count()).toBe(0)
  await expect.poll(() => sources(page).getByRole('row').filter({ hasText: 'Something new came' }).count()).toBe(2)
  await seen(
    pane(page, 'In orbit, without a set').getByRole('row', { name: new RegExp(`^${WITHOUT_SET} SIMULATED DEB`) }),
  )
  await seen(page.getByText('One object in orbit has no element set (Debris 1): no screening finds it.'))
  await seen(pane(page, 'Expected to come down').getByRole('row', { name: new RegExp(`^${FALLING} SIMULATED R/B`) }))
  await seen(pane(page, 'Left the catalogue').getByText('Nothing left it in seven days.'))
  expect([...spaceTrack.violations, ...celestrak.violations]).toEqual([])

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of What is in it' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  const file = readFileSync(await (await saved).path(), 'utf8')
  expect(file).toMatch(/^kind,source,objects,set_below_1_d,set_1_to_3_d,set_3_to_7_d,set_from_7_d\r?\n/m)
  expect(file).toMatch(/^debris,127\.0\.0\.1,\d+/m)

  // The number of an object is a link to its page only for users of collision avoidance.
  const other = await another(served, 'demo-tracking', PATH)
  await seen(pane(other, 'In orbit, without a set').getByText(WITHOUT_SET))
  expect(await other.getByRole('link', { name: WITHOUT_SET }).count()).toBe(0)
  expect(await sources(other).getByRole('link', { name: 'To the connections' }).count()).toBe(0)
  await pane(page, 'Expected to come down').getByRole('link', { name: FALLING }).click()
  await page.waitForURL(({ pathname }) => pathname === `/ca/object/${FALLING}`)

  const [{ connectionId } = { connectionId: '' }] = await connections()
  const removed = await runCommands(removal, { ...environment, CONNECTION: connectionId })
  expect(removed.statuses).toEqual(['204'])
  expect(commandsOf('tle/catalogue.de.md', origin)).toBe(commandsOf('tle/catalogue.md', origin))
})

test('a source that fails, and a page that cannot be read, say so; the last answer is shown without the server', async () => {
  await workOnce(unserved, 'tle.refresh', ADMIN)
  const page = await open(unserved, 'demo', '/services')
  await page.route('**/api/v1/tle/catalogue', (route) => route.abort())
  await go(page, PATH)
  await seen(page.getByText(/^The catalogue could not be read/))
  await page.unroute('**/api/v1/tle/catalogue')
  await page.getByRole('button', { name: 'Try again' }).click()
  const row = sources(page).getByRole('row').nth(1)
  await seen(row.getByText('Fails'))
  await seen(row.getByText(/^The service answered with an error/))
  await seen(page.getByText(/^127\.0\.0\.1.* could not be read the last time/))
  await page.context().setOffline(true)
  onTestFinished(() => page.context().setOffline(false))
  await seen(page.getByText(/Offline since/).first())
  expect(await row.getByText('Fails').isVisible()).toBe(true)
})

test('the status of the platform, the palette and a key lead to the page', async () => {
  await workOnce(world.nothing, 'tle.refresh', 'demo')
  const page = await open(world.nothing, 'demo', '/services')
  await page.getByRole('link', { name: 'Kinds of object' }).click()
  await seen(lead(page))
  expect(new URL(page.url()).pathname).toBe(PATH)
  await go(page, '/services')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill('catalogue')
  await page.getByRole('menuitem', { name: /^Catalogue/ }).click()
  await seen(lead(page))
  await go(page, '/services')
  await seen(page.getByRole('link', { name: 'Kinds of object' }))
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.waitForURL(({ pathname }) => pathname === PATH)
})

test('the page can be read in German, on a tablet, a phone and paper, and axe finds nothing in either theme', async () => {
  await workOnce(served, 'tle.refresh', ADMIN)
  for (const wishes of [
    {},
    { viewport: { width: 820, height: 1180 } },
    { colorScheme: 'light', ...PHONE },
    { language: 'de', ...PHONE },
  ] as const) {
    const page = await open(served, 'demo', PATH, wishes)
    const title = 'language' in wishes ? 'Was darin steht' : 'What is in it'
    await seen(pane(page, title).getByRole('table'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await cutTexts(page.getByRole('main').locator('tbody').first())).toEqual([])
    expect(await smallTargets(page.getByRole('main'))).toEqual([])
    expect(await findings(page)).toEqual([])
    expect(await faultsOnPaper(page)).toEqual([])
    await page.evaluate(() => localStorage.removeItem('apsis-language'))
  }
})
