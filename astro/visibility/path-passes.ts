import { lookAt, type Station } from '../frames/topocentric.ts'
import { STATE_LENGTH } from '../sgp4/state.ts'
import { addSeconds } from '../time/epoch.ts'
import { findSignChange, type Interval, type Margin } from '../time/intervals.ts'
import { dot, norm, subtract } from '../vec3.ts'
import { type ElevationMask, lowestElevation } from './mask.ts'
import { cutByMask, type Pass, type PassMoment } from './passes.ts'
import { type Path, stateOnPath, trajectoryOf } from './path.ts'

/** The accuracy of edges, roots of the cubic path; CULMINATION_S is for culminations, where the elevation hardly changes. */
const EDGE_S = 1e-4
const CULMINATION_S = 1e-3
/** Least number of parts of a pass at whose ends the highest elevation is searched. */
const CULMINATION_PARTS = 8

/** Between its states a cubic is slightly faster than at them. */
const SPEED_MARGIN = 1.01

/** A height over the cone at a time, m, and its rate, m/s. */
type Slope = { readonly at: number; readonly value: number; readonly rate: number }

/** A site with its horizon. */
export interface PassSite {
  readonly station: Station
  readonly mask: ElevationMask
}

/**
 * Returns the passes of a path over a site, as findPasses does, for many sites and objects: each path is made once, and each site evaluates its
 * states. Between two states the height over the mask's lowest elevation has at most one peak or dip, which the signs of its rate at both ends
 * show: none is missed, however short. Accuracy: agrees with findPasses, edges to 10 ms, elevations to 0.001° (path-passes.test.ts). It is fast
 * because of skipped states: for most of a day a low satellite is thousands of kilometres below a site's horizon, and the number of states to
 * skip follows from its height below the cone and its largest speed.
 */
export function passesOnPath(path: Path, site: PassSite): Pass[] {
  if (path.count < 2) return []
  const candidates = aboveCone(path, site)
  const { mask, station } = site
  if (mask.points.length === 1) return candidates.map((interval) => describe(path, station, interval))
  const end = addSeconds(path.start, path.lengthS)
  const search = { trajectory: trajectoryOf(path), station, mask, start: path.start, end }
  const states = (seconds: number) => stateOnPath(path, seconds)
  const cut = candidates.flatMap((candidate) => cutByMask(search, states, candidate))
  return cut.map((interval) => describe(path, station, interval))
}

/**
 * Returns the intervals in which the object is above the cone of the mask's lowest elevation. The height over the cone is up·ρ − sin(El) |ρ|,
 * with the line of sight ρ: it is positive if the elevation is above El, and smooth, while the elevation itself would need an arc sine at every
 * state. Its rate is up·v − sin(El) ρ·v/|ρ|.
 */
