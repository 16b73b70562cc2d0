import { hasCovariance } from '@apsis/astro/conjunction/definiteness.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import type { EarthModel } from '@apsis/astro/frames/earth.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { type Frame, rotationBetween, transformState } from '@apsis/astro/frames/frame.ts'
import { inertialRsw, localRotation, parseLocalFrame } from '@apsis/astro/frames/local.ts'
import { type FrameRotation, invert, type PositionVelocity, rotateCovariance } from '@apsis/astro/frames/rotation.ts'
import { transpose } from '@apsis/astro/mat3.ts'
import { buildMatrix, cholesky, entry, type Matrix, mapCovariance } from '@apsis/astro/matrix.ts'
import type { PositionObservation } from '@apsis/astro/measurement/observation.ts'
import { missing } from '@apsis/astro/missing.ts'
import { propagateTwoBody } from '@apsis/astro/orbit/two-body.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { inverseTransition } from '@apsis/astro/tracking/unavoidable.ts'
import { scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { isResolved } from '../block/block.ts'
import { toFrame } from '../block/frame-name.ts'
import type { OemCovariance, OemSegment } from '../oem/oem.ts'
import { requireEarthFrame, resolveStates } from './teme-ephemeris.ts'

/** A covariance that says nothing of the velocity is that of positions within this, along the axes of the orbit, s. */
const MOST_HELD_S = 300
/** Outside the Earth orientation parameters their ends are held. */
const HELD: EarthModel = { outside: 'hold' }

export interface PositionSource {
  /** What the positions are told by. */
  readonly sensorId: string
  /** One sigma of each axis where the segment has no covariance, m. */
  readonly sigmaM?: number
  /** Only the positions within so many seconds of the last one; all where it is left out. */
  readonly lastS?: number
}

/** Positions, and whose word says how well they are known. */
export interface SourcedPositions {
  readonly observations: readonly PositionObservation[]
  readonly isStated: boolean
}

/**
 * The positions of a segment as measurements in GCRF, each with its own covariance: the covariance of the segment that is nearest in time,
 * carried to the position as two bodies move, since an error of the velocity is one of the place after a while. Source of the matrix:
 * propagateTwoBody, within 1 % over three hours. One that says nothing of the velocity is kept along the axes of the orbit for five minutes
 * and says nothing after that. Velocities are not used but for that and for the axes of the orbit; those of a precise orbit come out of the
 * same fit as its positions. Whose word counts is decided here alone: the segment's, where it has a covariance of which the axes are
 * known, else `sigmaM`; one of zeros was not given. Null where there is neither. Throws RangeError for a frame or a time system without a known relation, for a
 * covariance that is none, and for a position of which none of them says anything.
 */
export function oemPositions(segment: OemSegment, source: PositionSource): SourcedPositions | null {
  const { sensorId, sigmaM, lastS = Number.POSITIVE_INFINITY } = source
  const frame = requireEarthFrame(segment.metadata)
  const states = inertialStates(segment, frame)
  const covariances = segment.covariances.flatMap((one) => {
    const found = madeReady(one, frame)
    return found === null ? [] : [found]
  })
  if (covariances.length === 0 && sigmaM === undefined) return null
  const stated = buildMatrix(3, 3, (i, j) => (i === j ? (sigmaM ?? 0) ** 2 : 0))
  const end = states.at(-1)?.epoch
  const used = states.filter(({ epoch }) => end !== undefined && secondsBetween(epoch, end) <= lastS)
  const observations = used.map((state): PositionObservation => {
    const nearest = nearestTo(state.epoch, covariances)
    const covariance = nearest === undefined ? stated : covarianceAt(state, nearest)
    return { kind: 'position', epoch: state.epoch, sensorId, positionM: state.r, covariance }
  })
  return { observations, isStated: covariances.length === 0 }
}

interface State {
  readonly epoch: Epoch
  readonly r: Vec3
  /** Along the orbit; its length only where the message has velocities. */
  readonly v: Vec3
  readonly isBare: boolean
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
    if (!isBare) return { epoch, r, v, isBare }
    // The chord between the neighbours lies in the plane of the orbit, and that is all that the axes need.
    const [before, after] = [
      known[Math.max(0, at - 1)] ?? missing(),
      known[Math.min(known.length - 1, at + 1)] ?? missing(),
    ]
    const seconds = secondsBetween(before.epoch, after.epoch)
    return { epoch, r, v: seconds > 0 ? scale(subtract(after.r, before.r), 1 / seconds) : v, isBare }
  })
}

