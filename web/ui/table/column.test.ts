import { expect, test } from 'vitest'
import { type Column, compareValues, fittingColumns, needsTwoLines, yieldingWidths } from './column.ts'

const column = (id: string, widthPx: number, priority: number): Column<string> => ({
  id,
  title: id,
  value: (row) => row,
  cell: (row) => row,
  widthPx,
  priority,
})
const columns = [column('miss', 90, 3), column('level', 130, 1), column('age', 60, 4), column('tca', 180, 2)]
const fitting = (widthPx: number) => fittingColumns(columns, widthPx).map(({ id }) => id)

test('fittingColumns removes columns by priority and keeps the order of the screen', () => {
  expect(fitting(460)).toEqual(['miss', 'level', 'age', 'tca'])
  expect(fitting(459)).toEqual(['miss', 'level', 'tca'])
  expect(fitting(399)).toEqual(['level', 'tca'])
  expect(fitting(200)).toEqual(['level'])
})

test('fittingColumns keeps columns of the first priority even if there is no room', () => {
  expect(fitting(0)).toEqual(['level'])
})

test('fittingColumns does not keep a narrow column of low priority while it removes a wide one of higher priority', () => {
  expect(fitting(370)).toEqual(['level', 'tca'])
})

test('fittingColumns uses the needed widths of the columns if they are larger than their set widths', () => {
  const wide = ({ id, widthPx }: Column<string>) => (id === 'tca' ? 260 : widthPx)
  expect(fittingColumns(columns, 460, wide).map(({ id }) => id)).toEqual(['level', 'tca'])
})

test('needsTwoLines is true if the columns that are never removed have no room', () => {
  const kept = [column('level', 130, 1), column('pc', 90, 1), column('miss', 90, 2)]
  const widthOf = ({ widthPx }: Column<string>) => widthPx
  expect(needsTwoLines(kept, 220, widthOf)).toBe(false)
  expect(needsTwoLines(kept, 219, widthOf)).toBe(true)
  expect(needsTwoLines(kept, 220, ({ id }) => (id === 'pc' ? 91 : 130))).toBe(true)
})

test('a yielding column gets its needed width before the columns that are removed earlier, and is not removed for lack of it', () => {
  const words = { ...column('words', 100, 2), isYielding: true }
  const all = [column('name', 100, 1), words, column('age', 60, 3)]
  const fit = (roomPx: number) =>
    fittingColumns(all, roomPx, ({ id, widthPx }) => (id === 'words' ? 180 : widthPx)).map(({ id }) => id)
  expect(fit(340)).toEqual(['name', 'words', 'age'])
  expect(fit(339)).toEqual(['name', 'words'])
  expect(fit(200)).toEqual(['name', 'words'])
  expect(fit(199)).toEqual(['name'])
})

test('a yielding column of text takes the remaining room, and no more than it needs', () => {
  const words = { ...column('words', 200, 3), isYielding: true }
  const wanted = ({ id, widthPx }: Column<string>) => (id === 'words' ? 290 : widthPx)
  const given = (roomPx: number) => yieldingWidths([...columns, words], roomPx, wanted, wanted).get('words')
  expect([600, 660, 700, 900].map(given)).toEqual([200, 200, 240, 290])
  expect(yieldingWidths([words, { ...words, id: 'too' }], 450, wanted, () => 290)).toEqual(
    new Map([
      ['words', 250],
      ['too', 200],
    ]),
  )
  expect(yieldingWidths(columns, 900, wanted, wanted).size).toBe(0)
})

test('a column whose names may be cut takes the room that is left after all columns that are never cut; no number is cut for it', () => {
  const least = ({ id, widthPx }: Column<string>) => (id === 'tca' ? 200 : widthPx)
  const whole = (one: Column<string>) => (one.id === 'level' ? 190 : least(one))
  const given = (roomPx: number) => yieldingWidths(columns, roomPx, least, whole).get('level')
  expect([479, 480, 481, 540, 900].map(given)).toEqual([undefined, undefined, 131, 190, 190])
})

test('compareValues orders numbers by size, and names by the numbers in them', () => {
  expect([10, 9, -1].toSorted(compareValues)).toEqual([-1, 9, 10])
  expect(['SAT-10', 'SAT-9', 'sat-1'].toSorted(compareValues)).toEqual(['sat-1', 'SAT-9', 'SAT-10'])
})

test('compareValues orders numbers by size and texts by the numbers in them, with texts after numbers and missing values last', () => {
  const values = ['SAT-10', 12, undefined, 'SAT-2', 9, undefined]
  expect(values.toSorted(compareValues)).toEqual([9, 12, 'SAT-2', 'SAT-10', undefined, undefined])
  expect([compareValues(1, 'a'), compareValues('a', 1)]).toEqual([-1, 1])
  expect(compareValues(undefined, undefined)).toBe(0)
})

test('compareValues() orders numbers by size, texts by their words and numbers, and texts after numbers', () => {
  const sorted = (values: (number | string)[]) => values.toSorted(compareValues)
  expect(sorted([10, 9, -1])).toEqual([-1, 9, 10])
  expect(sorted(['SAT 10', 'SAT 9', 'sat 1'])).toEqual(['sat 1', 'SAT 9', 'SAT 10'])
  expect(sorted(['1', 20, 'A', 3])).toEqual([3, 20, '1', 'A'])
})
