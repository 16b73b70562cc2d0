import { NOTHING } from '@apsis/e2e/account/stored-settings.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { faultsOnPaper } from '@apsis/e2e/paper.ts'
import { unfolded } from '@apsis/e2e/unfolded.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { go, page as open, PHONE, pane, prefer, seen } from '../testing/page.ts'
import { openSettings, tab } from '../testing/settings.ts'
import { world } from '../testing/world.ts'

const PATH = '/account/notifications'
/** These panes are folded, in this order, if nothing is set up and they have no faults. */
const FOLDED = {
  Rules: 'Critical notices reach you here alone · No rule: urgent notices go at once by every channel',
  Telephone: 'No telephone',
  'Telephone bridge': 'No bridge: calls are SIMULATED',
  'On-call system': 'No on-call system',
  'Delivery log': 'Nothing sent yet',
  'Mailbox, simulated': 'SIMULATED · no mail yet',
  'How notices look': 'Mail, Microsoft Teams and Slack; yours are in English',
} as const
const OPEN = ['Channels', 'Collision avoidance', 'On-demand tracking', 'On call']

const headOf = (page: Page, name: string) => pane(page, name).getByRole('button', { name, exact: true })
const isOpen = async (head: Locator) => (await head.getAttribute('aria-expanded')) === 'true'
const isInView = (head: Locator) =>
  head.evaluate((one) => one.getBoundingClientRect().top > 0 && one.getBoundingClientRect().bottom < innerHeight)
