import { GM_EARTH } from '../constants.ts'
import { type EarthModel, earthAt } from '../frames/earth.ts'
import { type Frame, rotationBetween } from '../frames/frame.ts'
import type { PositionVelocity } from '../frames/rotation.ts'
import type { Trajectory } from '../frames/topocentric.ts'
import type { Orbit } from '../frames/trajectory.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4Bulk, SGP4_FAILURES } from '../sgp4/propagate.ts'
import { STATE_LENGTH } from '../sgp4/state.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { add, cross, dot, norm, type Vec3 } from '../vec3.ts'

/** The rotation of the Earth in a frame over a span, at knots; between them the rate is constant. */
export interface EarthTurns {
  readonly frame: Frame
  readonly start: Epoch
  readonly lengthS: number
  readonly knots: readonly Knot[]
}

interface Knot {
  /** To ITRF from the frame, row by row. */
  readonly matrix: readonly number[]
  /** Axis and rate of the rotation, in ITRF. */
  readonly axis: Vec3
  readonly rateRadS: number
}

// UT1 and the pole change by 1e-9 rad in an hour, precession and nutation by 3e-8 rad: 0.1 m in low orbit at half an hour.
const KNOT_S = 3600

/**
 * Returns the rotations of the Earth relative to a frame, for all objects and sites of a search. Outside the table of Earth orientation its end
 * values are used. Source: rotationBetween. Precession and nutation are computed once an hour, and not for each state.
 */
export function earthTurns(frame: Frame, start: Epoch, lengthS: number, model: EarthModel = {}): EarthTurns {
  const count = Math.ceil(lengthS / KNOT_S) + 1
  const knots = Array.from({ length: count }, (_, index): Knot => {
    const earth = earthAt(addSeconds(start, index * KNOT_S), { outside: 'hold', ...model })
    // ω is the angular velocity of ITRF relative to the frame, in the axes of ITRF: 7.292e-5 rad/s about nearly its third axis.
    const { matrix, omegaRadS } = rotationBetween(frame, 'ITRF', earth)
    const rateRadS = norm(omegaRadS)
    const [x, y, z] = omegaRadS
    // ITRF does not rotate relative to itself: any axis is valid.
    const axis: Vec3 = rateRadS > 0 ? [x / rateRadS, y / rateRadS, z / rateRadS] : [0, 0, 1]
    return { matrix: matrix.flat(), axis, rateRadS }
  })
  return { frame, start, lengthS, knots }
}

/**
 * Rotates the vector at `from` in `vectors` to ITRF in place, at a time after the start of the rotations: by the matrix of the nearest knot, and
 * about the Earth's axis k by the angle α since then, Rodrigues' formula p cos α + (k × p) sin α + k (k·p)(1 − cos α).
 */
export function turnVector({ knots }: EarthTurns, seconds: number, vectors: Float64Array, from: number): Knot {
  const index = Math.min(Math.max(Math.round(seconds / KNOT_S), 0), knots.length - 1)
  const knot = knots[index] as Knot
  const [x, y, z] = [vectors[from] as number, vectors[from + 1] as number, vectors[from + 2] as number]
  const m = knot.matrix as readonly [number, number, number, number, number, number, number, number, number]
  const px = m[0] * x + m[1] * y + m[2] * z
  const py = m[3] * x + m[4] * y + m[5] * z
  const pz = m[6] * x + m[7] * y + m[8] * z
  // Rodrigues' formula, about the axis by minus the Earth's rotation angle since the knot.
  const [kx, ky, kz] = knot.axis
  const angle = -knot.rateRadS * (seconds - index * KNOT_S)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const along = (kx * px + ky * py + kz * pz) * (1 - cos)
  vectors[from] = px * cos + (ky * pz - kz * py) * sin + kx * along
  vectors[from + 1] = py * cos + (kz * px - kx * pz) * sin + ky * along
  vectors[from + 2] = pz * cos + (kx * py - ky * px) * sin + kz * along
  return knot
}

/** The motion of an object over a span, in ITRF: states at equal steps, cubic between them. */
export interface Path {
  readonly start: Epoch
  /** From the first to the last state; shorter than requested if the states end. */
  readonly lengthS: number
  readonly stepS: number
  /** x, y, z in m and their rates in m/s, one state after the other. */
  readonly states: Float64Array
  readonly count: number
  /** The greatest speed of the states, m/s. */
  readonly fastestMps: number
  /** Why the states end before the span does. */
  readonly endedBy: string | undefined
}

