import { SECONDS_PER_DAY } from '../../constants.ts'
import type { Random } from '../../random.ts'
import { standardNormal } from '../../random.ts'
import type { OffsetOfTrack } from '../residual-growth.ts'

/** An object that is tracked for some time, on a circular orbit. */
export interface TrackedObject {
  readonly speedMps: number
  readonly periodS: number
  /** What its usual drag does along the track, m a day². */
  readonly dragMPerDay2: number
  readonly tracksPerDay: number
  readonly days: number
  /** A burn along the track: when, s, and how large, m/s. */
  readonly burn?: { readonly at: number; readonly deltaVMps: number }
}

/** One step of the motion, s. */
const STEP_S = 1_800
/** The air: how much it scatters from day to day (of its logarithm), turns with the Sun in 27 days, and what a storm adds. */
const AIR = { scatter: 0.25, memoryDays: 1, turn: 0.2, turnDays: 27, stormsPerYear: 12, stormFactor: 1, stormDays: 1 }
/** Of element sets: along the track at the epoch, m; each day, m; of their drag; over how many days that is fitted. */
const SETS = { offsetM: 500, rateMPerDay: 1_000, dragShare: 0.15, fitDays: 3 }
/** What SGP4 lacks along the track: once a revolution, and besides, m. */
const MODEL = { periodicM: 200, restM: 100 }
/** Three sensors: noise of the time at which an object passes, and clocks that are off, s. */
const SENSORS = { ids: ['A', 'B', 'C'], sigmaS: 0.005, clockSigmaS: 0.01 }

/** How an element set of a day has the object, and when the tracks behind it were. */
export interface TrackedYear {
  /** Seconds from the begin, in the order of time. */
  readonly times: readonly number[]
  /** The tracks from one place to another, beside the set of the day before the first of them. */
  readonly beside: (first: number, behindLast: number) => OffsetOfTrack[]
}

/**
 * A year of an object in an air that nobody foretells: the equation of motion along the track, s'' = 3 a, by steps, with a drag that follows a
 * scattering, turning and stormy density. The detector knows none of these: it has steady and white accelerations instead.
 */
export function trackedYear(object: TrackedObject, random: Random): TrackedYear {
  const { speedMps, periodS, dragMPerDay2, tracksPerDay, days, burn } = object
  const normal = standardNormal(random)
  const air = airOf(days, random, normal)
  // Along the track, m, and its rate, m/s, at each step: what drag beyond the usual one does, and the burn.
  const scaleM = dragMPerDay2 / SECONDS_PER_DAY ** 2
  const path = { place: [0], rate: [0] }
  for (let step = 0; step < air.length - 1; step += 1) {
    const isBurning = burn !== undefined && Math.floor(burn.at / STEP_S) === step
    // A push along the track makes the object late by three times its way.
    const push = isBurning ? -3 * burn.deltaVMps : 0
    const rate = (path.rate[step] ?? 0) + scaleM * ((air[step] ?? 1) - 1) * STEP_S + push
    path.rate.push(rate)
    path.place.push((path.place[step] ?? 0) + rate * STEP_S)
  }
  const at = (list: readonly number[], seconds: number) => {
    const place = Math.min(Math.floor(seconds / STEP_S), list.length - 2)
    const share = seconds / STEP_S - place
    return (list[place] ?? 0) * (1 - share) + (list[place + 1] ?? 0) * share
  }
  const sets = Array.from({ length: days }, (_, day) => {
    const from = Math.max(0, day - SETS.fitDays) * (SECONDS_PER_DAY / STEP_S)
    const fitted = air.slice(from, Math.max(from + 1, day * (SECONDS_PER_DAY / STEP_S)))
    const mean = fitted.reduce((sum, one) => sum + one, 0) / fitted.length
    return {
      offsetM: SETS.offsetM * normal(),
      rateMps: (SETS.rateMPerDay * normal()) / SECONDS_PER_DAY,
      drag: mean * (1 + SETS.dragShare * normal()),
    }
  })
  const clocks = SENSORS.ids.map(() => SENSORS.clockSigmaS * normal())
  const phase = 2 * Math.PI * random()
  const times = Array.from({ length: Math.round(days * tracksPerDay) }, () => random() * days * SECONDS_PER_DAY)
  times.sort((a, b) => a - b)
  const noises = times.map(() => ({ measured: SENSORS.sigmaS * normal(), rest: MODEL.restM * normal() }))
  const beside = (first: number, behindLast: number): OffsetOfTrack[] => {
    const day = Math.max(0, Math.floor((times[first] ?? 0) / SECONDS_PER_DAY) - 1)
    const [set, epoch] = [sets[day], day * SECONDS_PER_DAY]
    return times.slice(first, behindLast).map((time, k) => {
      const age = time - epoch
      const sensor = (first + k) % SENSORS.ids.length
      const known =
        at(path.place, epoch) + at(path.rate, epoch) * age + 0.5 * scaleM * ((set?.drag ?? 1) - 1) * age ** 2
      const wrongM = (set?.offsetM ?? 0) + (set?.rateMps ?? 0) * age
      const periodicM = MODEL.periodicM * Math.sin((2 * Math.PI * time) / periodS + phase)
      const noise = noises[first + k]
      const aheadM = at(path.place, time) - known + wrongM + periodicM + (noise?.rest ?? 0)
      const lateS = -aheadM / speedMps + (clocks[sensor] ?? 0) + (noise?.measured ?? 0)
      return {
        seconds: age,
        lateS,
        sigmaS: SENSORS.sigmaS,
        sensorId: SENSORS.ids[sensor] ?? '',
        clockSigmaS: SENSORS.clockSigmaS,
      }
    })
  }
  return { times, beside }
}

/** The density of the air over its usual one, at each step. */
function airOf(days: number, random: Random, normal: () => number): number[] {
  const keep = Math.exp(-STEP_S / SECONDS_PER_DAY / AIR.memoryDays)
  const phase = 2 * Math.PI * random()
  let [log, storm] = [AIR.scatter * normal(), 0]
  return Array.from({ length: Math.ceil((days * SECONDS_PER_DAY) / STEP_S) + 1 }, (_, step) => {
    const day = (step * STEP_S) / SECONDS_PER_DAY
    log = keep * log + Math.sqrt(1 - keep ** 2) * AIR.scatter * normal()
    storm *= Math.exp(-STEP_S / SECONDS_PER_DAY / AIR.stormDays)
    if (random() < (AIR.stormsPerYear * STEP_S) / (365 * SECONDS_PER_DAY)) storm += AIR.stormFactor
    return Math.exp(log) * (1 + AIR.turn * Math.sin((2 * Math.PI * day) / AIR.turnDays + phase)) + storm
  })
}
