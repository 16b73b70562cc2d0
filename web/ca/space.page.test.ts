import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { degreesLat, degreesLong, eciToGeodetic, gstime, json2satrec, sgp4 } from 'satellite.js'
import { beforeAll, expect, test } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { nowIn, page as open, pane, prefer, seen, workOnce } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const call = callerOf(world.nothing, 'demo')
const SIZES = [
  [1920, 1080],
  [1440, 900],
  [1180, 820],
  [768, 1024],
  [390, 844],
] as const

let elements: CatalogueElements
let atMs = 0
let own: Satellite

// A worker makes the simulated catalogue.
beforeAll(async () => {
  await workOnce(world.nothing, 'tle.refresh', 'demo')
  elements = await call<CatalogueElements>('GET', '../tle/catalogue/elements')
  own = await call<Satellite>('POST', 'satellites', { name: 'SPACE-1', noradId: elements.noradId[0] })
  // A whole minute, so that every address below is the one that the page writes.
  atMs = Math.floor((await nowIn(world.nothing)) / 60_000) * 60_000 + 7_200_000
})

const instant = () => new Date(atMs).toISOString().replace('.000Z', 'Z')
const shown = () => instant().replace('T', ' ').replace('Z', ' Z')
const canvas = (page: Page) => page.locator('canvas')
const drawnAt = (page: Page) => canvas(page).getAttribute('data-drawn-at')
const search = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const openSpace = async (query: string) => {
  const page = await open(world.nothing, 'demo', `/ca/space${query}`, { reducedMotion: 'reduce' })
  await seen(page.getByRole('slider', { name: /^Map of / }))
  return page
}
/** The number of pixels of the canvas that are not empty. */
const inkOf = (page: Page) =>
  canvas(page).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    const { data } = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] }
    let ink = 0
    for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) ink += 1
    return ink
  })

/** Returns the place of an object of the catalogue by satellite.js, degrees and km. */
function byOtherProgram(k: number) {
  const record = json2satrec({
    OBJECT_NAME: elements.name[k] ?? '',
    OBJECT_ID: '2000-001A',
    EPOCH: new Date(Date.parse(elements.origin) + 1_000 * (elements.epochS[k] ?? 0)).toISOString().replace('Z', ''),
    MEAN_MOTION: elements.meanMotionRevPerDay[k] ?? 0,
    ECCENTRICITY: elements.eccentricity[k] ?? 0,
    INCLINATION: elements.inclinationDeg[k] ?? 0,
    RA_OF_ASC_NODE: elements.raanDeg[k] ?? 0,
    ARG_OF_PERICENTER: elements.argPeriapsisDeg[k] ?? 0,
    MEAN_ANOMALY: elements.meanAnomalyDeg[k] ?? 0,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: String(elements.noradId[k]),
    ELEMENT_SET_NO: 1,
    REV_AT_EPOCH: 1,
    BSTAR: elements.bstar[k] ?? 0,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
  })
  const epochMs = Date.parse(elements.origin) + 1_000 * (elements.epochS[k] ?? 0)
  const state = sgp4(record, (atMs - epochMs) / 60_000)
  if (!state) throw new Error('satellite.js has no state.')
  const { latitude, longitude, height } = eciToGeodetic(state.position, gstime(new Date(atMs)))
  return { latitude: degreesLat(latitude), longitude: degreesLong(longitude), height }
}
/** Places are shown to 0.1°, heights to 0.1 km; both programs leave UT1 out. */
const [PLACE_DEG, HEIGHT_KM] = [0.06, 1]

test('a picked object stands where another program has it, with two sentences on how exact that is', async () => {
  const k = 100
  const page = await openSpace(`?t=${instant()}&pick=${elements.noradId[k]}`)
  const inspector = await seen(pane(page, elements.name[k] ?? ''))
  const expected = byOtherProgram(k)
  const text = await inspector.innerText()
  const [, latitude = '', ns, longitude = '', ew] = /([\d.]+)° ([NS]), ([\d.]+)° ([EW])/.exec(text) ?? []
  expect(Math.abs(Number(latitude) * (ns === 'S' ? -1 : 1) - expected.latitude)).toBeLessThan(PLACE_DEG)
  expect(Math.abs(Number(longitude) * (ew === 'W' ? -1 : 1) - expected.longitude)).toBeLessThan(PLACE_DEG)
  const [, height = ''] = /Height\s+([\d\s.]+?)\s*km/.exec(text) ?? []
  expect(Math.abs(Number(height.replaceAll(/\s/g, '')) - expected.height)).toBeLessThan(HEIGHT_KM)
  expect(text).toContain(shown())
  expect(text).toContain('The drawing is SGP4’s own place, rounded to 0.25\u00a0m.')
  expect(text).toContain('How far SGP4 is from the object: –. There are no statistics')
  expect(text).toContain('simulated')
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
})

