import { GM_EARTH } from '../constants.ts'
import { buildMatrix, entry, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody, propagateTwoBody } from '../orbit/two-body.ts'
import { flyJ2 } from './fly-j2.ts'

export const DYNAMICS = ['two-body', 'j2', 'full'] as const
export type DynamicsName = (typeof DYNAMICS)[number]

/** Which object of an encounter flies: drag and sunlight act on each in its own way. */
export type Who = 'primary' | 'secondary'

/** A motion from one time to another, in seconds after a common origin (the TCA of the message). */
export interface Leg {
  readonly fromS: number
  readonly toS: number
}

/** How objects move: states in one inertial frame whose z axis is that of the Earth, m and m/s. */
export interface Dynamics {
  readonly name: DynamicsName
  readonly fly: (state: CartesianState, leg: Leg, who: Who) => CartesianState
  /** How the state at the end moves with the velocity at the start: 6 × 3. */
  readonly kicks: (state: CartesianState, leg: Leg) => Matrix
  /** A dynamics near enough to find where to begin with, where this one is dear. */
  readonly guide?: Dynamics
  /** Whether the kicks cost next to nothing, so that they are taken anew on each orbit that is tried. */
  readonly hasCheapKicks: boolean
}

/** Kepler's motion; source and reached accuracy as propagateTwoBody. */
export const TWO_BODY: Dynamics = {
  name: 'two-body',
  fly: (state, { fromS, toS }) => flyTwoBody(state, toS - fromS, GM_EARTH),
  kicks: (state, { fromS, toS }) => {
    const { stm } = propagateTwoBody(state, toS - fromS, GM_EARTH)
    return buildMatrix(6, 3, (i, j) => entry(stm, i, j + 3))
  },
  hasCheapKicks: true,
}

/**
 * By how much a velocity is moved to see what comes of it, m/s: truncation and rounding both leave 1e-6 of the answer.
 * The error of the central difference falls with the square of the step, that of rounding rises with its inverse: of a
 * flight of a day, positions of 7e6 m are known to some 1e-7 m or worse, and 1 cm/s moves them by kilometres.
 */
const KICK_MPS = 0.01

/** Motion about the Earth as a point with J2; the z axis of the frame is taken for that of the Earth. */
export const J2: Dynamics = {
  name: 'j2',
  fly: (state, { fromS, toS }) => flyJ2(state, toS - fromS),
  kicks: (state, leg) => differenceKicks(J2.fly, state, leg),
  hasCheapKicks: false,
}

/** The kicks of any motion by forward and backward differences. */
export function differenceKicks(fly: Dynamics['fly'], state: CartesianState, leg: Leg): number[][] {
  const columns = ([0, 1, 2] as const).map((axis) => {
    const moved = (by: number): CartesianState => {
      const v: [number, number, number] = [...state.v]
      v[axis] += by
      return fly({ r: state.r, v }, leg, 'primary')
    }
    const [up, down] = [moved(KICK_MPS), moved(-KICK_MPS)]
    return [...up.r, ...up.v].map((value, i) => (value - ([...down.r, ...down.v][i] ?? missing())) / (2 * KICK_MPS))
  })
  return buildMatrix(6, 3, (i, j) => columns[j]?.[i] ?? missing())
}
