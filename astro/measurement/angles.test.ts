import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom, standardNormal } from '../random.ts'
import { realBetween } from '../testing/real-between.ts'
import { degToRad } from '../units.ts'
import { cross, dot, norm, type Vec3 } from '../vec3.ts'
import { addNoise, angleResidual, angularDistance, noiseCovariance, residualSquared } from './angles.ts'
import { type ObjectAt, sightLine, unitVector } from './sight-line.ts'

/** The rounding of rates of 7.5e-3 rad/s, which are quotients of given numbers. */
const RATE_DIGITS = 15

/** Near the poles the rounding of right ascension is 1e-16 over the cosine of the declination. */
const POLE_RAD = 1e-9

/** For angles of 1e-6 rad the second order is a relative 1e-6. */
const SMALL_ANGLE_DIGITS = 5

/** The rounding of square roots of sums of squares of arcseconds. */
const NOISE_DIGITS = 10

const ARCSECOND = degToRad(1 / 3600)

const observer = { r: [0, 0, 0] as Vec3, v: [0, 465, 0] as Vec3 }

/** The object passes 1000 km in front of the observer along y at 7.5 km/s. */
const passing: ObjectAt = (seconds) => ({ r: [1e6, 7500 * seconds, 0], v: [0, 7500, 0] })

test('sightLine() returns the rates on the sky', () => {
  const line = sightLine(passing, observer, { seconds: 0, reduction: 'geometric' })!
  expect(line.eastRateRadps).toBeCloseTo((7500 - 465) / 1e6, RATE_DIGITS)
  expect(line.ownEastRateRadps).toBeCloseTo(7500 / 1e6, RATE_DIGITS)
  expect(line.northRateRadps).toBe(0)
})

const ra = realBetween(0, 2 * Math.PI)

const dec = realBetween(-Math.PI / 2, Math.PI / 2)

const direction = fc.record({ raRad: ra, decRad: dec })

test('angleResidual() has the length of the angle between two directions, everywhere', () => {
  fc.assert(
    fc.property(direction, direction, (a, b) => {
      const [u, v] = [unitVector(a.raRad, a.decRad), unitVector(b.raRad, b.decRad)]
      const expected = Math.atan2(norm(cross(u, v)), dot(u, v))
      expect(Math.abs(angularDistance(angleResidual(a, b)) - expected)).toBeLessThan(POLE_RAD)
      expect(Math.abs(angularDistance(angleResidual(b, a)) - expected)).toBeLessThan(POLE_RAD)
    }),
  )
})

test('angleResidual() is (Δα cos δ, Δδ) for small residuals, also across 0 h', () => {
  const residual = angleResidual({ raRad: 1e-6, decRad: 1.0 + 2e-6 }, { raRad: 2 * Math.PI - 1e-6, decRad: 1.0 })
  expect(residual.eastRad / (2e-6 * Math.cos(1))).toBeCloseTo(1, SMALL_ANGLE_DIGITS)
  expect(residual.northRad / 2e-6).toBeCloseTo(1, SMALL_ANGLE_DIGITS)
})

test('noiseCovariance() extends the noise along the motion, and residualSquared() weights by it', () => {
  const noise = { sigmaRad: 2 * ARCSECOND, timeSigmaS: 1e-3 }
  const covariance = noiseCovariance(noise, { eastRateRadps: degToRad(1), northRateRadps: 0 })
  expect(Math.sqrt(covariance.eastEast) / ARCSECOND).toBeCloseTo(Math.hypot(2, 3.6), NOISE_DIGITS)
  expect(Math.sqrt(covariance.northNorth) / ARCSECOND).toBeCloseTo(2, NOISE_DIGITS)
  expect(residualSquared({ eastRad: 0, northRad: 6 * ARCSECOND }, covariance)).toBeCloseTo(9, NOISE_DIGITS)
  const tilted = noiseCovariance(noise, { eastRateRadps: 0.01, northRateRadps: 0.02 })
  const [along, across] = [
    { eastRad: 1e-5, northRad: 2e-5 },
    { eastRad: 2e-5, northRad: -1e-5 },
  ]
  expect(residualSquared(along, tilted)).toBeLessThan(residualSquared(across, tilted))
  expect(() => noiseCovariance({ sigmaRad: 0 }, { eastRateRadps: 0, northRateRadps: 0 })).toThrow(RangeError)
  expect(() => residualSquared({ eastRad: 0, northRad: 0 }, { eastEast: 1, eastNorth: 2, northNorth: 1 })).toThrow(
    RangeError,
  )
})

test('addNoise() scatters with its stated covariance', () => {
  const line = sightLine(passing, observer, { seconds: 20, reduction: 'light-time' })!
  const noise = { sigmaRad: 3 * ARCSECOND, timeSigmaS: 2e-3 }
  const covariance = noiseCovariance(noise, line)
  const normal = standardNormal(seededRandom(8))
  const count = 4000
  let sum = 0
  for (let i = 0; i < count; i += 1)
    sum += residualSquared(angleResidual(addNoise(line, noise, normal), line), covariance)
  // χ² with two degrees of freedom: mean 2, standard deviation 2; the tolerance is four sigmas of the mean.
  expect(Math.abs(sum / count - 2)).toBeLessThan((4 * 2) / Math.sqrt(count))
})
