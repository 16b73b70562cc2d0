import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '../account.ts'
import { changedMessage } from '../ca/testing/messages.ts'
import { callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import { findings } from '../findings.ts'
import { productNow } from '../product-now.ts'
import { unfolded } from '../unfolded.ts'
import { ADDRESS, newVisitor, pane, seen, tokenOf, useBrowser, visitAs } from '../visitor.ts'
import { openSettings } from './settings.ts'
import { NOTHING } from './stored-settings.ts'

useBrowser()

/** Another organisation than in most journeys, with its own rules and channels. */
const WHO = account('demo-other')
leavesNothing(WHO)
afterAll(forgetRules)
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** The time limit for a reload of the page on a busy machine. */
const CALM = { timeout: 60_000 }
const OWN = { number: 90_012, name: 'QUIET-1' }
const ADDRESS_OF_DIGEST = 'digest@borealis.example'
/** A digest is sent at a full minute, which may be nearly two minutes away. */
const DIGEST_WITHIN = { timeout: 150_000, interval: 5_000 }
const DIGEST_TEST_MS = 240_000

/** The titles that the webhook received. */
const told: string[] = []
let server: Server
let url = ''
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly data: { readonly title: string } }
    told.push(data.title)
    response.writeHead(202).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Returns the time of day `ms` from now. */
const clockAt = (ms: number) => new Date(productNow() + ms).toISOString().slice(11, 16)

/**
 * Sends a message of one event: with a large covariance its probability is diluted, its level is high, and tracking is requested; with a small one it
 * is critical.
 */
async function send(page: Page, number: number, covarianceFactor: number, age: number): Promise<void> {
  const nowMs = productNow()
  const text = changedMessage({
    messageId: `QUIET-${number}-${age}-${nowMs}`,
    createdMs: nowMs - age * HOUR_MS,
    tcaMs: nowMs + 90 * HOUR_MS,
    primary: OWN,
    covarianceFactor,
    secondary: { number, name: `QUIET DEB ${number}` },
  })
  await (await callerOf(page))('POST', 'cdms', text)
}

test('in quiet hours, in German, a notice waits and says until when; a critical one arrives at once', async () => {
  const { page } = await openSettings(WHO, { ca: { ...NOTHING, webhook: { url: [url] } } })
  await page.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  await page.reload()
  const rules = await unfolded(page, 'Regeln')
  await rules.getByText('Ruhe halten').click()
  await rules.getByLabel('Von', { exact: true }).fill(clockAt(-HOUR_MS))
  const end = clockAt(HOUR_MS)
  await rules.getByLabel('Bis', { exact: true }).fill(end)
  await rules.getByRole('button', { name: 'Änderungen speichern' }).click()
  await seen(rules.getByText('Gespeichert.'))

  const log = pane(page, 'Zustellprotokoll')
  await send(page, 890_021, 9, 9)
  await page.reload()
  await unfolded(page, 'Zustellprotokoll')
  const held = log.getByRole('listitem').filter({ hasText: 'Stufe gestiegen auf Hoch' })
  // At night, another journey may have left a notice that waits for the usual end of the quiet hours.
  await held.getByText(new RegExp(`^Wartet auf das Ende der Ruhezeit, .* ${end} Z`)).waitFor(CALM)
  await send(page, 890_021, 0.43, 1)
  await expect.poll(() => told).toContain('Risk raised to CRITICAL')
  expect(told).not.toContain('Risk raised to HIGH')
  await page.reload()
  await unfolded(page, 'Zustellprotokoll')
  const critical = log.getByRole('listitem').filter({ hasText: 'Stufe gestiegen auf Kritisch' })
  await seen(critical.getByText('Zugestellt · 202'))
  expect(await findings(page)).toEqual([])
})

test(
  'what a rule collects waits for the digest and comes in one mail at its time',
  async () => {
    await forgetRules()
    const { page } = await openSettings(WHO, { ca: { ...NOTHING, email: { addresses: [ADDRESS_OF_DIGEST] } } })
    await page.evaluate(() => localStorage.removeItem('apsis-language'))
    await page.reload()
    const mails = (await unfolded(page, 'Mailbox, simulated')).getByRole('group')
    const question = mails.filter({ hasText: ADDRESS_OF_DIGEST }).first()
    await question.locator('summary').click()
    await question.getByRole('link', { name: /confirm=/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()

    // The digest is due in two minutes, so that the notice arrives before it.
    const rules = await unfolded(page, 'Rules')
    await rules.getByRole('button', { name: 'Add a rule' }).click()
    await dialog.getByText('Doubtful data').click()
    await dialog.getByRole('button', { name: /How it is sent/ }).click()
    await page.getByRole('option', { name: 'In the digest' }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    // The rule has switched the digest on.
    await rules.getByLabel('Digest at').fill(clockAt(2 * MINUTE_MS))
    await rules.getByRole('button', { name: 'Save changes' }).click()
    await seen(rules.getByText('Saved.'))

    // The accepted distances are smaller than the real ones, but the large covariance hides this, so only more data can show it.
    const thresholds = { acceptedMinimumDistanceM: 10, acceptedRadialDistanceM: 5 }
    await (await callerOf(page))('POST', 'satellites', {
      name: OWN.name,
      noradId: OWN.number,
      configuration: { thresholds },
    })
    await send(page, 890_022, 1_000, 9)
    await page.reload()
    const whole = await unfolded(page, 'Delivery log')
    const log = whole.getByRole('listitem').filter({ hasText: 'Tracking data needed' }).first()
    await seen(log.getByText('Waits for the digest'))
    const digest = mails.filter({ hasText: 'Digest: 1 notice' }).first()
    await expect
      .poll(async () => {
        await page.reload()
        await (await unfolded(page, 'Delivery log')).getByRole('listitem').first().waitFor()
        await unfolded(page, 'Mailbox, simulated')
        return digest.count()
      }, DIGEST_WITHIN)
      .toBe(1)
    await digest.locator('summary').click()
    await seen(digest.getByText(/QUIET DEB 890022/))
  },
  DIGEST_TEST_MS,
)

/** Removes the rules and channels, so that no later journey has them. */
async function forgetRules(): Promise<void> {
  const token = await tokenOf(await visitAs(await newVisitor(), WHO, '/services'))
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  for (const [path, body] of [
    ['notifications/rules', {}],
    ['ca/userconfig', { notifications: { default: NOTHING } }],
  ] as const) {
    const answer = await fetch(`${ADDRESS}/api/v1/${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })
    expect(answer.status, await answer.text()).toBe(200)
  }
}
