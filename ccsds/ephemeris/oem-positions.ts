import type { EarthModel } from '@apsis/astro/frames/earth.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { type Frame, rotationBetween, transformState } from '@apsis/astro/frames/frame.ts'
import { localRotation, parseLocalFrame, standingRsw } from '@apsis/astro/frames/local.ts'
import { rotateCovariance } from '@apsis/astro/frames/rotation.ts'
import { transpose } from '@apsis/astro/mat3.ts'
import { buildMatrix, cholesky, entry, type Matrix, mapCovariance } from '@apsis/astro/matrix.ts'
import type { PositionObservation } from '@apsis/astro/measurement/observation.ts'
import { missing } from '@apsis/astro/missing.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { isResolved } from '../block/block.ts'
import { toFrame } from '../block/frame-name.ts'
import type { OemCovariance, OemSegment } from '../oem/oem.ts'
import { requireEarthFrame, resolveStates } from './teme-ephemeris.ts'

/** A covariance is turned by the state that is nearest to it; farther than this from every state it says of none how its axes lie, s. */
const NEAREST_S = 60
/** Outside the Earth orientation parameters their ends are held. */
const HELD: EarthModel = { outside: 'hold' }

export interface PositionSource {
  /** What the positions are told by. */
  readonly sensorId: string
  /** One sigma of each axis where the segment has no covariance, m. */
  readonly sigmaM?: number
}

/**
 * The positions of a segment as measurements in GCRF, each with the covariance that is nearest to it in time: its radial, in-track and
 * cross-track parts are those of the position, as covariances follow the orbit round. Velocities are not used but for the axes of the
 * orbit; those of a precise orbit come out of the same fit as its positions. Null where the segment has no covariance that can be turned
 * and no sigma is given. Throws RangeError for a frame or a time system without a known relation, and for a
 * covariance that is none.
 */
export function oemPositions(segment: OemSegment, { sensorId, sigmaM }: PositionSource): PositionObservation[] | null {
  const frame = requireEarthFrame(segment.metadata)
  const states = inertialStates(segment, frame)
  const covariances = segment.covariances.flatMap((one) => {
    const found = inRsw(one, frame, states)
    return found === null ? [] : [found]
  })
  if (covariances.length === 0 && sigmaM === undefined) return null
  const stated = buildMatrix(3, 3, (i, j) => (i === j ? (sigmaM ?? 0) ** 2 : 0))
  return states.map((state): PositionObservation => {
    const nearest = nearestTo(state.epoch, covariances)
    if (nearest !== undefined && cholesky(nearest.matrix) === null)
      throw new RangeError(`the covariance of ${formatTime(nearest.epoch, { digits: 0 })} UTC is not positive definite`)
    const covariance = nearest === undefined ? stated : mapCovariance(transpose(standingRsw(state)), nearest.matrix)
    return { kind: 'position', epoch: state.epoch, sensorId, positionM: state.r, covariance }
  })
}

interface State {
  readonly epoch: Epoch
  readonly r: Vec3
  /** Along the orbit; its length only where the message has velocities. */
  readonly v: Vec3
}

/** In GCRF, in the order of time. */
function inertialStates({ states }: OemSegment, frame: Frame): State[] {
  const known = resolveStates(states)
    .map((state) => {
      const { epoch, r, v } = transformState({ frame, ...state }, 'GCRF', HELD)
      return { epoch, r, v, isBare: isZero(state.v) }
    })
    .toSorted((a, b) => compareEpochs(a.epoch, b.epoch))
  return known.map(({ epoch, r, v, isBare }, at) => {
    if (!isBare) return { epoch, r, v }
    // The chord between the neighbours lies in the plane of the orbit, and that is all that the axes need.
    const [before, after] = [
      known[Math.max(0, at - 1)] ?? missing(),
      known[Math.min(known.length - 1, at + 1)] ?? missing(),
    ]
    const seconds = secondsBetween(before.epoch, after.epoch)
    return { epoch, r, v: seconds > 0 ? scale(subtract(after.r, before.r), 1 / seconds) : v }
  })
}

const isZero = (v: Vec3) => v.every((part) => part === 0)

interface Turned {
  readonly epoch: Epoch
  /** 3 × 3 along radial, in-track and cross-track. */
  readonly matrix: Matrix
}

/** A covariance of the segment along the axes of the orbit; null where nothing says how its own lie. */
function inRsw({ refFrame, matrix, epoch }: OemCovariance, frame: Frame, states: readonly State[]): Turned | null {
  if (!isResolved(epoch)) return null
  const position = buildMatrix(3, 3, (i, j) => entry(matrix, i, j))
  const local = refFrame === undefined ? undefined : parseLocalFrame(refFrame)
  if (local?.frame === 'RSW') return { epoch, matrix: position }
  const state = nearestTo(epoch, states)
  if (state === undefined || Math.abs(secondsBetween(state.epoch, epoch)) > NEAREST_S) return null
  const toRsw = standingRsw(state)
  if (local !== undefined) {
    const fromGcrf = localRotation(local.frame, state, { kind: 'inertial' })
    return { epoch, matrix: mapCovariance(toRsw, mapCovariance(transpose(fromGcrf.matrix), position)) }
  }
  const from = refFrame === undefined ? frame : toFrame(refFrame)
  if (from === null) return null
  return {
    epoch,
    matrix: mapCovariance(toRsw, rotateCovariance(rotationBetween(from, 'GCRF', earthAt(epoch, HELD)), position)),
  }
}

function nearestTo<T extends { readonly epoch: Epoch }>(at: Epoch, all: readonly T[]): T | undefined {
  let [nearest, leastS]: [T | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const one of all) {
    const seconds = Math.abs(secondsBetween(one.epoch, at))
    if (seconds < leastS) [nearest, leastS] = [one, seconds]
  }
  return nearest
}
