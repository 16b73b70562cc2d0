import { useId } from 'react'
import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { coastRings } from './coast.ts'
import { type Hemisphere, hemisphereOver, seenAreas, seenParts } from './hemisphere.ts'
import styles from './map.module.css'
import type { MapTrack } from './marks.tsx'
import { NIGHT_STEPS_DEG, nightBorder } from './night.ts'
import { type GroundPlace, multiples, pathThrough } from './scale.ts'

type Props = {
  /** The middle of the globe in the drawing, and its radius, px. */
  readonly x: number
  readonly y: number
  readonly radius: number
  /** The place that the globe shows in its middle. */
  readonly centre: GroundPlace
  readonly atMs: number
  readonly tracks: readonly MapTrack[]
  /** The place that is marked: an event with its level, or a satellite. */
  readonly mark: (GroundPlace & { readonly kind: Level | 'own' | 'other' }) | undefined
}

const GRID_DEG = 30
const SYMBOL_PX = 12

/** Draws the Earth from far above a place, with the land, the night and the tracks of the flat map beside it. */
export function SmallGlobe({ x, y, radius, centre, atMs, tracks, mark }: Props) {
  const see = hemisphereOver(centre)
  const clipId = useId()
  const line = (places: readonly GroundPlace[]) => linePath(see, radius, places)
  const area = (rings: readonly (readonly GroundPlace[])[]) =>
    seenAreas(see, rings)
      .map((points) => pathThrough(points.map(pxOf(radius)), true))
      .join('')
  const coast = coastRings().map(({ places }) => places)
  const sunset = nightBorder(atMs, 0)
  return (
    <g transform={`translate(${x} ${y})`}>
      <clipPath id={clipId}>
        <circle r={radius} />
      </clipPath>
      <circle r={radius} className={styles.sea} />
      <g clipPath={`url(#${clipId})`}>
        <path d={area(coast)} fillRule="evenodd" className={styles.land} />
        <path d={coast.map(line).join('')} className={`fill-none stroke-control ${styles.coast}`} />
        <path d={graticule.map(line).join('')} className={`fill-none stroke-line-3 ${styles.graticule}`} />
        {NIGHT_STEPS_DEG.map((belowDeg) => (
          <path key={belowDeg} d={area([nightBorder(atMs, belowDeg)])} className={styles.night} />
        ))}
        <path d={line(sunset)} className={`fill-none stroke-muted ${styles.sunset}`} />
      </g>
      <circle r={radius} className="fill-none stroke-control" />
      {tracks.map((track) => (
        <GlobeTrack key={track.id} track={track} atMs={atMs} line={line} />
      ))}
      {mark ? <GlobeMark at={see(mark)} kind={mark.kind} radius={radius} /> : null}
    </g>
  )
}

const pxOf =
  (radius: number) =>
  ([x, y]: readonly [number, number]) =>
    [x * radius, -y * radius] as const

const linePath = (see: Hemisphere, radius: number, places: readonly GroundPlace[]) =>
  seenParts(see, places)
    .map((part) => pathThrough(part.map(pxOf(radius))))
    .join('')

/** The lines of the graticule, in steps of four degrees. */
const graticule: readonly (readonly GroundPlace[])[] = [
  ...multiples(-180, 150, GRID_DEG).map((longitude) =>
    multiples(-88, 88, 4).map((latitude) => ({ latitude, longitude })),
  ),
  ...multiples(-60, 60, GRID_DEG).map((latitude) =>
    multiples(-180, 180, 4).map((longitude) => ({ latitude, longitude })),
  ),
]

type TrackProps = {
  readonly track: MapTrack
  readonly atMs: number
  readonly line: (places: readonly GroundPlace[]) => string
}

function GlobeTrack({ track: { look, places, series }, atMs, line }: TrackProps) {
  const colour = look === 'burn' ? 'stroke-accent' : series === 1 ? 'stroke-series-1' : 'stroke-series-2'
  if (look === 'path' || look === 'burn')
    return (
      <path d={line(places)} className={`${colour} ${styles.track} ${look === 'burn' ? styles.arc : 'dash-5-3'}`} />
    )
  const isSolid = (time: number) => (look === 'next' ? time >= atMs : time <= atMs)
  return (
    <>
      <path
        d={line(places.filter((place) => !isSolid(place.atMs)))}
        className={`${colour} ${styles.track} ${styles.faint}`}
      />
      <path d={line(places.filter((place) => isSolid(place.atMs)))} className={`${colour} ${styles.track}`} />
    </>
  )
}

type MarkProps = {
  readonly at: { readonly x: number; readonly y: number; readonly z: number }
  readonly kind: Level | 'own' | 'other'
  readonly radius: number
}

function GlobeMark({ at, kind, radius }: MarkProps) {
  if (at.z < 0) return null
  return (
    <g transform={`translate(${at.x * radius} ${-at.y * radius})`}>
      {kind === 'other' ? (
        <circle r="3.5" className={styles.other} />
      ) : kind === 'own' ? (
        <rect x="-4" y="-4" width="8" height="8" className={styles.own} />
      ) : (
        <g transform={`translate(${-SYMBOL_PX / 2} ${-SYMBOL_PX / 2})`}>
          <StatusSymbol level={kind} />
        </g>
      )}
    </g>
  )
}
