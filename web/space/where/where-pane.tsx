import { memo, useState } from 'react'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import type { LegendItem } from '../../chart/plot-legend.tsx'
import type { PlotPoint } from '../../chart/points.ts'
import { formatInstant } from '../../clock/format.ts'
import { Segments } from '../../ui/button/segments.tsx'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { PHONE, type Size, useMedia } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { SmallGlobe } from '../map/globe.tsx'
import { MapGround } from '../map/ground.tsx'
import { type MapContent, MapMarks, ShownPlaces, type TrackPlace } from '../map/marks.tsx'
import { eastOf, latitudeText, longitudeText } from '../map/place-text.ts'
import { isInReach } from '../map/reach.ts'
import { detailScale, type GroundPlace, type MapScale, pointOf, worldScale } from '../map/scale.ts'
import { sunElevation } from '../map/sun-place.ts'
import { whereWords } from './words.data.ts'

/** The place that a pane is about: of an event, or of a satellite. */
export type Focus = TrackPlace & { readonly kind: 'event' | 'satellite' }

type Props = {
  readonly content: MapContent
  /** Undefined: the whole Earth without a place in its middle. */
  readonly focus: Focus | undefined
  /** The content of the picture, as a sentence. */
  readonly caption: string
  /** The source of the places: `from the states of message 4`. */
  readonly drawnFrom: string
  readonly isSimulated: boolean
  readonly fileName: string
  /** The note in the head; by default the source of the places. */
  readonly note?: string
  readonly call?: ApiCall | undefined
  readonly actions?: React.ReactNode
  readonly strip?: React.ReactNode
  readonly className?: string | undefined
  readonly legend?: readonly LegendItem[]
  /** True in a narrow column, where the globe is below the map. */
  readonly isNarrow?: boolean
}

const [DESK_PX, NARROW_HEIGHT_PX] = [276, 372]
/** The globe has this room beside the map, or below it if the pane is narrow, px. */
const GLOBE_PX = 172
const NARROW_PX = 440
const GLOBE_MARGIN_PX = 14
/** The room of the degrees beside and below a map of the whole Earth. */
const MARGIN = { left: 44, right: 10, top: 6, bottom: 22 }

/** Shows where something is: a map with ground tracks, night, stations and the place, and a small globe with the same. */
export function WherePane({ content, focus, caption, drawnFrom, isSimulated, isNarrow = false, ...rest }: Props) {
  const t = useWords(whereWords)
  const [extent, setExtent] = useState<Extent>()
  const isPhone = useMedia(PHONE)
  const shown: Extent = extent ?? (focus === undefined || focus.kind === 'satellite' ? 'earth' : 'detail')
  return (
    <PlotFrame
      {...rest}
      title={t('where')}
      note={[...(isSimulated ? [t('simulated')] : []), rest.note ?? drawnFrom].join('; ')}
      caption={caption}
      provenance={t('provenance', { drawnFrom })}
      heightPx={isPhone || isNarrow ? NARROW_HEIGHT_PX : DESK_PX}
      table={() => tableOf(content)}
      actions={
        <>
          {rest.actions}
          {focus ? (
            <Segments
              label={t('extent')}
              value={shown}
              onChange={setExtent}
              options={(['detail', 'earth'] as const).map((value) => ({ value, label: t(value) }))}
            />
          ) : null}
        </>
      }
      plot={(size): Plot => {
        const places = { size, content, focus, extent: shown }
        return {
          drawing: <WhereDrawing {...places} />,
          points: pointsOf(content, scaleOf(places)),
        }
      }}
    />
  )
}

type Extent = 'detail' | 'earth'
type DrawingProps = {
  readonly size: Size
  readonly content: MapContent
  readonly focus: Focus | undefined
  readonly extent: Extent
  readonly hasLabels?: boolean
}

/** Draws the map and the globe; not again while only a point of them is read. */
export const WhereDrawing = memo(function WhereDrawing({ hasLabels = true, ...places }: DrawingProps) {
  const { size, content, focus } = places
  const scale = scaleOf(places)
  const [event] = content.events
  const level = focus?.kind === 'event' ? event?.level : undefined
  return (
    <>
      <MapGround scale={scale} atMs={content.atMs} />
      <MapMarks scale={scale} content={content} hasLabels={hasLabels} />
      <ShownPlaces scale={scale} tracks={content.tracks} />
      <SmallGlobe
        {...roomsOf(size).globe}
        centre={focus ?? middleOf(content)}
        atMs={content.atMs}
        tracks={content.tracks}
        mark={focus && { ...focus, kind: level ?? (content.objects[0]?.series === 2 ? 'other' : 'own') }}
      />
    </>
  )
})

