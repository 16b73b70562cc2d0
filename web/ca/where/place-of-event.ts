import type { Cdm as ParsedCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import type { HistoricSet } from '@apsis/contract/tle/history.ts'
import { formatInstant, formatTime } from '../../clock/format.ts'
import type { MapContent, MapStation, MapTrack } from '../../space/map/marks.tsx'
import { type Orbit, orbitOfSet, orbitOfState, trackOf } from '../../space/where/tracks.ts'
import { type Focus, groundText } from '../../space/where/where-pane.tsx'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { caWhereWords } from './words.data.ts'

/** The path of the other object is drawn this long before and after TCA, and the path of a burn half as long, ms. */
const PATH_MS = 14 * 60_000
const ARC_MS = 7 * 60_000

/** The content of a map, and the place at its centre. */
export type Picture = { readonly content: MapContent; readonly focus: Focus }

/** The two objects of an approach, with their orbits around it. */
type Approach = {
  readonly tcaMs: number
  readonly level: Level
  readonly isOpen: boolean
  readonly own: { readonly name: string; readonly orbit: Orbit }
  readonly other: { readonly name: string; readonly orbit: Orbit } | undefined
  readonly stations: readonly MapStation[]
  /** The start of a burn; its place is on the orbit of the own satellite. */
  readonly burnMs?: number | undefined
}

/** Returns the orbits through the states of a message at TCA, the own satellite first; undefined if they cannot be computed. */
export function orbitsOfMessage(
  parsed: ParsedCdm,
  designator: string,
): readonly [own: Orbit, other: Orbit] | undefined {
  try {
    const [first, second] = encounterOfCdm(parsed)
    const isTurned = bare(parsed.objects[1].metadata.objectDesignator) === bare(designator)
    const { tca } = parsed.relative
    const orbits = (isTurned ? [second, first] : [first, second]).map((state) => orbitOfState(state, tca))
    const [own, other] = orbits
    return own && other ? [own, other] : undefined
  } catch (error) {
    // The frame of a state cannot be transformed.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Catalogue numbers 00005 and 5 are the same. */
const bare = (designator: string) => designator.trim().replace(/^0+(?=\d)/, '')

/** Returns the picture of an approach; undefined if the orbit of the own satellite gives no place at TCA. */
export function pictureOfApproach(approach: Approach): Picture | undefined {
  const { tcaMs, level, isOpen, own, other, stations, burnMs } = approach
  const place = own.orbit.placeAt(tcaMs)
  if (place === undefined) return undefined
  const revolutionMs = own.orbit.periodS * 1_000
  const burnPlace = burnMs === undefined ? undefined : own.orbit.placeAt(burnMs)
  const tracks: readonly MapTrack[] = [
    {
      id: 'own',
      name: own.name,
      series: 1,
      look: 'approach',
      places: trackOf(own.orbit, tcaMs - revolutionMs, tcaMs + revolutionMs),
    },
    ...(other
      ? [
          {
            id: 'other',
            name: other.name,
            series: 2 as const,
            look: 'path' as const,
            places: trackOf(other.orbit, tcaMs - PATH_MS, tcaMs + PATH_MS),
          },
        ]
      : []),
    ...(burnMs !== undefined && burnPlace !== undefined
      ? [
          {
            id: 'burn',
            name: caWhereWords('burn'),
            series: 1 as const,
            look: 'burn' as const,
            places: trackOf(own.orbit, burnMs - ARC_MS, burnMs + ARC_MS),
          },
        ]
      : []),
  ]
  return {
    content: {
      atMs: tcaMs,
      tracks: tracks.filter(({ places }) => places.length > 1),
      stations,
      maskHeightKm: place.heightKm,
      objects: [],
      events: [{ ...place, id: 'event', level, isOpen, lines: ['TCA', groundText(place)] }],
      burns:
        burnMs === undefined || burnPlace === undefined
          ? []
          : [{ ...burnPlace, id: 'burn-place', lines: [caWhereWords('burn'), `${formatTime(burnMs).slice(0, 5)} Z`] }],
    },
    focus: { ...place, kind: 'event' },
  }
}

/** The next closest approach and the next burn of a satellite. */
export type Ahead = {
  readonly event: { readonly tcaMs: number; readonly level: Level; readonly isOpen: boolean } | undefined
  readonly burn: { readonly atMs: number } | undefined
}

type Now = {
  readonly orbit: Orbit
  readonly name: string
  readonly nowMs: number
  readonly stations: readonly MapStation[]
  readonly ahead: Ahead
}

/** Returns `11-21 14:13 Z`. */
const whenOf = (ms: number) => `${formatInstant(ms).slice(5, 16)} Z`

/** Returns the picture of a satellite now: its last and its next revolution, and the places of what is ahead. */
export function pictureOfNow({ orbit, name, nowMs, stations, ahead: { event, burn } }: Now): Picture | undefined {
  const place = orbit.placeAt(nowMs)
  const [eventPlace, burnPlace] = [event && orbit.placeAt(event.tcaMs), burn && orbit.placeAt(burn.atMs)]
  if (place === undefined) return undefined
  const revolutionMs = orbit.periodS * 1_000
  return {
    content: {
      atMs: nowMs,
      tracks: [
        {
          id: 'own',
          name,
          series: 1,
          look: 'next',
          places: trackOf(orbit, nowMs - revolutionMs, nowMs + revolutionMs),
        },
      ],
      stations,
      maskHeightKm: place.heightKm,
      objects: [{ ...place, id: 'now', name, series: 1 }],
      events:
        event && eventPlace
          ? [
              {
                ...eventPlace,
                id: 'event',
                level: event.level,
                isOpen: event.isOpen,
                lines: ['TCA', whenOf(event.tcaMs)],
              },
            ]
          : [],
      burns:
        burn && burnPlace ? [{ ...burnPlace, id: 'burn-place', lines: [caWhereWords('burn'), whenOf(burn.atMs)] }] : [],
    },
    focus: { ...place, kind: 'satellite' },
  }
}

/** Returns the set with the given epoch, else the newest one; undefined if there is none. */
export function setOf(sets: readonly HistoricSet[], epoch: string | null): HistoricSet | undefined {
  const at = epoch === null ? Number.NaN : Date.parse(epoch)
  return sets.findLast((set) => Date.parse(set.epoch) === at) ?? sets.at(-1)
}

export const orbitOf = (noradId: number, set: HistoricSet | undefined): Orbit | undefined =>
  set && orbitOfSet(noradId, set)

/** Returns the stations of the organisation that serve a satellite, for a map. */
export const stationsOf = (stations: readonly GroundStation[], satelliteId: string | null): readonly MapStation[] =>
  stations
    .filter(({ satelliteIds }) => satelliteIds.length === 0 || satelliteIds.includes(satelliteId ?? ''))
    .map(({ stationId, name, latitude, longitude, minimumElevation, canCommand }) => ({
      id: stationId,
      name,
      latitude,
      longitude,
      minimumElevation,
      canCommand,
    }))
