import { localRotation } from '../frames/local.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { dot, norm, subtract, type Vec3 } from '../vec3.ts'
import type { Ephemeris } from './ephemeris.ts'
import { makeInterpolator } from './interpolator.ts'

/** The difference of two ephemerides of one object at an instant: along R, T, N of the reference, and its length, m. */
export interface PositionDifference {
  readonly epoch: Epoch
  readonly rtnM: Vec3
  readonly totalM: number
}

export interface EphemerisDifference {
  /** Evenly spaced, including the ends, without times at which one of the two has no state. */
  readonly samples: readonly PositionDifference[]
  /** The largest difference, also between samples; undefined without samples. */
  readonly largest: PositionDifference | undefined
  /** Root mean square of the samples, m. */
  readonly rmsM: number
}

/** The time span, and the number of samples, including both ends. */
export interface DifferenceSpan {
  readonly from: Epoch
  readonly to: Epoch
  readonly samples: number
}

/** The golden section, by which an interval is reduced. */
const GOLDEN = (Math.sqrt(5) - 1) / 2
/** The largest difference is at a flat maximum: a millisecond is more than accurate enough. */
const NARROWEST_S = 1e-3

/**
 * Returns the position of `other` minus the position of `reference` between two instants, in the radial, transverse and normal axes of the
 * reference. Both must be in the same inertial frame.
 */
export function ephemerisDifference(
  reference: Ephemeris,
  other: Ephemeris,
  { from, to, samples: count }: DifferenceSpan,
): EphemerisDifference {
  const [one, two] = [makeInterpolator(reference, from), makeInterpolator(other, from)]
  const at = (seconds: number): PositionDifference | undefined => {
    const [a, b] = [one(seconds), two(seconds)]
    if (!a.ok || !b.ok) return undefined
    const apart = subtract(b.r, a.r)
    // The rows of the matrix are the axes radial, transverse and normal of the reference at that instant.
    const [r, t, n] = localRotation('RSW', a).matrix
    return {
      epoch: addSeconds(from, seconds),
      rtnM: [dot(r, apart), dot(t, apart), dot(n, apart)],
      totalM: norm(apart),
    }
  }
  // Samples show the shape of the difference; its largest value is then searched between the neighbours of the largest sample.
  const stepS = secondsBetween(from, to) / (count - 1)
  const all = Array.from({ length: count }, (_, k) => at(k * stepS))
  const samples = all.flatMap((one) => (one === undefined ? [] : [one]))
  const totals = all.map((one) => one?.totalM ?? -1)
  const highest = totals.indexOf(Math.max(...totals))
  // The largest distance is between the neighbours of the largest sample.
  const within = { fromS: Math.max(0, highest - 1) * stepS, toS: Math.min(count - 1, highest + 1) * stepS }
  return {
    samples,
    largest: samples.length === 0 ? undefined : larger(all[highest], largestWithin(at, within)),
    rmsM: Math.sqrt(samples.reduce((sum, { totalM }) => sum + totalM ** 2, 0) / Math.max(1, samples.length)),
  }
}

type At = (seconds: number) => PositionDifference | undefined

/**
 * Returns the largest distance between two samples, by golden-section search: in each step the interval is reduced by 0.618 towards the higher of
 * two inner points, until it is a millisecond long. This finds the maximum if the interval has only one.
 */
function largestWithin(at: At, { fromS, toS }: { readonly fromS: number; readonly toS: number }) {
  let [low, high] = [fromS, toS]
  const height = (seconds: number) => at(seconds)?.totalM ?? -1
  while (high - low > NARROWEST_S) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)]
    if (height(left) > height(right)) high = right
    else low = left
  }
  return at((low + high) / 2)
}

/** Returns the larger of two differences; an instant may have none. */
function larger(one: PositionDifference | undefined, other: PositionDifference | undefined) {
  return (other?.totalM ?? -1) > (one?.totalM ?? -1) ? other : one
}
