import { expect, test } from 'vitest'
import { buildMatrix, invert, type Matrix, transformRow } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type ImprovementInput, improveOrbit, type Prior, type Propagator } from './improve-orbit.ts'
import { tangentAxes } from './sight-line.ts'

/** The nonlinear terms for some ten metres at a thousand kilometres: 1e-5 of a sigma and of a covariance. */
const NOT_LINEAR = 5e-5
/** The square of 1e-5 rad is 1e-10 rad, 2e-5 arcseconds. */
const NOT_LINEAR_ARCSEC = 2e-5
/** The nonlinear terms are 1e-5, and their effect on the directions is their square. */
const RMS_DIGITS = 3
/** From a thousandth of the range three steps converge, and a fourth detects the convergence. */
const MOST_ITERATIONS = 4
/** Two fits of the same measurements from different starts. */
const SAME_ORBIT_M = 1

// The object moves along a straight line, the observers are at rest, and light time is neglected. So all derivatives have closed forms: the
// motion across the line of sight, over the range. The expected result of the least squares follows from them.

const ARCSECOND = Math.PI / 648_000
const straight: Propagator = ({ r, v }) => {
  return (seconds) => ({ r: add(r, scale(v, seconds)), v })
}
const TRUTH: CartesianState = { r: [7e6, 1e5, -2e5], v: [-400, 6800, 2900] }
const LATE_S = 0.02

interface LinearMeasurement {
  readonly measurement: ImprovementInput['measurements'][number]
  /** The slopes of the east and north residuals for each parameter, and the inverse of their covariance. */
  readonly slopes: readonly [readonly number[], readonly number[]]
  readonly weight: Matrix
  readonly rest: readonly [number, number]
}

/** A direction with an error of some sigmas of the image, eastwards and northwards. */
function see(k: number): LinearMeasurement {
  const seconds = 12 * k - 40
  const r: Vec3 = k % 2 === 0 ? [5.9e6, -1e6, 2.2e6] : [6.1e6, 1.5e6, -1.2e6]
  const line = subtract(add(TRUTH.r, scale(TRUTH.v, seconds)), r)
  const range = norm(line)
  const [x, y, z] = line
  const { east, north } = tangentAxes(Math.atan2(y, x), Math.atan2(z, Math.hypot(x, y)))
  const [sigmaRad, timeSigmaS] = [(1 + 0.2 * (k % 3)) * ARCSECOND, 0.002]
  const slopesOf = (axis: Vec3) => {
    const across = axis.map((value) => value / range)
    return [...across, ...across.map((value) => value * seconds), -dot(axis, TRUTH.v) / range]
  }
  const rates = [dot(east, TRUTH.v) / range, dot(north, TRUTH.v) / range] as const
  const covariance = buildMatrix(2, 2, (i, j) => {
    return (i === j ? sigmaRad ** 2 : 0) + timeSigmaS ** 2 * rates[i as 0 | 1] * rates[j as 0 | 1]
  })
  const rest = [1.5 * Math.sin(k) * sigmaRad, -1.2 * Math.cos(2 * k) * sigmaRad] as const
  const seen = add(scale(line, 1 / range), add(scale(east, rest[0]), scale(north, rest[1])))
  return {
    measurement: {
      seconds,
      raRad: Math.atan2(seen[1], seen[0]),
      decRad: Math.atan2(seen[2], Math.hypot(seen[0], seen[1])),
      observer: { r, v: [0, 0, 0] },
      sigmaRad,
      timeSigmaS,
      reduction: 'geometric',
    },
    slopes: [slopesOf(east), slopesOf(north)],
    weight: invert(covariance)!,
    rest,
  }
}

const SEEN = Array.from({ length: 9 }, (_, k) => see(k))

/** Returns x' W y of two numbers each. */
function product(weight: Matrix, one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, i) => sum + value * transformRow(weight, other)[i]!, 0)
}

/** Returns the change of the parameters by the normal equations at the true values, its covariance, and the weighted residual. */
function leastSquares(size: 6 | 7, prior: Prior | undefined, biasSigmaS: number) {
  const known = prior === undefined ? undefined : invert(prior.covariance)!
  const off = prior === undefined ? [] : [...subtract(prior.state.r, TRUTH.r), ...subtract(prior.state.v, TRUTH.v)]
  const column = (seen: LinearMeasurement, i: number) => [seen.slopes[0][i]!, seen.slopes[1][i]!]
  const before = (i: number, j: number) => (i < 6 && j < 6 ? (known?.[i]?.[j] ?? 0) : i === j ? biasSigmaS ** -2 : 0)
  const normal = buildMatrix(size, size, (i, j) => {
    return SEEN.reduce((sum, seen) => sum + product(seen.weight, column(seen, i), column(seen, j)), before(i, j))
  })
  const vector = normal.map((_, i) => {
    const start = i < 6 && known !== undefined ? transformRow(known, off)[i]! : 0
    return SEEN.reduce((sum, seen) => sum + product(seen.weight, column(seen, i), seen.rest), start)
  })
  const covariance = invert(normal)!
  const change = transformRow(covariance, vector)
  const left = SEEN.map(({ slopes, rest }) => slopes.map((row, axis) => rest[axis]! - dotFirst(row, change)))
  const weighted = SEEN.reduce((sum, { weight }, k) => sum + product(weight, left[k]!, left[k]!), 0)
  return { covariance, change, left, rms: Math.sqrt(weighted / (2 * SEEN.length)) }
}

