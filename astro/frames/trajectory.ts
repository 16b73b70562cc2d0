import type { Epoch } from '../time/epoch.ts'
import { type EarthModel, earthAt } from './earth.ts'
import { type Frame, rotationBetween } from './frame.ts'
import { type PositionVelocity, rotateState } from './rotation.ts'
import type { Trajectory } from './topocentric.ts'

/** Where an object's states come from: a function, and the frame it is in. */
export interface Orbit {
  readonly frame: Frame
  readonly stateAt: (epoch: Epoch) => PositionVelocity
}

/**
 * The trajectory in frame `to` of an object whose position (m) and velocity (m/s) a function gives, as SGP4 does in
 * TEME; see rotationBetween for source and accuracy, earthAt for the epochs that are refused.
 */
export function trajectoryIn(to: Frame, { frame, stateAt }: Orbit, model?: EarthModel): Trajectory {
  if (to === frame) return stateAt
  return (epoch) => rotateState(rotationBetween(frame, to, earthAt(epoch, model)), stateAt(epoch))
}
