import { HOUR_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { PLACE_UNIT_M } from '@apsis/astro/space/state-set.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { imageOf } from '../../chart/use-plot-exports.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { pausedAt, readShownTime, setShownTime, shownAt, useShownMs } from '../../clock/shown-time.ts'
import { elapsedMs } from '../../clock/stopwatch.ts'
import { codeOf } from '../../shell/page/page-failed.tsx'
import { CLOUD_S } from '../../space/fragments/fragment-cloud.ts'
import type { Fragments } from '../../space/fragments/use-fragments.ts'
import {
  afterWheel,
  directionTo,
  dragDegrees,
  earthAxes,
  focalOf,
  framingKm,
  type GlobeCamera,
  type GlobeTarget,
  type GlobeView,
  HOME,
  orbitAxes,
  outOf,
  viewBetween,
  viewOf,
} from '../../space/globe/globe-camera.ts'
import { type ExactPoint, FORMS, type GlobeBody, type GlobeLine } from '../../space/globe/globe-canvas.ts'
import { groundLines, onGround } from '../../space/globe/globe-lines.ts'
import type { GlobeMark } from '../../space/globe/globe-marks.tsx'
import { drawnState, greenwichAt } from '../../space/model-of.ts'
import type { FilterResult, SpaceCatalogue } from '../../space/space-catalogue.ts'
import { type DrawnGlobe, type GlobeShow, type SceneAt, useGlobeCanvas } from '../../space/use-globe-canvas.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { useMedia } from '../../ui/page/size.ts'
import { createStore, type Store, useStore } from '../../ui/store/store.ts'
import { useWords } from '../../ui/text/language.ts'
import { type EventRow, pairOf } from '../event/event-row.ts'
import { cdmsQuery } from '../event/queries.ts'
import { burnLines } from './drawn-burns.ts'
import { hollowAt, objectsAt } from './flat-view.tsx'
import { contentOf, ORBIT_MS, placeOfEvent, placesOfPaths } from './globe-content.ts'
import type { GlobeEncounter } from './globe-encounter.ts'
import { markedEvents, modelIn, ownOfBurn, placeOfDesignator, placeText, type Space } from './use-space.ts'
import { spaceWords } from './words.data.ts'

export type GlobeProps = {
  readonly space: Space
  readonly catalogue: SpaceCatalogue
  readonly filter: FilterResult
  readonly fragments: Fragments
  /** The place of the picked object in the catalogue. */
  readonly picked: number | undefined
  readonly onPick: (places: readonly number[]) => void
}

/** Further lines and marks, in the frame of the Earth. */
export type GlobeExtras = {
  readonly lines: readonly GlobeLine[]
  readonly bodiesAt: (atMs: number) => readonly GlobeBody[]
}

type ViewAtTime = Pick<DrawnGlobe, 'view' | 'atMs'>

/** A flight of the camera takes this time, ms. */
const FLIGHT_MS = 700
/** Marks are placed again after this time while only time moves, ms. */
const MARKS_MS = 100
/** The camera follows an object from this far at most, and is this far from an event that has no message, km. */
const [FOLLOW_KM, NEAR_KM] = [4_000, 50]
/** From this far the whole encounter is seen, in its largest length. */
const WHOLE = 6
/** Below this distance from an event only what comes from its message is exact enough to be drawn, km. */
const MESSAGE_KM = 50
const INERTIAL: GlobeTarget['axes'] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const CENTRE: Vec3 = [0, 0, 0]

/** Draws the globe on demand, and moves its camera; the returned functions are what keys, buttons and the pointer do. */
export function useGlobe(
  props: GlobeProps & { readonly extras: GlobeExtras },
  camera: Store<GlobeCamera>,
  onState: (state: GlobeShow) => void,
) {
  const { space, catalogue, filter, fragments, picked, extras, onPick } = props
  const { thread, ahead, urgent } = space
  const say = useWords(spaceWords)
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const { at, frame, distanceKm } = useStore(camera)
  const shown = ahead.find(({ id }) => id === at) ?? urgent
  const encounter = useEncounter(shown)
  const isAtEvent = at !== 'earth' && at !== 'pick' && distanceKm < MESSAGE_KM
  const isClose = at === encounter?.eventId && isAtEvent
  const orbitMs = Math.floor(useShownMs(1_000) / ORBIT_MS) * ORBIT_MS
  const hollowMs = Math.floor(orbitMs / HOUR_MS) * HOUR_MS
  const hollow = useMemo(() => hollowAt(catalogue, hollowMs), [catalogue, hollowMs])
  const content = useMemo(
    () => contentOf({ space, catalogue, picked, isEarthFixed: frame === 'ef', orbitMs, shown, encounter, say }),
    [space, catalogue, picked, frame, orbitMs, shown, encounter, say],
  )
  const exact = useMemo(() => exactModels(space, catalogue, picked), [space, catalogue, picked])
  const onPaths = useMemo(() => modelsOnPaths(catalogue, filter, exact), [catalogue, filter, exact])
  const forms = useMemo(
    () => formsOf(catalogue, { filter, hollow, exact: [...exact, ...onPaths].map(({ k }) => k) }),
    [catalogue, filter, hollow, exact, onPaths],
  )
  const [drawn] = useState(() => createStore<ViewAtTime | undefined>(undefined))
  const svg = useRef<SVGSVGElement>(null)
  const flight = useRef<{ readonly from: GlobeView; readonly sinceMs: number }>(undefined)
  const marked = useRef({ ms: 0, camera: HOME })
  const pickedModel = exact.find(({ k }) => k === picked)?.model
  const eventOf = (id: string) => ahead.find((row) => row.id === id)

  /** Returns the camera with what it looks at; a target that is not there leaves the camera at home. */
  const aimed = (wanted: GlobeCamera, atMs: number): { readonly camera: GlobeCamera; readonly target: GlobeTarget } => {
    const earth = earthAxes(greenwichAt(atMs))
    const axes = wanted.frame === 'ef' ? earth : INERTIAL
    if (wanted.at === 'earth') return { camera: wanted, target: { place: CENTRE, axes } }
    if (wanted.at === 'pick') {
      const state = pickedModel && drawnState(pickedModel, atMs)
      if (state) return { camera: wanted, target: { place: state.r, axes: orbitAxes(state) } }
    } else {
      const row = eventOf(wanted.at)
      const place = row && placeOfEvent(space, row, encounter)
      if (place) return { camera: wanted, target: { place: outOf(earth, place), axes } }
    }
    return { camera: { ...HOME, frame: wanted.frame }, target: { place: CENTRE, axes } }
  }
  const viewAt = (size: Parameters<typeof viewOf>[2], atMs: number): GlobeView => {
    const { camera: seen, target } = aimed(camera.read(), atMs)
    const view = viewOf(seen, target, size)
    const { from, sinceMs } = flight.current ?? {}
    if (!from || sinceMs === undefined) return view
    const share = (elapsedMs() - sinceMs) / FLIGHT_MS
    if (share < 1) return viewBetween(from, view, share * share * (3 - 2 * share))
    flight.current = undefined
    return view
  }

  const sceneAt: SceneAt = (atMs, size) => {
    const view = viewAt(size, atMs)
    const near = encounter && at === encounter.eventId ? encounter.at(atMs) : undefined
    // An orbit is a line between places: up to 3 km beside it, which is seen so near.
    const isNear = at !== 'earth' && norm(subtract(view.eye, view.target)) < 1_000 * MESSAGE_KM
    return {
      view,
      forms,
      fragments: fragmentsAt(fragments, atMs),
      exact: [...exactPoints(onPaths, picked, atMs), ...exactPoints(exact, picked, atMs)],
      lines: [
        ...groundLines(atMs),
        ...content.lines.filter(({ isOrbit }) => !isOrbit || !isNear),
        ...(near?.lines ?? []),
        ...extras.lines,
      ],
      orbitNow: (atMs - orbitMs) / 1_000,
      // So near to an event its message is more exact than any other ellipsoid.
      bodies: near?.bodies ?? extras.bodiesAt(atMs),
    }
  }
  const onPicture = (picture: DrawnGlobe) => {
    const isFlying = flight.current !== undefined
    const isMoved = isFlying || marked.current.camera !== camera.read()
    if (isMoved || readShownTime().kind === 'paused' || elapsedMs() - marked.current.ms > MARKS_MS) {
      marked.current = { ms: elapsedMs(), camera: camera.read() }
      drawn.set(picture)
    }
    return isFlying
  }
  const { attach, canvas, ask, paint, sizeNow } = useGlobeCanvas({
    thread,
    catalogue,
    sceneAt,
    onPicture,
    onWheel: (px) => camera.set(afterWheel(camera.read(), px)),
    onState,
  })
  useEffect(() => camera.subscribe(ask), [camera, ask])

  const atMsNow = () => drawn.read()?.atMs ?? shownAt(readShownTime(), now())
  const look = (next: GlobeCamera) => {
    flight.current = undefined
    camera.set(next)
  }
  const fly = (next: GlobeCamera) => {
    const from = drawn.read()?.view
    flight.current = isStill || !from ? undefined : { from, sinceMs: elapsedMs() }
    camera.set(next)
    ask()
  }
  const axesOf = (of: GlobeCamera['frame'], atMs: number) => (of === 'ef' ? earthAxes(greenwichAt(atMs)) : INERTIAL)
  const over = (place: Vec3, atMs: number) => directionTo(place, axesOf(frame, atMs))
  const overStation = (station: Parameters<typeof onGround>[0]) => {
    const atMs = atMsNow()
    fly({ ...HOME, frame, ...over(outOf(earthAxes(greenwichAt(atMs)), onGround(station)), atMs) })
  }
  const letGo = () => {
    const atMs = atMsNow()
    const place = pickedModel && drawnState(pickedModel, atMs)?.r
    fly({ ...HOME, frame, ...(place ? over(place, atMs) : {}) })
  }
  const follow = () => {
    if (at === 'pick') return letGo()
    fly({ at: 'pick', frame, lat: 25, lon: 0, distanceKm: Math.min(distanceKm, FOLLOW_KM) })
  }
  const [first] = markedEvents(space).toSorted((a, b) => a.tcaMs - b.tcaMs)
  const ofPicked = picked === undefined ? undefined : approachOf(ahead, catalogue, space, picked)
  const framed = ofPicked ?? urgent ?? first
  const goNear = (row: EventRow) => {
    const isRead = encounter?.eventId === row.id
    setShownTime(pausedAt(isRead ? encounter.closestMs : row.tcaMs))
    fly({ ...camera.read(), distanceKm: isRead ? Math.max(0.005, (WHOLE * encounter.lengthM) / 1_000) : NEAR_KM })
  }
  const frameEvent = (row: EventRow) => {
    const place = placeOfEvent(space, row, encounter)
    if (!place) return
    if (at === row.id && distanceKm > 2 * MESSAGE_KM) return goNear(row)
    const atMs = atMsNow()
    const earth = earthAxes(greenwichAt(atMs))
    const direction = over(outOf(earth, place), atMs)
    const size = sizeNow()
    const above = viewOf(
      { at: row.id, frame: 'ef', ...directionTo(place, INERTIAL), distanceKm: 1 },
      { place, axes: INERTIAL },
      size,
    )
    const km = framingKm(place, above, placesOfPaths(content.lines, row.id), size)
    fly({ at: row.id, frame, ...direction, distanceKm: km > 1 ? km : HOME.distanceKm / 2 })
  }
  return {
    attach,
    svg,
    /** The text so near to an event that its message alone is exact enough; undefined farther away. */
    near: isAtEvent ? nearText(say, isClose ? encounter : undefined) : undefined,
    drawn,
    look,
    letGo,
    home: () => fly({ ...HOME, frame }),
    follow: pickedModel || at === 'pick' ? follow : undefined,
    following: at === 'pick' && picked !== undefined ? catalogue.columns.name[picked] : undefined,
    frameEvent: framed ? () => frameEvent(framed) : undefined,
    /** Returns what shows an event; undefined while its place is not known. */
    showEvent: (id: string) => {
      const row = eventOf(id)
      return row && placeOfEvent(space, row, encounter) ? () => frameEvent(row) : undefined
    },
    changeFrame: () => {
      const seen = camera.read()
      const next = frame === 'ef' ? 'in' : 'ef'
      const turnedDeg = (greenwichAt(atMsNow()) * 180) / Math.PI
      // The picture stays: only the name of the direction changes.
      const lon = at === 'pick' ? seen.lon : seen.lon + (next === 'in' ? turnedDeg : -turnedDeg)
      look({ ...seen, frame: next, lon: lon - 360 * Math.round(lon / 360) })
    },
    dragDegrees: (seen: GlobeCamera) => dragDegrees(seen, focalOf(sizeNow())),
    /** The places of the whole catalogue as they are drawn. */
    placesNow: () => {
      const found = thread.kind === 'ready' ? thread.clock.placesAt(readShownTime(), now()) : undefined
      if (!found) return undefined
      for (const { k, model } of [...exact, ...onPaths]) {
        const place = drawnState(model, found.atMs)?.r
        if (place)
          found.places.set(
            place.map((metres) => Math.round(metres / PLACE_UNIT_M)),
            3 * k,
          )
      }
      return found.places
    },
    viewNow: () => viewAt(sizeNow(), atMsNow()),
    earthMarks: (atMs: number): readonly GlobeMark[] => {
      const axes = earthAxes(greenwichAt(atMs))
      const near = encounter && at === encounter.eventId ? encounter.at(atMs) : undefined
      const names = encounter && eventOf(encounter.eventId)
      const bodies = (near?.places ?? []).map((place, k): GlobeMark => {
        const name = (k === 0 ? names?.satellite : names?.secondary) ?? ''
        const tone = k === 0 ? 'fill-series-1 medium' : 'fill-series-2'
        return { id: `body ${k}`, kind: 'object', place, lines: [say('byMessage', { name })], tone }
      })
      // So near, the mark of the event would cover the encounter itself.
      const others = content.earthMarks.filter(({ id }) => !near || !isClose || id !== at)
      return [...bodies, ...others].map((mark) => ({ ...mark, place: outOf(axes, mark.place) }))
    },
    objectMarks: (atMs: number): readonly GlobeMark[] =>
      exact.flatMap(({ k, name, form, model }): GlobeMark[] => {
        const place = drawnState(model, atMs)?.r
        if (!place) return []
        const tone = form === FORMS.own ? 'fill-series-1 medium' : 'fill-series-2'
        const kind = k !== picked ? 'object' : at === 'pick' ? 'followed' : 'picked'
        return [{ id: `object ${k}`, kind, place, lines: [name], tone }]
      }),
    /** The Tab key goes through these: objects, own ones first, then events in the order of their time, then burns, then stations. */
    readable: (atMs: number, isPaused: boolean) => [
      ...objectsAt({ space, catalogue, picked }, atMs).map((one) => {
        const k = Number(one.id.split(' ')[1])
        const height = formatNumber(one.heightKm, { decimals: 0 })
        const text = isPaused ? say('readPlace', { name: one.name, place: placeText(one), height }) : one.name
        return { id: one.id, text, run: () => onPick([k]) }
      }),
      ...markedEvents(space)
        .toSorted((a, b) => a.tcaMs - b.tcaMs)
        .map((row) => ({
          id: row.id,
          text: `${pairOf(row)}, TCA ${formatInstant(row.tcaMs)}`,
          run: () => frameEvent(row),
        })),
      ...space.burns.map((burn) => ({
        id: `burn ${burn.id}`,
        text: burnLines(burn, say).join(', '),
        run: () => onPick([ownOfBurn(space, burn.id)?.k].filter((k) => k !== undefined)),
      })),
      ...space.stations.map((station) => ({
        id: station.stationId,
        text: say(station.canCommand ? 'readCommandStation' : 'readStation', {
          name: station.name,
          place: placeText(station),
          elevation: station.minimumElevation,
        }),
        run: () => overStation(station),
      })),
    ],
    /** Returns the picture with its marks as an image; undefined while nothing is drawn. */
    picture: async (footing: Parameters<typeof imageOf>[1]): Promise<Blob | undefined> => {
      const [element, marks] = [canvas.current, svg.current]
      if (!element || !marks || !paint()) return undefined
      const image = document.createElementNS(marks.namespaceURI, 'image')
      for (const [name, value] of Object.entries({ width: '100%', height: '100%', href: element.toDataURL() }))
        image.setAttribute(name, value)
      image.setAttribute('height', String(element.clientHeight))
      marks.prepend(image)
      const made = imageOf(marks as SVGSVGElement, footing)
      image.remove()
      return made
    },
  }
}

function nearText(say: typeof spaceWords, encounter: GlobeEncounter | undefined): string {
  if (!encounter) return say('nearWithout')
  const miss = formatNumber(encounter.missM, { decimals: 1 })
  if (encounter.radiusM === undefined) return say('near', { miss })
  return say('nearWithRadius', { miss, radius: formatNumber(encounter.radiusM, { decimals: 1 }) })
}

/**
 * Reads the newest message of an event, and returns its encounter. What reads messages is fetched then.
 */
function useEncounter(row: EventRow | undefined): GlobeEncounter | undefined {
  const client = useQueryClient()
  const cdms = useQuery({ ...cdmsQuery(row?.id ?? ''), enabled: row !== undefined })
  const cdmId = cdms.data?.[0]?.cdmId
  const [read, setRead] = useState<{ readonly cdmId: string; readonly encounter: GlobeEncounter | undefined }>()
  useEffect(() => {
    if (row === undefined || cdmId === undefined) return undefined
    let isLeft = false
    const begin = async () => {
      const { readEncounter } = await codeOf(() => import('./globe-encounter.ts'))
      const encounter = await readEncounter(client, row, cdmId)
      if (!isLeft) setRead({ cdmId, encounter })
    }
    // Without its message an event is drawn by element sets; the next look reads it again.
    begin().catch((failure: unknown) => console.error('The encounter could not be read.', failure))
    return () => {
      isLeft = true
    }
  }, [client, row, cdmId])
  return read?.cdmId === cdmId ? read?.encounter : undefined
}

type PlacedModel = Pick<Space['own'][number], 'k' | 'model'> & Pick<ExactPoint, 'form'>
type ExactModel = PlacedModel & { readonly name: string }

/** Returns the objects that are drawn where SGP4 itself has them: own satellites, the other object of the sentence, and the picked one. */
function exactModels(
  { own, urgent }: Space,
  catalogue: SpaceCatalogue,
  picked: number | undefined,
): readonly ExactModel[] {
  const other = urgent && placeOfDesignator(catalogue, urgent.event.object2.designator)
  const others = [other, picked].filter(
    (k, at, all): k is number => k !== undefined && all.indexOf(k) === at && !own.some((one) => one.k === k),
  )
  return [
    ...own.map(({ k, name, model }) => ({ k, name, model, form: FORMS.own })),
    ...others.map((k) => ({
      k,
      name: catalogue.columns.name[k] || String(catalogue.columns.noradId[k]),
      model: modelIn(catalogue, k),
      form: FORMS.other,
    })),
  ]
}

/** Returns the other objects whose operator's expectation is drawn in place of SGP4's, as far as the filters show them. */
function modelsOnPaths(
  catalogue: SpaceCatalogue,
  { mask }: FilterResult,
  exact: readonly Pick<ExactModel, 'k'>[],
): readonly PlacedModel[] {
  const isExact = new Set(exact.map(({ k }) => k))
  return [...catalogue.paths.keys()].flatMap((number) => {
    const k = catalogue.placeOf.get(number)
    if (k === undefined || mask[k] !== 1 || isExact.has(k)) return []
    return [{ k, model: modelIn(catalogue, k), form: (catalogue.kind[k] ?? missing()) + 1 }]
  })
}

function exactPoints(models: readonly PlacedModel[], picked: number | undefined, atMs: number): readonly ExactPoint[] {
  return models.flatMap(({ k, model, form }): ExactPoint[] => {
    const place = drawnState(model, atMs)?.r
    if (!place) return []
    return k === picked
      ? [
          { place, form },
          { place, form: FORMS.ring },
        ]
      : [{ place, form }]
  })
}

/** Returns the fragments at a time; there are none before their breakup, and their orbits hold for a day. */
function fragmentsAt(fragments: Fragments, atMs: number) {
  if (fragments.kind !== 'ready') return undefined
  const seconds = (atMs - fragments.atMs) / 1_000
  return seconds >= 0 && seconds <= CLOUD_S ? { cloud: fragments.cloud, seconds } : undefined
}

type FormParts = { readonly filter: FilterResult; readonly hollow: Uint8Array; readonly exact: readonly number[] }

/** Returns the form of each object of the catalogue; those that are drawn exactly have none here. */
function formsOf({ kind, size }: SpaceCatalogue, { filter, hollow, exact }: FormParts): Uint8Array<ArrayBuffer> {
  const forms = new Uint8Array(size)
  for (let k = 0; k < size; k += 1)
    if (filter.mask[k] === 1) forms[k] = (kind[k] as number) + 1 + (hollow[k] === 1 ? FORMS.hollow : 0)
  for (const k of exact) forms[k] = 0
  return forms
}

/** Returns the next event of an object. */
function approachOf(
  ahead: readonly EventRow[],
  { columns }: SpaceCatalogue,
  { own }: Space,
  picked: number,
): EventRow | undefined {
  const satelliteId = own.find(({ k }) => k === picked)?.satelliteId
  const number = columns.noradId[picked]
  const rows = ahead.filter(({ event }) =>
    satelliteId === undefined ? Number(event.object2.designator) === number : event.satelliteId === satelliteId,
  )
  return rows.toSorted((a, b) => a.tcaMs - b.tcaMs)[0]
}
