import { GM_EARTH } from '../constants.ts'
import { buildMatrix, entry, type Matrix, multiplyMatrices } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody, propagateTwoBody } from '../orbit/two-body.ts'
import { carryJ2, flyJ2 } from './fly-j2.ts'

export const DYNAMICS = ['two-body', 'j2', 'full'] as const
export type DynamicsName = (typeof DYNAMICS)[number]

/** Which object of an encounter flies: drag and sunlight act on each in its own way. */
export type EncounterObjectName = 'primary' | 'secondary'

/** A motion from one time to another, in seconds after a common origin (the TCA of the message). */
export interface Leg {
  readonly fromS: number
  readonly toS: number
}

/**
 * How objects move: states in one inertial frame whose z axis is that of the Earth, m and m/s. Times of a leg are in
 * seconds after the TCA of the message, so that a burn lies at a negative time.
 */
export interface Dynamics {
  readonly name: DynamicsName
  readonly fly: (state: CartesianState, leg: Leg, who: EncounterObjectName) => CartesianState
  /** How the state at the end moves with the velocity at the start: 6 × 3. */
  readonly kicks: (state: CartesianState, leg: Leg) => Matrix
  /** Where small displacements of the state at the start, one a column, are at the end: 6 × n. */
  readonly carry: (state: CartesianState, leg: Leg, displacements: Matrix) => Matrix
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
  carry: (state, { fromS, toS }, displacements) =>
    multiplyMatrices(propagateTwoBody(state, toS - fromS, GM_EARTH).stm, displacements),
  hasCheapKicks: true,
}

/** Each component of the velocity by one: 6 × 3. */
export const UNIT_KICKS: Matrix = buildMatrix(6, 3, (i, j) => Number(i === j + 3))

/** Motion about the Earth as a point with J2; the z axis of the frame is taken for that of the Earth. */
export const J2: Dynamics = {
  name: 'j2',
  fly: (state, { fromS, toS }) => flyJ2(state, toS - fromS),
  kicks: (state, { fromS, toS }) => carryJ2(state, toS - fromS, UNIT_KICKS),
  carry: (state, { fromS, toS }, displacements) => carryJ2(state, toS - fromS, displacements),
  hasCheapKicks: false,
}
