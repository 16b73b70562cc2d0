import type { Epoch } from '../time/epoch.ts'
import { type EarthModel, earthAt } from './earth.ts'
import { type Frame, rotationBetween } from './frame.ts'
import { type PositionVelocity, rotateState } from './rotation.ts'
import type { Trajectory } from './topocentric.ts'

/** The source of an object's states: a function, and the frame of its states. */
export interface Orbit {
  readonly frame: Frame
  readonly stateAt: (epoch: Epoch) => PositionVelocity
}

/**
 * Returns the trajectory in frame `to` of an object whose position (m) and velocity (m/s) are given by a function, such as SGP4 in TEME. See
 * rotationBetween for source and accuracy, and earthAt for the epochs that it refuses.
 */
export function trajectoryIn(to: Frame, { frame, stateAt }: Orbit, model?: EarthModel): Trajectory {
  if (to === frame) return stateAt
  return (epoch) => rotateState(rotationBetween(frame, to, earthAt(epoch, model)), stateAt(epoch))
}
