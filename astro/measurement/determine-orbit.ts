import { buildMatrix, entry, invertScaled, type Matrix, transformRow } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds } from '../time/epoch.ts'
import { dot } from '../vec3.ts'
import { type Comparison, compare } from './compare.ts'
import { comparePosition, POSITION_PARTS } from './compare-position.ts'
import {
  type Bias,
  type BiasQuantity,
  type Determination,
  type DeterminedOrbit,
  type EditReason,
  type Evaluation,
  inSigmas,
  type NotDetermined,
  type Problem,
  type Row,
} from './determination.ts'
import type { Flight } from './flight.ts'
import type { GroundSite } from './ground-site.ts'
import type { Measurement } from './observation.ts'
import { correlationOf, residualTable } from './residual-table.ts'
import { costOf, ROBUST_SETTLED_COST_SHARE, shortestStepLimit, spreadOf } from './robust-cost.ts'

const MOST_ITERATIONS = 60
const MOST_EDITS = 10
const EDIT_LIMIT_SPREADS = 4
/**
 * The fit ends if a step would lower the cost by less than this fraction of it, or by less than this amount; the robust fit only needs to come
 * near.
 */
const SETTLED_COST_SHARE = 1e-6
/** Rounding may hide this change of χ²: a tenth of a sigma of all parameters together. */
const ROUNDING_CHI_SQUARE = 0.01
/** With this damping a step is too short to lead anywhere. */
const MOST_DAMPING = 1e10
/** Up to this damping a step equals the undamped step to a thousandth. */
const LITTLE_DAMPING = 1e-3
/** During convergence, residuals above this multiple of the spread count linearly and not by their square (Huber 1964). */
const HUBER_SPREADS = 1.5
const TIME_STEP_S = 1e-3
/** Above this the measurements do not determine a combination of the parameters (`invertScaled`). */
const LARGEST_INFLATION = 1e14

/**
 * Returns the orbit that fits the measurements best: weighted batch least squares over the state at one epoch and the biases of the sensors, by
 * Gauss-Newton steps with the transition matrix, damped as by Levenberg and Marquardt while they make the fit worse. Until it has converged,
 * large residuals count linearly (Huber), so that a single wrong measurement cannot dominate; then residuals beyond the limit are edited, and the
 * fit is repeated until the edited ones no longer change. Source: Tapley, Schutz and Born, Statistical Orbit Determination (2004), §4.3–4.6;
 * Huber, Robust Statistics (1981), §7.8. The covariance is from the normal equations, times χ² per degree of freedom if that is above 1, and
 * times the loss of information by correlated errors of neighbouring measurements: so it includes noise that was stated too small, and errors of
 * atmosphere and forces. Verified: LAGEOS-2 from 10 km and 10 m/s off (tools/conformance), χ² of simulated tracks (determine-orbit.test.ts).
 * Failures are returned with a tag, none is thrown.
 */
export function determineOrbit(input: Determination): DeterminedOrbit | NotDetermined {
  const problem = makeProblem(input)
  const start = problem.free.map(({ value }) => value)
  let parameters: readonly number[] = [...input.start.r, ...input.start.v, ...start]
  // First a robust fit of all data, then least squares of the data near it. Editing before there is a good orbit would remove the good
  // measurements and keep those that fit the bad orbit.
  const robust = converge(problem, parameters, { edited: new Set(), isRobust: true })
  if (!robust.ok) return robust
  parameters = robust.parameters
  let { iterations } = robust
  let edited = outliers(robust.evaluation, input.editLimit ?? EDIT_LIMIT_SPREADS)
  for (let round = 0; round < MOST_EDITS; round += 1) {
    const fit = converge(problem, parameters, { edited, isRobust: false })
    if (!fit.ok) return fit
    iterations += fit.iterations
    parameters = fit.parameters
    const next = outliers(fit.evaluation, input.editLimit ?? EDIT_LIMIT_SPREADS)
    const isSame = next.size === edited.size && [...next].every((key) => edited.has(key))
    if (isSame || round === MOST_EDITS - 1) return finish(problem, fit, { edited, iterations })
    edited = next
  }
  return { ok: false, reason: 'no-convergence' }
}

