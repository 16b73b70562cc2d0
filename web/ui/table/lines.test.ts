import { expect, test } from 'vitest'
import { headAbove, isStop, lineAfterKey, linesOf } from './lines.ts'

const rows = ['20 a', '20 b', '21 c']
const how = { idOf: (row: string) => row, groupOf: (row: string) => row.slice(0, 2) }
const lines = linesOf(rows, how)

test('linesOf puts a head with the count above each group', () => {
  expect(lines.map((line) => (line.kind === 'group' ? `${line.name} (${line.rows.length})` : line.row))).toEqual([
    '20 (2)',
    '20 a',
    '20 b',
    '21 (1)',
    '21 c',
  ])
})

test('linesOf omits the heads if the order separates the rows of a group', () => {
  expect(linesOf(['20 a', '21 c', '20 b'], how).every((line) => line.kind === 'row')).toBe(true)
  expect(linesOf(rows, { idOf: how.idOf })).toHaveLength(3)
})

test('linesOf puts separated rows together if groups have an order, and keeps the order inside each group', () => {
  const compare = (a: readonly string[], b: readonly string[]) => b.length - a.length
  const torn = linesOf(['21 c', '20 b', '22 d', '20 a'], { ...how, compare })
  expect(torn.map(({ key }) => key)).toEqual(['group 20', '20 b', '20 a', 'group 21', '21 c', 'group 22', '22 d'])
})

test('linesOf arranges the rows of a group in its own order', () => {
  const arrange = (name: string, own: readonly string[]) => (name === '20' ? own.toReversed() : own)
  const arranged = linesOf(['20 a', '20 b', '21 c', '21 d'], { ...how, arrange })
  expect(arranged.map(({ key }) => key)).toEqual(['group 20', '20 b', '20 a', 'group 21', '21 c', '21 d'])
})

test('a folded group is only its head, which keys can reach', () => {
  const folded = linesOf(rows, { ...how, isFolded: (name) => name === '20' })
  expect(folded.map(({ key }) => key)).toEqual(['group 20', 'group 21', '21 c'])
  expect(folded[0]).toMatchObject({ rows: ['20 a', '20 b'], isFolded: true })
  expect(lineAfterKey(folded, -1, 'ArrowDown', 2)).toBe(0)
  expect(lineAfterKey(folded, 0, 'ArrowDown', 2)).toBe(2)
  expect(headAbove(folded, 2)?.name).toBe('21')
  expect(headAbove(linesOf(rows, { idOf: how.idOf }), 2)).toBeUndefined()
})

test.each([
  [1, 'ArrowDown', 2],
  [2, 'ArrowDown', 4],
  [4, 'ArrowDown', 4],
  [4, 'ArrowUp', 2],
  [1, 'ArrowUp', 1],
  [2, 'Home', 1],
  [1, 'End', 4],
  [1, 'PageDown', 2],
  [4, 'PageUp', 2],
  [2, 'x', 2],
])('lineAfterKey from line %i by %s returns line %i and skips heads', (from, key, to) => {
  expect(lineAfterKey(lines, from, key, 2)).toBe(to)
})

test('lineAfterKey stays at its line if there is no other', () => {
  expect(lineAfterKey([], 0, 'End', 10)).toBe(0)
})

test('headAbove returns the head above a line, or the line itself if it is a head', () => {
  expect([0, 1, 2, 3, 4].map((place) => headAbove(lines, place)?.name)).toEqual(['20', '20', '20', '21', '21'])
  expect(headAbove(lines, -1)).toBeUndefined()
})

test('linesOf lists each group once if its rows are together, whatever its name is', () => {
  const named = linesOf(['a', 'b'], { idOf: (row) => row, groupOf: () => '' })
  expect(named.map(({ key }) => key)).toEqual(['group ', 'a', 'b'])
  expect(linesOf([], how)).toEqual([])
  expect(isStop(undefined)).toBe(false)
  expect(lines.map(isStop)).toEqual([false, true, true, false, true])
})

test('lineAfterKey moves to the ends by page keys if a page is longer than the remaining lines', () => {
  expect(lineAfterKey(lines, 1, 'PageDown', 99)).toBe(4)
  expect(lineAfterKey(lines, 4, 'PageUp', 99)).toBe(1)
  expect(lineAfterKey(lines, 1, 'PageDown', 3)).toBe(4)
})
