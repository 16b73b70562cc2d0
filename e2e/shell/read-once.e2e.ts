import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { answered, newVisitor, seen, useBrowser, visitAs } from '../visitor.ts'

useBrowser()

/** A machine that does much else may be late with the stream, which pages do not wait for long. */
const MOST_LOADS = 5

test.each(['/ca/conjunctions', '/ca/overview'])('%s is loaded and reads nothing twice', async (path) => {
  const page = await visitAs(await newVisitor(), account('demo-other'), '/services')
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname + search)
  })
  const load = async () => {
    reads.length = 0
    await page.goto(new URL(path, page.url()).href)
    await seen(page.getByRole('main'))
    await answered(page)
    await expect.poll(() => reads).toContain('/api/v1/events')
    return reads.filter((read, place) => reads.indexOf(read) !== place)
  }
  let twice = await load()
  for (let loads = 1; loads < MOST_LOADS && twice.length > 0; loads += 1) twice = await load()
  expect(twice).toEqual([])
})
