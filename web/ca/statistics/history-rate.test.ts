import { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { expect, test } from 'vitest'
import { countedOf, historyYears, isFew } from './history-rate.ts'
import { ownBand } from './side-panes.tsx'

const examples: unknown = AnnualStatistics.meta()?.examples
const example = AnnualStatistics.parse(Array.isArray(examples) ? examples[0] : undefined)
/** Three events in two years, of which none reached the threshold: every resample gives the same. */
const few: AnnualStatistics = {
  ...example,
  closed: null,
  counts: { ...example.counts, decidable: 3 },
  assumptions: { ...example.assumptions, from: '2024-11-20T00:00:00Z', to: '2026-11-20T12:00:00Z', threshold: 1e-4 },
  bootstrap: {
    ...example.bootstrap,
    rates: [
      {
        ...example.bootstrap.rates[0]!,
        threshold: 1e-4,
        observed: 0,
        manoeuvresPerYear: { median: 0, lower: 0, upper: 0 },
      },
    ],
  },
}

test('three events give no rate, only the interval of their count', () => {
  expect(isFew(few)).toBe(true)
  // Garwood (1936): a Poisson count of zero allows 0 to 3.689 at 95 %, here over two years.
  expect(countedOf(few)).toEqual({ observed: 0, lower: 0, upper: expect.closeTo(3.689 / 2, 3) })
  expect(ownBand(few)).toMatchObject({ lower: 0, upper: expect.closeTo(3.689 / 2, 3) })
})

test('ten events, or a flux, give a rate', () => {
  expect(isFew({ ...few, counts: { ...few.counts, decidable: 10 } })).toBe(false)
  expect(isFew({ ...few, closed: example.closed })).toBe(false)
  expect(ownBand(example)).toEqual(example.bootstrap.rates[0]!.manoeuvresPerYear)
})

test('a time without data does not lower a rate, because it does not count as history', () => {
  const loaded = { loadedAt: '2026-11-20T05:00:00Z', events: 3, overlapping: 0, from: null, to: null, gapDays: 365.25 }
  expect(historyYears({ ...few, loaded })).toBeCloseTo(historyYears(few) - 1, 9)
  expect(countedOf({ ...few, loaded }).upper).toBeCloseTo(3.689, 1)
})
