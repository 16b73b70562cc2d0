import { DAY_MS } from '@apsis/astro/constants.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../../clock/clock.ts'
import type { MapTrack, TrackPlace } from '../../space/map/marks.tsx'
import { latitudeText, longitudeText } from '../../space/map/place-text.ts'
import { earthFixedState, modelOf } from '../../space/model-of.ts'
import type { SpaceCatalogue } from '../../space/space-catalogue.ts'
import { useStates } from '../../space/use-states.ts'
import { stationsQuery } from '../contact/contacts-query.ts'
import { type EventRow, isAbove } from '../event/event-row.ts'
import { useEvents } from '../event/queries.ts'
import { sentenceOf } from '../event/sentence.ts'
import { burnMarks, burnsQuery, plansOf } from '../plan/burns/burns.ts'

/** An own satellite that the catalogue has. */
export type OwnObject = {
  readonly satelliteId: string
  readonly name: string
  /** Its place in the catalogue. */
  readonly k: number
  readonly model: Sgp4Model
}

/** Burns that are further ahead have no place on the map. */
const BURNS_AHEAD_MS = 2 * DAY_MS
const AHEAD = { isPast: false, days: 7 } as const
const NO_PLANS: readonly Plan[] = []

/** Reads everything that the page shows: the catalogue and its thread, the fleet, its events, stations and burns. */
export function useSpace() {
  const nowMs = useNow('minute')
  const states = useStates()
  const { catalogue } = states
  const events = useEvents(AHEAD)
  const { satellites, rows, filling, fleet } = events
  const { data: stations = [] } = useQuery(stationsQuery)
  const { data: listed = NO_PLANS } = useQuery(burnsQuery())
  const plans = useMemo(() => plansOf(fleet.data, listed), [fleet.data, listed])
  const ahead = useMemo(() => (rows ?? []).filter(({ tcaMs }) => tcaMs >= nowMs), [rows, nowMs])
  const sentence = useMemo(() => rows && sentenceOf(rows, nowMs, filling), [rows, nowMs, filling])
  const own = useMemo(() => (catalogue ? ownIn(catalogue, satellites) : []), [catalogue, satellites])
  const urgent = sentence && 'row' in sentence ? sentence.row : undefined
  const burns = useMemo(
    () =>
      burnMarks(plans).flatMap(({ id, satelliteKey, atMs }) => {
        const of = own.find(({ satelliteId }) => satelliteId === satelliteKey)
        return of && atMs >= nowMs && atMs <= nowMs + BURNS_AHEAD_MS
          ? [{ id, atMs, name: of.name, model: of.model }]
          : []
      }),
    [plans, own, nowMs],
  )
  return { ...states, events, nowMs, burns, fleet, satellites, ahead, sentence, urgent, own, stations, plans }
}
export type Space = ReturnType<typeof useSpace>

/** Returns the model of an object of the catalogue. */
export const modelIn = ({ columns }: SpaceCatalogue, k: number): Sgp4Model =>
  modelOf(columns, k, parseTime(columns.origin))

function ownIn(catalogue: SpaceCatalogue, satellites: readonly Satellite[]): readonly OwnObject[] {
  return satellites.flatMap(({ satelliteId, name, noradId }) => {
    const k = catalogue.placeOf.get(noradId)
    return k === undefined ? [] : [{ satelliteId, name, k, model: modelIn(catalogue, k) }]
  })
}

/** Returns the place in the catalogue of an object of an event; undefined if the catalogue does not have it. */
export const placeOfDesignator = ({ placeOf }: SpaceCatalogue, designator: string): number | undefined =>
  placeOf.get(Number(designator))

/** A place over the ground with its height, and the speed of the object there. */
export type ObjectPlace = TrackPlace & { readonly speedKmS: number; readonly r: Vec3 }

/** Returns the place of an object by SGP4 itself; undefined where the model has none. */
export function objectPlace(model: Sgp4Model, atMs: number): ObjectPlace | undefined {
  const state = earthFixedState(model, atMs)
  if (!state) return undefined
  const { latRad, lonRad, heightM } = toGeodetic(state.r)
  return {
    atMs,
    latitude: radToDeg(latRad),
    longitude: radToDeg(lonRad),
    heightKm: heightM / 1_000,
    speedKmS: state.speedMps / 1_000,
    r: state.r,
  }
}

/** Returns `24.3° S, 16.8° W`. */
export const placeText = ({ latitude, longitude }: Pick<TrackPlace, 'latitude' | 'longitude'>): string =>
  `${latitudeText(latitude, 1)}, ${longitudeText(longitude, 1)}`

/** The number of places on a track. */
const TRACK_STEPS = 180

/** Returns the ground track of an object between two times; its longitudes continue past 180°. Undefined where the model has no place. */
export function trackOf(model: Sgp4Model, fromMs: number, toMs: number): readonly TrackPlace[] | undefined {
  const places: TrackPlace[] = []
  for (let step = 0; step <= TRACK_STEPS; step += 1) {
    const place = objectPlace(model, fromMs + ((toMs - fromMs) * step) / TRACK_STEPS)
    if (!place) return undefined
    const before = places.at(-1)?.longitude ?? place.longitude
    const { atMs, latitude, heightKm } = place
    const longitude = place.longitude + 360 * Math.round((before - place.longitude) / 360)
    places.push({ atMs, latitude, longitude, heightKm })
  }
  return places
}

/** Returns the time that an object takes for a revolution, ms. */
export const periodMsOf = ({ columns }: SpaceCatalogue, k: number): number =>
  DAY_MS / (columns.meanMotionRevPerDay[k] ?? Number.NaN)

/** How far the dashed paths of an event reach before and after its closest approach, and the arc of a burn, ms. */
const [PATH_MS, ARC_MS] = [14 * 60_000, 7 * 60_000]

/** Returns the dashed paths of both objects around a closest approach. */
export function pathsOf(catalogue: SpaceCatalogue, { id, tcaMs, event }: EventRow): readonly MapTrack[] {
  return ([event.object1, event.object2] as const).flatMap((object, at): MapTrack[] => {
    const k = placeOfDesignator(catalogue, object.designator)
    const places = k === undefined ? undefined : trackOf(modelIn(catalogue, k), tcaMs - PATH_MS, tcaMs + PATH_MS)
    if (!places) return []
    return [{ id: `${id} ${at}`, name: object.name, series: at === 0 ? 1 : 2, look: 'path', places }]
  })
}

/** Returns the dashed arc of an own satellite around a burn. */
export const arcOf = (model: Sgp4Model, atMs: number) => trackOf(model, atMs - ARC_MS, atMs + ARC_MS)

/** Returns the events whose places are marked: those above the thresholds, and the one of the sentence. */
export const markedEvents = ({ ahead, urgent }: Pick<Space, 'ahead' | 'urgent'>): readonly EventRow[] =>
  ahead.filter((row) => isAbove(row) || row === urgent)
