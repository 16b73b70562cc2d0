import { expect, test } from 'vitest'
import { lastPart } from './find-here.tsx'

test.each([
  ['/ca/satellite/90003', '90003'],
  ['/ca/satellite/SAT%203/', 'SAT 3'],
  ['/nowhere/%E0', '%E0'],
  ['/', ''],
])('of %s it looks for “%s”', (path, text) => {
  expect(lastPart(path)).toBe(text)
})
