import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../testing/caller.ts'
import { nowIn, page as open, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const AUTHOR = 'demo'
const call = callerOf(world.nothing, AUTHOR)

const OWN = { number: 90_642, name: 'OWN 90642' }
const HOUR_MS = 3_600_000
/** The objects of two events, and the times until their closest approaches. */
const OTHERS = [
  { number: 891_051, name: 'FIRST DEB', inH: 40 },
  { number: 891_052, name: 'SECOND DEB', inH: 46 },
]

/** Returns two open events of one satellite with an engine; the plan is made for the first. */
async function twoEvents(): Promise<Conjunction> {
  const satellite = await ownSatellite(call, OWN.number)
  const propulsion = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1 }
  await call('PUT', 'satellites', {
    ...satellite,
    configuration: { ...satellite.configuration, wetMass: 260, propulsion },
  })
  const nowMs = await nowIn(world.nothing)
  const ids: string[] = []
  for (const { inH, ...secondary } of OTHERS) {
    const text = changedMessage({
      messageId: `SPACE-${secondary.number}`,
      createdMs: nowMs - HOUR_MS,
      tcaMs: nowMs - (nowMs % HOUR_MS) + inH * HOUR_MS,
      primary: OWN,
      secondary,
      covarianceFactor: 0.43,
    })
    const [taken] = await call<CdmIntake[]>('POST', 'cdms', text)
    ids.push(taken?.conjunctionId ?? '')
  }
  const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${ids[0]}`)
  if (!event) throw new Error('The message opened no event.')
  return event
}

let event: Conjunction
beforeAll(async () => {
  event = await twoEvents()
})
const designer = (): Promise<Page> =>
  open(world.nothing, AUTHOR, `/ca/manoeuvre/${event.satelliteId}/${event.conjunctionId}`, { reducedMotion: 'reduce' })

test('the map of the designer covers one event or all relevant ones, and the error of a burn is typed as a covariance', async () => {
  const page = await designer()
  const events = pane(page, 'All open events')
  await seen(events)
  // The choice to add the other events is not printed.
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => events.count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await events.getByText('all', { exact: true }).click()
  await seen(events.getByRole('row', { name: /FIRST DEB \(this event\)/ }))
  await seen(events.getByRole('row', { name: /SECOND DEB/ }))
  await seen(page.getByText(/any collision among 2 events/))
  // An event of an excluded kind is ignored, and the page states that a saved plan excludes it too.
  await events.getByRole('checkbox').first().press('Space')
  await seen(events.getByText(/1 left out, until .* also from the screening of a saved plan/))
  await seen(events.getByRole('row', { name: /SECOND DEB \(left out\)/ }))
  // The total without the excluded event is first, and the total with it is below (F10).
  await seen(events.getByRole('row', { name: /With those left out/ }))
  expect(await events.getByRole('rowheader').allInnerTexts()).toEqual([
    'FIRST DEB (this event)',
    'Any of them, independent',
    'SECOND DEB (left out)',
    'With those left out, independent',
  ])
  expect(new URL(page.url()).searchParams.get('without')).not.toBeNull()
  // The time until which it is excluded can be typed; with an unreadable time nothing is saved.
  const until = events.getByLabel(/Left out until, UTC/)
  await until.fill('tomorrow')
  await seen(events.getByText(/A time to come/))
  expect(await page.getByRole('button', { name: 'Save as plan' }).isDisabled()).toBe(true)
  const inAnHour = new Date((await nowIn(world.nothing)) + HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')
  await until.fill(inAnHour)
  await seen(events.getByText(`until ${inAnHour}:00 Z also from the screening`, { exact: false }))
  expect(new URL(page.url()).searchParams.get('until')).toBe(inAnHour)
  await page.getByRole('button', { name: /Execution error/ }).click()
  await page.getByRole('option', { name: 'as a covariance' }).click()
  const typed = page.getByLabel(/Covariance, R T N/)
  await seen(page.getByText(/RR TR TT NR NT NN/))
  await typed.fill('1 0 4 0 0 1')
  await page.getByText(/RR TR TT NR NT NN/).waitFor({ state: 'detached' })
})

test('a design can be undone, pinned, compared, noted and copied as the OPM of its plan', async () => {
  const page = await designer()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const head = page.locator('[data-page-head]')
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
  const candidate = pane(page, 'Candidate A')
  await seen(candidate.getByText('Reaches the target'))
  // Two burns are pinned, each by its own time; the last query is undone and redone.
  await page.keyboard.press('p')
  const compared = pane(page, 'Compared')
  await seen(compared.getByText('Pin another burn to compare.'))
  await page.getByRole('button', { name: /^Take [B-H] .*Latest/ }).click()
  await expect.poll(() => parameter('unit')).toBe('DATE')
  await page.getByRole('button', { name: 'Pin to compare' }).click()
  await seen(head.getByRole('button', { name: 'Compare 2' }))
  await seen(compared.getByRole('row', { name: /Worst other Pc/ }))
  await expect.poll(() => compared.getByRole('row', { name: /Any event, Pc/ }).innerText()).toMatch(/10/)
  await page.keyboard.press('Control+z')
  await expect.poll(() => parameter('b')).toBeNull()
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => parameter('b')).not.toBeNull()
  await compared.getByRole('button', { name: 'Let go of 1' }).click()
  await expect.poll(() => parameter('a')).toBeNull()
  await head.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => parameter('a')).not.toBeNull()
  // The map of the other objects counts the other event; the map of the propellant does not need it.
  const map = pane(page, 'Trade space')
  await map.getByRole('button', { name: 'Other objects' }).click()
  await seen(map.getByText(/Pc of the 1 other event that counts/))
  await map.getByRole('button', { name: 'Δmass' }).click()
  await expect.poll(() => parameter('show')).toBe('mass')
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Notes' }).fill('Thruster 2 is warm.')
  await head.getByRole('button', { name: 'Copy as OPM' }).click()
  await seen(page.getByText('OPM copied'))
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^CCSDS_OPM_VERS\s*= 2\.0/)
  expect(copied).toContain('DRAFT. Nobody has approved this manoeuvre. DO NOT EXECUTE.')
  await page.emulateMedia({ media: 'print' })
  await seen(pane(page, 'Notes').getByText('Thruster 2 is warm.'))
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Save as plan' }).click()
  await seen(page.getByText('Notes: Thruster 2 is warm.'))
})

/** Returns the scrolling elements of a page, by their first words. */
const scrollers = () =>
  [...document.querySelectorAll<HTMLElement>('main, main *')]
    .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
    .filter((one) => one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.innerText.slice(0, 40))

test('the choice is beside the map and can be read without scrolling (operator F11)', async () => {
  const page = await designer()
  const candidate = pane(page, 'Candidate A')
  await seen(candidate.getByText('Plane, 1σ'))
  const tables = candidate.getByRole('table')
  await seen(candidate.getByRole('button', { name: /^Take B / }))
  // At most four burns are side by side; the others can be opened.
  expect(await tables.first().getByRole('columnheader').count()).toBeLessThanOrEqual(4)
  expect(await tables.first().getByRole('columnheader').first().innerText()).toBe('A')
  const more = candidate.getByRole('button', { name: /^\d more: / })
  expect(await more.getAttribute('aria-expanded')).toBe('false')
  await more.click()
  await expect.poll(() => tables.count()).toBe(2)
  await candidate.getByRole('button', { name: 'Only the first' }).click()
  // The figures are first, then the table, the checks and the actions; the first three are not cut off.
  const [figures, table, check, save] = await Promise.all(
    [
      candidate.locator('dl'),
      tables.first(),
      candidate.getByText('A command still reaches it'),
      page.getByRole('button', { name: 'Save as plan' }),
    ].map((one) => one.boundingBox()),
  )
  const bottom = (box: typeof figures) => (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)
  expect(bottom(figures)).toBeLessThanOrEqual(table?.y ?? 0)
  expect(bottom(table)).toBeLessThan(check?.y ?? 0)
  expect(bottom(check)).toBeLessThan(save?.y ?? 0)
  const right = (box: typeof figures) => (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN)
  expect(right(table)).toBeLessThanOrEqual(1440)
  expect((await page.evaluate(scrollers)).length).toBe(1)
  // The bar, the head and one row of controls are above the map; a line for a critical event may be above them.
  const head = await page.locator('[data-page-head]').boundingBox()
  const map = await pane(page, 'Trade space').boundingBox()
  expect((map?.y ?? Number.NaN) - bottom(head)).toBeLessThan(50)
})
