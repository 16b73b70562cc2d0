import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { findings } from '../findings.ts'
import { ADDRESS, newVisitor, seen, useBrowser, visit, visitAs } from '../visitor.ts'

useBrowser()

const PHONE = { viewport: { width: 390, height: 844 } }
const GERMAN = {
  cookies: [],
  origins: [{ origin: ADDRESS, localStorage: [{ name: 'apsis-language', value: 'de' }] }],
}
const VERSION = '2026-11-20'

const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name, exact: true }))
const clauses = (page: Page) => page.locator('article > section').evaluateAll((all) => all.map(({ id }) => id))

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visit(await newVisitor(options), path)
  await seen(page.getByRole('heading', { level: 1 }))
  return page
}

test('the terms are there for somebody who is signed out, and stay there', async () => {
  const page = await open('/tnc')
  await title(page, 'Terms and Conditions')
  expect(await page.title()).toBe('Terms and Conditions · Apsis')
  await seen(page.getByText(`Version of ${VERSION}. In force.`))
  await seen(page.getByRole('heading', { name: /^3\. No warranty$/ }))
  expect(page.url()).toBe(`${ADDRESS}/tnc`)
})

test('the terms are the same for somebody who is signed in', async () => {
  const signedOut = await open('/tnc')
  const page = await visitAs(await newVisitor(), account('demo-guest'), '/docs')
  await seen(page.getByRole('heading', { level: 1 }))
  await page.goto(`${ADDRESS}/tnc`)
  await title(page, 'Terms and Conditions')
  expect(await page.locator('article').innerText()).toBe(await signedOut.locator('article').innerText())
})

test('a link to a clause shows the clause, 60 px from the edge, in either language', async () => {
  for (const [options, name] of [
    [{}, '4. No guarantee of safe flight'],
    [{ storageState: GERMAN }, '4. Keine Zusage sicheren Fluges'],
  ] as const) {
    const page = await open('/tnc#safety', options)
    const heading = await seen(page.getByRole('heading', { name }))
    const fromEdge = await heading.evaluate((element) => {
      const edge = element.closest('main')?.getBoundingClientRect().top ?? Number.NaN
      const section = element.closest('section')?.getBoundingClientRect().top ?? Number.NaN
      return section - edge
    })
    expect(Math.abs(fromEdge - 60), name).toBeLessThan(2)
  }
})

test('every clause has its anchor, the same in both languages, and the list leads to each', async () => {
  const english = await open('/tnc')
  const german = await open('/tnc', { storageState: GERMAN })
  await title(german, 'Nutzungsbedingungen')
  await seen(german.getByText('gilt der englische Text', { exact: false }).first())
  expect(await clauses(german)).toEqual(await clauses(english))
  const links = english.getByRole('navigation', { name: 'Clauses' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    (await clauses(english)).map((id) => `#${id}`),
  )
  await links.filter({ hasText: 'Liability' }).click()
  expect(english.url()).toBe(`${ADDRESS}/tnc#liability`)
})

test('a version has an address of its own, and one that there is not is said', async () => {
  const page = await open('/tnc')
  await page.getByRole('navigation', { name: 'Versions' }).getByRole('link', { name: VERSION }).click()
  await page.waitForURL(`${ADDRESS}/tnc?version=${VERSION}`)
  await title(page, 'Terms and Conditions')
  await page.goto(`${ADDRESS}/tnc?version=1999-01-01`)
  await seen(page.getByText('There is no version of 1999-01-01.'))
  await page.getByRole('link', { name: `Read the version in force, of ${VERSION}` }).click()
  await seen(page.getByText('In force.'))
  expect(page.url()).toBe(`${ADDRESS}/tnc`)
})

test('on paper there are the terms and nothing else, dark on light, whatever the theme', async () => {
  const page = await open('/tnc', { colorScheme: 'dark' })
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
  for (const options of [{}, { storageState: GERMAN }]) {
    const page = await open('/tnc', options)
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
  ['dark', undefined, undefined],
  ['light', undefined, GERMAN],
  ['dark', PHONE, GERMAN],
  ['light', PHONE, undefined],
] as const)('axe finds nothing and nothing runs off the side, %s, %j', async (colorScheme, size, storageState) => {
  const page = await open('/tnc', { ...size, colorScheme, ...(storageState ? { storageState } : {}) })
  expect(await findings(page, 'main')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await page.evaluate(() => (document.querySelector('main')?.scrollWidth ?? 0) - innerWidth)).toBe(0)
})
