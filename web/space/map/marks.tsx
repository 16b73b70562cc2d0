/**
 * The marks of a flat map: ground tracks, stations, events, burns, objects, and their labels. All that is drawn is given as plain objects:
 * places in degrees, times in milliseconds of UTC since 1970. `MapGround` draws what lies below, for the same scale (`scale.ts`): `worldScale`
 * shows the whole Earth, `detailScale` the surroundings of a place. `MapContent` says what each mark needs; a page gives it to `MapMarks`.
 */
import { useId } from 'react'
import type { Box } from '../../chart/label-places.ts'
import { useIsConducted, useShownMs, useShownTime } from '../../clock/shown-time.ts'
import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { type Block, type PlacedBlock, placeBlocks } from './labels.ts'
import styles from './map.module.css'
import { latitudeText, longitudeText } from './place-text.ts'
import { circleAround, isInReach, reachDegrees } from './reach.ts'
import { areaPath, type GroundPlace, linePath, type MapScale, multiples, pointOf } from './scale.ts'
import { partsByLight } from './shadow.ts'
import { sunPlace } from './sun-place.ts'
import { mapWords } from './words.data.ts'

/** The place below an object at a time. Longitudes of a track continue past 180°, so that its line does not jump. */
export type TrackPlace = GroundPlace & { readonly atMs: number; readonly heightKm: number }

export type MapTrack = {
  readonly id: string
  readonly name: string
  /** 1: an own satellite; 2: another object. */
  readonly series: 1 | 2
  /**
   * `next`: solid after the moment of the map and faint before it; `approach`: solid before it, with a mark every two minutes, and faint after
   * it; `path`: dashed, where an object will be around an event; `burn`: dashed in the accent, around a burn; `candidate`: the same, thin.
   */
  readonly look: 'next' | 'approach' | 'path' | 'burn' | 'candidate'
  /** From the first to the last, at least two. */
  readonly places: readonly TrackPlace[]
  /** The times in which no light of the Sun reaches the object: the track is dotted there. */
  readonly shadows?: readonly { readonly fromMs: number; readonly toMs: number }[]
}

/** A station, drawn as a dish with the circle of its lowest elevation; a station with a level has the shape of that level. */
export type MapStation = GroundPlace & {
  readonly id: string
  readonly name: string
  /** deg */
  readonly minimumElevation: number
  readonly level?: Level
  readonly isChosen?: boolean
  /** True for a station that commands satellites: its dish is filled. */
  readonly canCommand?: boolean
}

/** An object at the moment of the map. */
export type MapObject = TrackPlace & { readonly id: string; readonly name: string; readonly series: 1 | 2 }

/** An event, at the place of its closest approach; a ring marks one that is not decided. */
export type MapEvent = TrackPlace & {
  readonly id: string
  readonly level: Level
  readonly isOpen: boolean
  /** The lines of its label. */
  readonly lines: readonly string[]
}

export type MapBurn = TrackPlace & {
  readonly id: string
  readonly lines: readonly string[]
  /** True for a candidate that was not chosen. */
  readonly isCandidate?: boolean
}

type MapRim = { readonly id: string; readonly isRunning: boolean; readonly places: readonly GroundPlace[] }

export type MapContent = {
  /** The moment of the map. */
  readonly atMs: number
  readonly tracks: readonly MapTrack[]
  readonly stations: readonly MapStation[]
  /** The height for which the circles of the stations are drawn; undefined for none. */
  readonly maskHeightKm: number | undefined
  /** The places on the ground below the cone of a station, in which it sees the satellite of a pass. */
  readonly rims?: readonly MapRim[]
  /** Directions that sensors have measured, from the sensor to the place below the end of the line of sight. */
  readonly sights?: readonly { readonly id: string; readonly places: readonly GroundPlace[] }[]
  readonly objects: readonly MapObject[]
  readonly events: readonly MapEvent[]
  readonly burns: readonly MapBurn[]
}

const SYMBOL_PX = 12
const MARK_MS = 120_000
/** The number of marks before an approach. */
const MARKS = 4

