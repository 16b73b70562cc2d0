import { expect, test } from 'vitest'
import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { makeEpoch } from '../time/epoch.ts'
import { norm, type Vec3 } from '../vec3.ts'
import { solidTideForce } from './solid-tide.ts'
import { GM_MOON } from './third-body.ts'

/** Central differences over ±100 m: 20/6 (h/r)² of a force that decreases with r⁴, at r of 1.17e7 m. */
const DIFFERENCED = 3e-10
/** The rounding of the closed form on the line to the Moon, a dozen products. */
const ROUNDING = 1e-14

const epoch = makeEpoch(0)
const MOON: Vec3 = [3.844e8, 0, 0]
const force = solidTideForce(GM_MOON, () => MOON)
const at = (r: Vec3) => force({ epoch, r, v: [0, 0, 0], massKg: 1 })

/** Returns the potential whose gradient is the force: k2 GM a⁵ / (R³ r³) P2(cos θ), IERS Conventions 2010, eq. 6.6. */
function potential(r: Vec3): number {
  const cosine = r[0] / norm(r)
  return ((0.3 * GM_MOON * WGS84_RADIUS_M ** 5) / (norm(MOON) ** 3 * norm(r) ** 3)) * (1.5 * cosine ** 2 - 0.5)
}

test('solidTideForce() is the gradient of its potential', () => {
  const r: Vec3 = [7e6, 5e6, -8e6]
  const step = 100
  const slope = ([0, 1, 2] as const).map((k) => {
    const moved = (by: number): Vec3 => [
      r[0] + (k === 0 ? by : 0),
      r[1] + (k === 1 ? by : 0),
      r[2] + (k === 2 ? by : 0),
    ]
    return (potential(moved(step)) - potential(moved(-step))) / (2 * step)
  })
  const found = at(r)
  for (const k of [0, 1, 2] as const) expect(Math.abs(found[k] - slope[k]!)).toBeLessThan(DIFFERENCED * norm(found))
})

test('solidTideForce() points towards the bulge: more attraction below the Moon, less attraction 90° away', () => {
  expect(at([1.2e7, 0, 0])[0]).toBeLessThan(0)
  expect(at([0, 1.2e7, 0])[1]).toBeGreaterThan(0)
})

test('solidTideForce() is 36 nm/s² at LAGEOS below the Moon, a relative 1.4e-8 of gravity', () => {
  const size = norm(at([1.227e7, 0, 0]))
  // The derivative of the potential at θ = 0: 3 k2 GM a⁵/(R³ r⁴).
  const exact = (3 * 0.3 * GM_MOON * WGS84_RADIUS_M ** 5) / (norm(MOON) ** 3 * 1.227e7 ** 4)
  expect(Math.abs(size / exact - 1)).toBeLessThan(ROUNDING)
  expect(Math.round(size * 1e9)).toBe(36)
  expect(Math.round((size / (GM_EARTH / 1.227e7 ** 2)) * 1e9)).toBe(14)
})
