import { expect, test } from 'vitest'
import { isOfText, isSingleKey, pressOf, stepOf } from './shortcut.ts'
import { conflicts } from './testing/conflicts.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const all = ['g c', 'g d', '?', '/', 'Ctrl k']

test('pressOf treats Ctrl and ⌘ alike, keeps characters typed with Shift, and ignores Alt and named keys', () => {
  expect(pressOf({ ...plain, key: 'K', metaKey: true })).toBe('Ctrl k')
  expect(pressOf({ ...plain, key: 'k', ctrlKey: true })).toBe('Ctrl k')
  expect(pressOf({ ...plain, key: 'Z', ctrlKey: true, shiftKey: true })).toBe('Ctrl Shift z')
  expect(pressOf({ ...plain, key: '?', shiftKey: true })).toBe('?')
  expect(pressOf({ ...plain, key: 'c', altKey: true })).toBeUndefined()
  expect(pressOf({ ...plain, key: 'Enter' })).toBeUndefined()
  expect(pressOf({ ...plain, key: ' ' })).toBe('Space')
  expect(pressOf({ ...plain, key: ' ', shiftKey: true })).toBeUndefined()
})

test('stepOf runs a complete shortcut and waits for the rest of a sequence', () => {
  expect(stepOf(undefined, 'g', all)).toEqual({ kind: 'wait', keys: 'g' })
  expect(stepOf('g', 'c', all)).toEqual({ kind: 'run', keys: 'g c' })
  expect(stepOf(undefined, 'Ctrl k', all)).toEqual({ kind: 'run', keys: 'Ctrl k' })
})

test('stepOf starts anew with a key that does not continue the sequence', () => {
  expect(stepOf('g', '?', all)).toEqual({ kind: 'run', keys: '?' })
  expect(stepOf('g', 'g', all)).toEqual({ kind: 'wait', keys: 'g' })
  expect(stepOf('g', 'x', all)).toEqual({ kind: 'none' })
})

test('conflicts finds the same keys twice, and keys that are the start of others', () => {
  expect(conflicts(all)).toEqual([])
  expect(conflicts(['a', 'b', 'a'])).toEqual([['a', 'a']])
  expect(conflicts(['g', 'g c'])).toEqual([['g', 'g c']])
})

test('isOfText leaves undo to a field, and no other key with Ctrl', () => {
  expect(['Ctrl z', 'Ctrl Shift z', 'Ctrl k', 'z'].filter(isOfText)).toEqual(['Ctrl z', 'Ctrl Shift z'])
})

test('isSingleKey finds the keys that can be switched off', () => {
  expect(all.filter(isSingleKey)).toEqual(['g c', 'g d', '?', '/'])
})
