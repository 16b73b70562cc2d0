import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { type State, transformState } from '@apsis/astro/frames/frame.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { directionOf, makeStation } from '@apsis/astro/frames/topocentric.ts'
import { flyJ2 } from '@apsis/astro/manoeuvre/fly-j2.ts'
import { solveLambert } from '@apsis/astro/orbit/lambert.ts'
import { fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { TrackPlace as LookPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import type { HistoricSet } from '@apsis/contract/tle/history.ts'
import type { TrackPlace } from '../map/marks.tsx'
import type { DrawnPath } from '../operator-path.ts'

/** Returns the place below an object at a time; undefined where its orbit has none. */
export type Orbit = {
  readonly periodS: number
  readonly placeAt: (atMs: number) => TrackPlace | undefined
}

/** A low orbit moves by three degrees between two places, so its line is smooth. */
const PLACES_PER_REVOLUTION = 120
/** After the last published orientation of the Earth its last values hold: the Earth then turns by less than a second of time. */
const HELD = { outside: 'hold' } as const

/** Returns the orbit of an element set, by SGP4; undefined for a set that SGP4 does not accept. */
export function orbitOfSet(noradId: number, set: HistoricSet): Orbit | undefined {
  const { meanMotionRevPerDay, eccentricity, inclinationDeg, raanDeg, argPeriapsisDeg, meanAnomalyDeg, bstar } = set
  const elements = {
    meanMotionRevPerDay,
    eccentricity,
    inclinationDeg,
    raanDeg,
    argPeriapsisDeg,
    meanAnomalyDeg,
    bstar,
  }
  try {
    const model = initSgp4(fromPublished({ ...UNSAID, noradId, epoch: parseTime(set.epoch), ...elements }))
    return {
      periodS: SECONDS_PER_DAY / meanMotionRevPerDay,
      placeAt: (atMs) => {
        const epoch = epochOf(atMs)
        const state = propagateSgp4(model, epoch)
        return state.ok ? placeBelow({ frame: 'TEME', epoch, r: state.r, v: state.v }, atMs) : undefined
      },
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Returns the orbit of a path that an operator expects; undefined where it has no state at a time. */
export function orbitOfPath({ stateAt }: Pick<DrawnPath, 'stateAt'>, atMs: number): Orbit | undefined {
  const state = stateAt(atMs)
  if (state === undefined) return undefined
  const axisM = 1 / (2 / norm(state.r) - dot(state.v, state.v) / GM_EARTH)
  return {
    periodS: periodOf(axisM),
    placeAt: (ms) => {
      const there = stateAt(ms)
      return there && placeBelow({ frame: 'TEME', epoch: epochOf(ms), ...there }, ms)
    },
  }
}

const periodOf = (axisM: number) => 2 * Math.PI * Math.sqrt(axisM ** 3 / GM_EARTH)

/**
 * Returns the orbit through a state in GCRF, about a point mass with J2: within a revolution it is less than a kilometre from that of all
 * forces in a low orbit, which is a tenth of a pixel of a detail.
 */
export function orbitOfState({ r, v }: { readonly r: Vec3; readonly v: Vec3 }, epoch: Epoch): Orbit | undefined {
  const axisM = 1 / (2 / norm(r) - dot(v, v) / GM_EARTH)
  if (!(axisM > 0)) return undefined
  return {
    periodS: periodOf(axisM),
    placeAt: (atMs) => {
      const to = epochOf(atMs)
      const seconds = secondsBetween(epoch, to)
      const state = seconds === 0 ? { r, v } : flyJ2({ r, v }, seconds)
      return placeBelow({ frame: 'GCRF', epoch: to, ...state }, atMs)
    },
  }
}

/** Returns the track of an orbit between two times, a place for each 120th of a revolution; it ends where the orbit has no place. */
export function trackOf({ periodS, placeAt }: Orbit, fromMs: number, toMs: number): readonly TrackPlace[] {
  // A whole number of revolutions stays whole, although milliseconds since 1970 are rounded.
  const steps = Math.max(1, Math.ceil(((toMs - fromMs) / (periodS * 1_000)) * PLACES_PER_REVOLUTION - 1e-6))
  const places = Array.from({ length: steps + 1 }, (_, at) => placeAt(fromMs + (at / steps) * (toMs - fromMs)))
  const first = places.findIndex((place) => place !== undefined)
  if (first < 0) return []
  const end = places.findIndex((place, at) => at > first && place === undefined)
  return continued(places.slice(first, end < 0 ? undefined : end).filter((place) => place !== undefined))
}

type Site = { readonly latitude: number; readonly longitude: number; readonly altitude: number }
type LookAngles = Pick<LookPlace, 'time' | 'azimuth' | 'elevation' | 'range'>

/** Returns the track of an object while a sensor sees it, from the directions and distances of the pass. */
export function trackOfLooks(site: Site, looks: readonly LookAngles[]) {
  return continued(positionsOf(site, looks).map(({ r, atMs }) => placeOf(r, atMs)))
}

/** Returns the positions of directions and distances, Earth-fixed, m. */
function positionsOf({ latitude, longitude, altitude }: Site, looks: readonly LookAngles[]) {
  const station = makeStation({ latRad: degToRad(latitude), lonRad: degToRad(longitude), heightM: altitude })
  return looks.map(({ time, azimuth, elevation, range }) => {
    const direction = directionOf(station, degToRad(azimuth), degToRad(elevation))
    return { r: add(station.r, scale(direction, range)), atMs: Date.parse(time) }
  })
}

/** The two positions that give an orbit are no further apart than this: less than half a revolution of everything that flies. */
const LONGEST_ARC_MS = 40 * 60_000
/** Each correction makes the distance from the second position smaller by a factor of a hundred and more. */
const CORRECTIONS = 4

/**
 * Returns the orbit through the first position of a pass and a later one, about a point mass with J2; undefined if they determine none. Directions
 * to a hundredth of a degree give it to a tenth of a degree on the ground after a revolution, which is what a map of the Earth shows.
 */
export function orbitOfLooks(site: Site, looks: readonly LookAngles[]): Orbit | undefined {
  const positions = positionsOf(site, looks)
  const [first] = positions
  const last = first && positions.findLast(({ atMs }) => atMs - first.atMs <= LONGEST_ARC_MS)
  if (!first || !last || last === first) return undefined
  const [r1, r2] = [inertial(first), inertial(last)]
  const seconds = (last.atMs - first.atMs) / 1_000
  const found = solveLambert({ r1, r2, seconds, gm: GM_EARTH, normal: cross(r1, r2) })
  const direct = found.ok ? found.orbits[0] : undefined
  if (!direct) return undefined
  let v = direct.v1
  for (let turn = 0; turn < CORRECTIONS; turn += 1)
    v = add(v, scale(subtract(r2, flyJ2({ r: r1, v }, seconds).r), 1 / seconds))
  return orbitOfState({ r: r1, v }, epochOf(first.atMs))
}

const inertial = ({ r, atMs }: { readonly r: Vec3; readonly atMs: number }): Vec3 =>
  transformState({ frame: 'ITRF', epoch: epochOf(atMs), r, v: [0, 0, 0] }, 'GCRF', HELD).r

const epochOf = (ms: number) => parseTime(new Date(ms).toISOString())

const placeBelow = (state: State, atMs: number) => placeOf(transformState(state, 'ITRF', HELD).r, atMs)

function placeOf(r: Vec3, atMs: number): TrackPlace {
  const { latRad, lonRad, heightM } = toGeodetic(r)
  return { atMs, latitude: radToDeg(latRad), longitude: radToDeg(lonRad), heightKm: heightM / 1_000 }
}

/** Returns places whose longitudes continue past 180°, so that the line does not jump. */
function continued(places: readonly TrackPlace[]): readonly TrackPlace[] {
  let before: number | undefined
  return places.map((place) => {
    const longitude =
      before === undefined ? place.longitude : place.longitude + 360 * Math.round((before - place.longitude) / 360)
    before = longitude
    return { ...place, longitude }
  })
}
