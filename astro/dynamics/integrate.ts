import { missing } from '../missing.ts'
import { type Crossing, type FollowedQuantity, findCrossings } from './crossing.ts'
import { type DenseStep, evaluateStep, makeDenseStep } from './dense-output.ts'
import { A, B, C, E3, E5, type Weights } from './dop853.data.ts'
import { combine, type Derivative, STAGES, STAGES_EXTENDED } from './stages.ts'

/** The task of an integration: the equation, its limits and tolerances. */
export interface Problem {
  readonly derivative: Derivative
  readonly start: number
  readonly end: number
  readonly y: ArrayLike<number>
  /** Errors of a step are kept below absolute + relative · |y|, in the root mean square of the components. */
  readonly relativeTolerance: number
  readonly absoluteTolerance: number | ArrayLike<number>
  readonly firstStep?: number
  readonly maxStep?: number
  /** The maximum number of steps; default 100 000. */
  readonly maxSteps?: number
  readonly followed?: readonly FollowedQuantity[]
  /** Values whose zeros are discontinuities of the derivative: each step ends at the first one. */
  readonly edges?: readonly FollowedQuantity['value'][]
}

/** A solution and its crossings; `at` is valid for every time between start and end, and throws RangeError outside. */
export interface Solution {
  readonly ok: true
  /** The end of the solution: the requested end, or a terminal crossing. */
  readonly end: number
  readonly y: Float64Array
  readonly at: (t: number) => Float64Array
  readonly crossings: readonly Crossing[]
  readonly steps: number
}

/** Why an integration stopped before its end, and when. */
export interface IntegrationFailure {
  readonly ok: false
  readonly reason: 'too-many-steps' | 'step-too-small' | 'not-finite'
  readonly t: number
}

/** The default maximum number of steps. */
const MAX_STEPS = 100_000
/** A discontinuity nearer than this fraction of the step to one of its ends counts as that end; otherwise the next step would have no length. */
const END_SHARE = 1e-6
/**
 * Step control (Hairer, §II.4): the next step is h times SAFETY_FACTOR · error^(−1/8), as the error of a step of order 7 grows with h⁸.
 * The factor stays between LEAST_STEP_FACTOR and LARGEST_STEP_FACTOR, and does not exceed 1 after a rejected step; these are the values of scipy.
 */
const SAFETY_FACTOR = 0.9
const LEAST_STEP_FACTOR = 0.2
const LARGEST_STEP_FACTOR = 10
const STEP_EXPONENT = -1 / 8

/**
 * Integrates y' = f(t, y) forwards or backwards by the Runge-Kutta method of order 8(5,3) of Dormand and Prince with adaptive steps, dense output
 * of order 7 and crossings. Source: Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed., §II.10 (DOP853). Accuracy:
 * 2e-11 of the radius for a Kepler orbit of e = 0.3 over ten revolutions at a tolerance of 1e-13; agrees with scipy's implementation step for
 * step (integrate.reference.json). The result depends on the derivative only. A step takes 12 evaluations, and three more for its dense output. A
 * method of high order suits orbits: their forces are smooth, and their errors must stay at millimetres over thousands of radians. Its
 * disadvantage is that a step must end at each discontinuity of the derivative (`edges`). Tolerances limit the error of one step and not the
 * total error: how the errors of steps add up depends on the orbit.
 */
