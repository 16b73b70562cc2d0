import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'
import type { Bias, DeterminedOrbit } from './determination.ts'
import { determineOrbit } from './determine-orbit.ts'
import { type FirstOrbit, firstOrbits, orbitsBetweenTracks, tracksOf } from './first-orbits.ts'
import type { Fly } from './flight.ts'
import type { GroundSite } from './ground-site.ts'
import { staysInOrbit } from './initial/position-orbits.ts'
import type { Observation } from './observation.ts'

/** What is fitted. */
export interface WithoutStart {
  /** In the order of time. */
  readonly observations: readonly Observation[]
  readonly sites: ReadonlyMap<string, GroundSite>
  /** The motion from an epoch over these measurements. */
  readonly flightOf: (observations: readonly Observation[], epoch: Epoch) => Fly
  readonly biases: readonly Bias[]
}

/** The orbit that fits all measurements best, GCRF, m and m/s. */
export interface FoundStart {
  readonly ok: true
  readonly epoch: Epoch
  readonly state: CartesianState
  readonly fit: DeterminedOrbit
  /** The ranges fit only if they are halved: they are the way there and back. */
  readonly areRangesThereAndBack: boolean
}

/** Why none is given. */
export type NoStart =
  | { readonly ok: false; readonly reason: 'no-initial-orbit' | 'no-fit' }
  | { readonly ok: false; readonly reason: Misfit; readonly weightedRms: number }

/** Why a fit is no orbit of the measurements. */
export type Misfit = 'above-noise' | 'track-left-out'

/** Above this weighted RMS the measurements are not of the orbit: an honest fit has 1. */
export const LARGEST_WEIGHTED_RMS = 5
/** Below this weighted RMS no other orbit is looked for. */
const GOOD_WEIGHTED_RMS = 2
const MOST_STARTS = 6
/** So many times in a row more tracks may not fit what fewer gave, before a start is given up. */
const MOST_FAILURES = 1
const EARTH = { gm: GM_EARTH, radiusM: WGS84_RADIUS_M }

/**
 * The orbit of measurements without any knowledge before. Initial orbits of several tracks, in both senses of motion, are each fitted to
 * their own track, then to more and more tracks about it, and at last to all: an orbit of some minutes is kilometres off after hours, and
 * from there a fit of all may not come back. The residuals over all measurements decide between them, and say whether it is one at all.
 * Ranges are taken as distances; only where no orbit fits them so, and one fits all measurements with half of each two-way range, they
 * are taken for the way there and back: neither start knows of the other.
 */
export function fitWithoutStart(given: WithoutStart): FoundStart | NoStart {
  const plain = bestFit(given)
  const hasTwoWay = given.observations.some((one) => one.kind === 'range' && one.way === 'two-way')
  // All tracks but one fit as they are: twice the distance would fit none of them.
  const isSettled = plain.ok ? plain.fit.weightedRms < GOOD_WEIGHTED_RMS : plain.reason === 'track-left-out'
  if (isSettled || !hasTwoWay) return plain
  const halved = bestFit({ ...given, observations: withHalfRanges(given.observations) })
  if (!halved.ok || (plain.ok && plain.fit.weightedRms <= halved.fit.weightedRms)) return plain
  return { ...halved, areRangesThereAndBack: true }
}

/** The measurements with half of each two-way range. */
export function withHalfRanges(observations: readonly Observation[]): Observation[] {
  return observations.map((one) =>
    one.kind === 'range' && one.way === 'two-way' ? { ...one, rangeM: one.rangeM / 2 } : one,
  )
}

/**
 * Why a fit is no orbit of the measurements; null where it may be one. Residuals are beyond their noise, or all of one track had to
 * be left out: a false orbit goes through some of the tracks and leaves out the others.
 */
export function misfitOf(observations: readonly Observation[], fit: DeterminedOrbit): Misfit | null {
  if (!(fit.weightedRms <= LARGEST_WEIGHTED_RMS)) return 'above-noise'
  const leftOut = new Set(
    fit.residuals.filter(({ edited }) => edited === 'beyond-limit').map(({ observation }) => observation),
  )
  const used = new Set(fit.residuals.filter(({ edited }) => edited === null).map(({ observation }) => observation))
  const indices = new Map(observations.map((one, k) => [one, k]))
  const isLeftOut = (one: Observation) => {
    const index = indices.get(one)
    return index !== undefined && leftOut.has(index) && !used.has(index)
  }
  return tracksOf(observations).some((track) => track.every(isLeftOut)) ? 'track-left-out' : null
}

function bestFit(given: WithoutStart): FoundStart | NoStart {
  const starts = startsOf(given)
  if (starts.length === 0) return { ok: false, reason: 'no-initial-orbit' }
  let best: FoundStart | null = null
  for (const start of starts) {
    const found = grownFit(given, start)
    if (found === null || (best !== null && best.fit.weightedRms <= found.fit.weightedRms)) continue
    best = found
    if (best.fit.weightedRms < GOOD_WEIGHTED_RMS && misfitOf(given.observations, best.fit) === null) return best
  }
  if (best === null) return { ok: false, reason: 'no-fit' }
  const reason = misfitOf(given.observations, best.fit)
  return reason === null ? best : { ok: false, reason, weightedRms: best.fit.weightedRms }
}

/** The orbits to start from: the preferred one of each track, then the others, then those between tracks. */
function startsOf({ observations, sites }: WithoutStart): FirstOrbit[] {
  const tracks = firstOrbits(observations, sites)
  const depth = Math.max(0, ...tracks.map(({ orbits }) => orbits.length))
  const byRank = Array.from({ length: depth }, (_unused, rank) =>
    tracks.flatMap(({ orbits }) => orbits[rank] ?? []),
  ).flat()
  return [...byRank.slice(0, MOST_STARTS), ...orbitsBetweenTracks(observations, sites).slice(0, MOST_STARTS)]
}

/** So many tracks at a time: twice as many each time. */
function* counts(most: number): Generator<number> {
  for (let count = 1; count < most; count *= 2) yield count
  yield most
}

/** The fit of all measurements from one start, by way of more and more tracks about it; null where it comes to none. */
function grownFit(given: WithoutStart, start: FirstOrbit): FoundStart | null {
  const { epoch } = start
  let state = start.state
  const away = (track: readonly Observation[]) => {
    const [before, after] = [track[0], track.at(-1)].map((one) => secondsBetween(epoch, one?.epoch ?? epoch))
    return Math.max(0, before ?? 0, -(after ?? 0))
  }
  const nearestFirst = tracksOf(given.observations).sort((a, b) => away(a) - away(b))
  let fit: DeterminedOrbit | null = null
  let failures = 0
  for (const count of counts(nearestFirst.length)) {
    const observations = nearestFirst
      .slice(0, count)
      .flat()
      .sort((a, b) => secondsBetween(b.epoch, a.epoch))
    const fly = given.flightOf(observations, epoch)
    const found = determineOrbit({ start: state, fly, observations, sites: given.sites, biases: given.biases })
    const isGood = found.ok && staysInOrbit(found.state, EARTH)
    fit = isGood ? found : null
    if (isGood && found.weightedRms < LARGEST_WEIGHTED_RMS) {
      state = found.state
      failures = 0
      continue
    }
    // Measurements of one track that no orbit near the start goes through are not of one, or not as they are read.
    const isHopeless = isGood && count === 1 && nearestFirst.length > 1
    failures += 1
    if (isHopeless || failures > MOST_FAILURES) return null
  }
  return fit === null ? null : { ok: true, epoch, state: fit.state, fit, areRangesThereAndBack: false }
}
