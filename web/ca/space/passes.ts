import { DAY_MS } from '@apsis/astro/constants.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { directionOf, lookAt, makeStation, type Station } from '@apsis/astro/frames/topocentric.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { type ElevationMask, maskElevation, maskOfHorizon } from '@apsis/astro/visibility/mask.ts'
import { findPasses } from '@apsis/astro/visibility/passes.ts'
import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import { useMemo } from 'react'
import { useShownMs } from '../../clock/shown-time.ts'
import type { GlobeLine } from '../../space/globe/globe-canvas.ts'
import { type LinePlace, partsOf } from '../../space/globe/globe-lines.ts'
import type { GroundPlace } from '../../space/map/scale.ts'
import { type DrawnModel, earthFixedState, epochAt } from '../../space/model-of.ts'
import type { OwnObject, Space } from './use-space.ts'

/** A station with its place and its lowest elevation at each azimuth. */
type Site = { readonly of: GroundStation; readonly station: Station; readonly mask: ElevationMask }

/** A pass of an own satellite over a station. */
export type SpacePass = {
  readonly satellite: OwnObject
  readonly site: Site
  /** The greatest elevation, deg, and when the pass begins and ends. */
  readonly highestDeg: number
  readonly fromMs: number
  readonly toMs: number
}

/** A pass as it is drawn: the station sees the satellite inside the cone. */
export type PassCone = {
  readonly id: string
  readonly site: Site
  /** The distance of the satellite from the middle of the Earth, m: the cone ends there. */
  readonly radiusM: number
  /** False for the next pass of the picked satellite. */
  readonly isRunning: boolean
}

/** So far ahead the next pass is looked for. */
const AHEAD_MS = DAY_MS

const siteOf = (of: GroundStation): Site => ({
  of,
  station: makeStation({ latRad: degToRad(of.latitude), lonRad: degToRad(of.longitude), heightM: of.altitude }),
  mask: maskOfHorizon(of.horizon, of.minimumElevation),
})

/** Returns the stations that serve a satellite. */
const sitesFor = (stations: readonly GroundStation[], satelliteId: string): readonly Site[] =>
  stations
    .filter(({ satelliteIds }) => satelliteIds.length === 0 || satelliteIds.includes(satelliteId))
    .map((station) => siteOf(station))

/** Returns whether a station sees a place above its mask, by the straight line to it, without refraction. */
function isAbove({ station, mask }: Site, r: Vec3): boolean {
  const { azimuthRad, elevationRad } = lookAt(station, { r, v: [0, 0, 0] })
  return elevationRad >= maskElevation(mask, azimuthRad)
}

/**
 * Returns the passes of one satellite in the day after a time, over all stations that serve it, in the order of their begin. Throws RangeError
 * where it has no place in that day.
 */
export function passesAfter(satellite: OwnObject, stations: readonly GroundStation[], fromMs: number): SpacePass[] {
  const sites = sitesFor(stations, satellite.satelliteId)
  const [start, end] = [epochAt(fromMs), epochAt(fromMs + AHEAD_MS)]
  const known = new Map<number, { r: Vec3; v: Vec3 }>()
  const trajectory = (epoch: Epoch) => {
    const seconds = secondsBetween(start, epoch)
    const found = known.get(seconds) ?? stateOf(satellite.model, fromMs + 1_000 * seconds)
    known.set(seconds, found)
    return found
  }
  const msOf = (epoch: Epoch) => fromMs + 1_000 * secondsBetween(start, epoch)
  return sites
    .flatMap((site) =>
      findPasses({ trajectory, station: site.station, mask: site.mask, start, end }).map((pass) => ({
        satellite,
        site,
        highestDeg: radToDeg(pass.culmination.look.elevationRad),
        fromMs: msOf(pass.start.epoch),
        toMs: msOf(pass.end.epoch),
      })),
    )
    .toSorted((a, b) => a.fromMs - b.fromMs)
}

/** The step of a difference of places that gives the velocity, ms. */
const STEP_MS = 500

/** Returns place and velocity in the frame of the Earth. Throws RangeError where the satellite has no place. */
function stateOf(model: DrawnModel, atMs: number): { r: Vec3; v: Vec3 } {
  const [before, here, after] = [atMs - STEP_MS, atMs, atMs + STEP_MS].map((ms) => earthFixedState(model, ms)?.r)
  if (!before || !here || !after) throw new RangeError(`the satellite has no place at ${new Date(atMs).toISOString()}`)
  return { r: here, v: scale(subtract(after, before), 500 / STEP_MS) }
}

const BETWEEN_DEG = 3
const RAYS = 12

/** Returns the ray of a station at an azimuth along its mask, to the height of the satellite. */
function rimPlace({ station, mask }: Site, azimuthDeg: number, radiusM: number): Vec3 {
  const azimuth = degToRad(azimuthDeg)
  const direction = directionOf(station, azimuth, maskElevation(mask, azimuth))
  // |station + d · direction| is the radius.
  const along = dot(station.r, direction)
  return add(station.r, scale(direction, -along + Math.sqrt(along ** 2 + radiusM ** 2 - norm(station.r) ** 2)))
}

