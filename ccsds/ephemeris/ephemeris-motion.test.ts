import type { Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import {
  accelerationByHermite,
  distanceBetween,
  gravityAt,
  type Motion,
  type MutableVec3,
  motionByPositions,
  type Window,
} from './ephemeris-motion.ts'

/** The accuracy that remains for polynomials with values of a few thousand after sums and differences of doubles. */
const POLYNOMIAL_DIGITS = 9
/** The truncation over 10 m and the rounding of the potential both cause a smaller error of the slope. */
const DIFFERENCE_QUOTIENT_MPS2 = 1e-8
/** Both sides compute the same terms in another order, so that only rounding of 1e-15 of 8 m/s² remains. */
const SAME_FORMULA_DIGITS = 12

/** x, y and z as polynomials of the time, lowest power first, so that their derivatives are known exactly. */
const CURVES = [
  [7, -3, 2, 0.5, -0.25, 0.125],
  [-1, 4, -6, 1, 0.5, -0.5],
  [0, 1, 8, -2, 0.75, 0.25],
]

function derivativeOf(coefficients: readonly number[]): number[] {
  return coefficients.map((value, power) => value * power).slice(1)
}
const valueAt = (coefficients: readonly number[], t: number) =>
  coefficients.reduce((sum, value, power) => sum + value * t ** power, 0)

/** Returns the state on the curves at a time, with only their terms up to a degree. */
function stateAt(t: number, degree: number): { readonly t: number; readonly r: Vec3; readonly v: Vec3 } {
  const [x = [], y = [], z = []] = CURVES.map((curve) => curve.slice(0, degree + 1))
  const of = (change: (curve: readonly number[]) => readonly number[]): Vec3 => [
    valueAt(change(x), t),
    valueAt(change(y), t),
    valueAt(change(z), t),
  ]
  return { t, r: of((curve) => curve), v: of(derivativeOf) }
}

/** Returns five states as a window. */
function windowOf(states: readonly ReturnType<typeof stateAt>[]): Window {
  return {
    times: Float64Array.from(states, ({ t }) => t),
    positions: Float64Array.from(states.flatMap(({ r }) => r)),
    velocities: Float64Array.from(states.flatMap(({ v }) => v)),
    lines: new Float64Array(states.length),
  }
}

const accelerationAt = (t: number, degree: number) =>
  CURVES.map((curve) => valueAt(derivativeOf(derivativeOf(curve.slice(0, degree + 1))), t))

test.each([
  [-1, 0, 1],
  [0.5, 1, 2.5],
  [-3, -2.5, -1.75],
])('accelerationByHermite() is exact for motion of fifth degree, at the times %s, %s and %s', (before, at, after) => {
  // The states beyond these three are not used.
  const far = [before - 1, after + 1].map((t) => ({ t, r: [9, 9, 9] as const, v: [9, 9, 9] as const }))
  const [a, b, c] = [stateAt(before, 5), stateAt(at, 5), stateAt(after, 5)]
  const found: MutableVec3 = [0, 0, 0]
  accelerationByHermite(windowOf([far[0]!, a, b, c, far[1]!]), found)
  for (const [axis, expected] of accelerationAt(at, 5).entries())
    expect(found[axis]).toBeCloseTo(expected, POLYNOMIAL_DIGITS)
})

test.each([
  [-2, -1, 0, 1, 2],
  [1, 1.5, 2.5, 2.75, 4],
])('motionByPositions() is exact for motion of fourth degree, at the times %s, %s, %s, %s and %s', (a, b, c, d, e) => {
  const still = [a, b, c, d, e].map((t) => ({ ...stateAt(t, 4), v: [0, 0, 0] as const }))
  const motion: Motion = { velocity: [0, 0, 0], acceleration: [0, 0, 0] }
  motionByPositions(windowOf(still), motion)
  const { velocity, acceleration } = motion
  for (const axis of [0, 1, 2] as const) {
    expect(velocity[axis]).toBeCloseTo(stateAt(c, 4).v[axis], POLYNOMIAL_DIGITS)
    expect(acceleration[axis]).toBeCloseTo(accelerationAt(c, 4)[axis]!, POLYNOMIAL_DIGITS)
  }
})

/** The constants of EGM2008, zero-tide (J2 is −√5 times the normalised coefficient −4.84169317366974e-4), and WGS 84. */
const [GM, J2, RADIUS_M] = [3.986004418e14, Math.sqrt(5) * 4.84169317366974e-4, 6_378_137]
/** The rotation of the Earth (IERS Conventions 2010, table 1.2). */
const SPIN = 7.292115e-5

/** Returns the potential of point mass and J2: U = GM/r · (1 − J2·(a/r)²·(3·sin²φ − 1)/2). */
function potential([x, y, z]: readonly [number, number, number]): number {
  const r = Math.hypot(x, y, z)
  return (GM / r) * (1 - (J2 * (RADIUS_M / r) ** 2 * (3 * (z / r) ** 2 - 1)) / 2)
}

const PLACES: readonly Vec3[] = [
  [7_000_000, 0, 0],
  [1_000_000, -2_000_000, 6_900_000],
  [-20_000_000, 15_000_000, 30_000_000],
]

test.each(PLACES)('gravityAt() is the gradient of the potential with J2, at %s, %s, %s m', (...r) => {
  const found = gravityAt(r, [0, 0, 0], false)
  const stepM = 10
  for (const axis of [0, 1, 2] as const) {
    const moved = (by: number): Vec3 => [
      r[0] + (axis === 0 ? by : 0),
      r[1] + (axis === 1 ? by : 0),
      r[2] + (axis === 2 ? by : 0),
    ]
    const slope = (potential(moved(stepM)) - potential(moved(-stepM))) / (2 * stepM)
    expect(Math.abs(found[axis] - slope)).toBeLessThan(DIFFERENCE_QUOTIENT_MPS2)
  }
})

test('gravityAt() adds Coriolis and centrifugal acceleration in a frame that rotates with the Earth', () => {
  const v: Vec3 = [1_000, -2_000, 3_000]
  const cross = (a: Vec3, b: Vec3): Vec3 => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ]
  const spin: Vec3 = [0, 0, SPIN]
  for (const r of PLACES) {
    const still = gravityAt(r, v, false)
    const turning = gravityAt(r, v, true)
    const [coriolis, centrifugal] = [cross(spin, v), cross(spin, cross(spin, r))]
    for (const axis of [0, 1, 2] as const)
      expect(turning[axis]).toBeCloseTo(still[axis] - 2 * coriolis[axis] - centrifugal[axis], SAME_FORMULA_DIGITS)
  }
})

test('distanceBetween() is the length of the difference', () => {
  expect(distanceBetween([4, 2, -10], [1, -2, 2])).toBe(13)
})
