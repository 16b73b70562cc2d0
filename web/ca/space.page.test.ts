import type { NearFleet } from '@apsis/contract/ca/find/near-fleet.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { degreesLat, degreesLong, eciToGeodetic, gstime, jday, shadowFraction, sunPos } from 'satellite.js'
import { beforeAll, expect, test } from 'vitest'
import { stateByOtherProgram } from '../space/testing/other-sgp4.ts'
import { callerOf } from '../testing/caller.ts'
import { circleForm, circleState } from '../testing/oem.ts'
import { go, nowIn, page as open, pane, prefer, seen, workOnce } from '../testing/page.ts'
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
  // This is a whole minute, so that the page writes every address exactly as it is below.
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
  const state = stateByOtherProgram(elements, k, atMs)
  if (!state) throw new Error('satellite.js has no state.')
  const [x, y, z] = state.r
  const { latitude, longitude, height } = eciToGeodetic({ x, y, z }, gstime(new Date(atMs)))
  return { latitude: degreesLat(latitude), longitude: degreesLong(longitude), height }
}
/** Places are shown to 0.1°, heights to 0.1 km; both programs leave UT1 out. */
const [PLACE_DEG, HEIGHT_KM] = [0.06, 1]
/** A standard deviation is shown to 0.1 km; at epoch it is below 1.5 km for the class of circular orbits. */
const [SIGMA_KM, CLASS_KM] = [0.06, 1.5]

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
  expect(text).toContain('simulated')
  expect(text).toMatch(/Light\s+(in the Earth’s shadow|in the half shadow|sunlit)/)
  // The error at epoch is by Flohrer, Krag and Klinkrad (2008); 1.5 km per day of age are added along the track (Levit and Marshall, 2011).
  const ageDays = Math.abs(atMs - Date.parse(elements.origin) - 1_000 * (elements.epochS[k] ?? 0)) / 86_400_000
  const along = Number(/SGP4 itself, 1σ: along the track ±([\d.]+) km/.exec(text)?.[1])
  expect(along).toBeGreaterThanOrEqual(1.5 * ageDays - SIGMA_KM)
  expect(along).toBeLessThan(1.5 * ageDays + CLASS_KM)
  await seen(inspector.getByRole('link', { name: 'Request tracking' }))
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
})

test('in the shadow of the Earth an object says so, and until when; its track is dotted there', async () => {
  const coveredAt = (k: number, ms: number) => {
    const [x = 0, y = 0, z = 0] = stateByOtherProgram(elements, k, ms)?.r ?? []
    return shadowFraction(sunPos(jday(new Date(ms))).rsun, { x, y, z })
  }
  // An object that is in the shadow for ten minutes to either side crosses its edge steeply.
  const isDark = (k: number) => [-600_000, 0, 600_000].every((away) => coveredAt(k, atMs + away) === 1)
  const k = elements.noradId.findIndex((_, place) => (elements.meanMotionRevPerDay[place] ?? 0) > 14 && isDark(place))
  const page = await openSpace(`?t=${instant()}&pick=${elements.noradId[k]}`)
  const inspector = await seen(pane(page, elements.name[k] ?? ''))
  const [, until = ''] = /in the Earth’s shadow until ([\d:]{8}) Z/.exec(await inspector.innerText()) ?? []
  const untilMs = Date.parse(`${new Date(atMs).toISOString().slice(0, 11)}${until}Z`)
  const leavesMs = untilMs < atMs ? untilMs + 86_400_000 : untilMs
  // satellite.js takes the Earth as a ball, whose shadow is up to 21 km wider at the poles; less than ten seconds of flight.
  expect(coveredAt(k, leavesMs - 10_000)).toBe(1)
  expect(coveredAt(k, leavesMs + 10_000)).toBeLessThan(1)
  await expect.poll(() => page.locator(`[data-shadow="track ${k}"]`).count()).toBeGreaterThan(0)
  await seen(page.getByRole('region', { name: 'Lines' }).getByText('in the Earth’s shadow'))
})

test('if the ephemerides cannot be read, the page says that all is drawn from element sets', async () => {
  const page = await open(world.nothing, 'demo', '/services', { reducedMotion: 'reduce' })
  // A server that does not answer would be asked again without a press.
  await page.route(/operator-paths/, (route) => route.fulfill({ status: 500, json: {} }))
  const space = await openSpace(`?t=${instant()}`)
  await seen(space.getByText(/^The ephemerides of operators could not be read: everything is drawn from element sets/))
  await page.unroute(/operator-paths/)
  await space.getByRole('button', { name: 'Read again' }).click()
  await expect.poll(() => space.getByText(/^The ephemerides of operators could not/).count()).toBe(0)
})