/**
 * Makes the problem: biases with a sigma are estimated, with that sigma as their prior; biases with a sigma of 0 are known and only subtracted.
 * Over a short arc a constant bias of an angle and an along-track shift of the orbit are nearly indistinguishable: without a prior on the bias
 * the normal matrix is close to singular. The prior says how large a bias of such a sensor is.
 */
function makeProblem(input: Determination): Problem {
  const biases = input.biases ?? []
  const priorInverse =
    input.priorCovariance === undefined ? null : invertScaled(input.priorCovariance, LARGEST_INFLATION)
  return {
    input,
    free: biases.filter(({ sigma }) => sigma > 0),
    known: biases.filter(({ sigma }) => sigma === 0),
    priorInverse,
  }
}

interface Choice {
  readonly edited: ReadonlySet<string>
  readonly isRobust: boolean
}

interface Fit {
  readonly ok: true
  readonly parameters: readonly number[]
  readonly evaluation: Evaluation
  readonly inverse: Matrix
  readonly iterations: number
}

/**
 * Gauss-Newton with damping. The step solves (N + λ diag N) Δx = b with the normal matrix N = Σ w h hᵀ and b = Σ w h y, where h are the slopes of
 * a measurement and y its residual. Δx·b is the decrease of the cost if the problem were linear: the fit has converged when that is a negligible
 * fraction of the cost. λ starts at 0, grows tenfold if the cost increases, and decreases tenfold after each successful step (Marquardt 1963):
 * far from the solution, where the undamped step overshoots, damping shortens it and rotates it towards the steepest descent. λ multiplies the
 * diagonal of N and not the unit matrix, because metres, metres per second and seconds have no common scale.
 */
function converge(problem: Problem, from: readonly number[], choice: Choice): Fit | NotDetermined {
  let parameters = from
  let current = evaluate(problem, parameters)
  if (current === null) return { ok: false, reason: 'no-motion' }
  if (usedRows(current, choice).length < 3) return { ok: false, reason: 'too-few-observations' }
  let damping = 0
  for (let iterations = 1; iterations <= MOST_ITERATIONS; iterations += 1) {
    const knee = choice.isRobust ? HUBER_SPREADS * spreadOf(usedRows(current, choice)) : Infinity
    const { matrix, vector } = normalEquations(problem, parameters, { evaluation: current, choice, knee })
    const inverse = invertScaled(matrix, LARGEST_INFLATION)
    if (inverse === null) return { ok: false, reason: 'not-observable' }
    // The damped matrix is only for the step: the covariance always uses N.
    const damped = matrix.map((row, i) => row.map((value, j) => (i === j ? value * (1 + damping) : value)))
    const step = transformRow(damping === 0 ? inverse : (invertScaled(damped, LARGEST_INFLATION) ?? inverse), vector)
    const next = parameters.map((value, i) => value + (step[i] ?? missing()))
    const tried = evaluate(problem, next)
    const costAt = (one: Evaluation) => costOf(usedRows(one, choice), knee) + one.priorCost
    const [before, after] = [costAt(current), tried === null ? Infinity : costAt(tried)]
    // A step shortened by damping does not show a minimum: in that case bᵀ N⁻¹ b of the undamped step decides.
    const gaining = damping <= LITTLE_DAMPING ? step : transformRow(inverse, vector)
    const expected = gaining.reduce((sum, value, i) => sum + value * (vector[i] ?? missing()), 0)
    if (expected <= (choice.isRobust ? ROBUST_SETTLED_COST_SHARE : SETTLED_COST_SHARE) * (before + 1))
      return { ok: true, parameters, evaluation: current, inverse, iterations }
    // A step that loses counted measurements lowers the cost without a real gain.
    const isLoss = tried === null || usedRows(tried, choice).length < usedRows(current, choice).length
    if (isLoss || !(after < before)) {
      // Two integrations of nearly the same orbit differ by their rounding: if the cost no longer distinguishes a step from no step, it is at its
      // minimum.
      const isShortest = damping >= MOST_DAMPING
      const count = usedRows(current, choice).length
      if (expected <= (isShortest ? shortestStepLimit(before, count, choice.isRobust) : ROUNDING_CHI_SQUARE))
        return { ok: true, parameters, evaluation: current, inverse, iterations }
      if (isShortest) return { ok: false, reason: 'no-convergence' }
      damping = damping === 0 ? 1e-4 : damping * 10
      continue
    }
    ;[parameters, current] = [next, tried]
    damping = damping < 1e-6 ? 0 : damping / 10
  }
  return { ok: false, reason: 'no-convergence' }
}

