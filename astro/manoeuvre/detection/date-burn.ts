import { missing } from '../../missing.ts'
import { addSeconds, type Epoch, secondsBetween } from '../../time/epoch.ts'
import { wrapPi } from '../../units.ts'
import { around, quantile } from './neighbourhood.ts'

/** The elements that show where an object was. */
export interface Place {
  readonly epoch: Epoch
  readonly meanMotionRadPerS: number
  readonly raanRad: number
  readonly argPeriapsisRad: number
  readonly meanAnomalyRad: number
}

/** The time of a burn along the track. */
export interface BurnDate {
  readonly middle: Epoch
  /** The bounds of the time. */
  readonly from: Epoch
  readonly to: Epoch
}

/** Number of sets on each side of a step that date it; each pair of sets gives one date. */
const DATING_SETS = 3
/**
 * The margin in revolutions on each side. A fit cannot resolve a part of a revolution. Two burns half a revolution apart, one along the track and
 * a smaller one against it (they keep the eccentricity), look like one burn up to a revolution and a half away.
 */
export const SPARE_REVOLUTIONS = 2
/** Rates are not computed from sets that are nearer than this, s: the noise would dominate. */
const LEAST_SPAN_S = 17_280

/**
 * Returns a function that dates steps of the mean motion from the longitude; the history is in the order of time. Element sets show a burn late:
 * sets without a track after the burn continue the old orbit, and for days there may be no set. The mean longitude Ω + ω + M shows more: a burn
 * along the track changes its rate but not its value. So the burn was where the longitude before it, extrapolated forwards, meets the longitude
 * after it, extrapolated backwards. Both are extrapolated with the mean motion of their set and with its rate of change nearby (from the
 * ellipticity of the Earth's equator and from drag). The motion of node and perigee is the median of the difference between the longitudes nearby
 * and the mean motion. With the longitudes λ_i before and λ_j after, their rates n (with node and perigee) and the acceleration α nearby, both
 * meet at
 *
 *   t = t_j − (λ_i + (n_i + ½ α s) s − λ_j)/(n_i + α s − n_j), s = t_j − t_i.
 *
 * Three sets on either side give nine such times. Their median is the date. The earliest and the latest of them, with a margin of two
 * revolutions, are its bounds, because their spread shows how well the sets agree.
 */
export function burnDates(sets: readonly Place[]): (k: number) => BurnDate {
  const [first] = sets
  const times = sets.map(({ epoch }) => secondsBetween((first ?? missing()).epoch, epoch))
  const t = (k: number) => times[k] ?? missing()
  const n = (k: number) => (sets[k] ?? missing()).meanMotionRadPerS
  const at = (seconds: number) => addSeconds((first ?? missing()).epoch, seconds)
  const longitude = ({ raanRad, argPeriapsisRad, meanAnomalyRad }: Place) => raanRad + argPeriapsisRad + meanAnomalyRad
  const longitudes = sets.map(longitude)
  /** The difference between the longitude's motion since the previous set and the motion from both mean motions plus the given turning. */
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
    // Longitudes from the first of these sets onwards, without jumps at full revolutions.
    const gone = [0]
    for (let j = from + 1; j < to; j += 1)
      gone.push((gone.at(-1) ?? missing()) + ((rate(j) + rate(j - 1)) / 2) * (t(j) - t(j - 1)) + further(j, turning))
    const meetings: number[] = []
    for (let i = from; i < k; i += 1)
      for (let j = k; j < to; j += 1) {
        const span = t(j) - t(i)
        const ahead = (gone[i - from] ?? missing()) + (rate(i) + (acceleration / 2) * span) * span
        const back = (ahead - (gone[j - from] ?? missing())) / (rate(i) + acceleration * span - rate(j))
        // Two sets of the same orbit give no date.
        meetings.push(Number.isFinite(back) ? t(j) - back : Number.POSITIVE_INFINITY)
      }
    const middleS = Math.min(t(k), quantile(meetings, 0.5))
    const spareS = (SPARE_REVOLUTIONS * 2 * Math.PI) / n(k)
    const [earliestS, latestS] = [Math.min(...meetings) - spareS, Math.max(...meetings) + spareS]
    // A date long before the sets from which it is computed is invalid.
    const oldestS = t(Math.max(0, from - DATING_SETS))
    const toS = latestS > oldestS ? Math.min(latestS, t(k)) : t(k)
    const fromS = Math.max(oldestS, Math.min(middleS - spareS, Math.max(earliestS, t(k - 1))))
    return { from: at(fromS), middle: at(middleS), to: at(toS) }
  }
}
