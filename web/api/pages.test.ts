import { expect, test } from 'vitest'
import { allPages } from './pages.ts'

const SIZE = 3
/** Returns a list that is read page by page like a server's; each read may find other rows. */
function listOf(rowsAt: (read: number) => readonly number[]) {
  const read: number[] = []
  const page = (number: number) => {
    read.push(number)
    const rows = rowsAt(read.length)
    return Promise.resolve({ rows: rows.slice(SIZE * (number - 1), SIZE * number), total: rows.length })
  }
  return { page, read }
}
const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1)

test.each([
  [0, [1]],
  [2, [1]],
  [3, [1]],
  [4, [1, 2]],
  [8, [1, 2, 3]],
])('allPages of %d rows reads the pages %j, and returns all rows in their order', async (count, pages) => {
  const { page, read } = listOf(() => upTo(count))
  expect(await allPages(page)).toEqual(upTo(count))
  expect(read).toEqual(pages)
})

test('allPages starts again if a row was added between two pages, so that none is missing or repeated', async () => {
  // Before the second page a row is added at the front: the former third row is now the fourth.
  const { page, read } = listOf((count) => (count === 1 ? [2, 3, 4, 5] : [1, 2, 3, 4, 5]))
  expect(await allPages(page)).toEqual([1, 2, 3, 4, 5])
  expect(read).toEqual([1, 2, 1, 2])
})

test('allPages ends if the list never stops changing, and if a page is empty too early', async () => {
  const growing = listOf((count) => upTo(3 + count))
  expect((await allPages(growing.page)).length).toBeGreaterThan(3)
  expect(growing.read.length).toBeLessThan(20)
  let reads = 0
  const short = () => {
    reads += 1
    return Promise.resolve({ rows: reads % 2 === 1 ? [1, 2, 3] : [], total: 9 })
  }
  expect(await allPages(short)).toEqual([1, 2, 3])
})
