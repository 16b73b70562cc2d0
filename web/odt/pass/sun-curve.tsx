import type { TrackPlace } from '@apsis/contract/odt/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import { LeftAxis } from '../../chart/axes.tsx'
import plot from '../../chart/plot.module.css'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { msOf, whole } from './track.ts'
import { passWords } from './words.data.ts'

type Area = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** The horizon, and the ends of the three twilights, degrees (Explanatory Supplement 2013, §12.1). */
const EDGES = [0, -6, -12, -18]
/** Above and below what is drawn, degrees; the Sun moves so little in a pass that its own range would say nothing. */
const MARGIN_DEG = 3

/** Below which the Sun has to be for a sensor; undefined: a radar needs no dark sky, or the sensor is not known. */
export const sunLimitOf = (sensor: Pick<Sensor, 'sensorType' | 'maximumSunElevation'> | undefined) =>
  sensor === undefined || sensor.sensorType === 'RADAR_ACTIVE' ? undefined : sensor.maximumSunElevation

/** From where to where the elevation of the Sun is drawn: all of it, and what it has to be below. */
export function sunRange(track: readonly TrackPlace[], limit: number | undefined) {
  const values = [...track.map(({ sunElevation }) => sunElevation), ...(limit === undefined ? [] : [limit])]
  return {
    least: Math.max(-90, Math.min(...values) - MARGIN_DEG),
    most: Math.min(90, Math.max(...values) + MARGIN_DEG),
  }
}

/** What the axis names: the edges that are drawn, else a whole degree that is. */
export function sunTicks(
  track: readonly TrackPlace[],
  { least, most }: ReturnType<typeof sunRange>,
): readonly number[] {
  const edges = EDGES.filter((degrees) => degrees > least && degrees < most)
  return edges.length > 0 ? edges : [Math.round(track[0]?.sunElevation ?? 0)]
}

type Props = {
  readonly track: readonly TrackPlace[]
  readonly area: Area
  readonly x: (ms: number) => number
  readonly sensor: Sensor | undefined
  /** Night or a twilight is named at the bottom. */
  readonly isLightNamed: boolean
}

/** The elevation of the Sun at the sensor over time, with the edges of the twilights and what it has to be below. */
export function SunCurve({ track, area, x, sensor, isLightNamed }: Props) {
  const t = useWords(passWords)
  const limit = sunLimitOf(sensor)
  const range = sunRange(track, limit)
  const { least, most } = range
  const y = (degrees: number) => area.bottom - ((degrees - least) / (most - least)) * (area.bottom - area.top)
  return (
    <g>
      <LeftAxis
        area={area}
        ticks={sunTicks(track, range).map((at) => ({ at: y(at), label: formatNumber(at) }))}
        title={t('sunAxis')}
      />
      {limit === undefined ? null : (
        <g>
          <line
            x1={area.left}
            x2={area.right}
            y1={y(limit)}
            y2={y(limit)}
            className={`${plot.edge} ${plot.threshold}`}
          />
          <text x={area.right - 4} y={limitLabelAt(y(limit), area, isLightNamed)} className={plot.end}>
            {t('sunLimit', { elevation: whole(limit) })}
          </text>
        </g>
      )}
      <polyline
        points={track.map((place) => `${x(msOf(place))},${y(place.sunElevation)}`).join(' ')}
        className={`${plot.line} ${plot.ink}`}
      />
    </g>
  )
}

/** Below its line, or above where there is no room below, or where the light is named there. */
export const limitLabelAt = (line: number, { bottom }: Pick<Area, 'bottom'>, isLightNamed: boolean) =>
  isLightNamed || line + 16 > bottom ? line - 5 : line + 14
