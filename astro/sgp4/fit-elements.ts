import { solve } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { EquinoctialElements } from '../orbit/equinoctial.ts'
import type { Epoch } from '../time/epoch.ts'
import { norm, subtract } from '../vec3.ts'
import type { MeanElements } from './element-set.ts'
import { initSgp4 } from './init.ts'
import { type Chart, chartFor, hitsGround, leastRound, type MeanPlane } from './mean-equinoctial.ts'
import type { Sgp4Model } from './model.ts'
import { propagateSgp4Minutes } from './propagate.ts'

/** A state in TEME of its epoch, m and m/s, with conditions for its elements. */
export interface StateToFit extends CartesianState {
  readonly epoch: Epoch
  /** The drag term of the elements, 1/(earth radius); default 0. */
  readonly bstar?: number
  /** The plane of known elements of nearly the same orbit: if SDP4 gives several elements the same state, those near this plane are returned. */
  readonly nearPlane?: MeanPlane
}

/** The reason why no elements have the state. */
export type FitFailure = 'not-elliptic' | 'perigee-below-ground' | 'not-reached'

/** Elements that have the state at their epoch, with their model; or the reason why there are none. */
export type FittedElements =
  | { readonly ok: true; readonly elements: MeanElements; readonly model: Sgp4Model }
  | { readonly ok: false; readonly reason: FitFailure }

/** The limit at which the iteration ends, and the stated accuracy. For orbits as high as the Moon, rounding exceeds the first. */
const ENOUGH = { m: 1e-5, mps: 1e-8 }
const PROMISED = { m: 1e-3, mps: 1e-6 }
const MOST_STEPS = 20
const MOST_HALVINGS = 6
/** A step without derivatives is accepted if it reduces the remainder below this fraction. */
const PLAIN_STEP_SHARE = 0.1
/** The step of the difference quotients. SGP4 solves Kepler's equation to 1e-12. */
const DIFFERENCE_STEP = 1e-8
/** tan(i/2) up to which SDP4 may shift the pole by as much as the inclination, and a value far above it. */
const LOW_TAN_HALF_INC = 0.02
const CLEAR_TAN_HALF_INC = 0.05

/**
 * Returns the mean elements with the given drag term whose SGP4 or SDP4 state at `epoch` is the given state, to 1 mm and 1 µm/s (1e-5 m and 1e-8
 * m/s below the Moon). At other times they are as accurate as SGP4. Near the Earth, elements can be fitted to a state of another set, with its
 * drag term. Their error is then less than 0.6 % of the displacement by drag in between: SGP4 keeps the rates of node and perigee at the epoch,
 * and the later set has the rates of a smaller orbit (fit-elements.test.ts).
 *
 * It uses Newton's method in equinoctial elements, and starts at the osculating elements, which differ from the mean ones by a thousandth. Tagged
 * failures: a state that is on no ellipse, or on an ellipse that meets the ground; 'not-reached' if SGP4 has no such state. SGP4 has none for
 * some mean eccentricities below 1e-6, which it replaces by 1e-6 (up to 7 m in low orbit). SDP4 has none for some prograde inclinations that are
 * no larger than its shift of the pole by Sun and Moon, 0.02° in the geostationary ring, where its theory is not regular. There several sets may
 * have the same state: `nearPlane` selects one, otherwise the set nearest to the averaged pole is used.
 */
export function fitElements({ epoch, r, v, bstar = 0, nearPlane }: StateToFit): FittedElements {
  const target = { r, v }
  const chart = chartFor(target)
  const osculating = chart.osculating(target)
  if (osculating === null) return { ok: false, reason: 'not-elliptic' }
  if (hitsGround(target)) return { ok: false, reason: 'perigee-below-ground' }
  const problem = { epoch, bstar, chart, target, osculating }
  for (const start of startsOf(problem, nearPlane)) {
    const found = newton(problem, start)
    if (found !== null) return { ok: true, elements: found.elements, model: found.model }
  }
  return { ok: false, reason: 'not-reached' }
}

/** The state to be reached, its osculating elements, and the coordinates in which its pole is regular. */
interface Problem {
  readonly epoch: Epoch
  readonly bstar: number
  readonly chart: Chart
  readonly target: CartesianState
  readonly osculating: EquinoctialElements
}

/** Mean elements, and the difference of their state from the target. */
interface Trial {
  readonly mean: EquinoctialElements
  readonly elements: MeanElements
  readonly model: Sgp4Model
  /** Osculating elements minus the target's, in the order of EquinoctialElements; the mean motion as a fraction of it. */
  readonly rest: readonly number[]
  readonly size: number
  readonly missM: number
  readonly missMps: number
}

/**
 * Returns the starting points. In the geostationary ring SDP4 adds the periodic effect of the Sun and the Moon to the inclination and node of an
 * orbit with nearly no inclination. Several mean poles can then give the same osculating pole, and Newton's method finds the nearest one. There
 * the start is the pole without the shift by SDP4, and finally poles all around.
 */
function* startsOf(problem: Problem, nearPlane: MeanPlane | undefined): Generator<EquinoctialElements> {
  const { osculating, chart } = problem
  if (nearPlane !== undefined) yield { ...osculating, ...chart.poleOf(nearPlane) }
  const isFlat = Math.hypot(osculating.chi, osculating.psi) < LOW_TAN_HALF_INC
  if (!isFlat || evaluate(problem, osculating)?.model.deep === undefined) return yield osculating
  const shift = poleShift(problem)
  for (const share of [1, 0, 0.5, 2]) {
    yield { ...osculating, chi: osculating.chi - share * shift.chi, psi: osculating.psi - share * shift.psi }
  }
  const reach = Math.hypot(shift.chi, shift.psi)
  for (const radius of [0.2, 0.5, 1, 2]) {
    for (let k = 0; k < 8; k += 1) {
      const [sin, cos] = [Math.sin((Math.PI * k) / 4), Math.cos((Math.PI * k) / 4)]
      yield { ...osculating, chi: radius * reach * sin, psi: radius * reach * cos }
    }
  }
}

