import { expect, test } from 'vitest'
import { page as open, takeBack } from './page.ts'
import { world } from './world.ts'

const SEED = process.env.APSIS_TEST_SEED ?? '0'

/** Opens a page as a test does, and returns it. */
const opened = () => open(world.nothing, 'demo', '/account')

test('once in ten tests the application is loaded again, after the test that the commit draws', async () => {
  const loads: number[] = []
  for (let count = 1; count <= 11; count += 1) {
    const page = await opened()
    loads.push(await page.evaluate(() => performance.timeOrigin))
    await takeBack()
  }
  const place = Number.parseInt(SEED.slice(0, 8), 16) % 10 || 10
  expect(loads.map((at) => at === loads[0])).toEqual(loads.map((_, before) => before < place))
  expect(new Set(loads).size).toBe(2)
})

test('what a test leaves in the page is an error of that test alone', async () => {
  const page = await opened()
  await page.evaluate(() => {
    for (const _ of ['first', 'second']) addEventListener('resize', () => document.title)
  })
  await expect(takeBack()).rejects.toThrow('what the test has left in the page')
  const next = await opened()
  await next.evaluate(() => document.body.append(Object.assign(document.createElement('p'), { role: 'dialog' })))
  await expect(takeBack()).rejects.toThrow('what the test has left in the page')
  await opened()
  await expect(takeBack()).resolves.toBeUndefined()
})

test('what a test stores in the browser is gone in the next test', async () => {
  const page = await opened()
  await page.evaluate(() => {
    localStorage.setItem('left', 'over')
    sessionStorage.setItem('left', 'over')
  })
  await takeBack()
  const next = await opened()
  expect(await next.evaluate(() => [localStorage.getItem('left'), sessionStorage.getItem('left')])).toEqual([
    null,
    null,
  ])
})
