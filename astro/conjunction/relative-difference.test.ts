import { expect, test } from 'vitest'
import { seededRandom, standardNormal } from '../random.ts'
import type { Vec3 } from '../vec3.ts'
import { DISAGREEMENT_MAHALANOBIS, type RelativeEstimate, relativeDifference } from './relative-difference.ts'

/** The fraction of normal errors beyond three sigmas. */
const BEYOND_THREE_SIGMA = 0.0027

/** The rounding of a few terms that were calculated by hand. */
const BY_HAND_DIGITS = 12
/** The rounding of the same line, from two of its points. */
const NO_DIFFERENCE_DIGITS = 9
/** The constant is rounded to a few digits. */
const CHI_SQUARE_DIGITS = 6

const estimate = (given: Partial<RelativeEstimate> = {}): RelativeEstimate => ({
  tcaS: 0,
  positionM: [0, 0, 0],
  velocityMps: [0, -7_500, 7_500],
  primaryM2: [9, 0, 0, 16, 0, 25],
  secondaryM2: [100, 0, 0, 10_000, 0, 400],
  ...given,
})

test('relativeDifference() excludes the shared secondary, and uses all four covariances if nothing is shared', () => {
  const [one, other] = [estimate(), estimate({ positionM: [30, 40, 50] })]
  // Calculated by hand: 30²/18 + 40²/32 + 50²/50 = 50 + 50 + 50.
  expect(relativeDifference(one, other, 'secondary').mahalanobis).toBeCloseTo(Math.sqrt(150), BY_HAND_DIGITS)
  // 30²/218 + 40²/20032 + 50²/850.
  const all = 900 / 218 + 1600 / 20_032 + 2500 / 850
  expect(relativeDifference(one, other, 'nothing').mahalanobis).toBeCloseTo(Math.sqrt(all), BY_HAND_DIGITS)
})

test('relativeDifference() compares at one time: a TCA later by 10 ms on the same straight path is no difference', () => {
  const one = estimate({ positionM: [10, 20, 20] })
  // Both estimates describe motion on the line through (10, 20, 20) with this velocity; the second one states the point
  // 10 ms later.
  const other = estimate({ tcaS: 0.01, positionM: [10, 20 - 75, 20 + 75] })
  const { positionM, mahalanobis } = relativeDifference(one, other, 'nothing')
  for (const part of positionM) expect(part).toBeCloseTo(0, NO_DIFFERENCE_DIGITS)
  expect(mahalanobis).toBeCloseTo(0, NO_DIFFERENCE_DIGITS)
})

test('relativeDifference() with correlations is the quadratic form of the inverse', () => {
  // Source: a 2×2 block with correlation 0.5 and unit variances has the inverse [[4/3, −2/3], [−2/3, 4/3]].
  const half: RelativeEstimate['primaryM2'] = [0.5, 0.25, 0, 0.5, 0, 0.5]
  const one = estimate({ primaryM2: half })
  const other = estimate({ primaryM2: half, positionM: [1, 2, 3] })
  const expected = 4 / 3 - 2 * 2 * (2 / 3) + 4 * (4 / 3) + 9
  expect(relativeDifference(one, other, 'secondary').mahalanobis).toBeCloseTo(Math.sqrt(expected), BY_HAND_DIGITS)
})

test('relativeDifference() gives no distance for an invalid covariance', () => {
  const none = estimate({ primaryM2: [0, 0, 0, 0, 0, 0] })
  expect(relativeDifference(none, none, 'secondary').mahalanobis).toBeNull()
  const indefinite = estimate({ primaryM2: [1, 2, 0, 1, 0, 1] })
  expect(relativeDifference(indefinite, indefinite, 'secondary').mahalanobis).toBeNull()
})

test('0.27 % of correct estimates exceed DISAGREEMENT_MAHALANOBIS: by the χ² distribution with three degrees, and for drawn estimates', () => {
  // Abramowitz and Stegun 26.4.5 with ν = 3: Q(χ²) = 2 Q_normal(χ) + 2 χ φ(χ).
  const x = DISAGREEMENT_MAHALANOBIS
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  expect(2 * upperNormal(x) + 2 * x * density).toBeCloseTo(0.0027, CHI_SQUARE_DIGITS)
  const normal = standardNormal(seededRandom(20_261_121))
  const draw = (sigmas: Vec3): Vec3 => [sigmas[0] * normal(), sigmas[1] * normal(), sigmas[2] * normal()]
  const count = 200_000
  let beyond = 0
  for (let turn = 0; turn < count; turn += 1) {
    const [one, other] = [estimate({ positionM: draw([3, 4, 5]) }), estimate({ positionM: draw([3, 4, 5]) })]
    if ((relativeDifference(one, other, 'secondary').mahalanobis ?? 0) > x) beyond += 1
  }
  const expected = BEYOND_THREE_SIGMA * count
  // Five standard errors of the count.
  expect(Math.abs(beyond - expected)).toBeLessThan(5 * Math.sqrt(expected))
})

/** Returns the upper tail of the normal distribution by its continued fraction (Abramowitz and Stegun 26.2.14). */
function upperNormal(x: number): number {
  let fraction = x
  for (let k = 200; k > 0; k -= 1) fraction = x + k / fraction
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI) / fraction
}
