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

/** A covariance without velocities is used for positions within this time, along the axes of the orbit, s. */
const MOST_HELD_S = 300
/** Outside the range of the Earth orientation parameters, the values at its ends are used. */
const HELD: EarthModel = { outside: 'hold' }

export interface PositionSource {
  /** The sensor that measured the positions. */
  readonly sensorId: string
  /** One sigma of each axis if the segment has no covariance, m. */
  readonly sigmaM?: number
  /** Only positions within this number of seconds before the last one are used; if absent, all are used. */
  readonly lastS?: number
}

/** Positions, and the source of their uncertainty. */
export interface SourcedPositions {
  readonly observations: readonly PositionObservation[]
  readonly isStated: boolean
}

/**
 * Returns the positions of a segment as measurements in GCRF, each with its own covariance: the segment's covariance that is nearest in
 * time, propagated to the position by two-body motion, because a velocity error becomes a position error with time. Source of the matrix:
 * propagateTwoBody, within 1 % over three hours. A covariance without velocities is kept along the axes of the orbit for five minutes and
 * is not used after that. Velocities are used only for this and for the axes of the orbit, because those of a precise orbit come from the
 * same fit as its positions. Only this function decides which uncertainty is used: the segment's covariance if its axes are known,
 * otherwise `sigmaM`; a covariance of zeros counts as missing. Returns null if there is neither. Throws RangeError for a frame or a time
 * system without a known relation, for an invalid covariance, and for a position for which no covariance can be used.
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
  /** The velocity, whose direction is along the orbit; its length is right only if the message has velocities. */
  readonly v: Vec3
  readonly isBare: boolean
}

/** Returns the states in GCRF, in the order of time. */
function inertialStates({ states }: OemSegment, frame: Frame): State[] {
  const known = resolveStates(states)
    .map((state) => {
      const { epoch, r, v } = transformState({ frame, ...state }, 'GCRF', HELD)
      return { epoch, r, v, isBare: isZero(state.v) }
    })
    .toSorted((a, b) => compareEpochs(a.epoch, b.epoch))
  return known.map(({ epoch, r, v, isBare }, at) => {
    if (!isBare) return { epoch, r, v, isBare }
    // The chord between the neighbours lies in the orbit's plane, and the axes need only a direction in this plane.
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
  /** The covariance as it is in the message, 6 × 6. */
  readonly matrix: Matrix
  /** Returns the rotation from the axes of the covariance to GCRF, given the state at its time. */
  readonly toGcrf: (state: PositionVelocity) => FrameRotation
}

/**
 * Returns a covariance of the segment with its axes; null if it consists of zeros, or if its axes are unknown. Axes of the orbit are fixed at the
 * epoch (covarianceInTeme).
 */
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

/** Returns the covariance of a position, 3 × 3 in GCRF, that follows from a covariance at another time. */
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

/**
 * Returns true if a covariance contains both position and velocity. It is scaled, because metres and metres per second differ by a factor of a
 * thousand.
 */
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