function usedRows({ rows }: Evaluation, { edited }: Choice): readonly Row[] {
  return rows.filter(({ key }) => !edited.has(key))
}

/**
 * Returns the rows beyond the limit of their kind's spread, which is at least their stated sigma; a position is removed with all its components.
 * Of normal residuals one in 16,000 is beyond the usual four spreads.
 */
function outliers({ rows }: Evaluation, limit: number): Set<string> {
  const spread = Math.max(1, spreadOf(rows))
  const isBeyond = (row: Row) => Math.abs(inSigmas(row)) > limit * spread
  const positions = new Set(rows.filter((row) => isPart(row) && isBeyond(row)).map(({ observation }) => observation))
  return new Set(rows.filter((row) => isBeyond(row) || positions.has(row.observation)).map(({ key }) => key))
}

const isPart = ({ comparison: { quantity } }: Row) => (POSITION_PARTS as readonly string[]).includes(quantity)

/**
 * Compares all measurements with the orbit of the parameters; null if that orbit leaves its valid range. The slope for a clock's offset is a
 * difference quotient over 1 ms, because a slope needs no more digits to lead to the minimum. A measurement without a computed value is not used;
 * the table of residuals lists it with the reason.
 */
function evaluate(problem: Problem, parameters: readonly number[]): Evaluation | null {
  const { input } = problem
  const flight = flightFrom(input, parameters)
  if (flight === null) return null
  const rows: Row[] = []
  const unusable = new Map<number, EditReason>()
  input.observations.forEach((observation, index) => {
    const site = input.sites.get(observation.sensorId)
    if (site === undefined && observation.kind !== 'position') {
      unusable.set(index, 'unknown-sensor')
      return
    }
    const clock = biasOf(problem, parameters, observation.sensorId, 'time')
    const compared = compareAt({ observation, site, flight }, clock)
    if ('reason' in compared) {
      unusable.set(index, compared.reason)
      return
    }
    const late = hasClock(problem, observation.sensorId)
      ? compareAt({ observation, site, flight }, clock + TIME_STEP_S)
      : compared
    compared.forEach((comparison, part) => {
      const ahead = 'reason' in late ? comparison : (late[part] ?? comparison)
      rows.push({
        key: `${index} ${part}`,
        observation: index,
        comparison,
        residual: comparison.residual - offOf(problem, parameters, { comparison, sensorId: observation.sensorId }),
        slopes: slopesOf(problem, { comparison, flight, sensorId: observation.sensorId, ahead }),
      })
    })
  })
  return { rows, unusable, priorCost: priorCostOf(problem, parameters) }
}

function flightFrom({ fly }: Determination, parameters: readonly number[]): Flight | null {
  return fly(stateOf(parameters))
}

function stateOf(parameters: readonly number[]): CartesianState {
  const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = parameters
  return { r: [x, y, z], v: [vx, vy, vz] }
}

interface Looking {
  readonly observation: Measurement
  /** Undefined for a position, which is not observed from a site. */
  readonly site: GroundSite | undefined
  readonly flight: Flight
}

/** A clock that is ahead by `clock` writes a time tag that is too late by `clock`. */
function compareAt({ observation, site, flight }: Looking, clock: number) {
  const tagged = clock === 0 ? observation : { ...observation, epoch: addSeconds(observation.epoch, -clock) }
  if (tagged.kind === 'position') return comparePosition(tagged, flight.stateAt)
  return compare(tagged, site ?? missing(), flight.stateAt)
}

