import { expect, test } from 'vitest'
import { lastPart } from './find-here.tsx'

test.each([
  ['/ca/satellite/90003', '90003'],
  ['/ca/satellite/SAT%203/', 'SAT 3'],
  ['/nowhere/%E0', '%E0'],
  ['/', ''],
])('for the address %s it searches for “%s”', (path, text) => {
  expect(lastPart(path)).toBe(text)
})
