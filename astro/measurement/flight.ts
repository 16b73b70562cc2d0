import type { Force, OrbitState } from '../dynamics/force.ts'
import { type Orbit, propagateOrbit } from '../dynamics/propagate-orbit.ts'
import type { Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'

/** The motion from a state: the state of the object at any time, and its derivative with respect to the initial state (6 × 6). */
export interface Flight {
  readonly stateAt: (epoch: Epoch) => CartesianState
  readonly transitionTo: (epoch: Epoch) => Matrix
}

/** Returns the motion from any state at one epoch; null if it cannot be propagated to its end, for example below the ground. */
export type Fly = (start: CartesianState) => Flight | null

/** The forces on the object, and the time span. */
export interface FlightPlan {
  readonly epoch: Epoch
  readonly first: Epoch
  readonly last: Epoch
  readonly forces: readonly Force[]
  /** The forces of the transition matrix; default: all forces. Fewer forces are faster and converge as well. */
  readonly transitionForces?: readonly Force[]
  readonly massKg?: number
}

/** Light time and time bias need states slightly beyond the first and the last measurement, s. */
const MARGIN_S = 30
/** The error that a step of the integrator may make, a tenth of a millimetre: a hundredth of the accuracy of lasers. */
const POSITION_TOLERANCE_M = 1e-4
const VELOCITY_TOLERANCE_MPS = 1e-7
const RELATIVE_TOLERANCE = 1e-12

/**
 * Returns the numerical motion in GCRF, forwards and backwards from the epoch; source and accuracy: propagateOrbit(). The epoch may be inside the
 * span of the measurements: the orbit is most accurate there, and one arc goes in each direction. The state and its transition matrix are
 * integrated together, with the same steps. A transition matrix with fewer forces makes Gauss-Newton steps slightly wrong but not the minimum,
 * because residuals use all forces.
 */
export function numericalFlight({ epoch, first, last, forces, transitionForces, massKg = 1000 }: FlightPlan): Fly {
  const ends = [addSeconds(first, -MARGIN_S), addSeconds(last, MARGIN_S)] as const
  return (start) => {
    const arcTo = (until: Epoch): Orbit | null => {
      // Only forces that act on an area depend on the mass; gravity does not.
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
    // One arc backwards and one forwards, each only if measurements are on that side.
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
