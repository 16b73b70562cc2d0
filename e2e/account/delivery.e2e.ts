import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '../account.ts'
import { findings } from '../findings.ts'
import { unfolded } from '../unfolded.ts'
import { ADDRESS, answered, pane, seen, useBrowser } from '../visitor.ts'
import { openSettings } from './settings.ts'
import { NOTHING, saveButton } from './stored-settings.ts'

useBrowser()

const demo = account('demo')
/** The answer of the receiver, which each journey sets. */
let answer: { status: number; body: string } = { status: 202, body: '' }
/** The receiver answers when this promise resolves. */
let held: Promise<void> = Promise.resolve()
let server: Server
let url = ''

beforeAll(async () => {
  server = createServer(async (request, response) => {
    request.resume()
    await held
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('saving a channel sends a test, and the page does not call the channel proven until the test has arrived', async () => {
  answer = { status: 202, body: '' }
  const { promise, resolve: release } = Promise.withResolvers<void>()
  held = promise
  const { page, section } = await openSettings(demo, { ca: NOTHING })
  const channel = pane(page, 'Channels').getByRole('listitem')
  const matrix = (await unfolded(page, 'Rules')).getByRole('table')
  await section('ca').getByLabel('Webhook').fill(`${url}/saved`)
  await saveButton(section('ca')).click()
  await seen(channel.getByText('Test under way'))
  await seen(page.getByText('No channel is proven yet; a test is on its way.'))
  await seen(matrix.getByText('not proven', { exact: true }))
  expect(await page.getByText(/reaches you by/).count()).toBe(0)
  expect(await findings(page)).toEqual([])
  release()
  await seen(channel.getByText(/^Delivered · 202/))
  await seen(page.getByText(/A critical notice reaches you by Webhook\./))
  await expect.poll(() => matrix.getByText('not proven', { exact: true }).count()).toBe(0)
  // A channel with a changed address is new, and no delivery has confirmed it yet.
  answer = { status: 400, body: 'No such flow' }
  await section('ca').getByLabel('Webhook').fill(`${url}/changed`)
  await saveButton(section('ca')).click()
  await seen(channel.getByText(/400 No such flow/))
  await seen(channel.getByText('Nothing has arrived yet.'))
  expect(await page.getByText(/reaches you by/).count()).toBe(0)
})

test("a test shows the receiver's answer; an address that permanently refuses is suspended, resumed, and works again", async () => {
  answer = { status: 410, body: 'channel_is_archived' }
  const { page } = await openSettings(demo, { ca: { ...NOTHING, webhook: { url: [url] } } })
  const channel = pane(page, 'Channels').getByRole('listitem')
  await seen(channel.getByText('Refused for good · 410 channel_is_archived'))
  await seen(channel.getByText('Suspended'))
  await seen(channel.getByText('Nothing has arrived yet.'))
  // The page begins with its most important statement.
  await seen(page.getByText(/Webhook 127\.0\.0\.1:\d+\/hook is suspended since/))
  const log = (await unfolded(page, 'Delivery log')).getByRole('listitem').first()
  await seen(log.getByText('Given up', { exact: true }))
  answer = { status: 202, body: '' }
  await channel.getByRole('button', { name: /^Resume/ }).click()
  await expect.poll(() => channel.getByText('Suspended').count()).toBe(0)
  await channel.getByRole('button', { name: /^Send test to Webhook/ }).click()
  await seen(channel.getByText(/^Delivered · 202/))
  await seen(channel.getByText('Works', { exact: true }))
  // A delivery that was given up can be found and replayed, however many were sent since.
  const deliveryLog = await unfolded(page, 'Delivery log')
  await deliveryLog.getByRole('button', { name: 'Given up', exact: true }).click()
  // Other journeys send tests, too, whenever they save an address. Those may have been given up as well, but went to other addresses.
  const own = page.getByText(`Webhook ${url.slice('http://'.length)}`, { exact: true })
  const replay = deliveryLog.getByRole('listitem').filter({ has: own }).getByRole('button', { name: 'Replay Test' })
  await replay.click()
  await expect.poll(() => replay.count()).toBe(0)
  await seen(deliveryLog.getByRole('button', { name: 'Replay Channel suspended' }))
  await seen(channel.getByText(/^Last delivered \d{4}-\d\d-\d\d \d\d:\d\d/))
  await seen(page.getByText(/A critical notice reaches you by Webhook\./))
  expect(await findings(page)).toEqual([])
})

test('a new secret is valid in addition to the one before; while two are valid, another new one ends both, after a question', async () => {
  const { page } = await openSettings(demo, { ca: { ...NOTHING, webhook: { url: [url] } } })
  const channel = pane(page, 'Channels').getByRole('listitem')
  const dialog = page.getByRole('dialog')
  await channel.getByRole('button', { name: /^New secret/ }).click()
  await seen(dialog.getByText(/The one before signs until .+; another new one ends both\.$/))
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await seen(channel.getByText(/The old secret signs, too, until/))
  await channel.getByRole('button', { name: /^New secret/ }).click()
  await seen(page.getByRole('dialog', { name: 'End both secrets?' }))
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'End both' }).click()
  await seen(dialog.getByText(/Every earlier one has ended\.$/))
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect.poll(() => channel.getByText(/The old secret signs, too/).count()).toBe(0)
})

test('the page begins with the channels, and one button sends a test to all of them', async () => {
  answer = { status: 202, body: '' }
  const { page } = await openSettings(demo, { ca: { ...NOTHING, webhook: { url: [`${url}/1`, `${url}/2`] } } })
  const channels = pane(page, 'Channels')
  await channels.getByRole('button', { name: 'Send test to all' }).click()
  await expect.poll(() => channels.getByText(/^Delivered · 202/).count()).toBe(2)
  const panes = await page
    .locator('main')
    .getByRole('region')
    .evaluateAll((all) => all.map(({ id }) => id))
  expect(panes[0]).toBe(await channels.getAttribute('id'))
  expect(await findings(page)).toEqual([])
})

test('pages of the log lead to older entries, which do not move when a message is sent meanwhile', async () => {
  answer = { status: 202, body: '' }
  const { page, token } = await openSettings(demo, { ca: { ...NOTHING, webhook: { url: [`${url}/log`] } } })
  const headers = { Authorization: `Bearer ${token}` }
  const api = `${ADDRESS}/api/v1/notifications`
  const [channel] = await (await fetch(`${api}/channels`, { headers })).json()
  const path = `${api}/channels/${channel.channelId}/tests`
  const send = async () => expect((await fetch(path, { method: 'POST', headers })).ok).toBe(true)
  await Promise.all(Array.from({ length: 25 }, send))
  const all = async () => {
    const listed = await (await fetch(`${api}/deliveries?limit=200`, { headers })).json()
    return (listed as { createdAt: string }[]).map(({ createdAt }) => createdAt)
  }
  const times = await all()
  const log = await unfolded(page, 'Delivery log')
  /** Returns the time at which each of the shown notices was raised. */
  const shown = () =>
    log
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.querySelector('time')?.getAttribute('datetime')))
  await expect.poll(shown).toEqual(times.slice(0, 20))
  await log.getByRole('button', { name: 'Older' }).click()
  await seen(log.getByText(/page 2 of \d/))
  await expect.poll(shown).toEqual(times.slice(20, 40))
  await send()
  // The page reloads its data by itself.
  await page.waitForResponse((response) => /deliveries\?.*page=2/.test(response.url()))
  await answered(page)
  expect(await shown()).toEqual(times.slice(20, 40))
  await log.getByRole('button', { name: 'Newer' }).click()
  const [newest] = await all()
  await expect.poll(shown).toEqual([newest, ...times.slice(0, 19)])
})

