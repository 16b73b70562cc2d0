import { type EarthModel, earthAt } from '../frames/earth.ts'
import { FRAMES, type Frame, rotationBetween, type State } from '../frames/frame.ts'
import { type LocalOptions, localRotation, parseLocalFrame } from '../frames/local.ts'
import { chain, type FrameRotation, rotateState } from '../frames/rotation.ts'
import { bodyState } from '../sky/body.ts'

/** Additional data for the axes of a manoeuvre or of a covariance. */
export interface AxesOptions extends Pick<LocalOptions, 'acceleration' | 'gm'> {
  readonly model?: EarthModel
}

// Names in CCSDS messages and in spec §3 for axes that do not depend on an orbit.
const EARTH_AXES: Readonly<Record<string, Frame>> = { TOD_EARTH: 'TOD', J2000: 'EME2000', ICRF: 'GCRF' }

/**
 * Returns the rotation from the frame of a state to the named axes of delta-v and covariances: the local frames of the object with _ROTATING or
 * _INERTIAL (parseLocalFrame), QSW, RIC, RTN, TOD_EARTH, EME2000, or a frame by its own name. Local axes follow the motion in an inertial frame:
 * a state in a terrestrial frame is first converted to GCRF, with ω × r. Undefined for an unknown name. Source and accuracy: localRotation,
 * rotationBetween.
 */
export function axesRotation(name: string, state: State, options: AxesOptions = {}): FrameRotation | undefined {
  const { model, ...rest } = options
  const frame = EARTH_AXES[name.toUpperCase()] ?? FRAMES.find((known) => known === name.toUpperCase())
  if (frame !== undefined) return rotationBetween(state.frame, frame, earthAt(state.epoch, model))
  const local = parseLocalFrame(name)
  if (local === undefined) return undefined
  const toGcrf = rotationBetween(state.frame, 'GCRF', earthAt(state.epoch, model))
  const sun = local.frame === 'NSW' ? { sun: bodyState('Sun', state.epoch) } : {}
  const toLocal = localRotation(local.frame, rotateState(toGcrf, state), { ...rest, ...sun, kind: local.kind })
  return chain(toGcrf, toLocal)
}