type Props = { readonly scale: MapScale; readonly content: MapContent }
/** On a wall the texts of a map would be too small to be read. */
type MarksProps = Props & { readonly hasLabels?: boolean }

/** Draws all marks, and the labels for which there is room: a label never covers another label or a mark. */
export function MapMarks({ scale, content, hasLabels = true }: MarksProps) {
  const clipId = useId()
  const { box } = scale
  const { tracks, stations, maskHeightKm, rims = [], sights = [], objects, events, burns, atMs } = content
  return (
    <g>
      <clipPath id={clipId}>
        <rect x={box.left} y={box.top} width={box.right - box.left} height={box.bottom - box.top} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        {maskHeightKm === undefined
          ? null
          : stations.map((station) => (
              <path
                key={station.id}
                d={areaPath(scale, circleAround(station, reachDegrees(maskHeightKm, station.minimumElevation)))}
                className={
                  station.isChosen
                    ? `fill-series-1 stroke-series-1 ${styles.chosenMask}`
                    : `fill-none stroke-soft ${styles.mask}`
                }
              />
            ))}
        {rims.map(({ id, isRunning, places }) => (
          <path
            key={id}
            d={linePath(scale, places)}
            className={`fill-none stroke-ink stroke-w-1-4 ${isRunning ? '' : 'dash-4-3'}`}
            data-rim={id}
          />
        ))}
        {sights.map(({ id, places }) => (
          <path key={id} d={linePath(scale, places)} className="fill-none stroke-accent stroke-w-1-2" data-sight={id} />
        ))}
        {tracks.map((track) => (
          <TrackLines key={track.id} track={track} atMs={atMs} stations={stations} scale={scale} />
        ))}
        {stations.map((station) => (
          <StationMark key={station.id} station={station} scale={scale} />
        ))}
        {objects.map((one) => (
          <At key={one.id} place={one} scale={scale}>
            {one.series === 1 ? (
              <rect x="-4" y="-4" width="8" height="8" className={styles.own} />
            ) : (
              <circle r="3.5" className={styles.other} />
            )}
          </At>
        ))}
        {burns.map((burn) => (
          <At key={burn.id} place={burn} scale={scale}>
            {burn.isCandidate ? <CandidateDiamond /> : <BurnDiamond />}
          </At>
        ))}
        {events.map((event) => (
          <At key={event.id} place={event} scale={scale}>
            {event.isOpen ? <circle r="12" className="fill-none stroke-accent stroke-w-1-5" /> : null}
            <LevelSymbol level={event.level} />
          </At>
        ))}
      </g>
      {hasLabels ? <Labels scale={scale} content={content} /> : null}
    </g>
  )
}

type ShownProps = { readonly scale: MapScale; readonly tracks: readonly MapTrack[] }

/** The marks move at this interval while time runs, ms. */
const MOVE_MS = 40

/** Draws, on each track, the place at the instant that the conductor of the page shows, as the cross-hair of other plots; none while it is live. */
export function ShownPlaces(props: ShownProps) {
  const isConducted = useIsConducted()
  const { kind } = useShownTime()
  return isConducted && kind !== 'live' ? <PlacesAt {...props} /> : null
}

function PlacesAt({ scale, tracks }: ShownProps) {
  const atMs = useShownMs(MOVE_MS)
  return tracks.map((track) => {
    const place = placeAt(track.places, atMs)
    return place ? (
      <At key={track.id} place={place} scale={scale}>
        <circle r="6" className="fill-none stroke-accent stroke-w-1-5" data-shown-time />
      </At>
    ) : null
  })
}

type AtProps = { readonly place: GroundPlace; readonly scale: MapScale; readonly children: React.ReactNode }

function At({ place, scale, children }: AtProps) {
  const point = pointOf(scale, place)
  return point ? <g transform={`translate(${point.x} ${point.y})`}>{children}</g> : null
}

export const LevelSymbol = ({ level }: { readonly level: Level }) => (
  <g transform={`translate(${-SYMBOL_PX / 2} ${-SYMBOL_PX / 2})`}>
    <StatusSymbol level={level} />
  </g>
)

