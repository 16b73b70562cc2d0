import { readFile } from 'node:fs/promises'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { graveFindingsInThemes } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { gstime } from 'satellite.js'
import { beforeAll, expect, test } from 'vitest'
import { stateByOtherProgram } from '../space/testing/other-sgp4.ts'
import { callerOf } from '../testing/caller.ts'
import { afresh, go, nowIn, page as open, PHONE, pane, prefer, seen, workOnce } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const call = callerOf(world.nothing, 'demo')
let elements: CatalogueElements
let low: Satellite
let nowMs = 0

const placeOf = (named: RegExp) => elements.name.findIndex((name) => named.test(name))
const numberOf = (named: RegExp) => elements.noradId[placeOf(named)] ?? 0

// A worker makes the simulated catalogue.
beforeAll(async () => {
  await workOnce(world.nothing, 'tle.refresh', 'demo')
  elements = await call<CatalogueElements>('GET', '../tle/catalogue/elements')
  low = await call<Satellite>('POST', 'satellites', { name: 'LOW-1', noradId: numberOf(/FORMATION/) })
  nowMs = Math.floor((await nowIn(world.nothing)) / 60_000) * 60_000
})

const search = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const openSpace = (query: string) =>
  open(world.nothing, 'demo', `/ca/space?view=flat${query}`, { reducedMotion: 'reduce' })

/** Returns the rows of the file of a plot, by the names of its columns. */
async function fileOf(page: Page, title: string) {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: `Menu of ${title}` }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  const [mark, head = '', ...lines] = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
  expect(mark).toMatch(/^# SIMULATED/)
  const columns = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [columns[at] ?? '', cell])))
}

type Triple = readonly [number, number, number]
/** Returns the state of an object by satellite.js, km and km/s in TEME. */
function byOtherProgram(number: number, atMs: number): { readonly r: Triple; readonly v: Triple } {
  const k = elements.noradId.indexOf(number)
  const state = stateByOtherProgram(elements, k, atMs)
  if (!state) throw new Error('satellite.js has no state.')
  return state
}
const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Triple): Triple => {
  const size = Math.hypot(...a)
  return [a[0] / size, a[1] / size, a[2] / size]
}
/** Returns the radial, along-track and cross-track distances of two objects, km (Vallado, Fundamentals, 4th ed., section 3.3). */
function partsByOtherProgram(own: number, other: number, atMs: number) {
  const [a, b] = [byOtherProgram(own, atMs), byOtherProgram(other, atMs)]
  const R = unit(a.r)
  const C = unit(cross(a.r, a.v))
  const I = cross(C, R)
  const apart: Triple = [b.r[0] - a.r[0], b.r[1] - a.r[1], b.r[2] - a.r[2]]
  return {
    radial: dot(R, apart),
    along: dot(I, apart),
    cross: dot(C, apart),
    ahead: Math.atan2(dot(I, b.r), dot(R, b.r)) * Math.hypot(...a.r),
  }
}
/** Files have metres; epochs have milliseconds in satellite.js, in which an object moves 8 m. */
const PLACE_KM = 0.02
const timeIn = (row: Record<string, string> | undefined) =>
  Date.parse((row?.time_utc ?? '').replace(' Z', 'Z').replace(' ', 'T'))

