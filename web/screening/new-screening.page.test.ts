import { findings } from '@apsis/e2e/findings.ts'
import { expect, test } from 'vitest'
import { beginsWith, page as open, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

beginsWith(world.fleet)

test('a screening names each field that is wrong, and keeps what was entered', async () => {
  const page = await open(world.fleet, 'demo-other', '/screening?dialog=new-screening', { reducedMotion: 'reduce' })
  const dialog = page.getByRole('dialog', { name: 'New screening' })
  const start = dialog.getByRole('button', { name: 'Start screening' })
  await dialog.getByLabel('For, h').fill('long')
  await dialog.getByRole('button', { name: /How near/ }).click()
  await page.getByRole('option', { name: 'a distance' }).click()
  await dialog.getByLabel('Within, km').fill('0')
  await start.click()
  await seen(dialog.getByText('0.1 to 744 h.'))
  await seen(dialog.getByText('0.001 to 1000 km.'))
  expect(await findings(page)).toEqual([])
  await dialog.getByLabel('For, h').fill('24')
  await dialog.getByLabel('Within, km').fill('2.5')
  await dialog.getByRole('button', { name: /What$/ }).click()
  await page.getByRole('option', { name: 'An ephemeris file…' }).click()
  await start.click()
  await seen(dialog.getByText('Choose a file.'))
  expect(await dialog.getByLabel('For, h').inputValue()).toBe('24')
  expect(await dialog.getByLabel('Within, km').inputValue()).toBe('2.5')
})