/** A station that can command is filled; one that only receives is hollow. */
export const Dish = ({ canCommand = false }: Pick<MapStation, 'canCommand'>) => (
  <path
    d="M-4.5 -4a4.5 4.5 0 0 0 9 0zM0 0.5v4m-3 0h6"
    className={`${canCommand ? 'fill-ink' : 'fill-panel'} stroke-ink ${styles.dish}`}
  />
)
export const BurnDiamond = () => <path d="M0 -6L6 0L0 6L-6 0Z" className={styles.burn} />
export const CandidateDiamond = () => <path d="M0 -4L4 0L0 4L-4 0Z" className="fill-none stroke-accent stroke-w-1-2" />

function StationMark({ station, scale }: { readonly station: MapStation; readonly scale: MapScale }) {
  return (
    <At place={station} scale={scale}>
      {station.isChosen ? <circle r="9" className="fill-none stroke-accent stroke-w-1-5" /> : null}
      {station.level === undefined ? (
        <Dish canCommand={station.canCommand ?? false} />
      ) : (
        <LevelSymbol level={station.level} />
      )}
    </At>
  )
}

type TrackProps = {
  readonly track: MapTrack
  readonly atMs: number
  readonly stations: readonly MapStation[]
  readonly scale: MapScale
}

function TrackLines({ track, atMs, stations, scale }: TrackProps) {
  const { look, places, series } = track
  const isBurn = look === 'burn' || look === 'candidate'
  const colour = isBurn ? 'stroke-accent' : series === 1 ? 'stroke-series-1' : 'stroke-series-2'
  if (look === 'path' || isBurn) {
    const path = linePath(scale, places)
    return (
      <>
        {look === 'candidate' ? null : <path d={path} className={styles.casing} />}
        <path
          d={path}
          className={
            look === 'candidate'
              ? `fill-none ${colour} dash-2-3`
              : `${colour} ${styles.track} ${isBurn ? styles.arc : 'dash-5-3'}`
          }
        />
      </>
    )
  }
  const [before, after] = [partOf(places, Number.NEGATIVE_INFINITY, atMs), partOf(places, atMs, Infinity)]
  const [solid, faint] = look === 'next' ? [after, before] : [before, after]
  const line = `${colour} ${styles.track}`
  return (
    <>
      <LightLines places={faint} track={track} scale={scale} className={`${line} ${styles.faint}`} />
      <path d={linePath(scale, solid)} className={styles.casing} />
      <LightLines places={solid} track={track} scale={scale} className={line} />
      {series === 1 ? (
        <path
          d={contactsOf(places, stations)
            .map((part) => linePath(scale, part))
            .join('')}
          className={`fill-none stroke-ink ${styles.contact}`}
        />
      ) : null}
      {look === 'next' ? (
        <Arrow places={after} colour={series === 1 ? 'fill-series-1' : 'fill-series-2'} scale={scale} />
      ) : null}
      {look === 'approach' ? <path d={marksOf(places, atMs, scale)} className={`${colour} ${styles.track}`} /> : null}
    </>
  )
}

type LightProps = Pick<TrackProps, 'track' | 'scale'> & {
  readonly places: readonly TrackPlace[]
  readonly className: string
}

/** Draws a part of a track: solid in light, dotted in the shadow of the Earth. */
function LightLines({ places, track: { id, shadows = [] }, scale, className }: LightProps) {
  const parts = partsByLight(places, shadows, (atMs) => placeAt(places, atMs))
  const pathOf = (isDark: boolean) =>
    parts
      .filter((part) => part.isDark === isDark)
      .map((part) => linePath(scale, part.places))
      .join('')
  const dark = pathOf(true)
  return (
    <>
      <path d={pathOf(false)} className={className} />
      {dark ? <path d={dark} className={`${className} dash-1-3`} data-shadow={id} /> : null}
    </>
  )
}

type ArrowProps = { readonly places: readonly TrackPlace[]; readonly colour: string; readonly scale: MapScale }

/** Draws the direction of flight at the end of a track. */
function Arrow({ places, colour, scale }: ArrowProps) {
  const [before, end] = places.slice(-2)
  if (!before || !end) return null
  const [dx, dy] = [end.longitude - before.longitude, before.latitude - end.latitude]
  return (
    <At place={end} scale={scale}>
      <path d="M-8 -5L2 0L-8 5Z" transform={`rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})`} className={colour} />
    </At>
  )
}

