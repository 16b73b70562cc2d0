import { GM_EARTH } from '@apsis/astro/constants.ts'
import { STATE_NUMBERS, type StateColumns } from '@apsis/astro/ephemeris/columns.ts'
import { missing } from '@apsis/astro/missing.ts'
import { FEMTOS_PER_SECOND } from '@apsis/astro/time/epoch.ts'
import { add, dot, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { isResolved } from '../block/block.ts'
import type { FaultLog } from '../fault.ts'
import type { OemState } from '../oem/oem.ts'
import {
  accelerationByHermite,
  distanceBetween,
  gravityAt,
  MIDDLE,
  type Motion,
  type MutableVec3,
  motionByPositions,
  positionAt,
  velocityAt,
  WINDOW_STATES,
  type Window,
} from './ephemeris-motion.ts'

/** Checks the states of one segment, one by one, in their order. */
export interface PhysicsCheck {
  take(state: OemState, line: number): void
  /** Takes a row of columns. */
  takeRow(columns: StateColumns, row: number, line: number): void
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
  const window = emptyWindow()
  const { times, positions, velocities, lines } = window
  let count = 0
  let [originS, originFs] = [0, 0]
  let inRun = false

  /** Moves the states of the window by one place, and adds a state at its end. */
  function push(t: number, numbers: ArrayLike<number>, at: number, line: number): void {
    moveBack(times, 1)
    moveBack(positions, 3)
    moveBack(velocities, 3)
    moveBack(lines, 1)
    times[WINDOW_STATES - 1] = t
    lines[WINDOW_STATES - 1] = line
    const end = 3 * (WINDOW_STATES - 1)
    for (let axis = 0; axis < 3; axis += 1) {
      positions[end + axis] = numbers[at + axis] ?? missing()
      velocities[end + axis] = numbers[at + 3 + axis] ?? missing()
    }
    count += 1
  }

  function takeNumbers(taiS: number, taiFs: number, numbers: ArrayLike<number>, at: number, line: number): void {
    if (count === 0) [originS, originFs] = [taiS, taiFs]
    const t = taiS - originS + (taiFs - originFs) / FEMTOS_PER_SECOND
    if (count > 0 && t <= (times[WINDOW_STATES - 1] ?? missing())) return // Times that do not ascend are reported elsewhere.
    push(t, numbers, at, line)
    if (count < WINDOW_STATES) return
    const problem = judge(window, isEarthFixed)
    if (problem !== null && !inRun) {
      const { line: place, message, expected } = problem
      const report = { line: place, column: 1, keyword: null, code: 'bad-physics', message, expected } as const
      if (problem.isThrust) log.warning(report)
      else log.error(report)
    }
    inRun = problem !== null
  }

  return {
    take({ epoch, r, v }, line) {
      if (isResolved(epoch)) takeNumbers(epoch.taiS, epoch.taiFs, [...r, ...v], 0, line)
    },
    takeRow({ taiS, taiFs, states }, row, line) {
      takeNumbers(taiS[row] ?? missing(), taiFs[row] ?? missing(), states, STATE_NUMBERS * row, line)
    },
  }
}

/** Moves numbers to the front; for so few, copyWithin() takes ten times as long. */
function moveBack(column: Float64Array, places: number): void {
  for (let at = places; at < column.length; at += 1) column[at - places] = column[at] ?? missing()
}

function emptyWindow(): Window {
  return {
    times: new Float64Array(WINDOW_STATES),
    positions: new Float64Array(3 * WINDOW_STATES),
    velocities: new Float64Array(3 * WINDOW_STATES),
    lines: new Float64Array(WINDOW_STATES),
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
  const v = velocityAt(window, MIDDLE)
  const expected = gravityAt(positionAt(window, MIDDLE), v, isEarthFixed)
  const size = distanceBetween(byVelocitiesOf(window), expected)
  // Less than a micrometre per second is the rounding of this calculation.
  const gap = Math.round(1e6 * distanceBetween(motionOf(window).velocity, v)) / 1e6
  const off = `the state does not move as gravity would have it (${size.toPrecision(2)} m/s² off, its velocity ${gap.toPrecision(2)} m/s)`
  if (size < THRUST_LIMIT_MPS2 && gap < VELOCITY_TOLERANCE_MPS) {
    const message = `${off}: another force acts, such as a burn`
    return {
      line: lineAt(window, MIDDLE),
      message,
      expected: 'a new segment where a burn begins and where it ends',
      isThrust: true,
    }
  }
  const reason = explain(window, isEarthFixed)
  const wanted = 'states in km and km/s, in the frame and the time system of the metadata'
  return { line: reason.line, message: `${off}: ${reason.text}`, expected: wanted, isThrust: false }
}

/** Returns true if the middle state moves as a free object does, judged by its neighbours. */
function fits(window: Window, isEarthFixed: boolean): boolean {
  const { times } = window
  const r = positionAt(window, MIDDLE)
  const v = velocityAt(window, MIDDLE)
  const t = times[MIDDLE] ?? missing()
  const longestS = Math.max(t - (times[MIDDLE - 1] ?? missing()), (times[MIDDLE + 1] ?? missing()) - t)
  // The highest angular rate of a bound object here; it is not computed from the velocity, which may be the wrong value.
  const distance = lengthOf(r)
  const turn = Math.sqrt((2 * GM_EARTH) / (distance * distance * distance)) * longestS
  const isSlow = turn <= LONGEST_STEP_RAD
  const expected = gravityAt(r, v, isEarthFixed)
  const strength = lengthOf(expected)
  if (!Number.isFinite(strength)) return false
  const truncation = turn * turn * turn * turn
  const byVelocities = distanceBetween(byVelocitiesOf(window), expected)
  const { velocity, acceleration } = motionOf(window)
  const byPositions = distanceBetween(acceleration, expected)
  // Rounded digits make one of the two accelerations inaccurate at short steps, and truncation makes the other inaccurate at long steps. A state is
  // reported only if both disagree with gravity.
  const isFree =
    byVelocities <= ACCELERATION_TOLERANCE_MPS2 + (truncation * strength) / HERMITE_SHARE ||
    byPositions <= ACCELERATION_TOLERANCE_MPS2 + (truncation * strength) / POSITION_SHARE
  const gap = distanceBetween(velocity, v)
  const isConsistent = gap <= VELOCITY_TOLERANCE_MPS + (truncation * lengthOf(v)) / VELOCITY_SHARE
  return isSlow ? isFree && isConsistent : isNearEarth(r)
}

interface Reason {
  readonly line: number
  readonly text: string
}

/** Returns the mistake that explains the motion, if there is exactly one. */
function explain(window: Window, isEarthFixed: boolean): Reason {
  const line = lineAt(window, MIDDLE)
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
    if (isNearEarth(positionAt(meant, MIDDLE)) && fits(meant, fixed)) return { line, text }
  }
  if (positionsFit(window, isEarthFixed))
    return { line, text: 'its velocity is of another frame or unit than its position' }
  return { line, text: 'a mistake of frame, unit or time, or a force that is not gravity' }
}

/** Returns true for a position between the ground and the Moon. */
function isNearEarth(r: Vec3): boolean {
  const distance = lengthOf(r)
  return distance > LEAST_DISTANCE_M && distance < MOST_DISTANCE_M
}

interface Change {
  readonly r: number
  readonly v: number
}

function changed(window: Window, { r, v }: Change): Window {
  const { positions, velocities } = window
  return { ...window, positions: positions.map((number) => number * r), velocities: velocities.map((one) => one * v) }
}

/** Every state of every file passes here: the numbers are written to the same places. */
const MOTION: Motion = { velocity: [0, 0, 0], acceleration: [0, 0, 0] }
const BY_VELOCITIES: MutableVec3 = [0, 0, 0]

/** Returns the acceleration of the middle state by positions and velocities; the next call writes over it. */
function byVelocitiesOf(window: Window): Vec3 {
  accelerationByHermite(window, BY_VELOCITIES)
  return BY_VELOCITIES
}

/** Returns the motion of the middle state by the positions; the next call writes over it. */
function motionOf(window: Window): Motion {
  motionByPositions(window, MOTION)
  return MOTION
}

const lineAt = ({ lines }: Window, row: number): number => lines[row] ?? missing()
const lengthOf = ([x, y, z]: Vec3): number => Math.sqrt(x * x + y * y + z * z)

/** Returns true if the positions alone move freely, with the velocity that follows from them. */
function positionsFit(window: Window, isEarthFixed: boolean): boolean {
  const { velocity, acceleration } = motionOf(window)
  const r = positionAt(window, MIDDLE)
  return distanceBetween(acceleration, gravityAt(r, velocity, isEarthFixed)) <= 10 * ACCELERATION_TOLERANCE_MPS2
}

/** Finds a jump of the time: if it is removed, the states move freely. */
function findJump(window: Window, isEarthFixed: boolean): Reason | null {
  const { times } = window
  for (let row = 1; row < WINDOW_STATES; row += 1) {
    const mean = scale(add(velocityAt(window, row - 1), velocityAt(window, row)), 0.5)
    const moved = subtract(positionAt(window, row), positionAt(window, row - 1))
    const stepS = (times[row] ?? missing()) - (times[row - 1] ?? missing())
    const jump = stepS - dot(mean, moved) / dot(mean, mean)
    const known = TIME_STEPS.find(([seconds]) => Math.abs(Math.abs(jump) - seconds) < TIME_TOLERANCE_S)
    if (known === undefined) continue
    const [seconds, what] = known
    const back = Math.sign(jump) * seconds
    const without = { ...window, times: times.map((time, other) => (other < row ? time : time - back)) }
    if (!fits(without, isEarthFixed)) continue
    const text = `the times jump by ${seconds} s here (${what}): they are of another time system from here on`
    return { line: lineAt(window, row), text }
  }
  return null
}
