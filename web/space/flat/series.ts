import { approachBetween, distanceRate } from '@apsis/astro/conjunction/closest-approach.ts'
import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { DAY_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { propagateSgp4Minutes } from '@apsis/astro/sgp4/propagate.ts'
import { alongTrack, entryInto } from '@apsis/astro/space/along-track.ts'
import { SIDEREAL_DAY_S } from '@apsis/astro/space/element-set-orbit.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { degToRad, radToDeg, wrapPi } from '@apsis/astro/units.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { epochAt, greenwichAt } from '../model-of.ts'

/** Times at even steps, ms of UTC since 1970; both ends are among them. */
export type TimeGrid = { readonly fromMs: number; readonly toMs: number; readonly count: number }

/** A plot's question to the thread that propagates. */
export type SeriesQuestion =
  | ({
      readonly kind: 'along'
      readonly own: Sgp4Model
      readonly others: readonly Sgp4Model[]
      /** Half the length of the own box, and the time from which the next meeting is looked for. */
      readonly boxM: number
      readonly sinceMs: number
    } & TimeGrid)
  | ({ readonly kind: 'ring'; readonly models: readonly Sgp4Model[]; readonly aroundDeg: number } & TimeGrid)
  | ({ readonly kind: 'relative'; readonly own: Sgp4Model; readonly other: Sgp4Model } & TimeGrid)

/** The time of entry into the own box, or that the object was in it at the start, and its mean rate along the track over a revolution then, m/s. */
export type Meeting = {
  readonly atMs: number
  readonly isInside: boolean
  readonly arcM: number
  readonly rateMps: number
}

export type AlongSeries = {
  readonly kind: 'along'
  readonly times: Float64Array
  readonly lines: readonly {
    readonly arcM: Float64Array
    readonly aheadS: Float64Array
    readonly meeting: Meeting | undefined
  }[]
}
export type RingSeries = {
  readonly kind: 'ring'
  readonly times: Float64Array
  readonly lines: readonly { readonly longitudeDeg: Float64Array; readonly driftDegPerDay: number }[]
}
export type ClosestPoint = { readonly atMs: number; readonly distanceM: number; readonly rtnM: Vec3 }
export type RelativeSeries = {
  readonly kind: 'relative'
  readonly times: Float64Array
  readonly radialM: Float64Array
  readonly alongM: Float64Array
  readonly crossM: Float64Array
  /** All minima of the distance in the range, in the order of time. */
  readonly closest: readonly ClosestPoint[]
}
export type SeriesAnswer = AlongSeries | RingSeries | RelativeSeries

/** Nothing is drawn further from the epoch of a set than this: SGP4 is not made for it (docs/decisions/227). */
export const SUPPORT_MS = 10 * DAY_MS

/** Computes the series of a plot from the element sets by SGP4; where a set is too old or SGP4 has no state, a value is NaN. */
export function seriesOf(question: SeriesQuestion): SeriesAnswer {
  if (question.kind === 'along') return alongSeries(question)
  return question.kind === 'ring' ? ringSeries(question) : relativeSeries(question)
}

/** Returns the state at a time, TEME; undefined where there is none, or the set is too old. */
type StateAt = (atMs: number) => CartesianState | undefined

/** Opens a model for a range that contains no leap second; times are not rounded to milliseconds, in which a satellite moves by 8 m. */
function statesOf(model: Sgp4Model, fromMs: number): StateAt {
  const offsetMs = 1_000 * secondsBetween(model.epoch, epochAt(fromMs))
  return (atMs) => {
    const ageMs = offsetMs + atMs - fromMs
    if (Math.abs(ageMs) > SUPPORT_MS) return undefined
    const state = propagateSgp4Minutes(model, ageMs / 60_000)
    return state.ok ? state : undefined
  }
}

const gridOf = ({ fromMs, toMs, count }: TimeGrid): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => fromMs + ((toMs - fromMs) * k) / (count - 1))

function alongSeries({ own, others, boxM, sinceMs, ...grid }: Extract<SeriesQuestion, { kind: 'along' }>): AlongSeries {
  const times = gridOf(grid)
  const ownAt = statesOf(own, grid.fromMs)
  const ownStates = Array.from(times, ownAt)
  const revolutionMs = (60_000 * 2 * Math.PI) / own.near.meanMotion
  const radius = norm(ownStates.find((state) => state !== undefined)?.r ?? [0, 0, 0])
  const lines = others.map((other) => {
    const otherAt = statesOf(other, grid.fromMs)
    const between = (a: CartesianState | undefined, b: CartesianState | undefined) => a && b && alongTrack(a, b.r)
    const places = Array.from(times, (atMs, k) => between(ownStates[k], otherAt(atMs)))
    const arcM = Float64Array.from(places, (place) => place?.arcM ?? Number.NaN)
    const at = (atMs: number) => between(ownAt(atMs), otherAt(atMs))?.arcM
    const enteredMs = entryInto({ times, values: arcM, at }, { limit: boxM, since: sinceMs, turn: Math.PI * radius })
    return {
      arcM,
      aheadS: Float64Array.from(places, (place) => place?.aheadS ?? Number.NaN),
      meeting:
        enteredMs === undefined
          ? undefined
          : {
              atMs: enteredMs,
              isInside: enteredMs === sinceMs,
              arcM: at(enteredMs) ?? Number.NaN,
              rateMps: rateAt(at, enteredMs, revolutionMs),
            },
    }
  })
  return { kind: 'along', times, lines }
}

