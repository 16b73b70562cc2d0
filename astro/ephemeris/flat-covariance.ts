import { missing } from '../missing.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'

/** The error of a prediction grows all the time: numbers that stay the same for so long are not estimated, but stated. */
const SHORTEST_S = 7200
const POSITION_NUMBERS = 6

/** Watches the covariances of an ephemeris, in the order of their epochs. */
export interface FlatCovarianceWatch {
  /** Takes the six numbers of the lower triangle of a position, m², row by row, from an index on. */
  take(epoch: Epoch, triangle: ArrayLike<number>, from?: number): void
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
  const numbers = new Float64Array(POSITION_NUMBERS)
  let from: Epoch | null = null
  return {
    take(epoch, triangle, at = 0) {
      if (from !== null) return
      let isSame = since !== null
      for (let k = 0; k < POSITION_NUMBERS; k += 1) {
        const number = triangle[at + k] ?? missing()
        if (numbers[k] !== number) isSame = false
        numbers[k] = number
      }
      if (!isSame || since === null) since = epoch
      else if (secondsBetween(since, epoch) >= SHORTEST_S) from = since
    },
    get since() {
      return since
    },
    get from() {
      return from
    },
  }
}
