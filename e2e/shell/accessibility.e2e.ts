import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { ADDRESS, newVisitor, seen, signIn, useBrowser } from '../visitor.ts'

useBrowser()

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const ROUTES = [
  '/ca/conjunctions',
  '/ca/find',
  '/ca/oems',
  '/ca/conjunction/25544/c-1',
  '/ca/cdm/25544/c-1/m-1',
  '/ca/satellite/25544',
  '/screening',
  '/odt/observations',
  '/odt/observation/r-1',
  '/services?sidebar=profile',
  '/services?sidebar=notifications',
  '/account/profile',
  '/account/notifications',
  '/docs',
  '/docs/ca/api-reference',
  '/tnc',
  '/dev/kitchensink',
  '/dev/3d',
  '/no/such/page',
]
const THEMES = ['dark', 'light', 'contrast']

type Found = {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}

/** What axe finds on the page as it is, that keeps people out. */
async function findingsOf(page: Page): Promise<string[]> {
  const found: Found[] = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations)',
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

test.each(ROUTES)('%s keeps nobody out, in any theme', async (path) => {
  const visitor = await newVisitor({ bypassCSP: true, reducedMotion: 'reduce' })
  const page = await signIn(visitor, account('demo'), path)
  await seen(page.getByRole('main').locator('h1, h2, [role="region"], section').first())
  await page.evaluate(AXE)
  const findings: string[] = []
  for (const theme of THEMES) {
    await page.evaluate((one) => {
      document.documentElement.dataset.theme = one
    }, theme)
    for (const finding of await findingsOf(page)) findings.push(`${theme} ${finding}`)
  }
  expect(findings).toEqual([])
  expect(page.url().startsWith(ADDRESS)).toBe(true)
})

test('a phone in either theme keeps nobody out', async () => {
  const visitor = await newVisitor({ viewport: { width: 390, height: 844 }, bypassCSP: true, reducedMotion: 'reduce' })
  const page = await signIn(visitor, account('demo'), '/services')
  await seen(page.getByRole('heading', { name: 'Select a service' }))
  await page.evaluate(AXE)
  expect(await findingsOf(page)).toEqual([])
})