function aboveCone(path: Path, { station, mask }: PassSite): Interval[] {
  const { states, count, stepS, lengthS, fastestMps } = path
  const up = station.toSez[2]
  const [ux, uy, uz] = up
  const [rx, ry, rz] = station.r
  const sine = Math.sin(lowestElevation(mask))
  const height: Margin = (seconds) => {
    const sight = subtract(stateOnPath(path, seconds).r, station.r)
    return dot(up, sight) - sine * norm(sight)
  }
  const climb: Margin = (seconds) => {
    const { r, v } = stateOnPath(path, seconds)
    const sight = subtract(r, station.r)
    return dot(up, v) - (sine * dot(sight, v)) / norm(sight)
  }
  const found: Interval[] = []
  let startS: number | undefined
  const turn = (at: number, isUp: boolean) => {
    if (isUp) startS = at
    else if (startS !== undefined) {
      found.push({ startS, endS: at })
      startS = undefined
    }
  }
  // The signs of the height at both ends show a crossing, and the signs of its rate show an extremum in between. With steps of a tenth of a
  // radian of the orbit there is at most one extremum.

  /** Handles a step between two states: a crossing of the cone, or an excursion above or below it. */
  const cross = (low: Slope, high: Slope) => {
    if (low.value > 0 !== high.value > 0) return turn(findSignChange(height, low, high, EDGE_S), high.value > 0)
    // A dip below the cone if both ends are above it, or a peak above it if both are below.
    const isBent = high.value > 0 ? low.rate < 0 && high.rate > 0 : low.rate > 0 && high.rate < 0
    if (!isBent) return
    const top = findSignChange(climb, { at: low.at, value: low.rate }, { at: high.at, value: high.rate }, EDGE_S)
    const middle = { at: top, value: height(top) }
    if (middle.value > 0 === high.value > 0) return
    turn(findSignChange(height, low, middle, EDGE_S), middle.value > 0)
    turn(findSignChange(height, middle, high, EDGE_S), high.value > 0)
  }
  // The height over the cone changes by at most this from one state to the next: far below, states are skipped. |up·v| ≤ |v| and |sin(El)
  // ρ·v|/|ρ| ≤ |sin(El)| |v|.
  const mostPerStep = SPEED_MARGIN * fastestMps * (1 + Math.abs(sine)) * stepS
  let [before, rateBefore, isPassedOver] = [0, 0, true]
  for (let index = 0; ; ) {
    const from = index * STATE_LENGTH
    const x = (states[from] as number) - rx
    const y = (states[from + 1] as number) - ry
    const z = (states[from + 2] as number) - rz
    const vx = states[from + 3] as number
    const vy = states[from + 4] as number
    const vz = states[from + 5] as number
    const range = Math.sqrt(x * x + y * y + z * z)
    const value = ux * x + uy * y + uz * z - sine * range
    const rate = ux * vx + uy * vy + uz * vz - (sine * (x * vx + y * vy + z * vz)) / range
    const at = index * stepS
    // The object is above the cone at the start of the search.
    if (index === 0 && value > 0) startS = 0
    // A step is examined if the height or its rate has changed sign.
    const isTurning = before > 0 !== value > 0 || rateBefore > 0 !== rate > 0
    if (!isPassedOver && isTurning) cross({ at: at - stepS, value: before, rate: rateBefore }, { at, value, rate })
    if (index === count - 1) break
    // In this number of steps the object cannot reach the cone, so they are skipped.
    const free = Math.floor(-value / mostPerStep)
    isPassedOver = free >= 1
    index = Math.min(index + Math.max(1, free), count - 1)
    before = value
    rateBefore = rate
  }
  if (startS !== undefined) found.push({ startS, endS: lengthS })
  return found
}

/** Returns a pass from its edges: the look angles at its start, culmination and end. At an edge of the search the pass may be cut. */
function describe(path: Path, station: Station, { startS, endS }: Interval): Pass {
  const moment = (seconds: number): PassMoment => ({
    epoch: addSeconds(path.start, seconds),
    look: lookAt(station, stateOnPath(path, seconds)),
  })
  return {
    start: moment(startS),
    culmination: moment(culminationOf(path, station, { startS, endS })),
    end: moment(endS),
    startsBefore: startS === 0,
    endsAfter: endS === path.lengthS,
  }
}

/**
 * Returns where the elevation is greatest: its rate changes sign near the highest sample. The sine of the elevation is up·ρ/|ρ|; its rate times
 * |ρ| is up·v − (up·ρ)(ρ·v)/|ρ|².
 */
function culminationOf(path: Path, station: Station, { startS, endS }: Interval): number {
  const parts = Math.max(CULMINATION_PARTS, Math.ceil((endS - startS) / path.stepS))
  const at = (part: number) => startS + ((endS - startS) * part) / parts
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  for (let part = 0; part <= parts; part += 1) {
    const sight = subtract(stateOnPath(path, at(part)).r, station.r)
    const sine = dot(station.toSez[2], sight) / norm(sight)
    if (sine > most) [best, most] = [part, sine]
  }
  // The rate of the sine of the elevation times the range: its sign is that of the rate of the elevation, without its angles.
  const rate: Margin = (seconds) => {
    const { r, v } = stateOnPath(path, seconds)
    const sight = subtract(r, station.r)
    const up = station.toSez[2]
    return dot(up, v) - (dot(up, sight) * dot(sight, v)) / dot(sight, sight)
  }
  const [low, high] = [at(Math.max(best - 1, 0)), at(Math.min(best + 1, parts))]
  const [atLow, atHigh] = [rate(low), rate(high)]
  if (!(atLow > 0 && atHigh < 0)) return at(best)
  return findSignChange(rate, { at: low, value: atLow }, { at: high, value: atHigh }, CULMINATION_S)
}
