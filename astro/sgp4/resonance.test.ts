import { expect, test } from 'vitest'
import { EGM2008_FIELD, type GravityField, makeFieldAcceleration } from '../dynamics/gravity.ts'
import { rotationX, rotationZ } from '../frames/rotation.ts'
import { type Mat3, multiply, transform, transpose } from '../mat3.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad, radToDeg } from '../units.ts'
import { dot, subtract, type Vec3 } from '../vec3.ts'
import { initSgp4 } from './init.ts'
import type { DeepSpace, Sgp4Model } from './model.ts'
import { makeIntegrator, resonantMotion } from './resonance.ts'
import { EARTH_ROTATION } from './resonance-init.ts'

/** The theory's harmonics are those of 1980, its eccentricity functions cubic fits: 3.5 % of the largest pull in a day. */
const HARMONICS_OF_1980 = 0.035
/** The difference between the equilibria of three harmonics and those of the full field. */
const EQUILIBRIUM_DEG = 1.5
/** An oscillation of 5° takes 0.2 % longer than a small one; its period is found to two days of four hundred. */
const PERIOD_RELATIVE = 0.03
/** Steps of half a day conserve the energy of a libration to this fraction of its amplitude. */
const ENERGY_DEG = 0.02
/** In a minute the acceleration, at most 1e-10 rad/min², changes by 4e-16 rad/min² with its angle; a jump would be larger. */
const JOIN_RADPMIN = 1e-15
/** The smallest of the six changes the mean motion by 9e-13 rad/min in a minute; the mean motion has a resolution of 2e-18 rad/min. */
const LEAST_PULL_RADPMIN = 5e-13
/** Digits of a cosine of a zero angle. */
const SAME_ANGLE_DIGITS = 14
/** Node and perigee are fixed here; J2 rotates them by 1.6e-4 rad in an hour, including the perigee of the half-day orbit. */
const TURNED_RAD = 2e-4

const EPOCH = parseTime('2026-03-20T00:00:00')
const DAY_MIN = 1440
const { gm } = EGM2008_FIELD

interface Shape {
  readonly revolutionsADay: 1 | 2
  readonly e: number
  readonly incDeg: number
  readonly perigeeDeg: number
}

function modelOf({ revolutionsADay, e, incDeg, perigeeDeg }: Shape): Sgp4Model & { readonly deep: DeepSpace } {
  const model = initSgp4({
    epoch: EPOCH,
    meanMotionRadPerS: (revolutionsADay * EARTH_ROTATION) / 60,
    eccentricity: e,
    bstar: 0,
    incRad: degToRad(incDeg),
    raanRad: 1,
    argPeriapsisRad: degToRad(perigeeDeg),
    meanAnomalyRad: 2,
  })
  if (model.deep === undefined) throw new Error('no deep space')
  return { ...model, deep: model.deep }
}

/** Returns a synchronous satellite at rest over a longitude: the changes of the theory to the mean motion are removed. */
function restingAt(lonDeg: number): Sgp4Model & { readonly deep: DeepSpace } {
  const model = modelOf({ revolutionsADay: 1, e: 1e-4, incDeg: 0.1, perigeeDeg: 30 })
  return { ...model, deep: { ...model.deep, xlamo: degToRad(lonDeg), xfact: -model.near.meanMotion } }
}

/** Returns the longitude, deg, and mean motion, rad/min, `t` minutes later. */
function motion({ near, deep }: Sgp4Model & { readonly deep: DeepSpace }, t: number, integrator = makeIntegrator()) {
  const { meanMotion, meanAnomaly } = resonantMotion({ near, deep, t }, { node: 0, argPerigee: 0 }, integrator)
  const theta = (deep.gsto + t * EARTH_ROTATION) % (2 * Math.PI)
  return { lonDeg: radToDeg(meanAnomaly - theta), meanMotion }
}

test('a satellite drifts to 75° E and 105° W, and away from 162° E and 11° W', () => {
  // E. M. Soop, Handbook of Geostationary Orbits, §4.3. A decreasing mean motion causes a drift to the west.
  for (const [lonDeg, isStable] of [
    [75.1, true],
    [254.7, true],
    [161.9, false],
    [348.5, false],
  ] as const) {
    const change = (by: number) => motion(restingAt(lonDeg + by), 10).meanMotion - restingAt(0).near.meanMotion
    expect(Math.sign(change(EQUILIBRIUM_DEG)), `east of ${lonDeg}°`).toBe(isStable ? -1 : 1)
    expect(Math.sign(change(-EQUILIBRIUM_DEG)), `west of ${lonDeg}°`).toBe(isStable ? 1 : -1)
  }
})