test('along the track of an own satellite, the file has what another program computes, and settings are in the address', async () => {
  const page = await openSpace('')
  const title = 'Along-track from LOW-1'
  const plot = pane(page, title)
  await seen(plot.getByText('1 of 1 in the shell drawn', { exact: false }).first())
  const mapHeight = await page.getByRole('slider', { name: /^Map of / }).evaluate((map) => map.clientHeight)
  expect(mapHeight).toBeGreaterThanOrEqual(320)
  const points = plot.getByRole('slider', { name: `Points of ${title}` })
  await points.focus()
  await page.keyboard.press('End')
  await expect
    .poll(() => points.getAttribute('aria-valuetext'))
    .toMatch(/^SIMULATED FORMATION \d+, .* Z: [+−]?[\d.]+ km, /)
  const rows = await fileOf(page, title)
  const places = rows.filter(({ enters_box }) => enters_box === '')
  expect(places.length).toBeGreaterThan(40)
  for (const row of [places[0], places[17], places.at(-1)]) {
    const { ahead } = partsByOtherProgram(low.noradId ?? 0, Number(row?.norad_id), timeIn(row))
    expect(Math.abs(Number(row?.ahead_km) - ahead)).toBeLessThan(PLACE_KM)
  }
  // The objects of a formation stay within a kilometre, so this one is in the box from the start.
  expect(rows.filter(({ enters_box }) => enters_box === '1').map(({ norad_id }) => norad_id)).toEqual([
    places[0]?.norad_id,
  ])
  await seen(plot.getByText('is within ±3 km', { exact: false }).first())

  await plot.getByRole('button', { name: 's', exact: true }).click()
  await expect.poll(() => search(page, 'unit')).toBe('s')
  await plot.getByRole('button', { name: 'LOW-1, settings of the plot' }).click()
  await page.getByRole('menuitem', { name: /^5°/ }).click()
  await expect.poll(() => search(page, 'plane')).toBe('5')
  await seen(plot.getByText(/^\d+ of \d+ in the shell drawn/).first())
  await expect.poll(async () => Number(/of (\d+) in the shell/.exec(await plot.innerText())?.[1])).toBeGreaterThan(1)
  await points.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect.poll(() => elements.noradId.includes(Number(search(page, 'pick')))).toBe(true)
  await page.getByRole('button', { name: 'No plot' }).click()
  await expect.poll(() => search(page, 'plot')).toBe('none')
  await expect.poll(() => plot.count()).toBe(0)
})

test('without a satellite in the ring the page says so; with one the file has its longitudes, and its burn is marked', async () => {
  const page = await openSpace('&plot=ring')
  await seen(page.getByText('No satellite of yours is in the geostationary ring', { exact: false }))
  const number = numberOf(/GEO BOX/)
  const ring = await call<Satellite>('POST', 'satellites', { name: 'RING-1', noradId: number })
  const propulsion = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1 }
  await call('PUT', 'satellites', { ...ring, configuration: { ...ring.configuration, wetMass: 3_000, propulsion } })
  const ignition = new Date(nowMs + 36 * 3_600_000).toISOString()
  const burn = { ignition, frame: 'RTN', vector: [0, 0.05, 0] }
  const plan = await call<Plan>('POST', 'manoeuvres/burns', { 'satellite-id': ring.satelliteId, burns: [burn] })
  await afresh(page, `/ca/space?view=flat&plot=ring&degrees=2&t=${new Date(nowMs).toISOString().slice(0, 19)}Z`)
  const title = 'Ring near RING-1'
  await seen(pane(page, title).getByText('RING-1 drifts', { exact: false }).first())
  await seen(pane(page, title).locator('svg').getByText(plan.name, { exact: true }).last())
  // The instant that the page shows is a line in this plot too.
  await expect.poll(() => pane(page, title).locator('[data-shown-time]').count()).toBe(1)
  const rows = await fileOf(page, title)
  const own = rows.filter(({ norad_id }) => Number(norad_id) === number)
  expect(own.length).toBeGreaterThan(40)
  for (const row of rows.filter((_, at) => at % 23 === 0 && rows[at]?.longitude_deg_east !== '')) {
    const atMs = timeIn(row)
    const { r } = byOtherProgram(Number(row.norad_id), atMs)
    const degrees = ((Math.atan2(r[1], r[0]) - gstime(new Date(atMs))) * 180) / Math.PI
    const apart = Number(row.longitude_deg_east) - degrees
    expect(Math.abs(apart - 360 * Math.round(apart / 360))).toBeLessThan(LONGITUDE_DEG)
  }
  // The simulated catalogue holds this satellite at its place, within the box, for a fortnight.
  expect(Math.abs(Number(own[0]?.drift_deg_per_day))).toBeLessThan(HELD_DEG_PER_DAY)
})
/** Files have 1e-5°, and satellite.js reads epochs to a millisecond, in which the Earth turns by 4e-6°. */
const LONGITUDE_DEG = 3e-5
const HELD_DEG_PER_DAY = 0.02

