import fc from 'fast-check'
import { json2satrec, sgp4 } from 'satellite.js'
import { expect, test } from 'vitest'
import { GM_EARTH, SECONDS_PER_DAY } from '../constants.ts'
import { realBetween } from '../testing/real-between.ts'
import { degToRad, radToDeg, wrapPi } from '../units.ts'
import {
  isInRing,
  leastAngle,
  meanLongitude,
  meanSeparation,
  type OrbitShape,
  orbitOfElementsAt,
  planeAngle,
  radialReachM,
} from './element-set-orbit.ts'

const RADIUS_M = 7_000_000
const circle = (axisM: number, more: Partial<OrbitShape> = {}): OrbitShape => ({
  meanMotionRadPerS: Math.sqrt(GM_EARTH / axisM ** 3),
  eccentricity: 0,
  incRad: degToRad(97.8),
  raanRad: 1,
  argPeriapsisRad: 0,
  meanAnomalyRad: 0,
  ...more,
})

/** J2 turns the perigees of two heights by rates that differ by up to 6e-3 of the difference of their mean motions. */
const J2_SHARE = 0.01

test('an object that flies higher falls behind by 3π times the difference of the heights in each revolution', () => {
  const higherM = 1_000
  const separation = meanSeparation(
    orbitOfElementsAt(circle(RADIUS_M), 0),
    orbitOfElementsAt(circle(RADIUS_M + higherM, { meanAnomalyRad: 0.01 }), 0),
  )
  const revolutionS = 2 * Math.PI * Math.sqrt(RADIUS_M ** 3 / GM_EARTH)
  expect(separation.angleRad).toBeCloseTo(0.01, ANGLE_DIGITS)
  const perRevolution = (separation.rate * revolutionS * RADIUS_M) / (-3 * Math.PI * higherM)
  expect(Math.abs(perRevolution - 1)).toBeLessThan(J2_SHARE)
})
/** Rounding of angles of a few radians. */
const ANGLE_DIGITS = 12

/** The inclination of 98.6° is printed to 0.1°, which is 0.012° a day. */
const NODE_DEG_PER_DAY = 0.012

test('the node of a sun-synchronous orbit, 98.6° at 800 km, turns once in a year', () => {
  const { raanRate } = orbitOfElementsAt(circle(6_378_137 + 800_000, { incRad: degToRad(98.6) }), 0)
  expect(Math.abs(radToDeg(raanRate) * SECONDS_PER_DAY - 360 / 365.2422)).toBeLessThan(NODE_DEG_PER_DAY)
})

type OrbitInDegrees = {
  readonly revPerDay: number
  readonly eccentricity: number
  readonly inclination: number
  readonly node: number
  readonly perigee: number
  readonly anomaly: number
}
const NEAR: OrbitInDegrees = {
  revPerDay: 14.8,
  eccentricity: 0.0012,
  inclination: 97.6,
  node: 120,
  perigee: 80,
  anomaly: 10,
}

const shapeOf = (set: OrbitInDegrees): OrbitShape => ({
  meanMotionRadPerS: (set.revPerDay * 2 * Math.PI) / SECONDS_PER_DAY,
  eccentricity: set.eccentricity,
  incRad: degToRad(set.inclination),
  raanRad: degToRad(set.node),
  argPeriapsisRad: degToRad(set.perigee),
  meanAnomalyRad: degToRad(set.anomaly),
})

/** Returns a state by another program, km and km/s in TEME. */
function stateByOtherProgram(set: OrbitInDegrees, minutes: number) {
  const record = json2satrec({
    OBJECT_NAME: 'TEST',
    OBJECT_ID: '2000-001A',
    EPOCH: '2026-11-20T00:00:00.000',
    MEAN_MOTION: set.revPerDay,
    ECCENTRICITY: set.eccentricity,
    INCLINATION: set.inclination,
    RA_OF_ASC_NODE: set.node,
    ARG_OF_PERICENTER: set.perigee,
    MEAN_ANOMALY: set.anomaly,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: '90001',
    ELEMENT_SET_NO: 1,
    REV_AT_EPOCH: 1,
    BSTAR: 0,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
  })
  const state = sgp4(record, minutes)
  if (!state) throw new Error('satellite.js has no state.')
  return state
}
type Xyz = { readonly x: number; readonly y: number; readonly z: number }
const crossOf = (a: Xyz, b: Xyz) => ({ x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x })
const dotOf = (a: Xyz, b: Xyz) => a.x * b.x + a.y * b.y + a.z * b.z
const sizeOf = (a: Xyz) => Math.hypot(a.x, a.y, a.z)

/** The periodic terms of J2 turn a plane by up to 0.01°; those of two near orbits nearly cancel. */
const PLANE_DEG = 0.01
/** The equation of the centre moves an object by 2e = 0.14° from its mean place, twice for two objects; J2 by less. */
const ALONG_DEG = 0.3

