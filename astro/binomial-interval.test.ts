import { expect, test } from 'vitest'
import { clopperPearson } from './binomial-interval.ts'
import cara from './conjunction/probability/cara.reference.json' with { type: 'json' }

/** Rounding of one minus a probability. */
const MIRROR_DIGITS = 13
/** The root is found to a relative 1e-13. */
const CLOSED_FORM_DIGITS = 12

/** The published intervals for 10⁸ trials have nine digits. */
const PUBLISHED = 1e-8
/** The tails are sums of up to a thousand terms, and each term is the exponential of a sum of logarithms of factorials. */
const TAIL = 1e-9

test('clopperPearson() agrees with the published intervals of 10⁸ trials', () => {
  for (const { expected } of cara.alfano) {
    const { lower, upper } = clopperPearson(expected.CARA_MC_hits, expected.CARA_MC_trials)
    expect(Math.abs(lower / expected.CARA_PcMC_lo95 - 1)).toBeLessThan(PUBLISHED)
    expect(Math.abs(upper / expected.CARA_PcMC_hi95 - 1)).toBeLessThan(PUBLISHED)
  }
})

/** Returns the probability of `from` to `to` hits in `trials`, Σ C(n, k) p^k (1 − p)^(n − k). */
function chanceOf(from: number, to: number, { trials, p }: { readonly trials: number; readonly p: number }): number {
  let [logChoices, sum] = [0, 0]
  for (let k = 0; k <= to; k += 1) {
    if (k > 0) logChoices += Math.log((trials - k + 1) / k)
    if (k >= from) sum += Math.exp(logChoices + k * Math.log(p) + (trials - k) * Math.log1p(-p))
  }
  return sum
}

// The definition (Clopper and Pearson, 1934): at the lower end, `hits` or more have half of the remaining probability; at the upper end, `hits`
// or fewer.
test.each([
  [1, 1],
  [1, 2],
  [3, 10],
  [7, 10],
  [9, 10],
  [50, 100],
  [1, 1000],
  [990, 1000],
])('clopperPearson() ends where each tail of the binomial is half of the remainder: %d of %d', (hits, trials) => {
  for (const confidence of [0.5, 0.95, 0.9999]) {
    const { lower, upper } = clopperPearson(hits, trials, confidence)
    const tail = (1 - confidence) / 2
    expect(Math.abs(chanceOf(hits, trials, { trials, p: lower }) / tail - 1)).toBeLessThan(TAIL)
    if (hits < trials) expect(Math.abs(chanceOf(0, hits, { trials, p: upper }) / tail - 1)).toBeLessThan(TAIL)
    else expect(upper).toBe(1)
    // The interval for misses mirrors the interval for hits.
    expect(clopperPearson(trials - hits, trials, confidence).lower).toBeCloseTo(1 - upper, MIRROR_DIGITS)
  }
  expect(clopperPearson(hits, trials)).toEqual(clopperPearson(hits, trials, 0.95))
})

test('clopperPearson() for 0 hits in n begins at 0 and ends at 1 − (α/2)^(1/n)', () => {
  for (const trials of [1, 2, 1000]) {
    const { lower, upper } = clopperPearson(0, trials)
    expect(lower).toBe(0)
    expect(upper).toBeCloseTo(1 - 0.025 ** (1 / trials), CLOSED_FORM_DIGITS)
    expect(clopperPearson(trials, trials).lower).toBeCloseTo(0.025 ** (1 / trials), CLOSED_FORM_DIGITS)
  }
})

test.each([
  [3, 2, 0.95],
  [-1, 2, 0.95],
  [0.5, 2, 0.95],
  [1, 2.5, 0.95],
  [0, 0, 0.95],
  [1, 2, 0],
  [1, 2, 1],
  [1, 2, Number.NaN],
])('clopperPearson() refuses %d hits in %d trials at %d', (hits, trials, confidence) => {
  expect(() => clopperPearson(hits, trials, confidence)).toThrow(RangeError)
})
