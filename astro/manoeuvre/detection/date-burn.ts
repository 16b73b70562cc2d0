import { missing } from '../../missing.ts'
import { addSeconds, type Epoch, secondsBetween } from '../../time/epoch.ts'
import { wrapPi } from '../../units.ts'
import { around, quantile } from './neighbourhood.ts'

/** What of an element set tells where the object was. */
export interface Place {
  readonly epoch: Epoch
  readonly meanMotionRadPerS: number
  readonly raanRad: number
  readonly argPeriapsisRad: number
  readonly meanAnomalyRad: number
}

/** When a burn along the track was. */
export interface BurnDate {
  readonly middle: Epoch
  /** It was between these. */
  readonly from: Epoch
  readonly to: Epoch
}

/** So many sets to each side of a step tell its date, each two of them one. */
const DATING_SETS = 3
/**
 * Revolutions to spare on either side. A fit knows no part of one; and two burns half a revolution apart, one along the track and a smaller
 * one against it, as they keep the eccentricity, look like one burn up to a revolution and a half away.
 */
export const SPARE_REVOLUTIONS = 2
/** Rates are not taken from sets nearer than this, s: it would be their noise. */
const LEAST_SPAN_S = 17_280

/**
 * Dates steps of the mean motion by the longitude, of a history in the order of time. An element set shows a burn late:
 * those that hold no track from after it go on with the orbit of before, and none may come for days. The mean longitude
 * Ω + ω + M tells more: a burn along the track changes its rate and not itself, so where the longitude of before,
 * carried on, meets that of after, carried back, there was the burn. Both are carried with the mean motion of their set
 * and the rate at which it changes nearby (the pull of the Earth's equator and of drag); what node and perigee turn by
 * is the median of what the longitudes nearby go further than the mean motion. With the longitudes λ_i before and λ_j
 * after, their rates n (mean motion and turning) and the acceleration α nearby, both have met at
 *
 *   t = t_j − (λ_i + (n_i + ½ α s) s − λ_j)/(n_i + α s − n_j), s = t_j − t_i.
 *
 * Three sets on either side give nine such times. Their median is the date; the earliest and the latest of them, with
 * two revolutions to spare, are its bounds, as their spread shows how well the sets agree.
 */
export function burnDates(sets: readonly Place[]): (k: number) => BurnDate {
  const [first] = sets
  const times = sets.map(({ epoch }) => secondsBetween((first ?? missing()).epoch, epoch))
  const t = (k: number) => times[k] ?? missing()
  const n = (k: number) => (sets[k] ?? missing()).meanMotionRadPerS
  const at = (seconds: number) => addSeconds((first ?? missing()).epoch, seconds)
  const longitude = ({ raanRad, argPeriapsisRad, meanAnomalyRad }: Place) => raanRad + argPeriapsisRad + meanAnomalyRad
  const longitudes = sets.map(longitude)
  /** What the longitude goes further from the set before than both mean motions and a turning say. */
  const further = (k: number, turning: number) =>
    wrapPi(
      (longitudes[k] ?? missing()) -
        (longitudes[k - 1] ?? missing()) -
        ((n(k) + n(k - 1)) / 2 + turning) * (t(k) - t(k - 1)),
    )
  const rateOf = (k: number, change: number) => (k === 0 ? 0 : change / Math.max(LEAST_SPAN_S, t(k) - t(k - 1)))
  const turnings = sets.map((_, k) => rateOf(k, k === 0 ? 0 : further(k, 0)))
  const accelerations = sets.map((_, k) => rateOf(k, k === 0 ? 0 : n(k) - n(k - 1)))
  return (k) => {
    const turning = quantile(around(turnings, k), 0.5)
    const acceleration = quantile(around(accelerations, k), 0.5)
    const rate = (j: number) => n(j) + turning
    const [from, to] = [Math.max(0, k - DATING_SETS), Math.min(sets.length, k + DATING_SETS)]
    // Longitudes from the first of these sets on, without the jumps at full turns.
    const gone = [0]
    for (let j = from + 1; j < to; j += 1)
      gone.push((gone.at(-1) ?? missing()) + ((rate(j) + rate(j - 1)) / 2) * (t(j) - t(j - 1)) + further(j, turning))
    const meetings: number[] = []
    for (let i = from; i < k; i += 1)
      for (let j = k; j < to; j += 1) {
        const span = t(j) - t(i)
        const ahead = (gone[i - from] ?? missing()) + (rate(i) + (acceleration / 2) * span) * span
        const back = (ahead - (gone[j - from] ?? missing())) / (rate(i) + acceleration * span - rate(j))
        // Two sets of one orbit tell no date.
        meetings.push(Number.isFinite(back) ? t(j) - back : Number.POSITIVE_INFINITY)
      }
    const middleS = Math.min(t(k), quantile(meetings, 0.5))
    const spareS = (SPARE_REVOLUTIONS * 2 * Math.PI) / n(k)
    const [earliestS, latestS] = [Math.min(...meetings) - spareS, Math.max(...meetings) + spareS]
    // A date from long before the sets that tell it is none.
    const oldestS = t(Math.max(0, from - DATING_SETS))
    const toS = latestS > oldestS ? Math.min(latestS, t(k)) : t(k)
    const fromS = Math.max(oldestS, Math.min(middleS - spareS, Math.max(earliestS, t(k - 1))))
    return { from: at(fromS), middle: at(middleS), to: at(toS) }
  }
}
