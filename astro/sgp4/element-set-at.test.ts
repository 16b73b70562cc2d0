import { expect, test } from 'vitest'
import { parseTime } from '../time/parse-time.ts'
import { elementSetAt } from './element-set-at.ts'

/** Three sets of one object, of which the second follows a burn that was announced: the rule is that of CelesTrak's supplemental sets. */
const [first, burn, second] = ['2026-09-20T00:00:00', '2026-09-23T06:30:00', '2026-09-21T00:00:00'].map((time) => ({
  epoch: parseTime(time),
}))

test.each([
  ['2026-09-19T23:59:59', undefined],
  ['2026-09-20T00:00:00', first],
  ['2026-09-20T23:59:59', first],
  ['2026-09-21T00:00:00', second],
  ['2026-09-23T06:29:59', second],
  ['2026-09-23T06:30:00', burn],
  ['2027-01-01T00:00:00', burn],
])('elementSetAt() chooses the last epoch that is not after %s', (instant, expected) => {
  expect(elementSetAt([first!, burn!, second!], parseTime(instant)) ?? undefined).toBe(expected)
})

test('elementSetAt() chooses the later of two sets with one epoch, and none of none', () => {
  const again = { ...first! }
  expect(elementSetAt([first!, again], parseTime('2026-09-20T12:00:00'))).toBe(again)
  expect(elementSetAt([], parseTime('2026-09-20T12:00:00'))).toBeNull()
})
