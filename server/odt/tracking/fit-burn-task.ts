import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { transform, transpose } from '@apsis/astro/mat3.ts'
import { buildMatrix, entry } from '@apsis/astro/matrix.ts'
import { determineWithCommonError } from '@apsis/astro/measurement/common-error.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { pushedBy } from '@apsis/astro/tracking/unavoidable.ts'
import { add, type Vec3 } from '@apsis/astro/vec3.ts'
import type { TrackedOrbit } from '../../ca/plan/check/own-tracks.service.ts'
import { dragOf, objectsOfMessage } from '../object/event-orbit.ts'
import { type KeptTrack, readThere, type StoredTrack, withoutCounted } from './kept-track.ts'

export type FitBurnTask = {
  readonly original: Uint8Array
  readonly designator: string
  /** ISO 8601, UTC. */
  readonly ignition: string
  readonly deltaVRtn: readonly number[]
  readonly tracks: readonly StoredTrack[]
}

/**
 * Returns the orbit that tracks after a burn determine by themselves, by batch least squares of all of them (determineWithCommonError). The
 * fit starts from the plan's position and has no prior, so neither the plan nor the earlier orbit is in the result. The motion contains no
 * drag, so the drag during the tracks is added to the covariance. Null if there is no orbit, as from one short track (flight rule F18): the
 * question stays open. Runs in the worker pool.
 */
export function fitAfterBurn(task: FitBurnTask): TrackedOrbit | null {
  const object = objectsOfMessage(task.original).find(({ designator }) => designator === task.designator)
  if (object === undefined) return null
  const read = task.tracks.flatMap((kept) => readThere(kept) ?? [])
  const tracks = eachOnce(read.toSorted((a, b) => compareEpochs(a.origin, b.origin)))
  const [first, last] = [tracks[0], tracks.at(-1)]
  if (first === undefined || last === undefined) return null
  const start = afterBurn(object.tca, object.tracked, { ...task, to: first.origin })
  if (start === null) return null
  const sky = makeEnvironment(first.origin, { outside: 'hold' })
  const span = { epoch: first.origin, first: first.origin, last: last.end }
  const found = determineWithCommonError({
    start,
    sites: new Map(tracks.flatMap(({ sites }) => [...sites])),
    fly: numericalFlight({ ...span, ...orbitForces(sky, null) }),
    observations: tracks.flatMap(({ observations }) => observations),
    // A sensor has the same clock error in all of its tracks.
    biases: [...new Map(tracks.flatMap(({ biases }) => biases.map((bias) => [bias.sensorId, bias]))).values()],
  })
  if (!found.ok) return null
  const push = pushedBy(found.state, secondsBetween(first.origin, last.end)).map((part) => part * dragOf(object))
  const covariance = buildMatrix(
    6,
    6,
    (i, j) => entry(found.covariance, i, j) + (push[i] ?? missing()) * (push[j] ?? missing()),
  )
  return { epoch: first.origin, state: found.state, covariance }
}

/** Returns each measurement once; of copies in several tracks the first is kept. */
function eachOnce(tracks: readonly KeptTrack[]): KeptTrack[] {
  const counted: KeptTrack[] = []
  for (const track of tracks) {
    const found = withoutCounted(track, counted)
    if (found !== null) counted.push(found)
  }
  return counted
}

type PlannedImpulse = Pick<FitBurnTask, 'ignition' | 'deltaVRtn'> & { readonly to: Epoch }

/** Returns the planned state of the satellite at a time after the burn, which is only the start of the fit. */
function afterBurn(
  tca: Epoch,
  tracked: CartesianState,
  { ignition, deltaVRtn, to }: PlannedImpulse,
): CartesianState | null {
  const burnAt = parseTime(ignition.replace('Z', ''))
  const before = flown(tca, tracked, burnAt)
  if (before === null) return null
  const push = transform(transpose(rtnAxes(before)), deltaVRtn as unknown as Vec3)
  return flown(burnAt, { r: before.r, v: add(before.v, push) }, to)
}

function flown(from: Epoch, { r, v }: CartesianState, to: Epoch): CartesianState | null {
  const sky = makeEnvironment(from, { outside: 'hold' })
  const [first, last] = secondsBetween(from, to) < 0 ? [to, from] : [from, to]
  return numericalFlight({ epoch: from, first, last, ...orbitForces(sky, null) })({ r, v })?.stateAt(to) ?? null
}