/** Returns the part of a track between two times, with the places at both. */
function partOf(places: readonly TrackPlace[], fromMs: number, toMs: number): readonly TrackPlace[] {
  const inside = places.filter(({ atMs }) => atMs > fromMs && atMs < toMs)
  return [placeAt(places, fromMs), ...inside, placeAt(places, toMs)].filter((place) => place !== undefined)
}

/** Returns the place of a track at a time, on the line between its neighbours; undefined outside of the track. */
export function placeAt(places: readonly TrackPlace[], atMs: number): TrackPlace | undefined {
  const next = places.findIndex((place) => place.atMs >= atMs)
  const [before, after] = [places[next - 1], places[next]]
  if (after === undefined) return undefined
  if (before === undefined) return after.atMs === atMs ? after : undefined
  const share = (atMs - before.atMs) / (after.atMs - before.atMs)
  const between = (a: number, b: number) => a + share * (b - a)
  return {
    atMs,
    latitude: between(before.latitude, after.latitude),
    longitude: between(before.longitude, after.longitude),
    heightKm: between(before.heightKm, after.heightKm),
  }
}

/** Returns the parts of a track in which at least one station sees the object above its lowest elevation. */
function contactsOf(
  places: readonly TrackPlace[],
  stations: readonly MapStation[],
): readonly (readonly TrackPlace[])[] {
  const parts: TrackPlace[][] = []
  let isOn = false
  for (const place of places) {
    const wasOn = isOn
    isOn = stations.some((station) => isInReach(station, place))
    if (!isOn) continue
    if (wasOn) parts.at(-1)?.push(place)
    else parts.push([place])
  }
  return parts
}

/** Returns short lines across a track, every two minutes before its approach. */
function marksOf(places: readonly TrackPlace[], atMs: number, scale: MapScale): string {
  return Array.from({ length: MARKS }, (_, at) => {
    const time = atMs - (at + 1) * MARK_MS
    const [here, there] = [placeAt(places, time), placeAt(places, time + 5_000)]
    const [from, to] = [here && pointOf(scale, here), there && pointOf(scale, there)]
    if (!from || !to) return ''
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    if (length === 0 || length > 50) return ''
    const [across, along] = [(-4 * dy) / length, (4 * dx) / length]
    return `M${from.x + across} ${from.y + along}L${from.x - across} ${from.y - along}`
  }).join('')
}

/** Returns `30° N` for a line of the graticule. */
const northText = (degrees: number) => (degrees === 0 ? '0°' : latitudeText(degrees, 0))
const eastText = (degrees: number) => (degrees % 360 === 0 ? '0°' : longitudeText(degrees, 0))

function Labels({ scale, content }: Props) {
  const { box } = scale
  const { blocks, taken, tracks } = blocksOf(scale, content)
  return (
    <g>
      {placeBlocks(blocks, { inside: box, taken, tracks }).map((placed) => (
        <BlockLabel key={placed.id} placed={placed} />
      ))}
      {scale.west === -180 ? <OutsideLabels scale={scale} /> : null}
    </g>
  )
}

/** Draws a placed label, with the line that leads to it. */
export function BlockLabel({ placed: { lines, x, y, anchor, leader, tone, mark } }: { readonly placed: PlacedBlock }) {
  return (
    <g>
      {leader ? <line {...leader} className={`stroke-control ${styles.leader}`} /> : null}
      {mark ? <circle cx={mark.x} cy={mark.y} r="4.5" className="fill-none stroke-soft" /> : null}
      {lines.map((line, at) => (
        <text key={line} x={x} y={y + 15 * at} textAnchor={anchor} className={at === 0 ? tone : 'fill-soft'}>
          {line}
        </text>
      ))}
    </g>
  )
}

