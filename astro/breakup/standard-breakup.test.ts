import { expect, test } from 'vitest'
import { erfc } from '../error-function.ts'
import { seededRandom } from '../random.ts'
import { norm } from '../vec3.ts'
import { countFragments, type Fragment, fragmentSource, leastSizeOf, type StatedBreakup } from './standard-breakup.ts'

// The formulas below are those of Johnson, Krisko, Liou and Anz-Meador, Adv. Space Res. 28 (2001) 1377–1384, with the slopes as printed there; the
// code has the same lines by their ends, so that neither is a copy of the other.

const COUNT = 20_000
/** Kolmogorov's statistic exceeds this with a probability of 1 in 1,000 (Smirnov 1948): the samples are seeded, so a pass is for good. */
const KOLMOGOROV_001 = 1.9495 / Math.sqrt(COUNT)
/** The mean of that many standard normal numbers is further from 0 than this with a probability of 1 in 1,000. */
const MEAN_001 = 3.29 / Math.sqrt(COUNT)

/** The products in the comments have five digits; a power and its inverse lose the last five of a double, and the areas are the same products. */
const [BY_HAND_DIGITS, ROUNDING_DIGITS, DOUBLE_DIGITS] = [1, 4, 15]

const normalCdf = (z: number) => erfc(-z / Math.SQRT2) / 2
const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

/** Returns the greatest difference of the distribution of some numbers from the uniform one between 0 and 1. */
function fromUniform(values: readonly number[]): number {
  const { length } = values
  return values
    .toSorted((a, b) => a - b)
    .reduce((most, value, at) => Math.max(most, (at + 1) / length - value, value - at / length), 0)
}

function sample(breakup: StatedBreakup, leastSizeM: number): readonly Fragment[] {
  const next = fragmentSource(breakup, leastSizeM, seededRandom(49))
  return Array.from({ length: COUNT }, next)
}
const chiOf = ({ areaM2, massKg }: Fragment) => Math.log10(areaM2 / massKg)
const EXPLOSION: StatedBreakup = { cause: 'explosion', massKg: 800, body: 'rocketBody' }
const COLLISION: StatedBreakup = { cause: 'collision', massKg: 1460, body: 'spacecraft' }

/** The distribution of χ = log₁₀ A/M at λ = log₁₀ L, above 11 cm and below 8 cm. */
const CDF = {
  rocketBody: (chi: number, lambda: number) => {
    const share = between(0.5, 1 - 0.3571 * (lambda + 1.4), 1)
    const mean = between(-0.9, -0.45 - 0.9 * (lambda + 0.5), -0.45)
    const sigma = between(0.1, 0.28 - 0.1636 * (lambda + 1), 0.28)
    return share * normalCdf((chi - mean) / 0.55) + (1 - share) * normalCdf((chi + 0.9) / sigma)
  },
  spacecraft: (chi: number, lambda: number) => {
    const share = between(0, 0.3 + 0.4 * (lambda + 1.2), 1)
    const [mean, sigma] = [
      between(-0.95, -0.6 - 0.318 * (lambda + 1.1), -0.6),
      between(0.1, 0.1 + 0.2 * (lambda + 1.3), 0.3),
    ]
    const [second, wide] = [between(-2, -1.2 - 1.333 * (lambda + 0.7), -1.2), between(0.3, 0.5 - (lambda + 0.5), 0.5)]
    return share * normalCdf((chi - mean) / sigma) + (1 - share) * normalCdf((chi - second) / wide)
  },
  small: (chi: number, lambda: number) => {
    const sigma = lambda <= -3.5 ? 0.2 : 0.2 + 0.1333 * (lambda + 3.5)
    return normalCdf((chi - between(-1, -0.3 - 1.4 * (lambda + 1.75), -0.3)) / sigma)
  },
}

