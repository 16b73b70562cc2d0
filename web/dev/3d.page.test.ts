import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { page as open, pane, seen, workOnce } from '../testing/page.ts'
import { world } from '../testing/world.ts'

// A worker makes the simulated catalogue.
beforeAll(() => workOnce(world.nothing, 'tle.refresh', 'demo'))

async function openStage(query = '', wishes: Parameters<typeof open>[3] = {}): Promise<Page> {
  const page = await open(world.nothing, 'demo', `/dev/3d${query}`, { reducedMotion: 'reduce', ...wishes })
  await seen(page.getByRole('heading', { name: 'Orbits in 3D' }))
  return page
}
const search = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const drawnAt = (page: Page) => page.locator('canvas').getAttribute('data-drawn-at')
const OEM = `CCSDS_OEM_VERS = 2.0
CREATION_DATE = 2026-11-19T12:00:00
ORIGINATOR = TEST
META_START
OBJECT_NAME = FROM FILE
OBJECT_ID = 2024-901A
CENTER_NAME = EARTH
REF_FRAME = EME2000
TIME_SYSTEM = UTC
START_TIME = 2026-11-20T00:00:00
STOP_TIME = 2026-11-20T00:01:00
META_STOP
2026-11-20T00:00:00 4331.409846 1512.044800 -5207.637538 -0.000250268 7.269029308 2.114422917
2026-11-20T00:01:00 4322.124093 1944.637960 -5069.685693 -0.309182602 7.145623713 2.482337448`

test('the scene is drawn with the catalogue, keys and buttons turn the camera, and the address restores it', async () => {
  const page = await openStage()
  await expect.poll(() => drawnAt(page)).not.toBeNull()
  await seen(page.getByText('Typed orbits are of no real object.'))
  await pane(page, 'Picture').getByRole('button', { name: 'SAT-2', exact: true }).click()
  await expect.poll(() => [search(page, 'at'), search(page, 'lon')]).toEqual(['SAT-2', '40'])
  await page.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => [search(page, 'lon'), search(page, 'lat')]).toEqual(['45', '35'])
  await pane(page, 'Picture').getByRole('button', { name: 'Go left' }).click()
  await expect.poll(() => search(page, 'lon')).toBe('40')
  await page.reload()
  await seen(pane(page, 'The same as a table').getByText(/target: SAT-2$/))
})

test('frames are measured, and what is drawn is compared with SGP4', async () => {
  const page = await openStage()
  await expect.poll(() => drawnAt(page)).not.toBeNull()
  const status = page.locator('[data-measured]')
  const compare = async () => {
    // While the next set of states is on its way there is nothing to compare.
    await page.getByRole('button', { name: 'Compare with SGP4' }).click()
    return status.innerText()
  }
  await expect.poll(compare).toMatch(/objects are drawn < /)
  const [, most = '', bound = ''] = /drawn < ([\d.]+) m.*stated: < (\d+) m/.exec(await status.innerText()) ?? []
  expect(Number(most)).toBeGreaterThan(0)
  expect(Number(most)).toBeLessThan(Number(bound))
  await page.getByRole('button', { name: 'Measure frames' }).click()
  await expect.poll(() => status.innerText()).toMatch(/^30 frames of \d.\d+ points: [\d.]+ ms, 95 of 100 within /)
})

test('thirty thousand points are the catalogue again and again, and said to be simulated', async () => {
  const page = await openStage('?points=30000')
  await expect.poll(() => page.getByText(/^SIMULATED: the catalogue is repeated/).count()).toBe(1)
})

test('element sets, states and an ephemeris are read; what cannot be read is named by its line, and the rest is drawn', async () => {
  const page = await openStage()
  const text = page.getByLabel('Element sets, states, or an ephemeris')
  await text.fill('X kepler 7e6 0 0 0 0 0\nY state here')
  await seen(page.getByText(/^Line 2: an element set, or NAME, state or kepler, and six numbers, not “Y state here”\./))
  await page.getByRole('button', { name: 'Draw' }).click()
  const table = pane(page, 'The same as a table')
  await seen(table.getByRole('cell', { name: 'X', exact: true }))
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Menu of The same as a table' }).press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter')
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toMatch(/^# SIMULATED.*\r\nobject,source,"x, m".*\r\nX,state,/)

  await text.fill(OEM)
  await page.getByRole('button', { name: 'Draw' }).click()
  const row = table.getByRole('row', { name: /^FROM FILE ephemeris/ })
  await seen(row)
  // The current time is after the end of the file, so the row shows no position.
  expect((await row.getByRole('cell').allInnerTexts()).slice(2)).toEqual(['–', '–', '–', '–', '–'])
})

test('a browser without WebGL is reported beside the table', async () => {
  const page = await openStage()
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.reload()
  await seen(page.getByText('No WebGL in this browser.'))
  const table = pane(page, 'The same as a table')
  await expect.poll(() => table.getByRole('cell', { name: 'SAT-1', exact: true }).count()).toBe(1)
})

test('the whole catalogue is propagated by the kernel in a thread', async () => {
  const page = await openStage()
  const states = pane(page, 'States of the catalogue')
  await states.getByRole('button', { name: 'Measure' }).click()
  // The simulated catalogue has nearly 5000 objects, of 36 bytes each.
  const result = states.getByText(/^[45][,\s]?\d{3} objects, \d{1,2} without a state; .* a set of 1[78]\d kB in /)
  await seen(result)
  expect(await result.innerText()).toContain('% of a core at real time.')
})
