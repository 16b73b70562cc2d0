import { type EarthModel, earthAt } from '@apsis/astro/frames/earth.ts'
import { type Frame, isTerrestrial, rotationBetween } from '@apsis/astro/frames/frame.ts'
import { type FrameRotation, invert, rotateState } from '@apsis/astro/frames/rotation.ts'
import { directionOf } from '@apsis/astro/frames/topocentric.ts'
import { transform } from '@apsis/astro/mat3.ts'
import type { AngleMeasurement } from '@apsis/astro/measurement/angles.ts'
import type { ObjectAt, Observer, Reduction } from '@apsis/astro/measurement/sight-line.ts'
import { bodyState } from '@apsis/astro/sky/body.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { scale, type Vec3 } from '@apsis/astro/vec3.ts'
import { isResolved } from '@apsis/ccsds/block/block.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import type { TdmSegment } from '@apsis/ccsds/tdm/tdm.ts'
import type { FlyingObject } from '../input/flying-object.ts'
import type { Site } from '../input/site.ts'

/** The observer and the accuracy of the measurements. */
export interface Observing {
  /** One site for all tracks, or several; in that case PARTICIPANT_1 of a track names its site. */
  readonly sites: readonly Site[]
  readonly observer: FlyingObject | null
  readonly sigmaRad: number
  readonly reduction: Reduction
  readonly model: EarthModel
}

/** The directions of a segment of tracking data, in GCRF. */
export interface Track {
  readonly file: string
  readonly trackId: string | null
  readonly participant1: string
  readonly participant2: string | null
  /** The epoch of the first direction; null if there are no directions. */
  readonly origin: Epoch | null
  readonly end: Epoch | null
  readonly measurements: readonly AngleMeasurement[]
  /** The reason why there are no directions. */
  readonly error: string | null
}

interface Pair {
  readonly epoch: Epoch
  readonly first: number
  readonly second: number
}

/** Returns the track of a segment; if its angles cannot be used, the track has no directions, and gives the reason. */
export function makeTrack(segment: TdmSegment, file: string, observing: Observing): Track {
  const { trackId, participant1, participant2, angleType, referenceFrame } = segment.metadata
  const head = { file, trackId: trackId ?? null, participant1, participant2: participant2 ?? null }
  const fail = (error: string): Track => ({ ...head, origin: null, end: null, measurements: [], error })
  const pairs = pairAngles(segment)
  const [first] = pairs
  const last = pairs.at(-1)
  if (first === undefined || last === undefined) return fail('there are no angles: ANGLE_1 and ANGLE_2 at one time')
  const type = angleType?.toUpperCase() ?? 'RADEC'
  if (type !== 'RADEC' && type !== 'AZEL') return fail(`angles of type ${type} are not read`)
  const frame = toFrame(referenceFrame ?? 'EME2000')
  if (type === 'RADEC' && frame === null) return fail(`REFERENCE_FRAME ${referenceFrame} cannot be transformed`)
  const site = siteOf(observing.sites, participant1)
  if (observing.observer === null && site === null) return fail(`no sensor has the code ${participant1}`)
  if (type === 'AZEL' && site === null) return fail('azimuth and elevation need --site')
  try {
    const origin = first.epoch
    const measurements = pairs.map((pair): AngleMeasurement => {
      const { epoch } = pair
      const direction =
        type === 'AZEL' && site !== null
          ? fromItrf(directionOf(site.station, pair.first, pair.second), epoch, observing.model)
          : fromFrame(frame ?? 'GCRF', pair, observing.model)
      const [x, y, z] = direction
      return {
        seconds: secondsBetween(origin, epoch),
        raRad: Math.atan2(y, x),
        decRad: Math.atan2(z, Math.hypot(x, y)),
        observer: observerAt(epoch, site, observing),
        sigmaRad: observing.sigmaRad,
        reduction: observing.reduction,
        ...(observing.reduction === 'astrometric' ? { earthVelocity: scale(bodyState('Sun', epoch).v, -1) } : {}),
      }
    })
    return { ...head, origin, end: last.epoch, measurements, error: null }
  } catch (error) {
    if (error instanceof RangeError) return fail(error.message)
    throw error
  }
}

/** Returns both angles of each instant, in the order of time. */
function pairAngles({ observations }: TdmSegment): Pair[] {
  const firsts = new Map<string, number>()
  const pairs: Pair[] = []
  const seconds = new Map<string, number>()
  for (const { keyword, epoch, value } of observations) {
    if (!isResolved(epoch) || (keyword !== 'ANGLE_1' && keyword !== 'ANGLE_2')) continue
    const key = `${epoch.taiS} ${epoch.taiFs}`
    const own = keyword === 'ANGLE_1' ? firsts : seconds
    own.set(key, value)
    const [first, second] = [firsts.get(key), seconds.get(key)]
    if (first !== undefined && second !== undefined) pairs.push({ epoch, first, second })
  }
  return pairs.sort((a, b) => secondsBetween(b.epoch, a.epoch))
}

function siteOf(sites: readonly Site[], participant: string): Site | null {
  const [only, ...more] = sites
  if (only === undefined) return null
  if (more.length === 0) return only
  return sites.find(({ name }) => name.toUpperCase() === participant.toUpperCase()) ?? null
}

function fromFrame(frame: Frame, { epoch, first, second }: Pair, model: EarthModel): Vec3 {
  const direction: Vec3 = [Math.cos(second) * Math.cos(first), Math.cos(second) * Math.sin(first), Math.sin(second)]
  const outside = isTerrestrial(frame) ? 'refuse' : 'hold'
  return transform(rotationBetween(frame, 'GCRF', earthAt(epoch, { outside, ...model })).matrix, direction)
}

function fromItrf(direction: Vec3, epoch: Epoch, model: EarthModel): Vec3 {
  return transform(rotationBetween('ITRF', 'GCRF', earthAt(epoch, model)).matrix, direction)
}

function observerAt(epoch: Epoch, site: Site | null, { observer, model }: Observing): Observer {
  if (observer !== null) {
    const state = gcrfMotion(observer, epoch, model)(0)
    if (state === null) throw new RangeError('the observer has no state at a time of the track')
    return state
  }
  const r = site?.station.r ?? [0, 0, 0]
  return rotateState(rotationBetween('ITRF', 'GCRF', earthAt(epoch, model)), { r, v: [0, 0, 0] })
}

// Celestial axes rotate by less than 1e-10 rad, 20 µas, within this time.
const SAME_AXES_S = 60

/** Returns the position of an object in GCRF, seconds after an origin; null if it has no state. */
export function gcrfMotion({ frame, stateAt }: FlyingObject, origin: Epoch, model: EarthModel): ObjectAt {
  const known = new Map<number, FrameRotation>()
  const rotationAt = (seconds: number): FrameRotation => {
    if (isTerrestrial(frame)) return rotationBetween(frame, 'GCRF', earthAt(addSeconds(origin, seconds), model))
    const step = Math.round(seconds / SAME_AXES_S)
    const found = known.get(step)
    if (found !== undefined) return found
    const epoch = addSeconds(origin, step * SAME_AXES_S)
    const rotation = invert(rotationBetween('GCRF', frame, earthAt(epoch, { outside: 'hold', ...model })))
    known.set(step, rotation)
    return rotation
  }
  return (seconds) => {
    const motion = stateAt(addSeconds(origin, seconds))
    return motion.ok ? rotateState(rotationAt(seconds), motion) : null
  }
}
