import { expect, test } from 'vitest'
import { fuzz, listFormats } from './fuzz.ts'

/** Enough to find what a change breaks; bench/ccsds-fuzz.ts reads 100,000 of each. */
const COUNT = 300

test.each(listFormats())('fuzz() finds no crash, hang, lost place or changed data in $name', (format) => {
  const { read, refused, failures } = fuzz(format, COUNT)
  expect(failures).toEqual([])
  expect(read + refused).toBe(COUNT)
  // Mutations that are all refused, or all read, would not have looked at much.
  expect(refused).toBeGreaterThan(COUNT / 20)
  expect(read).toBeGreaterThan(0)
})
