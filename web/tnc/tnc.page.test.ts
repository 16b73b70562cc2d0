import { findings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { another, go, page as open, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const VERSION = '2026-11-20'

const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name, exact: true }))
const clauses = (page: Page) => page.locator('article > section').evaluateAll((all) => all.map(({ id }) => id))

/** Opens the terms for a signed-in user. */
async function terms(path = '/tnc', wishes: Parameters<typeof open>[3] = {}): Promise<Page> {
  const page = await open(world.nothing, 'demo-guest', '/services', wishes)
  await go(page, path)
  await seen(page.getByRole('heading', { level: 1 }))
  return page
}

/** Changes the application to German, as another tab does. */
async function inGerman(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('apsis-language', 'de')
    dispatchEvent(new StorageEvent('storage', { key: 'apsis-language', newValue: 'de' }))
  })
  await title(page, 'Nutzungsbedingungen')
}

test('the terms are shown to a user who is signed out, stay visible, and are the same for a signed-in user', async () => {
  const page = await another(world.nothing, undefined, '/tnc')
  await title(page, 'Terms and Conditions')
  expect(await page.title()).toBe('Terms and Conditions · Apsis')
  await seen(page.getByText(`Version of ${VERSION}. In force.`))
  await seen(page.getByRole('heading', { name: /^3\. No warranty$/ }))
  expect(new URL(page.url()).pathname).toBe('/tnc')
  const signedIn = await terms()
  await title(signedIn, 'Terms and Conditions')
  expect(await signedIn.locator('article').innerText()).toBe(await page.locator('article').innerText())
})

test('a link to a clause shows the clause, 60 px from the edge, in either language', async () => {
  const page = await terms()
  await page.goto(new URL('/tnc#safety', page.url()).href)
  for (const name of ['4. No guarantee of safe flight', '4. Keine Zusage sicheren Fluges']) {
    const heading = await seen(page.getByRole('heading', { name }))
    const fromEdge = await heading.evaluate((element) => {
      const edge = element.closest('main')?.getBoundingClientRect().top ?? Number.NaN
      const section = element.closest('section')?.getBoundingClientRect().top ?? Number.NaN
      return section - edge
    })
    expect(Math.abs(fromEdge - 60), name).toBeLessThan(2)
    await page.evaluate(() => localStorage.setItem('apsis-language', 'de'))
    await page.reload()
  }
})

test('every clause has its anchor, the same in both languages, and the list leads to each', async () => {
  const page = await terms()
  const english = await clauses(page)
  const links = page.getByRole('navigation', { name: 'Clauses' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    english.map((id) => `#${id}`),
  )
  await links.filter({ hasText: 'Liability' }).click()
  await page.waitForURL('**/tnc#liability')
  await inGerman(page)
  await seen(page.getByText('gilt der englische Text', { exact: false }).first())
  expect(await clauses(page)).toEqual(english)
})

test('a version has its own address, and a version that does not exist is reported', async () => {
  const page = await terms()
  await page.getByRole('navigation', { name: 'Versions' }).getByRole('link', { name: VERSION }).click()
  await page.waitForURL(`**/tnc?version=${VERSION}`)
  await title(page, 'Terms and Conditions')
  await go(page, '/tnc?version=1999-01-01')
  await seen(page.getByText('No version of 1999-01-01.'))
  await page.getByRole('link', { name: `Read the version in force, of ${VERSION}` }).click()
  await seen(page.getByText('In force.'))
  expect(new URL(page.url()).search).toBe('')
})

test('on paper there are only the terms, dark on light, whatever the theme', async () => {
  const page = await terms()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('header, footer, nav, button, article')]
      .filter((element) => element.checkVisibility())
      .map(({ tagName }) => tagName.toLowerCase()),
  )
  expect(shown).toEqual(['article', 'header'])
  const ink = await page.locator('article h1').evaluate((heading) => getComputedStyle(heading).color)
  expect(ink).toBe('rgb(16, 22, 29)')
  // Nothing is cut off at the height of a window.
  const cut = await page.locator('article').evaluate((article) => {
    const all: string[] = []
    for (let at: Element | null = article; at; at = at.parentElement)
      if (at.scrollHeight > at.clientHeight + 1 && getComputedStyle(at).overflowY !== 'visible') all.push(at.className)
    return all
  })
  expect(cut).toEqual([])
})

test('no line is longer than 75 characters', async () => {
  const page = await terms()
  for (const language of ['en', 'de']) {
    if (language === 'de') await inGerman(page)
    const longest = await page.locator('article section p').evaluateAll((paragraphs) => {
      const lengths = new Map<string, number>()
      for (const [at, paragraph] of paragraphs.entries()) {
        const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (let place = 0; place < (node.textContent?.length ?? 0); place++) {
            const range = document.createRange()
            range.setStart(node, place)
            range.setEnd(node, place + 1)
            const line = `${at} ${Math.round(range.getBoundingClientRect().bottom / 12)}`
            lengths.set(line, (lengths.get(line) ?? 0) + 1)
          }
        }
      }
      return Math.max(...lengths.values())
    })
    expect(longest).toBeLessThanOrEqual(75)
    expect(longest).toBeGreaterThan(50)
  }
})

test.each([
  ['dark', undefined, 'en'],
  ['light', undefined, 'de'],
  ['dark', PHONE, 'de'],
  ['light', PHONE, 'en'],
] as const)(
  'axe finds nothing and nothing extends beyond the side, %s, %j, %s',
  async (colorScheme, size, language) => {
    const page = await terms('/tnc', { ...size, colorScheme })
    if (language === 'de') await inGerman(page)
    expect(await findings(page, 'main')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(
      await page.evaluate(() => (document.querySelector('main')?.scrollWidth ?? 0) - innerWidth),
    ).toBeLessThanOrEqual(0)
  },
)
