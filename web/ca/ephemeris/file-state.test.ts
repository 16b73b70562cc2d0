import { expect, test } from 'vitest'
import { sizeText, stateOf } from './file-state.ts'

// A kilobyte has a thousand bytes (IEC 80000-13): 1024 are a kibibyte, as the limits of uploads are counted.
test.each([
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_024_000, '1.0 MB'],
  [12_345, '12 kB'],
  [1_260_000, '1.3 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('a file that is out of use says so, unless its state already does', () => {
  expect(stateOf({ state: 'SCREENED', active: true })).toEqual({ level: 'ok', word: 'Screened' })
  expect(stateOf({ state: 'SCREENED', active: false }).level).toBe('inactive')
  expect(stateOf({ state: 'SCREENED', active: false }).word).not.toBe('Screened')
  for (const state of ['SUPERSEDED', 'EXPIRED', 'INVALID'] as const)
    expect(stateOf({ state, active: false })).toEqual(stateOf({ state, active: true }))
})
