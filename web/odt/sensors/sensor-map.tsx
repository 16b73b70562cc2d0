import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import plot from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { useNow } from '../../clock/clock.ts'
import { formatMinute } from '../../clock/format.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { eastOf, latitudeText, longitudeText } from '../sensor/place-text.ts'
import { circleAround, reachDegrees } from '../sensor/reach.ts'
import { sunElevation, sunPlace } from '../sensor/sun-place.ts'
import styles from './sensors.module.css'
import { sensorsWords } from './words.data.ts'

/** Heights at which objects are asked for most, km. */
export const HEIGHTS = ['500', '800', '1500'] as const
export type Height = (typeof HEIGHTS)[number]
/** A grid line and a label stand this far apart, degrees. */
const GRID = 30
const MARGIN = { left: 34, right: 8, top: 10, bottom: 22 }

type Props = {
  readonly sensors: readonly Sensor[]
  readonly chosen: string | undefined
  readonly height: Height
  readonly onHeight: (height: Height) => void
  readonly onChoose: (code: string) => void
}

/** Where the sensors stand, what they overlook, and where it is night. */
export function SensorMap({ sensors, chosen, height, onHeight, onChoose }: Props) {
  const t = useWords(sensorsWords)
  const nowMs = useNow('minute')
  const elevationText = (sensor: Sensor) => {
    const elevation = sunElevation(sensor, nowMs)
    return t(elevation > 0 ? 'isDay' : 'isNight', { elevation: formatNumber(elevation, { decimals: 0 }) })
  }
  const textOf = (sensor: Sensor) =>
    `${sensor.sensorCode}, ${sensor.groundSensorName}: ${latitudeText(sensor.latitude)}, ${longitudeText(sensor.longitude)}; ${elevationText(sensor)}`
  return (
    <PlotFrame
      title={t('map')}
      note={t('mapNote', { time: formatMinute(nowMs) })}
      caption={t('mapCaption', { count: sensors.length, km: height })}
      provenance={t('mapSource')}
      fileName="sensor-map"
      heightPx={240}
      className={styles.side}
      table={{
        columns: ['code', 'latitude_deg', 'longitude_deg', 'reach_deg', 'sun_elevation_deg'],
        rows: sensors.map((sensor) => [
          sensor.sensorCode,
          sensor.latitude,
          eastOf(sensor.longitude),
          reachDegrees(Number(height), sensor.minimumElevation),
          sunElevation(sensor, nowMs),
        ]),
      }}
      actions={
        <Segments
          label={t('height')}
          value={height}
          onChange={onHeight}
          options={HEIGHTS.map((value) => ({ value, label: t('km', { km: value }) }))}
        />
      }
      onPick={onChoose}
      plot={(size): Plot => {
        const { x, y } = scaleOf(size)
        return {
          drawing: <Drawing size={size} sensors={sensors} chosen={chosen} heightKm={Number(height)} nowMs={nowMs} />,
          points: sensors.map((sensor) => ({
            x: x(eastOf(sensor.longitude)),
            y: y(sensor.latitude),
            id: sensor.sensorCode,
            text: textOf(sensor),
          })),
        }
      }}
    />
  )
}

/** Equal steps of degrees both ways: a sensor is read off its grid. */
function scaleOf({ width, height }: Size) {
  const { left, right, top, bottom } = MARGIN
  return {
    x: (longitude: number) => left + ((longitude + 180) / 360) * (width - left - right),
    y: (latitude: number) => top + ((90 - latitude) / 180) * (height - top - bottom),
  }
}

type DrawingProps = Pick<Props, 'sensors' | 'chosen'> & {
  readonly size: Size
  readonly heightKm: number
  readonly nowMs: number
}

function Drawing({ size, sensors, chosen, heightKm, nowMs }: DrawingProps) {
  const { x, y } = scaleOf(size)
  const outline = (places: readonly { readonly latitude: number; readonly longitude: number }[], turn: number) =>
    places.map(({ latitude, longitude }) => `${x(longitude + turn)},${y(latitude)}`).join(' ')
  const sorted = sensors.toSorted((a, b) => Number(a.sensorCode === chosen) - Number(b.sensorCode === chosen))
  return (
    <g>
      <clipPath id="sensor-map-area">
        <rect x={x(-180)} y={y(90)} width={x(180) - x(-180)} height={y(-90) - y(90)} />
      </clipPath>
      <rect x={x(-180)} y={y(90)} width={x(180) - x(-180)} height={y(-90) - y(90)} className={styles.land} />
      <Grid x={x} y={y} />
      <g clipPath="url(#sensor-map-area)">
        <polygon points={nightOutline(nowMs, x, y)} className={styles.night} />
        {sorted.flatMap((sensor) => {
          const centre = { latitude: sensor.latitude, longitude: eastOf(sensor.longitude) }
          const places = circleAround(centre, reachDegrees(heightKm, sensor.minimumElevation))
          // What goes over the edge of the map comes in at the other side.
          return [-360, 0, 360].map((turn) => (
            <polygon
              key={`${sensor.sensorCode} ${turn}`}
              points={outline(places, turn)}
              className={sensor.sensorCode === chosen ? styles.chosenReach : styles.reach}
            />
          ))
        })}
      </g>
      {sorted.map(({ sensorCode, latitude, longitude, status }) => (
        <circle
          key={sensorCode}
          cx={x(eastOf(longitude))}
          cy={y(latitude)}
          r={sensorCode === chosen ? 5 : 3}
          className={status === 'DOWN' ? styles.downSite : styles.site}
        />
      ))}
    </g>
  )
}

type Scale = (degrees: number) => number

function Grid({ x, y }: { readonly x: Scale; readonly y: Scale }) {
  const longitudes = Array.from({ length: 360 / GRID + 1 }, (_, at) => at * GRID - 180)
  const latitudes = Array.from({ length: 180 / GRID - 1 }, (_, at) => at * GRID - 90 + GRID)
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

/** Where the Sun is below the horizon: the border between day and night, closed at the pole that has no Sun. */
function nightOutline(nowMs: number, x: Scale, y: Scale): string {
  const rad = Math.PI / 180
  const sun = sunPlace(nowMs)
  // At the equinox itself the border is a meridian, and its latitude has no value.
  const declination = Math.abs(sun.latitude) < 0.01 ? 0.01 : sun.latitude
  const border = Array.from({ length: 121 }, (_, at) => {
    const longitude = at * 3 - 180
    const latitude = Math.atan(-Math.cos((longitude - sun.longitude) * rad) / Math.tan(declination * rad)) / rad
    return `${x(longitude)},${y(latitude)}`
  })
  const pole = y(declination > 0 ? -90 : 90)
  return [...border, `${x(180)},${pole}`, `${x(-180)},${pole}`].join(' ')
}
