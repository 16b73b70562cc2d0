import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { changedMessage } from '@apsis/e2e/ca/testing/messages.ts'
import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { callerOf, ownSatellite } from '../../../testing/caller.ts'
import { nowIn, page as open, pane, prefer, seen } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

const WHO = 'demo'
const OWN = { number: 90_655, name: 'OWN 90655' }
const HOUR_MS = 3_600_000
const VANES = { type: 'DIFFERENTIAL_DRAG', minAreaM2: 0.05, maxAreaM2: 0.5, maxDurationH: 48, leadTimeH: 1 }

test('a cell of the map of areas, chosen with the keyboard, becomes the change in the form and in the preview', async () => {
  const call = callerOf(world.nothing, WHO)
  const satellite = await ownSatellite(call, OWN.number)
  const configuration = { ...satellite.configuration, wetMass: 4, dragArea: 0.1, hardBodyRadius: 2, propulsion: VANES }
  await call('PUT', 'satellites', { ...satellite, configuration })
  const nowMs = await nowIn(world.nothing)
  const messageOf = (place: number, hours: number) =>
    changedMessage({
      messageId: `AREAS-${place}`,
      createdMs: nowMs - HOUR_MS,
      tcaMs: nowMs + hours * HOUR_MS,
      primary: OWN,
      secondary: { number: 891_090 + place, name: `AREAS DEB ${place}` },
      covarianceFactor: 0.43,
    })
  const [taken] = await call<CdmIntake[]>('POST', 'cdms', messageOf(0, 30))
  await call<CdmIntake[]>('POST', 'cdms', messageOf(1, 36))
  const [event] = await call<Conjunction[]>('GET', `conjunctions?conjunction-id=${taken?.conjunctionId}`)
  const path = `/ca/manoeuvre/${event?.satelliteId}/${event?.conjunctionId}?longest=12`
  const page = await open(world.nothing, WHO, path, { reducedMotion: 'reduce' })
  const map = pane(page, 'Area and start')
  await seen(map.getByText('Other open events that count: 1.', { exact: false }))

  const points = map.getByRole('slider')
  await points.press('Home')
  const first = await points.getAttribute('aria-valuetext')
  expect(first).toMatch(/^0\.05 m² \(× 0\.5\) from .* for 12\.0 h: Pc /)
  // A cell one row above has the same start; the largest area is at the end of the map.
  await points.press('ArrowUp')
  const above = await points.getAttribute('aria-valuetext')
  expect(above).not.toBe(first)
  expect(above?.split(' from ')[1]?.split(',')[0]).toBe(first?.split(' from ')[1]?.split(',')[0])
  await points.press('End')
  for (let k = 0; k < 20; k += 1) await points.press('ArrowLeft')
  const chosen = await points.getAttribute('aria-valuetext')
  expect(chosen).toMatch(/^0\.5 m² \(× 5\) from /)
  await points.press('Enter')
  await expect.poll(() => page.getByLabel('Area against the flow').inputValue()).toBe('0.5')
  expect(await page.getByLabel('Held for').inputValue()).toBe('12')
  const start = /from (\S+ \S+)/.exec(chosen ?? '')?.[1] ?? 'none'
  expect(await page.getByLabel('In the attitude from').inputValue()).toBe(start)
  const preview = pane(page, 'What it would do')
  await seen(preview.getByText('0.5', { exact: false }).first())

  await page.getByRole('button', { name: 'Menu of Area and start' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^area-and-start_.*\.csv$/)
  await map.getByRole('button', { name: 'All events' }).click()
  await seen(map.getByText('the probability of any collision', { exact: false }))
  expect(await findings(page)).toEqual([])

  await prefer(page, 'theme', 'light')
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 900, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
