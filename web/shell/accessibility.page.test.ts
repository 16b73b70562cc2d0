import { graveFindings, graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { page as open, PHONE, seen, settled } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const STILL = { reducedMotion: 'reduce' } as const

test.each([
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
  '/account/notifications',
  '/account/connections',
  '/docs',
  '/docs/ca/api-reference',
  '/tnc',
  '/dev/3d',
  '/no/such/page',
])('%s is accessible to everybody, in any theme', async (path) => {
  const page = await open(world.nothing, 'demo', path, STILL)
  await seen(page.getByRole('main').locator('h1, h2, [role="region"], section').first())
  await settled(page)
  expect(await graveFindingsInThemes(page)).toEqual([])
})

test('the pages are accessible to everybody on a phone', async () => {
  const page = await open(world.nothing, 'demo', '/services', { ...STILL, ...PHONE })
  await seen(page.getByRole('heading', { name: 'Select a service' }))
  await settled(page)
  expect(await graveFindings(page)).toEqual([])
})
