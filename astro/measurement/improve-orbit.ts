import { buildMatrix, entry, invertScaled, type Matrix, transformRow } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { type AngleMeasurement, type AngleResidual, angleResidual, noiseCovariance } from './angles.ts'
import { type ObjectAt, type SightLine, sightLine } from './sight-line.ts'

/** Returns states over time from a state at 0 s, in one inertial frame: two-body, numerical or any other model of the caller. */
export type Propagator = (state: CartesianState) => ObjectAt

/** The knowledge before the measurements: a state and its 6×6 covariance (m², m²/s, m²/s²). */
export interface Prior {
  readonly state: CartesianState
  readonly covariance: Matrix
}

/** The inputs of an orbit improvement. */
export interface ImprovementInput {
  /** At 0 s of the track; m and m/s. */
  readonly state: CartesianState
  readonly propagate: Propagator
  readonly measurements: readonly AngleMeasurement[]
  /** Absent: the orbit is from the measurements only, and they must be sufficient. */
  readonly prior?: Prior
  /** The a-priori sigma of one common time bias of all measurements, s; absent: no time bias is estimated. */
  readonly timeBiasSigmaS?: number
}

/** The improved orbit at 0 s and its 6×6 covariance; residuals in the order of the measurements. */
export type ImprovementResult =
  | {
      readonly ok: true
      readonly state: CartesianState
      readonly covariance: Matrix
      readonly timeBiasS: number
      readonly residuals: readonly AngleResidual[]
      /** √ of the mean squared residual in units of its sigma: about 1 if noise and orbit model are right. */
      readonly weightedRms: number
      readonly iterations: number
    }
  | { readonly ok: false; readonly reason: 'not-observable' | 'no-convergence' | 'no-state' }

// Steps of the central differences: the second-order error and the rounding at a position of 7000 km are both below 1e-7.
const POSITION_STEP_M = 20
const VELOCITY_STEP_MPS = 0.02
const TIME_STEP_S = 1e-3
/** Above this the smallest direction is only rounding: the arc does not determine it (`invertScaled`). */
const LARGEST_INFLATION = 1e13
const STEPS = [
  POSITION_STEP_M,
  POSITION_STEP_M,
  POSITION_STEP_M,
  VELOCITY_STEP_MPS,
  VELOCITY_STEP_MPS,
  VELOCITY_STEP_MPS,
]
// Rejected steps count as well.
const MOST_ITERATIONS = 30
// A change below a thousandth of a sigma ends the iteration. The limit is on the square of the step, for each parameter: (1e-3)².
const SETTLED_STEP_SQUARED = 1e-6

/**
 * Returns the orbit that fits measured directions best: batch least squares, weighted by the covariance of each measurement, with an optional
 * a-priori orbit. Partial derivatives are from central differences through the propagator, so that any force model can be used; steps are halved
 * while they make the fit worse. Source: Tapley, Schutz and Born, Statistical Orbit Determination (2004), §4.3–4.6; Levenberg's damping. The
 * covariance is from the normal equations: it holds if the noise and the force model are right. Verified: the true orbit is within its
 * covariance, χ² of 200 simulated tracks (improve-orbit.test.ts). Failures are returned with a tag: too short an arc, no convergence in 30
 * iterations, no state at a measurement. Unlike determineOrbit() it needs no transition matrix and no forces: any function from a state to a path
 * can be used, such as SGP4 or two-body motion. It needs twelve paths for each iteration, and is meant for short tracks of angles that correct a
 * catalogue orbit.
 */
export function improveOrbit(input: ImprovementInput): ImprovementResult {
  const size = input.timeBiasSigmaS === undefined ? 6 : 7
  let estimate: Estimate = { parameters: [...input.state.r, ...input.state.v, 0].slice(0, size) }
  let current = evaluate(input, estimate)
  if (current === null) return { ok: false, reason: 'no-state' }
  let damping = 0
  for (let iteration = 1; iteration <= MOST_ITERATIONS; iteration += 1) {
    const normal = normalEquations(input, estimate, current)
    if (normal === null) return { ok: false, reason: 'no-state' }
    // A damped diagonal, N_ii (1 + λ), shortens the step and rotates it towards the steepest descent. λ multiplies the diagonal and is not added
    // to it, because metres, metres per second and seconds have no common scale.
    const damped = normal.matrix.map((row, i) => row.map((value, j) => (i === j ? value * (1 + damping) : value)))
    const covariance = invertScaled(normal.matrix, LARGEST_INFLATION)
    const inverse = damping === 0 ? covariance : invertScaled(damped, LARGEST_INFLATION)
    if (covariance === null || inverse === null) return { ok: false, reason: 'not-observable' }
    const change = transformRow(inverse, normal.vector)
    const next: Estimate = { parameters: estimate.parameters.map((value, i) => value + (change[i] ?? missing())) }
    const tried = evaluate(input, next)
    // Δxᵀ b = Δxᵀ N Δx is the square of the step in units of the remaining uncertainty.
    const moved = change.reduce((sum, value, i) => sum + value * (normal.vector[i] ?? missing()), 0)
    // Close to the minimum two costs differ only by rounding: a step that is worse by a billionth of the cost still counts as better.
    const isBetter = tried !== null && tried.cost <= current.cost * (1 + 1e-9) + 1e-12
    if (!isBetter) {
      damping = damping === 0 ? 1e-3 : damping * 10
      if (damping > 1e12) return { ok: false, reason: 'no-convergence' }
      continue
    }
    ;[estimate, current] = [next, tried]
    // A step shortened by damping does not show a minimum: only a step with little damping ends the search.
    if (Math.abs(moved) < SETTLED_STEP_SQUARED * size && damping <= 1e-3)
      return finish(input, estimate, { current, covariance, iteration })
    damping = damping < 1e-6 ? 0 : damping / 10
  }
  return { ok: false, reason: 'no-convergence' }
}

