import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import chart from '../../chart/plot.module.css'
import { nextPoint } from '../../chart/points.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { onShownTime, readShownTime, shownAt, speedOf, useShownMs, useShownTime } from '../../clock/shown-time.ts'
import { NOWHERE, writeFlatPlaces } from '../../space/flat-places.ts'
import { writeFragmentPlaces } from '../../space/fragments/fragment-cloud.ts'
import type { Fragments } from '../../space/fragments/use-fragments.ts'
import { MapGround } from '../../space/map/ground.tsx'
import { type MapBurn, type MapContent, type MapEvent, MapMarks, type MapObject } from '../../space/map/marks.tsx'
import { detailScale, type GroundPlace, type MapScale, pointOf, worldScale } from '../../space/map/scale.ts'
import { shadowsOf } from '../../space/map/shadow.ts'
import { earthFixedState } from '../../space/model-of.ts'
import { epochMsOf, type FilterResult, type SpaceCatalogue } from '../../space/space-catalogue.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { usePrinting } from '../../ui/page/printing.ts'
import { useMedia, useSize } from '../../ui/page/size.ts'
import { usePreference } from '../../ui/preference/use-preference.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { useWords } from '../../ui/text/language.ts'
import { isDecided, pairOf } from '../event/event-row.ts'
import { burnLines } from './drawn-burns.ts'
import { groundBelow, usePassCones } from './passes.ts'
import { drawPoints, type ExactPoint, inkOf, objectsNear, type PointPicture, pointPaths } from './point-canvas.ts'
import styles from './space.module.css'
import { groundSights, useSights } from './use-sights.ts'
import {
  arcOf,
  eventLines,
  markedEvents,
  modelIn,
  objectPlace,
  ownOfBurn,
  pathsOf,
  periodMsOf,
  pictureMs,
  placeOfDesignator,
  placeText,
  type Space,
  trackOf,
} from './use-space.ts'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly space: Space
  readonly catalogue: SpaceCatalogue
  readonly filter: FilterResult
  readonly fragments: Fragments
  /** The place of the picked object in the catalogue. */
  readonly picked: number | undefined
  /** True if the measured tracks of the picked object are asked for. */
  readonly hasTracks: boolean
  /** Is called with the objects under the pointer. */
  readonly onPick: (places: readonly number[]) => void
  readonly onOpen: (k: number) => void
}

/** Objects whose set is further from the shown time than this are drawn hollow. */
const HOLLOW_DAYS = 10
/** Marks and labels are placed again after this time while time runs, ms. */
const MARKS_MS = 100
/** Faster than this a label would be left behind by its object between two placements. */
const LABELLED_SPEED = 60
const MARGIN_PX = { left: 48, right: 12, top: 12, bottom: 24 }
const NARROW_MARGIN_PX = { left: 42, right: 8, top: 8, bottom: 20 }

