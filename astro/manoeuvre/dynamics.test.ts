import { expect, test } from 'vitest'
import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { integrate } from '../dynamics/integrate.ts'
import { buildMatrix, entry } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { norm, subtract } from '../vec3.ts'
import { J2, TWO_BODY } from './dynamics.ts'
import { J2_EARTH } from './fly-j2.ts'

/** The error of potential differences over 100 m is 7e-10 of a force that moves the orbit by 1,000 km: a millimetre or two. */
const GRADIENT_M = 3e-3
/** The error of the steps, which grows along the ellipse there and back: the actual error is 6e-4 m. */
const THERE_AND_BACK_M = 1e-3
const circle: CartesianState = { r: [7e6, 0, 1e5], v: [0, 4.5e3, 6e3] }
const ellipse: CartesianState = { r: [7e6, 0, 1e5], v: [0, 5.7e3, 7.6e3] }

/** Integrates the same force as the gradient of its potential, GM/r [1 − J2 (R/r)² (3 sin²φ − 1)/2], by central differences. */
function integrated(start: CartesianState, seconds: number): CartesianState {
  const potential = (x: number, y: number, z: number) => {
    const r = Math.hypot(x, y, z)
    return (GM_EARTH / r) * (-J2_EARTH * (WGS84_RADIUS_M / r) ** 2 * (1.5 * (z / r) ** 2 - 0.5))
  }
  const solution = integrate({
    derivative: (_t, y, out) => {
      const [x = 0, yy = 0, z = 0, vx = 0, vy = 0, vz = 0] = y
      const r3 = Math.hypot(x, yy, z) ** 3
      const slope = (dx: number, dy: number, dz: number) =>
        (potential(x + dx, yy + dy, z + dz) - potential(x - dx, yy - dy, z - dz)) / 200
      out.set([vx, vy, vz])
      out.set([-GM_EARTH * (x / r3), -GM_EARTH * (yy / r3), -GM_EARTH * (z / r3)], 3)
      out[3] = (out[3] ?? 0) + slope(100, 0, 0)
      out[4] = (out[4] ?? 0) + slope(0, 100, 0)
      out[5] = (out[5] ?? 0) + slope(0, 0, 100)
    },
    start: 0,
    end: seconds,
    y: [...start.r, ...start.v],
    relativeTolerance: 1e-12,
    absoluteTolerance: 1e-8,
  })
  if (!solution.ok) throw new Error(solution.reason)
  const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = solution.y
  return { r: [x, y, z], v: [vx, vy, vz] }
}

test.each([
  ['near a circle', circle, 15_000],
  ['near a circle, back', circle, -15_000],
  ['on an ellipse of e = 0.6', ellipse, 60_000],
])('J2 propagates like the gradient of its potential, %s', (_name, start, seconds) => {
  const found = J2.fly(start, { fromS: 0, toS: seconds }, 'primary')
  expect(norm(subtract(found.r, integrated(start, seconds).r))).toBeLessThan(GRADIENT_M)
})

test('J2 forth and back ends at the start', () => {
  const there = J2.fly(ellipse, { fromS: 0, toS: 60_000 }, 'primary')
  const back = J2.fly(there, { fromS: 60_000, toS: 0 }, 'primary')
  expect(norm(subtract(back.r, ellipse.r))).toBeLessThan(THERE_AND_BACK_M)
})

test("J2's derivatives agree with two-body motion except for the effect of J2, and they are the columns of `carry`", () => {
  const leg = { fromS: -3000, toS: 0 }
  const exact = TWO_BODY.kicks(circle, leg)
  const found = J2.kicks(circle, leg)
  const largest = Math.max(...exact.slice(0, 3).flat().map(Math.abs))
  const error = buildMatrix(3, 3, (i, j) => Math.abs(entry(found, i, j) - entry(exact, i, j))).flat()
  // J2 is a thousandth of the attraction, and rotates the orbit by some thousandths in half a revolution.
  expect(Math.max(...error) / largest).toBeLessThan(0.01)
  expect(Math.max(...error)).toBeGreaterThan(0)
  for (const dynamics of [TWO_BODY, J2]) {
    const each = buildMatrix(6, 6, (i, j) => Number(i === j))
    const whole = dynamics.carry(circle, leg, each)
    expect(dynamics.kicks(circle, leg)).toEqual(buildMatrix(6, 3, (i, j) => entry(whole, i, j + 3)))
  }
})
