import { readFile } from 'node:fs/promises'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { copiesOfMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings, graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { afresh, another, apiOf, beginsWith, go, nowIn, page as open, PHONE, seen, settled } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const call = callerOf(world.fleet, WHO)

const start = (path = '/ca/conjunctions') => open(world.fleet, WHO, path, { reducedMotion: 'reduce' })
/** The test runs in an installation with the demo accounts, which marks all its data as simulated. */
const ofDemo = () =>
  another(world.fleet, WHO, '/ca/conjunctions', { reducedMotion: 'reduce' }, (context) =>
    context.route('**/config.json', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), demo: true } })
    }),
  )

const grid = (page: Page) => page.getByRole('grid', { name: 'Conjunctions' })
const rowCount = async (page: Page) => Number(await grid(page).getAttribute('aria-rowcount'))
const shown = (page: Page) => page.getByRole('main').locator('output').first().innerText()
const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** Returns the number of future events. */
async function countAhead(): Promise<number> {
  const now = new Date(await nowIn(world.fleet)).toISOString()
  return (await call<Conjunction[]>('GET', `conjunctions?limit=1000&tca-after=${now}`)).length
}

/** Returns the row that was reached by keys. */
const activeRow = (table: Locator) =>
  table.evaluate((one) => document.getElementById(one.getAttribute('aria-activedescendant') ?? '')?.ariaRowIndex)

test('on paper and in a file simulated events are marked; the sheet has all rows, a plot of its width, and no theme', async () => {
  const ahead = await countAhead()
  const page = await ofDemo()
  await expect.poll(() => shown(page)).toBe(`${ahead} of ${ahead}`)
  const drawn = () =>
    page.evaluate(() => ({
      rows: document.querySelectorAll('[role="grid"] tbody [aria-rowindex]').length,
      // The drawing is the widest SVG element; the others are symbols in the head of the pane.
      plotPx: Math.max(...[...document.querySelectorAll('#timeline svg')].map((svg) => svg.clientWidth)),
      sheetPx: document.body.clientWidth,
    }))
  const all = (await rowCount(page)) - 1
  // The drawing appears a moment after the list.
  await expect.poll(async () => (await drawn()).plotPx).toBeGreaterThan(0)
  expect((await drawn()).rows).toBeLessThan(all)
  // The browser sends this event before it prints, and does not notify resize observers then.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const onPaper = await drawn()
  expect(onPaper.rows).toBe(all)
  expect(onPaper.plotPx).toBeGreaterThan(500)
  expect(onPaper.plotPx).toBeLessThanOrEqual(onPaper.sheetPx)
  await seen(page.getByText(/^SIMULATED.*Apsis, 20/))
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(async () => (await drawn()).rows).toBeLessThan(all)
  // A saved drawing is marked as simulated, like every other file.
  await page.getByRole('button', { name: /^Menu of Closest approaches/ }).press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'SVG' }).press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^timeline_SIMULATED_\d{8}_\d{6}_Z\.svg$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('SIMULATED. By each event’s newest message')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
})

test('the sentence names the objects, the TCA and the deadline, and the bar counts down to the deadline', async () => {
  const page = await start()
  const sentence = await seen(page.getByRole('main').getByRole('status').filter({ hasText: 'Decide before' }))
  expect(await sentence.innerText()).toMatch(/^SAT-2 × SIM DEB \d+ in T−1 d \d\d h \d\d m\. Decide before \d{4}-/)
  const critical = page.getByRole('list', { name: 'Events ahead by level' }).getByRole('button').first()
  expect((await critical.innerText()).replaceAll(/\s+/g, ' ')).toBe('1 critical')
  await seen(page.getByRole('banner').getByRole('link', { name: /^Next critical/ }))
  const inspector = page.getByRole('complementary', { name: 'Selected conjunction' })
  await seen(inspector.getByRole('heading', { name: /SAT-2 × SIM DEB/ }))
  await inspector.getByRole('link', { name: 'Open conjunction' }).click()
  await expect.poll(() => page.url()).toMatch(/\/ca\/conjunction\/[^/]+\/[^/]+$/)
})