/** Position, velocity and, if estimated, the time bias. */
interface Estimate {
  readonly parameters: readonly number[]
}

/** One measurement compared with its computed direction. */
interface Row {
  readonly residual: AngleResidual
  readonly line: SightLine
}

interface Evaluation {
  readonly rows: readonly Row[]
  /** Σ of squared weighted residuals, including the prior. */
  readonly cost: number
}

function stateOf({ parameters }: Estimate): CartesianState {
  const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = parameters
  return { r: [x, y, z], v: [vx, vy, vz] }
}

/**
 * Returns the computed line of sight of each measurement; null if the propagator has no state. An object with a time bias b passes b s later than
 * predicted: at t it is at its predicted position for t − b, with the same sign as in associate().
 */
function linesOf({ propagate, measurements }: ImprovementInput, estimate: Estimate): SightLine[] | null {
  const object = propagate(stateOf(estimate))
  const bias = estimate.parameters[6] ?? 0
  const lines: SightLine[] = []
  for (const { observer, seconds, reduction = 'light-time', earthVelocity } of measurements) {
    const options = earthVelocity === undefined ? { reduction } : { reduction, earthVelocity }
    const line = sightLine((time) => object(time - bias), observer, { seconds, ...options })
    if (line === null) return null
    lines.push(line)
  }
  return lines
}

/**
 * Returns the residuals, measured minus computed on the tangent plane of the sky in rad, and their cost; null if the estimate has no state at the
 * time of a measurement.
 */
function evaluate(input: ImprovementInput, estimate: Estimate): Evaluation | null {
  const lines = linesOf(input, estimate)
  if (lines === null) return null
  const rows = input.measurements.flatMap((measurement, k) => {
    const line = lines[k]
    return line === undefined ? [] : [{ residual: angleResidual(measurement, line), line }]
  })
  const cost = rows.reduce((sum, row, k) => sum + weigh(input.measurements[k], row), 0) + priorCost(input, estimate)
  return { rows, cost }
}

/**
 * Returns the Cholesky factor L of a measurement's noise, L Lᵀ = C, as (L11, L21, L22). With it the residual y becomes L⁻¹ y, two uncorrelated
 * numbers of unit variance, so that Σ |L⁻¹ y|² = yᵀ C⁻¹ y is the cost that least squares minimise. East and north errors are correlated if the
 * time tag is uncertain: its whole error is along the motion.
 */
function whiten(measurement: AngleMeasurement, line: SightLine): readonly [number, number, number] {
  const { eastEast, eastNorth, northNorth } = noiseCovariance(measurement, line)
  const east = Math.sqrt(eastEast)
  const mixed = eastNorth / east
  return [east, mixed, Math.sqrt(northNorth - mixed * mixed)]
}

/**
 * Returns |L⁻¹ y|² of one measurement by forward substitution: z₁ = y_E/L11 and z₂ = (y_N − L21 z₁)/L22. If noise and orbit are right, it is χ²
 * of two degrees of freedom.
 */
function weigh(measurement: AngleMeasurement | undefined, { residual, line }: Row): number {
  if (measurement === undefined) return 0
  const [a, b, c] = whiten(measurement, line)
  const first = residual.eastRad / a
  const second = (residual.northRad - b * first) / c
  return first * first + second * second
}

/** Returns (x − x̄)ᵀ P⁻¹ (x − x̄) of the prior orbit, plus the square of the time bias in units of its sigma. */
function priorCost({ prior, timeBiasSigmaS }: ImprovementInput, { parameters }: Estimate): number {
  const bias = timeBiasSigmaS === undefined ? 0 : ((parameters[6] ?? 0) / timeBiasSigmaS) ** 2
  if (prior === undefined) return bias
  const inverse = invertScaled(prior.covariance, LARGEST_INFLATION)
  if (inverse === null) throw new RangeError('the covariance of the prior is singular')
  const offset = [...prior.state.r, ...prior.state.v].map((value, i) => value - (parameters[i] ?? missing()))
  const weighted = transformRow(inverse, offset)
  return bias + offset.reduce((sum, value, i) => sum + value * (weighted[i] ?? missing()), 0)
}

