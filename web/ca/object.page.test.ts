import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { faultsOnPaper } from '@apsis/e2e/paper.ts'
import { beforeAll, expect, test } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { beginsWith, go, nowIn, page as open, PHONE, pane, seen, workOnce } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)
beforeAll(() => workOnce(world.fleet, 'tle.refresh', 'demo'))

const USER = 'demo-other'
/** A satellite of the demo fleet, and the first object of the simulated catalogue (docs/guide/tle/element-sets.md). */
const [OWN, STRANGER] = [90_003, 300_000]
const UNKNOWN = 999_999_999

const eventsOf = () => callerOf(world.fleet, USER)<Conjunction[]>('GET', 'conjunctions')

test('the other object of an event leads to its page, whose first action leads to the event', async () => {
  const nowMs = await nowIn(world.fleet)
  const [event] = (await eventsOf()).filter(
    ({ object2, conjunctionData }) => object2.satelliteId === null && Date.parse(conjunctionData.tca) > nowMs,
  )
  if (event === undefined) throw new Error('The demo fleet has no event to come.')
  const { designator } = event.object2
  const page = await open(world.fleet, USER, `/ca/conjunction/${event.satelliteId}/${event.conjunctionId}`)
  await page.locator('[data-page-head]').getByRole('link', { name: designator }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/ca/object/${designator}`)
  await seen(pane(page, 'Approaches to the fleet').getByRole('link', { name: event.object2.name }).first())
  await seen(page.getByText('SIMULATED: events of this object are made up.'))
  await seen(pane(page, 'What is known').getByText('knows this number, without an element set', { exact: false }))
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'Open conjunction' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toContain('/ca/conjunction/')
})

test('an object of the catalogue has its set with source, age and accuracy; a number in the palette leads to it', async () => {
  const page = await open(world.fleet, USER, '/ca/conjunctions')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill(String(STRANGER))
  await page.getByRole('menuitem', { name: `Object ${STRANGER}`, exact: true }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/ca/object/${STRANGER}`)
  await seen(page.getByText('SIMULATED: this object does not exist.'))
  const set = pane(page, 'Newest element set')
  await seen(set.getByText('simulated catalogue'))
  await seen(set.getByText(/^±\d+\.\d km along the track, ±\d+\.\d km radially, ±\d+\.\d km across$/))
  await seen(pane(page, 'What is known').getByText(`${STRANGER} (`, { exact: false }))
  await seen(pane(page, 'Element sets').getByRole('table'))
  // The object is no own satellite and has no event, so the primary action is a search.
  await expect
    .poll(() => page.locator('[data-page-head] [data-primary]').allTextContents())
    .toEqual(['Find approaches'])
  await page.getByRole('link', { name: 'Find approaches' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/ca/find/${STRANGER}`)
})

test('the page of an own satellite leads to the satellite first, and has its approaches', async () => {
  const page = await open(world.fleet, USER, `/ca/object/${OWN}`)
  await seen(page.getByText('SAT-3 is your satellite.'))
  await seen(pane(page, 'Approaches to the fleet').getByRole('link', { name: /SAT-3/ }).first())
  await expect.poll(() => page.locator('[data-page-head] [data-primary]').allTextContents()).toEqual(['Open satellite'])
  await page.getByRole('link', { name: 'Open satellite' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toContain('/ca/satellite/')
})

test('an unknown number is no clear sky, and says what can be done', async () => {
  const page = await open(world.fleet, USER, `/ca/object/${UNKNOWN}`)
  await seen(page.getByText(`Object ${UNKNOWN} is not in the catalogue, and that is no clear sky.`))
  await seen(pane(page, 'Approaches to the fleet').getByText('Not screened is not clear', { exact: false }))
  await expect.poll(() => page.locator('[data-page-head] [data-primary]').count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'What the catalogue lacks' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/tle/catalogue')
})

test('where the server does not answer, what was read stays and what was not says so', async () => {
  const page = await open(world.fleet, USER, `/ca/object/${STRANGER}`)
  await seen(pane(page, 'Newest element set').getByText('simulated catalogue'))
  await page.route('**/api/v1/tle/objects/**', (route) => route.abort())
  await go(page, `/ca/object/${OWN}`)
  await seen(pane(page, 'What is known').getByText('The object could not be read', { exact: false }))
  expect(await pane(page, 'What is known').getByRole('button', { name: 'Try again' }).count()).toBe(1)
  await seen(pane(page, 'Approaches to the fleet').getByRole('link', { name: /SAT-3/ }).first())
})

test('on a phone, in German and on paper the page stays readable', async () => {
  const page = await open(world.fleet, USER, `/ca/object/${STRANGER}`, {
    ...PHONE,
    colorScheme: 'light',
    language: 'de',
  })
  await seen(page.getByText('SIMULIERT: Dieses Objekt gibt es nicht.'))
  await seen(pane(page, 'Neueste Bahnelemente').getByText(/km längs der Bahn/))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await findings(page)).toEqual([])
  expect(await faultsOnPaper(page)).toEqual([])
})
