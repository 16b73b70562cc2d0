import { expect, test } from 'vitest'
import { apiOf, page as open, pane, seen } from '../testing/page.ts'
import { world } from '../testing/world.ts'

const WHO = 'demo'

test('the page names every service with its level as text', async () => {
  const page = await open(world.nothing, WHO, '/services')
  const table = pane(page, 'Services').getByRole('table')
  await seen(table)
  const names = await table.getByRole('rowheader').allInnerTexts()
  expect(names).toEqual(expect.arrayContaining(['Collision avoidance', 'On-demand tracking', 'Payments']))
  const levels = await table.getByRole('cell', { name: /^(Inactive|Pending|Normal|Caution|Serious|Critical)$/ }).count()
  expect(levels).toBe(names.length)
})

test('the menu of a pane has a link, a file and a call; in a demonstration the file is marked', async () => {
  const page = await open(world.nothing, WHO, '/services')
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), demo: true } })
  })
  await page.reload()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { origin } = await apiOf(world.nothing)
  const menu = pane(page, 'Services').getByRole('button', { name: /^Menu/ })
  await seen(pane(page, 'Services').getByRole('table'))
  await menu.click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  expect((await file).suggestedFilename()).toMatch(/^status_SIMULATED_\d{8}_\d{6}_Z\.csv$/)
  await menu.click()
  await page.getByRole('menuitem', { name: /^Copy as curl/ }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain(`${origin}/api/v1/status`)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect.poll(copied).toBe(`${origin}/services`)
})

test('a service that cannot be read is reported in its own pane, and tried again', async () => {
  const page = await open(world.nothing, WHO, '/services')
  await page.route('**/api/v1/status', (route) => route.abort())
  await page.reload()
  const services = pane(page, 'Services')
  await seen(services.getByText('The status could not be read (No connection).'))
  await seen(page.getByRole('contentinfo').getByText('Not up to date'))
  await services.getByRole('button', { name: 'Try again' }).click()
  await page.unroute('**/api/v1/status')
  await seen(services.getByRole('table'))
  await seen(page.getByRole('contentinfo').getByText('Up to date', { exact: true }))
  await expect.poll(() => services.getByText('could not be read').count()).toBe(0)
})
