import { GM_EARTH } from '../constants.ts'
import { buildMatrix, entry, type Matrix, multiplyMatrices } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody, propagateTwoBody } from '../orbit/two-body.ts'
import { carryJ2, flyJ2 } from './fly-j2.ts'

export const DYNAMICS = ['two-body', 'j2', 'full'] as const
export type DynamicsName = (typeof DYNAMICS)[number]

/** Which object of an encounter is propagated: drag and sunlight act differently on each. */
export type EncounterObjectName = 'primary' | 'secondary'

/** A propagation from one time to another, in seconds after a common origin (the TCA of the message). */
export interface Leg {
  readonly fromS: number
  readonly toS: number
}

/**
 * A force model: states are in one inertial frame whose z axis is the Earth's axis, m and m/s. Times of a leg are in seconds after the TCA of the
 * message, so a burn has a negative time.
 */
export interface Dynamics {
  readonly name: DynamicsName
  readonly fly: (state: CartesianState, leg: Leg, who: EncounterObjectName) => CartesianState
  /** Returns the derivative of the state at the end with respect to the velocity at the start: 6 × 3. */
  readonly kicks: (state: CartesianState, leg: Leg) => Matrix
  /** Maps small displacements of the state at the start, one in each column, to the end: 6 × n. */
  readonly carry: (state: CartesianState, leg: Leg, displacements: Matrix) => Matrix
  /** A faster dynamics that is accurate enough to find a starting point, if this dynamics is slow. */
  readonly guide?: Dynamics
  /** True if the derivatives are so fast to compute that they are computed again on each orbit that is tried. */
  readonly hasCheapKicks: boolean
}

/** Kepler's motion; see propagateTwoBody for source and accuracy. */
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

/** A unit displacement of each velocity component: 6 × 3. */
export const UNIT_KICKS: Matrix = buildMatrix(6, 3, (i, j) => Number(i === j + 3))

/** Motion about a point mass with J2; the z axis of the frame is used as the Earth's axis. */
export const J2: Dynamics = {
  name: 'j2',
  fly: (state, { fromS, toS }) => flyJ2(state, toS - fromS),
  kicks: (state, { fromS, toS }) => carryJ2(state, toS - fromS, UNIT_KICKS),
  carry: (state, { fromS, toS }, displacements) => carryJ2(state, toS - fromS, displacements),
  hasCheapKicks: false,
}
