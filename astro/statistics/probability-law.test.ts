import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { garwood } from '../poisson-interval.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { countAbove, fitProbabilityLaw } from './probability-law.ts'

/** The rounding of the difference of two counts of up to 80: 1.4e-14. */
const COUNT_DIGITS = 13
/** 0.5 is 12.4 spreads above the median peak, where a normal distribution is 1e-35. */
const NONE = 1e-35

test('fitProbabilityLaw() finds the law of drawn encounters, also outside the drawn range', () => {
  // Misses are uniform over the plane, errors are log-normal: the law's own formula is not used.
  const random = seededRandom(12)
  const normal = standardNormal(random)
  const side = 40_000
  const drawn: number[] = []
  for (let i = 0; i < 400_000; i += 1) {
    const area = 12_000 * Math.exp(normal())
    const miss2 = ((side * (random() - 0.5)) ** 2 + (side * (random() - 0.5)) ** 2) / area
    drawn.push((25 / (2 * area)) * Math.exp(-miss2 / 2))
  }
  const law = fitProbabilityLaw(drawn, 1e-8)!
  for (const threshold of [1e-7, 1e-6, 1e-5, 1e-4, 1e-3]) {
    const counted = drawn.filter((p) => p >= threshold).length
    // Three standard errors of the count; the error of the fit's grid is smaller.
    expect(Math.abs(countAbove(law, threshold) - counted)).toBeLessThan(3 * Math.sqrt(counted) + 0.02 * counted)
  }
})

test('countAbove() decreases by a constant number per e-fold far below the peaks, and to zero above them', () => {
  const law = { perEFold: 7, medianPeak: 1e-3, logSpread: 0.5 }
  expect(countAbove(law, 1e-8) - countAbove(law, Math.E * 1e-8)).toBeCloseTo(7, COUNT_DIGITS)
  expect(countAbove(law, 0.5)).toBeLessThan(NONE)
})

test('fitProbabilityLaw() returns null for nine events', () => {
  expect(
    fitProbabilityLaw(
      Array.from({ length: 9 }, () => 1e-5),
      1e-8,
    ),
  ).toBeNull()
})

const EVENTS = 'events/events_43617_expected.csv'

// 41, 13, 4 and 0 events of satellite 43617 at 4.5 m reached 1e-7 to 1e-4 (expected.json). Each half of the events, every second one, is
// predicted from the other half: no count is predicted from itself.
test.skipIf(!hasCollection(EVENTS))('F27: 43617, predicted compared with observed', () => {
  const [head = '', ...lines] = readFileSync(collectionPath(EVENTS), 'utf8').trim().split('\n')
  const at = (name: string) => head.split(',').indexOf(name)
  const usable = lines.map((line) => line.split(',')).filter((cells) => cells[at('usable_last_update')] === '1')
  const probabilities = usable.map((cells) => Number(cells[at('pc_last_usable')]))
  const halves = [0, 1].map((half) => probabilities.filter((_, i) => i % 2 === half))
  // Below 1e-8 the originator's box excludes events: the counts per half decade decrease there instead of growing.
  const laws = halves.map((half) => fitProbabilityLaw(half, 1e-8)!)
  for (const [threshold, observed] of [
    [1e-7, 41],
    [1e-6, 13],
    [1e-5, 4],
    [1e-4, 0],
  ] as const) {
    const predicted = laws.reduce((sum, law) => sum + countAbove(law, threshold), 0)
    const { lower, upper } = garwood(observed)
    console.info(
      `43617 at ${threshold}: predicted ${predicted.toFixed(1)}, observed ${observed} (${lower.toFixed(1)} to ${upper.toFixed(1)})`,
    )
    expect(probabilities.filter((p) => p >= threshold).length).toBe(observed)
    expect(predicted).toBeGreaterThanOrEqual(lower)
    expect(predicted).toBeLessThanOrEqual(upper)
  }
})
