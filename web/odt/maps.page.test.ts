import { graveFindings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { beginsWith, go, page as open, PHONE, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const STILL = { reducedMotion: 'reduce' } as const
const PASSES = '/odt/passes?object=90001&days=1'

test('the map of the sensors draws the next pass of a satellite, can be read by keys and as a table, and a link restores it', async () => {
  const page = await open(world.fleet, WHO, '/odt/sensors', STILL)
  const map = pane(page, 'Map')
  await seen(map.getByText(/\d+ sensors, grid 30°\./))
  // The legend below the map names the marks that are drawn.
  await seen(map.getByText('works', { exact: true }))
  await seen(map.getByText('night', { exact: true }))
  expect(await map.getByText('below the object, to the arrow').count()).toBe(0)

  const whose = map.getByRole('button', { name: /Next pass of/ })
  await whose.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await seen(map.getByText(/(Next|Its) pass over \S+(:| runs since) .* \d+°|No pass over/))
  await expect.poll(() => new URL(page.url()).searchParams.get('satellite')).not.toBeNull()
  const link = page.url()
  await page.reload()
  await seen(map.getByText(/(Next|Its) pass over \S+(:| runs since)|No pass over/))
  expect(page.url()).toBe(link)
  expect(await graveFindings(page)).toEqual([])

  const slider = map.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/° [NS], .*° [EW]; Sun /)
  await page.getByRole('button', { name: 'Menu of Map' }).click()
  await page.getByRole('menuitem', { name: 'Show as table' }).click()
  await seen(map.getByRole('columnheader', { name: 'reach_deg' }))
})

test('a pass is drawn over sky, time and ground, and the orientation of the sky is stored in the address', async () => {
  const page = await open(world.fleet, WHO, '/odt/sensors', STILL)
  await go(page, PASSES)
  const map = pane(page, 'Where')
  await seen(map.getByText(/^Over \S+ from .* to .*, highest at [\d ]+ km\./))
  const slider = map.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/: .*° [NS], .*° [EW], [\d ]+ km high, (day|night)$/)
  await seen(pane(page, 'Passes').getByText('object in shadow'))

  const sky = pane(page, 'Sky')
  const asSky = sky.getByRole('button', { name: 'Sky', exact: true })
  await asSky.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('sky')).toBe('up')
  await page.reload()
  await seen(sky.getByText('North above, east left.'))
  expect(await asSky.getAttribute('aria-pressed')).toBe('true')
  // A change of the view is not a step of the history, so back leaves the page.
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/odt/sensors')
  await page.goForward()
  await seen(sky.getByText('North above, east left.'))
})

test('a telescope needs a dark sky, and the page states if the sky is dark', async () => {
  const page = await open(world.fleet, WHO, '/odt/passes?object=90001&days=3&sensors=ABC01', STILL)
  await expect
    .poll(() =>
      pane(page, 'Course')
        .getByText(/^(.* )?(Dark enough (all along|for a part)|Never dark enough)/)
        .count(),
    )
    .toBe(1)
})

test('in German, on a phone, the map of a pass is not wider than the screen', async () => {
  const page = await open(world.fleet, WHO, PASSES, { ...PHONE, language: 'de' })
  await seen(pane(page, 'Wo').getByText(/^Über \S+ von /))
  await seen(pane(page, 'Überflüge').getByText('Objekt im Schatten'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
