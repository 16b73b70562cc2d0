import { linearClosestApproach } from '@apsis/astro/conjunction/closest-approach.ts'
import { covarianceToRtn } from '@apsis/astro/conjunction/rtn.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import type { Force } from '@apsis/astro/dynamics/force.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { fuseTrack } from '@apsis/astro/tracking/fuse-track.ts'
import { norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { formatCdm } from '@apsis/ccsds/cdm/format-cdm.ts'
import type { UpdateOutcome } from '@apsis/contract/odt/observation/observation.ts'
import { POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import {
  dragOf,
  elementsThrough,
  type ObjectOfMessage,
  objectsOfMessage,
  unknownAcceleration,
} from '../object/event-orbit.ts'
import { after, type KeptTrack, readKept, type StoredTrack, withoutCounted } from './kept-track.ts'

/** A track, and the message that it is added to. */
export type FuseTask = {
  readonly original: Uint8Array
  /** The provider's message on which that message is based: its measurements must not count twice. */
  readonly root: Uint8Array
  readonly designator: string
  readonly noradId: number
  readonly tdm: string
  /** Null: positions of the object's own receiver or precise orbit (OEM). */
  readonly sensor: Sensor | null
  /** The accuracy of positions without a covariance, 1 sigma, m. */
  readonly positionSigmaM: number | null
  /** The first track after a possible manoeuvre that tracks of the object show, ISO 8601; null: they show none. */
  readonly burntBy: string | null
  /** Tracks in the message that share time with the track of this task. */
  readonly held: readonly StoredTrack[]
  readonly isSimulated: boolean
  /** The originator of the new message. */
  readonly originator: string
  readonly messageId: string
  readonly createdAt: string
}

export type FuseAnswer =
  | {
      readonly outcome: 'FUSED'
      readonly text: string
      readonly scaleFactor: number
      readonly weightedRms: number
      readonly used: number
      readonly edited: number
    }
  | { readonly outcome: Exclude<UpdateOutcome, 'FUSED'> }

/** The share of a modelled drag that may be wrong, one sigma: the error of the air model that dragOf() uses. */
const UNKNOWN_DRAG_SHARE = 0.5

const SIMULATED = 'SIMULATED: made from measurements that no sensor made'

/** Adds a track to a message, and returns a message of the organisation; or the reason why there is none. Runs in the worker pool. */
export function fuseIntoMessage(task: FuseTask): FuseAnswer {
  const object = objectsOfMessage(task.original).find(({ designator }) => designator === task.designator)
  if (object === undefined || object.tracked.covariance.length !== 6) return { outcome: 'NO_COVARIANCE' }
  const kept = readKept(task)
  if (kept === null) return { outcome: 'NOT_FITTED' }
  const track = newIn(kept, task)
  if (track === null) return { outcome: 'HELD_ALREADY' }
  if (isThroughBurn(task, track)) return { outcome: 'POSSIBLE_MANOEUVRE' }
  // A receiver on board is so accurate that drag shows within a revolution.
  const isPrecise = task.sensor === null && !task.isSimulated
  const forces = forcesOf(track.origin, isPrecise ? dragOf(object) : 0)
  const start = stateAt(object, track.origin, { ...task, dragMps2: isPrecise ? dragOf(object) : 0 })
  if (start === null) return { outcome: 'NOT_FITTED' }
  const span = { epoch: track.origin, first: track.origin, last: track.end }
  const fused = fuseTrack({
    tracked: object.tracked,
    start,
    secondsToTca: secondsBetween(track.origin, object.tca),
    fly: numericalFlight({ ...span, ...forces }),
    observations: track.observations,
    sites: track.sites,
    biases: track.biases,
    ...(isPrecise
      ? { ahead: { fly: numericalFlight({ ...span, last: object.tca, ...forces }), tca: object.tca } }
      : {}),
    // If the motion contains no drag, all of the drag is its error.
    accelerationSigma: task.isSimulated
      ? unknownAcceleration(object, true)
      : dragOf(object) * (isPrecise ? UNKNOWN_DRAG_SHARE : 1),
  })
  if (!fused.ok) return { outcome: fused.reason === 'possible-manoeuvre' ? 'POSSIBLE_MANOEUVRE' : 'NOT_FITTED' }
  const { scaleFactor, weightedRms, used, edited } = fused
  const text = formatCdm(messageOf(task, object, { track, fused }), { strict: false })
  return { outcome: 'FUSED', text, scaleFactor, weightedRms, used, edited }
}

/** Returns true if a fit would combine a message from before a possible manoeuvre and a track from after it (F23). */
function isThroughBurn({ root, designator, burntBy }: FuseTask, { end }: KeptTrack): boolean {
  const stated = objectsOfMessage(root).find((one) => one.designator === designator)
  if (burntBy === null || stated === undefined) return false
  const to = parseTime(burntBy.replace('Z', ''))
  return secondsBetween(heldUntil(stated), to) > 0 && secondsBetween(to, end) >= 0
}

/** Returns the forces on an orbit that measurements determine, with a constant drag against the velocity. */
function forcesOf(epoch: Epoch, dragMps2: number) {
  const bare = orbitForces(makeEnvironment(epoch, { outside: 'hold' }), null)
  if (dragMps2 === 0) return bare
  const drag: Force = ({ v }) => scale(v, -dragMps2 / norm(v))
  return { ...bare, forces: [...bare.forces, drag] }
}

/**
 * Returns the part of a track that is new to the message (F18). It has to be after the provider's last observation, or, if that is not
 * stated, after the creation of the provider's message. No other track in the message may contain it. Null if no part is new.
 */
function newIn(kept: KeptTrack, { root, designator, held }: FuseTask): KeptTrack | null {
  const stated = objectsOfMessage(root).find((one) => one.designator === designator)
  const until = stated && heldUntil(stated)
  const later = until === undefined ? kept : after(kept, until)
  const counted = held.flatMap((one) => readKept(one) ?? [])
  return later && withoutCounted(later, counted)
}

const heldUntil = ({ message, place }: ObjectOfMessage): Epoch =>
  message.objects[place].odParameters?.timeLastobEnd ?? message.header.creationDate

type Moving = Pick<FuseTask, 'isSimulated' | 'noradId'> & { readonly dragMps2: number }

/** Returns the orbit of the message at an earlier time: simulated objects move by SGP4, all others by the real forces. */
function stateAt(
  object: ObjectOfMessage,
  epoch: Epoch,
  { isSimulated, noradId, dragMps2 }: Moving,
): CartesianState | null {
  const { tracked, tca } = object
  if (isSimulated) {
    const set = elementsThrough(tracked, { epoch: tca, noradId, name: '' })
    const state = set === undefined ? undefined : propagateSgp4(initSgp4(set), epoch)
    if (state?.ok !== true) return null
    const { r, v } = transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'GCRF', { outside: 'hold' })
    return { r, v }
  }
  const flight = numericalFlight({ epoch: tca, first: epoch, last: tca, ...forcesOf(tca, dragMps2) })(tracked)
  return flight === null ? null : flight.stateAt(epoch)
}

type Result = {
  readonly track: KeptTrack
  readonly fused: Extract<ReturnType<typeof fuseTrack>, { ok: true }>
}

/** Returns the message with the object's new orbit; times, positions and distances are computed from that. */
function messageOf(task: FuseTask, object: ObjectOfMessage, { track, fused }: Result): Cdm {
  const { message, place, tca, other } = object
  const { header, relative, objects } = message
  const inertial = { ...fused.state, covariance: fused.covariance }
  const own = objects[place]
  const matrix = covarianceToRtn(fused.state, fused.covariance)
  const label = [
    `${task.sensor === null ? `POSITIONS (${POSITION_SENSOR}) OF ITS OWN` : `TRACK OF SENSOR ${task.sensor.sensorCode}`} ADDED TO ${header.messageId} OF ${header.originator}`,
    `COVARIANCE SCALE FACTOR = ${fused.scaleFactor.toFixed(3)}; WEIGHTED RMS = ${fused.weightedRms.toFixed(3)}; ${fused.used} MEASUREMENTS USED, ${fused.edited} EDITED`,
    ...(task.isSimulated ? [SIMULATED] : []),
  ]
  const frame = toFrame(own.metadata.refFrame)
  if (frame === null) throw new RangeError(`REF_FRAME ${own.metadata.refFrame} cannot be transformed`)
  const state = transformState({ frame: 'GCRF', epoch: tca, ...fused.state }, frame, { outside: 'hold' })
  const changed = {
    ...own,
    odParameters: {
      ...(own.odParameters ?? { comments: [] }),
      timeLastobStart: track.origin,
      timeLastobEnd: track.end,
    },
    state: { ...own.state, r: rounded(state.r, 3), v: rounded(state.v, 6) },
    covariance: { ...own.covariance, matrix: matrix.map((row) => row.map((value) => Number(value.toPrecision(12)))) },
  }
  const pair = place === 0 ? [inertial, other] : [other, inertial]
  const approach = linearClosestApproach(pair[0] ?? inertial, pair[1] ?? other)
  const miss = approach.ok
    ? subtract(approach.secondary.r, approach.primary.r)
    : subtract((pair[1] ?? other).r, (pair[0] ?? inertial).r)
  const { relativePositionRtnM: _position, relativeVelocityRtnMps: _velocity, ...kept } = relative
  const { collisionProbability: _probability, collisionProbabilityMethod: _method, ...rest } = kept
  return {
    ...message,
    header: {
      ...header,
      comments: [...(task.isSimulated ? [SIMULATED] : []), ...label.slice(0, 2)],
      creationDate: parseTime(task.createdAt),
      originator: task.originator,
      messageId: task.messageId,
    },
    relative: { ...rest, missDistanceM: Number(norm(miss).toFixed(2)) },
    objects: place === 0 ? [changed, objects[1]] : [objects[0], changed],
  }
}

const rounded = (v: Vec3, digits: number): Vec3 => v.map((one) => Number(one.toFixed(digits))) as unknown as Vec3