function dotFirst(row: readonly number[], change: readonly number[]): number {
  return change.reduce((sum, value, i) => sum + value * row[i]!, 0)
}

const prior: Prior = {
  state: { r: add(TRUTH.r, [15, -10, 20]), v: add(TRUTH.v, [0.02, 0.05, -0.03]) },
  covariance: buildMatrix(6, 6, (i, j) => {
    const sigma = (k: number) => (k < 3 ? 30 + k : 0.05 + 0.01 * k)
    return (i === j ? 1 : 0.3) * sigma(i) * sigma(j)
  }),
}

test.each([
  { name: 'of the measurements alone', size: 6, biasSigmaS: 1 },
  { name: 'with a prior', size: 6, biasSigmaS: 1, prior },
  { name: 'with a prior and a time bias', size: 7, biasSigmaS: LATE_S, prior },
] as const)('improveOrbit() is the least squares $name', ({ size, biasSigmaS, ...rest }) => {
  const known = 'prior' in rest ? rest.prior : undefined
  const wanted = leastSquares(size, known, biasSigmaS)
  const measurements = SEEN.map(({ measurement }) => measurement)
  const options = { ...(known && { prior: known }), ...(size === 7 && { timeBiasSigmaS: biasSigmaS }) }
  const state = { r: add(TRUTH.r, [300, -200, 100]), v: add(TRUTH.v, [1, 2, -1]) }
  const found = improveOrbit({ state, propagate: straight, measurements, ...options })
  if (!found.ok) throw new Error(found.reason)
  const sigma = (i: number) => Math.sqrt(wanted.covariance[i]![i]!)
  const change = [...subtract(found.state.r, TRUTH.r), ...subtract(found.state.v, TRUTH.v)]
  for (const [i, value] of change.entries())
    expect(Math.abs(value - wanted.change[i]!)).toBeLessThan(NOT_LINEAR * sigma(i))
  if (size === 7) expect(Math.abs(found.timeBiasS - wanted.change[6]!)).toBeLessThan(NOT_LINEAR * sigma(6))
  else expect(found.timeBiasS).toBe(0)
  expect(found.covariance).toHaveLength(6)
  found.covariance.forEach((row, i) => {
    expect(row).toHaveLength(6)
    for (const [j, value] of row.entries())
      expect(Math.abs(value - wanted.covariance[i]![j]!)).toBeLessThan(NOT_LINEAR * sigma(i) * sigma(j))
  })
  expect(found.weightedRms / wanted.rms).toBeCloseTo(1, RMS_DIGITS)
  found.residuals.forEach(({ eastRad, northRad }, k) => {
    expect(Math.abs(eastRad - wanted.left[k]![0]!)).toBeLessThan(NOT_LINEAR_ARCSEC * ARCSECOND)
    expect(Math.abs(northRad - wanted.left[k]![1]!)).toBeLessThan(NOT_LINEAR_ARCSEC * ARCSECOND)
  })
  // Newton's method squares the error: from a thousandth of the range three steps are enough, and a fourth detects the convergence.
  expect(found.iterations).toBeLessThanOrEqual(MOST_ITERATIONS)
})

test('improveOrbit() converges from a start whose first steps make the fit worse', () => {
  const measurements = SEEN.map(({ measurement }) => measurement)
  const right = improveOrbit({ state: TRUTH, propagate: straight, measurements })
  for (const factor of [0.9, 1.05, 1.2]) {
    const state = { r: scale(TRUTH.r, factor), v: scale(TRUTH.v, 0.5 * factor) }
    const found = improveOrbit({ state, propagate: straight, measurements })
    expect(found.ok && right.ok && norm(subtract(found.state.r, right.state.r)), String(factor)).toBeLessThan(
      SAME_ORBIT_M,
    )
  }
})

test('improveOrbit() refuses a prior without an inverse', () => {
  const flat = { ...prior, covariance: buildMatrix(6, 6, () => 1) }
  const measurements = SEEN.map(({ measurement }) => measurement)
  const improve = () => improveOrbit({ state: TRUTH, propagate: straight, measurements, prior: flat })
  expect(improve).toThrow('the covariance of the prior is singular')
})
