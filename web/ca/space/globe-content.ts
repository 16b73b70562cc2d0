import { MINUTE_MS } from '@apsis/astro/constants.ts'

import { add, type Vec3 } from '@apsis/astro/vec3.ts'
import type { GlobeLine } from '../../space/globe/globe-canvas.ts'
import { circleLine, EVENT_PATH, onGround, partsOf, pathLine } from '../../space/globe/globe-lines.ts'
import type { GlobeMark } from '../../space/globe/globe-marks.tsx'
import { reachDegrees } from '../../space/map/reach.ts'
import { partsByLight, shadowsOf } from '../../space/map/shadow.ts'
import { mapWords } from '../../space/map/words.data.ts'
import { type DrawnModel, drawnState, earthFixedState } from '../../space/model-of.ts'
import type { SpaceCatalogue } from '../../space/space-catalogue.ts'
import type { TimeSpan } from '../../space/time/marks.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { type EventRow, isDecided } from '../event/event-row.ts'
import { burnLines } from './drawn-burns.ts'
import type { GlobeEncounter } from './globe-encounter.ts'
import { eventLines, markedEvents, modelIn, periodMsOf, placeOfDesignator, type Space } from './use-space.ts'
import type { spaceWords } from './words.data.ts'

/** The arc around a burn, and the path of the other object around now, reach this far. */
const [ARC_MS, OTHER_MS] = [7 * MINUTE_MS, 10 * MINUTE_MS]
/** Orbits are computed once for this time. */
export const ORBIT_MS = 15 * MINUTE_MS
const ORBIT_PLACES = 240
const MOST_ORBITS = 24
const CENTRE: Vec3 = [0, 0, 0]
const BURN_DASH_S = 16
const CANDIDATE_PX = 0.9
/** In the shadow an orbit is dotted, with so many dots in a revolution. */
const DOTS = 500

export type GlobeContent = {
  readonly lines: readonly GlobeLine[]
  /** Marks that stand still over the ground; their places are in the frame of the Earth. */
  readonly earthMarks: readonly GlobeMark[]
}

type Parts = {
  readonly space: Pick<Space, 'own' | 'urgent' | 'ahead' | 'stations' | 'burns'>
  readonly catalogue: SpaceCatalogue
  readonly picked: number | undefined
  readonly isEarthFixed: boolean
  /** The start of the time for which orbits are computed. */
  readonly orbitMs: number
  /** The event whose paths are drawn. */
  readonly shown: EventRow | undefined
  readonly encounter: GlobeEncounter | undefined
  readonly say: typeof spaceWords
}

/** Returns the place of a model in the frame of the Earth, m. */
export const earthPlace = (model: DrawnModel, atMs: number): Vec3 | undefined => earthFixedState(model, atMs)?.r

/** Returns the place of TCA of an event: by the states of its message where they are known, else by the element set of the own satellite. */
export function placeOfEvent(
  space: Pick<Space, 'own'>,
  row: EventRow,
  encounter: GlobeEncounter | undefined,
): Vec3 | undefined {
  if (encounter?.eventId === row.id) return encounter.anchor
  const model = space.own.find(({ satelliteId }) => satelliteId === row.event.satelliteId)?.model
  return model && earthPlace(model, row.tcaMs)
}