test('an address is confirmed by the link of the mail in the simulated mailbox, and receives mails only after that', async () => {
  const address = 'flight-desk@operator.example'
  const { page } = await openSettings(demo, { ca: { ...NOTHING, email: { addresses: [address] } } })
  const channel = pane(page, 'Channels').getByRole('listitem')
  await seen(channel.getByText('Not confirmed'))
  const mailbox = await unfolded(page, 'Mailbox, simulated')
  const mail = mailbox.getByRole('group').filter({ hasText: address })
  await mail.first().locator('summary').click()
  await mail
    .first()
    .getByRole('link', { name: /confirm=/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Confirm an address' })
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await seen(dialog.getByText(`${address} is confirmed.`))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await channel.getByRole('button', { name: /^Send test to E-mail/ }).click()
  await seen(channel.getByText(/^Delivered · SIMULATED/))
  await expect.poll(() => mail.count()).toBe(2)
})

test('on a phone and in German everything is there, and nothing is wider than the page', async () => {
  const before = { ca: { ...NOTHING, webhook: { url: [url] } } }
  const { page } = await openSettings(demo, before, { viewport: { width: 390, height: 844 } })
  await page.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  await page.reload()
  await seen(pane(page, 'Kanäle').getByRole('button', { name: /^Test senden an Webhook/ }))
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  expect(await findings(page)).toEqual([])
})