test('the motion of a picked object from an own one: three panels with the shown time, and the file another program agrees with', async () => {
  const other = numberOf(/SUNSYNC/)
  const at = new Date(nowMs + 3_600_000).toISOString().slice(0, 19)
  const page = await openSpace(`&plot=relative&sat=${low.noradId}&pick=${other}&t=${at}Z`)
  const title = `${elements.name[elements.noradId.indexOf(other)]} from LOW-1`
  await seen(
    pane(page, title)
      .getByText(/^Closest [\d.]+ km at /)
      .first(),
  )
  await expect.poll(() => pane(page, title).locator('[data-shown-time]').count()).toBe(1)
  const rows = await fileOf(page, title)
  const places = rows.filter(({ closest_rank }) => closest_rank === '')
  for (const row of [places[0], places[33], places.at(-1)]) {
    const parts = partsByOtherProgram(low.noradId ?? 0, other, timeIn(row))
    expect(Math.abs(Number(row?.radial_km) - parts.radial)).toBeLessThan(PLACE_KM)
    expect(Math.abs(Number(row?.along_km) - parts.along)).toBeLessThan(PLACE_KM)
    expect(Math.abs(Number(row?.cross_km) - parts.cross)).toBeLessThan(PLACE_KM)
  }
  const [closest] = rows.filter(({ closest_rank }) => closest_rank === '1')
  const distances = [-1_000, 0, 1_000].map((byMs) => {
    const { radial, along, cross: across } = partsByOtherProgram(low.noradId ?? 0, other, timeIn(closest) + byMs)
    return Math.hypot(radial, along, across)
  })
  expect(Math.min(...distances)).toBe(distances[1])
  expect(Math.abs(Number(closest?.distance_km) - (distances[1] ?? 0))).toBeLessThan(PLACE_KM)
  await go(page, `/ca/space?view=flat&plot=relative&with=999999999`)
  await seen(page.getByText('999999999 is not in the catalogue', { exact: false }))
  await go(page, '/ca/space?view=flat&plot=relative')
  await seen(page.getByText('Pick an object on the map', { exact: false }))
})

test('if the thread of a plot ends, the plot says so and can be tried again', async () => {
  const away = await open(world.nothing, 'demo', '/services', { reducedMotion: 'reduce' })
  await away.route(/flat-worker/, (route) => route.abort())
  const page = await openSpace('&plot=along&plane=5&radial=80')
  await seen(page.getByText('The plot could not be computed', { exact: false }))
  await page.unroute(/flat-worker/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await seen(
    pane(page, 'Along-track from LOW-1')
      .getByText(/^\d+ of \d+ in the shell drawn/)
      .first(),
  )
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

test('every plot fits a phone in both themes, has no grave findings, and speaks German', {
  timeout: 120_000, // Every plot is drawn in both themes and checked by axe.
}, async () => {
  const page = await openSpace(`&plot=along&plane=5&radial=80`)
  for (const plot of ['along&plane=5&radial=80', 'ring', `relative&with=${numberOf(/SUNSYNC/)}`]) {
    await go(page, `/ca/space?view=flat&plot=${plot}&t=${new Date(nowMs).toISOString().slice(0, 19)}Z`)
    for (const theme of ['dark', 'light'] as const)
      for (const viewport of [{ width: 1440, height: 900 }, PHONE.viewport]) {
        await page.setViewportSize(viewport)
        await prefer(page, 'theme', theme)
        await expect.poll(() => page.locator('[data-shown-time]').count()).toBeGreaterThan(0)
        const aside = () => page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth)
        // A drawing is measured again after the width of the page has changed.
        await expect.poll(aside, { message: `${plot}, ${viewport.width}, ${theme}` }).toBe(0)
        const folder = process.env.APSIS_TEST_PICTURES
        if (folder) {
          await page.locator('[data-shown-time]').first().scrollIntoViewIfNeeded()
          await page.screenshot({ path: `${folder}/flat-${plot.slice(0, 4)}-${viewport.width}-${theme}.png` })
        }
      }
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await graveFindingsInThemes(page)).toEqual([])
  }
  await prefer(page, 'language', 'de')
  await seen(page.getByRole('button', { name: 'Relativbewegung' }))
  await seen(page.getByText('Manöver sind markiert und nicht geflogen.', { exact: false }).first())
})

test('a number in the address that no own satellite has is said, and an own satellite is shown on request', async () => {
  const page = await openSpace('&plot=along&sat=999999')
  await seen(page.getByText('No satellite of yours in this catalogue has the number 999999.'))
  await page.getByRole('button', { name: 'Show LOW-1' }).click()
  await expect.poll(() => search(page, 'sat')).toBeNull()
  await seen(page.getByRole('heading', { name: 'Along-track from LOW-1' }))
})