// The error of a cubic through two positions and velocities is step⁴/384 of the fourth derivative: with this fraction of the time in which the
// object moves by a radian at perigee it is 2.6e-7 of the distance, 1.8 m in low orbit, where it moves at 7.5 km/s.
const STEP_TURN_RAD = 0.1
const [LEAST_STEP_S, LARGEST_STEP_S] = [5, 600]

/** Returns the path of an SGP4 object; it ends where SGP4 has no state. */
export function pathOfElements(model: Sgp4Model, turns: EarthTurns): Path {
  const { start, lengthS } = turns
  // SGP4 counts minutes from the epoch of its elements.
  const firstMinutes = secondsBetween(model.epoch, start) / 60
  const first = { states: new Float64Array(STATE_LENGTH), codes: new Uint8Array(1) }
  propagateSgp4Bulk(model, Float64Array.of(firstMinutes), first)
  if (first.codes[0] !== 0) return noPath(start, reasonOf(first.codes[0]))
  const { count, stepS } = stepsOf(lengthS, largestStep(vectorAt(first.states, 0), vectorAt(first.states, 3)))
  const minutes = Float64Array.from({ length: count }, (_, index) => firstMinutes + (index * stepS) / 60)
  const batch = { states: new Float64Array(count * STATE_LENGTH), codes: new Uint8Array(count) }
  const failures = propagateSgp4Bulk(model, minutes, batch)
  // The path ends before the first time without a state, when the object has decayed.
  const known = failures === 0 ? count : batch.codes.findIndex((code) => code !== 0)
  const endedBy = failures === 0 ? undefined : reasonOf(batch.codes[known])
  return finish(turns, { states: batch.states, count: known, stepS, endedBy })
}

/**
 * Returns the path of an object whose states are given by a function, over the whole span of the rotations. A search over many sites needs the
 * same states repeatedly: they are computed once, in the frame of the sites.
 */
export function pathOfOrbit({ frame, stateAt }: Orbit, turns: EarthTurns): Path {
  const { start, lengthS } = turns
  if (frame !== turns.frame) throw new TypeError(`an orbit in ${frame} does not turn like ${turns.frame}`)
  const first = stateAt(start)
  // The step depends on the osculating orbit, which needs the inertial velocity: v + ω × r for a state in ITRF.
  const inertialVelocity = frame === 'ITRF' ? add(first.v, cross(EARTH_SPIN, first.r)) : first.v
  const { count, stepS } = stepsOf(lengthS, largestStep(first.r, inertialVelocity))
  const states = new Float64Array(count * STATE_LENGTH)
  for (let index = 0; index < count; index += 1) {
    const { r, v } = stateAt(addSeconds(start, index * stepS))
    states.set([...r, ...v], index * STATE_LENGTH)
  }
  return finish(turns, { states, count, stepS, endedBy: undefined })
}

const EARTH_SPIN: Vec3 = [0, 0, 7.292_115e-5] // rad/s, WGS 84

type PathSamples = Pick<Path, 'states' | 'count' | 'stepS' | 'endedBy'>

/** Rotates sampled states to ITRF in place. */
function finish(turns: EarthTurns, { states, count, stepS, endedBy }: PathSamples): Path {
  const { frame, start } = turns
  if (count < 2) return noPath(start, endedBy ?? 'no states')
  for (let index = 0; frame !== 'ITRF' && index < count; index += 1) {
    const from = index * STATE_LENGTH
    turnVector(turns, index * stepS, states, from)
    const { axis, rateRadS } = turnVector(turns, index * stepS, states, from + 3)
    // The rate in the rotating frame: v − ω × r.
    const [x, y, z] = vectorAt(states, from)
    states[from + 3] = (states[from + 3] as number) - rateRadS * (axis[1] * z - axis[2] * y)
    states[from + 4] = (states[from + 4] as number) - rateRadS * (axis[2] * x - axis[0] * z)
    states[from + 5] = (states[from + 5] as number) - rateRadS * (axis[0] * y - axis[1] * x)
  }
  return { start, lengthS: (count - 1) * stepS, stepS, states, count, fastestMps: fastestOf(states, count), endedBy }
}

/** Returns the greatest speed of the states, m/s. It limits the motion in a step (passesOnPath). */
function fastestOf(states: Float64Array, count: number): number {
  let most = 0
  for (let from = 3; from < count * STATE_LENGTH; from += STATE_LENGTH) {
    const vx = states[from] as number
    const vy = states[from + 1] as number
    const vz = states[from + 2] as number
    most = Math.max(most, vx * vx + vy * vy + vz * vz)
  }
  return Math.sqrt(most)
}

