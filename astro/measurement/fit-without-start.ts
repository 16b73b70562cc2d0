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

/** The inputs of a fit without an initial orbit. */
export interface WithoutStart {
  /** In the order of time. */
  readonly observations: readonly Observation[]
  readonly sites: ReadonlyMap<string, GroundSite>
  /** Returns the motion from an epoch over these measurements. */
  readonly flightOf: (observations: readonly Observation[], epoch: Epoch) => Fly
  readonly biases: readonly Bias[]
}

/** The orbit that fits all measurements best, GCRF, m and m/s. */
export interface FoundStart {
  readonly ok: true
  readonly epoch: Epoch
  readonly state: CartesianState
  readonly fit: DeterminedOrbit
  /** True if the ranges fit only after they are halved: they are the path forth and back. */
  readonly areRangesThereAndBack: boolean
}

/** Why there is no result. */
export type NoStart =
  | { readonly ok: false; readonly reason: 'no-initial-orbit' | 'no-fit' }
  | { readonly ok: false; readonly reason: Misfit; readonly weightedRms: number }

/** Why a fit is not the orbit of the measurements. */
export type Misfit = 'above-noise' | 'track-left-out'

/** Above this weighted RMS the measurements do not belong to the orbit: a correct fit has 1. */
export const LARGEST_WEIGHTED_RMS = 5
/** Below this weighted RMS no other orbit is searched. */
const GOOD_WEIGHTED_RMS = 2
const MOST_STARTS = 6
/** The number of failures in a row, when more tracks do not fit the orbit of fewer tracks, after which a start is given up. */
const MOST_FAILURES = 1
const EARTH = { gm: GM_EARTH, radiusM: WGS84_RADIUS_M }

/**
 * Finds the orbit of measurements without prior knowledge. Initial orbits of several tracks, in both senses of motion, are each fitted to their
 * own track, then to more and more tracks near it, and finally to all: an orbit from some minutes is wrong by kilometres after hours, and from
 * there a fit of all tracks may fail. The residuals over all measurements select one, and show whether it is an orbit of the measurements at all.
 * Ranges are used as one-way distances. If no such orbit fits, and an orbit fits all measurements with half of each two-way range, the ranges are
 * interpreted as the path forth and back; the two searches are independent.
 */
export function fitWithoutStart(given: WithoutStart): FoundStart | NoStart {
  const plain = bestFit(given)
  const hasTwoWay = given.observations.some((one) => one.kind === 'range' && one.way === 'two-way')
  // If only some tracks were left out, the others fit with unchanged ranges: if the ranges were paths forth and back, no track would fit.
  const isSettled = plain.ok ? plain.fit.weightedRms < GOOD_WEIGHTED_RMS : plain.reason === 'track-left-out'
  if (isSettled || !hasTwoWay) return plain
  const halved = bestFit({ ...given, observations: withHalfRanges(given.observations) })
  if (!halved.ok || (plain.ok && plain.fit.weightedRms <= halved.fit.weightedRms)) return plain
  return { ...halved, areRangesThereAndBack: true }
}

/** Returns the measurements with half of each two-way range. */
export function withHalfRanges(observations: readonly Observation[]): Observation[] {
  return observations.map((one) =>
    one.kind === 'range' && one.way === 'two-way' ? { ...one, rangeM: one.rangeM / 2 } : one,
  )
}

/**
 * Returns why a fit is not the orbit of the measurements; null if it may be. Either residuals are beyond their noise, or all measurements of one
 * track had to be left out: a false orbit fits some of the tracks and leaves out the others.
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

/** Returns the initial orbits: the preferred one of each track, then the others, then those between tracks. */
function startsOf({ observations, sites }: WithoutStart): FirstOrbit[] {
  const tracks = firstOrbits(observations, sites)
  const depth = Math.max(0, ...tracks.map(({ orbits }) => orbits.length))
  const byRank = Array.from({ length: depth }, (_unused, rank) =>
    tracks.flatMap(({ orbits }) => orbits[rank] ?? []),
  ).flat()
  return [...byRank.slice(0, MOST_STARTS), ...orbitsBetweenTracks(observations, sites).slice(0, MOST_STARTS)]
}

/** Returns the numbers of tracks in the fits, each twice the previous one. */
function* counts(most: number): Generator<number> {
  for (let count = 1; count < most; count *= 2) yield count
  yield most
}

/** Returns the fit of all measurements from one start, with more and more tracks near it; null if it fails. */
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
    // If no orbit near the start fits the measurements of one track, they are not of one object, or were misinterpreted.
    const isHopeless = isGood && count === 1 && nearestFirst.length > 1
    failures += 1
    if (isHopeless || failures > MOST_FAILURES) return null
  }
  return fit === null ? null : { ok: true, epoch, state: fit.state, fit, areRangesThereAndBack: false }
}