const isZero = (v: Vec3) => v.every((part) => part === 0)

interface Ready {
  readonly epoch: Epoch
  /** As the message has it, 6 × 6. */
  readonly matrix: Matrix
  /** By the state at its time, from the axes that it is written in to GCRF. */
  readonly toGcrf: (state: PositionVelocity) => FrameRotation
}

/** A covariance of the segment with its axes; null where it is of zeros, or nothing says which axes these are. Axes that the orbit carries stand still (covarianceInTeme). */
function madeReady({ refFrame, matrix, epoch }: OemCovariance, frame: Frame): Ready | null {
  if (!isResolved(epoch) || !hasCovariance(matrix)) return null
  const from = refFrame === undefined ? frame : toFrame(refFrame)
  if (from !== null) {
    const rotation = rotationBetween(from, 'GCRF', earthAt(epoch, HELD))
    return { epoch, matrix, toGcrf: () => rotation }
  }
  const local = parseLocalFrame(refFrame ?? '')
  if (local === undefined) return null
  return { epoch, matrix, toGcrf: (state) => invert(localRotation(local.frame, state, { kind: 'inertial' })) }
}

/** What a covariance of another time says of a position, 3 × 3 in GCRF. */
function covarianceAt(state: State, { epoch, matrix, toGcrf }: Ready): Matrix {
  const place = buildMatrix(3, 3, (i, j) => entry(matrix, i, j))
  if (cholesky(place) === null) throw new RangeError(`the covariance of ${timeOf(epoch)} is not positive definite`)
  const seconds = secondsBetween(epoch, state.epoch)
  const back = propagateTwoBody(state, -seconds, GM_EARTH)
  const turned = rotateCovariance(toGcrf(back.state), matrix)
  if (isWhole(matrix) && !state.isBare) {
    const carried = mapCovariance(inverseTransition(back.stm), turned)
    return buildMatrix(3, 3, (i, j) => entry(carried, i, j))
  }
  if (Math.abs(seconds) > MOST_HELD_S)
    throw new RangeError(
      `the covariance of ${timeOf(epoch)} says nothing of the position of ${timeOf(state.epoch)}: without velocities it is one of ${MOST_HELD_S / 60} min`,
    )
  const alongOrbit = mapCovariance(
    inertialRsw(back.state),
    buildMatrix(3, 3, (i, j) => entry(turned, i, j)),
  )
  return mapCovariance(transpose(inertialRsw(state)), alongOrbit)
}

/** Whether a covariance is one of position and velocity; scaled, as metres and metres per second differ by a thousand. */
function isWhole(matrix: Matrix): boolean {
  const sizes = matrix.map((_row, i) => Math.sqrt(entry(matrix, i, i)))
  if (!sizes.every((size) => size > 0)) return false
  return cholesky(buildMatrix(6, 6, (i, j) => entry(matrix, i, j) / ((sizes[i] ?? 1) * (sizes[j] ?? 1)))) !== null
}

const timeOf = (epoch: Epoch) => `${formatTime(epoch, { digits: 0 })} UTC`

function nearestTo<T extends { readonly epoch: Epoch }>(at: Epoch, all: readonly T[]): T | undefined {
  let [nearest, leastS]: [T | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const one of all) {
    const seconds = Math.abs(secondsBetween(one.epoch, at))
    if (seconds < leastS) [nearest, leastS] = [one, seconds]
  }
  return nearest
}
