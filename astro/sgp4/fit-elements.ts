import { solve } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { type EquinoctialElements, toEquinoctial } from '../orbit/equinoctial.ts'
import type { Epoch } from '../time/epoch.ts'
import { wrapTwoPi } from '../units.ts'
import { cross, dot, norm, subtract, type Vec3 } from '../vec3.ts'
import type { MeanElements } from './element-set.ts'
import { initSgp4 } from './init.ts'
import type { Sgp4Model } from './model.ts'
import { propagateSgp4Minutes } from './propagate.ts'
import { M_PER_EARTH_RADIUS, MPS_PER_UNIT } from './wgs-72.ts'

/** The mean plane of an orbit, rad. */
export interface MeanPlane {
  readonly incRad: number
  readonly raanRad: number
}

/** A state in TEME of its epoch, m and m/s, and what its elements shall be. */
export interface StateToFit extends CartesianState {
  readonly epoch: Epoch
  /** Their drag term, 1/(earth radius); default 0. */
  readonly bstar?: number
  /** The plane of elements that are known of nearly this orbit: where SDP4 gives the same state for two, those near it. */
  readonly nearPlane?: MeanPlane
}

/** Why no element set has a state. */
export type FitFailure = 'not-elliptic' | 'perigee-below-ground' | 'not-reached'

/** Elements that have the state at their epoch, and their model; or why there are none. */
export type FittedElements =
  | { readonly ok: true; readonly elements: MeanElements; readonly model: Sgp4Model }
  | { readonly ok: false; readonly reason: FitFailure }

const GM = MPS_PER_UNIT * MPS_PER_UNIT * M_PER_EARTH_RADIUS
/** Below this, SGP4 takes every mean eccentricity for this one. */
const LEAST_E = 1e-6
/** What is promised, and where the iteration ends. */
const PROMISED = { m: 1e-3, mps: 1e-6 }
const ENOUGH = { m: 1e-5, mps: 1e-8 }
/** A step without derivatives is taken where it leaves less than this share. */
const PLAIN_ENOUGH = 0.1
/** tan(i/2) below which the shift of the pole may be as large as the inclination, and one where it surely is not. */
const FLAT = 1e-3
const AWAY = 0.02
const MOST_STEPS = 25
const MOST_HALVINGS = 10
/** Of the differences that stand for the derivatives; Kepler's equation is solved to 1e-12 in SGP4. */
const DIFFERENCE = 1e-8

/**
 * The mean elements, at `epoch`, whose SGP4 or SDP4 state there is the one given, with the drag term given.
 *
 * Newton's method, from the osculating elements on, in equinoctial elements: there the osculating elements that SGP4 makes
 * of mean ones differ from them by a thousandth. Orbits that turn westward are mirrored, which makes the variables regular
 * up to i = 180°. Differences stand for the derivatives, steps are halved while they make it worse.
 */
export function fitElements({ epoch, r, v, bstar = 0, nearPlane }: StateToFit): FittedElements {
  const isMirrored = r[0] * v[1] < r[1] * v[0]
  const osculating = elementsOf({ r, v }, isMirrored)
  if (osculating === null) return { ok: false, reason: 'not-elliptic' }
  if (perigeeM({ r, v }) < M_PER_EARTH_RADIUS) return { ok: false, reason: 'perigee-below-ground' }
  const problem = { epoch, bstar, isMirrored, target: { r, v }, osculating }
  for (const start of startsOf(problem, nearPlane)) {
    const found = newton(problem, start)
    if (found !== null && isWithin(found, PROMISED)) return { ok: true, elements: found.elements, model: found.model }
  }
  return { ok: false, reason: 'not-reached' }
}

/**
 * Where to begin: at the osculating elements, or in the plane known. Of a deep orbit in the equator, SDP4 shifts the pole by
 * as much as it is inclined, and by rules of its own: there one begins where the pole is without that shift, then around.
 */