/** Returns the text in the head beside the title, without the time of the last read. */
async function saidOf(page: Page, name: string): Promise<string> {
  const text = await pane(page, name).locator('header').innerText()
  return text
    .replace(name, '')
    .replace(/·? as of .*/s, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Replaces the answer of the server to a call of the page. */
function answers(page: Page, path: string, change: (answer: never) => unknown) {
  return page.route(`**/api/v1/${path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: change((await answer.json()) as never) })
  })
}

/** Makes the server report that only this message was ever sent. */
function sent(page: Page, one: { readonly state: string; readonly reason: string | null }) {
  return page.route('**/api/v1/notifications/deliveries?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const isOne = (name: 'state' | 'reason') => !query.has(name) || query.get(name) === one[name]
    const isAsked = isOne('state') && isOne('reason') && !query.has('until')
    return route.fulfill({ headers: { 'X-Total-Count': isAsked ? '1' : '0' }, json: isAsked ? [one] : [] })
  })
}

test('panes that are rarely needed are folded to a line with their contents, and important panes are not', async () => {
  const page = await open(world.nothing, 'demo-test', PATH)
  for (const [name, said] of Object.entries(FOLDED)) {
    await expect.poll(() => saidOf(page, name), { message: name }).toBe(said)
    expect(await isOpen(headOf(page, name)), name).toBe(false)
  }
  for (const name of OPEN) {
    await seen(pane(page, name))
    expect(await headOf(page, name).count(), name).toBe(0)
  }
  const order = await page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll((all) => all.map((one) => one.querySelector('h2')?.textContent))
  expect(order.filter((name) => name !== undefined && (name in FOLDED || OPEN.includes(name ?? '')))).toEqual([
    ...OPEN,
    ...Object.keys(FOLDED),
  ])
  expect(await findings(page, 'main')).toEqual([])
})

test('a pane is unfolded and folded by the keyboard, and by a press anywhere on its head, but not by its menu', async () => {
  const page = await open(world.nothing, 'demo', PATH)
  const head = headOf(page, 'On-call system')
  const help = pane(page, 'On-call system').getByText('Paged for critical events')
  await head.focus()
  await page.keyboard.press('Enter')
  await seen(help)
  await page.keyboard.press('Space')
  await help.waitFor({ state: 'hidden' })
  await pane(page, 'On-call system').getByText('No on-call system').first().click({ force: true })
  await seen(help)
  await pane(page, 'Telephone').locator('header button[aria-haspopup]').click()
  await seen(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  expect(await isOpen(headOf(page, 'Telephone'))).toBe(false)
})

test('a simulated message does not count as arrived', async () => {
  const page = await open(world.nothing, 'demo', '/tnc')
  await sent(page, delivery({ state: 'delivered', reason: 'sent-to-nobody' }))
  await go(page, PATH)
  const lead = page.getByText('One message: 0 arrived, 0 given up.', { exact: false })
  expect(await (await seen(lead)).innerText()).toContain('One is SIMULATED: nobody got it.')
})

test('an address unfolds and shows the pane that it names, also a second time and by the link of the verdict', async () => {
  const page = await open(world.nothing, 'demo', '/tnc')
  await sent(page, delivery({ state: 'delivered' }))
  await go(page, `${PATH}#telephone-bridge`)
  const bridge = headOf(page, 'Telephone bridge')
  await expect.poll(() => isOpen(bridge)).toBe(true)
  await expect.poll(() => isInView(bridge)).toBe(true)
  expect(await isOpen(headOf(page, 'Telephone'))).toBe(false)
  await bridge.click()
  await go(page, PATH)
  await go(page, `${PATH}#telephone-bridge`)
  await expect.poll(() => isOpen(bridge)).toBe(true)

  await seen(page.getByText('One message: 1 arrived, 0 given up.', { exact: false }))
  const log = headOf(page, 'Delivery log')
  await page.getByRole('main').getByRole('link', { name: 'Delivery log' }).click()
  await expect.poll(() => isOpen(log)).toBe(true)
  await expect.poll(() => isInView(log)).toBe(true)
})

test('a pane with a fault unfolds by itself, and shows the fault in its head after a user has folded it', async () => {
  const page = await open(world.nothing, 'demo', '/tnc')
  const failed = { lastTriedAt: '2026-11-20T01:00:00.000Z', failures: 3, lastResult: 'http-status', lastStatus: 500 }
  await answers(page, 'duty/paging', (paging: object) => ({ ...paging, url: 'https://pager.example', ...failed }))
  await answers(page, 'duty/bridge', (bridge: object) => ({
    ...bridge,
    url: 'https://bridge.example',
    lastCalledAt: '2026-11-20T01:00:00.000Z',
    lastResult: 'http-status',
    lastStatus: 500,
  }))
  await answers(page, 'duty/telephone', (telephone: object) => ({
    ...telephone,
    number: '+4930901820',
    ways: ['call'],
    isConfirmed: false,
  }))
  await sent(page, delivery({ state: 'dead', reason: 'http-status' }))
  await page.route('**/api/v1/notifications/rules', (route) => route.fulfill({ status: 503, body: '' }))
  await go(page, PATH)
  for (const [name, said] of [
    ['Rules', 'The rules could not be read'],
    ['Telephone', 'Not confirmed · +4930901820'],
    ['Telephone bridge', 'Fails · 0 confirmed telephones'],
    ['On-call system', 'Fails · 0 open alarms'],
    ['Delivery log', 'One given up in 7 days · Nothing has arrived yet'],
  ] as const) {
    const head = headOf(page, name)
    await expect.poll(() => isOpen(head), { message: name }).toBe(true)
    await head.click()
    await expect.poll(() => saidOf(page, name)).toBe(said)
    expect(await isOpen(head)).toBe(false)
  }
})

test('while an address waits for its confirmation link, the simulated mailbox that contains the link is unfolded', async () => {
  const { page } = await openSettings('demo', { ca: { ...NOTHING, email: { addresses: ['desk@operator.example'] } } })
  await expect.poll(() => isOpen(headOf(page, 'Mailbox, simulated'))).toBe(true)
})

test('unsaved rules are mentioned in the head, and the pane unfolds by itself for a user who returns to it', async () => {
  const page = await open(world.nothing, 'demo', PATH)
  const rules = await unfolded(page, 'Rules')
  await rules.getByText('Keep quiet').click()
  await headOf(page, 'Rules').click()
  await expect.poll(() => saidOf(page, 'Rules')).toMatch(/^Not saved yet\. · No rule/)
  await tab(page, 'Profile').click()
  await tab(page, 'Notifications unsaved').click()
  await seen(rules.getByRole('checkbox', { name: 'Keep quiet', checked: true }))
  await rules.getByRole('button', { name: 'Discard changes' }).click()
})

test('the valid settings are counted: rules, those that send nothing, and the times', async () => {
  const page = await open(world.nothing, 'demo', '/tnc')
  const rule = { types: ['watch'], leastLevel: 'ok', satellites: [], statuses: [], way: 'now', channels: [] }
  await answers(page, 'notifications/rules', (rules: object) => ({
    ...rules,
    rules: [rule, { ...rule, way: 'never' }, { ...rule, way: 'digest' }],
    quietHours: { from: '22:00', to: '06:00' },
    digestAt: '07:00',
    timeZone: 'Europe/Berlin',
  }))
  await go(page, PATH)
  await expect
    .poll(() => saidOf(page, 'Rules'))
    .toBe(
      'Critical notices reach you here alone · 3 rules · one of them sends nothing · quiet from 22:00 to 06:00 · digest at 07:00 · Europe/Berlin',
    )
})

test('on paper everything that is set is unfolded, and the example is absent', async () => {
  const page = await open(world.nothing, 'demo', PATH)
  await seen(headOf(page, 'Rules'))
  const parts = [
    pane(page, 'Rules').getByRole('heading', { name: 'Quiet hours' }),
    pane(page, 'On-call system').getByText('Paged for critical events'),
    pane(page, 'Delivery log').getByRole('button', { name: 'Given up', exact: true }),
  ]
  for (const part of parts) expect(await part.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  for (const part of parts) await seen(part)
  expect(await page.getByText('How notices look').isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  expect(await faultsOnPaper(page)).toEqual([])
})

test('on a phone and in German a folded head can be read completely and is large enough to press', async () => {
  const page = await open(world.nothing, 'demo', PATH, PHONE)
  await prefer(page, 'language', 'de')
  const rules = pane(page, 'Regeln')
  await seen(rules.getByText('Keine Regel: Dringendes geht sofort über jeden Kanal'))
  for (const name of ['Regeln', 'Telefonbrücke', 'Rufsystem', 'Zustellprotokoll', 'Postfach, simuliert']) {
    const header = pane(page, name).locator('header')
    expect((await header.boundingBox())?.height, name).toBeGreaterThanOrEqual(44)
    expect(await header.evaluate((one) => one.scrollWidth - one.clientWidth), name).toBe(0)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findings(page, 'main')).toEqual([])
  await page.evaluate(() => localStorage.removeItem('apsis-language'))
})

function delivery(more: { readonly state: string; readonly reason?: string }) {
  return {
    deliveryId: '5f0c1a52-7c1b-4f6e-8f0d-3f4a0d0f9b11',
    channelId: '1d4a5c7e-0a5b-4c3e-9d52-2f8f3a6d9c01',
    channel: 'webhook',
    target: 'hooks.operator.example/apsis',
    kind: 'test',
    title: 'Test',
    finding: null,
    notificationId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    isCritical: false,
    reason: null,
    status: null,
    answer: null,
    tries: 1,
    createdAt: '2026-11-20T01:00:00.000Z',
    triedAt: null,
    nextAt: null,
    endedAt: null,
    ...more,
  }
}
