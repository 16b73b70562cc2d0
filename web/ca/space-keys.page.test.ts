import { readFile, writeFile } from 'node:fs/promises'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { historyOfEvent } from '@apsis/e2e/ca/testing/messages.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { afresh, nowIn, page as open, seen, workOnce } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const call = callerOf(world.nothing, 'demo')
let own: readonly string[] = []

// Two satellites of the simulated catalogue, an event of the second, and two stations.
beforeAll(async () => {
  await workOnce(world.nothing, 'tle.refresh', 'demo')
  const { noradId } = await call<CatalogueElements>('GET', '../tle/catalogue/elements')
  const numbers = noradId.slice(0, 2)
  for (const number of numbers) await ownSatellite(call, number)
  own = numbers.map((number) => `OWN ${number}`)
  const second = { number: numbers[1] ?? 0, name: own[1] ?? '' }
  for (const { text } of historyOfEvent(await nowIn(world.nothing), second)) await call('POST', 'cdms', text)
  const propulsion = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1 }
  const [first] = await call<Satellite[]>('GET', 'satellites')
  await call('PUT', 'satellites', { ...first, configuration: { ...first?.configuration, wetMass: 300, propulsion } })
  const ignition = new Date((await nowIn(world.nothing)) + 20 * 3_600_000).toISOString()
  const burns = [{ ignition, frame: 'RTN', vector: [0, 0.05, 0] }]
  await call('POST', 'manoeuvres/burns', { 'satellite-id': first?.satelliteId, burns })
  for (const [name, latitude] of [
    ['East', 36],
    ['South', -53],
  ] as const)
    await call('POST', 'ground-stations', { name, latitude, longitude: 20, altitude: 0, minimumElevation: 5 })
})

const search = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const map = (page: Page) => page.getByRole('slider', { name: /^Map of / })
const openSpace = async () => {
  const page = await open(world.nothing, 'demo', '/ca/space', { reducedMotion: 'reduce' })
  await seen(map(page))
  await expect.poll(() => page.locator('canvas').getAttribute('data-drawn-at')).not.toBeNull()
  return page
}

test('Tab goes through own satellites, events by their time, burns, and stations; what has the focus is read, and Enter picks it', async () => {
  const page = await openSpace()
  const marked = page.getByRole('list', { name: 'Own satellites, events, burns and stations on the map' })
  const texts = await marked.getByRole('button').allInnerTexts()
  const [first, second, event, burn, ...stations] = texts
  expect([first, second].map((text) => text?.split(',')[0])).toEqual(own)
  expect(event).toMatch(new RegExp(`^${own[1]} × HISTORY DEB, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d Z, `))
  expect(burn).toMatch(/^OWN \d+, burn, \d\d-\d\d \d\d:\d\d, 0\.0500 m\/s, [\d.]+° [NS], /)
  expect(stations.map((text) => text.split(',').slice(0, 2).join())).toEqual([
    'East, station that commands',
    'South, station that commands',
  ])
  await map(page).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(new RegExp(`^${own[1]}, `))
  await expect.poll(() => map(page).getAttribute('aria-valuetext')).toMatch(new RegExp(`^${own[1]}, `))
  await page.keyboard.press('Enter')
  await expect.poll(() => search(page, 'pick')).toBe(own[1]?.slice(4))
  await seen(page.getByRole('link', { name: 'Open satellite' }))
  expect(await graveFindings(page)).toEqual([])
})

/** The degrees beside the map take more room at its left. */
const MARGIN_PX = 30

test('the map is saved as a picture with its sources, and its points are in it', async () => {
  const page = await openSpace()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of Map' }).press('Enter')
  await page.getByRole('menuitem', { name: 'PNG' }).press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^space_SIMULATED_\d{8}_\d{6}_Z\.png$/)
  const png = await readFile(await file.path())
  if (process.env.APSIS_TEST_PICTURES) await writeFile(`${process.env.APSIS_TEST_PICTURES}/map-file.png`, png)
  // The picture has twice the size of the map, with three lines of text below it.
  const box = (await map(page).boundingBox()) ?? { width: 0, height: 0 }
  expect(Math.abs(png.readUInt32BE(16) - 2 * box.width)).toBeLessThan(3)
  expect(Math.abs(png.readUInt32BE(20) - 2 * (box.height + 26 + 32))).toBeLessThan(3)
  // A picture of the same marks without the points is smaller by far.
  await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height)
  })
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of Map' }).press('Enter')
  await page.getByRole('menuitem', { name: 'PNG' }).press('Enter')
  const without = await readFile(await (await again).path())
  expect(png.length - without.length).toBeGreaterThan(10_000)
})