test('filters are in the address, follow the back button, and can each be removed if no event matches', async () => {
  const ahead = await countAhead()
  const page = await start()
  await seen(grid(page))
  await page.getByRole('button', { name: /^\d+ critical$/ }).click()
  await expect.poll(() => query(page, 'level')).toBe('CRITICAL')
  await expect.poll(() => shown(page)).toBe(`1 of ${ahead}`)
  await afresh(page, pathOf(page))
  await expect.poll(() => shown(page)).toBe(`1 of ${ahead}`)
  await go(page, '/ca/conjunctions?level=CRITICAL&max-miss=1')
  await seen(page.getByText(`0 of ${ahead} conjunctions match.`))
  await page.getByRole('button', { name: 'Clear Miss ≤ 1 m' }).click()
  await expect.poll(() => shown(page)).toBe(`1 of ${ahead}`)
  await page.goBack()
  await seen(page.getByText(`0 of ${ahead} conjunctions match.`))
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect.poll(() => shown(page)).toBe(`${ahead} of ${ahead}`)
})

test('by urgency the critical event is first, and past events are on a separate tab', async () => {
  const page = await start()
  await seen(grid(page))
  await page.getByRole('button', { name: /^View/ }).click()
  await page.getByRole('menuitem', { name: 'By urgency' }).click()
  await expect.poll(() => query(page, 'sort')).toBe('-level,decide')
  await expect.poll(() => grid(page).getByRole('row').nth(1).innerText()).toContain('Critical')
  await page.getByRole('button', { name: 'Past' }).click()
  await expect.poll(() => query(page, 'tab')).toBe('past')
  await seen(grid(page).getByText(/^T\+/).first())
  expect(await grid(page).getByText(/^T−/).count()).toBe(0)
})

test('keys move through the rows, open one, and acknowledge it, which the record shows', async () => {
  // The address selects few columns, so that the state always fits: the width of the countdowns varies.
  const page = await start('/ca/conjunctions?columns=level,until,satellite,secondary,state')
  const table = await seen(grid(page))
  // The keys continue from the event that is shown beside the table; the head of a day is skipped.
  const shownRow = await seen(table.getByRole('row', { selected: true }))
  const at = Number(await shownRow.getAttribute('aria-rowindex'))
  await page.keyboard.press('j')
  // The next event may be the first of the next day: the number of events in a day depends on the hour.
  await expect.poll(async () => [at + 1, at + 2].includes(Number(await activeRow(table)))).toBe(true)
  await page.keyboard.press('k')
  await expect.poll(() => activeRow(table)).toBe(String(at))
  await expect.poll(() => query(page, 'event')).not.toBeNull()
  const inspector = page.getByRole('complementary', { name: 'Selected conjunction' })
  const acknowledge = inspector.getByRole('button', { name: /^Acknowledge/ })
  await expect.poll(() => acknowledge.innerText()).toMatch(/^Acknowledge\s+a$/)
  await page.keyboard.press('a')
  await seen(inspector.getByRole('button', { name: 'Take back' }))
  await expect.poll(() => table.getByRole('row', { selected: true }).innerText()).toContain('Acknowledged')
  await table.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toMatch(/\/ca\/conjunction\/[^/]+\/[^/]+$/)
})