export function integrate(problem: Problem): Solution | IntegrationFailure {
  const { start, end } = problem
  const direction = end < start ? -1 : 1
  const work = makeWork(problem)
  const steps: DenseStep[] = []
  const crossings: Crossing[] = []
  let [t, y] = [start, Float64Array.from(problem.y)]
  problem.derivative(t, y, work.stage(0))
  // If the slope at the start is not finite, neither is the size of the first step.
  if (!work.stage(0).every(Number.isFinite)) return { ok: false, reason: 'not-finite', t }
  let size = problem.firstStep ?? firstStep(problem, y, work)
  let rejected = false
  // The step size to continue with after a step that ended at a discontinuity.
  let uncut = 0
  for (let count = 0; t !== end; count += 1) {
    if (count >= (problem.maxSteps ?? MAX_STEPS)) return { ok: false, reason: 'too-many-steps', t }
    // A step must not extend beyond the end, and must not be longer than the caller's limit.
    const limit = Math.min(Math.abs(end - t), problem.maxStep ?? Infinity)
    const isLast = size >= Math.abs(end - t)
    const h = direction * Math.min(size, limit)
    // A step below the rounding of t does not change t.
    if (Math.abs(h) <= 4 * Number.EPSILON * Math.abs(t)) return { ok: false, reason: 'step-too-small', t }
    const error = takeStep(problem, { t, y, h }, work)
    if (Number.isNaN(error)) return { ok: false, reason: 'not-finite', t }
    const factor =
      error === 0
        ? LARGEST_STEP_FACTOR
        : Math.min(LARGEST_STEP_FACTOR, Math.max(LEAST_STEP_FACTOR, SAFETY_FACTOR * error ** STEP_EXPONENT))
    size = Math.abs(h) * (rejected ? Math.min(1, factor) : factor)
    // The error is in units of the tolerance.
    rejected = error >= 1
    if (rejected) continue
    // The end is hit exactly, and not as a sum of steps.
    const next = isLast && limit === Math.abs(end - t) ? end : t + h
    const step = makeDenseStep(problem.derivative, { t, h, y, yEnd: work.end, k: work.k })
    // A step over a discontinuity is discarded and repeated so that it ends there, whatever its error estimate is: the estimate assumes a smooth
    // derivative, and can miss that a whole shadow was between two stages.
    const corner = findCorner(problem.edges ?? [], step)
    if (corner !== null) {
      uncut = Math.abs(h)
      size = corner
      continue
    }
    // After a discontinuity the step is at least as long as before it was cut.
    size = Math.max(size, uncut)
    uncut = 0
    const found = findCrossings(problem.followed ?? [], step, crossings)
    const stop = found.find(({ quantity }) => quantity.terminal === true)
    crossings.push(...(stop === undefined ? found : found.filter(({ t: time }) => direction * (stop.t - time) >= 0)))
    steps.push(step)
    if (stop !== undefined) return finish({ steps, crossings, start, end: stop.t, y: stop.y })
    t = next
    y = Float64Array.from(work.end)
    // The derivative at the end of a step is the first stage of the next one ("first same as last").
    work.stage(0).set(work.stage(STAGES))
  }
  return finish({ steps, crossings, start, end, y })
}

/**
 * Returns how far into the step its first discontinuity is; null if there is none, or only at its ends. It is searched on the dense output, which
 * is accurate enough: an error in the time of a discontinuity only affects the force during that error.
 */
function findCorner(edges: readonly FollowedQuantity['value'][], step: DenseStep): number | null {
  const followed = edges.map((value) => ({ name: 'edge', value }))
  const size = Math.abs(step.h)
  const distances = findCrossings(followed, step, []).map(({ t }) => Math.abs(t - step.t))
  return distances.find((distance) => distance > END_SHARE * size && distance < (1 - END_SHARE) * size) ?? null
}

/** Arrays that all steps share: the stages, a trial point, and the values at the end of a step. */
interface Work {
  readonly k: Float64Array
  readonly trial: Float64Array
  readonly end: Float64Array
  readonly stage: (index: number) => Float64Array
  readonly absolute: (index: number) => number
}

function makeWork({ y, absoluteTolerance }: Problem): Work {
  const n = y.length
  const k = new Float64Array(STAGES_EXTENDED * n)
  const stages = Array.from({ length: STAGES_EXTENDED }, (_, s) => k.subarray(s * n, (s + 1) * n))
  const stage = (index: number) => stages[index] ?? k
  const absolute =
    typeof absoluteTolerance === 'number' ? () => absoluteTolerance : (i: number) => absoluteTolerance[i] ?? missing()
  return { k, trial: new Float64Array(n), end: new Float64Array(n), stage, absolute }
}

interface At {
  readonly t: number
  readonly y: Float64Array
  readonly h: number
}

/**
 * Makes one step to work.end: stage s is k_s = f(t + c_s h, y + h Σ a_sj k_j), and the result is y + h Σ b_s k_s. Returns the error in units of
 * the tolerance: DOP853 has two embedded methods, of orders 5 and 3, and combines their errors as |h| e5²/√(e5² + 0.01 e3²) (Hairer, §II.10),
 * which falls with h⁸ as the error of the step itself does.
 */