test('ten days from its epoch an object is hollow, and how far SGP4 is from it is not stated', async () => {
  const later = new Date(atMs + 75 * 86_400_000).toISOString().replace('.000Z', 'Z')
  const page = await openSpace(`?t=${later}&pick=${elements.noradId[100]}`)
  const text = await (await seen(pane(page, elements.name[100] ?? ''))).innerText()
  expect(text).toContain('It is drawn hollow.')
  expect(text).toMatch(
    /1σ along the track: –\. (The statistics end 10 days from the epoch of a set|SGP4 has no place at this time)\./,
  )
})

test('by keys alone an object is found and picked, the views change, and time moves and runs', async () => {
  const page = await openSpace(`?t=${instant()}`)
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  await page.keyboard.press('/')
  await page.keyboard.type(String(elements.noradId[7]))
  await seen(page.getByRole('button', { name: new RegExp(`${elements.noradId[7]}$`) }))
  await page.keyboard.press('Escape')
  // Enter follows the last figure at once, before the list has followed the text.
  await page.keyboard.type(String(elements.noradId[7]))
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
  await seen(page.getByText(/States each 120 s, drawn < 1 m from SGP4/))
  // Twenty minutes of shown time pass in little more than a second.
  await expect.poll(async () => Number(await drawnAt(page))).toBeGreaterThan(atMs + 1_200_000)
  await page.keyboard.press('n')
  await seen(page.getByText(/States each 0\.5 s, drawn < 1 m from SGP4/))
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

const choose = async (page: Page, field: string, option: string | RegExp) => {
  await page.getByRole('button', { name: new RegExp(`${field}$`) }).click()
  await page.getByRole('option', { name: option }).first().click()
}
const drawnOf = (count: number) =>
  new RegExp(
    `^${[count, elements.noradId.length].map((one) => String(one).replace(/(\d)(\d{3})$/, '$1\\s?$2')).join(' of ')}$`,
  )

test('only what comes near the fleet is drawn, with what was not looked at; without an answer nothing is left out', async () => {
  const { count, compared, notJudged } = await call<NearFleet>('GET', 'near-fleet?distance-km=200&hours=24')
  expect(count).toBeGreaterThan(0)
  const page = await openSpace(`?t=${instant()}`)
  await page.route(/near-fleet/, (route) => route.abort())
  await choose(page, 'Near', 'Only near my fleet')
  await seen(page.getByText(/^What comes near is not known, and nothing is left out/))
  await seen(page.getByText(drawnOf(elements.noradId.length)))
  await page.unroute(/near-fleet/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await choose(page, 'Within, km', '200')
  await expect.poll(() => search(page, 'near')).toBe('200km,24h')
  await seen(page.getByText(new RegExp(`^${count} of .* objects come within 200 km of a satellite itself between `)))
  // The own satellite is not counted as a result, but is always drawn.
  await seen(page.getByText(drawnOf(count + 1)))
  expect(compared).toBeLessThan(elements.noradId.length)
  await seen(
    page.getByText(new RegExp(`^${notJudged.old} objects are compared by a set that is more than 10 days old$`)),
  )
  await choose(page, 'Near', 'Only near SPACE-1')
  await expect.poll(() => search(page, 'near')).toBe(`200km,24h,${own.satelliteId}`)
  await seen(page.getByText(drawnOf(count + 1)))
  if (process.env.APSIS_TEST_PICTURES) await page.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/near.png` })
})

test('the debris of one launch is drawn alone, with own satellites', async () => {
  const page = await openSpace(`?t=${instant()}`)
  await choose(page, 'Debris of a launch', /^SIMULATED, 1999-9/)
  await expect.poll(() => search(page, 'cloud')).toMatch(/^1999-9\d\d$/)
  const launch = search(page, 'cloud') ?? ''
  const pieces = elements.internationalDesignator.filter((one) => one.startsWith(launch)).length
  await seen(page.getByText(drawnOf(pieces + 1)))
})

test('a breakup of the picked object is modelled, counted and drawn from its instant on, and said to be a model', async () => {
  const page = await openSpace(`?t=${instant()}&pick=${elements.noradId[100]}`)
  await expect.poll(() => drawnAt(page)).toBe(String(atMs))
  await page.getByRole('button', { name: /^Break up .* at the shown time$/ }).click()
  await expect.poll(() => search(page, 'breakup')).toBe(`${elements.noradId[100]},explosion,1000,${instant()}`)
  const breakup = page.getByRole('region', { name: 'Breakup, modelled' })
  const drawn = await seen(
    breakup.getByText(/ are drawn, on the map the first 20.000\. They can be counted, not picked\.$/),
  )
  await seen(breakup.getByText(/^MODELLED: .* explodes at .* It has not happened\.$/))
  const lost = await breakup.getByText(/ come down at once, .* fly away or almost so\.$/).innerText()
  const counts = `${await drawn.innerText()} ${lost}`
    .replaceAll(/(?<=\d)\s(?=\d{3})/g, '')
    .match(/\d+/g)
    ?.map(Number)
  expect([counts?.[0], counts?.[2], counts?.[3]].reduce((sum = 0, one = 0) => sum + one, 0)).toBe(100_000)
  await page.getByRole('slider', { name: /^Map of / }).focus()
  await page.keyboard.press(',')
  await seen(breakup.getByText('At the shown time it has not broken up.'))
  await breakup.getByRole('button', { name: 'Remove the breakup' }).click()
  await expect.poll(() => search(page, 'breakup')).toBeNull()
  // Three hours later the fragments have spread along the orbit.
  const later = `?t=${new Date(atMs + 3 * 3_600_000).toISOString().replace('.000Z', 'Z')}`
  const empty = await openSpace(later)
  await expect.poll(() => drawnAt(empty)).toBe(String(atMs + 3 * 3_600_000))
  const without = await inkOf(empty)
  const full = await openSpace(`${later}&breakup=${elements.noradId[100]},explosion,1000,${instant()}`)
  await expect.poll(() => inkOf(full)).toBeGreaterThan(without + 1_000)
  if (process.env.APSIS_TEST_PICTURES) await full.screenshot({ path: `${process.env.APSIS_TEST_PICTURES}/breakup.png` })
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

test('a fixed instant fits five sizes in both themes, and has no grave findings', {
  timeout: 120_000, // The map is drawn at five sizes in both themes, and axe checks every theme.
}, async () => {
  const page = await openSpace(`?t=${instant()}&pick=${elements.noradId[3]}`)
  for (const theme of ['dark', 'light'] as const)
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await prefer(page, 'theme', theme)
      await expect.poll(() => inkOf(page)).toBeGreaterThan(1_000)
      // The plots take their new width a frame after the window has it.
      await expect
        .poll(() => page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth), {
          message: `${width} × ${height}, ${theme}`,
        })
        .toBe(0)
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

test('an own satellite is drawn where its ephemeris has it, and the page says so; after its end by its element set', async () => {
  const noradId = elements.noradId[1] ?? 0
  const flown = await call<Satellite>('POST', 'satellites', { name: 'FLOWN', noradId })
  const circle = { noradId, name: 'FLOWN', fromMs: atMs - 7_200_000, hours: 6, radiusM: 7_000_000, inclinationDeg: 60 }
  await call('POST', 'ephemeris/file', circleForm(flown.satelliteId, circle))
  const page = await openSpace(`?t=${instant()}&pick=${noradId}`)
  const inspector = await seen(pane(page, elements.name[1] ?? ''))
  await seen(inspector.getByText(/^Drawn where its operator expects it, < 2\sm from the ephemeris flown\.oem of /))
  await seen(page.getByText(/ objects, 1 of them by ephemeris$/))
  await seen(page.getByText(/^SGP4 itself at this instant\. /))
  const [x, y, z] = circleState(circle, atMs).r.map((one) => one / 1_000)
  const expected = eciToGeodetic({ x: x!, y: y!, z: z! }, gstime(new Date(atMs)))
  const [, latitude = '', ns, longitude = '', ew] =
    /([\d.]+)° ([NS]), ([\d.]+)° ([EW])/.exec(await inspector.innerText()) ?? []
  expect(Math.abs(Number(latitude) * (ns === 'S' ? -1 : 1) - degreesLat(expected.latitude))).toBeLessThan(PLACE_DEG)
  expect(Math.abs(Number(longitude) * (ew === 'W' ? -1 : 1) - degreesLong(expected.longitude))).toBeLessThan(PLACE_DEG)
  // The row of the table has the place that is drawn.
  await go(page, `/ca/space?view=table&sort=number&t=${instant()}`)
  const table = await seen(page.getByRole('grid', { name: 'Objects drawn' }))
  const row = await seen(table.getByRole('row', { name: elements.name[1] ?? '' }).first())
  const [, inRow = '', side = ''] = /([\d.]+)° ([NS])/.exec(await row.innerText()) ?? []
  expect(Math.abs(Number(inRow) * (side === 'S' ? -1 : 1) - degreesLat(expected.latitude))).toBeLessThan(PLACE_DEG)
  const late = await openSpace(`?t=${new Date(atMs + 6 * 3_600_000).toISOString()}&pick=${noradId}`)
  await seen(late.getByText(/The drawing is SGP4’s own place/))
})
