import { expect, test } from 'vitest'
import { rotationX, rotationZ } from '../frames/rotation.ts'
import { IDENTITY, type Mat3, multiply, transpose } from '../mat3.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { smoothAttitude, smoothPath } from './environment.ts'

/** A polynomial of degree 7 through eight nodes is exact except for the rounding of their weights, for values of 1e8 m. */
const EXACT_M = 1e-6
/** For values up to 9e4 this rounding is three units of the last place, 1.5e-11. */
const SMALLER_VALUES_DIGITS = 10
/** The rounding of the angle of a constant rotation: 1e-16 of some radians. */
const EVEN_RAD = 1e-14
/** The stated accuracy of the attitude in makeEnvironment(). */
const PROMISED_RAD = 2e-12

const EPOCH = parseTime('2026-03-20T00:00:00')
const after = (seconds: number) => addSeconds(EPOCH, seconds)
const difference = (a: Mat3, b: Mat3) => Math.max(...a.map((row, k) => norm(subtract(row, b[k] as Vec3))))

test('smoothPath() is exact for a path that is a polynomial of degree 7 of the time', () => {
  const exact = (epoch: Epoch): Vec3 => {
    const x = secondsBetween(EPOCH, epoch) / 86_400
    return [3.8e8 + 1e7 * x ** 7, 2e7 * x ** 3 - 5e6 * x ** 6, -1e8 * x]
  }
  const path = smoothPath(EPOCH, exact)
  for (const seconds of [0, 1, 1799, 3600, 5000.5, 43_210, 86_399, -7, -50_000])
    expect(norm(subtract(path(after(seconds)), exact(after(seconds))))).toBeLessThan(EXACT_M)
})

test('smoothPath() computes each node once, and eight at the first time', () => {
  let computed = 0
  const path = smoothPath(EPOCH, (epoch) => {
    computed += 1
    return [secondsBetween(EPOCH, epoch), 0, 0]
  })
  path(after(10))
  expect(computed).toBe(8)
  // Within the hour no node is computed; the next hour needs one more, and going back needs none.
  for (const seconds of [10, 20, 1800, 3599]) path(after(seconds))
  expect(computed).toBe(8)
  path(after(3601))
  expect(computed).toBe(9)
  path(after(10))
  expect(computed).toBe(9)
})

test('smoothPath() returns the right value for each of several alternating times', () => {
  const path = smoothPath(EPOCH, (epoch) => [secondsBetween(EPOCH, epoch), 1, 2])
  for (const seconds of [0, 5000, 0, 90_000, 5000]) {
    const [x, y, z] = path(after(seconds))
    expect(x).toBeCloseTo(seconds, SMALLER_VALUES_DIGITS)
    expect([y, z].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 2])
  }
  const epoch = after(77)
  expect(path(epoch)).toBe(path(epoch))
})

test('smoothAttitude() is exact for a constant rotation about an inclined axis, also days later and before', () => {
  const tilt = rotationX(0.002)
  const exact = (epoch: Epoch) => multiply(rotationZ(1.3 + 7.292_115e-5 * secondsBetween(EPOCH, epoch)), tilt)
  const attitude = smoothAttitude(EPOCH, exact)
  for (const seconds of [0, 1, 900.5, 1800, 40_000, 200_000, -1, -90_000])
    expect(difference(attitude(after(seconds)), exact(after(seconds)))).toBeLessThan(EVEN_RAD)
})

test('smoothAttitude() follows a slow oscillation between its nodes, and is always a rotation', () => {
  // An oscillation of 1e-4 rad in half a day: far faster than nutation, which is at most 1e-8 rad in that time.
  const exact = (epoch: Epoch) => {
    const t = secondsBetween(EPOCH, epoch)
    return multiply(rotationZ(7.292_115e-5 * t), rotationX(1e-4 * Math.sin(1.45e-4 * t)))
  }
  const attitude = smoothAttitude(EPOCH, exact)
  for (const seconds of [123, 4567, 23_456.7, 80_000]) {
    const found = attitude(after(seconds))
    expect(difference(found, exact(after(seconds)))).toBeLessThan(PROMISED_RAD)
    expect(difference(multiply(found, transpose(found)), IDENTITY)).toBeLessThan(PROMISED_RAD)
  }
})
