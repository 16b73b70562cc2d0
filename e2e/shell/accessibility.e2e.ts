import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { graveFindings, graveFindingsInThemes } from '../findings.ts'
import { ADDRESS, newVisitor, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

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

test.each(ROUTES)('%s keeps nobody out, in any theme', async (path) => {
  const visitor = await newVisitor({ reducedMotion: 'reduce' })
  const page = await visitAs(visitor, account('demo'), path)
  await seen(page.getByRole('main').locator('h1, h2, [role="region"], section').first())
  expect(await graveFindingsInThemes(page)).toEqual([])
  expect(page.url().startsWith(ADDRESS)).toBe(true)
})

test('a phone in either theme keeps nobody out', async () => {
  const visitor = await newVisitor({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  const page = await visitAs(visitor, account('demo'), '/services')
  await seen(page.getByRole('heading', { name: 'Select a service' }))
  expect(await graveFindings(page)).toEqual([])
})
