import { expect, test } from 'vitest'
import { fuzz, listFormats } from './fuzz.ts'

/** This number is enough to find what a change breaks; bench/ccsds-fuzz.ts reads 100,000 mutations of each format. */
const COUNT = 300

test.each(listFormats())('fuzz() finds no crash, endless loop, missing place or changed data in $name', (format) => {
  const { read, refused, failures } = fuzz(format, COUNT)
  expect(failures).toEqual([])
  expect(read + refused).toBe(COUNT)
  // If all mutations are refused, or all are read, hardly anything was tested.
  expect(refused).toBeGreaterThan(COUNT / 20)
  expect(read).toBeGreaterThan(0)
})
