import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SPEED_OF_LIGHT } from '../constants.ts'
import { realBetween } from '../testing/real-between.ts'
import { degToRad } from '../units.ts'
import { cross, dot, type Vec3 } from '../vec3.ts'
import { angleResidual, angularDistance } from './angles.ts'
import { type ObjectAt, sightLine, tangentAxes, unitVector } from './sight-line.ts'

/** The iteration of the light time ends below a picosecond, and converges by v/c = 2.5e-5 per step. */
const LIGHT_TIME_S = 1e-14

/** That error at 7.5e-3 rad/s, and the rounding of unit vectors and arctangents. */
const SAME_DIRECTION_RAD = 1e-15

/** The value was calculated by hand to a hundredth of an arcsecond. */
const HUNDREDTH_ARCSEC_DIGITS = 2

/** The constants of aberration have this accuracy. */
const MILLIARCSEC_DIGITS = 3

/** Axes of unit vectors are orthogonal to rounding. */
const ORTHOGONAL = 1e-15

/** The rounding of the triple product of unit vectors. */
const UNIT_DIGITS = 14

const ARCSECOND = degToRad(1 / 3600)

const observer = { r: [0, 0, 0] as Vec3, v: [0, 465, 0] as Vec3 }

/** The object passes 1000 km in front of the observer along y at 7.5 km/s. */
const passing: ObjectAt = (seconds) => ({ r: [1e6, 7500 * seconds, 0], v: [0, 7500, 0] })

test('sightLine() gives the direction of an object when the light left it', () => {
  const geometric = sightLine(passing, observer, { seconds: 0, reduction: 'geometric' })!
  expect(geometric).toMatchObject({ raRad: 0, decRad: 0, rangeM: 1e6, lightTimeS: 0 })
  const seen = sightLine(passing, observer, { seconds: 0, reduction: 'light-time' })!
  // c τ = √(10¹² + (7500 τ)²): τ = 10⁶ / √(c² − 7500²), calculated by hand.
  const lightTime = 1e6 / Math.sqrt(SPEED_OF_LIGHT ** 2 - 7500 ** 2)
  expect(Math.abs(seen.lightTimeS - lightTime)).toBeLessThan(LIGHT_TIME_S)
  expect(Math.abs(angleResidual(seen, { raRad: Math.atan2(-7500 * lightTime, 1e6), decRad: 0 }).eastRad)).toBeLessThan(
    SAME_DIRECTION_RAD,
  )
  // v/c of a satellite: 25 m at 1000 km, or 5″ (domain.md C21).
  expect(angularDistance(angleResidual(seen, geometric)) / ARCSECOND).toBeCloseTo(5.16, HUNDREDTH_ARCSEC_DIGITS)
})

test('sightLine() shifts a direction by the velocity of the Earth, 20.5″, and by the velocity of the observer', () => {
  const earthVelocity: Vec3 = [0, 0, 29_784.7]
  const seen = sightLine(passing, observer, { seconds: 0, reduction: 'light-time' })!
  const astrometric = sightLine(passing, observer, { seconds: 0, reduction: 'astrometric', earthVelocity })!
  // The constant of aberration, 20.49552″ (IAU 1976), for a mean speed of 29.7847 km/s.
  expect(-angleResidual(astrometric, seen).northRad / ARCSECOND).toBeCloseTo(20.4926, MILLIARCSEC_DIGITS)
  const apparent = sightLine(passing, observer, { seconds: 0, reduction: 'apparent' })!
  // Diurnal aberration at the equator, 0.3200″.
  expect(angleResidual(apparent, seen).eastRad / ARCSECOND).toBeCloseTo(0.32, MILLIARCSEC_DIGITS)
  expect(() => sightLine(passing, observer, { seconds: 0, reduction: 'astrometric' })).toThrow('earthVelocity')
  expect(sightLine(() => null, observer, { seconds: 0, reduction: 'geometric' })).toBeNull()
})

const ra = realBetween(0, 2 * Math.PI)

const dec = realBetween(-Math.PI / 2, Math.PI / 2)

const direction = fc.record({ raRad: ra, decRad: dec })

test('tangentAxes() are normal to the direction and to each other', () => {
  fc.assert(
    fc.property(direction, ({ raRad, decRad }) => {
      const { east, north } = tangentAxes(raRad, decRad)
      const u = unitVector(raRad, decRad)
      for (const product of [dot(east, north), dot(east, u), dot(north, u)])
        expect(Math.abs(product)).toBeLessThan(ORTHOGONAL)
      expect(dot(cross(east, north), u)).toBeCloseTo(1, UNIT_DIGITS)
    }),
  )
})
