import type { Connection, ConnectionTest } from '@apsis/contract/connections/connection.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { INSTANT } from '@apsis/e2e/kept-fleets.ts'
import { faultsOnPaper } from '@apsis/e2e/paper.ts'
import { moveClock } from '@apsis/server/platform/database/moved-clock.ts'
import { startOpenEphemerides } from '@apsis/tools/services/open-ephemerides.ts'
import { OWN_SATELLITES, simulatedSpaceTrack } from '@apsis/tools/services/space-track/simulated.ts'
import { type LocalSpaceTrack, startSpaceTrack } from '@apsis/tools/services/space-track/space-track.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Call, callerOf } from '../testing/caller.ts'
import { cutTexts, smallTargets } from '../testing/kitchen-sink.ts'
import { list } from '../testing/notices.ts'
import { afresh, another, go, nowIn, page as open, PHONE, pane, seen, workOnce } from '../testing/page.ts'
import type { World } from '../testing/world.ts'

const PATH = '/account/connections'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Space-Track may be asked at this time: nothing is fetched there near the hour and the half hour. */
const quietTime: World = {
  name: 'connections',
  fill: ({ superuserUrl }) => {
    const hourMs = Math.floor(Date.parse(INSTANT) / HOUR_MS) * HOUR_MS
    return moveClock(superuserUrl, new Date(hourMs + 10 * MINUTE_MS).toISOString())
  },
}
const USER = 'flight@operator.example'
/** An account may fetch messages once in eight hours, so each test that fetches has its own account. */
const OTHERS = ['second@operator.example', 'third@operator.example', 'fourth@operator.example'] as const
const PASSWORD = 'right'
const ADMIN = 'demo-admin'

let server: LocalSpaceTrack
let call: Call
beforeAll(async () => {
  const aheadMs = (await nowIn(quietTime)) - Date.now()
  const accounts = [USER, ...OTHERS].map((identity) => ({ identity, password: PASSWORD, reads: OWN_SATELLITES }))
  server = await startSpaceTrack({ clock: () => Date.now() + aheadMs, content: simulatedSpaceTrack(), accounts })
  call = callerOf(quietTime, ADMIN)
})
afterAll(() => server.close())
afterEach(async () => {
  server.mood = 'ok'
  for (const { connectionId } of await connections())
    await call('DELETE', `../connections?connection-id=${connectionId}`)
})

const connections = () => call<Connection[]>('GET', '../connections')
const at = (username = ADMIN, wishes = {}) => open(quietTime, username, PATH, wishes)
const sources = (page: Page) => pane(page, 'Services and folders')
const item = (page: Page, name = 'Space-Track') => sources(page).getByRole('listitem', { name, exact: true })
const readings = (page: Page) => pane(page, 'Readings')
const read = () => workOnce(quietTime, 'ca.space-track', ADMIN)

/** Adds a connection to the local Space-Track through the API. */
const connect = (change: object = {}) =>
  call<Connection>('POST', '../connections', {
    kind: 'SPACE_TRACK',
    name: 'Space-Track',
    address: server.url,
    account: USER,
    secret: PASSWORD,
    feeds: ['MESSAGES'],
    ...change,
  })

/** Fills the form of a Space-Track connection, and saves it. */
async function add(page: Page, secret: string, account: string = USER): Promise<void> {
  await page.getByRole('button', { name: 'Add a connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a connection' })
  await dialog.getByRole('button', { name: 'Space-Track Address' }).click()
  await page.getByRole('option', { name: 'Another address' }).click()
  await dialog.getByRole('textbox', { name: 'Another address' }).fill(server.url)
  await dialog.getByLabel('Account', { exact: true }).fill(account)
  await dialog.getByLabel('Password', { exact: true }).fill(secret)
  await dialog.getByRole('button', { name: 'Save' }).click()
}

