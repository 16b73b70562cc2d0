import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { hasFleet } from '../ca/testing/demo-fleet.ts'
import { callerOf, hideNotices, leavesNothing } from '../ca/testing/own-satellite.ts'
import { graveFindings } from '../findings.ts'
import { ADDRESS, newVisitor, pane, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

const who = account('demo-other')
leavesNothing(who)
hasFleet(who)
const PASSES = '/odt/passes?object=90001&days=1'

test('the map of the sensors draws the next pass of a satellite, by keys and as a table, and a link brings it back', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/services')
  const call = await callerOf(page)
  await hideNotices(call)
  await page.goto(`${ADDRESS}/odt/sensors`)
  const map = pane(page, 'Map')
  await seen(map.getByText(/\d+ sensors, grid of 30°\./))
  // The marks that are on the map are named below it.
  await seen(map.getByText('works', { exact: true }))
  await seen(map.getByText('night', { exact: true }))
  expect(await map.getByText('below the object, to the arrow').count()).toBe(0)

  const whose = map.getByRole('button', { name: /Next pass of/ })
  await whose.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await seen(map.getByText(/Its (next )?pass over \S+ (begins|has been under way since) .* \d+°|It does not come over/))
  await expect.poll(() => new URL(page.url()).searchParams.get('satellite')).not.toBeNull()
  const link = page.url()
  await page.reload()
  await seen(map.getByText(/Its (next )?pass over \S+ (begins|has been)|It does not come over/))
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

test('a pass is drawn over sky, time and ground, and how the sky is seen stands in the address', async () => {
  const page = await visitAs(await newVisitor({ reducedMotion: 'reduce' }), who, '/services')
  await page.goto(`${ADDRESS}/odt/sensors`)
  await page.goto(`${ADDRESS}${PASSES}`)
  const map = pane(page, 'Map')
  await seen(map.getByText(/^The pass over \S+ goes from .* to .*, [\d ]+ km high at its highest point\./))
  const slider = map.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/: over .*° [NS], .*° [EW], [\d ]+ km high$/)
  await seen(pane(page, 'Passes').getByText('object in shadow'))

  const sky = pane(page, 'Sky')
  const asSky = sky.getByRole('button', { name: 'Sky', exact: true })
  await asSky.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('sky')).toBe('up')
  await page.reload()
  await seen(sky.getByText('zenith in the middle, north above, east at the left'))
  expect(await asSky.getAttribute('aria-pressed')).toBe('true')
  // To look differently is no step of its own: back leaves the page.
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/odt/sensors')
  await page.goForward()
  await seen(sky.getByText('zenith in the middle, north above, east at the left'))

  // A telescope needs a dark sky, and is told whether it has one.
  await page.goto(`${ADDRESS}/odt/passes?object=90001&days=3&sensors=ABC01`)
  await seen(pane(page, 'Course').getByText(/It is (never )?dark enough/))

  const german = await visitAs(await newVisitor({ viewport: { width: 390, height: 844 } }), who, '/services')
  await german.evaluate(() => localStorage.setItem('apsis-language', 'de'))
  await german.goto(`${ADDRESS}${PASSES}`)
  await seen(pane(german, 'Karte').getByText(/^Der Überflug über \S+ führt von /))
  await seen(pane(german, 'Überflüge').getByText('Objekt im Schatten'))
  expect(await german.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
