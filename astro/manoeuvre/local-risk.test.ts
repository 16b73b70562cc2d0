import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { localRisk, riskGoal, riskValue } from './local-risk.ts'

/** Over a disc of a hundredth of the sigmas the density is constant except for (R/σ)²/8 and its slope. */
const SMALL_DISC = 2e-4
/** Differences over a thousandth of a sigma have an error of 1e-6 from the sixteen digits of a probability. */
const DIFFERENCED = 1e-5
/** Trapezoids around a circle converge faster than any power: the remaining error is from the sums over rings, squared. */
const SUMMED = 1e-5
// Rounding in double precision: of fractions of one, of logarithms of ten, of logarithms of thousands.
const SHARE_DIGITS = 14
const LOG_DIGITS = 14
const FAINT_DIGITS = 11
/** Below this probability the digits are not compared, only that the logarithm is at most this. */
const FAINT = 1e-280

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
] as const
const planar = (xM: number, yM: number, sigmaXM: number, sigmaYM: number) => ({
  miss: { xM, yM, sigmaXM, sigmaYM },
  axes: AXES,
})
const PROBABILITY = { kind: 'probability', probability: 1e-6 } as const

test('riskValue() and riskGoal() are logarithms of probabilities, or half of squared miss distances', () => {
  const at = planar(30, 40, 500, 900)
  expect(riskGoal({ kind: 'probability', probability: 1e-6 })).toBeCloseTo(Math.log(1e-6), LOG_DIGITS)
  expect(riskGoal({ kind: 'miss', missM: 200 })).toBe(-20_000)
  expect(riskValue({ kind: 'miss', missM: 200 }, at, 5)).toBe(-1250)
  const density = Math.exp(-0.5 * (0.06 ** 2 + (4 / 90) ** 2)) / (2 * Math.PI * 500 * 900)
  expect(Math.abs(riskValue(PROBABILITY, at, 5) - Math.log(Math.PI * 25 * density))).toBeLessThan(SMALL_DISC)
  // Another measure is used if it is named.
  expect(riskValue({ ...PROBABILITY, measure: (miss, radiusM) => (miss.xM * radiusM) / 1e4 }, at, 5)).toBe(
    Math.log(0.015),
  )
  // Below the smallest double the value continues with the exponent of the Gaussian approximation, here at 60 sigmas; its
  // variances include the disc's.
  const faint = riskValue(PROBABILITY, planar(6000, 0, 100, 200), 10)
  const [vx, vy] = [1e4 + 25, 4e4 + 25]
  expect(faint).toBeCloseTo(Math.log(100 / (2 * Math.sqrt(vx * vy))) - 3.6e7 / (2 * vx), FAINT_DIGITS)
})

test('riskValue() of a miss far outside a covariance thinner than the radius is lower than that of a widened Gaussian', () => {
  // Along x the disc ends 37 sigmas before the centre: ln P is below −½ · 37², while a Gaussian of σ² + R²/4 has −14.
  const value = riskValue(PROBABILITY, planar(30, 1000, 0.4, 822), 15)
  expect(value).toBeLessThanOrEqual(Math.log(FAINT))
  // Nearer, the probability is a normal double, and its logarithm is used.
  expect(riskValue(PROBABILITY, planar(17, 1000, 0.4, 822), 15)).toBeGreaterThan(-0.5 * (2 / 0.4) ** 2 - 20)
})

test('localRisk() of a miss is the circle about the other object', () => {
  expect(localRisk({ kind: 'miss', missM: 500 }, planar(30, -40, 5, 9), 5)).toEqual({
    at: [-30, 40],
    value: -1250,
    goal: -125_000,
    shape: [1, 1],
  })
})