test('an administrator connects Space-Track, tests it, adds the satellites that the account may read, and sees what came', async () => {
  const page = await at()
  await seen(sources(page).getByText('No connection yet'))
  await seen(sources(page).getByText(/^A connection fetches the messages/))
  await add(page, PASSWORD)
  await seen(item(page).getByText('Not read yet'))
  expect(await page.content()).not.toContain(`"${PASSWORD}"`)

  await item(page).getByRole('button', { name: 'Test Space-Track' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test of Space-Track' })
  await seen(dialog.getByText(`Signed in as ${USER}; may read ${OWN_SATELLITES.length} satellites.`))
  await dialog.getByRole('button', { name: `Add ${OWN_SATELLITES.length} satellites to the fleet` }).click()
  await expect.poll(() => dialog.getByRole('link', { name: 'added' }).count()).toBe(OWN_SATELLITES.length)
  expect(await dialog.getByRole('button', { name: /^Add/ }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const fleet = await call<{ noradId: number }[]>('GET', 'satellites')
  expect(fleet.map(({ noradId }) => noradId).toSorted()).toEqual(OWN_SATELLITES.toSorted())

  await read()
  // The event about the reading makes the open page read the list again.
  await seen(item(page).getByText('Active', { exact: true }))
  await seen(item(page).getByText('Something new came'))
  const [{ feeds: [feed] = [] } = {}] = await connections()
  await seen(item(page).getByText(`${feed?.newInDay}; the usual is known after five days`))
  await seen(item(page).getByRole('row', { name: 'Messages 1 of 1 1 8 h' }))
  const row = readings(page).getByRole('row').nth(1)
  await seen(row.getByText('Something new came'))
  expect(server.violations).toEqual([])

  await item(page).getByRole('button', { name: 'Test Space-Track' }).click()
  await expect.poll(() => dialog.getByRole('link', { name: 'in the fleet' }).count()).toBe(OWN_SATELLITES.length)
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('a wrong password is told by the test, stops the connection, and another one resumes it', async () => {
  const page = await at()
  await seen(sources(page).getByText('No connection yet'))
  await add(page, 'wrong', OTHERS[0])
  await item(page).getByRole('button', { name: 'Test Space-Track' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test of Space-Track' })
  await seen(dialog.getByText('The service refuses the account or its password.'))
  await dialog.getByRole('button', { name: 'Close' }).click()

  await read()
  await seen(item(page).getByText(/^Account or password refused by the service since/))
  await seen(sources(page).getByText(/one waits for a person/))
  await item(page).getByRole('button', { name: 'Resume Space-Track' }).click()
  const resume = page.getByRole('dialog', { name: 'Resume Space-Track?' })
  await seen(resume.getByText(/^The service refused the stored password/))
  await resume.getByRole('button', { name: 'Cancel' }).click()

  await item(page).getByRole('button', { name: 'Change Space-Track' }).click()
  const change = page.getByRole('dialog', { name: 'Change Space-Track' })
  const secret = change.getByLabel('Password', { exact: true })
  expect(await secret.inputValue()).toBe('')
  expect(await secret.getAttribute('type')).toBe('password')
  await seen(change.getByText(/^Set .* and refused\. A new one is tried at once\.$/))
  await secret.fill(PASSWORD)
  await change.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => change.count()).toBe(0)
  await read()
  await seen(item(page).getByText('Active', { exact: true }))
})

test('a suspended account is resumed only by a person who has settled it with the service', async () => {
  await connect({ account: OTHERS[1] })
  server.mood = 'suspended'
  await read()
  const page = await open(quietTime, ADMIN, '/services?sidebar=notifications')
  await list(page).getByRole('link', { name: 'An account is suspended' }).click()
  await page.waitForURL(({ pathname }) => pathname === PATH)
  // The list of notices lies over the page until it is closed.
  await go(page, `${PATH}?sidebar=`)
  await seen(item(page).getByText('Suspended', { exact: true }))
  await seen(item(page).getByText(/^“.*suspended.*”$/i))
  await item(page).getByRole('button', { name: 'Resume Space-Track' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resume Space-Track?' })
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click()
  await seen(dialog.getByText('Tick that you have seen it.'))
  expect((await connections())[0]?.state).toBe('SUSPENDED')
  await dialog.getByText('It is settled, and the account may be used again.').click()
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  expect((await connections())[0]?.state).toBe('ACTIVE')
})

test('a test that the limits of the service do not allow says when it is possible again', async () => {
  const { connectionId } = await connect()
  const test = () => call<ConnectionTest>('POST', `../connections/${connectionId}/tests`)
  await expect.poll(async () => (await test()).result).toBe('limit-reached')
  const page = await at()
  await item(page).getByRole('button', { name: 'Test Space-Track' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test of Space-Track' })
  await seen(dialog.getByText('The limits of the service allow no further request now.'))
  await seen(dialog.getByText(/^A test is possible again 20\d\d-\d\d-\d\d \d\d:\d\d Z\.$/))
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(server.violations).toEqual([])
})

test('a connection is paused, resumed and removed, and another open page follows', async () => {
  await connect()
  const page = await at()
  const other = await another(quietTime, 'demo', PATH)
  await seen(item(other))
  await item(page).getByRole('button', { name: 'Pause Space-Track' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
  for (const one of [page, other]) await seen(item(one).getByText(/^Paused by .* since .*: nothing is read/))
  await item(page).getByRole('button', { name: 'Resume Space-Track' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).click()
  await expect
    .poll(() =>
      item(other)
        .getByText(/^Paused by/)
        .count(),
    )
    .toBe(0)
  await item(page).getByRole('button', { name: 'Remove Space-Track' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Space-Track?' })
  await seen(dialog.getByText(/What it brought stays/))
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  for (const one of [page, other]) await seen(sources(one).getByText('No connection yet'))
})

test('what somebody else has changed in between is not overwritten, and a taken name is told at its field', async () => {
  const made = await connect()
  const page = await at()
  await item(page).getByRole('button', { name: 'Change Space-Track' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Space-Track' })
  const { kind, account, address } = made
  const body = { kind, account, address, name: 'Renamed', feeds: ['MESSAGES'] }
  await call('PUT', `../connections?connection-id=${made.connectionId}`, body)
  await dialog.getByLabel('Name', { exact: true }).fill('Mine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(dialog.getByRole('alert').getByText(/Changed by somebody else meanwhile\. Close this and look first/))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await add(page, PASSWORD)
  await expect.poll(() => connections()).toHaveLength(2)
  await page.getByRole('button', { name: 'Change Renamed' }).click()
  const renamed = page.getByRole('dialog', { name: 'Change Renamed' })
  await renamed.getByLabel('Name', { exact: true }).fill('Space-Track')
  await renamed.getByRole('button', { name: 'Save' }).click()
  await seen(renamed.getByText('Another connection has this name.'))
  await renamed.getByRole('button', { name: 'Cancel' }).click()
})

test('a folder shows its path, and a fault of the form stands at its field', async () => {
  const page = await at()
  await page.getByRole('button', { name: 'Add a connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a connection' })
  await dialog.getByRole('button', { name: 'Space-Track Service' }).click()
  await page.getByRole('option', { name: 'Folder' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('EU SST')
  await dialog.getByLabel('Name of the folder').fill('EU SST')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(dialog.getByText('Small letters and digits, in words joined by hyphens.'))
  await dialog.getByLabel('Name of the folder').fill('eu-sst')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const path = (await seen(item(page, 'EU SST').getByText(/\/eu-sst$/))).innerText()
  expect(await path).toBe((await connections())[0]?.folderPath)
  expect(await item(page, 'EU SST').getByRole('button', { name: /^Copy/ }).count()).toBe(1)
})

test('a mailbox is added with its folder and the senders whose mails are taken', async () => {
  const page = await at()
  await page.getByRole('button', { name: 'Add a connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a connection' })
  await dialog.getByRole('button', { name: 'Space-Track Service' }).click()
  await page.getByRole('option', { name: 'Mailbox' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('EU SST')
  await dialog.getByLabel('Mail server').fill('imaps://mail.operator.example')
  await dialog.getByLabel('Account', { exact: true }).fill('messages@operator.example')
  await dialog.getByLabel('Password', { exact: true }).fill('secret')
  await dialog.getByLabel('Senders').fill('everybody')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(dialog.getByText('Each one is an address or a domain.'))
  await dialog.getByLabel('Senders').fill('eusst.example, flight@partner.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await seen(item(page, 'EU SST').getByText('eusst.example, flight@partner.example'))
  expect((await connections())[0]).toMatchObject({
    kind: 'MAILBOX',
    mailFolder: 'INBOX',
    feeds: [{ feed: 'MESSAGES' }],
  })
})

test('published ephemerides are offered by their publisher, and a test says how many files an address has', async () => {
  const published = await startOpenEphemerides({ constellation: 3 })
  onTestFinished(() => published.close())
  const page = await at()
  await page.getByRole('button', { name: 'Add a connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a connection' })
  await dialog.getByRole('button', { name: 'Space-Track Service' }).click()
  await page.getByRole('option', { name: 'Published ephemerides' }).click()
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Starlink')
  await dialog.getByRole('button', { name: 'Starlink Published by' }).click()
  await page.getByRole('option', { name: 'Another address' }).click()
  await dialog
    .getByRole('textbox', { name: 'Another address' })
    .fill(`${published.url}/public-files/ephemerides/MANIFEST.txt`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await item(page, 'Starlink').getByRole('button', { name: 'Test Starlink' }).click()
  await seen(page.getByRole('dialog').getByText('It can be read, and publishes 3 files.'))
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await seen(item(page, 'Starlink').getByRole('row', { name: /^List of files 1 of 1/ }))
  expect(published.violations).toEqual([])
})

test('a user who is no administrator reads everything and changes nothing; one without collision avoidance has no such page', async () => {
  await connect()
  const page = await at('demo')
  await seen(item(page))
  await seen(page.getByText(/Administrators of collision avoidance change them/))
  expect(
    await sources(page)
      .getByRole('button', { name: /^(Test|Change|Pause|Remove|Add)/ })
      .count(),
  ).toBe(0)
  const guest = await open(quietTime, 'demo-tracking', PATH)
  await seen(guest.getByText('Page not found').first())
})

test('the page can be read in German, on a phone and on paper, and axe finds nothing in either theme', async () => {
  const { connectionId } = await connect({ account: OTHERS[2] })
  await read()
  await connect({ name: 'A name that is as long as the people of a ground segment write it', isPaused: true })
  for (const wishes of [{}, { colorScheme: 'light', ...PHONE }, { language: 'de', ...PHONE }] as const) {
    const page = await open(quietTime, ADMIN, `${PATH}?connection=${connectionId}`, wishes)
    const title = 'language' in wishes ? 'Dienste und Ordner' : 'Services and folders'
    await seen(pane(page, title).getByRole('listitem', { name: 'Space-Track', exact: true }))
    await seen(pane(page, 'language' in wishes ? 'Lesungen' : 'Readings').getByRole('table'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    // On a phone, only screen readers get the column headings of the readings.
    for (const part of [pane(page, title), page.locator('#readings tbody')]) expect(await cutTexts(part)).toEqual([])
    expect(await smallTargets(pane(page, title))).toEqual([])
    expect(await findings(page)).toEqual([])
    expect(await faultsOnPaper(page)).toEqual([])
  }
  const page = await at(ADMIN, { language: 'de', ...PHONE })
  await page.getByRole('button', { name: 'Space-Track ändern' }).click()
  const dialog = await seen(page.getByRole('dialog', { name: 'Space-Track ändern' }))
  expect(await cutTexts(dialog)).toEqual([])
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.evaluate(() => localStorage.removeItem('apsis-language'))
})

test('a list that cannot be read says so, and is read again when asked', async () => {
  await connect()
  const page = await open(quietTime, ADMIN, '/account')
  await page.route('**/api/v1/connections', (route) => route.abort())
  await go(page, PATH)
  await seen(page.getByText(/^The connections could not be read/))
  await page.unroute('**/api/v1/connections')
  await page.getByRole('button', { name: 'Try again' }).click()
  await seen(item(page))
  expect(await page.getByText(/could not be read/).count()).toBe(0)
})

test('the palette and the status page lead to the connections', async () => {
  await connect()
  const page = await at()
  await afresh(page, '/services')
  await page.getByRole('link', { name: /Space-Track/ }).click()
  await seen(item(page))
  await go(page, '/services')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill('connections')
  await page.getByRole('menuitem', { name: 'Connections', exact: true }).click()
  await seen(item(page))
  expect(new URL(page.url()).pathname).toBe(PATH)
})
