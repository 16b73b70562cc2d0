import { localRotation } from '../frames/local.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { dot, norm, subtract, type Vec3 } from '../vec3.ts'
import type { Ephemeris } from './ephemeris.ts'
import { makeInterpolator } from './interpolator.ts'

/** How far apart two ephemerides of one object are at an instant: along R, T, N of the reference, and in all, m. */
export interface PositionDifference {
  readonly epoch: Epoch
  readonly rtnM: Vec3
  readonly totalM: number
}

export interface EphemerisDifference {
  /** Evenly spaced, the ends included, without those at which one of the two says nothing. */
  readonly samples: readonly PositionDifference[]
  /** The largest there is, also between samples; undefined where there are none. */
  readonly largest: PositionDifference | undefined
  /** Root of the mean square of the samples, m. */
  readonly rmsM: number
}

/** The time to look at, and at how many instants, both ends among them. */
export interface DifferenceSpan {
  readonly from: Epoch
  readonly to: Epoch
  readonly samples: number
}

/** The golden section, by which an interval shrinks. */
const GOLDEN = (Math.sqrt(5) - 1) / 2
/** The largest difference is flat: a millisecond is far less than it needs. */
const NARROWEST_S = 1e-3

/**
 * Position of `other` less that of `reference` between two instants, in the radial, transverse and normal axes of the
 * reference. Both are taken to be in one inertial frame.
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
    // Rows of the matrix are the axes radial, transverse and normal of the reference at that instant.
    const [r, t, n] = localRotation('RSW', a).matrix
    return {
      epoch: addSeconds(from, seconds),
      rtnM: [dot(r, apart), dot(t, apart), dot(n, apart)],
      totalM: norm(apart),
    }
  }
  // Samples show the shape of the difference; its largest value is then sought between the neighbours of the largest
  // sample.
  const stepS = secondsBetween(from, to) / (count - 1)
  const all = Array.from({ length: count }, (_, k) => at(k * stepS))
  const samples = all.flatMap((one) => (one === undefined ? [] : [one]))
  const totals = all.map((one) => one?.totalM ?? -1)
  const highest = totals.indexOf(Math.max(...totals))
  // The largest distance lies between the neighbours of the largest sample.
  const within = { fromS: Math.max(0, highest - 1) * stepS, toS: Math.min(count - 1, highest + 1) * stepS }
  return {
    samples,
    largest: samples.length === 0 ? undefined : larger(all[highest], largestWithin(at, within)),
    rmsM: Math.sqrt(samples.reduce((sum, { totalM }) => sum + totalM ** 2, 0) / Math.max(1, samples.length)),
  }
}

type At = (seconds: number) => PositionDifference | undefined

/**
 * The largest distance between two samples, by golden-section search: the interval shrinks by 0.618 in each round, towards the
 * higher of two inner points, until it is a millisecond long. This finds the maximum where the interval has only one.
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

/** The one that is further apart; an instant without a difference is none. */
function larger(one: PositionDifference | undefined, other: PositionDifference | undefined) {
  return (other?.totalM ?? -1) > (one?.totalM ?? -1) ? other : one
}
