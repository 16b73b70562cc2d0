import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { useId } from 'react'
import plot from '../../chart/plot.module.css'
import { formatNumber } from '../../ui/format/number.ts'
import { type Size, useMedia } from '../../ui/page/size.ts'
import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { eastOf } from '../sensor/place-text.ts'
import { circleAround, reachDegrees } from '../sensor/reach.ts'
import { sunPlace } from '../sensor/sun-place.ts'
import styles from './ground.module.css'
import type { Below } from './ground-track.ts'
import { type GroundPlace, inlandSeas, lands } from './outline.ts'

/** The distance between grid lines, and between labels, degrees. */
const GRID_DEG = 30
const MARGIN = { left: 34, right: 8, top: 10, bottom: 22 }
/** The shifts in degrees at which a shape is drawn: a line that crosses one edge of the map continues at the other. */
const TURNS = [-360, 0, 360]
const SYMBOL_PX = 12

export type GroundScale = { readonly x: (longitude: number) => number; readonly y: (latitude: number) => number }

/** Returns a scale on which a degree is as long to the east as to the north, so that a place can be read from the grid. */
export function groundScale({ width, height }: Size): GroundScale {
  const { left, right, top, bottom } = MARGIN
  const perDegree = Math.max(0, Math.min((width - left - right) / 360, (height - top - bottom) / 180))
  const [middle, equator] = [(left + width - right) / 2, top + 90 * perDegree]
  return {
    x: (longitude) => middle + longitude * perDegree,
    y: (latitude) => equator - latitude * perDegree,
  }
}

/**
 * Returns the height of a map for the width of its place: it is larger on a large screen beside a list, on a phone, and across a tablet.
 */
export function useMapHeight(): number {
  const [isAcross, isWall] = [useMedia(ACROSS), useMedia('(width >= 2800px)')]
  return isAcross ? 440 : isWall ? 350 : 212
}
const ACROSS = '(760px < width <= 1100px)'

/** Rounds to a tenth of a pixel, because the outlines of the land have many points. */
const tenth = (px: number) => Math.round(10 * px) / 10

const cornersOf = ({ x, y }: GroundScale, places: readonly GroundPlace[], turn = 0) =>
  places.map(({ latitude, longitude }) => `${tenth(x(longitude + turn))},${tenth(y(latitude))}`).join(' ')

type Props = React.PropsWithChildren<{
  readonly scale: GroundScale
  /** The moment for which the dark area of the night is drawn. */
  readonly nightMs: number
}>

/** Draws land and sea, a grid, and the night; the content is cut at the edges. */
export function Ground({ scale, nightMs, children }: Props) {
  const { x, y } = scale
  const areaId = useId()
  const area = { x: x(-180), y: y(90), width: x(180) - x(-180), height: y(-90) - y(90) }
  return (
    <g>
      <clipPath id={areaId}>
        <rect {...area} />
      </clipPath>
      <rect {...area} className="fill-inset stroke-line-3" />
      <g clipPath={`url(#${areaId})`}>
        {lands.flatMap(({ name, places }) =>
          turnsOf(places).map((turn) => (
            <polygon
              key={`${name} ${turn}`}
              points={cornersOf(scale, places, turn)}
              className={`stroke-line-3 ${styles.land}`}
            />
          )),
        )}
        {inlandSeas.map(({ name, places }) => (
          <polygon
            key={name}
            points={cornersOf(scale, places)}
            className={`fill-inset stroke-line-3 ${styles.inlandSea}`}
          />
        ))}
      </g>
      <Grid {...scale} />
      <g clipPath={`url(#${areaId})`}>
        <Night scale={scale} ms={nightMs} />
        {children}
      </g>
    </g>
  )
}

/** Returns the shifts of the map at which a part of a shape is visible. */
const turnsOf = (places: readonly GroundPlace[]) => {
  const longitudes = places.map(({ longitude }) => longitude)
  return TURNS.filter((turn) => Math.max(...longitudes) + turn > -180 && Math.min(...longitudes) + turn < 180)
}

function Grid({ x, y }: GroundScale) {
  const longitudes = Array.from({ length: 360 / GRID_DEG + 1 }, (_, at) => at * GRID_DEG - 180)
  const latitudes = Array.from({ length: 180 / GRID_DEG - 1 }, (_, at) => at * GRID_DEG - 90 + GRID_DEG)
  return (
    <g>
      {longitudes.map((degrees) => (
        <g key={degrees}>
          <line x1={x(degrees)} x2={x(degrees)} y1={y(90)} y2={y(-90)} className={plot.grid} />
          {degrees % 60 === 0 && Math.abs(degrees) < 180 ? (
            <text x={x(degrees)} y={y(-90) + 15} className={plot.middle}>
              {formatNumber(degrees)}°
            </text>
          ) : null}
        </g>
      ))}
      {latitudes.map((degrees) => (
        <g key={degrees}>
          <line x1={x(-180)} x2={x(180)} y1={y(degrees)} y2={y(degrees)} className={plot.grid} />
          <text x={x(-180) - 5} y={y(degrees) + 4} className={plot.end}>
            {formatNumber(degrees)}°
          </text>
        </g>
      ))}
    </g>
  )
}

