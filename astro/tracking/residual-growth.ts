import { cholesky, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'

/** How much later an object passed in one track than the common orbit predicts. */
export interface OffsetOfTrack {
  /** The middle of the track, after the epoch of the common orbit, s. */
  readonly seconds: number
  readonly lateS: number
  /** 1 sigma of the measurements only, s. */
  readonly sigmaS: number
  readonly sensorId: string
  /** 1 sigma of the clock error of the sensor, equal in all of its tracks, s. */
  readonly clockSigmaS: number
}

/** How well a common orbit predicts when an object passes, 1 sigma each. */
export interface OrbitNoise {
  /** The error at its epoch, s. */
  readonly offsetS: number
  /** The error that grows with its age, s a second. */
  readonly rate: number
  /** An unknown constant acceleration, such as a relative error of drag: s a second². */
  readonly accelerationPerS: number
  /** The root of the spectral density of an acceleration that changes from day to day, s a second^(3/2). */
  readonly wander: number
  /** The model error, independent in each track, s. */
  readonly modelS: number
}

/** The growth of the offsets from a time on. */
export interface Growth {
  /** Seconds after the epoch of the orbit: the last track that is certainly before the burn, and the first track that is certainly after it. */
  readonly from: number
  readonly to: number
  /** The increase of the delay per second since then; below 0: early. */
  readonly rate: number
  readonly rateSigma: number
  /** The absolute rate over its sigma. */
  readonly score: number
}

/** The least number of tracks before a date, which define a line, and after it, which show growth. */
const [LEAST_BEFORE, LEAST_AFTER] = [2, 3]
/**
 * Offsets count as growing from this number of sigmas. It was chosen from the quiet tracks of residual-growth.test.ts, where it raises an alarm
 * for less than one object in a hundred in a year; by chance alone alarms are far rarer.
 */
export const GROWTH_SIGMAS = 8
/** The score must remain above this if any one of the tracks is left out, or if the clock of any one sensor is reset at any track. */
const LEFT_SIGMAS = 5
/** The number of dates that are tried in a gap between two tracks. */
const PLACES = 16
/** A date is also possible if its fit is worse than the best by at most this number of sigmas: a likelihood ratio of one in ninety. */
const DATE_SIGMAS = 3
/** A reset clock may have any error up to this: s. */
const JUMP_S = 10

/**
 * Tests whether the passage times of an object deviate from a common orbit from a date on. This is the sign of a burn: the delay grows in
 * proportion to the time since the burn. A wrong orbit has the same effect, but from its epoch on; a wrong drag has an effect with the square of
 * the time; a clock error is equal in each track. All of these are in the covariance V of the offsets y, with the noise of the measurements. For
 * a date τ the growth k = max(0, t − τ) has the size kᵀV⁻¹y/kᵀV⁻¹k with the variance 1/kᵀV⁻¹k (generalised least squares), and the date with the
 * largest size over sigma is taken (generalised likelihood ratio: Willsky and Jones, IEEE Trans. Automatic Control 21 (1976) 108; for orbits
 * Patera, J. Spacecraft and Rockets 45 (2008) 554). A single track, or a clock that jumps, must not cause an alarm: without it most of the
 * growth must remain (F23). Null if there is no growth. Verified in residual-growth.test.ts.
 */
export function findGrowth(tracks: readonly OffsetOfTrack[], noise: OrbitNoise, least = GROWTH_SIGMAS): Growth | null {
  const sorted = tracks.toSorted((a, b) => a.seconds - b.seconds)
  if (sorted.length < LEAST_BEFORE + LEAST_AFTER) return null
  const dates = datesIn(sorted, covarianceOf(sorted, noise))
  const best = dates.reduce((one, other) => (other.score > one.score ? other : one))
  // Dates with an equally good fit are all possible starts of the growth.
  const possible = dates.filter(({ score }) => score ** 2 >= best.score ** 2 - DATE_SIGMAS ** 2)
  const [earliest, latest] = [possible[0] ?? best, possible.at(-1) ?? best]
  if (best.score < least || sorted.length - latest.place < LEAST_AFTER) return null
  const { date } = best
  const isLeft = (kept: readonly OffsetOfTrack[], jump?: Jump) =>
    Math.abs(sizeAt(kept, date, factorOf(covarianceOf(kept, noise, jump))).score) >= LEFT_SIGMAS
  if (!sorted.every((_, k) => isLeft(sorted.toSpliced(k, 1)))) return null
  const sensors = [...new Set(sorted.map(({ sensorId }) => sensorId))]
  const isJump = ({ seconds: from }: OffsetOfTrack) => sensors.some((sensorId) => !isLeft(sorted, { from, sensorId }))
  if (sorted.some(isJump)) return null
  const [before, after] = [sorted[earliest.place - 1] ?? missing(), sorted[latest.place] ?? missing()]
  const { rate, rateSigma, score } = best
  return { from: before.seconds, to: after.seconds, rate, rateSigma, score }
}

/** Returns the expected delay of a track relative to the orbit for an object without a manoeuvre, 1 sigma, s. */
export const expectedSigma = (track: OffsetOfTrack, noise: OrbitNoise): number =>
  Math.sqrt(covarianceOf([track], noise)[0]?.[0] ?? missing())

interface Size {
  readonly rate: number
  readonly rateSigma: number
  readonly score: number
}

interface DateOfGrowth extends Size {
  readonly date: number
  /** The index of the first track after the date. */
  readonly place: number
}

/** Returns the growth for each tried date, in the order of time; the score has no sign. */
function datesIn(tracks: readonly OffsetOfTrack[], covariance: Matrix): DateOfGrowth[] {
  const factor = factorOf(covariance)
  return tracks.flatMap((track, place) => {
    const before = tracks[place - 1]
    if (place < LEAST_BEFORE || before === undefined) return []
    return Array.from({ length: PLACES }, (_, part) => {
      const date = before.seconds + ((track.seconds - before.seconds) * part) / PLACES
      const { rate, rateSigma, score } = sizeAt(tracks, date, factor)
      return { rate, rateSigma, score: Math.abs(score), date, place }
    })
  })
}

/** Returns the size of a growth from a date on, by generalised least squares. */
function sizeAt(tracks: readonly OffsetOfTrack[], date: number, lower: Matrix): Size {
  const growth = solveLower(
    lower,
    tracks.map(({ seconds }) => Math.max(0, seconds - date)),
  )
  const late = solveLower(
    lower,
    tracks.map(({ lateS }) => lateS),
  )
  const weight = growth.reduce((sum, value) => sum + value ** 2, 0)
  if (weight === 0) return { rate: 0, rateSigma: Number.POSITIVE_INFINITY, score: 0 }
  const rate = growth.reduce((sum, value, k) => sum + value * (late[k] ?? missing()), 0) / weight
  const rateSigma = 1 / Math.sqrt(weight)
  return { rate, rateSigma, score: rate / rateSigma }
}

/** A reset of a sensor's clock before one of its tracks. */
interface Jump {
  readonly from: number
  readonly sensorId: string
}

/** Returns the covariance of the offsets of quiet tracks; a reset clock is unknown from then on. */
function covarianceOf(tracks: readonly OffsetOfTrack[], noise: OrbitNoise, jump?: Jump): number[][] {
  const isJumped = ({ seconds, sensorId }: OffsetOfTrack) =>
    jump !== undefined && sensorId === jump.sensorId && seconds >= jump.from
  return tracks.map((one, i) =>
    tracks.map((other, j) => {
      const [a, b] = [one.seconds, other.seconds]
      const clock = one.sensorId === other.sensorId ? one.clockSigmaS * other.clockSigmaS : 0
      const jumped = isJumped(one) && isJumped(other) ? JUMP_S ** 2 : 0
      const own = i === j ? one.sigmaS ** 2 + noise.modelS ** 2 : 0
      return own + clock + jumped + orbitCovariance(a, b, noise)
    }),
  )
}

/** Returns the covariance of the orbit's error at two times: its offset, the part that grows with age, and constant and white accelerations. */
function orbitCovariance(a: number, b: number, { offsetS, rate, accelerationPerS, wander }: OrbitNoise): number {
  const constant = offsetS ** 2 + rate ** 2 * a * b + accelerationPerS ** 2 * ((a * b) ** 2 / 4)
  // White noise, integrated twice from the epoch: q s² (3 t − s)/6 for the earlier time s and the later time t.
  const [s, t] = Math.abs(a) < Math.abs(b) ? [Math.abs(a), Math.abs(b)] : [Math.abs(b), Math.abs(a)]
  return constant + (a * b > 0 ? wander ** 2 * ((s ** 2 * (3 * t - s)) / 6) : 0)
}

const factorOf = (covariance: Matrix): Matrix => cholesky(covariance) ?? missing()

/** Returns L⁻¹ b for a lower triangular L. */
function solveLower(lower: Matrix, b: readonly number[]): number[] {
  const x: number[] = []
  b.forEach((value, i) => {
    const row = lower[i] ?? missing()
    const known = x.reduce((sum, one, j) => sum + (row[j] ?? missing()) * one, 0)
    x.push((value - known) / (row[i] ?? missing()))
  })
  return x
}
