import { SECONDS_PER_DAY } from '../../constants.ts'
import type { Random } from '../../random.ts'
import { standardNormal } from '../../random.ts'
import type { OffsetOfTrack } from '../residual-growth.ts'

/** An object on a circular orbit that is tracked for some time. */
export interface TrackedObject {
  readonly speedMps: number
  readonly periodS: number
  /** The along-track effect of its usual drag, m a day². */
  readonly dragMPerDay2: number
  readonly tracksPerDay: number
  readonly days: number
  /** A burn along the track: its time, s, and its size, m/s. */
  readonly burn?: { readonly at: number; readonly deltaVMps: number }
}

/** One step of the motion, s. */
const STEP_S = 1_800
/** The density: its scatter from day to day (of its logarithm), its 27-day variation with the Sun's rotation, and storms. */
const AIR = { scatter: 0.25, memoryDays: 1, turn: 0.2, turnDays: 27, stormsPerYear: 12, stormFactor: 1, stormDays: 1 }
/**
 * The errors of element sets: the error along the track at the epoch, m; its growth per day, m; the relative error of their drag; and the days
 * over which the drag is fitted.
 */
const SETS = { offsetM: 500, rateMPerDay: 1_000, dragShare: 0.15, fitDays: 3 }
/** The along-track error of SGP4: periodic in a revolution, and random, m. */
const MODEL = { periodicM: 200, restM: 100 }
/** Three sensors: noise of the passage time, and clock errors, s. */
const SENSORS = { ids: ['A', 'B', 'C'], sigmaS: 0.005, clockSigmaS: 0.01 }

/** The error of each day's element set, and the times of the tracks from which it was made. */
export interface TrackedYear {
  /** Seconds from the start, in the order of time. */
  readonly times: readonly number[]
  /** Returns the tracks between two indices, compared with the element set of the day before the first of them. */
  readonly beside: (first: number, behindLast: number) => OffsetOfTrack[]
}

/**
 * Returns a year of an object in an unpredictable atmosphere: the along-track equation of motion, s'' = 3 a, in steps, with drag from a density
 * with scatter, solar rotation and storms. The detector does not know these: it assumes constant and white accelerations.
 */
export function trackedYear(object: TrackedObject, random: Random): TrackedYear {
  const { speedMps, periodS, dragMPerDay2, tracksPerDay, days, burn } = object
  const normal = standardNormal(random)
  const air = airOf(days, random, normal)
  // Along the track, m, and its rate, m/s, at each step: the effect of drag beyond the usual drag, and of the burn.
  const scaleM = dragMPerDay2 / SECONDS_PER_DAY ** 2
  const path = { place: [0], rate: [0] }
  for (let step = 0; step < air.length - 1; step += 1) {
    const isBurning = burn !== undefined && Math.floor(burn.at / STEP_S) === step
    // A burn along the track delays the object by three times its distance.
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

/** The density relative to its usual value, at each step. */
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