function hasClock({ free }: Problem, sensorId: string): boolean {
  return free.some((bias) => bias.quantity === 'time' && bias.sensorId === sensorId)
}

function biasOf({ free, known }: Problem, parameters: readonly number[], sensorId: string, quantity: string): number {
  const isOf = (bias: Bias) => bias.sensorId === sensorId && bias.quantity === quantity
  const index = free.findIndex(isOf)
  return index >= 0 ? (parameters[6 + index] ?? missing()) : (known.find(isOf)?.value ?? 0)
}

const AXES: readonly BiasQuantity[] = ['south', 'east', 'up']

interface SensorComparison {
  readonly comparison: Comparison
  readonly sensorId: string
}

/**
 * Returns the effect of the sensor's biases on a measurement; an error of the site's position moves the line of sight in the opposite direction.
 */
function offOf(problem: Problem, parameters: readonly number[], { comparison, sensorId }: SensorComparison): number {
  const place = AXES.reduce(
    (sum, axis, k) => sum + comparison.bySite[k as 0 | 1 | 2] * biasOf(problem, parameters, sensorId, axis),
    0,
  )
  return biasOf(problem, parameters, sensorId, comparison.quantity) + place
}

interface Sloping {
  readonly comparison: Comparison
  readonly flight: Flight
  readonly sensorId: string
  readonly ahead: Comparison
}

/**
 * Returns the partial derivatives of the computed value with respect to the state at epoch and to each free bias. By the chain rule the
 * derivatives for the state are (∂h/∂r, ∂h/∂v) Φ(t, t0), a row times the state-transition matrix. One integration of the state together with its
 * 36 variational equations gives Φ for all measurements; differences would need an integration for each of the six parameters.
 */
function slopesOf({ free }: Problem, { comparison, flight, sensorId, ahead }: Sloping): number[] {
  const stm = flight.transitionTo(comparison.at)
  const column = (j: number) => {
    const by = (from: number) => [entry(stm, from, j), entry(stm, from + 1, j), entry(stm, from + 2, j)] as const
    return dot(comparison.byPosition, by(0)) + dot(comparison.byVelocity, by(3))
  }
  const biases = free.map((bias) => {
    if (bias.sensorId !== sensorId) return 0
    if (bias.quantity === comparison.quantity) return 1
    const axis = AXES.indexOf(bias.quantity)
    if (axis >= 0) return comparison.bySite[axis as 0 | 1 | 2]
    // The residual decreases by the increase of the computed value.
    return bias.quantity === 'time' ? (comparison.residual - ahead.residual) / TIME_STEP_S : 0
  })
  return [...[0, 1, 2, 3, 4, 5].map(column), ...biases]
}

function offsetOf({ input }: Problem, parameters: readonly number[]): number[] {
  return [...input.start.r, ...input.start.v].map((value, i) => value - (parameters[i] ?? missing()))
}

/** Returns (x − x̄)ᵀ P⁻¹ (x − x̄) of the prior orbit, plus the squares of the biases in units of their prior sigmas. */
function priorCostOf(problem: Problem, parameters: readonly number[]): number {
  const biases = problem.free.reduce(
    (sum, { value, sigma }, k) => sum + (((parameters[6 + k] ?? missing()) - value) / sigma) ** 2,
    0,
  )
  if (problem.priorInverse === null) return biases
  const offset = offsetOf(problem, parameters)
  const weighted = transformRow(problem.priorInverse, offset)
  return biases + offset.reduce((sum, value, i) => sum + value * (weighted[i] ?? missing()), 0)
}

interface Weighing {
  readonly evaluation: Evaluation
  readonly choice: Choice
  readonly knee: number
}

/**
 * Returns N and b of the normal equations. The weight of a residual beyond the knee is reduced by knee/|z|, so that least squares with these
 * weights is a step towards the minimum of Huber's cost. Priors are used like measurements: P⁻¹ is added to N, and P⁻¹ times the offset from the
 * prior to b.
 */