/** Draws the whole catalogue on a flat map, with the fleet, its events, stations and burns. */
export function FlatView(props: Props & { readonly centre?: GroundPlace | undefined }) {
  const { space, catalogue, filter, picked, centre, onPick, onOpen } = props
  const say = useWords(spaceWords)
  const [measure, size] = useSize<HTMLDivElement>()
  const margin = size.width < 600 ? NARROW_MARGIN_PX : MARGIN_PX
  const scale = useMemo(() => {
    const room = {
      left: margin.left,
      right: size.width - margin.right,
      top: margin.top,
      bottom: size.height - margin.bottom,
    }
    return centre ? detailScale(room, centre) : worldScale(room)
  }, [margin, size, centre])
  const flat = useRef(new Float32Array(2 * catalogue.size).fill(NOWHERE))
  const drawnFragments = useRef<Float32Array>(undefined)
  const isPrinting = usePrinting()
  const time = useShownTime()
  const shownMs = useShownMs(speedOf(time) === 1 ? 1_000 : MARKS_MS)
  const marksMs = space.thread.kind === 'dead' ? space.thread.atMs : shownMs
  const content = useContent(props, marksMs)
  const points = useMemo(() => readable({ space, catalogue }, content, say), [space, catalogue, content, say])
  const [read, setRead] = useState<number>()
  const active = read === undefined ? undefined : points[read]
  const own = useMemo(() => new Set(space.own.map(({ k }) => k)), [space.own])
  const pickAt = (event: React.PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = { x: event.clientX - box.left, y: event.clientY - box.top }
    onPick(objectsNear({ scale, flat: flat.current, mask: filter.mask }, at, own))
  }
  return (
    <>
      <div
        ref={measure}
        className={`grow relative focus-inside clip ${styles.map}`}
        role="slider"
        tabIndex={0}
        aria-label={say('mapLabel', {
          count: formatNumber(filter.drawn),
          // The label changes when somebody moves the time, and not while it runs.
          time: formatInstant(pictureMs(space, time)),
        })}
        aria-valuemin={0}
        aria-valuemax={points.length}
        aria-valuenow={read === undefined ? 0 : read + 1}
        aria-valuetext={active?.text ?? say('nothingRead')}
        data-large-map
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === 'Enter' && active) {
            event.preventDefault()
            if (active.k === undefined) return
            if (event.shiftKey) onOpen(active.k)
            else onPick([active.k])
            return
          }
          if (event.key === 'Escape') onPick([])
          const next = nextPoint(points.length, read, event.key)
          if (next === read) return
          event.preventDefault()
          setRead(next)
        }}
        onPointerUp={(event) => (event.button === 0 ? pickAt(event) : undefined)}
      >
        {size.width > 0 ? (
          <>
            <svg
              width={size.width}
              height={size.height}
              className={`block absolute inset-0 ${chart.svg}`}
              aria-hidden="true"
            >
              <Ground scale={scale} />
            </svg>
            {isPrinting ? null : (
              <PointCanvas
                {...props}
                scale={scale}
                width={size.width}
                height={size.height}
                flat={flat.current}
                drawnFragments={drawnFragments}
                picked={picked}
              />
            )}
            <svg
              width={size.width}
              height={size.height}
              className={`block absolute inset-0 ${chart.svg}`}
              aria-hidden="true"
            >
              {isPrinting ? (
                <PrintedPoints
                  {...props}
                  scale={scale}
                  flat={flat.current}
                  drawnFragments={drawnFragments.current}
                  atMs={content.atMs}
                />
              ) : null}
              <MapMarks scale={scale} content={content} />
              {active ? <ReadRing at={pointOf(scale, active)} /> : null}
            </svg>
            {active ? <p className={`ink fs-12 raised absolute round-2 ${styles.read}`}>{active.text}</p> : null}
          </>
        ) : null}
      </div>
      <Stops points={points} onRead={setRead} onPick={(k) => onPick([k])} />
    </>
  )
}

const GROUND_MS = 300_000

/** Draws land and night, which is right to a degree when it is drawn each five minutes of shown time. */
function Ground({ scale }: { readonly scale: MapScale }) {
  const time = useShownTime()
  const shownMs = useShownMs(speedOf(time) === 1 ? 60_000 : 250)
  const nightMs = time.kind === 'paused' ? shownMs : Math.floor(shownMs / GROUND_MS) * GROUND_MS
  return useMemo(() => <MapGround scale={scale} atMs={nightMs} />, [scale, nightMs])
}

