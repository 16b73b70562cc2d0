import { expect, test } from 'vitest'
import { sizeText, stateOf } from './file-state.ts'

// A kilobyte has a thousand bytes (IEC 80000-13); 1024 bytes are a kibibyte, the unit of the limits of uploads.
test.each([
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_024_000, '1.0 MB'],
  [12_345, '12 kB'],
  [1_260_000, '1.3 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('a file that is out of use is marked as such, unless its state already says so', () => {
  expect(stateOf({ state: 'SCREENED', active: true })).toEqual({ level: 'ok', word: 'Screened' })
  expect(stateOf({ state: 'SCREENED', active: false }).level).toBe('inactive')
  expect(stateOf({ state: 'SCREENED', active: false }).word).not.toBe('Screened')
  for (const state of ['SUPERSEDED', 'EXPIRED', 'INVALID'] as const)
    expect(stateOf({ state, active: false })).toEqual(stateOf({ state, active: true }))
})