test('a reused integrator gives the same states as a new one, forwards, backwards and back again', () => {
  for (const model of [restingAt(40), modelOf({ revolutionsADay: 2, e: 0.7, incDeg: 63.4, perigeeDeg: 270 })]) {
    const kept = makeIntegrator()
    for (const days of [0, 0.3, 0.5, 3.2, 40, 39, 0.1, -0.2, -7, -30, -29, 5])
      expect(motion(model, days * DAY_MIN, kept)).toEqual(motion(model, days * DAY_MIN))
  }
})

test('value and rate are continuous from one step to the next', () => {
  for (const model of [restingAt(40), modelOf({ revolutionsADay: 2, e: 0.7, incDeg: 63.4, perigeeDeg: 270 })])
    for (const join of [720, -720, 7200]) {
      const of = (by: number) => motion(model, join + by)
      expect(Math.abs(of(1).meanMotion - 2 * of(0).meanMotion + of(-1).meanMotion)).toBeLessThan(JOIN_RADPMIN)
    }
})

/** The harmonics in the theory of one and of two revolutions a day, degree and order. */
const HARMONICS = { 1: ['2,2', '3,1', '3,3'], 2: ['2,2', '3,2', '4,4', '5,2', '5,4'] } as const

/** Returns today's field with only these harmonics: C and S in turn for the orders 0 to n of each degree n from 2. */
function fieldOf(harmonics: readonly string[]): GravityField {
  const coefficients: number[] = []
  for (let degree = 2; degree <= 5; degree += 1)
    for (let order = 0; order <= degree; order += 1)
      for (const part of [0, 1]) {
        const at = degree * (degree + 1) - 6 + 2 * order + part
        coefficients.push(harmonics.includes(`${degree},${order}`) ? EGM2008_FIELD.coefficients[at]! : 0)
      }
  return { ...EGM2008_FIELD, degree: 5, coefficients }
}

/**
 * Returns dn/dt, rad/min², by today's gravity field, averaged over a sidereal day, for an orbit whose node has the longitude `nodeRad`
 * and whose mean anomaly is `M0` at the start. The power v·f changes the energy −GM/2a, so that dn/dt = −(3 n a/GM) ⟨v·f⟩.
 */
function averagedPull({ revolutionsADay, e, incDeg, perigeeDeg }: Shape, [nodeRad, M0]: readonly [number, number]) {
  const [whole, zonal] = [5, 0].map((order) =>
    makeFieldAcceleration(fieldOf(HARMONICS[revolutionsADay]), { degree: 5, order }),
  )
  const n = (revolutionsADay * EARTH_ROTATION) / 60
  const a = Math.cbrt(gm / n ** 2)
  const beta = Math.sqrt(1 - e * e)
  const nodes = 120 * revolutionsADay
  let power = 0
  for (let k = 0; k < nodes; k += 1) {
    const E = (2 * Math.PI * revolutionsADay * (k + 0.5)) / nodes
    const [c, s, share] = [Math.cos(E), Math.sin(E), 1 - e * Math.cos(E)]
    const turned = nodeRad - (E - e * s - M0) / revolutionsADay
    const axes: Mat3 = transpose(
      multiply(multiply(rotationZ(degToRad(perigeeDeg)), rotationX(degToRad(incDeg))), rotationZ(turned)),
    )
    const r: Vec3 = transform(axes, [a * (c - e), a * beta * s, 0])
    const v: Vec3 = transform(axes, [(-n * a * s) / share, (n * a * beta * c) / share, 0])
    power += (share / nodes) * dot(v, subtract(whole!(r), zonal!(r)))
  }
  return ((-3 * n * a) / gm) * power * 3600
}

