import { expect, test } from 'vitest'
import { cholesky, invert, transformRow } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { norm, subtract } from '../vec3.ts'
import type { Determination, DeterminedOrbit } from './determination.ts'
import { determineOrbit } from './determine-orbit.ts'
import type { Observation } from './observation.ts'
import { FLY, measure, SITES, TRUTH } from './testing/simulate.ts'

/** χ² of six degrees of freedom exceeds it once in a thousand cases. */
const CHI_SQUARE_OF_SIX = 22.46
/** With noise of one metre in forty ranges the position has an error of metres. */
const STATE_M = 10
/** The weighted RMS of 34 degrees of freedom is 1 ± 0.12. */
const MOST_RMS = 1.4
/** Noise ten times the stated noise gives a scale of a hundred, within a factor of two. */
const MOST_SCALE = 200
/** The covariance does not change, within the same factor. */
const MOST_RATIO = 2
/** The noise and the error of the orbit, compared with an offset of 5 km. */
const EDITED_RESIDUAL_M = 20
/** Sixty ranges with noise of a metre determine a bias to better than this. */
const RANGE_BIAS_SIGMA_M = 5
/** Ranges with noise of one metre change by up to 4 km/s. */
const CLOCK_SIGMA_S = 2e-3
/** The error, compared with noise of one metre: a tenth of a millimetre of the integration compared with laser accuracy. */
const ROUNDING_M = 5e-3
/** Measurements reduce the prior sigma. */
const PRIOR_SIGMA_M = 100

const flight = FLY(TRUTH)!

/** Ranges of three sites over some hours, for any position of the object: the horizon is ignored. */
function ranges(seed: number, count = 40): Observation[] {
  const noise = standardNormal(seededRandom(seed))
  return Array.from({ length: count }, (_unused, k) =>
    measure('range', { flight, sensorId: 'ABC'.charAt(k % 3), seconds: 300 * k, noise }),
  )
}

const displaced = (r: number, v: number): CartesianState => ({
  r: [TRUTH.r[0] + r, TRUTH.r[1] - r / 2, TRUTH.r[2] + r / 3],
  v: [TRUTH.v[0] + v, TRUTH.v[1] + v / 2, TRUTH.v[2] - v / 3],
})

function solve(input: Partial<Determination>): DeterminedOrbit {
  const found = determineOrbit({ start: displaced(10_000, 8), fly: FLY, sites: SITES, observations: [], ...input })
  if (!found.ok) throw new Error(found.reason)
  return found
}

const errorOf = ({ r, v }: CartesianState) => [...subtract(r, TRUTH.r), ...subtract(v, TRUTH.v)]

function chi(found: DeterminedOrbit): number {
  const error = errorOf(found.state)
  const weighted = transformRow(invert(found.covariance)!, error)
  return error.reduce((sum, value, k) => sum + value * weighted[k]!, 0)
}

test('determineOrbit() finds the orbit from a start 10 km and 10 m/s off, within its covariance', () => {
  const found = solve({ observations: ranges(1) })
  // χ² of six: one case in a thousand is above 22.46.
  expect(chi(found)).toBeLessThan(CHI_SQUARE_OF_SIX)
  expect(norm(subtract(found.state.r, TRUTH.r))).toBeLessThan(STATE_M)
  expect(found.degreesOfFreedom).toBe(34)
  expect(found.weightedRms).toBeGreaterThan(0.6)
  expect(found.weightedRms).toBeLessThan(MOST_RMS)
  expect(cholesky(found.covariance)).not.toBeNull()
})

test('the covariance of determineOrbit() agrees with its errors: χ² of many simulated tracks', () => {
  const runs = 30
  let sum = 0
  for (let seed = 0; seed < runs; seed += 1) sum += chi(solve({ start: TRUTH, observations: ranges(50 + seed, 20) }))
  // Mean 6; the scale factor only enlarges covariances. Four standard errors of the mean of 30.
  expect(sum / runs).toBeGreaterThan(6 - 4 * Math.sqrt(12 / runs) - 1.5)
  expect(sum / runs).toBeLessThan(6 + 4 * Math.sqrt(12 / runs))
})