test('the numbers of fragments are those of the laws', () => {
  // 6 · 0.1^−1.6 = 6 · 39.811; 0.1 · 1460^0.75 · 0.1^−1.71 = 0.1 · 236.19 · 51.286.
  expect(countFragments(EXPLOSION, 0.1)).toBeCloseTo(238.86, BY_HAND_DIGITS)
  expect(countFragments(COLLISION, 0.1)).toBeCloseTo(1211.34, BY_HAND_DIGITS)
  // CARA's unit test CollisionConsequenceNumPieces (2026): 2,000 kg and 3,000 kg at 10 km/s, pieces of 5 cm and more.
  expect(Math.round(countFragments({ ...COLLISION, massKg: 5_000 }, 0.05))).toBe(9_977)
  for (const breakup of [EXPLOSION, COLLISION])
    expect(countFragments(breakup, leastSizeOf(breakup, 100_000))).toBeCloseTo(100_000, ROUNDING_DIGITS)
  // The laws begin at a millimetre, and a small mass has fewer fragments.
  expect(leastSizeOf({ ...COLLISION, massKg: 0.1 }, 100_000)).toBe(0.001)
  expect(() => countFragments({ ...COLLISION, massKg: 0 }, 0.1)).toThrow(RangeError)
})

test.each([EXPLOSION, COLLISION])('the sizes follow the law of the number, $cause', (breakup) => {
  const sizes = sample(breakup, 0.01).map(({ sizeM }) => sizeM)
  const law = (sizeM: number) => 1 - countFragments(breakup, sizeM) / countFragments(breakup, 0.01)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1)
  expect(fromUniform(sizes.map(law))).toBeLessThan(KOLMOGOROV_001)
})

test.each([
  ['rocketBody', 0.11, Number.POSITIVE_INFINITY],
  ['spacecraft', 0.11, Number.POSITIVE_INFINITY],
  ['small', 0.001, 0.08],
] as const)('area by mass has the published distribution at every size, %s', (name, least, below) => {
  const body = name === 'small' ? 'spacecraft' : name
  const fragments = sample({ ...EXPLOSION, body }, least).filter(({ sizeM }) => sizeM < below)
  // The distribution's own probabilities of random numbers are uniform.
  const u = fragments.map((one) => CDF[name](chiOf(one), Math.log10(one.sizeM)))
  expect(fragments.length).toBeGreaterThan(0.99 * COUNT)
  expect(fromUniform(u)).toBeLessThan(KOLMOGOROV_001)
})

test('between 8 and 11 cm the share of the distribution of large fragments grows with the logarithm of the size', () => {
  const fragments = sample(EXPLOSION, 0.08).filter(({ sizeM }) => sizeM < 0.11)
  const u = fragments.map((one) => {
    const lambda = Math.log10(one.sizeM)
    const share = (lambda - Math.log10(0.08)) / Math.log10(11 / 8)
    return share * CDF.rocketBody(chiOf(one), lambda) + (1 - share) * CDF.small(chiOf(one), lambda)
  })
  expect(fromUniform(u)).toBeLessThan(KOLMOGOROV_001 * Math.sqrt(COUNT / fragments.length))
})

test('the area is that of the size, on both sides of 1.67 mm', () => {
  for (const { sizeM, areaM2 } of sample(EXPLOSION, 0.001).slice(0, 1_000))
    expect(areaM2).toBeCloseTo(sizeM < 0.00167 ? 0.540424 * sizeM ** 2 : 0.556945 * sizeM ** 2.0047077, DOUBLE_DIGITS)
})

test.each([
  [EXPLOSION, 0.2, 1.85],
  [COLLISION, 0.9, 2.9],
] as const)(
  'the added speed is lognormal around the line of area by mass, in every direction alike, $0.cause',
  (breakup, slope, shift) => {
    const fragments = sample(breakup, 0.005)
    const z = fragments.map((one) => (Math.log10(norm(one.addedMps)) - slope * chiOf(one) - shift) / 0.4)
    expect(fromUniform(z.map(normalCdf))).toBeLessThan(KOLMOGOROV_001)
    expect(Math.abs(z.reduce((sum, one) => sum + one, 0) / COUNT)).toBeLessThan(MEAN_001)
    for (const axis of [0, 1, 2] as const)
      expect(fromUniform(fragments.map(({ addedMps }) => (1 + addedMps[axis] / norm(addedMps)) / 2))).toBeLessThan(
        KOLMOGOROV_001,
      )
  },
)

test('the same seed has the same fragments', () => {
  expect(sample(COLLISION, 0.01)).toEqual(sample(COLLISION, 0.01))
})
