import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { LeftAxis } from '../../chart/axes.tsx'
import { boxOfText, freePlace, type Place } from '../../chart/label-places.ts'
import plot from '../../chart/plot.module.css'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { LIGHT_EDGES_DEG, msOf, wholeNumber } from './track.ts'
import { passWords } from './words.data.ts'

type Area = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** The margin above and below the drawing, degrees: the Sun moves so little in a pass that its range alone would show nothing. */
const MARGIN_DEG = 3

/**
 * Returns the elevation below which the Sun must be for a sensor; undefined if a radar needs no dark sky, or if the sensor is not known.
 */
export const sunLimitOf = (sensor: Pick<Sensor, 'sensorType' | 'maximumSunElevation'> | undefined) =>
  sensor === undefined || sensor.sensorType === 'RADAR_ACTIVE' ? undefined : sensor.maximumSunElevation

/** Returns the range of the Sun's elevation in the drawing: all of its values, and the limit below which it must be. */
export function sunRange(track: readonly TrackPlace[], limit: number | undefined) {
  const values = [...track.map(({ sunElevation }) => sunElevation), ...(limit === undefined ? [] : [limit])]
  return {
    least: Math.max(-90, Math.min(...values) - MARGIN_DEG),
    most: Math.min(90, Math.max(...values) + MARGIN_DEG),
  }
}

/** Returns the labels of the axis: the edges of the twilights that are drawn, else a full degree. */
export function sunTicks(
  track: readonly TrackPlace[],
  { least, most }: ReturnType<typeof sunRange>,
): readonly number[] {
  const edges = LIGHT_EDGES_DEG.filter((degrees) => degrees > least && degrees < most)
  return edges.length > 0 ? edges : [Math.round(track[0]?.sunElevation ?? 0)]
}

type Props = {
  readonly track: readonly TrackPlace[]
  readonly area: Area
  readonly x: (ms: number) => number
  readonly sensor: Sensor | undefined
  /** The night and its twilights; each is named here if it is wide enough. */
  readonly lights: readonly Light[]
}
type Light = {
  readonly kind: 'civil' | 'nautical' | 'astronomical' | 'night'
  readonly from: number
  readonly left: number
  readonly right: number
  readonly isNamed: boolean
}

/** Draws the elevation of the Sun at the sensor over time, with the edges of the twilights and the limit below which the Sun must be. */
export function SunCurve({ track, area, x, sensor, lights }: Props) {
  const t = useWords(passWords)
  const limit = sunLimitOf(sensor)
  const range = sunRange(track, limit)
  const { least, most } = range
  const y = (degrees: number) => area.bottom - ((degrees - least) / (most - least)) * (area.bottom - area.top)
  const isLightNamed = lights.some(({ isNamed }) => isNamed)
  const suns = track.map(({ sunElevation }) => y(sunElevation))
  const named = lights.filter(({ isNamed }) => isNamed)
  const limitText = t('sunLimit', { elevation: wholeNumber(limit ?? 0) })
  const limitAt: Place = { x: area.right - 4, y: limitLabelAt(y(limit ?? 0), area, isLightNamed), align: 'end' }
  const names = sunNamesAt(
    {
      suns,
      limit: limit === undefined ? undefined : { at: y(limit), name: limitAt, text: limitText },
      title: t('sunAxis'),
      lights: named.map(({ kind, left, right }) => ({ text: t(kind), middle: (left + right) / 2 })),
    },
    area,
  )
  return (
    <g>
      <LeftAxis area={area} ticks={sunTicks(track, range).map((at) => ({ at: y(at), label: formatNumber(at) }))} />
      {limit === undefined ? null : (
        <g>
          <line x1={area.left} x2={area.right} y1={y(limit)} y2={y(limit)} className="stroke-soft crisp dash-5-3" />
          <text x={limitAt.x} y={limitAt.y} className={plot.end}>
            {limitText}
          </text>
        </g>
      )}
      <polyline
        points={track.map((place) => `${x(msOf(place))},${y(place.sunElevation)}`).join(' ')}
        className={`stroke-ink ${plot.line}`}
      />
      <text x={names.title.x} y={names.title.y} className={plot.title}>
        {t('sunAxis')}
      </text>
      {named.map(({ kind, from }, nth) => {
        const place = names.lights[nth]
        return place ? (
          <text key={from} x={place.x} y={place.y} className={plot.middle}>
            {t(kind)}
          </text>
        ) : null
      })}
    </g>
  )
}

type SunLabels = {
  /** The heights of the Sun in the drawing during the pass. */
  readonly suns: readonly number[]
  /** The line below which the Sun must be, with its text. */
  readonly limit: { readonly at: number; readonly name: Place; readonly text: string } | undefined
  readonly title: string
  readonly lights: readonly { readonly text: string; readonly middle: number }[]
}

/** Returns the places of the names of the axis and of the lights: no line crosses them, and no name covers another. */
export function sunNamesAt({ suns, limit, title, lights }: SunLabels, area: Area) {
  const { left, right, top, bottom } = area
  const line = (from: number, to: number) => ({ left, right, top: from - 1, bottom: to + 1 })
  const taken = [
    line(Math.min(...suns), Math.max(...suns)),
    ...(limit === undefined ? [] : [line(limit.at, limit.at), boxOfText(limit.text, limit.name)]),
  ]
  const placed = (text: string, wishes: readonly Place[]) => {
    const place = freePlace(text, wishes, { inside: { ...area, top: top - 4 }, taken })
    if (place) taken.push(boxOfText(text, place))
    return place
  }
  const rows = Array.from({ length: Math.max(1, bottom - top - 16) }, (_, place) => top + 12 + place)
  const first: Place = { x: left + 6, y: top + 12, align: 'start' }
  return {
    title:
      placed(
        title,
        rows.map((y) => ({ ...first, y })),
      ) ?? first,
    /** The places of the texts on the light; undefined without enough room, as the text below the plot also names the light. */
    lights: lights.map(({ text, middle }) =>
      placed(
        text,
        rows.toReversed().map((y) => ({ x: middle, y, align: 'middle' })),
      ),
    ),
  }
}

/** Returns the place of the limit's text: below its line, or above it if there is no room below, or if the light is named there. */
export const limitLabelAt = (line: number, { bottom }: Pick<Area, 'bottom'>, isLightNamed: boolean) =>
  isLightNamed || line + 16 > bottom ? line - 5 : line + 14
