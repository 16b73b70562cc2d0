import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Account, account } from '../account.ts'
import { findingsInThemes } from '../findings.ts'
import { ADDRESS, admit, newVisitor, seen, useBrowser, visit } from '../visitor.ts'

useBrowser()

const PHONE = { viewport: { width: 390, height: 844 } }
const GERMAN = {
  cookies: [],
  origins: [{ origin: ADDRESS, localStorage: [{ name: 'apsis-language', value: 'de' }] }],
}

/** Opens a page of the documentation as somebody who has chosen German. */
async function read(who: Account, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const visitor = await newVisitor({ storageState: GERMAN, ...options })
  await admit(visitor, who)
  const page = await visit(visitor, path)
  await seen(page.getByRole('heading', { level: 1 }))
  return page
}

const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name, exact: true }))
const contents = (page: Page) => page.getByRole('navigation', { name: 'Dokumentation', exact: true })
const anchors = (page: Page) => page.locator('article :is(h2, h3)').evaluateAll((all) => all.map(({ id }) => id))

test('the guides, their contents and everything around them are in German', async () => {
  const page = await read(account('demo'), '/docs')
  await title(page, 'Erste Schritte')
  expect(page.url()).toBe(`${ADDRESS}/docs/platform/getting-started`)
  expect(await page.title()).toBe('Erste Schritte · Dokumentation · Apsis')
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  const parts = contents(page).locator(':scope > ul > li > a')
  expect(await parts.allInnerTexts()).toEqual([
    'Plattform',
    'Konto',
    'Kollisionsvermeidung',
    'Bahnverfolgung auf Abruf',
    'Elementsätze',
    'Zahlungen',
  ])
  await seen(page.getByRole('navigation', { name: 'Auf dieser Seite' }).getByRole('link', { name: 'Anmelden' }))
  const ways = page.getByRole('navigation', { name: 'Zurück und weiter' })
  await ways.getByRole('link', { name: 'Weiter Authentifizierung' }).click()
  await title(page, 'Authentifizierung')
  await page.goto(`${ADDRESS}/docs/account/nothing`)
  await title(page, 'Diese Anleitung gibt es nicht')
  await page.getByRole('link', { name: 'Beginnen Sie mit Benutzerkonfiguration' }).click()
  await title(page, 'Benutzerkonfiguration')
})

test('an address leads to the same place in both languages, and an open page follows the choice', async () => {
  const page = await read(account('demo-guest'), '/docs/platform/errors-and-limits#what-the-statuses-mean')
  const german = await anchors(page)
  const heading = await seen(page.getByRole('heading', { name: 'Was die Status bedeuten' }))
  const fromEdge = await heading.evaluate((element) => {
    const edge = element.closest('article')?.parentElement?.getBoundingClientRect().top ?? Number.NaN
    return element.getBoundingClientRect().top - edge
  })
  expect(Math.abs(fromEdge - 60)).toBeLessThan(2)
  // As somebody chooses it in another tab.
  const other = await visit(page.context(), '/docs')
  await other.evaluate(() => localStorage.setItem('apsis-language', 'en'))
  await seen(page.getByRole('heading', { name: 'What the statuses mean' }))
  await title(page, 'Errors and limits')
  expect(await anchors(page)).toEqual(german)
  expect(german).toContain('what-the-statuses-mean')
  expect(page.url()).toBe(`${ADDRESS}/docs/platform/errors-and-limits#what-the-statuses-mean`)
})

test('search by keyboard finds German words, also within longer ones and without dots', async () => {
  const page = await read(account('demo-guest'), '/docs/platform/getting-started')
  await page.keyboard.press('/')
  await page.keyboard.type('schlussel datenbank')
  await seen(page.getByRole('status').getByText('1 Stelle', { exact: true }))
  expect(await page.locator('#docs-hits mark').allInnerTexts()).toEqual(
    expect.arrayContaining(['Schlüssel', 'schlüssel', 'Datenbank']),
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await title(page, 'Betrieb')
  expect(new URL(page.url()).hash).toBe('#backup')
  await page.getByLabel('Anleitungen durchsuchen').fill('schedule')
  await seen(page.getByText('Nichts in den Anleitungen zu „schedule“.'))
})

test('the reference speaks German around the English descriptions, and says that these are English', async () => {
  const page = await read(account('demo'), '/docs/account/reference#updateUserconfig')
  await title(page, 'Konto: API-Referenz')
  await seen(page.getByText('es gibt sie nur auf Englisch'))
  await seen(page.getByText('Hier stehen nur Aufrufe mit GET, POST und PUT.'))
  const save = page.getByRole('region', { name: 'Save the tracking user configuration', exact: true })
  expect(await save.getByRole('heading', { level: 3 }).getAttribute('lang')).toBe('en')
  await seen(save.getByText('Text, im Pfad, nötig'))
  await save.getByText('Ausprobieren', { exact: true }).click()
  await save.getByRole('button', { name: 'PUT senden' }).click()
  await seen(save.getByText('Das ändert Ihre eigenen Daten. Senden?'))
  await save.getByRole('button', { name: 'Abbrechen' }).click()
  await seen(save.getByRole('button', { name: 'PUT senden' }))
  await page.goto(`${ADDRESS}/docs/ca/reference`)
  await seen(page.getByText('Verlangt die Rolle user, testuser oder admin (Kollisionsvermeidung).').first())
})

test('no word of English is left around the guides and the reference', async () => {
  const page = await read(account('demo'), '/docs/account/reference')
  await seen(page.getByRole('heading', { level: 3 }).first())
  const left = await page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as Element
    // What is typed or sent, what says that it is English, and names of calls within a German phrase.
    for (const other of copy.querySelectorAll('[lang="en"], pre, code, .mono, textarea, legend')) other.remove()
    // Nor values that a field may have, as provider-answers.
    const words = /(?<![\w-])(the|and|of|required|optional|copy|example|answers|search|next)(?![\w-])/gi
    return copy.textContent?.match(words) ?? []
  })
  expect(left).toEqual([])
})

const DARK_AND_LIGHT = { part: 'main', themes: ['dark', 'light'] } as const

test.each([undefined, PHONE])('axe finds nothing and nothing runs off the side in dark and light, %j', async (size) => {
  const page = await read(account('demo'), '/docs/platform/glossary', { ...size })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  for (const place of ['platform/glossary', 'platform/addresses', 'platform/keyboard', 'account/status']) {
    await page.goto(`${ADDRESS}/docs/${place}`)
    await seen(page.getByRole('heading', { level: 1 }))
    expect(await findingsInThemes(page, DARK_AND_LIGHT), place).toEqual([])
    expect(await width(), place).toBe(0)
  }
  if (size) await page.getByRole('button', { name: 'Inhalt und Suche' }).click()
  await page.getByLabel('Anleitungen durchsuchen').fill('Konjunktion')
  await seen(page.locator('#docs-hits a').first())
  expect(await findingsInThemes(page, DARK_AND_LIGHT)).toEqual([])
  expect(await width()).toBe(0)
})
