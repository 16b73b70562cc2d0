import { DAY_MS } from '@apsis/astro/constants.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { OBJECT_KINDS } from '@apsis/contract/tle/object-kind.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { type ShownTime, useShownMs } from '../../clock/shown-time.ts'
import type { CloudAt } from '../../space/fragments/use-fragments.ts'
import type { MapTrack, TrackPlace } from '../../space/map/marks.tsx'
import { latitudeText, longitudeText } from '../../space/map/place-text.ts'
import { type DrawnModel, earthFixedState, modelOf } from '../../space/model-of.ts'
import { useOperatorPaths } from '../../space/operator-path.ts'
import type { SpaceCatalogue } from '../../space/space-catalogue.ts'
import { useStates } from '../../space/use-states.ts'
import { stationsQuery } from '../contact/contacts-query.ts'
import { type EventRow, isAbove } from '../event/event-row.ts'
import { useEvents } from '../event/queries.ts'
import { sentenceOf } from '../event/sentence.ts'
import { burnsQuery, plansOf } from '../plan/burns/burns.ts'
import { drawnBurns } from './drawn-burns.ts'
import type { BreakupView } from './space-view.ts'

/** An own satellite that the catalogue has. */
export type OwnObject = {
  readonly satelliteId: string
  readonly name: string
  /** Its place in the catalogue. */
  readonly k: number
  readonly model: DrawnModel
}

const AHEAD = { isPast: false, days: 7 } as const
const NO_PLANS: readonly Plan[] = []
const NO_STATIONS: readonly GroundStation[] = []

/** Reads everything that the page shows: the catalogue and its thread, the fleet, its events, stations and burns. */
export function useSpace() {
  const nowMs = useNow('minute')
  const states = useStates()
  const { catalogue: sets } = states
  const events = useEvents(AHEAD)
  const { satellites, rows, filling, fleet } = events
  const stationsRead = useQuery(stationsQuery)
  const burnsRead = useQuery(burnsQuery())
  const { data: stations = NO_STATIONS } = stationsRead
  const { data: listed = NO_PLANS } = burnsRead
  const plans = useMemo(() => plansOf(fleet.data, listed), [fleet.data, listed])
  const ahead = useMemo(() => (rows ?? []).filter(({ tcaMs }) => tcaMs >= nowMs), [rows, nowMs])
  const sentence = useMemo(() => rows && sentenceOf(rows, nowMs, filling), [rows, nowMs, filling])
  const urgent = sentence && 'row' in sentence ? sentence.row : undefined
  const shownMs = useShownMs(60_000)
  const drawn = useOperatorPaths(urgent ? [shownMs, urgent.tcaMs] : [shownMs], { isEnabled: satellites.length > 0 })
  const { paths } = drawn
  // The thread goes on with the element sets alone, so it does not begin again when paths come.
  const catalogue = useMemo(() => sets && { ...sets, paths }, [sets, paths])
  const own = useMemo(() => (catalogue ? ownIn(catalogue, satellites) : []), [catalogue, satellites])
  const burns = useMemo(() => drawnBurns(plans, own, nowMs), [plans, own, nowMs])
  return {
    ...states,
    catalogue,
    drawn,
    events,
    nowMs,
    burns,
    fleet,
    satellites,
    ahead,
    sentence,
    urgent,
    own,
    stations,
    plans,
    /** The state of the reading, which tells “none” from “not known”. */
    stationsAre: stationsRead.data ? 'read' : stationsRead.status,
    burnsAre: burnsRead.data ? 'read' : burnsRead.status,
  } as const
}
export type Space = ReturnType<typeof useSpace>

/** Returns the model of an object of the catalogue, with the path of its operator if one is known. */
export function modelIn({ columns, paths }: SpaceCatalogue, k: number): DrawnModel {
  const model = modelOf(columns, k, parseTime(columns.origin))
  const path = paths.get(columns.noradId[k] ?? Number.NaN)
  return path ? { ...model, path } : model
}

/** Returns the own satellite of a burn that is drawn. */
export const ownOfBurn = ({ own, burns }: Pick<Space, 'own' | 'burns'>, id: string): OwnObject | undefined => {
  const of = burns.find((burn) => burn.id === id)
  return own.find(({ satelliteId }) => satelliteId === of?.satelliteId)
}

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

/** Returns the place of an object as it is drawn; undefined where it has none. */
export function objectPlace(model: DrawnModel, atMs: number): ObjectPlace | undefined {
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
export function trackOf(model: DrawnModel, fromMs: number, toMs: number): readonly TrackPlace[] | undefined {
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

/** The dashed paths of an event reach this far before and after its closest approach, and the arc of a burn around it, ms. */
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
export const arcOf = (model: DrawnModel, atMs: number) => trackOf(model, atMs - ARC_MS, atMs + ARC_MS)

/** Returns the events whose places are marked: those above the thresholds, and the one of the sentence. */
export const markedEvents = ({ ahead, urgent }: Pick<Space, 'ahead' | 'urgent'>): readonly EventRow[] =>
  ahead.filter((row) => isAbove(row) || row === urgent)

/** Returns the time that a picture states: that of the minute while it is live, and the last one if the thread of the positions has ended. */
export function pictureMs({ thread, nowMs }: Pick<Space, 'thread' | 'nowMs'>, time: ShownTime): number {
  if (thread.kind === 'dead') return thread.atMs
  return time.kind === 'live' ? nowMs : time.atMs
}

/** Returns the label of an event: whose it is, and when. */
export const eventLines = (row: EventRow): readonly string[] => [
  row.satellite,
  `TCA ${formatInstant(row.tcaMs).slice(5)}`,
]

/** Returns what is modelled of a breakup: the object's state by SGP4 at that instant; undefined where it has none. */
export function breakupQuestion(
  catalogue: SpaceCatalogue,
  { noradId, cause, massKg, atMs }: BreakupView,
): CloudAt | undefined {
  const k = catalogue.placeOf.get(noradId)
  if (k === undefined) return undefined
  const state = propagateSgp4(modelIn(catalogue, k), parseTime(new Date(atMs).toISOString()))
  if (!state.ok) return undefined
  const body = OBJECT_KINDS[catalogue.kind[k] ?? -1] === 'rocketBodies' ? 'rocketBody' : 'spacecraft'
  // The same breakup has the same fragments on every screen.
  const seed = (noradId ^ Math.floor(atMs / 1_000)) >>> 0
  return { breakup: { cause, massKg, body }, state: { r: state.r, v: state.v }, seed, atMs }
}