/** Returns what the globe shows besides the catalogue: orbits, paths, stations, events, and burns. */
export function contentOf(parts: Parts): GlobeContent {
  const { space, catalogue, picked, isEarthFixed, orbitMs, shown, encounter, say } = parts
  const { own, urgent, stations, burns } = space
  const first = own.find(({ satelliteId }) => satelliteId === urgent?.event.satelliteId) ?? own[0]
  const orbitOf = (
    k: number,
    model: DrawnModel,
    reachMs: number,
    look: Pick<GlobeLine, 'ink' | 'widthPx' | 'alpha'>,
  ) => {
    const span = { fromMs: orbitMs - reachMs, toMs: orbitMs + ORBIT_MS + reachMs }
    const placeAt = (atMs: number) => {
      const r = isEarthFixed ? earthPlace(model, atMs) : drawnState(model, atMs)?.r
      return r && { r, atMs }
    }
    const places = placesBetween(span, ORBIT_PLACES, placeAt)
    const periodMs = periodMsOf(catalogue, k)
    const lit = partsByLight(
      places,
      shadowsOf((atMs) => earthPlace(model, atMs), span, periodMs),
      placeAt,
    )
    const lineOf = (isDark: boolean): GlobeLine => ({
      ...look,
      id: `${isDark ? 'shadow' : 'orbit'} ${k}`,
      anchor: CENTRE,
      isEarthFixed,
      isOrbit: true,
      ...(isDark ? { dash: periodMs / 1_000 / DOTS } : {}),
      parts: partsOf(
        lit
          .filter((part) => part.isDark === isDark)
          .map((part) => part.places.map(({ r, atMs }) => ({ r, s: (atMs - orbitMs) / 1_000 }))),
        CENTRE,
      ),
    })
    return [lineOf(false), lineOf(true)].filter(({ parts: { length } }) => length > 0)
  }
  const other = urgent && placeOfDesignator(catalogue, urgent.event.object2.designator)
  const isOwn = (k: number) => own.some((one) => one.k === k)
  const mask = first && earthFixedState(first.model, orbitMs)
  const maskHeightKm = mask && Math.hypot(...mask.r) / 1_000 - 6_378
  return {
    lines: [
      ...(maskHeightKm === undefined
        ? []
        : [
            circleLine(
              stations.map((station) => ({
                centre: station,
                radiusDeg: reachDegrees(maskHeightKm, station.minimumElevation),
              })),
            ),
          ]),
      ...own
        .slice(0, MOST_ORBITS)
        .flatMap(({ k, model }) =>
          orbitOf(k, model, periodMsOf(catalogue, k), { ink: 'one', alpha: 0.85, widthPx: k === first?.k ? 1.8 : 1.1 }),
        ),
      ...(other === undefined || isOwn(other)
        ? []
        : orbitOf(other, modelIn(catalogue, other), OTHER_MS, { ink: 'two', alpha: 0.85, widthPx: 1.4 })),
      ...(picked === undefined || picked === other || isOwn(picked)
        ? []
        : orbitOf(picked, modelIn(catalogue, picked), periodMsOf(catalogue, picked), {
            ink: 'two',
            alpha: 0.85,
            widthPx: 1.1,
          })),
      ...(shown ? pathsOfEvent(parts, shown) : []),
      ...burns.flatMap(({ id, atMs, model, candidate }) => {
        const middle = earthPlace(model, atMs)
        return middle
          ? [
              {
                ...pathLine(`burn ${id}`, { middle, atMs, reachMs: ARC_MS, dash: BURN_DASH_S, ink: 'accent' }, (ms) =>
                  earthPlace(model, ms),
                ),
                ...(candidate === undefined ? {} : { widthPx: CANDIDATE_PX, alpha: 0.7 }),
              },
            ]
          : []
      }),
    ],
    earthMarks: [
      ...markedEvents(space).flatMap((row): GlobeMark[] => {
        const place = placeOfEvent(space, row, encounter)
        if (!place) return []
        return [
          {
            id: row.id,
            kind: 'event',
            place,
            level: meaningOf('risk', row.risk).level,
            isOpen: !isDecided(row),
            lines: eventLines(row),
            tone: 'fill-ink medium',
          },
        ]
      }),
      ...burns.flatMap((burn): GlobeMark[] => {
        const place = earthPlace(burn.model, burn.atMs)
        const kind = burn.candidate === undefined ? 'burn' : 'candidate'
        return place ? [{ id: `burn ${burn.id}`, kind, place, lines: burnLines(burn, say), tone: 'fill-accent' }] : []
      }),
      ...stations.map(
        (station): GlobeMark => ({
          id: station.stationId,
          kind: 'station',
          canCommand: station.canCommand,
          place: onGround(station),
          lines: [mapWords('station', { name: station.name, elevation: station.minimumElevation })],
          tone: 'fill-soft',
        }),
      ),
    ],
  }
}

function placesBetween<P>({ fromMs, toMs }: TimeSpan, count: number, placeAt: (atMs: number) => P | undefined) {
  return Array.from({ length: count + 1 }, (_, k) => placeAt(fromMs + ((toMs - fromMs) * k) / count)).filter(
    (place) => place !== undefined,
  )
}

/** Returns the dashed paths of both objects of an event, by its message where that is read, else by their element sets. */
function pathsOfEvent({ catalogue, encounter }: Parts, { id, tcaMs, event }: EventRow): readonly GlobeLine[] {
  if (encounter?.eventId === id) return encounter.paths
  return ([event.object1, event.object2] as const).flatMap((object, at) => {
    const k = placeOfDesignator(catalogue, object.designator)
    const model = k === undefined ? undefined : modelIn(catalogue, k)
    const middle = model && earthPlace(model, tcaMs)
    if (!model || !middle) return []
    const look = { ...EVENT_PATH, middle, atMs: tcaMs, ink: at === 0 ? ('one' as const) : ('two' as const) }
    return [pathLine(`path ${id} ${at}`, look, (ms) => earthPlace(model, ms))]
  })
}

/** Returns places on both paths of an event, which the camera has to show. */
export function placesOfPaths(lines: readonly GlobeLine[], eventId: string): readonly Vec3[] {
  return lines
    .filter(({ id }) => id.startsWith(`path ${eventId} `))
    .flatMap(({ parts, anchor }) =>
      Array.from({ length: parts.length / 8 }, (_, k): Vec3 => {
        const [x = 0, y = 0, z = 0] = parts.subarray(8 * k, 8 * k + 3)
        return add([x, y, z], anchor)
      }),
    )
}
