import { EARTH_RATE_RAD_S } from '../../dynamics/drag.ts'
import type { ElementSet } from '../../sgp4/element-set.ts'
import { initSgp4 } from '../../sgp4/init.ts'
import { propagateSgp4 } from '../../sgp4/propagate.ts'
import { addSeconds, type Epoch } from '../../time/epoch.ts'
import { degToRad } from '../../units.ts'
import { add, cross, norm, scale, type Vec3 } from '../../vec3.ts'
import { type AngleMeasurement, addNoise } from '../angles.ts'
import type { Candidate } from '../associate.ts'
import { type ObjectAt, type Observer, sightLine } from '../sight-line.ts'

const ARCSECOND = degToRad(1 / 3600)
/** A telescope of the simulated network: domain rule C18. */
export const TELESCOPE = { sigmaRad: 1.5 * ARCSECOND, timeSigmaS: 1e-3 }
const EARTH_RADIUS_M = 6_371_000

/** Returns the objects of a catalogue that SGP4 accepts, in TEME axes, which do not rotate noticeably during a track. */
export function candidatesOf(sets: readonly ElementSet[], origin: Epoch): Candidate[] {
  return sets.flatMap((set) => {
    const at: ObjectAt = motionOf(set, origin)
    return at(0) === null ? [] : [{ id: String(set.noradId), at }]
  })
}

function motionOf(set: ElementSet, origin: Epoch): ObjectAt {
  try {
    const model = initSgp4(set)
    return (seconds) => {
      const state = propagateSgp4(model, addSeconds(origin, seconds))
      return state.ok ? state : null
    }
  } catch (error) {
    // The catalogue contains objects that SGP4 refuses.
    if (error instanceof RangeError) return () => null
    throw error
  }
}

/** The settings of a track: its start, the number of directions, their interval, and the delay of the object. */
export interface TrackPlan {
  readonly startS: number
  readonly count: number
  readonly stepS: number
  readonly lateS: number
  readonly normal: () => number
  /** Three numbers in [−1, 1] that move the station away from the point below the object. */
  readonly aside: Vec3
}

/** Returns the track of an object by a telescope on a rotating sphere, from a site that has the object above its horizon. */
export function trackFrom(
  object: ObjectAt,
  { startS, count, stepS, lateS, normal, aside }: TrackPlan,
): AngleMeasurement[] {
  const late: ObjectAt = (seconds) => object(seconds - lateS)
  const middle = late(startS + (count * stepS) / 2)
  if (middle === null) return []
  // A fraction of the angle to the horizon, so that the object is high.
  const reach = 0.6 * Math.acos(Math.min(1, EARTH_RADIUS_M / norm(middle.r)))
  const below = scale(middle.r, 1 / norm(middle.r))
  const moved = add(below, scale(aside, Math.tan(reach) / Math.sqrt(3)))
  const atMiddle = scale(moved, EARTH_RADIUS_M / norm(moved))
  return Array.from({ length: count }, (_unused, i) => {
    const seconds = startS + i * stepS
    const observer = turned(atMiddle, seconds - startS - (count * stepS) / 2)
    const line = sightLine(late, observer, { seconds, reduction: 'light-time' })
    return line === null ? [] : [{ seconds, ...addNoise(line, TELESCOPE, normal), observer, ...TELESCOPE }]
  }).flat()
}

function turned([x, y, z]: Vec3, seconds: number): Observer {
  const angle = EARTH_RATE_RAD_S * seconds
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const r: Vec3 = [c * x - s * y, s * x + c * y, z]
  return { r, v: cross([0, 0, EARTH_RATE_RAD_S], r) }
}