function* startsOf(problem: Problem, nearPlane: MeanPlane | undefined): Generator<EquinoctialElements> {
  const { osculating, isMirrored } = problem
  if (nearPlane !== undefined) yield { ...osculating, ...poleOf(nearPlane, isMirrored) }
  const isFlat = Math.hypot(osculating.chi, osculating.psi) < FLAT
  if (!isFlat || evaluate(problem, osculating)?.model.deep === undefined) return yield osculating
  const shift = poleShift(problem)
  for (const share of [1, 0, 0.5, 2]) {
    yield { ...osculating, chi: osculating.chi - share * shift.chi, psi: osculating.psi - share * shift.psi }
  }
  const reach = Math.hypot(shift.chi, shift.psi)
  for (const radius of [0.05, 0.2, 0.5, 1, 1.5, 2.5]) {
    for (let k = 0; k < 24; k += 1) {
      const [sin, cos] = [Math.sin((Math.PI * k) / 12), Math.cos((Math.PI * k) / 12)]
      yield { ...osculating, chi: radius * reach * sin, psi: radius * reach * cos }
    }
  }
}

/** By what SDP4 shifts the pole of orbits that are clearly inclined, with all else the same. */
function poleShift(problem: Problem): { readonly chi: number; readonly psi: number } {
  const trials = [AWAY, -AWAY].map((by) => evaluate(problem, move(problem.osculating, [0, 0, 0, by, 0, 0])))
  const mean = (k: number) => trials.reduce((sum, trial) => sum + (trial?.rest[k] ?? 0), 0) / trials.length
  return { chi: mean(3), psi: mean(4) }
}

function newton(problem: Problem, start: EquinoctialElements): Trial | null {
  let best = evaluate(problem, start)
  for (let step = 0; best !== null && !isWithin(best, ENOUGH) && step < MOST_STEPS; step += 1) {
    const better = improve(problem, best)
    if (better === null) break
    best = better
  }
  return best
}

interface Problem {
  readonly epoch: Epoch
  readonly bstar: number
  readonly isMirrored: boolean
  readonly target: CartesianState
  readonly osculating: EquinoctialElements
}

/** Mean elements, and how far their state is from the one wanted. */
interface Trial {
  readonly mean: EquinoctialElements
  readonly elements: MeanElements
  readonly model: Sgp4Model
  /** Osculating elements less those wanted, in the order of EquinoctialElements, the mean motion as a share of it. */
  readonly rest: readonly number[]
  readonly size: number
  readonly missM: number
  readonly missMps: number
}

/** One step of Newton's method, halved until it helps; null where none does. */
function improve(problem: Problem, trial: Trial): Trial | null {
  const plain = evaluate(
    problem,
    move(
      trial.mean,
      trial.rest.map((value) => -value),
    ),
  )
  if (plain !== null && plain.size < PLAIN_ENOUGH * trial.size) return plain
  const slopes = trial.rest.map((_, k) => {
    const by = DIFFERENCE * directionOf(trial.mean, k)
    const moved = evaluate(
      problem,
      move(
        trial.mean,
        [0, 1, 2, 3, 4, 5].map((j) => (j === k ? by : 0)),
      ),
    )
    return moved === null ? null : moved.rest.map((value, j) => (value - (trial.rest[j] ?? 0)) / by)
  })
  const rows = trial.rest.map((_, j) => slopes.map((slope) => slope?.[j] ?? Number.NaN))
  const full = solve(
    rows,
    trial.rest.map((value) => [-value]),
  )
  if (full === null) return null
  let share = 1
  for (let halving = 0; halving <= MOST_HALVINGS; halving += 1) {
    const tried = evaluate(
      problem,
      move(
        trial.mean,
        full.map(([value = 0]) => share * value),
      ),
    )
    if (tried !== null && tried.size < trial.size) return tried
    share /= 2
  }
  return null
}

/** Towards rounder orbits, so that no difference leaves the ellipses; from round ones away, so that it is one. */
function directionOf({ af, ag }: EquinoctialElements, k: number): number {
  const part = k === 1 ? af : k === 2 ? ag : 0
  return (part < 0 ? -1 : 1) * (part !== 0 && Math.hypot(af, ag) > 0.5 ? -1 : 1)
}

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

