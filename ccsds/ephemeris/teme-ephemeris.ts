import { hasCovariance } from '@apsis/astro/conjunction/definiteness.ts'
import {
  type Ephemeris,
  type EphemerisSegment,
  INTERPOLATIONS,
  makeEphemeris,
} from '@apsis/astro/ephemeris/ephemeris.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { type EarthModel, earthAt } from '@apsis/astro/frames/earth.ts'
import { type Frame, isTerrestrial, transformCovariance, transformState } from '@apsis/astro/frames/frame.ts'
import { localRotation, parseLocalFrame } from '@apsis/astro/frames/local.ts'
import { invert, rotateCovariance } from '@apsis/astro/frames/rotation.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { isResolved, type MessageTime } from '../block/block.ts'
import { toFrame } from '../block/frame-name.ts'
import type { OemCovariance, OemSegment, OemState } from '../oem/oem.ts'

/** Outside the range of the Earth orientation parameters, the values at its ends are used: the error between two objects is zero. */
const HELD: EarthModel = { outside: 'hold' }

/** The part of an OEM segment that an ephemeris needs. */
export interface GivenSegment extends Pick<OemSegment, 'states' | 'covariances'> {
  readonly metadata: Parameters<typeof requireEarthFrame>[0] &
    Parameters<typeof interpolationOf>[0] &
    Parameters<typeof spanOf>[0]
}

/**
 * Returns the segments of one object as an ephemeris in TEME for a screening, with their covariances. A covariance in unknown axes is omitted, and so
 * is one of zeros, which counts as missing. Throws RangeError for states that cannot be transformed to TEME.
 */
export function toTemeEphemeris(segments: readonly GivenSegment[]): Ephemeris {
  return makeEphemeris(
    segments.map((segment) => {
      const frame = requireEarthFrame(segment.metadata)
      const bare = {
        ...interpolationOf(segment.metadata),
        ...spanOf(segment.metadata),
        frame: 'TEME',
        states: resolveStates(segment.states).map((state) => toTeme(state, frame)),
      }
      return { ...bare, covariances: covariancesOf(segment, frame, bare) }
    }),
  )
}

interface GivenState {
  readonly epoch: Epoch
  readonly r: Vec3
  readonly v: Vec3
  readonly a?: Vec3
}

function toTeme({ epoch, r, v, a }: GivenState, frame: Frame): GivenState {
  const state = transformState({ frame, epoch, r, v }, 'TEME', HELD)
  // An acceleration in a frame that rotates with the Earth is not the orbit's acceleration, so it is not used. The interpolation degree in the
  // message does not count it, either.
  if (a === undefined || isTerrestrial(frame)) return { epoch, r: state.r, v: state.v }
  const turned = transformState({ frame, epoch, r: a, v: [0, 0, 0] }, 'TEME', HELD)
  return { epoch, r: state.r, v: state.v, a: turned.r }
}

function covariancesOf(segment: GivenSegment, frame: Frame, bare: EphemerisSegment) {
  if (segment.covariances.length === 0) return []
  const ephemeris = makeEphemeris([bare])
  const [whole] = ephemeris.segments
  return segment.covariances.flatMap((one) => {
    const { epoch } = one
    if (whole === undefined || !isResolved(epoch) || !hasCovariance(one.matrix)) return []
    if (compareEpochs(epoch, whole.start) < 0 || compareEpochs(epoch, whole.stop) > 0) return []
    const covariance = covarianceInTeme(one, { epoch, frame, ephemeris })
    return covariance === null ? [] : [{ epoch, covariance }]
  })
}

interface Setting {
  readonly epoch: Epoch
  readonly frame: Frame
  readonly ephemeris: Ephemeris
}

/** Returns a covariance in TEME. Axes of the orbit are fixed at the epoch, as in CDMs and in the ephemerides of operators. */
function covarianceInTeme({ refFrame, matrix }: OemCovariance, { epoch, frame, ephemeris }: Setting): Matrix | null {
  const from = refFrame === undefined ? frame : toFrame(refFrame)
  if (from !== null) return transformCovariance(matrix, from, 'TEME', earthAt(epoch, HELD))
  const local = parseLocalFrame(refFrame ?? '')
  const state = interpolateState(ephemeris, epoch)
  if (local === undefined || !state.ok) return null
  return rotateCovariance(invert(localRotation(local.frame, state, { kind: 'inertial' })), matrix)
}

/** Returns the frame of data about the Earth in a message. Throws RangeError if its states cannot be transformed. */
export function requireEarthFrame({ centreName, refFrame }: { centreName: string; refFrame: string }): Frame {
  if (centreName.toUpperCase() !== 'EARTH') throw new RangeError(`CENTER_NAME is ${centreName}, not EARTH`)
  const frame = toFrame(refFrame)
  if (frame === null) throw new RangeError(`REF_FRAME ${refFrame} cannot be transformed`)
  return frame
}

/** Returns the method and degree that a message asks for, if they are known. */
export function interpolationOf(metadata: { interpolation?: string; interpolationDegree?: number }) {
  const method = INTERPOLATIONS.find((known) => known === metadata.interpolation?.toUpperCase())
  const { interpolationDegree } = metadata
  return {
    ...(method === undefined ? {} : { interpolation: method }),
    ...(interpolationDegree === undefined ? {} : { degree: interpolationDegree }),
  }
}

/** Returns the span in which, according to the message, its states may be used. */
export function spanOf(metadata: { useableStartTime?: MessageTime; useableStopTime?: MessageTime }) {
  const { useableStartTime: start, useableStopTime: stop } = metadata
  return {
    ...(start !== undefined && isResolved(start) ? { useableStart: start } : {}),
    ...(stop !== undefined && isResolved(stop) ? { useableStop: stop } : {}),
  }
}

/** Returns states whose times are known. Throws RangeError for a time system without a relation to UTC. */
export function resolveStates(states: readonly OemState[]) {
  return states.map(({ epoch, ...rest }) => {
    if (isResolved(epoch)) return { epoch, ...rest }
    throw new RangeError(`times in ${epoch.timeSystem} have no known relation to UTC`)
  })
}