test('the lanes are read by keys, choose an event, and a drag sets the window', async () => {
  const ahead = await countAhead()
  const page = await start()
  const lanes = await seen(page.getByRole('slider', { name: /^Events of Closest approaches/ }))
  await lanes.focus()
  await page.keyboard.press('End')
  await expect.poll(() => lanes.getAttribute('aria-valuetext')).toMatch(/^SAT-\d × SIM.*TCA/)
  await page.keyboard.press('Enter')
  await expect.poll(() => query(page, 'event')).not.toBeNull()
  const box = await lanes.boundingBox()
  if (!box) throw new Error('The lanes are not drawn.')
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => query(page, 'from')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d0Z$/)
  await expect.poll(() => rowCount(page)).toBeLessThan(ahead)
  await page.getByRole('button', { name: /^Window/ }).click()
  await page.getByRole('dialog', { name: 'Window' }).getByRole('button', { name: '7 d', exact: true }).click()
  await expect.poll(() => query(page, 'from')).toBeNull()
})

test('events are grouped by satellite with the worst first, folded by a click and by keys, and the address stores this', async () => {
  const page = await start()
  const table = await seen(grid(page))
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('menuitem', { name: 'Satellite' }).click()
  await expect.poll(() => query(page, 'by')).toBe('satellite')
  const heads = table.getByRole('rowheader')
  await expect.poll(() => heads.first().innerText()).toMatch(/^SAT-2\s+\d+ events\s+Critical$/)
  const before = await rowCount(page)
  await heads.first().click()
  await expect.poll(() => rowCount(page)).toBeLessThan(before)
  expect(await heads.first().getAttribute('aria-expanded')).toBe('false')
  await afresh(page, pathOf(page))
  await expect.poll(() => heads.first().getAttribute('aria-expanded')).toBe('false')
  // The keys reach the head of a group, unfold the group, and fold it again from one of its rows.
  await table.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => rowCount(page)).toBe(before)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => activeRow(table)).toBe('3')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => heads.first().getAttribute('aria-expanded')).toBe('false')
  await page.getByRole('button', { name: /^Group by/ }).click()
  await page.getByRole('menuitem', { name: 'Fold all', exact: true }).click()
  // The table has a row for each of the six satellites, and its head.
  await expect.poll(() => rowCount(page)).toBe(7)
})

test('three events are compared side by side, and the address restores the comparison', async () => {
  const page = await start('/ca/conjunctions?sort=-level,decide')
  const table = await seen(grid(page))
  for (const place of [1, 2, 3])
    await table
      .getByRole('row')
      .nth(place)
      .click({ modifiers: ['Control'] })
  await seen(page.getByText('3 selected'))
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = await seen(page.getByRole('dialog', { name: '3 conjunctions compared' }))
  expect(query(page, 'compare')?.split(',')).toHaveLength(3)
  const line = (name: string) => dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  expect(await line('Level').innerText()).toMatch(/Critical\s+High\s+High/)
  await expect.poll(() => line('Combined radius').innerText()).toMatch(/(\d\.\d\s?m\s*){3}$/)
  await expect.poll(() => line('Conjunction plane').getByRole('img').count()).toBe(3)
  await expect.poll(() => line('Probability by message').getByRole('img').count()).toBe(3)
  expect(await graveFindings(page)).toEqual([])
  await afresh(page, pathOf(page))
  await seen(dialog)
  // The satellites of these events depend on their last contacts, and so on the time of day.
  const takenOut = dialog.getByRole('button', { name: /^Take out SAT-2 / })
  await takenOut.first().click()
  await seen(page.getByRole('dialog', { name: '2 conjunctions compared' }))
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => query(page, 'compare')).toBeNull()
})

