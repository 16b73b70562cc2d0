import { expect, test } from 'vitest'
import { countsIn, isoOfStk, Json, stateAt } from './collection.ts'
import { makeTally, resultOf } from './tally.ts'

const row = new Json({ a: { b: [1, '2.5', null] }, cell: 'x', none: null, text: 'Infinity' })

test('a JSON value is read by the names on the path to it, and a missing number is NaN', () => {
  expect(row.number('a', 'b', 0)).toBe(1)
  expect(row.numbers('a', 'b')).toEqual([1, 2.5, Number.NaN])
  expect(row.number('text')).toBe(Infinity)
  expect([row.number('none'), row.number('a', 'c', 'd'), row.number('toString')]).toEqual([NaN, NaN, NaN])
  expect([row.numberOr(7, 'none'), row.numberOr(7, 'a', 'b', 1)]).toEqual([7, 2.5])
  expect([row.text('cell'), row.text('none'), row.text('gone')]).toEqual(['x', '', ''])
  expect([row.has('none'), row.has('gone')]).toEqual([true, false])
  expect(() => row.number('cell')).toThrow('cell is "x", no number')
  expect(() => row.rows('cell')).toThrow('there is no list cell')
  expect(() => row.entries('gone')).toThrow('there is no gone')
  expect(() => row.vector('a')).toThrow(RangeError)
  expect(() => stateAt([1, 2, 3, 4, 5])).toThrow(RangeError)
})

test('a case with a missing number fails, however it is compared', () => {
  const tally = makeTally()
  tally.run('near', (check) => check.near('r', row.number('gone'), 1, 1e9))
  tally.run('relative', (check) => check.relative('r', undefined, undefined, 1e9))
  tally.run('apart', (check) => check.apart('r', [0, 0, 0], [0, 3000, 4000], 4.9, 'km'))
  tally.run('same', (check) => check.same(1, '1'))
  tally.run('refused', (check) => check.refused(() => 1))
  tally.run('broken', (check) =>
    check.refused(() => {
      throw new TypeError('broken')
    }),
  )
  tally.run('good', (check) => {
    check.apart('r', [0, 0, 0], [0, 3000, 4000], 5, 'km')
    check.relative('s', 0, 0, 0)
    check.refused(() => new Array(-1))
  })
  expect(tally.outcome.misses.map(({ name }) => name)).toEqual([
    'near',
    'relative',
    'apart',
    'same',
    'refused',
    'broken',
  ])
})

test('resultOf() returns a result, and throws the reason or the first fault of a failed one', () => {
  expect(resultOf({ ok: true, value: 1 }).value).toBe(1)
  expect(() => resultOf({ ok: false, reason: 'decayed' })).toThrow('decayed')
  expect(() => resultOf({ ok: false, errors: [{ message: 'no TCA' }] })).toThrow('no TCA')
})

test('times of STK and counts of the index are read as they are written', () => {
  expect(isoOfStk('1 Jan 2018 09:40:27.469')).toBe('2018-01-01T09:40:27.469')
  expect(countsIn('TLEs of 26,834 / 12 objects, 3 files')).toEqual([26_834, 12])
})