/** Integrates the Gaussian over the disc, and its gradient by Gauss's theorem, ∂P/∂x = ∮ p n_x ds, about the miss. */
function discOf({ xM, yM, sigmaXM, sigmaYM }: ReturnType<typeof planar>['miss'], radiusM: number) {
  const density = (x: number, y: number) =>
    Math.exp(-0.5 * ((x / sigmaXM) ** 2 + (y / sigmaYM) ** 2)) / (2 * Math.PI * sigmaXM * sigmaYM)
  const [spokes, rings] = [64, 300]
  const sum = { p: 0, dx: 0, dy: 0 }
  for (let k = 0; k < spokes; k += 1) {
    const [c, s] = [Math.cos((2 * Math.PI * k) / spokes), Math.sin((2 * Math.PI * k) / spokes)]
    const edge = (density(xM + radiusM * c, yM + radiusM * s) * 2 * Math.PI * radiusM) / spokes
    sum.dx += edge * c
    sum.dy += edge * s
    for (let ring = 0; ring < rings; ring += 1) {
      const rho = (radiusM * (ring + 0.5)) / rings
      sum.p += (density(xM + rho * c, yM + rho * s) * 2 * Math.PI * rho * radiusM) / (rings * spokes)
    }
  }
  return sum
}

test('localRisk() has the value of the integral over the disc, and the gradient −d w', () => {
  const offset = fc.oneof(realBetween(-3, -0.1), realBetween(0.1, 3))
  fc.assert(
    fc.property(offset, offset, realBetween(1, 4), realBetween(0.05, 1.5), (x, y, ratio, radius) => {
      const sigma = 100
      const at = planar(x * sigma, y * sigma * ratio, sigma, sigma * ratio)
      const { p, dx, dy } = discOf(at.miss, radius * sigma)
      const risk = localRisk(PROBABILITY, at, radius * sigma)
      expect(Math.abs(risk.value - Math.log(p))).toBeLessThan(SUMMED)
      expect(risk.goal).toBe(Math.log(1e-6))
      expect(risk.at).toEqual([-at.miss.xM, -at.miss.yM])
      // In each axis, d = −∂ln P/∂x over x.
      expect(Math.abs(risk.shape[0] / (-dx / (p * at.miss.xM)) - 1)).toBeLessThan(SUMMED + DIFFERENCED)
      expect(Math.abs(risk.shape[1] / (-dy / (p * at.miss.yM)) - 1)).toBeLessThan(SUMMED + DIFFERENCED)
    }),
    { numRuns: 60 },
  )
})

test('localRisk() of a small disc agrees with the Gaussian, on an axis, off it, and below the smallest double', () => {
  for (const [xM, yM] of [
    [0, 0],
    [150, 0],
    [0, -300],
    [0.05, 0.1],
    [150, 300],
    // At 60 sigmas the digits of the probability are lost, but its exponent is not.
    [6000, 0],
  ] as const) {
    const [x, y] = localRisk(PROBABILITY, planar(xM, yM, 100, 200), 1).shape
    expect(Math.abs(x * 1e4 - 1), `${xM} ${yM}`).toBeLessThan(SMALL_DISC)
    expect(Math.abs(y * 4e4 - 1), `${xM} ${yM}`).toBeLessThan(SMALL_DISC)
  }
})

test('localRisk() in its approximation has variances widened by R²/4, and a peak of at most 1', () => {
  const [vx, vy] = [1e4 + 900, 4e4 + 900]
  const rough = localRisk(PROBABILITY, planar(150, 300, 100, 200), 60, true)
  expect(rough.shape[0] * vx).toBeCloseTo(1, SHARE_DIGITS)
  expect(rough.shape[1] * vy).toBeCloseTo(1, SHARE_DIGITS)
  const value = Math.log(3600 / (2 * Math.sqrt(vx * vy))) - 22_500 / (2 * vx) - 90_000 / (2 * vy)
  expect(rough.value).toBeCloseTo(value, LOG_DIGITS)
  // If the disc contains nearly the whole distribution, the exact value is kept, and the shape is from the approximation.
  const inside = localRisk(PROBABILITY, planar(1, 2, 1, 2), 100)
  expect(inside.value).toBeGreaterThan(Math.log(0.99))
  expect(inside.shape[0] * 2501).toBeCloseTo(1, SHARE_DIGITS)
  expect(inside.shape[1] * 2504).toBeCloseTo(1, SHARE_DIGITS)
  expect(localRisk(PROBABILITY, planar(0, 0, 1, 2), 100, true).value).toBe(0)
})