/** Returns the rim of a cone at the height of the satellite, all round. */
const rimOf = ({ site, radiusM }: PassCone): readonly Vec3[] =>
  Array.from({ length: 360 / BETWEEN_DEG + 1 }, (_, k) => rimPlace(site, k * BETWEEN_DEG, radiusM))

/** The length of a dash with its gap, in thousandths of the distance from the middle of the Earth. */
const DASH = 24

/** Returns the rays and the rim of a cone; those of a pass that has not begun are dashed. */
export function coneLine(cone: PassCone): GlobeLine {
  const { id, site, radiusM, isRunning } = cone
  const { station } = site
  const long = (places: readonly Vec3[]): readonly LinePlace[] => {
    let s = 0
    return places.map((r, k) => {
      s += k === 0 ? 0 : norm(subtract(r, places[k - 1] ?? r)) / (radiusM / 1_000)
      return { r, s }
    })
  }
  const rays = Array.from({ length: RAYS }, (_, k) => [station.r, rimPlace(site, (k * 360) / RAYS, radiusM)])
  return {
    id: `cone ${id}`,
    ink: 'ink',
    alpha: isRunning ? 0.8 : 0.55,
    anchor: station.r,
    isEarthFixed: true,
    widthPx: isRunning ? 1.2 : 0.9,
    ...(isRunning ? {} : { dash: DASH }),
    parts: partsOf([...rays, rimOf(cone)].map(long), station.r),
  }
}

/** Returns the places on the ground below the rim of a cone; longitudes continue past 180°, so that the line does not jump. */
export function groundBelow(cone: PassCone): readonly GroundPlace[] {
  let before: number | undefined
  return rimOf(cone).map((r) => {
    const { latRad, lonRad } = toGeodetic(r)
    const degrees = radToDeg(lonRad)
    before = degrees + 360 * Math.round(((before ?? degrees) - degrees) / 360)
    return { latitude: radToDeg(latRad), longitude: before }
  })
}

/** The stations are looked through after this time, and the next pass is looked for after this shown time, ms. */
const [LOOK_MS, SEARCH_MS] = [1_000, 900_000]

type ConeParts = Pick<Space, 'own' | 'stations'>

/** Returns the cones of the passes that run at a time. */
export function runningCones({ own, stations }: ConeParts, atMs: number): readonly PassCone[] {
  return own.flatMap((satellite) => {
    const r = earthFixedState(satellite.model, atMs)?.r
    if (!r) return []
    return sitesFor(stations, satellite.satelliteId)
      .filter((site) => isAbove(site, r))
      .map((site) => ({
        id: `${satellite.k} ${site.of.stationId}`,
        site,
        // To a kilometre, so that a cone is not made again for each metre.
        radiusM: 1_000 * Math.round(norm(r) / 1_000),
        isRunning: true,
      }))
  })
}

/**
 * The pass that runs or comes next in the next day; `unserved` where no station serves the satellite, `unknown` where it has no place in that
 * day.
 */
type NextPass = SpacePass | 'none' | 'unserved' | 'unknown'

/** Returns the next pass of a satellite at the shown time; the passes are searched once for a quarter of an hour. */
export function useNextPass(
  satellite: OwnObject | undefined,
  stations: readonly GroundStation[],
  shownMs: number,
): NextPass {
  const fromMs = Math.floor(shownMs / SEARCH_MS) * SEARCH_MS
  const found = useMemo(() => {
    if (!satellite) return []
    try {
      return passesAfter(satellite, stations, fromMs)
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }, [satellite, stations, fromMs])
  if (satellite && sitesFor(stations, satellite.satelliteId).length === 0) return 'unserved'
  return found ? (found.find(({ toMs }) => toMs > shownMs) ?? 'none') : 'unknown'
}

/** Returns the cones of all passes that run at the shown time, and that of the next pass of the picked satellite if none of its passes runs. */
export function usePassCones({ own, stations }: ConeParts, picked: number | undefined): readonly PassCone[] {
  const shownMs = useShownMs(LOOK_MS)
  const pass = useNextPass(
    own.find(({ k }) => k === picked),
    stations,
    shownMs,
  )
  const next = typeof pass === 'string' ? undefined : pass
  const running = runningCones({ own, stations }, shownMs)
  const isPickedOn = next !== undefined && next.fromMs <= shownMs
  const middle = next && !isPickedOn ? earthFixedState(next.satellite.model, (next.fromMs + next.toMs) / 2) : undefined
  const ahead =
    next && middle
      ? [{ id: `${next.satellite.k} next`, site: next.site, radiusM: Math.round(norm(middle.r)), isRunning: false }]
      : []
  const cones: readonly PassCone[] = [...running, ...ahead]
  const key = cones.map(({ id, site, radiusM }) => `${id} ${site.of.stationId} ${radiusM}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the cones, which are new objects each second.
  return useMemo(() => cones, [key, stations])
}
