import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { hasFleet } from '../ca/testing/demo-fleet.ts'
import { callerOf, leavesNothing } from '../ca/testing/own-satellite.ts'
import { ADDRESS, answered, newVisitor, seen, useBrowser, visitAs } from '../visitor.ts'

// The bar and the head of the page on every width, with the most that they can say.
useBrowser()
const who = account('demo-other')
leavesNothing(who)
hasFleet(who)

const WIDTHS = [1440, 1280, 1160, 1024, 900, 768, 761, 390]
const LIMIT = { timeout: 300_000 }

/** What stands beyond the right edge, and cannot be scrolled to, by its text. */
const beyondTheEdge = (page: Page) =>
  page.evaluate(() => {
    const isReachable = (one: Element) => {
      for (let at: Element | null = one; at; at = at.parentElement)
        if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true
      return false
    }
    if (!document.querySelector('[data-page-head]')) return ['The page has no head.']
    const drawn = [...document.querySelectorAll('header *, [data-page-head] *')]
    return drawn
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1 && !isReachable(one))
      .map((one) => `${one.tagName} ${one.textContent?.slice(0, 40)}`)
  })

test.each(['en', 'de'] as const)('nothing of bar and head runs off the screen (%s)', LIMIT, async (language) => {
  const visitor = await newVisitor({ reducedMotion: 'reduce' })
  await visitor.addInitScript((chosen) => localStorage.setItem('apsis-language', chosen), language)
  const page = await visitor.newPage()
  const english = await visitAs(await newVisitor(), who, '/services')
  const call = await callerOf(english)
  const critical = async () => (await call<unknown[]>('GET', 'conjunctions?risk-level=CRITICAL')).length
  await expect.poll(critical, { timeout: 100_000 }).toBeGreaterThan(0)
  await visitor.addCookies(await english.context().cookies())
  // A platform in trouble has a word more in the bar.
  await page.route(`${ADDRESS}/api/v1/status`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), level: 'serious' } })
  })
  await page.goto(`${ADDRESS}/ca/conjunctions`)
  await seen(page.getByRole('grid'))
  await answered(page)
  await seen(page.getByRole('banner').getByRole('link', { name: /^(Next|Decided|Als Nächstes|Nächste|Entschieden)/ }))
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => beyondTheEdge(page), { message: `at ${width}` }).toEqual([])
  }
})

const [PHONE, LOW] = [
  { width: 390, height: 844 },
  { width: 740, height: 390 },
]

/** The buttons and links of the page's head beside its screens that stand beyond an edge of the window, by their text. */
const cutActions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-page-head] :is(button, a)')]
      .filter((one) => !one.closest('nav') && one.checkVisibility())
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect()
        return left < 0 || right > innerWidth
      })
      .map((one) => one.textContent),
  )

test('on a phone every action of a head is in sight, or under one button that is', LIMIT, async () => {
  const phone = await newVisitor({ viewport: PHONE, reducedMotion: 'reduce' })
  const page = await visitAs(phone, who, '/services')
  for (const [path, main, folded] of [
    ['/ca/conjunctions', undefined, 'Import messages'],
    ['/ca/overview', undefined, 'Print'],
    ['/ca/assets', 'Add satellite', 'Candidates'],
    ['/ca/oems', 'Upload', undefined],
    ['/screening', 'New screening', 'Screen files…'],
    ['/odt/observations', 'Request…', undefined],
  ] as const) {
    await page.goto(`${ADDRESS}${path}`)
    const head = page.locator('[data-page-head]')
    await seen(head)
    await answered(page)
    if (main !== undefined) await seen(head.getByText(main).filter({ visible: true }).first())
    expect(await cutActions(page), path).toEqual([])
    const more = head.getByRole('button', { name: 'Actions', exact: true })
    expect(await more.count(), path).toBe(folded === undefined ? 0 : 1)
    if (folded === undefined) continue
    expect(await head.getByText(folded).first().isVisible(), path).toBe(false)
    await more.click()
    await seen(head.getByText(folded).first())
    expect(await cutActions(page), path).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => head.getByText(folded).first().isVisible()).toBe(false)
    // The keys stay where the list was, and on a low screen it opens below its button as well.
    await expect.poll(() => more.evaluate((one) => one === document.activeElement), { message: path }).toBe(true)
    await page.setViewportSize(LOW)
    await more.click()
    const [list, button] = [await head.getByText(folded).first().boundingBox(), await more.boundingBox()]
    expect(list!.y - button!.y, path).toBeLessThan(LOW.height / 2)
    await page.keyboard.press('Escape')
    await page.setViewportSize(PHONE)
  }
})

test.each([PHONE, { width: 900, height: 844 }])(
  'what has passed is one press away at $width',
  LIMIT,
  async (viewport) => {
    const page = await visitAs(await newVisitor({ viewport, reducedMotion: 'reduce' }), who, '/ca/conjunctions')
    const past = page.getByRole('button', { name: 'Past', exact: true })
    await seen(past)
    // Answers that arrive move the buttons of the head, and a button that moves under the pointer may not be pressed.
    await answered(page)
    await past.click()
    await expect.poll(() => new URL(page.url()).search).toContain('past')
  },
)

test('on a tablet the key of the export shows the list that its menu is folded into', LIMIT, async () => {
  const tablet = await newVisitor({ viewport: { width: 900, height: 844 }, reducedMotion: 'reduce' })
  const page = await visitAs(tablet, who, '/services')
  const call = await callerOf(page)
  const own = async () =>
    (await call<Conjunction[]>('GET', 'conjunctions?limit=20')).find(
      ({ satelliteId, messages }) => satelliteId !== null && messages > 0,
    )
  await expect.poll(own, { timeout: 100_000 }).toBeDefined()
  const event = await own()
  await page.goto(`${ADDRESS}/ca/conjunction/${event!.satelliteId}/${event!.conjunctionId}`)
  const head = page.locator('[data-page-head]')
  await seen(head.getByRole('button', { name: 'Actions', exact: true }))
  await answered(page)
  expect(await head.getByText('Export', { exact: true }).first().isVisible()).toBe(false)
  await page.keyboard.press('e')
  await seen(page.getByRole('menu'))
  // The menu hangs at its button, which is in sight now.
  const [menu, button] = [
    await page.getByRole('menu').boundingBox(),
    await head.getByRole('button', { name: 'Export', exact: true }).boundingBox(),
  ]
  const besidePx = 40
  expect(Math.abs(menu!.y - (button!.y + button!.height))).toBeLessThan(besidePx)
})
