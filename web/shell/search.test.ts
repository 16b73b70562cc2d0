import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, rootSearch, searchOf, stringifySearch } from './search.ts'

const screen = searchOf('view', 'layers', 'density', 'vision', 'sort', 'columns')
const state = fc.record(
  {
    view: fc.string(),
    layers: fc.array(fc.stringMatching(/^[a-z]+$/)).map((tabs) => tabs.join(',')),
    sort: fc.constantFrom('tca', '-tca', 'tca,-pc'),
    columns: fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  },
  { requiredKeys: [] },
)

test('a screen’s state is the same after it was written to the address and read back', () => {
  fc.assert(
    fc.property(state, (given) => {
      const kept = screen(given)
      expect(screen(parseSearch(stringifySearch(kept)))).toEqual(kept)
    }),
  )
})

test('stringifySearch omits missing values, and keeps commas readable', () => {
  expect(stringifySearch({ view: undefined, layers: '' })).toBe('')
  expect(stringifySearch({ layers: 'a,b', q: 'Δv & 1+1' })).toBe('?layers=a,b&q=%CE%94v+%26+1%2B1')
})

test('numbers and words like true stay text', () => {
  expect(parseSearch('?q=25544&view=true')).toEqual({ q: '25544', view: 'true' })
})

test('searchOf drops parameters that the screen does not know', () => {
  expect(searchOf('q')({ q: 'pc', other: '1' })).toEqual({ q: 'pc' })
})

test('rootSearch opens the sidebar at a tab that exists', () => {
  expect(rootSearch({ sidebar: 'notifications' })).toEqual({ sidebar: 'notifications' })
  expect(rootSearch({ sidebar: 'else' })).toEqual({})
})
