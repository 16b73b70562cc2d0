import { GM_EARTH } from '@apsis/astro/constants.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { add, dot, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { isResolved } from '../block/block.ts'
import type { FaultLog } from '../fault.ts'
import type { OemState } from '../oem/oem.ts'
import {
  accelerationByHermite,
  distanceBetween,
  gravityAt,
  motionByPositions,
  type TimedState,
  type Window,
} from './ephemeris-motion.ts'

/** Checks the states of one segment, one by one, in their order. */
export interface PhysicsCheck {
  take(state: OemState, line: number): void
}

/** If the difference is larger than this, m/s², a state does not move as gravity requires (domain.md C10). */
const ACCELERATION_TOLERANCE_MPS2 = 1e-2
/** Up to this difference, m/s², the cause may be a burn or a force like drag: mistakes of frame and unit cause more, 0.2 m/s² in GEO. */
const THRUST_LIMIT_MPS2 = 0.1
/** If the difference is larger than this, m/s, the velocity is not the rate of change of the position. */
const VELOCITY_TOLERANCE_MPS = 10
/** Divisors of the allowed truncation error, which is (n·h)⁴ times the magnitude, divided by one of them. They contain a margin of 2 to 4. */
const HERMITE_SHARE = 150
const POSITION_SHARE = 30
const VELOCITY_SHARE = 15
/** If the orbit moves through a larger angle in a step, rad, the step is too long for a check. */
const LONGEST_STEP_RAD = 1.2
/** The limits for the position of a satellite of the Earth, which are used if steps are too long for a check, and to guess a mistake. */
const LEAST_DISTANCE_M = 6.3e6
const MOST_DISTANCE_M = 5e8
const EARTH_FIXED = /^(?:ITRF|DTRF|WGS84|EFG|TDR|GRC|FIXED_|TIRF)/
/** Differences between the time systems of messages, s: a jump by one of them means that the time system changes. */
const TIME_STEPS: readonly (readonly [seconds: number, what: string])[] = [
  [1, 'a leap second'],
  [18, 'UTC and GPS'],
  [19, 'GPS and TAI'],
  [32.184, 'TAI and TT'],
  [37, 'UTC and TAI'],
  [51.184, 'GPS and TT'],
  [69.184, 'UTC and TT'],
]
const TIME_TOLERANCE_S = 0.3

/**
 * Compares the motion of states with the motion that gravity requires: their numerical acceleration with gravity (point mass and J2), and their
 * velocities with the change of their positions. A wrong unit, a wrong frame, or times of another system cause differences that are larger by orders
 * of magnitude, and the fault names the mistake that explains them. A difference that a burn can cause is a warning. Of several bad states in a row,
 * only the first line is reported. The check is only for orbits of the Earth. The two states at either end of a segment are not checked, because
 * forces may act there. A frame that is rotated but does not rotate (TEME instead of GCRF), and times that all have the same error, look like another
 * orbit and cannot be found in this way.
 */
export function checkPhysics(frame: string, log: FaultLog): PhysicsCheck {
  const isEarthFixed = EARTH_FIXED.test(frame.toUpperCase())
  let window: TimedState[] = []
  let origin: OemState['epoch'] | null = null
  let inRun = false
  return {
    take(state, line) {
      if (!isResolved(state.epoch)) return
      if (origin === null || !isResolved(origin)) origin = state.epoch
      const timed = { t: secondsBetween(origin, state.epoch), r: state.r, v: state.v, line }
      const last = window.at(-1)
      if (last !== undefined && timed.t <= last.t) return // Times that do not ascend are reported elsewhere.
      window = [...window.slice(-4), timed]
      const five = window
      if (!isWindow(five)) return
      const problem = judge(five, isEarthFixed)
      if (problem !== null && !inRun) {
        const { line: at, message, expected } = problem
        const report = { line: at, column: 1, keyword: null, code: 'bad-physics', message, expected } as const
        if (problem.isThrust) log.warning(report)
        else log.error(report)
      }
      inRun = problem !== null
    },
  }
}

interface Problem {
  readonly line: number
  readonly message: string
  readonly expected: string
  readonly isThrust: boolean
}

function judge(window: Window, isEarthFixed: boolean): Problem | null {
  if (fits(window, isEarthFixed)) return null
  const [, before, at, after] = window
  const expected = gravityAt(at.r, at.v, isEarthFixed)
  const found = accelerationByHermite(before, at, after)
  const size = distanceBetween(found, expected)
  const gap = distanceBetween(motionByPositions(window).velocity, at.v)
  const off = `the state does not move as gravity would have it (${size.toPrecision(2)} m/s² off, its velocity ${gap.toPrecision(2)} m/s)`
  if (size < THRUST_LIMIT_MPS2 && gap < VELOCITY_TOLERANCE_MPS) {
    const message = `${off}: another force acts, such as a burn`
    return { line: at.line, message, expected: 'a new segment where a burn begins and where it ends', isThrust: true }
  }
  const reason = explain(window, isEarthFixed)
  const wanted = 'states in km and km/s, in the frame and the time system of the metadata'
  return { line: reason.line, message: `${off}: ${reason.text}`, expected: wanted, isThrust: false }
}