/** Draws the degrees of the graticule at the left and below a map of the whole Earth, where there is room for them. */
function OutsideLabels({ scale }: { readonly scale: MapScale }) {
  const { box, x, y } = scale
  const isNarrow = box.right - box.left < 520
  return (
    <>
      {multiples(-150, 150, isNarrow ? 60 : 30)
        .filter((at) => !isNarrow || at % 60 === 0)
        .map((at) => (
          <text key={at} x={x(at)} y={box.bottom + 15} textAnchor="middle">
            {eastText(at)}
          </text>
        ))}
      {multiples(-60, 60, 30).map((at) => (
        <text key={at} x={box.left - 5} y={y(at) + 4} textAnchor="end">
          {northText(at)}
        </text>
      ))}
    </>
  )
}

/** A label keeps this distance from the points of a track. */
const TRACK_PX = 3

type LabelRoom = { readonly blocks: readonly Block[]; readonly taken: readonly Box[]; readonly tracks: readonly Box[] }

const boxAround = (point: { x: number; y: number }, half: number): Box => ({
  left: point.x - half,
  right: point.x + half,
  top: point.y - half,
  bottom: point.y + half,
})

/** Returns the labels of a map, the most important first, and what they may not cover. */
function blocksOf(scale: MapScale, content: MapContent): LabelRoom {
  const { events, objects, burns, stations, tracks, atMs } = content
  const markOf = (place: GroundPlace, half: number, block: Omit<Block, 'of'>): Block[] => {
    const point = pointOf(scale, place)
    return point ? [{ ...block, of: boxAround(point, half) }] : []
  }
  const isVital = true
  const marks = [
    ...events.flatMap(({ id, lines, ...event }) =>
      markOf(event, event.isOpen ? 13 : 7, { id, lines, tone: 'fill-ink medium', isVital }),
    ),
    ...objects.flatMap(({ id, name, series, ...one }) =>
      markOf(one, 5, { id, lines: [name], tone: toneOf(series), isVital }),
    ),
    ...burns.flatMap(({ id, lines, ...burn }) => markOf(burn, 7, { id, lines, tone: 'fill-accent', isVital })),
    ...tracks.flatMap(({ id, name, series, look, places }) => {
      const place = look === 'approach' || look === 'path' ? placeAt(places, atMs - 2 * MARK_MS) : undefined
      return place
        ? markOf(place, 3, { id: `before ${id}`, lines: [`${name}, −4 min`], tone: toneOf(series), isVital })
        : []
    }),
    ...stations.flatMap(({ id, name, minimumElevation, ...station }) =>
      markOf(station, 7, {
        id,
        lines: [mapWords('station', { name, elevation: minimumElevation })],
        tone: 'fill-soft',
      }),
    ),
  ]
  return {
    blocks: [...marks, ...groundBlocks(scale, atMs)],
    taken: marks.map(({ of }) => of),
    tracks: tracks.flatMap(({ places }) =>
      places.flatMap((place) => {
        const point = pointOf(scale, place)
        return point ? [boxAround(point, TRACK_PX)] : []
      }),
    ),
  }
}

const toneOf = (series: 1 | 2) => (series === 1 ? 'fill-series-1 medium' : 'fill-series-2')

/** Returns the labels of the ground: the Sun on a map of the whole Earth, the degrees of the graticule inside a detail. */
function groundBlocks(scale: MapScale, atMs: number): readonly Block[] {
  const { box, west, east, south, north, gridDeg } = scale
  const dot = (x: number, y: number) => ({ left: x, right: x, top: y, bottom: y })
  if (west === -180) {
    const point = pointOf(scale, sunPlace(atMs))
    const of = point ? { left: point.x - 6, right: point.x + 6, top: point.y - 6, bottom: point.y + 6 } : undefined
    return of && point ? [{ id: 'sun', lines: [mapWords('sun')], tone: '', of, mark: point }] : []
  }
  return [
    ...multiples(west, east, gridDeg).map((at) => ({
      id: `east ${at}`,
      lines: [eastText(at)],
      tone: '',
      of: dot(scale.x(at), box.bottom - 2),
      only: 'above' as const,
    })),
    ...multiples(south, north, gridDeg).map((at) => ({
      id: `north ${at}`,
      lines: [northText(at)],
      tone: '',
      of: dot(box.left - 6, scale.y(at)),
      only: 'right' as const,
    })),
  ]
}
