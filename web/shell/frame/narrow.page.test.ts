import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apiOf, beginsWith, page as open, PHONE, seen, settled } from '../../testing/page.ts'
import { person } from '../../testing/person.ts'
import { world } from '../../testing/world.ts'

// The bar and the head of the page are tested at every width, with the longest content that they can have.
beginsWith(world.fleet)

const WHO = 'demo-other'
const WIDTHS = [1440, 1280, 1160, 1024, 900, 768, 761, 390]
const LOW = { width: 740, height: 390 }
const TABLET = { viewport: { width: 900, height: 844 } }

const at = (path: string, wishes = {}) => open(world.fleet, WHO, path, { ...wishes, reducedMotion: 'reduce' })

async function events(query: string): Promise<readonly Conjunction[]> {
  const { call } = await apiOf(world.fleet)
  return (await call(person(WHO), `GET /api/v1/ca/conjunctions?${query}`)).json()
}

/** Returns the texts of elements that extend beyond the right edge and cannot be scrolled to. */
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

test.each([
  ['en', /^(Next|Decided)/],
  ['de', /^(Als Nächstes|Nächste|Entschieden)/],
] as const)('no part of bar and head extends beyond the screen (%s)', async (language, next) => {
  expect((await events('risk-level=CRITICAL')).length).toBeGreaterThan(0)
  const page = await at('/ca/conjunctions', language === 'de' ? { language } : {})
  // If the platform has a problem, the bar shows one more word.
  await page.route('**/api/v1/status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), level: 'serious' } })
  })
  await page.reload()
  await seen(page.getByRole('grid'))
  await settled(page)
  await seen(page.getByRole('banner').getByRole('link', { name: next }))
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => beyondTheEdge(page), { message: `at ${width}` }).toEqual([])
  }
})

/**
 * Returns, by their text, the buttons and links of the page's head that extend beyond an edge of the window, except the links to its
 * screens.
 */
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

test.each([
  ['/ca/conjunctions', undefined, 'Import messages'],
  ['/ca/overview', undefined, 'Print'],
  ['/ca/assets', 'Add satellite', 'Candidates'],
  ['/ca/oems', 'Upload', undefined],
  ['/screening', 'New screening', 'Screen files…'],
  ['/odt/observations', 'Request…', undefined],
] as const)(
  'on a phone every action of the head of %s is visible, or is in a list under a visible button',
  async (path, main, folded) => {
    const page = await at(path, PHONE)
    const head = page.locator('[data-page-head]')
    await seen(head)
    await settled(page)
    if (main !== undefined) await seen(head.getByText(main).filter({ visible: true }).first())
    expect(await cutActions(page)).toEqual([])
    const more = head.getByRole('button', { name: 'Actions', exact: true })
    await expect.poll(() => more.count()).toBe(folded === undefined ? 0 : 1)
    if (folded === undefined) return
    expect(await head.getByText(folded).first().isVisible()).toBe(false)
    await more.click()
    await seen(head.getByText(folded).first())
    expect(await cutActions(page)).toEqual([])
    // When the focus leaves the list, it returns to the button.
    const isAtButton = () => more.evaluate((one) => one === document.activeElement)
    await page.keyboard.press('Tab')
    expect(await isAtButton()).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(() => head.getByText(folded).first().isVisible()).toBe(false)
    await expect.poll(isAtButton).toBe(true)
    // On a low screen the list also opens below its button.
    await page.setViewportSize(LOW)
    await more.click()
    const [list, button] = [await head.getByText(folded).first().boundingBox(), await more.boundingBox()]
    expect(list!.y - button!.y).toBeLessThan(LOW.height / 2)
    await page.keyboard.press('Escape')
  },
)

test.each([PHONE, TABLET])('past events are one press away, %j', async (wishes) => {
  const page = await at('/ca/conjunctions', wishes)
  const past = page.getByRole('button', { name: 'Past', exact: true })
  await seen(past)
  // The test waits, because arriving answers move the buttons of the head, and a press on a moving button may fail.
  await settled(page)
  await past.click()
  await expect.poll(() => new URL(page.url()).search).toContain('past')
})

test('on a tablet the key of the export opens the list that contains its menu', async () => {
  const event = (await events('limit=20')).find(({ satelliteId, messages }) => satelliteId !== null && messages > 0)
  const page = await at(`/ca/conjunction/${event!.satelliteId}/${event!.conjunctionId}`, TABLET)
  const head = page.locator('[data-page-head]')
  await seen(head.getByRole('button', { name: 'Actions', exact: true }))
  await settled(page)
  expect(await head.getByText('Export', { exact: true }).first().isVisible()).toBe(false)
  await page.keyboard.press('e')
  await seen(page.getByRole('menu'))
  // The menu opens at its button, which is visible now.
  const [menu, button] = [
    await page.getByRole('menu').boundingBox(),
    await head.getByRole('button', { name: 'Export', exact: true }).boundingBox(),
  ]
  const besidePx = 40
  expect(Math.abs(menu!.y - (button!.y + button!.height))).toBeLessThan(besidePx)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
})

test.each([390, 360])('in the bar of a phone %d px wide no word is broken', async (width) => {
  const page = await at('/tnc', { viewport: { width, height: 844 } })
  const word = page.getByRole('navigation', { name: 'Main' }).getByText('Documentation', { exact: true })
  const box = await (await seen(word)).boundingBox()
  // One line of text is lower than 16 px.
  expect(box?.height).toBeLessThan(16)
  expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width)
})
