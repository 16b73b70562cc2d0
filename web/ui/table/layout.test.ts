import { expect, test } from 'vitest'
import { formatColumns, formatSort, moved, offeredColumns, parseColumns, parseSort, sortedBy } from './layout.ts'

const KNOWN = ['level', 'pc', 'tca']

test('parseColumns takes known columns, each once, in the order of the text, with the valid widths', () => {
  expect(parseColumns('pc:120,level,pc,nonsense,tca:wide', KNOWN)).toEqual([
    { id: 'pc', widthPx: 120 },
    { id: 'level', widthPx: undefined },
    { id: 'tca', widthPx: undefined },
  ])
  expect(parseColumns('pc:1,tca:99999', KNOWN)?.map(({ widthPx }) => widthPx)).toEqual([48, 800])
})

test('parseColumns returns no choice if nothing is known, so that a table always has columns', () => {
  expect(parseColumns(undefined, KNOWN)).toBeUndefined()
  expect(parseColumns('', KNOWN)).toBeUndefined()
  expect(parseColumns('a,b', KNOWN)).toBeUndefined()
})

test.each(['pc:120,level', 'level', 'tca,pc:48'])('columns %s are the same after parsing and formatting', (text) => {
  expect(formatColumns(parseColumns(text, KNOWN) ?? [])).toBe(text)
})

test.each(['-pc,tca', 'level', 'tca,-level,pc'])('sort %s is the same after parsing and formatting', (text) => {
  expect(formatSort(parseSort(text, KNOWN) ?? [])).toBe(text)
})

test('parseSort leaves out unknown and repeated columns', () => {
  expect(parseSort('-pc,pc,mass', KNOWN)).toEqual([{ id: 'pc', desc: true }])
  expect(parseSort('mass', KNOWN)).toBeUndefined()
})

test('sortedBy reverses the order, and with `add` keeps the earlier columns', () => {
  const first = sortedBy([], 'pc', { add: false, descFirst: true })
  expect(first).toEqual([{ id: 'pc', desc: true }])
  const both = sortedBy(first, 'tca', { add: true, descFirst: false })
  expect(both).toEqual([
    { id: 'pc', desc: true },
    { id: 'tca', desc: false },
  ])
  expect(sortedBy(both, 'pc', { add: true, descFirst: true })[0]).toEqual({ id: 'pc', desc: false })
  expect(sortedBy(both, 'tca', { add: false, descFirst: false })).toEqual([{ id: 'tca', desc: true }])
})

test('moved puts one entry in another place, and not beyond the ends', () => {
  expect(moved(KNOWN, 0, 2)).toEqual(['pc', 'tca', 'level'])
  expect(moved(KNOWN, 2, 1)).toEqual(['level', 'tca', 'pc'])
  expect(moved(KNOWN, 0, -1)).toBe(KNOWN)
  expect(moved(KNOWN, 2, 3)).toBe(KNOWN)
})

test('offeredColumns names every column, the shown ones first', () => {
  const columns = KNOWN.map((id, place) => ({
    id,
    title: id,
    value: () => 0,
    cell: () => '',
    widthPx: 1,
    priority: place,
  }))
  expect(offeredColumns(columns, [{ id: 'tca' }]).map(({ id }) => id)).toEqual(['tca', 'level', 'pc'])
  expect(offeredColumns(columns, undefined)).toBe(columns)
})
