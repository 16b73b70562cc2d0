import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { toasts } from '../testing/notices.ts'
import { another, beginsWith, go, pane, seen, settled } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)
const WHO = 'demo'
const call = callerOf(world.fleet, WHO)
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

/** The most used buttons of a page; in a dialog, the dialog's buttons, because nothing below it can be pressed. */
const IN_USE = ':is([data-primary], [data-at-foot] :is(a, button)):visible'

/** Checks that a click at the middle of each of these buttons hits it, after scrolling; returns their number. */
async function expectAllHit(page: Page, name: string): Promise<number> {
  const dialog = page.getByRole('dialog')
  const buttons = ((await dialog.count()) > 0 ? dialog : page).locator(IN_USE)
  const isHit = (one: Element) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return hit !== null && one.contains(hit)
  }
  for (const button of await buttons.all()) {
    await button.scrollIntoViewIfNeeded()
    const message = `${name}: ${await button.innerText()}`
    await expect.poll(() => button.evaluate(isHit), { message }).toBe(true)
  }
  return buttons.count()
}

/** Checks that each of these texts can be read: no other element covers an end of it. */
async function expectRead(said: Locator): Promise<void> {
  expect(await said.count()).toBeGreaterThan(0)
  const isRead = (one: Element) => {
    const text = document.createRange()
    text.selectNodeContents(one)
    // Toasts cannot cover an element that has been scrolled out of view.
    const inSight = [...text.getClientRects()].filter(({ bottom, width }) => width > 4 && bottom < innerHeight)
    return inSight.every(({ left, right, top, bottom }) =>
      [left + 2, right - 2].every((x) => {
        const hit = document.elementFromPoint(x, (top + bottom) / 2)
        return hit !== null && hit.closest('[data-toasts]') === null
      }),
    )
  }
  for (const one of await said.all()) {
    const message = `read: ${await one.innerText()}`
    await expect.poll(() => one.evaluate(isRead), { message }).toBe(true)
  }
}

/** Opens a page with five recent notices of the platform; the one that is shown stays. */
async function withNotices(viewport: (typeof SCREENS)[number], path = '/services'): Promise<Page> {
  const page = await another(world.fleet, WHO, path, { viewport }, (context) =>
    context.route('**/api/v1/notifications?*', async (route) => {
      const answer = await route.fetch()
      const [first] = await answer.json()
      const five = [1, 2, 3, 4, 5].map((number) => ({
        ...first,
        id: `00000000-0000-4000-8000-00000000000${number}`,
        state: 'fresh',
        level: 'critical',
        title: `Act: SAT-2 × SIM DEB 022${number}, decide before 2026-11-20 15:53 Z`,
        message: 'Risk raised to Critical. SAT-2 × SIM DEB 0223 (90223), Critical, Pc 2.12 × 10⁻⁴, miss 221 m. '.repeat(
          3,
        ),
      }))
      await route.fulfill({ response: answer, json: five })
    }),
  )
  await hold(page)
  return page
}

/** The time of a notice stops while it has the focus, wherever it is moved meanwhile. */
const hold = (page: Page) => toasts(page).first().getByRole('button').last().focus()

const pathsOf = (event: Conjunction) => {
  const address = `${event.satelliteId}/${event.conjunctionId}`
  return {
    list: '/ca/conjunctions',
    overview: '/ca/overview',
    event: `/ca/conjunction/${address}`,
    tracking: `/ca/conjunction/${address}?tab=tracking`,
    designer: `/ca/manoeuvre/${address}`,
    requests: '/odt/observations',
    passes: '/odt/passes',
    settings: '/account/notifications',
    satellite: `/ca/satellite/${event.satelliteId}`,
  }
}

for (const viewport of SCREENS)
  test(`no toast covers the most used controls of a screen ${viewport.width} px wide, and the bell counts the others`, async () => {
    const events = await call<Conjunction[]>('GET', 'conjunctions?limit=1000')
    const event = events.find(({ conjunctionData }) => conjunctionData.riskLevel === 'CRITICAL')
    if (!event) throw new Error('The demo fleet has no critical event.')
    const page = await withNotices(viewport)
    let buttons = 0
    for (const [name, path] of Object.entries(pathsOf(event))) {
      await go(page, path)
      // The notice gets the focus before the page has settled, because on a busy machine that takes longer than a notice is shown. Later
      // elements may move it.
      await hold(page)
      await settled(page)
      await hold(page)
      buttons += await expectAllHit(page, name)
      expect(await toasts(page).count()).toBe(1)
      await seen(page.locator('[data-beyond="+4"]'))
    }
    expect(buttons).toBeGreaterThan(5)
    // A dialog is above all toasts.
    await go(page, pathsOf(event).event)
    await seen(page.getByRole('region', { name: 'Verdict', exact: true }))
    await page.keyboard.press('d')
    await seen(page.getByRole('dialog').getByRole('button', { name: 'Decide', exact: true }))
    expect(await expectAllHit(page, 'decision')).toBeGreaterThan(0)
  })

test('on a phone no toast covers the banner above an event, for example about who was asked to manoeuvre', async () => {
  const events = await call<Conjunction[]>('GET', 'conjunctions?limit=1000')
  const event = events.find(({ state }) => state === 'MITIGATED')
  if (!event) throw new Error('The demo fleet has no mitigated event.')
  const page = await withNotices({ width: 390, height: 844 }, pathsOf(event).event)
  await settled(page)
  await hold(page)
  await expectRead(page.locator('[data-strips] [data-said]:visible'))
})

/** The most important text of a screen, at the place where notifications appear. */
const counts = (page: Page) => page.getByRole('list', { name: 'Events ahead by level' }).getByRole('button')
const READ_FIRST = {
  list: (page) => [counts(page), page.getByRole('complementary').locator('header dd')],
  overview: (page) => [
    counts(page),
    pane(page, 'Health').locator('[data-figure]'),
    page.getByRole('alert').getByRole('link', { name: 'Channels and duty' }),
  ],
  settings: (page) => [page.locator('[data-verdict]'), pane(page, 'On call').locator('[data-figure]').first()],
  designer: (page) => [pane(page, 'Candidate A').locator('dd'), pane(page, 'Candidate A').locator('td')],
  plans: (page) => [
    page.getByRole('table').first().getByRole('columnheader'),
    page.getByRole('table').first().locator('td'),
  ],
} as const satisfies Readonly<Record<string, (page: Page) => readonly Locator[]>>

test('on a desktop screen no toast covers counts, a verdict, the figures of an event and the right edge of plans', async () => {
  const events = await call<Conjunction[]>('GET', 'conjunctions?limit=1000')
  const found = (isIt: (event: Conjunction) => boolean) => {
    const event = events.find(isIt)
    if (!event) throw new Error('The demo fleet lacks an event.')
    return pathsOf(event)
  }
  const critical = found(({ conjunctionData }) => conjunctionData.riskLevel === 'CRITICAL')
  const paths = { ...critical, plans: `${found(({ state }) => state === 'MITIGATED').event}?tab=manoeuvre` }
  const page = await withNotices({ width: 1440, height: 900 })
  for (const [name, locators] of Object.entries(READ_FIRST)) {
    await go(page, paths[name as keyof typeof READ_FIRST])
    await hold(page)
    await settled(page)
    await hold(page)
    for (const locator of locators(page)) await expectRead(locator)
    expect(await toasts(page).count(), name).toBe(1)
    expect(await page.locator('[data-no-room]').count(), name).toBe(0)
  }
})
