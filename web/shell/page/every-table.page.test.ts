import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { expect, test } from 'vitest'
import { callerOf } from '../../testing/caller.ts'
import { beginsWith, page as open, pane, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

beginsWith(world.fleet)

/** Returns the panes that contain a table but are not a page, and the address that shows each. */
async function tables(): Promise<readonly (readonly [string, string])[]> {
  const call = callerOf(world.fleet, 'demo')
  const [satellite] = await call<Satellite[]>('GET', 'satellites')
  const events = await call<Conjunction[]>('GET', `conjunctions?satellite-id=${satellite?.satelliteId}`)
  const event = `/ca/conjunction/${satellite?.satelliteId}/${events.at(-1)?.conjunctionId}`
  return [
    [`/ca/satellite/${satellite?.satelliteId}`, 'Ahead'],
    ['/ca/oems', 'Files'],
    [`${event}?tab=estimates`, 'All estimates'],
    [`${event}?tab=details`, 'All messages'],
    ['/odt/passes?object=90001&days=1', 'List of passes'],
  ]
}

test('the button of a narrow table counts the columns that have no room, and shows their values', async () => {
  for (const [path, title] of await tables()) {
    const page = await open(world.fleet, 'demo', path, { viewport: { width: 820, height: 1180 } })
    const button = pane(page, title).getByRole('button', { name: /^Columns \d+ without room: / })
    await seen(button)
    await button.click()
    await seen(page.getByRole('dialog', { name: 'Columns' }).getByText('Columns without room, for', { exact: false }))
    expect(await page.getByText(/\d+ more columns?$/).count(), path).toBe(0)
  }
})

test('on paper a table names the columns that are left out', async () => {
  const page = await open(world.fleet, 'demo', '/ca/oems', { viewport: { width: 820, height: 1180 } })
  const files = pane(page, 'Files')
  await seen(files.getByRole('row').nth(1))
  expect(await files.getByText('Not on paper', { exact: false }).count()).toBe(0)
  await page.emulateMedia({ media: 'print' })
  await seen(files.getByText(/^Not on paper: .*Uploaded by/))
})
