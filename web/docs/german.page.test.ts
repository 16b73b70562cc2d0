import { findingsInThemes } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { go, page as open, PHONE, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

/** Opens a page of the documentation for a user who has already chosen German. */
async function read(username: string, path: string, wishes: Parameters<typeof open>[3] = {}): Promise<Page> {
  const page = await open(world.nothing, username, path, { ...wishes, language: 'de' })
  await seen(page.getByRole('navigation', { name: 'Pfad', exact: true }))
  await seen(page.getByRole('heading', { level: 1 }))
  return page
}

const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name, exact: true }))
const contents = (page: Page) => page.getByRole('navigation', { name: 'Dokumentation', exact: true })
const anchors = (page: Page) => page.locator('article :is(h2, h3)').evaluateAll((all) => all.map(({ id }) => id))

test('the guides, their contents and all text around them are in German', async () => {
  const page = await read('demo', '/docs')
  await title(page, 'Erste Schritte')
  expect(new URL(page.url()).pathname).toBe('/docs/platform/getting-started')
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
  // A page that is loaded in German never shows English before.
  await page.goto(new URL('/docs/account/nothing', page.url()).href)
  await title(page, 'Diese Anleitung gibt es nicht')
  await page.getByRole('link', { name: 'Beginnen Sie mit Benutzerkonfiguration' }).click()
  await title(page, 'Benutzerkonfiguration')
})

test('an address leads to the same place in both languages, and an open page follows a choice made in another tab', async () => {
  const page = await read('demo-guest', '/docs/platform/errors-and-limits#what-the-statuses-mean')
  const heading = await seen(page.getByRole('heading', { name: 'Was die Status bedeuten' }))
  const german = await anchors(page)
  const fromEdge = await heading.evaluate((element) => {
    const edge = element.closest('article')?.parentElement?.getBoundingClientRect().top ?? Number.NaN
    return element.getBoundingClientRect().top - edge
  })
  expect(Math.abs(fromEdge - 60)).toBeLessThan(2)
  const other = await page.context().newPage()
  await other.goto(new URL('/docs', page.url()).href)
  await other.evaluate(() => localStorage.setItem('apsis-language', 'en'))
  await seen(page.getByRole('heading', { name: 'What the statuses mean' }))
  await title(page, 'Errors and limits')
  expect(await anchors(page)).toEqual(german)
  expect(german).toContain('what-the-statuses-mean')
  const { pathname, hash } = new URL(page.url())
  expect(pathname + hash).toBe('/docs/platform/errors-and-limits#what-the-statuses-mean')
})

test('search by keyboard finds German words, also inside longer words and without umlaut dots', async () => {
  const page = await read('demo-guest', '/docs/platform/getting-started')
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

test('the reference has German text around the English descriptions, and says that these are English', async () => {
  const page = await read('demo', '/docs/account/reference#updateUserconfig')
  await title(page, 'Konto: API-Referenz')
  await seen(page.getByText('es gibt sie nur auf Englisch'))
  await seen(page.getByText('Gezeigt: GET, POST und PUT.'))
  const save = page.getByRole('region', { name: 'Save the tracking user configuration', exact: true })
  expect(await save.getByRole('heading', { level: 3 }).getAttribute('lang')).toBe('en')
  await seen(save.getByText('Text, im Pfad, nötig'))
  await save.getByText('Ausprobieren', { exact: true }).click()
  await save.getByRole('button', { name: 'PUT senden' }).click()
  await seen(save.getByText('Das ändert Ihre Daten. Senden?'))
  await save.getByRole('button', { name: 'Abbrechen' }).click()
  await seen(save.getByRole('button', { name: 'PUT senden' }))
})

test('the reference states in German which role a call needs', async () => {
  const page = await read('demo', '/docs/ca/reference')
  const asked = page.getByText('Verlangt die Rolle user, testuser oder admin (Kollisionsvermeidung).').first()
  await expect.poll(() => asked.isVisible()).toBe(true)
})

test('no English word is left around the guides and the reference', async () => {
  const page = await read('demo', '/docs/account/reference')
  await seen(page.getByRole('heading', { level: 3 }).first())
  const left = await page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as Element
    // Removes typed and sent texts, passages marked as English, and names of calls within a German phrase.
    for (const other of copy.querySelectorAll('[lang="en"], pre, code, .mono, textarea, legend')) other.remove()
    // Values of a field, such as provider-answers, do not match either.
    const words = /(?<![\w-])(the|and|of|required|optional|copy|example|answers|search|next)(?![\w-])/gi
    return copy.textContent?.match(words) ?? []
  })
  expect(left).toEqual([])
})

const DARK_AND_LIGHT = { part: 'main', themes: ['dark', 'light'] } as const
const widthTooMuch = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.each([undefined, PHONE])(
  'axe finds nothing and nothing extends beyond the side in dark and light, %j',
  async (size) => {
    const page = await read('demo', '/docs/platform/glossary', { ...size })
    for (const [place, name] of [
      ['platform/glossary', 'Glossar'],
      ['platform/addresses', 'Adressen'],
      ['platform/keyboard', 'Tastatur'],
      ['account/status', 'Status'],
    ] as const) {
      await go(page, `/docs/${place}`)
      await seen(page.getByRole('article').getByRole('heading', { level: 1, name, exact: true }))
      await seen(page.getByRole('article').getByRole('heading', { level: 2 }).first())
      expect(await findingsInThemes(page, DARK_AND_LIGHT), place).toEqual([])
      expect(await widthTooMuch(page), place).toBe(0)
    }
  },
)

test.each([undefined, PHONE])('axe finds nothing during a search, %j', async (size) => {
  const page = await read('demo', '/docs/account/status', { ...size })
  if (size) await page.getByRole('button', { name: 'Inhalt und Suche' }).click()
  await page.getByLabel('Anleitungen durchsuchen').fill('Konjunktion')
  await seen(page.locator('#docs-hits a').first())
  expect(await findingsInThemes(page, DARK_AND_LIGHT)).toEqual([])
  expect(await widthTooMuch(page)).toBe(0)
})
