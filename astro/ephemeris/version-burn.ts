import { GM_EARTH } from '../constants.ts'
import { missing } from '../missing.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { dot, norm } from '../vec3.ts'
import type { Ephemeris } from './ephemeris.ts'
import { makeInterpolator } from './interpolator.ts'

/** A burn that one version of an ephemeris contains and the other does not. */
export interface VersionBurn {
  /** The burn lies between these times, to about an eighth of a revolution. */
  readonly from: Epoch
  readonly to: Epoch
  /** The change of the velocity along the track, m/s: positive raises the orbit. */
  readonly alongTrackMps: number
}

const STEP_S = 60
/** A smaller step of the semi-major axis is not told from other differences, m: 0.01 m/s along the track in low orbit. */
const LEAST_STEP_M = 20
/** A difference that grows over more of the common span is an error of drag or of the orbit, and no burn. */
const MOST_SHARE = 0.4
/** The longest thrust that is told as one burn, s. */
const LONGEST_S = 12 * 3_600
/** Apart from the step, the difference varies by less than this share of it. */
const MOST_UNREST = 0.3
/** Fewer revolutions do not show a level before and after the step. */
const LEAST_REVOLUTIONS = 3

/**
 * Returns the burn that a newer version of an ephemeris contains and the older one does not, or the reverse; null if there is none. Between two
 * versions without a burn the semi-major axis differs by an error of the orbit, which is nearly constant, and by an error of drag, which grows
 * steadily. A burn is a step. The osculating semi-major axis of both is averaged over a revolution, so that the short-period terms of J2 drop out
 * of the difference to about a metre for a kilometre of distance. A burn across the orbit changes no semi-major axis, and is not found.
 */
export function versionBurn(
  older: Ephemeris,
  newer: Ephemeris,
  { from, to }: { readonly from: Epoch; readonly to: Epoch },
): VersionBurn | null {
  const [one, other] = [makeInterpolator(older, from), makeInterpolator(newer, from)]
  const lengthS = secondsBetween(from, to)
  const raised: number[] = []
  let periodS = 0
  let speed = 0
  for (let seconds = 0; seconds <= lengthS; seconds += STEP_S) {
    const [a, b] = [one(seconds), other(seconds)]
    // A gap would look like a step.
    if (!a.ok || !b.ok) return null
    const before = semiMajorAxis(a)
    if (!(before > 0)) return null
    periodS = 2 * Math.PI * Math.sqrt(before ** 3 / GM_EARTH)
    speed = norm(a.v)
    raised.push(semiMajorAxis(b) - before)
  }
  const half = Math.round(periodS / STEP_S / 2)
  if (raised.length < LEAST_REVOLUTIONS * 2 * half) return null
  const levels = averaged(raised, half)
  const [first, last] = [levels[0] ?? missing(), levels.at(-1) ?? missing()]
  const step = last - first
  if (Math.abs(step) < LEAST_STEP_M) return null
  const passed = levels.map((level) => (level - first) / step)
  const begin = passed.findIndex((share) => share > 0.05)
  const end = passed.findLastIndex((share) => share < 0.95)
  // The average spreads a step over a revolution, and a longer thrust by the root of the squares; 5 % are cut on each side.
  const widthS = ((end - begin) * STEP_S) / 0.9
  const thrustS = Math.sqrt(Math.max(0, widthS ** 2 - periodS ** 2))
  const isShort = (end - begin) * STEP_S <= MOST_SHARE * lengthS + periodS && thrustS <= LONGEST_S
  const isQuiet = passed.every(
    (share, index) => (index < begin ? Math.abs(share) : index > end ? Math.abs(share - 1) : 0) < MOST_UNREST,
  )
  if (!isShort || !isQuiet) return null
  // The average over a revolution begins half of one after the start.
  const middleS = ((begin + end) / 2 + half) * STEP_S
  const marginS = thrustS / 2 + periodS / 8
  const meanAxis = (speed * periodS) / (2 * Math.PI)
  return {
    from: addSeconds(from, middleS - marginS),
    to: addSeconds(from, middleS + marginS),
    alongTrackMps: (step * speed) / (2 * meanAxis),
  }
}

/** Returns the osculating semi-major axis, m; negative for an orbit that leaves the Earth. */
function semiMajorAxis({
  r,
  v,
}: {
  readonly r: readonly [number, number, number]
  readonly v: readonly [number, number, number]
}): number {
  return 1 / (2 / norm(r) - dot(v, v) / GM_EARTH)
}

/** Returns the averages over `half` values to each side; the first `half` and last `half` have none. */
function averaged(values: readonly number[], half: number): number[] {
  const width = 2 * half + 1
  let sum = 0
  const means: number[] = []
  for (const [index, value] of values.entries()) {
    sum += value
    if (index >= width) sum -= values[index - width] ?? missing()
    if (index >= width - 1) means.push(sum / width)
  }
  return means
}
