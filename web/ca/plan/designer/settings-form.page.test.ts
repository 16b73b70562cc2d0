import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { expect, test } from 'vitest'
import { callerOf } from '../../../testing/caller.ts'
import { beginsWith, page as open, prefer, seen } from '../../../testing/page.ts'
import { world } from '../../../testing/world.ts'

beginsWith(world.fleet)

test('the controls of a burn over an arc are in one row at 1440 px, also in German (operator F11)', async () => {
  const ask = callerOf(world.fleet, 'demo')
  const satellites = await ask<Satellite[]>('GET', 'satellites')
  const own = satellites.find(({ configuration }) => configuration.propulsion.type === 'CONTINUOUS')
  const events = await ask<Conjunction[]>('GET', `conjunctions?satellite-id=${own?.satelliteId}`)
  const event = events.find(({ conjunctionData }) => conjunctionData.riskLevel === 'CRITICAL')
  const page = await open(world.fleet, 'demo', `/ca/manoeuvre/${own?.satelliteId}/${event?.conjunctionId}`)
  // A row is 28 px high, with 7 px above and below it.
  const heightPx = async () => (await page.locator('[data-look="chips"]').boundingBox())?.height
  const arc = await seen(page.getByLabel('Duration', { exact: false }))
  expect(await heightPx()).toBeLessThan(50)
  // The field for the length explains an empty value.
  await arc.focus()
  await seen(page.getByText('Blank: as long as needed'))
  await prefer(page, 'language', 'de')
  await seen(page.getByLabel('Dauer', { exact: false }))
  expect(await heightPx()).toBeLessThan(50)
})