function normalEquations(problem: Problem, parameters: readonly number[], { evaluation, choice, knee }: Weighing) {
  const size = parameters.length
  const matrix = buildMatrix(size, size, () => 0)
  const vector = Array.from({ length: size }, () => 0)
  const add = (i: number, j: number, value: number) => {
    const row = matrix[i]
    if (row !== undefined) row[j] = (row[j] ?? missing()) + value
  }
  // The weight of a residual z beyond the knee is ψ(z)/z = k/|z|: iteratively reweighted least squares (Huber 1981,
  // §7.8).
  for (const row of usedRows(evaluation, choice)) {
    const size2 = Math.abs(inSigmas(row))
    const weight = (size2 <= knee ? 1 : knee / size2) / row.comparison.sigma ** 2
    row.slopes.forEach((slope, i) => {
      vector[i] = (vector[i] ?? missing()) + weight * slope * row.residual
      row.slopes.forEach((other, j) => {
        add(i, j, weight * slope * other)
      })
    })
  }
  problem.free.forEach(({ value, sigma }, k) => {
    add(6 + k, 6 + k, sigma ** -2)
    vector[6 + k] = (vector[6 + k] ?? missing()) + (value - (parameters[6 + k] ?? missing())) / sigma ** 2
  })
  const { priorInverse } = problem
  if (priorInverse !== null) {
    const pulled = transformRow(priorInverse, offsetOf(problem, parameters))
    pulled.forEach((value, i) => {
      vector[i] = (vector[i] ?? missing()) + value
      for (let j = 0; j < 6; j += 1) add(i, j, entry(priorInverse, i, j))
    })
  }
  return { matrix, vector }
}

interface Ending {
  readonly edited: ReadonlySet<string>
  readonly iterations: number
}

/**
 * Returns the result, with the covariance N⁻¹ times the larger of two factors: χ² per degree of freedom, which shows noise and force errors that
 * were assumed too small, and the same times the correlation factor, which shows how few measurements are independent. Both factors only enlarge
 * it. A χ² below 1 does not justify a better accuracy than the stated noise of the sensors.
 */
function finish(problem: Problem, fit: Fit, { edited, iterations }: Ending): DeterminedOrbit {
  const { parameters, evaluation, inverse } = fit
  const used = usedRows(evaluation, { edited, isRobust: false })
  const squares = used.reduce((sum, row) => sum + inSigmas(row) ** 2, 0)
  const chiSquare = squares + evaluation.priorCost
  // n measurements and k priors minus the parameters; a state without a prior uses six degrees of freedom. Prior knowledge counts as a
  // measurement.
  const known = problem.free.length + (problem.priorInverse === null ? 0 : 6)
  const degreesOfFreedom = used.length + known - parameters.length
  const scaleFactor = degreesOfFreedom > 0 ? Math.max(1, chiSquare / degreesOfFreedom) : 1
  const correlationFactor = correlationOf(problem, used)
  // If residuals are far below their stated noise, the covariance does not grow before the correlation exceeds this margin.
  const factor = Math.max(scaleFactor, degreesOfFreedom > 0 ? (correlationFactor * chiSquare) / degreesOfFreedom : 1)
  return {
    ok: true,
    state: stateOf(parameters),
    covariance: buildMatrix(6, 6, (i, j) => (factor * (entry(inverse, i, j) + entry(inverse, j, i))) / 2),
    scaleFactor,
    correlationFactor,
    biases: [
      ...problem.free.map((bias, k) => ({
        ...bias,
        value: parameters[6 + k] ?? missing(),
        formalSigma: Math.sqrt(factor * entry(inverse, 6 + k, 6 + k)),
      })),
      ...problem.known.map((bias) => ({ ...bias, formalSigma: 0 })),
    ],
    residuals: residualTable(problem, evaluation, edited),
    chiSquare,
    degreesOfFreedom,
    weightedRms: Math.sqrt(squares / Math.max(1, used.length)),
    iterations,
  }
}