test.each([
  ['another node', { node: 120.4 }],
  ['another inclination and height', { inclination: 97.9, revPerDay: 14.79 }],
  ['another perigee', { perigee: 200, anomaly: 252 }],
])('two days after the epoch, plane and place along the track are those of another program: %s', (_, change) => {
  const other = { ...NEAR, ...change }
  const minutes = 2 * 1_440
  const [a, b] = [stateByOtherProgram(NEAR, minutes), stateByOtherProgram(other, minutes)]
  const [h, k] = [crossOf(a.position, a.velocity), crossOf(b.position, b.velocity)]
  const angle = Math.asin(sizeOf(crossOf(h, k)) / sizeOf(h) / sizeOf(k))
  const [ours, theirs] = [
    orbitOfElementsAt(shapeOf(NEAR), 60 * minutes),
    orbitOfElementsAt(shapeOf(other), 60 * minutes),
  ]
  expect(Math.abs(radToDeg(planeAngle(ours, theirs) - angle))).toBeLessThan(PLANE_DEG)
  const along = crossOf(h, a.position)
  const ahead = Math.atan2(dotOf(b.position, along) / sizeOf(along), dotOf(b.position, a.position) / sizeOf(a.position))
  expect(Math.abs(radToDeg(wrapPi(meanSeparation(ours, theirs).angleRad - ahead)))).toBeLessThan(ALONG_DEG)
})

/** Second order of the eccentricities: a e² is 10 m; the periodic terms of J2 differ by some tens of metres. */
const RADIAL_M = 100

test('the radial reach is the greatest difference of the radii of two Kepler orbits at one angle', () => {
  const [ours, theirs] = [
    orbitOfElementsAt(circle(RADIUS_M, { eccentricity: 0.001, argPeriapsisRad: 0.4 }), 0),
    orbitOfElementsAt(circle(RADIUS_M + 3_000, { eccentricity: 0.0008, argPeriapsisRad: 2.9 }), 0),
  ]
  const radius = (axis: number, e: number, from: number, angle: number) =>
    (axis * (1 - e ** 2)) / (1 + e * Math.cos(angle - from))
  const apart = Array.from({ length: 3_600 }, (_, at) => {
    const angle = (at * Math.PI) / 1_800
    return Math.abs(radius(RADIUS_M + 3_000, 0.0008, 2.9, angle) - radius(RADIUS_M, 0.001, 0.4, angle))
  })
  expect(Math.abs(radialReachM(ours, theirs) - Math.max(...apart))).toBeLessThan(RADIAL_M)
})

/** Sampling an angle at a thousand times misses its least value by half a step at most. */
const SAMPLES = 1_000

test('leastAngle() is the least of an angle that moves evenly', () => {
  fc.assert(
    fc.property(realBetween(-4, 4), realBetween(-0.02, 0.02), realBetween(-500, 0), realBetween(1, 500), (...drawn) => {
      const [angleRad, rate, fromS, lengthS] = drawn
      const sampled = Array.from({ length: SAMPLES + 1 }, (_, at) =>
        Math.abs(wrapPi(angleRad + rate * (fromS + (lengthS * at) / SAMPLES))),
      )
      const least = leastAngle({ angleRad, rate }, fromS, fromS + lengthS)
      const stepRad = Math.abs(rate) * (lengthS / SAMPLES) + Number.EPSILON * 100
      expect(least).toBeLessThanOrEqual(Math.min(...sampled) + stepRad)
      expect(least).toBeGreaterThanOrEqual(Math.min(...sampled) - stepRad)
    }),
  )
})

const RING_AXIS_M = 42_164_170
const ring = (axisM: number) => orbitOfElementsAt(circle(axisM, { incRad: 0.001, raanRad: 2 }), 0)
/** The next order of the height: 10 km of 42,164 km; and the drift that J2 makes of it. */
const DRIFT_SHARE = 2e-3

test('ten kilometres above the geostationary orbit the longitude drifts by −3/2 n Δa/a, 0.128° a day to the west', () => {
  const drift = (axisM: number) => radToDeg(meanLongitude(ring(axisM), 0).rate) * SECONDS_PER_DAY
  const expected = (-1.5 * 360.9856 * 10_000) / RING_AXIS_M
  expect((drift(RING_AXIS_M + 10_000) - drift(RING_AXIS_M)) / expected - 1).toSatisfy(
    (share: number) => Math.abs(share) < DRIFT_SHARE,
  )
})

test('the geostationary ring is 200 km above and below, and 15° north and south', () => {
  expect([0, 199_000, -199_000, 201_000, -201_000].map((up) => isInRing(ring(RING_AXIS_M + up)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  const inclined = (degrees: number) => orbitOfElementsAt(circle(RING_AXIS_M, { incRad: degToRad(degrees) }), 0)
  expect([14.9, 15.1].map((degrees) => isInRing(inclined(degrees)))).toEqual([true, false])
})