test('several events are selected by clicks alone and assigned together, and their records show it', async () => {
  // With so few columns the state is visible.
  const page = await start('/ca/conjunctions?sort=-level,decide&columns=level,satellite,secondary,state')
  const table = await seen(grid(page))
  // Keys enter the table at the event that is shown beside it.
  const shownAt = await seen(table.getByRole('row', { selected: true }))
  await table.focus()
  await expect.poll(() => activeRow(table)).toBe(await shownAt.getAttribute('aria-rowindex'))
  await page.getByRole('button', { name: 'Select several' }).click()
  const boxOf = (row: Locator) =>
    row.evaluate((line) => {
      const { content, width } = getComputedStyle(line.querySelector('td') ?? line, '::after')
      return { isTicked: content.includes('✓'), widthPx: Number.parseFloat(width) }
    })
  await expect.poll(async () => (await boxOf(table.getByRole('row').nth(2))).widthPx).toBeGreaterThan(12)
  // An event that a verified burn has mitigated stays mitigated, whoever owns it.
  const ofOpen = table.getByRole('row').filter({ hasNotText: 'Mitigated' })
  const picked: string[] = []
  const rowOf = (number: string) => table.getByRole('row').filter({ hasText: number })
  for (let place = 2; picked.length < 2; place += 1) {
    const number = (await ofOpen.nth(place).innerText()).match(/\b9\d{4}\b/g)?.at(-1)
    // If an object has several events, its number does not identify one of them.
    if (number === undefined || (await rowOf(number).count()) !== 1) continue
    picked.push(number)
    await rowOf(number).click()
  }
  await seen(page.getByText('2 selected'))
  for (const number of picked) expect((await boxOf(rowOf(number))).isTicked).toBe(true)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: 'CSV, 2 selected' }).click()
  expect((await download).suggestedFilename()).toMatch(/conjunctions.*\.csv$/)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = await seen(page.getByRole('dialog', { name: 'Assign 2 events' }))
  // The focus starts in the first field; an unknown name is accepted, and is marked as unknown.
  const owner = dialog.getByLabel('To whom')
  await expect.poll(() => owner.evaluate((field) => field === document.activeElement)).toBe(true)
  await expect.poll(() => dialog.locator('datalist option').count()).toBeGreaterThan(0)
  await page.keyboard.type('night-crew')
  await seen(dialog.getByText('Nobody with collision avoidance has this user name.'))
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await seen(page.getByText('2 events: to night-crew.').first())
  for (const number of picked) await expect.poll(() => rowOf(number).innerText()).toContain('Assigned')
})

test('the API call that the screen shows returns the same events', async () => {
  const address = '/ca/conjunctions?type=DEBRIS&max-r=200&own=none&min-pc=1e-9&originator=APSIS-SIM&group=Demo&q=sim'
  const page = await start(address)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await seen(grid(page))
  await page.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: 'Copy API call, curl' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^curl /)
  const url = /https?:\/\/[^'"\s]+/.exec(await copied())?.[0] ?? ''
  const [count = '', all = ''] = (await shown(page)).split(' of ')
  expect(Number(count)).toBeGreaterThan(0)
  expect(Number(count)).toBeLessThan(Number(all))
  const { issuer } = await apiOf(world.fleet)
  const response = await fetch(url, { headers: { Authorization: `Bearer ${await issuer.token(person(WHO))}` } })
  expect(((await response.json()) as unknown[]).length).toBe(Number(count))
})

test('a new event waits until it is loaded while somebody reads', async () => {
  const page = await start()
  const table = await seen(grid(page))
  await settled(page)
  const before = await rowCount(page)
  // The pointer is over the rows, which are all shown: from now on new rows wait.
  await table.getByRole('row').nth(2).hover()
  await table.getByRole('row').nth(3).hover()
  const [message] = copiesOfMessage(1, await nowIn(world.fleet))
  expect(await call('POST', 'cdms', message?.text)).toMatchObject([{ status: 'accepted' }])
  const load = await seen(page.getByRole('button', { name: /^\d+ new.* – load$/ }))
  expect(await rowCount(page)).toBe(before)
  await load.click()
  await expect.poll(() => rowCount(page)).toBeGreaterThan(before)
})

test.each(['/ca/conjunctions', '/ca/conjunctions?plot=matrix'])(
  '%s is accessible in every theme and fits a phone',
  async (path) => {
    const page = await start(path)
    await seen(page.getByRole('main').getByRole('status').first())
    await settled(page)
    expect(await graveFindingsInThemes(page)).toEqual([])
    await page.setViewportSize(PHONE.viewport)
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
  },
)
