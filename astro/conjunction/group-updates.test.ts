import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { makeEpoch } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { cumulativeProbability, groupToleranceS, groupUpdates } from './group-updates.ts'

/** The rounding of two sums of two numbers near one: the last digit. */
const ROUNDING_DIGITS = 14
/** A half and its square are exact as doubles. */
const EXACT_DIGITS = 15
/** The rounding of a product of up to a hundred factors, 1e-16 each, with a margin. */
const LONG_PRODUCT = 1e-12
/** INDEX.md of the collection states this probability to at least nine digits. */
const INDEX_RELATIVE = 1e-9

const update = (pair: readonly [string, string], taiS: number) => ({ objects: pair, tca: makeEpoch(taiS) })

test('groupUpdates() groups updates within the tolerance of the first update, with the objects in any order', () => {
  const updates = [
    update(['1', '2'], 0),
    update(['2', '1'], 450),
    update(['1', '2'], 451),
    update(['1', '3'], 0),
    update(['1', '2'], 800),
  ]
  const [a, b, c, d, e] = updates
  expect(groupUpdates(updates)).toEqual([[a, b], [c, e], [d]])
  expect(groupUpdates(updates, 0).length).toBe(5)
  expect(groupUpdates([])).toEqual([])
  expect(() => groupUpdates(updates, -1)).toThrow(RangeError)
})

test('cumulativeProbability() keeps the digits of small values, and refuses invalid values', () => {
  expect(cumulativeProbability([])).toBe(0)
  expect(cumulativeProbability([1e-20, 2e-20]) / 3e-20).toBeCloseTo(1, ROUNDING_DIGITS)
  expect(cumulativeProbability([0.5, 0.5])).toBeCloseTo(0.75, EXACT_DIGITS)
  expect(cumulativeProbability([0.1, 1])).toBe(1)
  expect(() => cumulativeProbability([1.1])).toThrow(RangeError)
  fc.assert(
    fc.property(fc.array(realBetween(0, 1)), (list) => {
      const direct = 1 - list.reduce((none, p) => none * (1 - p), 1)
      expect(Math.abs(cumulativeProbability(list) - direct)).toBeLessThan(LONG_PRODUCT)
    }),
  )
})

const rowsOf = (name: string) => {
  const [head = '', ...lines] = readFileSync(collectionPath(`events/${name}`), 'utf8')
    .trim()
    .split('\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])))
}

// 800 kB of updates are only in the collection; the tests above verify the rule itself.
test.skipIf(!hasCollection('events'))('groupUpdates() forms the published events of a satellite', () => {
  const updates = rowsOf('cdm_history_43617.csv').map((row) => ({
    objects: ['43617', row.secondary!] as const,
    tca: parseTime(row.tca_utc!),
    row: row.row!,
  }))
  const events = rowsOf('events_43617_expected.csv')
  const groups = groupUpdates(updates)
  expect(groups.length).toBe(events.length)
  const found = new Set(groups.map((group) => group.map(({ row }) => row).join(' ')))
  for (const event of events) expect(found.has(event.rows!)).toBe(true)
  const usable = events.filter((event) => event.usable_last_update === '1')
  const expected = JSON.parse(readFileSync(collectionPath('events/expected.json'), 'utf8')) as {
    counts: Record<string, number>
    cumulative_pc_usable_last: number
  }
  expect(usable.length).toBe(expected.counts.events_with_usable_last_update)
  const cumulative = cumulativeProbability(usable.map((event) => Number(event.pc_last_usable)))
  expect(Math.abs(cumulative / expected.cumulative_pc_usable_last - 1)).toBeLessThan(INDEX_RELATIVE) // The value in INDEX.md.
})

// Flight rule F6, with known periods of each orbit: the ISS, Iridium, GPS, Molniya, GEO, a circle at 200,000 km and TESS.
test.each([
  [[92.9 * 60], 450],
  [[100.4 * 60], 450],
  [[717.97 * 60], 900],
  [[717.74 * 60, 630 * 60], 900],
  [[86_164.1], 900],
  [[1_200_000], 12_000],
  [[86_164.1, 92.9 * 60], 450],
  [[Number.POSITIVE_INFINITY], 900],
])(
  'outside LEO updates of one event are within a quarter of an hour or 1 %% of the shorter period (F6): %j',
  (periodsS, toleranceS) => {
    expect(groupToleranceS(periodsS)).toBe(toleranceS)
  },
)

test('groupUpdates() uses the tolerance of an update if it has one', () => {
  const updates = [update(['1', '2'], 0), { ...update(['2', '1'], 800), toleranceS: 900 }, update(['1', '2'], 800)]
  const [a, b, c] = updates
  expect(groupUpdates(updates)).toEqual([[a, b], [c]])
})
