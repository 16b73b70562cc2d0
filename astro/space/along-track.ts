import { inertialRsw } from '../frames/local.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { cross, dot, norm, type Vec3 } from '../vec3.ts'

/** How far an object is ahead of another along the other's track; negative behind. */
export interface AlongTrack {
  /** The arc from the other object at its radius, m, at most half a revolution. */
  readonly arcM: number
  /** The time in which the other object, at its angular rate of now, covers the arc, s. */
  readonly aheadS: number
}

/**
 * Returns how far an object at `r` is ahead of `own` along the track of `own`: the angle in the plane of `own` from its radius to that of the
 * object, times the radius of `own`. For near objects it is the along-track part of the relative place, and unlike that it goes on growing with
 * the distance, to half a revolution. Both in one inertial frame.
 */
export function alongTrack(own: CartesianState, r: Vec3): AlongTrack {
  const [radial, along] = inertialRsw(own)
  const angleRad = Math.atan2(dot(along, r), dot(radial, r))
  const radius = norm(own.r)
  const rate = norm(cross(own.r, own.v)) / radius ** 2
  return { arcM: angleRad * radius, aheadS: angleRad / rate }
}

/** The values of a signed distance at ascending times; NaN where there is none. */
export interface DistanceSamples {
  readonly times: ArrayLike<number>
  readonly values: ArrayLike<number>
  /** The distance at a time between two samples; undefined where there is none. */
  readonly at: (time: number) => number | undefined
}

/** A time is found to 2⁻³⁰ of the distance of two samples, or to the digits of a double that counts from 1970. */
const HALVINGS = 30

/**
 * Returns the first time from `since` on at which a signed distance is within ±limit; undefined if that does not happen in the samples. A distance that
 * jumps over the limits between two samples is found where it changes its sign; one that only touches them between two samples is not. The jump
 * from half a revolution ahead to half a revolution behind, by more than `turn`, is no passage.
 */
export function entryInto(
  { times, values, at }: DistanceSamples,
  { limit, since, turn }: { readonly limit: number; readonly since: number; readonly turn: number },
): number | undefined {
  let [from, before] = [since, at(since)]
  if (before !== undefined && Math.abs(before) <= limit) return since
  for (let k = 0; k < times.length; k += 1) {
    const [now, value] = [times[k] as number, values[k] as number]
    if (now <= since) continue
    const isPassage = before !== undefined && before * value < 0 && Math.abs(value - before) < turn
    if (Math.abs(value) <= limit || isPassage)
      return before === undefined ? now : bisect(at, { from, to: now, side: Math.sign(before), limit })
    from = now
    before = Number.isNaN(value) ? undefined : value
  }
  return undefined
}

type Bracket = { readonly from: number; readonly to: number; readonly side: number; readonly limit: number }

/** Returns when a distance that begins beyond the limit on one side, and ends within it or on the other side, first passes the limit. */
function bisect(at: DistanceSamples['at'], { from, to, side, limit }: Bracket): number {
  let [low, high] = [from, to]
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2
    const value = at(middle)
    if (value !== undefined && value * side > limit) low = middle
    else high = middle
  }
  return high
}