test('the covariance grows if residuals are larger than their stated sigma', () => {
  const honest = ranges(3)
  const bold = honest.map((one) => ({ ...one, sigmaM: 0.1 })) as Observation[]
  const [right, wrong] = [solve({ observations: honest }), solve({ observations: bold })]
  // Noise ten times the stated noise: a scale of a hundred, and the same covariance as before.
  expect(wrong.scaleFactor).toBeGreaterThan(50)
  expect(wrong.scaleFactor).toBeLessThan(MOST_SCALE)
  const ratio = wrong.covariance[0]![0]! / right.covariance[0]![0]!
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(MOST_RATIO)
  // Noise smaller than stated does not reduce the covariance.
  expect(solve({ observations: honest.map((one) => ({ ...one, sigmaM: 10 })) as Observation[] }).scaleFactor).toBe(1)
})

test('wrong measurements are edited and reported', () => {
  const observations = ranges(4).map((one, k) =>
    one.kind === 'range' && k % 13 === 5 ? { ...one, rangeM: one.rangeM + 5000 } : one,
  )
  const found = solve({ observations })
  const edited = found.residuals.filter((row) => row.edited === 'beyond-limit')
  expect(edited.map(({ observation }) => observation)).toEqual([5, 18, 31])
  for (const row of edited) expect(Math.abs(row.residual - 5000)).toBeLessThan(EDITED_RESIDUAL_M)
  expect(chi(found)).toBeLessThan(CHI_SQUARE_OF_SIX)
  expect(found.degreesOfFreedom).toBe(40 - 3 - 6)
})

test('measurements of an unknown sensor are listed and not used', () => {
  const observations = ranges(5).map((one, k) => (k === 7 ? { ...one, sensorId: 'X' } : one))
  const found = solve({ observations })
  expect(found.residuals.filter((row) => row.edited !== null)).toMatchObject([
    { observation: 7, edited: 'unknown-sensor' },
  ])
})

test('a bias of a sensor is estimated, and a known bias is subtracted', () => {
  const observations = ranges(6, 60).map((one) =>
    one.kind === 'range' && one.sensorId === 'B' ? { ...one, rangeM: one.rangeM + 80 } : one,
  )
  const free = solve({ observations, biases: [{ sensorId: 'B', quantity: 'range', value: 0, sigma: 1000 }] })
  const [bias] = free.biases
  expect(Math.abs(bias!.value - 80)).toBeLessThan(4 * bias!.formalSigma)
  expect(bias!.formalSigma).toBeLessThan(RANGE_BIAS_SIGMA_M)
  const known = solve({ observations, biases: [{ sensorId: 'B', quantity: 'range', value: 80, sigma: 0 }] })
  expect(chi(known)).toBeLessThan(CHI_SQUARE_OF_SIX)
  expect(known.biases[0]!.formalSigma).toBe(0)
  // Without an estimated or known bias the orbit is wrong, and the residuals show it.
  expect(solve({ observations }).scaleFactor).toBeGreaterThan(5)
})

test('a clock error and the position of a site are estimated', () => {
  const late = ranges(7, 60).map((one) =>
    one.sensorId === 'C' ? { ...one, epoch: { taiS: one.epoch.taiS, taiFs: one.epoch.taiFs + 2e13 } } : one,
  )
  const clock = solve({ observations: late, biases: [{ sensorId: 'C', quantity: 'time', value: 0, sigma: 1 }] })
  // A clock error of 20 ms; a range with noise of 1 m changes by up to 4 km/s.
  expect(Math.abs(clock.biases[0]!.value - 0.02)).toBeLessThan(4 * clock.biases[0]!.formalSigma)
  expect(clock.biases[0]!.formalSigma).toBeLessThan(CLOCK_SIGMA_S)
  const shifted = new Map(SITES)
  const site = SITES.get('A')!
  const raised = { ...site, at: (at: Parameters<typeof site.at>[0]) => raise(site.at(at)) }
  shifted.set('A', raised)
  const place = solve({
    observations: ranges(8, 60),
    sites: shifted,
    biases: [{ sensorId: 'A', quantity: 'up', value: 0, sigma: 100 }],
  })
  // The site is 50 m lower than its coordinates.
  expect(Math.abs(place.biases[0]!.value + 50)).toBeLessThan(4 * place.biases[0]!.formalSigma)
})

