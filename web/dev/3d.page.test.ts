import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { page as open, pane, seen, workOnce } from '../testing/page.ts'
import { world } from '../testing/world.ts'

// A worker makes the simulated catalogue.
beforeAll(() => workOnce(world.nothing, 'tle.refresh', 'demo'))

async function openSandbox(wishes: Parameters<typeof open>[3] = {}): Promise<Page> {
  const page = await open(world.nothing, 'demo', '/dev/3d', wishes)
  await seen(page.getByRole('heading', { name: 'Orbits in 3D' }))
  return page
}
const cameraOf = (page: Page) => new URL(page.url()).searchParams.get('camera')

test('orbits are drawn, the keys rotate the camera, and the address restores the same picture', async () => {
  const page = await openSandbox()
  await seen(pane(page, 'Picture').getByText(/ms a frame/))
  await seen(page.getByText('Simulated: these orbits are of no real object.'))
  await pane(page, 'Picture').getByRole('button', { name: 'SAT-2' }).click()
  await expect.poll(() => cameraOf(page)).toBe('SAT-2,40,30,2000000')
  await page.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => cameraOf(page)).toBe('SAT-2,45,35,2000000')
  await pane(page, 'Picture').getByRole('button', { name: 'Go left' }).click()
  await expect.poll(() => cameraOf(page)).toBe('SAT-2,40,35,2000000')
  await page.reload()
  await seen(pane(page, 'The same as a table').getByText('anchor: SAT-2'))
})

test('the picture rotates while it is dragged, and not when the pointer only passes over it', async () => {
  const page = await openSandbox()
  await pane(page, 'Picture').getByRole('button', { name: 'SAT-2' }).click()
  await expect.poll(() => cameraOf(page)).toBe('SAT-2,40,30,2000000')
  const picture = page.getByRole('application')
  const turned = (dx: number) => picture.hover({ position: { x: 200 + dx, y: 200 } })
  await turned(0)
  await turned(60)
  await page.mouse.down()
  await turned(120)
  await page.mouse.up()
  await expect.poll(() => cameraOf(page)).not.toBe('SAT-2,40,30,2000000')
  const azimuth = () => Number(/^SAT-2,(-?[\d.]+),30,2000000$/.exec(cameraOf(page) ?? '')?.[1])
  const held = azimuth()
  await turned(0)
  // Makes exactly one step with a key: it is applied after all moves of the pointer.
  await page.keyboard.press('ArrowRight')
  await expect.poll(azimuth).toBe(held + 5)
})

test('a metre at 7000 km is drawn as a metre', async () => {
  const page = await openSandbox()
  await pane(page, 'Picture').getByRole('button', { name: 'A metre at 7000 km' }).click()
  const row = pane(page, 'The same as a table').getByRole('row', { name: /^B/ })
  await seen(row)
  expect((await row.getByRole('cell').allInnerTexts()).slice(-2)).toEqual(['1.000', '1.000'])
})

test('an orbit that cannot be read is reported by its line, and the others are drawn', async () => {
  const page = await openSandbox()
  await page.getByLabel('States and elements').fill('X kepler 7e6 0 0 0 0 0\nY state here')
  await seen(page.getByText('Line 2: NAME, state or kepler, and six numbers, not “Y state here”.'))
  await page.getByRole('button', { name: 'Draw' }).click()
  const table = pane(page, 'The same as a table')
  await seen(table.getByRole('cell', { name: 'X', exact: true }))
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Menu of The same as a table' }).press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter')
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toMatch(/^# SIMULATED.*\r\nobject,"x, m".*\r\nX,7000000,0,0,/)
})

test('users who prefer reduced motion get no motion', async () => {
  const still = await openSandbox({ reducedMotion: 'reduce' })
  expect(await still.getByRole('button', { name: 'Turn' }).getAttribute('aria-disabled')).toBe('true')
})

test('a browser without WebGL is reported beside the table', async () => {
  const page = await openSandbox()
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.reload()
  await seen(page.getByText('No WebGL in this browser.'))
  const table = pane(page, 'The same as a table')
  await expect.poll(() => table.getByRole('cell', { name: 'SAT-1', exact: true }).count()).toBe(1)
})

test('the whole catalogue is propagated by the kernel in a thread', async () => {
  const page = await openSandbox()
  const states = pane(page, 'States of the catalogue')
  await states.getByRole('button', { name: 'Measure' }).click()
  // The simulated catalogue has nearly 5000 objects, of 36 bytes each.
  const result = states.getByText(/^[45][,\s]?\d{3} objects, \d{1,2} without a state; .* a set of 1[78]\d kB in /)
  await seen(result)
  expect(await result.innerText()).toContain('% of a core at real time.')
})