/** Returns tracks, stations, events, burns and labels at a time. Tracks are computed once for a quarter of an hour. */
function useContent({ space, catalogue, picked, hasTracks }: Props, shownMs: number): MapContent {
  const say = useWords(spaceWords)
  const { own, ahead, urgent, stations, burns } = space
  const trackMs = Math.floor(shownMs / TRACK_MS) * TRACK_MS
  const fixed = useMemo(() => {
    const rows = markedEvents({ ahead, urgent })
    const first = own.find(({ satelliteId }) => satelliteId === urgent?.event.satelliteId) ?? own[0]
    const tracked = [first?.k, picked].filter((k, at, all) => k !== undefined && all.indexOf(k) === at)
    return {
      tracks: [
        ...tracked.flatMap((k) => {
          if (k === undefined) return []
          const period = periodMsOf(catalogue, k)
          const span = { fromMs: trackMs - period, toMs: trackMs + TRACK_MS + period }
          const model = modelIn(catalogue, k)
          const places = trackOf(model, span.fromMs, span.toMs)
          const series = own.some((one) => one.k === k) ? (1 as const) : (2 as const)
          const shadows = shadowsOf((atMs) => earthFixedState(model, atMs)?.r, span, period)
          return places ? [{ id: `track ${k}`, name: '', series, look: 'next' as const, places, shadows }] : []
        }),
        ...(urgent ? pathsOf(catalogue, urgent) : []),
        ...burns.flatMap(({ id, name, atMs, model, candidate }) => {
          const places = arcOf(model, atMs)
          const look = candidate === undefined ? ('burn' as const) : ('candidate' as const)
          return places ? [{ id, name, series: 1 as const, look, places }] : []
        }),
      ],
      events: rows.flatMap((row): MapEvent[] => {
        const model = own.find(({ satelliteId }) => satelliteId === row.event.satelliteId)?.model
        const place = model && objectPlace(model, row.tcaMs)
        if (!place) return []
        const { level } = meaningOf('risk', row.risk)
        return [{ ...place, id: row.id, level, isOpen: !isDecided(row), lines: eventLines(row) }]
      }),
      burns: burns.flatMap((burn): MapBurn[] => {
        const place = objectPlace(burn.model, burn.atMs)
        const isCandidate = burn.candidate !== undefined
        return place ? [{ ...place, id: burn.id, isCandidate, lines: burnLines(burn, say) }] : []
      }),
      stations: stations.map(({ stationId, name, latitude, longitude, minimumElevation, canCommand }) => {
        return { id: stationId, name, latitude, longitude, minimumElevation, canCommand }
      }),
      heightOf: first?.model,
    }
  }, [catalogue, own, ahead, urgent, stations, burns, picked, trackMs, say])
  const cones = usePassCones(space, picked)
  const rims = useMemo(
    () => cones.map((cone) => ({ id: cone.id, isRunning: cone.isRunning, places: groundBelow(cone) })),
    [cones],
  )
  const measured = useSights(catalogue, picked, hasTracks)
  const sights = useMemo(() => measured.tracks.flatMap(groundSights), [measured])
  const isLabelled = useShownTime().kind !== 'running' || speedOf(readShownTime()) <= LABELLED_SPEED
  const { heightOf, ...marks } = fixed
  return {
    ...marks,
    rims,
    sights,
    atMs: shownMs,
    maskHeightKm: heightOf && objectPlace(heightOf, shownMs)?.heightKm,
    objects: isLabelled ? objectsAt({ space, catalogue, picked }, shownMs) : [],
  }
}

const TRACK_MS = 900_000

/** Returns the labelled objects at a time: own satellites, the other object of the sentence, and the picked one. */
export function objectsAt(
  { space, catalogue, picked }: Pick<Props, 'space' | 'catalogue' | 'picked'>,
  atMs: number,
): MapObject[] {
  const { own, urgent } = space
  const other = urgent && placeOfDesignator(catalogue, urgent.event.object2.designator)
  const others = [other, picked].filter(
    (k, at, all): k is number => k !== undefined && all.indexOf(k) === at && !own.some((one) => one.k === k),
  )
  return [
    ...own.map(({ k, name, model }) => ({ k, name, model, series: 1 as const })),
    ...others.map((k) => ({
      k,
      name: catalogue.columns.name[k] ?? String(catalogue.columns.noradId[k]),
      model: modelIn(catalogue, k),
      series: 2 as const,
    })),
  ].flatMap(({ k, name, model, series }) => {
    const place = objectPlace(model, atMs)
    return place ? [{ ...place, id: `object ${k}`, name, series }] : []
  })
}

type ReadPoint = {
  readonly id: string
  /** The object that Enter picks; a station has none. */
  readonly k: number | undefined
  readonly longitude: number
  readonly latitude: number
  readonly text: string
}

/**
 * Returns the marks that the keys read, in the order of time: objects where they are now, own ones first, then events, burns, and stations, which
 * stay.
 */
function readable(
  { space, catalogue }: Pick<Props, 'space' | 'catalogue'>,
  { objects, events, burns, stations }: Pick<MapContent, 'objects' | 'events' | 'burns' | 'stations'>,
  say: typeof spaceWords,
): readonly ReadPoint[] {
  const rows = new Map(space.ahead.map((row) => [row.id, row]))
  return [
    ...objects.map(({ id, name, latitude, longitude, heightKm }) => {
      const height = formatNumber(heightKm, { decimals: 0 })
      const text = say('readPlace', { name, place: placeText({ latitude, longitude }), height })
      return { id, k: Number(id.split(' ')[1]), latitude, longitude, text }
    }),
    ...events
      .toSorted((a, b) => a.atMs - b.atMs)
      .flatMap(({ id, atMs, latitude, longitude }) => {
        const row = rows.get(id)
        if (!row) return []
        const text = say('readEvent', {
          pair: pairOf(row),
          time: formatInstant(atMs),
          place: placeText({ latitude, longitude }),
        })
        return [{ id, k: placeOfDesignator(catalogue, row.event.object2.designator), latitude, longitude, text }]
      }),
    ...burns.map(({ id, latitude, longitude, lines }) => {
      const text = [...lines, placeText({ latitude, longitude })].join(', ')
      return { id, k: ownOfBurn(space, id)?.k, latitude, longitude, text }
    }),
    ...stations.map(({ id, name, latitude, longitude, minimumElevation, canCommand }) => {
      const place = placeText({ latitude, longitude })
      const text = say(canCommand ? 'readCommandStation' : 'readStation', { name, place, elevation: minimumElevation })
      return { id, k: undefined, latitude, longitude, text }
    }),
  ]
}

