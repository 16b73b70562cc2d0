import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { buildMatrix } from '../matrix.ts'
import { symmetricEigen } from '../symmetric.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import type { Vec3 } from '../vec3.ts'
import type { OrbitState } from './force.ts'
import { pointMassForce } from './gravity.ts'
import { propagateCovariance } from './propagate-covariance.ts'
import { type Orbit, type OrbitPlan, propagateOrbit } from './propagate-orbit.ts'

/** The steps of the noise are compared with a closed form. */
const NOISE_DIGITS = 9

/** With steps h the noise is accurate to second order: its relative error is (n h)²/24, 2e-4 for a low orbit and the default 60 s. */
const NOISE_STEP = 2e-4

const EPOCH = parseTime('2026-03-20T00:00:00')

const at = (seconds: number) => addSeconds(EPOCH, seconds)

function fly(start: OrbitState, plan: OrbitPlan): Orbit {
  const orbit = propagateOrbit(start, plan)
  if (!orbit.ok) throw new Error(orbit.reason)
  return orbit
}

const LEO: OrbitState = { epoch: EPOCH, r: [6_878e3, 1e5, -2e5], v: [50, 5400, 5390], massKg: 100 }

const POINT = [pointMassForce(GM_EARTH)]

const P0 = buildMatrix(6, 6, (i, j) =>
  i === j ? (i < 3 ? 100 : 1e-4) : i < 3 === j < 3 ? 0.1 * (i < 3 ? 100 : 1e-4) : 0,
)

test('propagateCovariance() adds the noise of free motion', () => {
  // Without forces P grows by q t³/3, q t²/2 and q t (Tapley, Schutz and Born, §4.9), for any direction.
  const orbit = fly(LEO, { forces: [], until: at(600), transition: true })
  const q = 1e-6
  const noise = { densityRsw: [q, q, q] as Vec3, stepS: 10 }
  const zero = buildMatrix(6, 6, () => 0)
  const p = propagateCovariance(orbit, zero, { epoch: at(600), noise })
  for (const i of [0, 1, 2] as const) {
    expect(p[i]![i]! / ((q * 600 ** 3) / 3)).toBeCloseTo(1, NOISE_DIGITS)
    expect(p[i]![i + 3]! / ((q * 600 ** 2) / 2)).toBeCloseTo(1, NOISE_DIGITS)
    expect(p[i + 3]![i + 3]! / (q * 600)).toBeCloseTo(1, NOISE_DIGITS)
  }
})

test('propagateCovariance() stays positive definite, grows with noise, and its steps converge', () => {
  const orbit = fly(LEO, { forces: POINT, until: at(86_400), transition: true })
  const correlations = (p: readonly (readonly number[])[]) =>
    buildMatrix(6, 6, (i, j) => p[i]![j]! / Math.sqrt(p[i]![i]! * p[j]![j]!))
  const noise = { densityRsw: [1e-12, 4e-12, 1e-12] as Vec3 }
  for (const seconds of [60, 600, 7000, 86_400]) {
    const plain = propagateCovariance(orbit, P0, { epoch: at(seconds) })
    const noisy = propagateCovariance(orbit, P0, { epoch: at(seconds), noise })
    expect(Math.min(...symmetricEigen(correlations(noisy)).values)).toBeGreaterThan(0)
    const growth = buildMatrix(6, 6, (i, j) => noisy[i]![j]! - plain[i]![j]!)
    for (let i = 0; i < 6; i += 1) expect(growth[i]![i]!).toBeGreaterThan(0)
  }
  const coarse = propagateCovariance(orbit, P0, { epoch: at(6000), noise })
  const fine = propagateCovariance(orbit, P0, { epoch: at(6000), noise: { ...noise, stepS: 10 } })
  // Compared with the noise's own contribution, which is far less than the covariance.
  const plain = propagateCovariance(orbit, P0, { epoch: at(6000) })
  const noiseSigma = (i: number) => Math.sqrt(fine[i]![i]! - plain[i]![i]!)
  for (const i of [0, 1, 2, 3, 4, 5])
    for (const j of [0, 1, 2, 3, 4, 5])
      expect(Math.abs(coarse[i]![j]! - fine[i]![j]!)).toBeLessThan(NOISE_STEP * noiseSigma(i) * noiseSigma(j))
})
