import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCartesian } from '../orbit/elements.ts'
import { realBetween } from '../testing/real-between.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import type { Vec3 } from '../vec3.ts'
import { chartFor, hitsGround, leastRound } from './mean-equinoctial.ts'

/** Elements there and back, with eccentricities up to 0.9; the largest error in 30,000 cases is 3e-14 of the mean motion. */
const THERE_AND_BACK = 1e-13
/** The rounding of poles and their angles from a few operations: 5e-15. */
const POLE_DIGITS = 14
/** The same for numbers of 1e-6. */
const LEAST_ROUND_DIGITS = 20
/** WGS-72, as in SGP4: m³/s², m. */
const [GM, RADIUS_M] = [3.986_008e14, 6_378_135]

const EPOCH = parseTime('2026-03-20T00:00:00')
const orbit = (more: Partial<Parameters<typeof toCartesian>[0]> = {}) => ({
  semiMajorAxisM: 8e6,
  eccentricity: 0.1,
  incRad: 1,
  raanRad: 2,
  argPeriapsisRad: 3,
  trueAnomalyRad: 0,
  ...more,
})
const angleBetween = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))

test('chartFor() returns the Keplerian elements of any ellipse, prograde or retrograde', () => {
  const angle = realBetween(0.01, 6.27)
  fc.assert(
    fc.property(realBetween(0.02, 0.9), realBetween(1, 179), angle, angle, (eccentricity, incDeg, node, perigee) => {
      const shape = orbit({ eccentricity, incRad: degToRad(incDeg), raanRad: node, argPeriapsisRad: perigee })
      const state = toCartesian(shape, GM)
      const chart = chartFor(state)
      const found = chart.toMeanElements(chart.osculating(state)!, { epoch: EPOCH, bstar: 1e-4 })
      expect(Math.abs(found.meanMotionRadPerS / Math.sqrt(GM / 8e6 ** 3) - 1)).toBeLessThan(THERE_AND_BACK)
      expect(Math.abs(found.eccentricity - eccentricity)).toBeLessThan(THERE_AND_BACK)
      expect(Math.abs(found.incRad - shape.incRad)).toBeLessThan(THERE_AND_BACK)
      expect(angleBetween(found.raanRad, node) * Math.sin(shape.incRad)).toBeLessThan(THERE_AND_BACK)
      // At the perigee the mean anomaly is 0. Perigee and anomaly have the same rounding, because both are found from e.
      expect(angleBetween(found.argPeriapsisRad + found.meanAnomalyRad, perigee)).toBeLessThan(THERE_AND_BACK)
      expect([found.epoch, found.bstar]).toEqual([EPOCH, 1e-4])
    }),
    { numRuns: 40 },
  )
})

test("the mirror of a retrograde orbit has i' = 180° − i, and its node on the other side of x", () => {
  const plane = { incRad: degToRad(100), raanRad: 0.7 }
  const state = toCartesian(orbit({ ...plane }), GM)
  const chart = chartFor(state)
  const { chi, psi } = chart.poleOf(plane)
  // tan(80°/2) at −0.7 rad.
  expect(Math.hypot(chi, psi)).toBeCloseTo(Math.tan(degToRad(40)), POLE_DIGITS)
  expect(Math.atan2(chi, psi)).toBeCloseTo(-0.7, POLE_DIGITS)
  const found = chart.osculating(state)!
  expect(found.chi).toBeCloseTo(chi, POLE_DIGITS)
  expect(found.psi).toBeCloseTo(psi, POLE_DIGITS)
  // The pole of a prograde orbit is unchanged.
  const eastward = chartFor(toCartesian(orbit(), GM)).poleOf({ incRad: 1, raanRad: 2 })
  expect(Math.hypot(eastward.chi, eastward.psi)).toBeCloseTo(Math.tan(0.5), POLE_DIGITS)
  expect(Math.atan2(eastward.chi, eastward.psi)).toBeCloseTo(2, POLE_DIGITS)
})

test('a polar orbit is prograde or retrograde depending on the side on which it passes the poles', () => {
  for (const [incDeg, below] of [
    [89.999, true],
    [90.001, false],
  ] as const) {
    const { chi, psi } = chartFor(toCartesian(orbit({ incRad: degToRad(incDeg) }), GM)).poleOf({
      incRad: 0.1,
      raanRad: 0,
    })
    expect(Math.hypot(chi, psi) < 0.1).toBe(below)
  }
})

test('chartFor() returns no elements for a state that is not on an ellipse', () => {
  const r: Vec3 = [7e6, 0, 0]
  const escapeMps = Math.sqrt((2 * GM) / 7e6)
  for (const v of [
    [0, escapeMps * 1.001, 0],
    [100, 0, 0],
  ] as const)
    expect(chartFor({ r, v }).osculating({ r, v })).toBeNull()
})

test('leastRound() raises only eccentricities below the smallest of SGP4, and keeps their direction', () => {
  const mean = { meanMotionRadps: 1e-3, af: 0, ag: 0, chi: 0.1, psi: 0.2, meanLongitudeRad: 1 }
  expect(leastRound(mean)).toEqual({ ...mean, af: 1e-6 })
  const tiny = leastRound({ ...mean, af: -3e-9, ag: 4e-9 })
  expect(tiny.af).toBeCloseTo(-0.6e-6, LEAST_ROUND_DIGITS)
  expect(tiny.ag).toBeCloseTo(0.8e-6, LEAST_ROUND_DIGITS)
  const eccentric = { ...mean, af: 1e-6, ag: 1e-6 }
  expect(leastRound(eccentric)).toBe(eccentric)
})

test('hitsGround() tests for a perigee below the equatorial radius, at any place on the ellipse', () => {
  const perigee = realBetween(0.5 * RADIUS_M, 2 * RADIUS_M)
  fc.assert(
    fc.property(perigee, realBetween(0, 0.9), realBetween(0, 6.28), (perigeeM, eccentricity, trueAnomalyRad) => {
      fc.pre(Math.abs(perigeeM - RADIUS_M) > 1)
      const shape = orbit({ semiMajorAxisM: perigeeM / (1 - eccentricity), eccentricity, trueAnomalyRad })
      expect(hitsGround(toCartesian(shape, GM))).toBe(perigeeM < RADIUS_M)
    }),
    { numRuns: 40 },
  )
  // Rounding moves a circle at this radius up and down by at most a tenth of a metre.
  const circle = (radius: number) => hitsGround(toCartesian(orbit({ semiMajorAxisM: radius, eccentricity: 0 }), GM))
  expect([circle(RADIUS_M - 10), circle(RADIUS_M + 10)]).toEqual([true, false])
})
