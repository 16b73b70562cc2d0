import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { nowIn, page as open, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo-other'
const NORAD = 90_321
const DAY_MS = 86_400_000
/** The events are this many days old: two of them are before the last 90 days. */
const EVENTS_BEFORE_D = [200, 120, 80, 60, 40, 20]

test('the statistics for a licence are shown for a period and the mission, on the screen, in a file, on paper, and during an outage', async () => {
  const call = callerOf(world.nothing, WHO)
  const { satelliteId, name } = await ownSatellite(call, NORAD)
  const nowMs = await nowIn(world.nothing)
  const texts = EVENTS_BEFORE_D.map((days, place) => {
    const tcaMs = nowMs - days * DAY_MS
    const [primary, secondary] = [
      { number: NORAD, name },
      { number: 872_000 + place, name: `LICENCE ${place}` },
    ]
    return changedMessage({ messageId: `LICENCE-${place}`, createdMs: tcaMs - DAY_MS, tcaMs, primary, secondary })
  })
  await call('POST', 'cdms', texts.join('\n'))
  const page = await open(world.nothing, WHO, `/ca/annual-collision-statistics/${satelliteId}`)
  const licence = pane(page, 'What a licence asks')
  const all = licence
    .getByRole('table', { name: 'Events and manoeuvres by threshold' })
    .getByRole('row', { name: /^All events/ })
  const cells = async () => (await all.getByRole('cell').allInnerTexts()).slice(1).map((text) => text.trim())
  // The table shows the events and manoeuvres of the period, and of the mission; nobody has decided on a burn.
  await licence.getByText('90 days', { exact: true }).click()
  await expect.poll(cells).toEqual(['4', '0', '6', '0'])
  await seen(licence.getByText('Without untracked objects', { exact: false }))
  await seen(licence.getByText('Manoeuvres by decision, not by telemetry.', { exact: false }))
  expect(await findings(page)).toEqual([])
  await licence.getByText('Year', { exact: true }).click()
  await expect.poll(cells).toEqual(['6', '0', '6', '0'])

  // The probability of at least one collision is one minus the product of the probabilities of no collision.
  const events = await call<Conjunction[]>('GET', `conjunctions?satellite-id=${satelliteId}&limit=100`)
  const none = events.reduce(
    (rest, { conjunctionData }) => rest * (1 - (conjunctionData.probabilityOfCollision ?? 0)),
    1,
  )
  const found = await call<Compliance>('GET', `statistics/compliance?satellite-id=${satelliteId}`)
  expect(events).toHaveLength(EVENTS_BEFORE_D.length)
  expect(found.mission.probability.asLastReported.all / (1 - none)).toBeCloseTo(1, 9)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Menu of What a licence asks' }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^compliance_.*\.csv$/)

  await page.emulateMedia({ media: 'print' })
  await seen(page.getByRole('heading', { name: `Statement of collision risk, ${name}` }))
  await seen(page.getByRole('heading', { name: 'What a licence asks' }).last())
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(cells).toEqual(['6', '0', '6', '0'])

  // During an outage the data that was read stays, with its age; data that was not read appears when the server is back.
  await page.context().setOffline(true)
  await seen(page.getByText(/Offline since/).first())
  expect(await cells()).toEqual(['6', '0', '6', '0'])
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText(/Offline since/).count()).toBe(0)
  await licence.getByText('90 days', { exact: true }).click()
  await expect.poll(cells).toEqual(['4', '0', '6', '0'])
})

test('a history of only some days gives no rate, and offers links to a longer history (operator F24)', async () => {
  const call = callerOf(world.nothing, WHO)
  const { satelliteId, name } = await ownSatellite(call, NORAD + 1)
  const nowMs = await nowIn(world.nothing)
  const texts = [2, 1].map((days, place) => {
    const tcaMs = nowMs - days * DAY_MS
    const [primary, secondary] = [
      { number: NORAD + 1, name },
      { number: 872_100 + place, name: `SHORT ${place}` },
    ]
    return changedMessage({ messageId: `SHORT-${place}`, createdMs: tcaMs - DAY_MS, tcaMs, primary, secondary })
  })
  await call('POST', 'cdms', texts.join('\n'))
  const page = await open(world.nothing, WHO, `/ca/annual-collision-statistics/${satelliteId}`)
  await seen(page.getByText(/^Not enough history of .*: [\d.]+ of 30 days\.$/))
  expect(await page.getByText(/manoeuvres a year\./).count()).toBe(0)
  await seen(page.getByRole('link', { name: 'Import messages' }))
  // The page names another satellite that has enough days; without one it would offer all satellites.
  await page
    .getByRole('link', { name: /^.+, \d+ days$/ })
    .first()
    .click()
  const lead = page.getByRole('heading', { level: 2 }).first()
  await seen(lead.filter({ hasNotText: name, hasText: /./ }))
  expect(await lead.textContent()).not.toContain('Not enough history')
})