function takeStep({ derivative, relativeTolerance }: Problem, at: At, work: Work): number {
  for (let s = 1; s < STAGES; s += 1) {
    combine(work.trial, at, { k: work.k, weights: A[s] ?? [] })
    derivative(at.t + (C[s] ?? missing()) * at.h, work.trial, work.stage(s))
  }
  combine(work.end, at, { k: work.k, weights: B })
  derivative(at.t + at.h, work.end, work.stage(STAGES))
  const n = at.y.length
  let [sum3, sum5] = [0, 0]
  for (let i = 0; i < n; i += 1) {
    const size = Math.max(Math.abs(at.y[i] ?? missing()), Math.abs(work.end[i] ?? missing()))
    const scale = work.absolute(i) + relativeTolerance * size
    sum3 += (weigh(E3, work.k, { i, n }) / scale) ** 2
    sum5 += (weigh(E5, work.k, { i, n }) / scale) ** 2
  }
  // E5 and E3 are the differences of both embedded methods: √(sum/n) is the root mean square over the components. The weight 0.01 of the
  // third-order one makes it a safeguard for steps at which e5 vanishes by chance.
  if (sum5 === 0 && sum3 === 0) return 0
  return (Math.abs(at.h) * sum5) / Math.sqrt((sum5 + 0.01 * sum3) * n)
}

/** Returns Σ w_s k_s for one component. */
function weigh(weights: Weights, k: Float64Array, { i, n }: { readonly i: number; readonly n: number }): number {
  let sum = 0
  for (const [stage, weight] of weights) sum += weight * (k[stage * n + i] ?? missing())
  return sum
}

/**
 * Returns the first step by Hairer's algorithm (§II.4): h0 changes y by 1 % of its size along its slope; an Euler step of that length shows how
 * the slope changes, and h1 is chosen such that h1⁸ max(|f|, |f′|) = 0.01. All sizes are in units of the tolerance.
 */
function firstStep(problem: Problem, y: Float64Array, work: Work): number {
  const scale = (i: number) => work.absolute(i) + problem.relativeTolerance * Math.abs(y[i] ?? missing())
  const size = (of: Float64Array) =>
    Math.sqrt(of.reduce((sum, value, i) => sum + (value / scale(i)) ** 2, 0) / of.length)
  const slope = work.stage(0)
  const [d0, d1] = [size(y), size(slope)]
  // If y or its slope is close to 0, their quotient is meaningless: 1e-6 s is used.
  const h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : (0.01 * d0) / d1
  const direction = problem.end < problem.start ? -1 : 1
  problem.derivative(
    problem.start + direction * h0,
    y.map((value, i) => value + direction * h0 * (slope[i] ?? missing())),
    work.stage(1),
  )
  const change = work.stage(1).map((value, i) => value - (slope[i] ?? missing()))
  const steepest = Math.max(d1, size(change) / h0)
  const h1 = steepest <= 1e-15 ? Math.max(1e-6, h0 * 1e-3) : (0.01 / steepest) ** (1 / 8)
  return Math.min(100 * h0, h1)
}

interface Ending {
  readonly steps: readonly DenseStep[]
  readonly crossings: readonly Crossing[]
  readonly start: number
  readonly end: number
  readonly y: Float64Array
}

/** Returns the solution with its dense output: at a time, the polynomial of degree 7 of its step. */
function finish({ steps, crossings, start, end, y }: Ending): Solution {
  const direction = end < start ? -1 : 1
  const at = (t: number) => {
    if (!(direction * (t - start) >= 0 && direction * (end - t) >= 0)) {
      throw new RangeError(`time ${t} s is not between ${start} and ${end}`)
    }
    if (t === end) return Float64Array.from(y)
    const step = steps[findStep(steps, t, direction)]
    return step === undefined ? Float64Array.from(y) : evaluateStep(step, t)
  }
  return { ok: true, end, y, at, crossings, steps: steps.length }
}

/** Returns the index of the last step that does not start after t, by bisection; steps are in the order of the integration. */
function findStep(steps: readonly DenseStep[], t: number, direction: number): number {
  let [low, high] = [0, steps.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (direction * (t - (steps[middle] ?? missing()).t) >= 0) low = middle
    else high = middle - 1
  }
  return low
}