function scaleOf({ size, focus, extent }: DrawingProps): MapScale {
  const { map } = roomsOf(size)
  return extent === 'detail' && focus ? detailScale(map, focus) : worldScale(inside(map))
}

/** Returns the rooms of the map and of the globe, side by side or below each other. */
function roomsOf({ width, height }: Size) {
  const isNarrow = width < NARROW_PX
  const radius = (GLOBE_PX - 2 * GLOBE_MARGIN_PX) / 2
  if (isNarrow)
    return {
      map: { left: 0, right: width, top: 0, bottom: height - GLOBE_PX },
      globe: { x: width / 2, y: height - GLOBE_PX / 2, radius },
    }
  return {
    map: { left: 0, right: width - GLOBE_PX, top: 0, bottom: height },
    globe: { x: width - GLOBE_PX / 2, y: height / 2, radius },
  }
}

const inside = ({ left, right, top, bottom }: MapScale['box']) => ({
  left: left + MARGIN.left,
  right: right - MARGIN.right,
  top: top + MARGIN.top,
  bottom: bottom - MARGIN.bottom,
})

/** Returns the middle of the tracks, or of the stations if nothing flies. */
function middleOf({ tracks, stations }: MapContent): GroundPlace {
  const places = tracks[0]?.places ?? []
  return places[Math.floor(places.length / 2)] ?? stations[0] ?? { latitude: 0, longitude: 0 }
}

/** Every fourth place of a track can be read, which is one in three minutes of a low orbit. */
const READ_EVERY = 4

function pointsOf(content: MapContent, scale: MapScale): readonly PlotPoint[] {
  const t = whereWords
  const at = (id: string, place: GroundPlace, text: string): PlotPoint[] => {
    const point = pointOf(scale, place)
    return point ? [{ ...point, id, text }] : []
  }
  return [
    ...content.events.flatMap((one) => at(one.id, one, `${one.lines[0]}: ${placeText(one)}`)),
    ...content.burns.flatMap((one) => at(one.id, one, `${one.lines[0]}: ${placeText(one)}`)),
    ...content.objects.flatMap((one) => at(one.id, one, `${one.name}, ${placeText(one)}`)),
    ...content.stations.flatMap((one) =>
      at(one.id, one, t('station', { name: one.name, place: groundText(one), degrees: one.minimumElevation })),
    ),
    ...content.tracks.flatMap(({ id, name, places }) =>
      places
        .filter((_, place) => place % READ_EVERY === 0)
        .flatMap((place) => at(`${id} ${place.atMs}`, place, `${name}, ${placeText(place)}`)),
    ),
  ]
}

/** Returns `24.3° S, 16.8° W`. */
export const groundText = ({ latitude, longitude }: GroundPlace): string =>
  `${latitudeText(latitude, 1)}, ${longitudeText(longitude, 1)}`

/** Returns `24.3° S, 16.8° W, 614 km, night`: the ground below an object, its height, and whether the Sun is down there. */
export const overText = (place: TrackPlace): string =>
  whereWords('over', {
    place: groundText(place),
    km: formatNumber(place.heightKm, { decimals: 0 }),
    light: whereWords(sunElevation(place, place.atMs) > 0 ? 'day' : 'night'),
  })

const placeText = (place: TrackPlace) => `${formatInstant(place.atMs)}: ${overText(place)}`

/** Returns the sentence on the stations that see an object at its place; empty if no station is known. */
export function seenText(place: TrackPlace, { stations }: Pick<MapContent, 'stations'>): string {
  if (stations.length === 0) return ''
  const names = stations.filter((station) => isInReach(station, place)).map(({ name }) => name)
  return names.length === 0 ? whereWords('unseen') : whereWords('seen', { names: names.join(', ') })
}

/** Returns the contents of a map in the format of files. */
function tableOf({ events, burns, objects, stations, tracks }: MapContent): PlotTable {
  const t = whereWords
  const row = (what: string, name: string, place: GroundPlace & { atMs?: number; heightKm?: number }) => [
    what,
    name,
    place.atMs === undefined ? undefined : new Date(place.atMs).toISOString(),
    place.latitude,
    eastOf(place.longitude),
    place.heightKm,
  ]
  return {
    columns: ['what', 'name', 'time_utc', 'latitude_deg', 'longitude_deg', 'height_km'],
    heads: [t('what'), t('name'), t('time'), t('latitude'), t('longitude'), t('height')],
    rows: [
      ...events.map((one) => row('event', one.lines.join(' '), one)),
      ...burns.map((one) => row('burn', one.lines.join(' '), one)),
      ...objects.map((one) => row('object', one.name, one)),
      ...stations.map((one) => row('station', one.name, one)),
      ...tracks.flatMap(({ name, places }) => places.map((place) => row('track', name, place))),
    ],
  }
}
