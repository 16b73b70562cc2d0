import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { type Mat3, multiply, transpose } from '../mat3.ts'
import { toCartesian } from '../orbit/elements.ts'
import { realBetween } from '../testing/real-between.ts'
import { degToRad } from '../units.ts'
import { add, norm, subtract, type Vec3 } from '../vec3.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import reference from './local.reference.json' with { type: 'json' }
import { inertialRsw, LOCAL_FRAMES, type LocalFrame, localRotation, parseLocalFrame } from './local.ts'
import { invert, type PositionVelocity, rotateCovariance, rotateState } from './rotation.ts'

/** Fourteen digits of rates of up to a hundredth of a radian per second. */
const RATE_ROUNDING_RAD_S = 1e-16

/** The rounding of a product of rotations, also for nearly circular orbits. */
const IDENTITY_ROUNDING = 1e-13
/** Digits of the determinant of a rotation. */
const UNIT_DIGITS = 12
/** Relative positions of kilometres, rotated there and back. */
const BACK_M = 1e-9
/** Relative velocities, rotated there and back. */
const BACK_MPS = 1e-11
/** Digits of rates of 1e-3 rad/s. */
const RATE_DIGITS = 12

const ROUNDING = 5e-14 // PQW of a nearly circular orbit: rounding divided by its eccentricity of 1e-3.
const { aM, incDeg, raanDeg } = reference.orbit

/** Returns the matrix of a unit quaternion (scalar last), a rotation to its axes. */
function matrixOf([x, y, z, w]: [number, number, number, number]): Mat3 {
  return [
    [w * w + x * x - y * y - z * z, 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), w * w - x * x + y * y - z * z, 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), w * w - x * x - y * y + z * z],
  ]
}

function apart(a: Mat3, b: Mat3): number {
  const [x, y, z] = multiply(a, transpose(b))
  return Math.hypot(y[2] - z[1], z[0] - x[2], x[1] - y[0]) / 2
}

const STK_RAD = 2e-3 * RAD_PER_ARCSEC // The drift of STK's orbit from the given elements in a day.
const STK_RATE = 1e-11

test.each([
  ['RSW', 'LVLH'],
  ['TNW', 'TNW'],
] as const)('localRotation() of %s is the %s of STK along an orbit', (frame, name) => {
  for (const row of reference.stk.find((set) => set.frame === name)!.rows) {
    const [seconds = 0, ...numbers] = row
    const state = toCartesian(
      {
        semiMajorAxisM: aM,
        eccentricity: 0,
        incRad: degToRad(incDeg),
        raanRad: degToRad(raanDeg),
        argPeriapsisRad: 0,
        trueAnomalyRad: Math.sqrt(GM_EARTH / aM ** 3) * seconds,
      },
      GM_EARTH,
    )
    const { matrix, omegaRadS } = localRotation(frame, state)
    expect(apart(matrix, matrixOf(numbers.slice(0, 4) as [number, number, number, number]))).toBeLessThan(STK_RAD)
    expect(norm(subtract(omegaRadS, numbers.slice(4) as unknown as Vec3))).toBeLessThan(STK_RATE)
  }
})

const sun: PositionVelocity = { r: [1.2e11, 8e10, 3e10], v: [-8e3, 25e3, 10e3] }

test.each(reference.rows)('localRotation() agrees with axes and rates of 50 digits at $r', (row) => {
  const state = { r: row.r, v: row.v } as unknown as PositionVelocity
  for (const frame of LOCAL_FRAMES) {
    const { matrix, omegaRadS } = localRotation(frame, state, { sun })
    const expected = row.frames[frame]
    matrix.flat().forEach((value, index) => {
      expect(Math.abs(value - expected.matrix.flat()[index]!)).toBeLessThan(ROUNDING)
    })
    expect(norm(subtract(omegaRadS, expected.omegaRadS as unknown as Vec3))).toBeLessThan(RATE_ROUNDING_RAD_S)
    expect(localRotation(frame, state, { sun, kind: 'inertial' })).toEqual({ matrix, omegaRadS: [0, 0, 0] })
  }
})

test('rotateCovariance() to radial axes and back agrees with NASA CARA', () => {
  const { eci_to_ric: toRic, ric_to_eci: toEci } = reference.cara
  const state = { r: toRic.r, v: toRic.v } as unknown as PositionVelocity
  const rotation = localRotation('RSW', state, { kind: 'inertial' })
  const expectSame = (actual: number[][], expected: number[][], relative: number) => {
    const largest = Math.max(...expected.flat().map(Math.abs))
    actual.forEach((line, i) => {
      line.forEach((value, j) => {
        expect(Math.abs(value - expected[i]![j]!) / largest).toBeLessThan(relative)
      })
    })
  }
  const sixBySix = toRic['cov_ric_9x9 (leading 6x6 block is the 6x6 answer)']
    .slice(0, 6)
    .map((line) => line.slice(0, 6))
  expectSame(rotateCovariance(rotation, toRic.cov_eci_3x3), toRic.cov_ric_3x3, 1e-12)
  expectSame(rotateCovariance(rotation, toRic.cov_eci_6x6), sixBySix, 1e-12)
  expectSame(rotateCovariance(invert(rotation), toEci.cov_ric_3x3), toEci.cov_eci_3x3, 1e-12)
  expectSame(
    rotateCovariance(invert(rotation), toEci.cov_ric_6x6),
    toEci.cov_eci_9x9.slice(0, 6).map((line) => line.slice(0, 6)),
    1e-12,
  )
  expect(() => rotateCovariance(rotation, [[1]])).toThrow('neither 3 × 3 nor 6 × 6')
})