/** Draws the area where the Sun is below the horizon: bounded by the line between day and night, and closed at the pole without Sun. */
function Night({ scale, ms }: { readonly scale: GroundScale; readonly ms: number }) {
  const sun = sunPlace(ms)
  // At the equinox itself the line is a meridian, so its latitude is undefined.
  const declination = Math.abs(sun.latitude) < 0.01 ? 0.01 : sun.latitude
  const border = Array.from({ length: 121 }, (_, at) => {
    const longitude = at * 3 - 180
    const latitude = radToDeg(
      Math.atan(-Math.cos(degToRad(longitude - sun.longitude)) / Math.tan(degToRad(declination))),
    )
    return { longitude, latitude }
  })
  const pole = declination > 0 ? -90 : 90
  const closed = [...border, { longitude: 180, latitude: pole }, { longitude: -180, latitude: pole }]
  return (
    <>
      <polygon points={cornersOf(scale, closed)} className={styles.night} />
      <polyline points={cornersOf(scale, border)} className="fill-none stroke-muted dash-4-3" />
    </>
  )
}

type ReachProps = {
  readonly sensor: Sensor
  readonly heightKm: number
  readonly isChosen: boolean
  readonly scale: GroundScale
}

/** Draws the area in which an object of this height is above the lowest elevation of a sensor. */
export function Reach({ sensor, heightKm, isChosen, scale }: ReachProps) {
  const centre = { latitude: sensor.latitude, longitude: eastOf(sensor.longitude) }
  const places = circleAround(centre, reachDegrees(heightKm, sensor.minimumElevation))
  return turnsOf(places).map((turn) => (
    <polygon
      key={turn}
      points={cornersOf(scale, places, turn)}
      className={
        isChosen
          ? `fill-series-1 stroke-series-1 stroke-w-2 ${styles.chosenReach}`
          : `fill-series-1 stroke-series-1 ${styles.reach}`
      }
    />
  ))
}

/**
 * Returns the level whose shape shows if a sensor works: a dot, or a diamond if it is down; a sensor that takes no requests is small and
 * grey.
 */
export const levelOfSite = ({ status, sensorType }: Pick<Sensor, 'status' | 'sensorType'>): Level =>
  status === 'DOWN' ? 'serious' : sensorType === 'OPTICAL_PASSIVE' || sensorType === 'RADAR_ACTIVE' ? 'ok' : 'inactive'

type SiteProps = { readonly sensor: Sensor; readonly isChosen: boolean; readonly scale: GroundScale }

/** Draws a sensor at its place; the chosen one has a ring. */
export function Site({ sensor, isChosen, scale }: SiteProps) {
  const [x, y] = [scale.x(eastOf(sensor.longitude)), scale.y(sensor.latitude)]
  return (
    <g>
      {isChosen ? <circle cx={x} cy={y} r={8} className="fill-none stroke-accent stroke-w-2" /> : null}
      <g transform={`translate(${x - SYMBOL_PX / 2} ${y - SYMBOL_PX / 2})`}>
        <StatusSymbol level={levelOfSite(sensor)} />
      </g>
    </g>
  )
}

type TrackLineProps = { readonly track: readonly Below[]; readonly scale: GroundScale }

/** Draws the ground track of an object, with an arrow at its end. */
export function TrackLine({ track, scale }: TrackLineProps) {
  const [beforeEnd, end] = track.slice(-2)
  if (!beforeEnd || !end) return null
  const run = {
    x: scale.x(end.longitude) - scale.x(beforeEnd.longitude),
    y: scale.y(end.latitude) - scale.y(beforeEnd.latitude),
  }
  const angle = radToDeg(Math.atan2(run.y, run.x))
  return turnsOf(track).map((turn) => (
    <g key={turn}>
      <polyline points={cornersOf(scale, track, turn)} className={`stroke-series-2 ${styles.track}`} />
      <path
        d="M-8 -5L2 0L-8 5Z"
        transform={`translate(${scale.x(end.longitude + turn)} ${scale.y(end.latitude)}) rotate(${angle})`}
        className="fill-series-2"
      />
    </g>
  ))
}
