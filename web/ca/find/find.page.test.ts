import { expect, test } from 'vitest'
import { page as open, seen } from '../../testing/page.ts'
import { world } from '../../testing/world.ts'

/** The first published set of the ISS with its last digit changed: the correct checksum of the line is 7. */
const LINES = [
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563538',
]

test('the errors that the server finds in pasted lines are shown under the field, by line and column (operator F9)', async () => {
  const page = await open(world.nothing, 'demo', '/ca/find', { reducedMotion: 'reduce' })
  const object = page.getByRole('textbox', { name: /^Object/ })
  await object.fill(LINES.join('\n'))
  await object.press('Enter')
  await seen(page.getByText('line 2, column 69, checksum: "8" is written, the line has 7', { exact: false }))
  await seen(page.getByText('Not searched: the server refuses.'))
  expect(await page.getByText('no orbit of this object is known', { exact: false }).count()).toBe(0)
  expect(await object.getAttribute('aria-invalid')).toBe('true')
})

test('a search that takes too long is cancelled, and an alternative is offered', async () => {
  const page = await open(world.nothing, 'demo', '/ca/find', { reducedMotion: 'reduce' })
  const late = { type: '/problems/timeout', title: 'Gateway Timeout', status: 504, detail: '', instance: '' }
  const said = { error: 'Gateway Timeout', message: 'The search takes too long to wait for.', code: 504 }
  await page.route(/\/find/, (route, request) =>
    request.resourceType() === 'fetch'
      ? route.fulfill({ status: 504, json: { ...late, ...said, requestId: 'late' } })
      : route.continue(),
  )
  await page.getByRole('textbox', { name: /^Object/ }).fill('25544')
  await page.getByRole('textbox', { name: /^Object/ }).press('Enter')
  await seen(page.getByText('No result: the search takes too long.'))
  // A screening accepts only own satellites, so for any other object the user can only make the query smaller.
  expect(await page.getByRole('button', { name: 'Start a screening with these' }).count()).toBe(0)
  await page.unroute(/\/find/)
})