/** Returns a path without states, with the reason. */
const noPath = (start: Epoch, endedBy: string): Path => ({
  start,
  lengthS: 0,
  stepS: 0,
  states: new Float64Array(0),
  count: 0,
  fastestMps: 0,
  endedBy,
})

const reasonOf = (code: number | undefined): string => SGP4_FAILURES[code ?? 0] ?? 'none'

const vectorAt = (numbers: Float64Array, from: number): Vec3 => [
  numbers[from] as number,
  numbers[from + 1] as number,
  numbers[from + 2] as number,
]

/** Returns equal steps over a whole span, none longer than the largest; at least two. */
function stepsOf(lengthS: number, largestS: number): { count: number; stepS: number } {
  if (!(lengthS > 0)) throw new RangeError('the span of a path ends before it starts')
  const steps = Math.max(2, Math.ceil(lengthS / largestS))
  return { count: steps + 1, stepS: lengthS / steps }
}

/**
 * Returns the largest step for an osculating orbit: from its angular rate at perigee, h/r_p² with the perigee r_p = p/(1 + e), the parameter p =
 * h²/μ and e² = 1 + 2 E h²/μ² from energy E and angular momentum h. An orbit's angular rate is largest there.
 */
function largestStep(r: Vec3, v: Vec3): number {
  const h = norm(cross(r, v))
  const energy = dot(v, v) / 2 - GM_EARTH / norm(r)
  const eccentricity = Math.sqrt(Math.max(0, 1 + (2 * energy * h * h) / GM_EARTH ** 2))
  const perigee = (h * h) / GM_EARTH / (1 + eccentricity)
  return Math.min(Math.max((STEP_TURN_RAD * perigee * perigee) / h, LEAST_STEP_S), LARGEST_STEP_S)
}

/**
 * Returns the state of a path some seconds after its start: Hermite's cubic through position and velocity at both ends of the step, and its
 * derivative. With u the fraction of the step h, r = (2u³ − 3u² + 1) a + (u³ − 2u² + u) h ȧ + (3u² − 2u³) b + (u³ − u²) h ḃ (de Boor, A Practical
 * Guide to Splines, chapter IV). Positions and velocities are continuous at the ends of a step; accelerations jump.
 */
export function stateOnPath({ states, stepS, count }: Path, seconds: number): PositionVelocity {
  const index = Math.min(Math.max(Math.floor(seconds / stepS), 0), count - 2)
  const u = seconds / stepS - index
  const [a, b] = [index * STATE_LENGTH, (index + 1) * STATE_LENGTH]
  const [u2, u3] = [u * u, u * u * u]
  const [p0, m0, p1, m1] = [2 * u3 - 3 * u2 + 1, (u3 - 2 * u2 + u) * stepS, 3 * u2 - 2 * u3, (u3 - u2) * stepS]
  // The derivatives of the four weights with respect to time: (6u² − 6u)/h for a, with the opposite sign for b, 3u² − 4u + 1 and 3u² − 2u.
  const bend = (6 * u2 - 6 * u) / stepS
  const [s0, s1] = [3 * u2 - 4 * u + 1, 3 * u2 - 2 * u]
  // Written out, because a search needs some ten thousand states.
  const [ax, ay, az] = [states[a] as number, states[a + 1] as number, states[a + 2] as number]
  const [bx, by, bz] = [states[b] as number, states[b + 1] as number, states[b + 2] as number]
  const [avx, avy, avz] = [states[a + 3] as number, states[a + 4] as number, states[a + 5] as number]
  const [bvx, bvy, bvz] = [states[b + 3] as number, states[b + 4] as number, states[b + 5] as number]
  return {
    r: [
      p0 * ax + m0 * avx + p1 * bx + m1 * bvx,
      p0 * ay + m0 * avy + p1 * by + m1 * bvy,
      p0 * az + m0 * avz + p1 * bz + m1 * bvz,
    ],
    v: [
      bend * (ax - bx) + s0 * avx + s1 * bvx,
      bend * (ay - by) + s0 * avy + s1 * bvy,
      bend * (az - bz) + s0 * avz + s1 * bvz,
    ],
  }
}

/** Returns a path as a trajectory. */
export const trajectoryOf =
  (path: Path): Trajectory =>
  (epoch) =>
    stateOnPath(path, secondsBetween(path.start, epoch))
