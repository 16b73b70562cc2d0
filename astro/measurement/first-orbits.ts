import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { transform, transpose } from '../mat3.ts'
import { missing } from '../missing.ts'
import { type CartesianState, type KeplerianElements, toKeplerian } from '../orbit/elements.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { add, scale, type Vec3 } from '../vec3.ts'
import type { GroundSite } from './ground-site.ts'
import { initialOrbits, type Objection, type Preference } from './initial/initial-orbit.ts'
import { orbitsBetween, type Place, type PositionMethod, positionOrbits, ranked } from './initial/position-orbits.ts'
import type { Sight } from './initial/sight.ts'
import type { AzElObservation, Observation } from './observation.ts'
import { unitVector } from './sight-line.ts'

/** An initial orbit from a few of the measurements. */
export interface FirstOrbit {
  readonly epoch: Epoch
  /** GCRF, m and m/s. */
  readonly state: CartesianState
  readonly elements: KeplerianElements
  readonly method: PositionMethod | 'gooding'
  readonly revolutions: number
  /** Root mean square of the angles between the orbit and its track's measurements, rad. */
  readonly rmsRad: number
  /** Why it is not the preferred orbit of its track; null for the preferred one. */
  readonly objection: Objection
}

/** The orbits of one track, the preferred one first; empty if there are none. */
export interface FirstOrbits {
  readonly track: readonly Observation[]
  readonly orbits: readonly FirstOrbit[]
  readonly preference: Preference | null
}

/** Measurements that are further apart than this, and than this multiple of their usual step, belong to different tracks. */
const [LONGEST_GAP_S, MOST_STEPS] = [1800, 4]
const EARTH = { gm: GM_EARTH, radiusM: WGS84_RADIUS_M }

/** Returns the tracks of measurements in the order of time: sequences without a long gap. */
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

/**
 * Returns the initial orbits from the measurements of each track, the longest track first: through its positions if ranges and angles were
 * measured together (Gibbs, Herrick-Gibbs, Lambert), otherwise through three of its directions (Gooding). Light time is neglected.
 */
export function firstOrbits(
  observations: readonly Observation[],
  sites: ReadonlyMap<string, GroundSite>,
): FirstOrbits[] {
  const tracks = tracksOf(observations).map((track) => ({ track, spanS: spanOf(track) }))
  return tracks
    .sort((a, b) => b.spanS - a.spanS)
    .map(({ track }) => ({ track, ...orbitsOfTrack(track, sites) }))
    .filter(({ orbits }) => orbits.length > 0)
}

/**
 * Returns the orbits from a position of one track to a position of the next, in both senses of motion and with every number of full revolutions
 * between: for cases in which no single track leads to the orbit. The orbit with the smallest deviation from all positions comes first.
 */
export function orbitsBetweenTracks(
  observations: readonly Observation[],
  sites: ReadonlyMap<string, GroundSite>,
): FirstOrbit[] {
  const [first] = observations
  if (first === undefined) return []
  const places = placesOf(observations, { sites, origin: first.epoch })
  const middles = tracksOf(observations).flatMap((track) => {
    const own = placesOf(track, { sites, origin: first.epoch })
    const middle = own[Math.floor(own.length / 2)]
    return middle === undefined ? [] : [middle]
  })
  const found = middles.flatMap((middle, k) => {
    const next = middles[k + 1]
    return next === undefined ? [] : orbitsBetween(middle, next, { ...EARTH, hasTurns: true })
  })
  return ranked(places, found, EARTH).map((one) => ({
    ...one,
    epoch: addSeconds(first.epoch, one.seconds),
    elements: toKeplerian(one.state, GM_EARTH),
    objection: null,
  }))
}

function spanOf(track: readonly Observation[]): number {
  const [first, last] = [track[0], track.at(-1)]
  return first === undefined || last === undefined ? 0 : secondsBetween(first.epoch, last.epoch)
}

function orbitsOfTrack(
  track: readonly Observation[],
  sites: ReadonlyMap<string, GroundSite>,
): Omit<FirstOrbits, 'track'> {
  const [first] = track
  if (first === undefined) return { orbits: [], preference: null }
  const places = placesOf(track, { sites, origin: first.epoch })
  if (places.length >= 2) return ofPlaces(places, first.epoch)
  return ofSights(sightsOf(track, { sites, origin: first.epoch }), first.epoch)
}

function ofPlaces(places: readonly Place[], origin: Epoch): Omit<FirstOrbits, 'track'> {
  const found = positionOrbits(places, EARTH)
  const orbits = found.map(
    (one, k): FirstOrbit => ({
      ...one,
      epoch: addSeconds(origin, one.seconds),
      elements: toKeplerian(one.state, GM_EARTH),
      objection: k === 0 ? null : 'misses-other-sights',
    }),
  )
  if (orbits.length === 0) return { orbits, preference: null }
  return { orbits, preference: orbits.length === 1 ? 'only-root' : 'fits-the-other-sights' }
}

function ofSights(sights: readonly Sight[], origin: Epoch): Omit<FirstOrbits, 'track'> {
  const rising = sights.filter(({ seconds }, k) => k === 0 || seconds > (sights[k - 1]?.seconds ?? missing()))
  if (rising.length < 3) return { orbits: [], preference: null }
  const { orbits, preference } = initialOrbits(rising, EARTH)
  return {
    preference,
    orbits: orbits.map((one) => ({ ...one, method: 'gooding', epoch: addSeconds(origin, one.seconds) })),
  }
}

interface Reading {
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly origin: Epoch
}

function sightsOf(
  track: readonly Observation[],
  { sites, origin }: Reading,
): (Sight & { readonly one: Observation })[] {
  return track
    .flatMap((one) => {
      const site = sites.get(one.sensorId)
      const direction = site === undefined ? null : directionOf(one, site)
      if (site === undefined || direction === null) return []
      return [{ one, seconds: secondsBetween(origin, one.epoch), direction, observerM: site.at(one.epoch).r }]
    })
    .sort((a, b) => a.seconds - b.seconds)
}

function placesOf(track: readonly Observation[], reading: Reading): Place[] {
  const key = ({ sensorId, epoch }: Observation) => `${sensorId} ${epoch.taiS} ${epoch.taiFs}`
  const ranges = new Map(track.flatMap((one) => (one.kind === 'range' ? [[key(one), one.rangeM] as const] : [])))
  return sightsOf(track, reading).flatMap(({ one, seconds, direction, observerM }) => {
    const rangeM = ranges.get(key(one))
    return rangeM === undefined ? [] : [{ seconds, observerM, r: add(observerM, scale(direction, rangeM)) }]
  })
}

function directionOf(one: Observation, site: GroundSite): Vec3 | null {
  if (one.kind === 'right-ascension-declination') return unitVector(one.raRad, one.decRad)
  return one.kind === 'azimuth-elevation' ? azElDirection(one, site) : null
}

function azElDirection({ epoch, azimuthRad, elevationRad }: AzElObservation, site: GroundSite): Vec3 {
  const level = Math.cos(elevationRad)
  const sez: Vec3 = [-level * Math.cos(azimuthRad), level * Math.sin(azimuthRad), Math.sin(elevationRad)]
  return transform(transpose(site.at(epoch).toSez), sez)
}