/** Rings what is read; it may be beside a map of a part of the Earth. */
function ReadRing({ at }: { readonly at: { readonly x: number; readonly y: number } | undefined }) {
  return at ? <circle cx={at.x} cy={at.y} r="12" className="fill-none stroke-ink stroke-w-1-5" /> : null
}

type StopsProps = {
  readonly points: readonly ReadPoint[]
  readonly onRead: (at: number) => void
  readonly onPick: (k: number) => void
}

/** Lists what is marked on the map as buttons, for the Tab key and for a screen reader; what has the focus is ringed and read on the map. */
function Stops({ points, onRead, onPick }: StopsProps) {
  const say = useWords(spaceWords)
  return (
    <ul aria-label={say('marked')} className="visually-hidden no-print">
      {points.map(({ id, k, text }, at) => (
        <li key={id}>
          <button type="button" onFocus={() => onRead(at)} onClick={() => (k === undefined ? onRead(at) : onPick(k))}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}

type CanvasProps = Props & {
  readonly scale: MapScale
  readonly width: number
  readonly height: number
  readonly flat: Float32Array<ArrayBuffer>
  /** Receives the places of the fragments as they were drawn last. */
  readonly drawnFragments: { current: Float32Array | undefined }
}

type PrintedProps = Pick<Props, 'space' | 'catalogue' | 'filter' | 'fragments'> &
  Pick<PointPicture, 'scale' | 'flat'> & {
    readonly drawnFragments: Float32Array | undefined
    readonly atMs: number
  }

/** Draws the points as they were on the screen, for paper: lines are sharp there, and in its colours. */
function PrintedPoints(props: PrintedProps) {
  const { space, catalogue, filter, scale, flat, fragments, drawnFragments, atMs } = props
  const { thread } = space
  const hollow = useMemo(() => hollowAt(catalogue, atMs), [catalogue, atMs])
  const places = useMemo(() => {
    // On the screen there may be another view, and the map is drawn for the paper alone.
    const isDrawn = flat.some((degrees) => !Number.isNaN(degrees))
    const found = isDrawn || thread.kind !== 'ready' ? undefined : thread.clock.placesAt(readShownTime(), now())
    if (!found) return flat
    const flatPlaces = new Float32Array(flat.length)
    writeFlatPlaces(found.places, found.atMs, flatPlaces)
    return flatPlaces
  }, [flat, thread])
  const pieces = drawnFragments ?? flatFragments(fragments)(atMs)
  const { mask } = filter
  const paths = pointPaths({ scale, flat: places, fragments: pieces, mask, kind: catalogue.kind, hollow })
  return paths.map(({ id, d, widthPx, isFragment }) => (
    <path
      key={id}
      d={d}
      strokeWidth={widthPx}
      opacity="0.6"
      className={`fill-none ${isFragment ? 'stroke-series-2' : 'stroke-ink'}`}
      data-points={id}
    />
  ))
}

/** A point moves by this much between two drawings, px, at most; a slow clock then draws rarely. */
const MOVE_PX = 0.25
/** The ground speed of a low object on the map, degrees of the map in a second of shown time. */
const FASTEST_DEG_S = 0.07

/** Draws the points of the catalogue while time runs, and once where it stands still. */
function PointCanvas({
  space,
  catalogue,
  filter,
  fragments,
  picked,
  scale,
  width,
  height,
  flat,
  drawnFragments,
}: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { thread, own, urgent } = space
  const theme = usePreference('theme')
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const ratio = Math.min(2, globalThis.devicePixelRatio || 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours, which the canvas reads from its style.
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context || thread.kind !== 'ready') return undefined
    const element = canvas.current
    element.width = Math.round(width * ratio)
    element.height = Math.round(height * ratio)
    const ink = inkOf(element)
    const others = [urgent && placeOfDesignator(catalogue, urgent.event.object2.designator), picked].filter(
      (k): k is number => k !== undefined && !own.some((one) => one.k === k),
    )
    const exactModels = others.map((k) => modelIn(catalogue, k))
    // An operator's own expectation is drawn in place of SGP4's.
    const onPaths = [...catalogue.paths.keys()].flatMap((number) => {
      const k = catalogue.placeOf.get(number)
      return k === undefined ? [] : [{ k, model: modelIn(catalogue, k) }]
    })
    const pickedModel = picked === undefined ? undefined : modelIn(catalogue, picked)
    const exactAt = (atMs: number): ExactPoint[] => [
      ...own.flatMap(({ model }) => exactPoint('own', objectPlace(model, atMs))),
      ...exactModels.flatMap((model) => exactPoint('other', objectPlace(model, atMs))),
      ...exactPoint('picked', pickedModel && objectPlace(pickedModel, atMs)),
    ]
    const fragmentsAt = flatFragments(fragments)
    let [frame, timer] = [0, 0 as unknown as ReturnType<typeof setTimeout>]
    let hollow = hollowAt(catalogue, shownAt(readShownTime(), now()))
    let hollowMs = Number.NEGATIVE_INFINITY
    const draw = () => {
      const time = readShownTime()
      const found = thread.clock.placesAt(time, now())
      if (found) {
        if (Math.abs(found.atMs - hollowMs) > HOUR_MS) {
          hollow = hollowAt(catalogue, found.atMs)
          hollowMs = found.atMs
        }
        writeFlatPlaces(found.places, found.atMs, flat)
        for (const { k, model } of onPaths) {
          const place = objectPlace(model, found.atMs)
          if (!place) continue
          flat[2 * k] = place.longitude
          flat[2 * k + 1] = place.latitude
        }
        drawnFragments.current = fragmentsAt(found.atMs)
        const picture: PointPicture = {
          scale,
          flat,
          mask: filter.mask,
          kind: catalogue.kind,
          fragments: drawnFragments.current,
          hollow,
          exact: exactAt(found.atMs),
        }
        drawPoints(context, picture, ink, ratio)
        element.dataset.drawnAt = String(found.atMs)
      }
      if (time.kind === 'paused') return
      const perSecond = FASTEST_DEG_S * speedOf(time) * Math.max(0.1, scale.x(1) - scale.x(0))
      const waitMs = Math.min(1_000, (1_000 * MOVE_PX) / perSecond)
      // In a hidden tab no frame comes, so nothing is asked of the thread.
      timer = setTimeout(
        () => {
          frame = requestAnimationFrame(draw)
        },
        found ? waitMs : 0,
      )
    }
    const again = () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(draw)
    }
    again()
    const leave = [onShownTime(again), thread.arrival.subscribe(again)]
    return () => {
      for (const stop of leave) stop()
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [
    thread,
    catalogue,
    filter,
    fragments,
    own,
    urgent,
    picked,
    scale,
    width,
    height,
    flat,
    drawnFragments,
    ratio,
    theme,
    isDark,
  ])
  return (
    <div aria-hidden="true">
      <canvas
        ref={canvas}
        className={`absolute inset-0 ${styles.points} ${thread.kind === 'dead' ? styles.stopped : ''}`}
        style={{ width, height }}
      />
    </div>
  )
}

/** So many fragments are drawn on the map, the first of a random order: more are slower than a frame where the page draws without WebGL. */
export const MOST_ON_MAP = 20_000

/** Returns a function that places the fragments on the map at a time. */
function flatFragments(fragments: Fragments): (atMs: number) => Float32Array | undefined {
  if (fragments.kind !== 'ready') return () => undefined
  const { cloud, atMs: beginMs } = fragments
  const count = Math.min(MOST_ON_MAP, cloud.count)
  const [places, flat] = [new Int32Array(3 * count), new Float32Array(2 * count)]
  return (atMs) => {
    writeFragmentPlaces(cloud, (atMs - beginMs) / 1_000, places)
    writeFlatPlaces(places, atMs, flat)
    return flat
  }
}

const exactPoint = (
  form: ExactPoint['form'],
  place: { longitude: number; latitude: number } | undefined,
): ExactPoint[] => (place ? [{ form, longitude: place.longitude, latitude: place.latitude }] : [])

/** Returns 1 for each object whose set is more than ten days from a time. */
export function hollowAt(catalogue: SpaceCatalogue, atMs: number): Uint8Array {
  const hollow = new Uint8Array(catalogue.size)
  for (let k = 0; k < catalogue.size; k += 1)
    if (Math.abs(atMs - epochMsOf(catalogue, k)) > HOLLOW_DAYS * DAY_MS) hollow[k] = 1
  return hollow
}
