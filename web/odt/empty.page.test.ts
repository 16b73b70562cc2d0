import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { page as open, PHONE, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo-other'

/** The pages with the text that tells a new organisation what is missing, and the link to the first step. */
const PAGES = [
  {
    path: '/odt/observations',
    says: 'No request yet',
    link: 'New request…',
    leadsTo: /new-observation/,
  },
  { path: '/odt/observations', says: 'No own track yet' },
  {
    path: '/odt/passes',
    says: 'No satellite yet',
    link: 'Add a satellite',
    leadsTo: /add-satellite/,
  },
  { path: '/odt/sensors', says: 'can observe for you:', link: 'Passes over it', leadsTo: /sensors=/ },
  {
    path: '/odt/observations?dialog=new-observation',
    says: 'No satellite yet',
    link: 'Add a satellite',
    leadsTo: /add-satellite/,
  },
  {
    path: '/odt/observation/0c9b7e1a-0f4e-4b52-8f0e-5d4c3b2a1908/',
    says: 'No such request',
    link: 'All observations',
    leadsTo: /\/odt\/observations/,
  },
] as const

test.each(PAGES)('an organisation without data reads on $path: $says', async (one) => {
  const page = await open(world.nothing, WHO, one.path, { reducedMotion: 'reduce' })
  await seen(page.getByText(one.says).first())
  expect(await graveFindings(page)).toEqual([])
  if (!('link' in one)) return
  const place = one.path.includes('dialog=') ? page.getByRole('dialog') : page.getByRole('main')
  await place.getByRole('link', { name: one.link }).last().click()
  await expect.poll(() => page.url()).toMatch(one.leadsTo)
})

test.each([...new Set(PAGES.map((one) => one.path))])(
  'no part of %s is wider than a phone, in German either',
  async (path) => {
    const page = await open(world.nothing, WHO, path, { ...PHONE, reducedMotion: 'reduce', language: 'de' })
    await seen(page.getByText(/keinen Satelliten|Noch|Sensoren können|gibt es nicht|Keinen solchen/).first())
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
)

test('the address of an unknown request leads to the list', async () => {
  const page = await open(world.nothing, 'demo-tracking', '/odt/observation/r-1')
  await seen(page.getByText('No such request'))
  await page.getByRole('link', { name: 'All observations' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/odt/observations')
})
