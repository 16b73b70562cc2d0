import type { Bias } from '@apsis/astro/measurement/determination.ts'
import { determineOrbit } from '@apsis/astro/measurement/determine-orbit.ts'
import type { Fly } from '@apsis/astro/measurement/flight.ts'
import type { GroundSite } from '@apsis/astro/measurement/ground-site.ts'
import type { Observation } from '@apsis/astro/measurement/observation.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { InputError } from '../terminal/command.ts'
import { type FirstOrbits, firstOrbits, type StartState } from './start-state.ts'

/** Measurements further apart than this, and than so many of their usual steps, are of different tracks. */
const [LONGEST_GAP_S, MOST_STEPS] = [1800, 4]
/** Of a fit whose residuals are so many sigmas the measurements are not what they are taken for. */
const NO_FIT = 20

/** The tracks of measurements in the order of time: runs without a long gap. */
export function tracksOf(observations: readonly Observation[]): Observation[][] {
  const gaps = observations.map(({ epoch }, k) => secondsBetween(observations[k - 1]?.epoch ?? epoch, epoch))
  const steps = gaps.filter((gap) => gap > 0).sort((a, b) => a - b)
  const middle = steps[Math.floor(steps.length / 2)]
  const longest = middle === undefined ? LONGEST_GAP_S : Math.max(LONGEST_GAP_S, MOST_STEPS * middle)
  const tracks: Observation[][] = []
  observations.forEach((one, k) => {
    const track = tracks.at(-1)
    if (track === undefined || (gaps[k] ?? missing()) > longest) tracks.push([one])
    else track.push(one)
  })
  return tracks
}

/** The initial orbits of the longest track that has some: over revolutions the orbit turns, and no Kepler orbit goes through it all. */
export function firstOfTracks(
  observations: readonly Observation[],
  sites: ReadonlyMap<string, GroundSite>,
): FirstOrbits & { readonly track: readonly Observation[] } {
  const longestFirst = tracksOf(observations).sort((a, b) => spanOf(b) - spanOf(a))
  for (const track of longestFirst) {
    try {
      return { ...firstOrbits(track, sites), track }
    } catch (error) {
      if (!(error instanceof InputError)) throw error
    }
  }
  return { ...firstOrbits(observations, sites), track: observations }
}

function spanOf(track: readonly Observation[]): number {
  const [first, last] = [track[0], track.at(-1)]
  return first === undefined || last === undefined ? 0 : secondsBetween(first.epoch, last.epoch)
}

/** What the first orbits are fitted with. */
export interface FirstFit {
  readonly observations: readonly Observation[]
  readonly sites: ReadonlyMap<string, GroundSite>
  /** The motion from an epoch over these measurements. */
  readonly flightOf: (observations: readonly Observation[], epoch: Epoch) => Fly
  readonly biases: readonly Bias[]
}

/**
 * A state to start from, by the measurements alone: the initial orbit of one track, fitted to that, then to twice as many tracks about it, and
 * so on. An orbit of some minutes is kilometres off after hours, and from there a fit of all may not come back. Two-way ranges that are all
 * of the light's way give no orbit at all: then half of them is tried.
 */
export function fitFirst(given: FirstFit): StartState {
  const plain = fitWhereOrbit(given)
  const isFit = plain !== null && plain.weightedRms < NO_FIT
  const hasTwoWay = given.observations.some((one) => one.kind === 'range' && one.way === 'two-way')
  if (isFit || !hasTwoWay) return plain?.start ?? kepler(given)
  const halves = given.observations.map((one) =>
    one.kind === 'range' && one.way === 'two-way' ? { ...one, rangeM: one.rangeM / 2 } : one,
  )
  const halved = fitWhereOrbit({ ...given, observations: halves })
  if (halved !== null && halved.weightedRms < (plain?.weightedRms ?? Infinity)) return halved.start
  return plain?.start ?? kepler(given)
}

/** Null where no orbit goes through a track: as it is, or with half of its ranges. */
function fitWhereOrbit(given: FirstFit): ReturnType<typeof fitTracks> {
  try {
    return fitTracks(given)
  } catch (error) {
    if (error instanceof InputError) return null
    throw error
  }
}

/** The initial orbit as it is, where it fits nothing. */
function kepler({ observations, sites }: FirstFit): StartState {
  const { orbits, epoch } = firstOfTracks(observations, sites)
  const [best] = orbits
  if (best === undefined) throw new InputError('there is no initial orbit: give --initial')
  return { epoch, ...best.state }
}

function fitTracks(given: FirstFit): { readonly start: StartState; readonly weightedRms: number } | null {
  const first = firstOfTracks(given.observations, given.sites)
  const [best] = first.orbits
  if (best === undefined) return null
  let found: { readonly start: StartState; readonly weightedRms: number } | null = null
  let start: StartState = { epoch: first.epoch, ...best.state }
  const [own] = first.track
  const away = (track: readonly Observation[]) =>
    Math.abs(secondsBetween(own?.epoch ?? start.epoch, track[0]?.epoch ?? start.epoch))
  const nearestFirst = tracksOf(given.observations).sort((a, b) => away(a) - away(b))
  for (let count = 1; count === 1 || count < nearestFirst.length; count *= 2) {
    const observations = nearestFirst
      .slice(0, count)
      .flat()
      .sort((a, b) => secondsBetween(b.epoch, a.epoch))
    const { epoch } = start
    const fly = given.flightOf(observations, epoch)
    const fit = determineOrbit({ start, fly, observations, sites: given.sites, biases: given.biases })
    if (!fit.ok) break
    start = { epoch, ...fit.state }
    found = { start, weightedRms: fit.weightedRms }
  }
  return found
}
