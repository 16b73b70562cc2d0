import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { beginsWith, go, page as open, PHONE, seen, settled } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

beginsWith(world.fleet)
const WHO = 'demo'
const LIST = '/ca/conjunctions'

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}
const headsOf = (page: Page) => page.getByRole('grid').getByRole('columnheader').allInnerTexts()
const fillOf = (one: Locator) => one.evaluate((shape) => getComputedStyle(shape).fill)

test('the sidebar of notices keeps the layout of the table: the same columns, with satellite and state, and no cut buttons', async () => {
  const page = await open(world.fleet, WHO, LIST)
  await settled(page)
  const [heads, list] = [await headsOf(page), await boxOf(page.getByRole('grid'))]
  expect(heads.join()).toMatch(/Satellite/)
  expect(heads.join()).toMatch(/State/)
  await go(page, `${LIST}?sidebar=notifications`)
  const sidebar = await boxOf(page.getByRole('complementary', { name: 'Sidebar' }))
  await settled(page)
  expect(await headsOf(page)).toEqual(heads)
  expect((await boxOf(page.getByRole('grid'))).width).toBe(list.width)
  expect((await boxOf(page.getByRole('button', { name: 'Select several' }))).right).toBeLessThanOrEqual(sidebar.x)
})

test('no event is drawn over the title of the hours', async () => {
  const page = await open(world.fleet, WHO, `${LIST}?plot=matrix`)
  const title = page.getByText('hours to TCA', { exact: true })
  const { x, y, right, bottom } = await boxOf(title)
  const marks = await title.evaluate((text) =>
    [...(text.closest('svg')?.querySelectorAll('svg svg') ?? [])].map((one) => {
      const box = one.getBoundingClientRect()
      return { left: box.left, right: box.right, top: box.top, bottom: box.bottom }
    }),
  )
  expect(marks.length).toBeGreaterThan(40)
  expect(marks.filter((mark) => mark.right > x && mark.left < right && mark.bottom > y && mark.top < bottom)).toEqual(
    [],
  )
})

test('low and zero values have no special colour, and Health is grey if there is no fault', async () => {
  const page = await open(world.fleet, WHO, LIST)
  const green = await fillOf(page.getByRole('contentinfo').locator('svg').first())
  const low = page.getByRole('button', { name: /^\d+ low/ }).locator('svg')
  const quiet = await fillOf(low)
  expect(quiet).not.toBe(green)
  expect(
    await fillOf(page.getByRole('grid').getByText('Low', { exact: true }).first().locator('..').locator('svg')),
  ).toBe(quiet)
  const critical = page.getByRole('button', { name: /^\d+ critical/ }).locator('svg')
  expect(await fillOf(critical)).not.toBe(quiet)
  // One satellite has no critical event.
  await page.route('**/api/v1/ca/conjunctions?*', async (route) => {
    const answer = await route.fetch()
    const events: { readonly conjunctionData: { readonly riskLevel: string } }[] = await answer.json()
    await route.fulfill({
      response: answer,
      json: events.filter((one) => one.conjunctionData.riskLevel !== 'CRITICAL'),
    })
  })
  await go(page, '/tnc')
  await page.evaluate(() => Reflect.get(globalThis, 'apsis').forget())
  await go(page, LIST)
  await seen(page.getByRole('button', { name: /^0 critical/ }))
  expect(await fillOf(critical)).toBe(quiet)
  await go(page, '/ca/overview')
  const normal = page.getByRole('region', { name: 'Health', exact: true }).getByRole('img', { name: 'Normal' })
  await seen(normal.first())
  expect(await fillOf(normal.first())).toBe(quiet)
})

test('on a phone events that need a decision are first, the list scrolls with the page, and the bar at the bottom has labels', async () => {
  const page = await open(world.fleet, WHO, LIST, PHONE)
  const cards = page.getByRole('list', { name: 'Needs a decision' })
  await seen(cards.getByRole('listitem').first())
  await settled(page)
  expect(await cards.getByRole('listitem').first().innerText()).toContain('SAT-2 × SIM DEB 0223')
  const plot = await boxOf(page.getByRole('heading', { name: /^Closest approaches/ }))
  expect((await boxOf(cards)).bottom).toBeLessThanOrEqual(plot.y)
  const scrollers = await page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll('*')]
        .filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY))
        .map((one) => one.className),
    )
  expect(scrollers).toEqual([])
  const rows = page.getByRole('grid').getByRole('row')
  expect(await rows.count()).toBeGreaterThan(49)
  await rows.last().scrollIntoViewIfNeeded()
  const head = await boxOf(page.getByRole('grid').getByRole('columnheader').first())
  expect(head.y).toBeLessThan(300)
  for (const word of ['Collision avoidance', 'Screening', 'Account', 'Documentation']) {
    const name = page.getByRole('navigation', { name: 'Main' }).getByText(word, { exact: true })
    const { width, height } = await boxOf(name)
    expect(Math.min(width, height)).toBeGreaterThan(8)
  }
  await cards.getByRole('link').first().click()
  await page.waitForURL(/\/ca\/conjunction\//)
})