test('by keys alone an object is found and picked, the views change, and time moves and runs', async () => {
  const page = await openSpace(`?t=${instant()}`)
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  await page.keyboard.press('/')
  await page.keyboard.type(String(elements.noradId[7]))
  await seen(page.getByRole('button', { name: new RegExp(`${elements.noradId[7]}$`) }))
  await page.keyboard.press('Enter')
  await expect.poll(() => search(page, 'pick')).toBe(String(elements.noradId[7]))
  await page.getByRole('slider', { name: /^Map of / }).focus()
  await page.keyboard.press('ArrowRight')
  const read = () => page.getByRole('slider', { name: /^Map of / }).getAttribute('aria-valuetext')
  await expect.poll(read).toMatch(/^SPACE-1, [\d.]+° [NS], [\d.]+° [EW], [\d\s]+ km$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => search(page, 'pick')).toBe(String(own.noradId))
  await seen(pane(page, elements.name[0] ?? '').getByRole('link', { name: 'Open satellite' }))
  await page.keyboard.press('Escape')
  await expect.poll(() => search(page, 'pick')).toBeNull()

  await page.keyboard.press('.')
  await expect.poll(() => drawnAt(page)).toBe(String(atMs + 60_000))
  await page.keyboard.press('t')
  const table = await seen(page.getByRole('grid', { name: 'Objects drawn' }))
  const note = await seen(page.getByText(/have no place at this time\.$/))
  const missing = Number(/(\d+) have no place/.exec(await note.innerText())?.[1])
  expect(missing).toBeLessThan(50)
  expect(await table.getAttribute('aria-rowcount')).toBe(String(elements.noradId.length - missing + 1))
  await page.keyboard.press('m')
  await page.keyboard.press(',')
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  for (const _ of [1, 2, 3, 4, 5]) await page.keyboard.press('>')
  await seen(page.getByText('Running, 1 000 ×'))
  await seen(page.getByText(/states each 120 s, drawn < 1 m from SGP4/))
  // Twenty minutes of shown time pass in little more than a second.
  await expect.poll(async () => Number(await drawnAt(page))).toBeGreaterThan(atMs + 1_200_000)
  await page.keyboard.press('n')
  await seen(page.getByText(/states each 0\.5 s, drawn < 1 m from SGP4/))
})

test('filters leave the number that they state, fewer points are drawn, and own satellites stay', async () => {
  const page = await openSpace(`?t=${instant()}`)
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  const everything = await inkOf(page)
  const payloads = elements.kind.filter((kind) => elements.kinds[kind] === 'payloads').length
  for (const kind of ['Debris', 'Rocket body', 'Unknown'])
    await page.getByRole('checkbox', { name: new RegExp(`^${kind}, `) }).press('Space')
  await expect.poll(() => search(page, 'kind')).toBe('p')
  const all = elements.noradId.length
  const spaced = (count: number) => String(count).replace(/(\d)(\d{3})$/, '$1\\s?$2')
  await seen(page.getByText(new RegExp(`^${spaced(payloads)} of ${spaced(all)}$`)))
  await expect.poll(() => inkOf(page)).toBeLessThan(everything)
  await page.getByRole('checkbox', { name: /^Payload, / }).press('Space')
  await seen(page.getByText(/^0 of .*: remove a filter\. Own satellites and events stay\.$/))
  await page.getByRole('button', { name: 'Remove filters' }).click()
  await expect.poll(() => search(page, 'kind')).toBeNull()
})

test('if the thread ends, the page says so and draws nothing that moves, until it is started again', async () => {
  const page = await open(world.nothing, 'demo', '/services', { reducedMotion: 'reduce' })
  await page.route(/states-worker/, (route) => route.abort())
  const space = await openSpace('')
  await seen(space.getByText(/^Positions stopped at .* Z: the thread that computes them ended/))
  await page.unroute(/states-worker/)
  await space.getByRole('button', { name: 'Start again' }).click()
  await expect.poll(() => drawnAt(space)).not.toBeNull()
})

test('a fixed instant fits five sizes in both themes, and has no grave findings', { timeout: 120_000 }, async () => {
  const page = await openSpace(`?t=${instant()}&pick=${elements.noradId[3]}`)
  for (const theme of ['dark', 'light'] as const)
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await prefer(page, 'theme', theme)
      await expect.poll(() => inkOf(page)).toBeGreaterThan(1_000)
      const aside = await page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth)
      expect(aside, `${width} × ${height}, ${theme}`).toBe(0)
      await expect
        .poll(() => page.getByRole('button', { name: 'Now', exact: true }).boundingBox())
        .toMatchObject({
          y: expect.toSatisfy((y: number) => y > 0 && y < height),
        })
      if (process.env.APSIS_TEST_PICTURES)
        await page.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/space-${width}-${theme}.png` })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await graveFindingsInThemes(page)).toEqual([])
  await prefer(page, 'language', 'de')
  await seen(page.getByRole('heading', { name: 'Gezeichnet' }))
})
