import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { historyOfEvent } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, hideNotices } from '../../../testing/caller.ts'
import { nowIn, page as openPage, PHONE, seen } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

const WHO = 'demo-other'
const OWN = { number: 90_778, name: 'CONDUCTED-1' }
/** The instant is given to the second, in which an object moves 8 km: less than half a pixel of the map. */
const ONE_PLACE_PX = 1
const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]
const call = callerOf(world.nothing, WHO)

let path = ''
let tcaMs = 0
let messages = 0

beforeAll(async () => {
  await call('POST', 'satellites', { name: OWN.name, noradId: OWN.number })
  const history = historyOfEvent(await nowIn(world.nothing), OWN)
  messages = history.length
  for (const { text } of history) await call('POST', 'cdms', text)
  const events = await call<Conjunction[]>('GET', 'conjunctions')
  const event = events.find(({ object1 }) => object1.name === OWN.name)
  path = `/ca/conjunction/${event?.satelliteId}/${event?.conjunctionId}`
  tcaMs = Date.parse(event?.conjunctionData.tca ?? '')
  await hideNotices(call)
})

const iso = (ms: number) => new Date(Math.floor(ms / SECOND_MS) * SECOND_MS).toISOString().replace('.000Z', 'Z')
const plain = (ms: number) => iso(ms).replace('T', ' ').replace('Z', ' Z')
const open = async (query = '', wishes: Parameters<typeof openPage>[3] = {}) => {
  const page = await openPage(world.nothing, WHO, `${path}${query}`, { reducedMotion: 'reduce', ...wishes })
  await seen(grip(page))
  return page
}
const grip = (page: Page) => page.getByRole('slider', { name: 'Shown time' })
const said = (page: Page) => grip(page).getAttribute('aria-valuetext')
const timeInAddress = (page: Page) => new URL(page.url()).searchParams.get('t')
/** The places of the cross-hairs on the screen, by their plots. */
const crossHairs = (page: Page) =>
  page.locator('[data-shown-time]').evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().left))

test('an instant in the address is the cross-hair of every plot of the event, and the bar and the deadline stay with the clock', async () => {
  const atMs = Math.floor((tcaMs - 30 * HOUR_MS) / SECOND_MS) * SECOND_MS
  const page = await open(`?t=${iso(atMs)}`)
  expect(await said(page)).toContain(`${plain(atMs)}, `)
  expect(await said(page)).toMatch(/now [+−] .*, Paused$/)
  // There is one line in the plot of probability, four in the plots of separation, and one in the timeline of messages.
  await expect.poll(async () => (await crossHairs(page)).length).toBe(6)
  const [probability = 0, ...others] = await crossHairs(page)
  // The plots have the same left and right edge, so the line is at the same place in all of them.
  for (const separation of others.slice(0, 4)) expect(separation).toBeCloseTo(probability, 1)
  expect(await page.getByRole('banner').innerText()).not.toContain(plain(atMs).slice(11, 19))
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect.poll(async () => (await crossHairs(page)).length).toBe(0)
  await expect.poll(() => timeInAddress(page)).toBeNull()
})

test('the map of where the event is marks both objects at the shown instant, and at TCA both are at one place', async () => {
  const page = await open(`?tab=context&t=${iso(tcaMs - 5 * MINUTE_MS)}`)
  const places = () =>
    page
      .getByRole('region', { name: 'Where' })
      .locator('circle[data-shown-time]')
      .evaluateAll((circles) => circles.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [x, y] as const))
  const apartPx = async () => {
    const [[x1, y1] = [0, 0], [x2, y2] = [Number.NaN, Number.NaN]] = await places()
    return Math.hypot(x1 - x2, y1 - y2)
  }
  await expect.poll(apartPx).toBeGreaterThan(10 * ONE_PLACE_PX)
  expect(await places()).toHaveLength(2)
  // This makes five steps of a minute. The key also works while the time control does not have the focus.
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('.')
  await expect.poll(apartPx).toBeLessThan(ONE_PLACE_PX)
})

test('keys move the time, change its speed and return to now, and those of the messages keep their meaning', async () => {
  const atMs = Math.floor((tcaMs - 20 * HOUR_MS) / MINUTE_MS) * MINUTE_MS
  const page = await open(`?t=${iso(atMs)}`)
  const shows = (ms: number) => expect.poll(() => said(page)).toContain(plain(ms))
  await page.keyboard.press('.')
  await shows(atMs + MINUTE_MS)
  await expect.poll(() => timeInAddress(page)).toBe(iso(atMs + MINUTE_MS))
  await page.keyboard.press(',')
  await page.keyboard.press(':')
  await page.keyboard.press(':')
  await page.keyboard.press(';')
  await shows(atMs + SECOND_MS)
  // While the time control does not have the focus, the bracket keys select messages.
  await page.keyboard.press('[')
  await seen(page.getByText(`This is message ${messages - 1}; the newest is ${messages}.`))
  await shows(atMs + SECOND_MS)

  await grip(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('PageUp')
  await shows(atMs + SECOND_MS + MINUTE_MS + HOUR_MS)
  await page.keyboard.press(']')
  await page.keyboard.press(']')
  await page.keyboard.press(']')
  await page.keyboard.press(']')
  await page.keyboard.press(']')
  await page.keyboard.press(']')
  await shows(tcaMs)
  await page.keyboard.press('Space')
  await expect.poll(() => said(page)).toContain('Running, 1 ×')
  await page.keyboard.press('>')
  await page.keyboard.press('>')
  await expect.poll(() => said(page)).toContain('Running, 60 ×')
  // With reduced motion the time moves in whole minutes.
  await shows(tcaMs + MINUTE_MS)
  await page.keyboard.press('Space')
  await expect.poll(() => said(page)).toContain('Paused')
  await page.keyboard.press('n')
  await expect.poll(() => said(page)).toMatch(/, live$/)
})

test('a click near a mark shows the mark, and the time stays the same on the other views of the event', async () => {
  const page = await open()
  const box = await grip(page).boundingBox()
  if (!box) throw new Error('There is no lane.')
  const mark = page.getByRole('region', { name: 'Time' }).locator('svg title', { hasText: 'TCA' }).locator('..')
  const at = await mark.boundingBox()
  if (!at) throw new Error('TCA has no mark.')
  await page.mouse.click(at.x + at.width / 2 + 3, box.y + box.height / 2)
  await expect.poll(() => said(page)).toContain(plain(tcaMs))
  await page.getByRole('tab', { name: 'Evolution' }).click()
  await expect.poll(() => said(page)).toContain(plain(tcaMs))
  await expect.poll(() => timeInAddress(page)).toMatch(new RegExp(`^${iso(tcaMs).slice(0, 16)}`))
})

test('the conductor has no grave findings, and fits a phone, where its menu has the steps', async () => {
  const page = await open(`?t=${iso(tcaMs)}`)
  expect(await graveFindingsInThemes(page)).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  await seen(grip(page))
  // The plots take their new width a frame after the window has it.
  await expect.poll(() => page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'Steps of time' }).click()
  await page.getByRole('menuitem', { name: 'A minute back' }).click()
  await expect.poll(() => said(page)).toContain(plain(tcaMs - MINUTE_MS))
})