function evaluate(problem: Problem, wish: EquinoctialElements): Trial | null {
  const mean = leastRound(wish)
  const elements = toMeanElements(problem, mean)
  if (!(elements.eccentricity < 1 && elements.meanMotionRadPerS > 0)) return null
  const model = initSgp4(elements)
  const state = propagateSgp4Minutes(model, 0)
  const found = state.ok ? elementsOf(state, problem.isMirrored) : null
  if (!state.ok || found === null) return null
  const wanted = problem.osculating
  const rest = [
    found.meanMotionRadps / wanted.meanMotionRadps - 1,
    found.af - wanted.af,
    found.ag - wanted.ag,
    found.chi - wanted.chi,
    found.psi - wanted.psi,
    halfTurns(found.meanLongitudeRad - wanted.meanLongitudeRad),
  ]
  const size = Math.hypot(...rest)
  const missM = norm(subtract(state.r, problem.target.r))
  const missMps = norm(subtract(state.v, problem.target.v))
  return { mean, elements, model, rest, size, missM, missMps }
}

/** The nearest elements that SGP4 takes as they are. */
function leastRound(mean: EquinoctialElements): EquinoctialElements {
  const e = Math.hypot(mean.af, mean.ag)
  if (e >= LEAST_E) return mean
  return e === 0 ? { ...mean, af: LEAST_E } : { ...mean, af: (mean.af * LEAST_E) / e, ag: (mean.ag * LEAST_E) / e }
}

function isWithin({ missM, missMps }: Trial, { m, mps }: typeof PROMISED): boolean {
  return missM < m && missMps < mps
}

/** Osculating elements; of an orbit that turns westward those of its image behind the plane of x and z. */
function elementsOf({ r, v }: CartesianState, isMirrored: boolean): EquinoctialElements | null {
  return isMirrored ? toEquinoctial({ r: mirror(r), v: mirror(v) }, GM) : toEquinoctial({ r, v }, GM)
}

function mirror([x, y, z]: Vec3): Vec3 {
  return [x, -y, z]
}

function poleOf({ incRad, raanRad }: MeanPlane, isMirrored: boolean): { readonly chi: number; readonly psi: number } {
  const [size, node] = isMirrored ? [Math.tan((Math.PI - incRad) / 2), -raanRad] : [Math.tan(incRad / 2), raanRad]
  return { chi: size * Math.sin(node), psi: size * Math.cos(node) }
}

/** The angles of SGP4: the image of an orbit has its inclination from 180° down, and its node on the other side of x. */
function toMeanElements({ epoch, bstar, isMirrored }: Problem, mean: EquinoctialElements): MeanElements {
  const { meanMotionRadps, af, ag, chi, psi, meanLongitudeRad } = mean
  const node = Math.atan2(chi, psi)
  const periapsis = Math.atan2(ag, af)
  const inclination = 2 * Math.atan(Math.hypot(chi, psi))
  return {
    epoch,
    meanMotionRadPerS: meanMotionRadps,
    eccentricity: Math.hypot(af, ag),
    incRad: isMirrored ? Math.PI - inclination : inclination,
    raanRad: wrapTwoPi(isMirrored ? -node : node),
    argPeriapsisRad: wrapTwoPi(periapsis - node),
    meanAnomalyRad: wrapTwoPi(meanLongitudeRad - periapsis),
    bstar,
  }
}

function perigeeM({ r, v }: CartesianState): number {
  const h = cross(r, v)
  const p = dot(h, h) / GM
  const [radius, speed2] = [norm(r), dot(v, v)]
  const a = 1 / (2 / radius - speed2 / GM)
  return a * (1 - Math.sqrt(Math.max(0, 1 - p / a)))
}

function halfTurns(rad: number): number {
  return rad - 2 * Math.PI * Math.round(rad / (2 * Math.PI))
}