function raise(pose: ReturnType<NonNullable<ReturnType<typeof SITES.get>>['at']>) {
  const [, , up] = pose.toSez
  return { ...pose, r: [pose.r[0] + 50 * up[0], pose.r[1] + 50 * up[1], pose.r[2] + 50 * up[2]] as const }
}

test('all kinds of measurement can be combined', () => {
  const noise = standardNormal(seededRandom(9))
  const kinds = ['range', 'range-rate', 'azimuth-elevation', 'right-ascension-declination'] as const
  const observations = Array.from({ length: 48 }, (_unused, k) =>
    measure(kinds[k % 4]!, { flight, sensorId: 'ABC'.charAt(k % 3), seconds: 250 * k, noise }),
  )
  const found = solve({ observations })
  expect(chi(found)).toBeLessThan(CHI_SQUARE_OF_SIX)
  expect(found.residuals.length).toBe(72)
  expect(new Set(found.residuals.map(({ quantity }) => quantity)).size).toBe(6)
})

test('prior knowledge counts, and two ranges alone are not enough', () => {
  const few = ranges(10, 4)
  const without = determineOrbit({ start: TRUTH, fly: FLY, sites: SITES, observations: few })
  expect(without.ok).toBe(false)
  const sigma = [100, 100, 100, 0.1, 0.1, 0.1]
  const priorCovariance = sigma.map((value, i) => sigma.map((_v, j) => (i === j ? value * value : 0)))
  const found = solve({ start: TRUTH, observations: few, priorCovariance })
  found.covariance.forEach((row, k) => {
    expect(Math.sqrt(row[k]!)).toBeLessThanOrEqual(sigma[k]! * Math.sqrt(found.scaleFactor))
  })
  expect(Math.sqrt(found.covariance[0]![0]!)).toBeLessThan(PRIOR_SIGMA_M)
})

test('determineOrbit() reports why it fails', () => {
  const input = { start: TRUTH, sites: SITES }
  expect(determineOrbit({ ...input, fly: FLY, observations: [] })).toEqual({
    ok: false,
    reason: 'too-few-observations',
  })
  expect(determineOrbit({ ...input, fly: () => null, observations: ranges(1) })).toEqual({
    ok: false,
    reason: 'no-motion',
  })
})

test('a fit whose steps all fail has not converged, however short damping makes its steps', () => {
  const start = displaced(10_000, 8)
  // Only the start can be propagated.
  const fly: typeof FLY = (state) => (norm(subtract(state.r, start.r)) > 0 ? null : FLY(state))
  const found = determineOrbit({ start, fly, sites: SITES, observations: ranges(11) })
  expect(found).toEqual({ ok: false, reason: 'no-convergence' })
})

test('an orbit with integration errors of millimetres converges where the cost no longer distinguishes its steps', () => {
  // Two integrations of nearly the same orbit have different steps, and differ randomly.
  const rough: typeof FLY = (start) => {
    const motion = FLY(start)
    if (motion === null) return null
    const chance = Math.sin(1e7 * start.r[0]) + Math.sin(1e9 * start.v[0])
    return {
      ...motion,
      stateAt: (epoch) => {
        const { r, v } = motion.stateAt(epoch)
        return { r: [r[0] + ROUNDING_M * chance, r[1] - ROUNDING_M * chance, r[2] + ROUNDING_M * chance], v }
      },
    }
  }
  for (let seed = 1; seed <= 12; seed += 1) {
    const found = solve({ observations: ranges(seed), fly: rough })
    expect(chi(found), `seed ${seed}`).toBeLessThan(CHI_SQUARE_OF_SIX)
  }
})
