import { cholesky, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'

/** By how much later than a common orbit has it an object passed in one track. */
export interface OffsetOfTrack {
  /** Of the middle of the track, after the epoch of the common orbit, s. */
  readonly seconds: number
  readonly lateS: number
  /** Of the measurements alone, 1 sigma, s. */
  readonly sigmaS: number
  readonly sensorId: string
  /** By how much the clock of the sensor may be off in all of its tracks alike, 1 sigma, s. */
  readonly clockSigmaS: number
}

/** How well a common orbit foretells when an object passes, 1 sigma each. */
export interface OrbitNoise {
  /** At its epoch, s. */
  readonly offsetS: number
  /** What grows with its age, s a second. */
  readonly rate: number
  /** An unknown constant acceleration, as of a drag that is wrong by a share: s a second². */
  readonly accelerationPerS: number
  /** An acceleration that changes from day to day: the root of its spectral density, s a second^(3/2). */
  readonly wander: number
  /** What the motion lacks, anew in each track, s. */
  readonly modelS: number
}

/** Growth of the offsets from a time on. */
export interface Growth {
  /** The last track that is surely before it, and the first one surely behind: seconds after the epoch of the orbit. */
  readonly from: number
  readonly to: number
  /** By how many seconds more the object is late each second since then; below 0: early. */
  readonly rate: number
  readonly rateSigma: number
  /** The rate over its sigma, without sign. */
  readonly score: number
}

/** Fewer tracks before a date know no line that the later ones could leave, and fewer behind it no growth. */
const [LEAST_BEFORE, LEAST_AFTER] = [2, 3]
/**
 * From so many sigmas on offsets grow. Chosen by the quiet tracks of residual-growth.test.ts, where it raises an alarm for less than one
 * object of a hundred in a year; what chance alone makes is far rarer.
 */
export const GROWTH_SIGMAS = 8
/** Without any one of the tracks, and with the clock of any one sensor set anew at any of them, so much of it has to be left. */
const LEFT_SIGMAS = 5
/** Within a gap between two tracks the date is tried at so many places. */
const PLACES = 16
/** A date is as possible as the best one where its growth fits worse by no more than so many sigmas: a likelihood ratio of one in ninety. */
const DATE_SIGMAS = 3
/** A clock that was set anew may be anywhere: s. */
const JUMP_S = 10

/**
 * Whether the times at which an object passes leave those of a common orbit from a date on: the sign of a burn, which makes each later
 * pass later (or earlier) by the same part of the time since. An orbit that is wrong does that, too, but from its epoch on; a drag that is
 * wrong with the square of the time; a clock by the same amount in each track. All of them are in the covariance V of the offsets y, with
 * the noise of the measurements. For a date τ the growth k = max(0, t − τ) has the size kᵀV⁻¹y/kᵀV⁻¹k with the variance 1/kᵀV⁻¹k (generalised
 * least squares), and the date with the largest size over sigma is taken (generalised likelihood ratio: Willsky and Jones, IEEE Trans.
 * Automatic Control 21 (1976) 108; for orbits Patera, J. Spacecraft and Rockets 45 (2008) 554). No single track and no clock that jumps
 * makes an alarm: without either, most of it has to be left (F23). Null: no growth. Reached: residual-growth.test.ts.
 */
export function findGrowth(tracks: readonly OffsetOfTrack[], noise: OrbitNoise, least = GROWTH_SIGMAS): Growth | null {
  const sorted = tracks.toSorted((a, b) => a.seconds - b.seconds)
  if (sorted.length < LEAST_BEFORE + LEAST_AFTER) return null
  const dates = datesIn(sorted, covarianceOf(sorted, noise))
  const best = dates.reduce((one, other) => (other.score > one.score ? other : one))
  // Dates that fit as well are not told apart: the growth may be from each of them on.
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

/** By how much a track of an object that flew on freely may be late beside the orbit, 1 sigma, s. */
export const expectedSigma = (track: OffsetOfTrack, noise: OrbitNoise): number =>
  Math.sqrt(covarianceOf([track], noise)[0]?.[0] ?? missing())

interface Size {
  readonly rate: number
  readonly rateSigma: number
  readonly score: number
}

interface DateOfGrowth extends Size {
  readonly date: number
  /** Of the first track behind the date. */
  readonly place: number
}

/** The growth from each date on that is tried, without its sign in the score, in the order of time. */
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

/** The size of a growth from a date on, by generalised least squares. */
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

/** A clock of a sensor that was set anew before a track of it. */
interface Jump {
  readonly from: number
  readonly sensorId: string
}

/** What the offsets of quiet tracks have in common; a clock that was set anew is free from then on. */
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

/** What the orbit has wrong at two times: its offset, what grows with age, and accelerations, constant ones and white ones. */
function orbitCovariance(a: number, b: number, { offsetS, rate, accelerationPerS, wander }: OrbitNoise): number {
  const constant = offsetS ** 2 + rate ** 2 * a * b + accelerationPerS ** 2 * ((a * b) ** 2 / 4)
  // White noise, integrated twice from the epoch on: q s² (3 t − s)/6 of the earlier time s and the later t.
  const [s, t] = Math.abs(a) < Math.abs(b) ? [Math.abs(a), Math.abs(b)] : [Math.abs(b), Math.abs(a)]
  return constant + (a * b > 0 ? wander ** 2 * ((s ** 2 * (3 * t - s)) / 6) : 0)
}

const factorOf = (covariance: Matrix): Matrix => cholesky(covariance) ?? missing()

/** L⁻¹ b of a lower triangular L. */
function solveLower(lower: Matrix, b: readonly number[]): number[] {
  const x: number[] = []
  b.forEach((value, i) => {
    const row = lower[i] ?? missing()
    const known = x.reduce((sum, one, j) => sum + (row[j] ?? missing()) * one, 0)
    x.push((value - known) / (row[i] ?? missing()))
  })
  return x
}