/**
 * Returns N = Σ Hᵀ H and b = Σ Hᵀ y over the whitened measurements, where H are partial derivatives; the change of the orbit is N⁻¹ b.
 * Derivatives and residuals are whitened by the same L. H is for the computed values and y is measured minus computed, so that N⁻¹ b leads
 * towards the measurements.
 */
function normalEquations(input: ImprovementInput, estimate: Estimate, { rows }: Evaluation) {
  const size = estimate.parameters.length
  const partials = estimate.parameters.map((_value, i) => differentiate(input, estimate, i))
  if (partials.some((partial) => partial === null)) return null
  const matrix = buildMatrix(size, size, () => 0)
  const vector = Array.from({ length: size }, () => 0)
  input.measurements.forEach((measurement, k) => {
    const row = rows[k]
    if (row === undefined) return
    const [a, b, c] = whiten(measurement, row.line)
    const white = ({ eastRad, northRad }: AngleResidual) => [eastRad / a, (northRad - (b * eastRad) / a) / c] as const
    const slopes = partials.map((partial) => white(partial?.[k] ?? { eastRad: 0, northRad: 0 }))
    const rest = white(row.residual)
    slopes.forEach(([east, north], i) => {
      vector[i] = (vector[i] ?? missing()) + east * rest[0] + north * rest[1]
      slopes.forEach(([otherEast, otherNorth], j) => {
        const target = matrix[i] ?? []
        target[j] = (target[j] ?? missing()) + east * otherEast + north * otherNorth
      })
    })
  })
  addPrior(input, estimate, { matrix, vector })
  return { matrix, vector }
}

/** Adds the prior like one more measurement of all parameters: P⁻¹ to N, and P⁻¹ (x̄ − x) to b. */
function addPrior(
  { prior, timeBiasSigmaS }: ImprovementInput,
  { parameters }: Estimate,
  { matrix, vector }: { readonly matrix: number[][]; readonly vector: number[] },
): void {
  const bump = (i: number, j: number, value: number) => {
    const row = matrix[i] ?? []
    row[j] = (row[j] ?? missing()) + value
  }
  if (timeBiasSigmaS !== undefined) {
    bump(6, 6, 1 / timeBiasSigmaS ** 2)
    vector[6] = (vector[6] ?? missing()) - (parameters[6] ?? 0) / timeBiasSigmaS ** 2
  }
  const inverse = prior === undefined ? null : invertScaled(prior.covariance, LARGEST_INFLATION)
  if (prior === undefined || inverse === null) return
  const offset = [...prior.state.r, ...prior.state.v].map((value, i) => value - (parameters[i] ?? missing()))
  transformRow(inverse, offset).forEach((value, i) => {
    vector[i] = (vector[i] ?? missing()) + value
    inverse.forEach((_row, j) => {
      bump(i, j, entry(inverse, i, j))
    })
  })
}

/**
 * Returns the change of the computed directions with one parameter. A central difference (h(x + d) − h(x − d))/2d has an error of d² h‴/6; the
 * difference of two directions is taken on the sky, where a right ascension may pass 360° between the two. The steps are 20 m, 2 cm/s and, for
 * the time bias, 1 ms.
 */
function differentiate(input: ImprovementInput, estimate: Estimate, index: number): AngleResidual[] | null {
  const step = STEPS[index] ?? TIME_STEP_S
  const moved = (by: number): Estimate => ({
    parameters: estimate.parameters.map((value, i) => (i === index ? value + by : value)),
  })
  const [up, down] = [linesOf(input, moved(step)), linesOf(input, moved(-step))]
  if (up === null || down === null) return null
  return up.map((line, k) => {
    const { eastRad, northRad } = angleResidual(line, down[k] ?? line)
    return { eastRad: eastRad / (2 * step), northRad: northRad / (2 * step) }
  })
}

/**
 * Returns the result. The root mean square is for the measurements only, two numbers each, without the prior: √(Σ |L⁻¹ y|²/2n). The covariance is
 * N⁻¹ without damping, at the point before the last step, which moved the orbit by a thousandth of a sigma.
 */
function finish(
  input: ImprovementInput,
  estimate: Estimate,
  found: { readonly current: Evaluation; readonly covariance: Matrix; readonly iteration: number },
): ImprovementResult {
  const { current, covariance, iteration } = found
  const weighted = current.rows.reduce((sum, row, k) => sum + weigh(input.measurements[k], row), 0)
  return {
    ok: true,
    state: stateOf(estimate),
    covariance: covariance.slice(0, 6).map((row) => row.slice(0, 6)),
    timeBiasS: estimate.parameters[6] ?? 0,
    residuals: current.rows.map(({ residual }) => residual),
    weightedRms: Math.sqrt(weighted / (2 * current.rows.length)),
    iterations: iteration,
  }
}
