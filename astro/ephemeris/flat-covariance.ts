import { entry, type Matrix } from '../matrix.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'

/** The error of a prediction grows all the time: numbers that stay the same for so long are not estimated, but stated. */
const SHORTEST_S = 7200

/** Watches the covariances of an ephemeris, in the order of their epochs. */
export interface FlatCovarianceWatch {
  take(epoch: Epoch, covariance: Matrix): void
  /** From here on the numbers are those of the last covariance. */
  readonly since: Epoch | null
  /** From here on the covariance is an envelope; null: up to now it is not. */
  readonly from: Epoch | null
}

/**
 * Tells from when on the covariance of an ephemeris is a flat envelope: the same numbers for two hours or more. Operators publish them beyond the
 * reach of their estimate, as Starlink does from about twelve hours on (100 m, 1 km and 10 m, exactly, for 36 hours); a probability from such numbers
 * is not more exact than they are. All later covariances count as parts of the envelope, also if they step to larger numbers. The six numbers of the
 * position are compared, exactly. Only two epochs are stored.
 */
export function watchFlatCovariance(): FlatCovarianceWatch {
  let since: Epoch | null = null
  let numbers: readonly number[] = []
  let from: Epoch | null = null
  return {
    take(epoch, covariance) {
      if (from !== null) return
      const six = POSITION.map(([i, j]) => entry(covariance, i, j))
      if (since === null || six.some((value, index) => value !== numbers[index])) {
        since = epoch
        numbers = six
      } else if (secondsBetween(since, epoch) >= SHORTEST_S) from = since
    },
    get since() {
      return since
    },
    get from() {
      return from
    },
  }
}

const POSITION = [
  [0, 0],
  [1, 0],
  [1, 1],
  [2, 0],
  [2, 1],
  [2, 2],
] as const