test('a satellite oscillates around 75° E in the two years that follow from the slope of the field', () => {
  const swing = (from: number) => {
    const [model, integrator] = [restingAt(from), makeIntegrator()]
    return Array.from({ length: 500 }, (_, k) => motion(model, 2 * k * DAY_MIN, integrator).lonDeg)
  }
  const found = swing(80)
  const turning = found.indexOf(Math.min(...found))
  // A pendulum with small oscillations: 2π/√(−dṅ/dλ), about 2.2 years.
  const shape = { revolutionsADay: 1, e: 1e-4, incDeg: 0.1, perigeeDeg: 0 } as const
  const [west, east] = [72, 78].map((lonDeg) => averagedPull(shape, [degToRad(lonDeg), 0]))
  const periodDays = (2 * Math.PI) / Math.sqrt((west! - east!) / degToRad(6)) / DAY_MIN
  expect(Math.abs((4 * turning) / periodDays - 1)).toBeLessThan(PERIOD_RELATIVE)
  expect(periodDays).toBeGreaterThan(2 * 365)
  expect(periodDays).toBeLessThan(2.6 * 365)
  const back = found.slice(turning)
  expect(Math.abs(Math.max(...back) - 80)).toBeLessThan(ENERGY_DEG)
  // A large oscillation takes longer.
  const far = swing(100)
  expect(far.indexOf(Math.min(...far))).toBeGreaterThan(turning)
})

test.each([
  ['a geostationary orbit', { revolutionsADay: 1, e: 1e-3, incDeg: 0.5, perigeeDeg: 20 }],
  ['an inclined synchronous orbit', { revolutionsADay: 1, e: 0.05, incDeg: 50, perigeeDeg: 100 }],
  ['a retrograde synchronous orbit', { revolutionsADay: 1, e: 0.02, incDeg: 120, perigeeDeg: 70 }],
  ['a Molniya orbit', { revolutionsADay: 2, e: 0.7, incDeg: 63.4, perigeeDeg: 270 }],
  ['a Molniya orbit whose perigee has moved', { revolutionsADay: 2, e: 0.72, incDeg: 64, perigeeDeg: 282 }],
  ['a transfer orbit of half a day', { revolutionsADay: 2, e: 0.6, incDeg: 28, perigeeDeg: 180 }],
] as const)('the Earth’s uneven equator pulls %s as its gravity field does over a day', (_name, shape) => {
  const model = modelOf(shape)
  const M0 = 2
  const places = Array.from({ length: 8 }, (_, k) => (2 * Math.PI * k) / 8)
  const [theirs, ours] = [
    places.map((node) => averagedPull(shape, [node, M0])),
    places.map((node) => {
      // The resonant angles: M + ω + Ω − θ of one revolution a day, M + 2 (Ω − θ) of two.
      const angle = shape.revolutionsADay === 1 ? M0 + degToRad(shape.perigeeDeg) + node : M0 + 2 * node
      return motion({ ...model, deep: { ...model.deep, xlamo: angle } }, 1).meanMotion - model.near.meanMotion
    }),
  ]
  const largest = Math.max(...theirs.map(Math.abs))
  expect(largest).toBeGreaterThan(LEAST_PULL_RADPMIN)
  for (const [k, pull] of theirs.entries())
    expect(Math.abs(ours[k]! - pull) / largest, `node at ${45 * k}°`).toBeLessThan(HARMONICS_OF_1980)
})

test('the mean anomaly starts at that of the elements, and changes at the mean motion', () => {
  for (const revolutionsADay of [1, 2] as const) {
    const { near, deep } = modelOf({ revolutionsADay, e: 0.6, incDeg: 50, perigeeDeg: 80 })
    const at = (t: number) => resonantMotion({ near, deep, t }, near).meanAnomaly
    expect(Math.cos(at(0) - near.meanAnomaly)).toBeCloseTo(1, SAME_ANGLE_DIGITS)
    // An hour later it has increased by an hour of the mean motion.
    const turned = at(60) - near.meanAnomaly - 60 * revolutionsADay * EARTH_ROTATION
    expect(Math.abs(Math.sin(turned))).toBeLessThan(TURNED_RAD)
  }
})

test('resonance requires one revolution a day, or two on an eccentric orbit', () => {
  const kind = (periodMin: number, eccentricity: number) =>
    initSgp4({
      epoch: EPOCH,
      meanMotionRadPerS: (2 * Math.PI) / (periodMin * 60),
      eccentricity,
      bstar: 0,
      incRad: degToRad(54.7),
      raanRad: 1,
      argPeriapsisRad: 1,
      meanAnomalyRad: 2,
    }).deep?.resonance
  expect([1190, 1210, 1436, 1790, 1810].map((minutes) => kind(minutes, 0.1))).toEqual([0, 1, 1, 1, 0])
  expect([670, 690, 718, 755, 770].map((minutes) => kind(minutes, 0.7))).toEqual([0, 2, 2, 2, 0])
  expect([kind(718, 0.49), kind(718, 0.51)]).toEqual([0, 2])
})
