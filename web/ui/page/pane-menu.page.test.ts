import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openSink } from '../../testing/kitchen-sink.ts'
import { apiOf, pane, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

test('the menu of a pane copies its link and its call, and its file states that the data is simulated', async () => {
  const page = await openSink()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { origin } = await apiOf(world.nothing)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Menu of Conjunctions' }).press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  await choose('Copy link')
  await expect.poll(copied).toBe(page.url())
  await seen(pane(page, 'Conjunctions').getByText('Link copied'))
  await choose('Copy as curl')
  await expect.poll(copied).toBe(`curl -sS '${origin}/api/v1/ca/conjunctions' \\\n  -H "Authorization: Bearer $TOKEN"`)
  const download = page.waitForEvent('download')
  await choose('CSV')
  const file = await download
  expect(file.suggestedFilename()).toBe('demo-conjunctions_SIMULATED.csv')
  const [first, head, row] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(first).toMatch(/^# SIMULATED/)
  expect(head).toContain('"TCA, Z",Objects,Pc')
  expect(row).toMatch(/,2026-11-20 07:02:27\.000 Z,SAT-6 × 93748,\d\.\d\dE-\d\d,/)
})