const anyOrbit = fc.record({
  semiMajorAxisM: realBetween(6.6e6, 5e7),
  eccentricity: realBetween(1e-3, 0.8),
  incRad: realBetween(0.01, 3.1),
  raanRad: realBetween(0, 6.28),
  argPeriapsisRad: realBetween(0, 6.28),
  trueAnomalyRad: realBetween(0, 6.28),
})
const frames = fc.constantFrom(...LOCAL_FRAMES)

test('localRotation() is a right-handed rotation whose inverse restores the relative state', () => {
  fc.assert(
    fc.property(anyOrbit, frames, fc.constantFrom('rotating', 'inertial'), (elements, frame, kind) => {
      const state = toCartesian(elements, GM_EARTH)
      const rotation = localRotation(frame, state, { kind, sun })
      const [x, y, z] = rotation.matrix
      const square = multiply(rotation.matrix, transpose(rotation.matrix)).flat()
      square.forEach((value, index) => {
        expect(Math.abs(value - (index % 4 === 0 ? 1 : 0))).toBeLessThan(IDENTITY_ROUNDING)
      })
      expect(
        x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) + x[2] * (y[0] * z[1] - y[1] * z[0]),
      ).toBeCloseTo(1, UNIT_DIGITS)
      const relative: PositionVelocity = { r: [1234, -567, 89], v: [1.2, -3.4, 0.5] }
      const back = rotateState(invert(rotation), rotateState(rotation, relative))
      expect(norm(subtract(back.r, relative.r))).toBeLessThan(BACK_M)
      expect(norm(subtract(back.v, relative.v))).toBeLessThan(BACK_MPS)
    }),
  )
})

test('localRotation() uses the given acceleration', () => {
  const state = toCartesian(
    { semiMajorAxisM: 7e6, eccentricity: 0, incRad: 1, raanRad: 0, argPeriapsisRad: 0, trueAnomalyRad: 0 },
    GM_EARTH,
  )
  const { matrix, omegaRadS } = localRotation('RSW', state)
  const thrust = 1e-3
  const pull = -GM_EARTH / 7e6 ** 2
  const acceleration = add(
    [matrix[0][0] * pull, matrix[0][1] * pull, matrix[0][2] * pull],
    [matrix[2][0] * thrust, matrix[2][1] * thrust, matrix[2][2] * thrust],
  )
  // Thrust normal to the orbit rotates its plane around the radius, by thrust / speed (Gauss).
  const pushed = localRotation('RSW', state, { acceleration }).omegaRadS
  expect(pushed[0]).toBeCloseTo(thrust / norm(state.v), RATE_DIGITS)
  expect(pushed[2]).toBeCloseTo(omegaRadS[2], RATE_DIGITS)
})

test('localRotation() refuses states that do not define the axes', () => {
  const circle = { r: [7e6, 0, 0], v: [0, Math.sqrt(GM_EARTH / 7e6), 0] } as unknown as PositionVelocity
  expect(() => localRotation('PQW', circle)).toThrow('a circle has no periapsis')
  expect(() => localRotation('EQW', circle)).toThrow('has no node')
  expect(() => localRotation('NSW', circle)).toThrow('needs the position of the Sun')
  expect(() => localRotation('NSW', circle, { sun: { r: [1.5e11, 0, 0], v: [0, 0, 0] } })).toThrow('on the vertical')
  expect(() => localRotation('RSW', { r: [7e6, 0, 0], v: [1, 0, 0] })).toThrow('no orbit plane')
  expect(() => localRotation('SEZ', { r: [0, 0, 7e6], v: [1, 0, 0] })).toThrow('at a pole')
})

test('parseLocalFrame() knows the names used in messages', () => {
  const expected: [string, LocalFrame | undefined, string | undefined][] = [
    ['QSW', 'RSW', 'rotating'],
    ['RTN', 'RSW', 'rotating'],
    ['ric', 'RSW', 'rotating'],
    ['TNW_INERTIAL', 'TNW', 'inertial'],
    ['LVLH_ROTATING', 'LVLH', 'rotating'],
    ['PQW', 'PQW', 'inertial'],
    ['TOD_EARTH', undefined, undefined],
    ['', undefined, undefined],
  ]
  for (const [name, frame, kind] of expected) {
    expect(parseLocalFrame(name)).toEqual(frame === undefined ? undefined : { frame, kind })
  }
})

test('inertialRsw() is exactly the RSW of localRotation()', () => {
  const component = realBetween(-5e7, 5e7)
  const rate = realBetween(-1e4, 1e4)
  fc.assert(
    fc.property(fc.tuple(component, component, component), fc.tuple(rate, rate, rate), (r, v) => {
      const h = norm([r[1] * v[2] - r[2] * v[1], r[2] * v[0] - r[0] * v[2], r[0] * v[1] - r[1] * v[0]])
      fc.pre(h > 1e-6 * norm(r) * norm(v))
      expect(inertialRsw({ r, v })).toEqual(localRotation('RSW', { r, v }, { kind: 'inertial' }).matrix)
    }),
  )
  expect(() => inertialRsw({ r: [7e6, 0, 0], v: [7e3, 0, 0] })).toThrow(RangeError)
})
