import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { TIME_SCALES } from '@apsis/astro/time/scales.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantReader } from './instant-reader.ts'

const two = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'))
const fraction = fc.constantFrom(
  '',
  '.5',
  '.000000001',
  '.123456789012345',
  '.1234567890123456789',
  '.999999999999999',
  '.',
)
const date = fc.constantFrom(
  '2016-12-31',
  '2016-366',
  '2017-01-01',
  '1999-12-31',
  '2026-11-20',
  '2026-13-01',
  '2026-400',
)
const clock = fc
  .tuple(two(25), two(61), two(61), fraction, fc.constantFrom('', 'Z', 'z', ' '))
  .map(([h, m, s, f, z]) => `${h}:${m}:${s}${f}${z}`)

test('instantReader() returns the same as parseTime(), whatever the order of the times is', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TIME_SCALES), fc.array(fc.tuple(date, clock), { maxLength: 8 }), (scale, times) => {
      const read = instantReader(scale)
      for (const [day, time] of times) {
        const text = `${day}T${time}`
        const outcome = (make: () => unknown) => {
          try {
            return make()
          } catch (error) {
            return error instanceof SyntaxError ? 'refused' : error
          }
        }
        expect(outcome(() => read(text))).toEqual(outcome(() => parseTime(text, scale)))
      }
    }),
    { numRuns: 2000 },
  )
})

test('instantReader() returns the same as parseTime() for more days than it remembers, in ascending and descending order', () => {
  const days = Array.from({ length: 366 }, (_, k) => `2024-${String(k + 1).padStart(3, '0')}T12:34:56.789`)
  const read = instantReader('UTC')
  for (const text of [...days, ...days.toReversed()]) expect(read(text)).toEqual(parseTime(text, 'UTC'))
})

test('instantReader() keeps the text of times in a system that has no known relation to TAI', () => {
  expect(instantReader('MET')('12.5')).toEqual({ timeSystem: 'MET', text: '12.5' })
})