test('f shows the event of the sentence on the map, then its time, and 0 the whole Earth', async () => {
  const page = await openSpace()
  await page.keyboard.press('f')
  await seen(page.getByRole('button', { name: 'Whole Earth' }))
  expect(search(page, 't')).toBeNull()
  await page.keyboard.press('f')
  const event = page
    .getByRole('list', { name: /on the map$/ })
    .getByRole('button', { name: / × / })
    .first()
  const tca = / (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) Z/
    .exec(await event.innerText())
    ?.slice(1)
    .join('T')
  await expect.poll(() => search(page, 't')?.slice(0, 19)).toBe(tca)
  // The mark of the event is in the middle of the map, because the satellite is there at TCA.
  await event.focus()
  const [box, ring] = [await map(page).boundingBox(), await map(page).locator('circle[r="12"][cx]').boundingBox()]
  const middle = (one: typeof box) => (one?.x ?? 0) + (one?.width ?? 0) / 2
  expect(Math.abs(middle(ring) - middle(box))).toBeLessThan(MARGIN_PX)
  await page.keyboard.press('0')
  await expect.poll(() => page.getByRole('button', { name: 'Whole Earth' }).count()).toBe(0)
})

test('the deadline has its countdown, an event on the map its satellite, and the time line says what a ring is', async () => {
  const page = await openSpace()
  const lead = await page.getByRole('status').filter({ hasText: ' meets ' }).innerText()
  const [, until = '', left = ''] = /Decide before (.{16}) Z, (T.*)\.$/.exec(lead) ?? []
  expect(left, lead).toMatch(/^T−(\d+ d )?\d\d h \d\d m$/)
  const [, days = '0', hours = '', minutes = ''] = /(?:(\d+) d )?(\d\d) h (\d\d) m/.exec(left) ?? []
  const leftMs = 60_000 * (24 * 60 * Number(days) + 60 * Number(hours) + Number(minutes))
  const expectedMs = Date.parse(`${until.replace(' ', 'T')}:00Z`) - (await nowIn(world.nothing))
  // The deadline is cut to whole minutes, and so is the countdown.
  expect(Math.abs(leftMs - expectedMs)).toBeLessThan(120_000)
  await seen(
    map(page)
      .getByText(own[1] ?? '', { exact: true })
      .first(),
  )
  await seen(map(page).getByText('East, mask 5°', { exact: true }))
  await seen(page.getByRole('list', { name: 'Legend' }).getByText('to be decided'))
})

test('without a satellite the page offers the demo fleet beside a satellite of one’s own', async () => {
  const page = await open(world.nothing, 'demo-other', '/ca/space', { reducedMotion: 'reduce' })
  await seen(page.getByText('No satellite of yours yet.'))
  await seen(page.getByRole('link', { name: 'Add a satellite' }))
  await seen(page.getByRole('button', { name: 'Open demo fleet' }))
})

test('own satellites that the catalogue does not have are named, because nothing is drawn of them', async () => {
  const page = await openSpace()
  await page.route(/ca\/satellites(\?|$)/, async (route) => {
    const answer = await route.fetch()
    const [one] = (await answer.json()) as Satellite[]
    await route.fulfill({
      json: [{ ...one, satelliteId: crypto.randomUUID(), name: 'NEW-BIRD', noradId: 799_999_999 }],
    })
  })
  await afresh(page, '/ca/space')
  await seen(page.getByText('Not in the catalogue, and not drawn: NEW-BIRD.'))
  await page.unroute(/ca\/satellites(\?|$)/)
  await afresh(page, '/ca/space')
  await seen(page.getByRole('button', { name: new RegExp(`^${own[0]}, `) }).first())
  expect(await page.getByText(/^Not in the catalogue/).count()).toBe(0)
})

test('p prints the sentence, the map, the picked object and what the time line marks, on A4 across and without controls', async () => {
  const page = await openSpace()
  await page.evaluate(() => {
    window.print = () => {
      document.title = 'printed'
    }
  })
  await page.keyboard.press('p')
  await expect.poll(() => page.title()).toBe('printed')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  // A4 is 595 × 842 points.
  expect(/MediaBox \[0 0 (\d+)[.\d]* (\d+)/.exec(pdf)?.slice(1)).toEqual(['841', '594'])
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const table = await seen(page.getByRole('table', { name: 'Events of the time line' }))
  await seen(table.getByRole('row', { name: /Approaches.*HISTORY DEB/ }))
  await seen(table.getByRole('row', { name: /Deadline/ }))
  const places = await seen(page.getByRole('table', { name: 'Marked on the picture' }))
  await seen(places.getByRole('row', { name: /^own satellite.*Element set, simulated/ }).first())
  await seen(places.getByRole('row', { name: /^TCA.*HISTORY DEB.*(Critical|High|Medium|Low).*message/ }))
  await seen(places.getByRole('row', { name: /^burn OWN \d+, burn, 0\.0500 m\/s \d{4}-/ }))
  await seen(places.getByRole('row', { name: /^station East 36\.0° N, 20\.0° E configured/ }))
  // The paths have a point for each of the 5,006 objects.
  const points = await page
    .locator('path[data-points]')
    .evaluateAll((paths) => paths.reduce((sum, path) => sum + (path.getAttribute('d')?.split('M').length ?? 1) - 1, 0))
  expect(points).toBeGreaterThan(4_900)
  expect(await page.locator('#main').getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await page.locator('#main').getByRole('checkbox').filter({ visible: true }).count()).toBe(0)
})