/** Returns true if the middle state moves as a free object does, judged by its neighbours. */
function fits(window: Window, isEarthFixed: boolean): boolean {
  const [, before, at, after] = window
  // The highest angular rate of a bound object here; it is not computed from the velocity, which may be the wrong value.
  const rate = Math.sqrt((2 * GM_EARTH) / Math.hypot(...at.r) ** 3)
  const turn = rate * Math.max(at.t - before.t, after.t - at.t)
  const isSlow = turn <= LONGEST_STEP_RAD
  const expected = gravityAt(at.r, at.v, isEarthFixed)
  if (!expected.every(Number.isFinite)) return false
  const truncation = turn ** 4
  const strength = Math.hypot(...expected)
  const byVelocities = distanceBetween(accelerationByHermite(before, at, after), expected)
  const { velocity, acceleration } = motionByPositions(window)
  const byPositions = distanceBetween(acceleration, expected)
  // Rounded digits make one of the two accelerations inaccurate at short steps, and truncation makes the other inaccurate at long steps. A state is
  // reported only if both disagree with gravity.
  const isFree =
    byVelocities <= ACCELERATION_TOLERANCE_MPS2 + (truncation * strength) / HERMITE_SHARE ||
    byPositions <= ACCELERATION_TOLERANCE_MPS2 + (truncation * strength) / POSITION_SHARE
  const gap = distanceBetween(velocity, at.v)
  const isConsistent = gap <= VELOCITY_TOLERANCE_MPS + (truncation * Math.hypot(...at.v)) / VELOCITY_SHARE
  return isSlow ? isFree && isConsistent : isNearEarth(at.r)
}

interface Reason {
  readonly line: number
  readonly text: string
}

/** Returns the mistake that explains the motion, if there is exactly one. */
function explain(window: Window, isEarthFixed: boolean): Reason {
  const { line } = window[2]
  const jump = findJump(window, isEarthFixed)
  if (jump !== null) return jump
  const mistakes: readonly (readonly [text: string, change: Change, fixed: boolean])[] = [
    ['it is in m and m/s, not in km and km/s', { r: 1e-3, v: 1e-3 }, isEarthFixed],
    ['its position is in m, not in km', { r: 1e-3, v: 1 }, isEarthFixed],
    ['its velocity is in m/s, not in km/s', { r: 1, v: 1e-3 }, isEarthFixed],
    ['its position is in km by a thousand too small', { r: 1e3, v: 1e3 }, isEarthFixed],
    [
      isEarthFixed
        ? 'it moves as in an inertial frame, not one of the Earth'
        : 'it moves as in a frame of the Earth, not an inertial one',
      { r: 1, v: 1 },
      !isEarthFixed,
    ],
  ]
  for (const [text, change, fixed] of mistakes) {
    const meant = changed(window, change)
    if (isNearEarth(meant[2].r) && fits(meant, fixed)) return { line, text }
  }
  if (positionsFit(window, isEarthFixed))
    return { line, text: 'its velocity is of another frame or unit than its position' }
  return { line, text: 'a mistake of frame, unit or time, or a force that is not gravity' }
}

/** Returns true for a position between the ground and the Moon. */
function isNearEarth(r: Vec3): boolean {
  const distance = Math.hypot(...r)
  return distance > LEAST_DISTANCE_M && distance < MOST_DISTANCE_M
}

interface Change {
  readonly r: number
  readonly v: number
}

function changed(window: Window, { r, v }: Change): Window {
  return mapWindow(window, (state) => ({ ...state, r: scale(state.r, r), v: scale(state.v, v) }))
}

function mapWindow([a, b, c, d, e]: Window, change: (state: TimedState) => TimedState): Window {
  return [change(a), change(b), change(c), change(d), change(e)]
}

function isWindow(states: readonly TimedState[]): states is Window {
  return states.length === 5
}

/** Returns true if the positions alone move freely, with the velocity that follows from them. */
function positionsFit(window: Window, isEarthFixed: boolean): boolean {
  const { velocity, acceleration } = motionByPositions(window)
  const { r } = window[2]
  return distanceBetween(acceleration, gravityAt(r, velocity, isEarthFixed)) <= 10 * ACCELERATION_TOLERANCE_MPS2
}

/** Finds a jump of the time: if it is removed, the states move freely. */
function findJump(window: Window, isEarthFixed: boolean): Reason | null {
  const [a, b, c, d, e] = window
  const steps = [
    [a, b],
    [b, c],
    [c, d],
    [d, e],
  ] as const
  for (const [last, state] of steps) {
    const mean = scale(add(last.v, state.v), 0.5)
    const jump = state.t - last.t - dot(mean, subtract(state.r, last.r)) / dot(mean, mean)
    const known = TIME_STEPS.find(([seconds]) => Math.abs(Math.abs(jump) - seconds) < TIME_TOLERANCE_S)
    if (known === undefined) continue
    const [seconds, what] = known
    const back = Math.sign(jump) * seconds
    const without = mapWindow(window, (other) => (other.t < state.t ? other : { ...other, t: other.t - back }))
    if (!fits(without, isEarthFixed)) continue
    const text = `the times jump by ${seconds} s here (${what}): they are of another time system from here on`
    return { line: state.line, text }
  }
  return null
}