/** Returns the shift of the pole by SDP4 for a clearly inclined orbit with otherwise the same elements. */
function poleShift(problem: Problem): { readonly chi: number; readonly psi: number } {
  const trials = [CLEAR_TAN_HALF_INC, -CLEAR_TAN_HALF_INC].map((by) =>
    evaluate(problem, move(problem.osculating, [0, 0, 0, by, 0, 0])),
  )
  const mean = (k: number) => trials.reduce((sum, trial) => sum + (trial?.rest[k] ?? missing()), 0) / trials.length
  return { chi: mean(3), psi: mean(4) }
}

/** Iterates from one start until the state is reached or no step improves it. Returns null if the stated accuracy is not reached. */
function newton(problem: Problem, start: EquinoctialElements): Trial | null {
  let best = evaluate(problem, start)
  for (let step = 0; best !== null && !isWithin(best, ENOUGH) && step < MOST_STEPS; step += 1) {
    const better = improve(problem, best)
    if (better === null) break
    best = better
  }
  return best !== null && isWithin(best, PROMISED) ? best : null
}

function isWithin({ missM, missMps }: Trial, { m, mps }: typeof ENOUGH): boolean {
  return missM < m && missMps < mps
}

/**
 * Returns better elements. Mean and osculating elements differ by the small periodic terms, so subtracting the remainder directly (J = 1) usually
 * gains several digits for one evaluation. Otherwise Newton's step is used and halved until it improves the result. The Jacobian of osculating by
 * mean elements is the identity to J2, 1e-3, wherever the theory is regular.
 */
function improve(problem: Problem, trial: Trial): Trial | null {
  const plain = evaluate(
    problem,
    move(
      trial.mean,
      trial.rest.map((value) => -value),
    ),
  )
  if (plain !== null && plain.size < PLAIN_STEP_SHARE * trial.size) return plain
  const step = newtonStep(problem, trial)
  if (step === null) return null
  for (let share = 1; share >= 2 ** -MOST_HALVINGS; share /= 2) {
    const by = step.map((value) => share * value)
    const tried = evaluate(problem, move(trial.mean, by))
    if (tried !== null && tried.size < trial.size) return tried
  }
  return null
}

/**
 * Returns the change of the mean elements that makes the remainder zero in a linear model: J Δ = −rest. The Jacobian J consists of difference
 * quotients of SGP4 itself, one element at a time.
 */
function newtonStep(problem: Problem, { mean, rest }: Trial): number[] | null {
  const slopes = rest.map((_, k) => {
    const by = DIFFERENCE_STEP * directionOf(mean, k)
    const moved = evaluate(
      problem,
      move(
        mean,
        rest.map((_rest, j) => (j === k ? by : 0)),
      ),
    )
    return rest.map((value, j) => ((moved?.rest[j] ?? Number.NaN) - value) / by)
  })
  const rows = rest.map((_, j) => slopes.map((slope) => slope[j] ?? Number.NaN))
  const columns = rest.map((value) => [-value])
  return solve(rows, columns)?.map(([value = 0]) => value) ?? null
}

/**
 * Returns the direction of a step: towards more circular orbits, so that the step never leaves the ellipses; for circular orbits, away from the
 * circle.
 */
function directionOf({ af, ag }: EquinoctialElements, k: number): number {
  const part = k === 1 ? af : k === 2 ? ag : 0
  return (part < 0 ? -1 : 1) * (part !== 0 && Math.hypot(af, ag) > 0.5 ? -1 : 1)
}

/**
 * Returns the elements changed by small steps. The step of the mean motion is a fraction of the mean motion, so that all six steps are numbers of
 * similar size without units.
 */
function move(mean: EquinoctialElements, by: readonly number[]): EquinoctialElements {
  const [n = 0, af = 0, ag = 0, chi = 0, psi = 0, longitude = 0] = by
  return {
    meanMotionRadps: mean.meanMotionRadps * (1 + n),
    af: mean.af + af,
    ag: mean.ag + ag,
    chi: mean.chi + chi,
    psi: mean.psi + psi,
    meanLongitudeRad: mean.meanLongitudeRad + longitude,
  }
}

/** Returns the state of SGP4 for mean elements at their epoch, and the difference of its osculating elements from the target. */
function evaluate({ chart, target, osculating, epoch, bstar }: Problem, wish: EquinoctialElements): Trial | null {
  const mean = leastRound(wish)
  const elements = chart.toMeanElements(mean, { epoch, bstar })
  if (!(elements.eccentricity < 1 && elements.meanMotionRadPerS > 0)) return null
  const model = initSgp4(elements)
  const state = propagateSgp4Minutes(model, 0)
  const found = state.ok ? chart.osculating(state) : null
  if (!state.ok || found === null) return null
  // Longitudes differ by less than half a turn.
  const turned = found.meanLongitudeRad - osculating.meanLongitudeRad
  const rest = [
    found.meanMotionRadps / osculating.meanMotionRadps - 1,
    found.af - osculating.af,
    found.ag - osculating.ag,
    found.chi - osculating.chi,
    found.psi - osculating.psi,
    turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI)),
  ]
  const [missM, missMps] = [norm(subtract(state.r, target.r)), norm(subtract(state.v, target.v))]
  return { mean, elements, model, rest, size: Math.hypot(...rest), missM, missMps }
}
