import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { judgeSets } from './judge-sets.ts'

const DAY_MS = 86_400_000
/** Flight rule F17: a burn measured by sets is accurate to 20 % or 2 mm/s; this test requires the smaller of both. */
const F17_MPS = 0.002
const START_MS = Date.parse('2026-01-01T00:00:00Z')
const epoch = (days: number) => parseTime(new Date(START_MS + days * DAY_MS).toISOString().replace('Z', ''))

/** A circular orbit of 7000 km: v = √(μ/a), n = v/a, by Vallado's μ, independent of the product's code. */
const A_M = 7e6
const SPEED_MPS = Math.sqrt(3.986004418e14 / A_M)
const BURN_DAY = 60.75

/** Makes two sets a day for 66 days, after a burn: Δn = −3 n Δv / v by Gauss' equations, Δi = Δv / v at the node. */
function setsWith({ alongMps = 0, acrossMps = 0 }) {
  return Array.from({ length: 132 }, (_, k) => {
    const days = k / 2
    const isAfter = days > BURN_DAY
    // Deterministic noise: some decimetres in the semi-major axis, and the last digits of the inclination.
    const noise = Math.sin(k * 12.9898)
    const meanMotionRadPerS = (SPEED_MPS / A_M) * (1 - (isAfter ? (3 * alongMps) / SPEED_MPS : 0) + 3e-8 * noise)
    const incRad = 1.7 + (isAfter ? acrossMps / SPEED_MPS : 0) + 1e-6 * noise
    // The angle in the orbit is used only to date burns in slow orbits.
    return { epoch: epoch(days), meanMotionRadPerS, incRad, raanRad: 0, argPeriapsisRad: 0, meanAnomalyRad: 0 }
  })
}

const judged = (plannedRtn: Vec3, flown: { alongMps?: number; acrossMps?: number }) =>
  judgeSets(setsWith(flown), {
    plannedRtn,
    executionError: null,
    ignition: epoch(BURN_DAY),
    shownBy: epoch(BURN_DAY + 3),
  })

test.each([
  ['along the orbit, as planned', [0, 0.1, 0], { alongMps: 0.1 }, 'AS_PLANNED'],
  ['along the orbit, half of it', [0, 0.1, 0], { alongMps: 0.05 }, 'DIFFERENT'],
  ['against the orbit, planned along it', [0, 0.1, 0], { alongMps: -0.1 }, 'DIFFERENT'],
  // Element sets show only 0.02 m/s of the burn: the other 0.1 m/s are radial, and do not change the mean motion.
  ['mostly radial, flown as planned', [0.1, 0.02, 0], { alongMps: 0.02 }, 'NOT_YET'],
  ['along and across alike, flown as planned', [0, 0.1, 0.1], { alongMps: 0.1, acrossMps: 0.1 }, 'NOT_YET'],
  ['across the orbit, of which no side is seen', [0, 0, 0.3], { acrossMps: -0.3 }, 'NOT_YET'],
  // A tenth of a large burn along the orbit was executed: sets never prove that there was no burn.
  ['along the orbit, a tenth of it', [0, 0.5, 0], { alongMps: 0.05 }, 'NOT_YET'],
] as const)('a burn %s', (_, planned, flown, verdict) => {
  expect(judged(planned, flown)?.verdict).toBe(verdict)
})

test('the burn measured along the orbit is the executed one', () => {
  const found = judged([0, 0.1, 0], { alongMps: 0.1 })
  expect(Math.abs(found!.deltaVRtn[1] - 0.1)).toBeLessThan(F17_MPS)
  expect(judged([0, 0.1, 0], {})).toBeNull()
})