/** Returns the mean rate of a distance over a revolution, in which an eccentric orbit swings to and fro, m/s. */
function rateAt(at: (atMs: number) => number | undefined, atMs: number, revolutionMs: number): number {
  const [before, after] = [at(atMs - revolutionMs / 2), at(atMs + revolutionMs / 2)]
  return before === undefined || after === undefined ? Number.NaN : (1_000 * (after - before)) / revolutionMs
}

const SIDEREAL_DAY_MS = SIDEREAL_DAY_S * 1_000

/** Returns the longitude below an object, degrees east; undefined where there is no state. */
function longitudeAt(stateAt: StateAt, atMs: number): number | undefined {
  const r = stateAt(atMs)?.r
  return r && radToDeg(Math.atan2(r[1], r[0]) - greenwichAt(atMs))
}

function ringSeries({ models, aroundDeg, ...grid }: Extract<SeriesQuestion, { kind: 'ring' }>): RingSeries {
  const times = gridOf(grid)
  const nearest = (degrees: number, to: number) => degrees + 360 * Math.round((to - degrees) / 360)
  const lines = models.map((model) => {
    const stateAt = statesOf(model, grid.fromMs)
    let before = aroundDeg
    const longitudeDeg = times.map((atMs) => {
      const longitude = longitudeAt(stateAt, atMs)
      if (longitude === undefined) return Number.NaN
      before = nearest(longitude, before)
      return before
    })
    return { longitudeDeg, driftDegPerDay: driftOf(model) }
  })
  return { kind: 'ring', times, lines }
}

/**
 * Returns the drift of the mean longitude, degrees a day, positive to the east: the change over two turns of the Earth about the epoch, in which
 * the daily loop of an inclined or eccentric orbit closes.
 */
function driftOf(model: Sgp4Model): number {
  const epochMs = COUNT_FROM_MS + 1_000 * secondsBetween(epochAt(COUNT_FROM_MS), model.epoch)
  const stateAt = statesOf(model, epochMs)
  const [first, last] = [
    longitudeAt(stateAt, epochMs - SIDEREAL_DAY_MS),
    longitudeAt(stateAt, epochMs + SIDEREAL_DAY_MS),
  ]
  if (first === undefined || last === undefined) return Number.NaN
  const turned = radToDeg(wrapPi(degToRad(last - first)))
  return (turned * SECONDS_PER_DAY) / (2 * SIDEREAL_DAY_S)
}

/** The time from which epochs are counted, to the leap seconds since then. */
const COUNT_FROM_MS = Date.UTC(2020, 0, 1)

const rtnOf = (a: CartesianState, b: CartesianState): Vec3 => transform(rtnAxes(a), subtract(b.r, a.r))

function relativeSeries({ own, other, ...grid }: Extract<SeriesQuestion, { kind: 'relative' }>): RelativeSeries {
  const times = gridOf(grid)
  const [ownAt, otherAt] = [statesOf(own, grid.fromMs), statesOf(other, grid.fromMs)]
  const states = Array.from(times, (atMs) => {
    const [a, b] = [ownAt(atMs), otherAt(atMs)]
    return a && b && { a, b, rtn: rtnOf(a, b) }
  })
  const part = (axis: 0 | 1 | 2) => Float64Array.from(states, (one) => one?.rtn[axis] ?? Number.NaN)
  const secondsAt = (k: number) => ((times[k] ?? missing()) - grid.fromMs) / 1_000
  const surely = (stateAt: StateAt) => (seconds: number) => stateAt(grid.fromMs + 1_000 * seconds) ?? missing()
  const closest = states.flatMap((now, k) => {
    const before = states[k - 1]
    if (!before || !now) return []
    const rates = [distanceRate(before.a, before.b), distanceRate(now.a, now.b)] as const
    if (rates[0] >= 0 || rates[1] < 0) return []
    const { seconds, missDistanceM, primary, secondary } = approachBetween(
      [surely(ownAt), surely(otherAt)],
      { seconds: secondsAt(k - 1), rate: rates[0] },
      { seconds: secondsAt(k), rate: rates[1] },
    )
    return [{ atMs: grid.fromMs + 1_000 * seconds, distanceM: missDistanceM, rtnM: rtnOf(primary, secondary) }]
  })
  return { kind: 'relative', times, radialM: part(0), alongM: part(1), crossM: part(2), closest }
}
