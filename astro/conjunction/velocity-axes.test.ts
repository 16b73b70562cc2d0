import { expect, test } from 'vitest'
import { alongVelocity } from './velocity-axes.ts'

/** The numbers below are written with six decimals. */
const WRITTEN_DIGITS = 6

/**
 * An orbit that climbs at 30°: r along x, v = 7 km/s along (1/2, √3/2, 0), so that R is x, T is y, N is z. Calculated by hand from the
 * definitions of the registry: x of both axes is v/|v| = (0.5, 0.866 025 4, 0).
 */
const STATE = { r: [7e6, 0, 0], v: [3_500, 7_000 * Math.sqrt(0.75), 0] } as const

test('alongVelocity() of a miss of 100 m radially, 200 m along-track and 300 m cross-track', () => {
  const found = alongVelocity(
    STATE,
    [100, 200, 300],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  )
  const [tangential, inward] = [0.5 * 100 + 0.866_025_403_784 * 200, -0.866_025_403_784 * 100 + 0.5 * 200]
  for (const [axis, value] of [tangential, inward, 300].entries())
    expect(found.tnw[axis]).toBeCloseTo(value, WRITTEN_DIGITS)
  // 223.205 081 m along the velocity and 13.397 460 m inward.
  expect([found.tnw[0], found.tnw[1]].map((one) => one.toFixed(6))).toEqual(['223.205081', '13.397460'])
  for (const [axis, value] of [tangential, 300, -inward].entries())
    expect(found.vnb[axis]).toBeCloseTo(value, WRITTEN_DIGITS)
})

test('alongVelocity() rotates the covariance with the axes, and returns null without one', () => {
  // 10 m radially, 100 m along-track, 20 m cross-track: along the velocity ¼·10² + ¾·100² = 7525 m², across ¾·10² + ¼·100² = 2575 m².
  const found = alongVelocity(
    STATE,
    [1, 1, 1],
    [
      [100, 0, 0],
      [0, 10_000, 0],
      [0, 0, 400],
    ],
  )
  const written = (sigma: readonly number[] | null) => sigma?.map((one) => (one * one).toFixed(6))
  expect(written(found.sigmaTnw)).toEqual(['7525.000000', '2575.000000', '400.000000'])
  expect(written(found.sigmaVnb)).toEqual(['7525.000000', '400.000000', '2575.000000'])
  const none = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ] as const
  expect(alongVelocity(STATE, [1, 1, 1], none)).toMatchObject({ sigmaTnw: null, sigmaVnb: null })
})

test('alongVelocity() refuses a straight line, which has no orbit normal', () => {
  const one = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const
  expect(() => alongVelocity({ r: [7e6, 0, 0], v: [7e3, 0, 0] }, [1, 1, 1], one)).toThrow(RangeError)
})
