import { readFileSync } from 'node:fs'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { EXAMPLE_HOLDING } from '@apsis/contract/tle/catalogue-holding.ts'
import { graveFindings } from '@apsis/e2e/findings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { circleForm } from '../testing/oem.ts'
import { beginsWith, go, nowIn, page as open, PHONE, pane, prefer, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

const WHO = 'demo-other'
const STILL = { reducedMotion: 'reduce' } as const
const call = callerOf(world.fleet, WHO)
/** `24.3° S, 16.8° W, 614 km high, night`. */
const PLACE = String.raw`\d+\.\d° [NS], \d+\.\d° [EW], [\d ]+ km high, (day|night)`

/** Returns the event of the fleet with the most messages, which is open. */
async function anEvent(): Promise<Conjunction> {
  const events = await call<Conjunction[]>('GET', 'conjunctions')
  const [event] = events
    .filter(({ satelliteId, activeCdmId, state }) => satelliteId !== null && activeCdmId !== null && state === 'OPEN')
    .toSorted((a, b) => b.messages - a.messages)
  if (!event) throw new Error('The fleet has no open event.')
  return event
}

async function isNotWider(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('an event is shown where it is, from its message, by keys, as a table and as a file', async () => {
  const { satelliteId, conjunctionId, object2 } = await anEvent()
  const page = await open(world.fleet, WHO, `/ca/conjunction/${satelliteId}/${conjunctionId}?tab=context`, STILL)
  const where = pane(page, 'Where')
  await seen(where.getByText(new RegExp(`^TCA .* Z: ${PLACE}\\.`)))
  await seen(where.getByText(/from the states of message \d+ at TCA/).first())
  const slider = where.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(new RegExp(`^TCA: .*${PLACE}$`))
  await where.getByRole('button', { name: 'Earth', exact: true }).press('Enter')
  await seen(where.getByText('60° N', { exact: true }))
  expect(await graveFindings(page)).toEqual([])

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of Where' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^where-.*SIMULATED.*\.csv$/)
  const [note, head, first] = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(note).toMatch(/^# SIMULATED/)
  expect(head).toBe('what,name,time_utc,latitude_deg,longitude_deg,height_km')
  expect(first).toMatch(/^event,/)
  await page.getByRole('button', { name: 'Menu of Where' }).click()
  await page.getByRole('menuitem', { name: 'Show as table' }).click()
  await seen(where.getByRole('columnheader', { name: 'Latitude, °' }))
  await where.getByRole('link', { name: 'Motion over days' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ca/space')
  await seen(page.getByRole('button', { name: 'Relative motion', pressed: true }))
  expect(new URL(page.url()).searchParams.get('with')).toBe(object2.designator)
})

test('the designer shows where the event and the chosen burn are', async () => {
  const { satelliteId, conjunctionId } = await anEvent()
  const page = await open(world.fleet, WHO, `/ca/manoeuvre/${satelliteId}/${conjunctionId}`, STILL)
  await seen(pane(page, 'Where').getByText(new RegExp(`^TCA .* Z: ${PLACE}\\.`)))
  expect(await graveFindings(page)).toEqual([])
})

test('a satellite is shown where it is now, by its ephemeris', async () => {
  const [satellite] = await call<Satellite[]>('GET', 'satellites?limit=1')
  const page = await open(world.fleet, WHO, `/ca/satellite/${satellite?.satelliteId}`, STILL)
  const where = pane(page, 'Where')
  await seen(where.getByText(new RegExp(`Z: ${PLACE}\\.`)))
  await seen(where.getByText(/from the ephemeris .*\.oem of /).first())
  expect(await graveFindings(page)).toEqual([])
})

test('a satellite with an ephemeris alone is shown where that has it', async () => {
  const { satelliteId } = await call<Satellite>('POST', 'satellites', { name: 'X-ALONE', noradId: 99_222 })
  const fromMs = (await nowIn(world.fleet)) - 7_200_000
  const circle = { noradId: 99_222, name: 'X-ALONE', fromMs, hours: 6, radiusM: 7_000_000, inclinationDeg: 60 }
  await call('POST', 'ephemeris/file', circleForm(satelliteId, circle))
  const page = await open(world.fleet, WHO, `/ca/satellite/${satelliteId}`, STILL)
  const where = pane(page, 'Where')
  // The circular orbit is 622 km above the equator, and the surface of the ellipsoid is 16 km lower at 60° of latitude.
  await seen(where.getByText(/Z: \d+\.\d° [NS], \d+\.\d° [EW], 6[23]\d km high/))
  await seen(where.getByText(/from the ephemeris x-alone\.oem of /).first())
  expect(await graveFindings(page)).toEqual([])
})

test('a search shows where the nearest approach is', async () => {
  const [first, second] = await call<Satellite[]>('GET', 'satellites?limit=2')
  const page = await open(world.fleet, WHO, '/tnc', STILL)
  const side = (satellite: Satellite | undefined) => ({
    objectId: String(satellite?.noradId),
    name: satellite?.name,
    epoch: null,
    daysSinceEpoch: null,
  })
  const tca = new Date((await nowIn(world.fleet)) + 3_600_000).toISOString()
  // The catalogue of this test has no approach, so two satellites of the fleet are used for one.
  const encounter = {
    primary: side(first),
    secondary: side(second),
    tca,
    missM: 182,
    missRtn: { r: 58, t: 114, n: 129 },
    velocityRtn: { r: 1, t: -8000, n: 8100 },
    relativeSpeedMps: 11_390,
    probability: 4e-6,
    probabilityReason: 'class-covariance',
    maximumProbability: 9e-5,
    riskLevel: 'MEDIUM',
    kind: 'minimum',
    episode: null,
  }
  const result = {
    from: tca,
    to: tca,
    maxKm: 5,
    searched: 1,
    catalogueEpoch: null,
    catalogue: EXAMPLE_HOLDING,
    elapsedS: 0.1,
    result: 'CONJUNCTIONS',
    events: [],
    notScreened: [],
    grade: 'TLE',
    isSimulated: true,
    primary: { objectId: String(first?.noradId), name: first?.name, source: 'TLE', epoch: null },
    encounters: [encounter],
  }
  await page.route(/\/api\/v1\/ca\/find\?/, (route) => route.fulfill({ json: result }))
  await go(page, `/ca/find?object=${first?.noradId}`)
  await seen(pane(page, 'Where').getByText(new RegExp(`^TCA .* Z: ${PLACE}\\.`)))
  await seen(
    pane(page, 'Where')
      .getByText(/from the element sets of .* by SGP4/)
      .first(),
  )
  expect(await graveFindings(page)).toEqual([])
  await page.unroute(/\/api\/v1\/ca\/find\?/)
})

test('in German, on a phone, in light and on paper the pane stays readable', async () => {
  const { satelliteId, conjunctionId } = await anEvent()
  const page = await open(world.fleet, WHO, `/ca/conjunction/${satelliteId}/${conjunctionId}?tab=context`, {
    ...PHONE,
    ...STILL,
    colorScheme: 'light',
    language: 'de',
  })
  await seen(pane(page, 'Wo').getByText(/^TCA .* km hoch, (Tag|Nacht)\./))
  await isNotWider(page)
  expect(await graveFindings(page)).toEqual([])
  await prefer(page, 'theme', 'dark')
  expect(await graveFindings(page)).toEqual([])
})

test('a satellite is on paper with its place', async () => {
  const [satellite] = await call<Satellite[]>('GET', 'satellites?limit=1')
  const page = await open(world.fleet, WHO, `/ca/satellite/${satellite?.satelliteId}`, STILL)
  await seen(pane(page, 'Where').getByRole('slider'))
  await page.emulateMedia({ media: 'print' })
  await seen(pane(page, 'Where').getByText(new RegExp(`Z: ${PLACE}\\.`)))
  await isNotWider(page)
  await page.emulateMedia({ media: 'screen' })
})
