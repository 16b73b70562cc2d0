import type { Force, OrbitState } from '../dynamics/force.ts'
import { type Orbit, propagateOrbit } from '../dynamics/propagate-orbit.ts'
import type { Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'

/** The motion from a state: where the object is, and how that moves with the state at the start (6 × 6). */
export interface Flight {
  readonly stateAt: (epoch: Epoch) => CartesianState
  readonly transitionTo: (epoch: Epoch) => Matrix
}

/** The motion from any state at one epoch; null where it comes to no end, as below the ground. */
export type Fly = (start: CartesianState) => Flight | null

/** What moves the object, and over which span. */
export interface FlightPlan {
  readonly epoch: Epoch
  readonly first: Epoch
  readonly last: Epoch
  readonly forces: readonly Force[]
  /** The forces of the transition matrix; the same where not said. Fewer of them are quicker and converge as well. */
  readonly transitionForces?: readonly Force[]
  readonly massKg?: number
}

/** Light time and time bias reach a little beyond the first and last measurement, s. */
const MARGIN_S = 30
/** The error that a step of the integrator may make, a tenth of a millimetre: a hundredth of what lasers measure to. */
const POSITION_TOLERANCE_M = 1e-4
const VELOCITY_TOLERANCE_MPS = 1e-7
const RELATIVE_TOLERANCE = 1e-12

/**
 * Numerical motion in GCRF, forwards and backwards from the epoch; source and accuracy: propagateOrbit(). The epoch may
 * lie within the measurements: the orbit is then best known there, and one arc goes each way. The state and its
 * transition matrix are integrated together, so that both belong to the same steps. A transition matrix of fewer forces
 * makes Gauss-Newton's steps slightly wrong and its minimum not at all, as residuals are those of all forces.
 */
export function numericalFlight({ epoch, first, last, forces, transitionForces, massKg = 1000 }: FlightPlan): Fly {
  const ends = [addSeconds(first, -MARGIN_S), addSeconds(last, MARGIN_S)] as const
  return (start) => {
    const arcTo = (until: Epoch): Orbit | null => {
      // Only forces on an area depend on the mass; gravity does not.
      const from: OrbitState = { epoch, r: start.r, v: start.v, massKg }
      const orbit = propagateOrbit(from, {
        forces,
        until,
        transition: transitionForces ?? true,
        relativeTolerance: RELATIVE_TOLERANCE,
        positionToleranceM: POSITION_TOLERANCE_M,
        velocityToleranceMps: VELOCITY_TOLERANCE_MPS,
      })
      return orbit.ok ? orbit : null
    }
    // One arc back and one ahead, where measurements lie on that side.
    const back = secondsBetween(epoch, ends[0]) < 0 ? arcTo(ends[0]) : undefined
    const ahead = secondsBetween(epoch, ends[1]) > 0 ? arcTo(ends[1]) : undefined
    if (back === null || ahead === null) return null
    const arcAt = (at: Epoch): Orbit => {
      const arc = secondsBetween(epoch, at) < 0 ? back : ahead
      if (arc === undefined) throw new RangeError('the motion does not reach that time')
      return arc
    }
    return { stateAt: (at) => arcAt(at).stateAt(at), transitionTo: (at) => arcAt(at).transitionTo(at) }
  }
}
