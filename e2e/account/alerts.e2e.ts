import { createServer, type Server } from 'node:http'
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

/** Another organisation than in most journeys, with its own on-call chain and rules. */
const WHO = account('demo-other')
leavesNothing(WHO)
afterAll(forgetDuty)
const ADDRESS_OF_DUTY = 'duty@borealis.example'
const OWN = { number: 90_011, name: 'ALERT-1' }
const HOUR_MS = 3_600_000
/** The time limit for one check of the on-call chain and the mail after it, on a busy machine. */
const CALLED_WITHIN = { timeout: 40_000 }

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

test('a notice of an event is sent by the channel of its rule; the person on call is called and acknowledges from the mail', async () => {
  const channels = { ...NOTHING, webhook: { url: [url] }, email: { addresses: [ADDRESS_OF_DUTY] } }
  const { page } = await openSettings(WHO, { ca: channels })
  const mails = (await unfolded(page, 'Mailbox, simulated')).getByRole('group')
  const question = mails.filter({ hasText: ADDRESS_OF_DUTY }).first()
  await question.locator('summary').click()
  await question.getByRole('link', { name: /confirm=/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()

  // Risks are sent by webhook alone, and the page names the field of a wrong time of day.
  const rules = await unfolded(page, 'Rules')
  await rules.getByRole('button', { name: 'Add a rule' }).click()
  await dialog.getByText('Risk of a conjunction').click()
  await dialog.getByText('Webhook', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await seen(rules.getByText('At once, by Webhook'))
  await rules.getByText('Keep quiet').click()
  await rules.getByLabel('From').fill('24:00')
  await rules.getByRole('button', { name: 'Save changes' }).click()
  await seen(rules.getByText('From: must be HH:MM'))
  await rules.getByLabel('From').fill('21:30')
  await rules.getByRole('button', { name: 'Save changes' }).click()
  await seen(rules.getByText('Saved.'))

  const duty = pane(page, 'On call')
  await seen(duty.getByText('No chain: a critical event that nobody acknowledges calls nobody.'))
  await duty.getByRole('button', { name: 'Add a step' }).click()
  await dialog.getByRole('button', { name: /Add a person/ }).click()
  await page.getByRole('option', { name: WHO.name }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await duty.getByRole('button', { name: 'Save changes' }).click()
  await seen(duty.getByText('On call now:'))
  expect(await findings(page)).toEqual([])

  // The deadline for the decision has passed, so the first step is called at once.
  const nowMs = productNow()
  const secondary = { number: 890_011, name: 'ALERT DEB' }
  const times = { createdMs: nowMs - HOUR_MS, tcaMs: nowMs + 2 * HOUR_MS }
  const text = changedMessage({
    messageId: `ALERT-${nowMs}`,
    ...times,
    primary: OWN,
    secondary,
    covarianceFactor: 0.43,
  })
  await (await callerOf(page))('POST', 'cdms', text)
  await expect
    .poll(() => told, CALLED_WITHIN)
    .toContainEqual(expect.stringMatching(/^Act: ALERT-1 × ALERT DEB, the decision was due /))
  const call = mails.filter({ hasText: 'You are called' }).first()
  await call.waitFor(CALLED_WITHIN)
  expect(await mails.filter({ hasText: /^Act: |Risk raised/ }).count()).toBe(0)

  await call.locator('summary').click()
  const link = await call.getByRole('link', { name: /acknowledgements\/[^#]+$/ }).getAttribute('href')
  await page.goto(`${ADDRESS}${link}?lang=de`)
  await page.getByRole('button', { name: `Als ${WHO.name} quittieren` }).click()
  await seen(page.getByRole('heading', { name: /quittiert/ }))
})

/** Removes the duty plan, so that no later journey calls anybody or sends notifications by these channels. */
async function forgetDuty(): Promise<void> {
  const token = await tokenOf(await visitAs(await newVisitor(), WHO, '/services'))
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const put = async (path: string, body: object, more: Record<string, string> = {}) => {
    const init = { method: 'PUT', headers: { ...headers, ...more }, body: JSON.stringify(body) }
    const answer = await fetch(`${ADDRESS}/api/v1/${path}`, init)
    expect(answer.status, await answer.text()).toBe(200)
  }
  const plan = await fetch(`${ADDRESS}/api/v1/duty/plan`, { headers })
  const { timeZone, turnsFrom, handoverTime } = await plan.json()
  const empty = { timeZone, turnsFrom, handoverTime, chain: [], overrides: [], absences: [] }
  await put('duty/plan', empty, { 'If-Match': plan.headers.get('etag') ?? '' })
  await put('notifications/rules', {})
  await put('ca/userconfig', { notifications: { default: NOTHING } })
}
