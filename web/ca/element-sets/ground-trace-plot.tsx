import type { HistoricSet } from '@apsis/contract/tle/history.ts'
import { useId } from 'react'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { formatMinute } from '../../clock/format.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { type Foot, groundTrace, partsOfTrace, SPANS, type Span } from './ground-trace.ts'
import { elementSetWords } from './words.data.ts'

type Props = {
  readonly noradId: number
  readonly set: HistoricSet
  readonly span: Span
  readonly onSpan: (span: Span) => void
}

const MARGIN = { left: 34, right: 8, top: 10, bottom: 22 }
/** The distance of the grid lines, degrees; every second meridian has a label. */
const GRID_DEG = 30
const HEIGHT_PX = 300

/** Draws the ground trace of an object after the epoch of the chosen set. */
export function GroundTracePlot({ noradId, set, span, onSpan }: Props) {
  const t = useWords(elementSetWords)
  const feet = groundTrace(noradId, set, span)
  const highest = Math.max(0, ...feet.map(({ latitudeDeg }) => Math.abs(latitudeDeg)))
  const epoch = `${formatMinute(Date.parse(set.epoch))}`
  return (
    <PlotFrame
      title={t('trace')}
      note={t('traceNote', { epoch })}
      caption={
        feet.length === 0
          ? t('noTrace')
          : t('traceCaption', { epoch, highest: formatNumber(highest, { decimals: 1 }), span: t(`of_${span}`) })
      }
      provenance={t('traceSource', { source: set.source })}
      fileName={`ground-trace-${noradId}`}
      heightPx={HEIGHT_PX}
      table={{
        columns: ['time_utc', 'latitude_deg', 'longitude_deg', 'height_km'],
        heads: [t('time'), t('latitude'), t('longitude'), t('height')],
        rows: feet.map(({ at, latitudeDeg, longitudeDeg, heightKm }) => [at, latitudeDeg, longitudeDeg, heightKm]),
      }}
      actions={
        <Segments
          label={t('span')}
          value={span}
          onChange={onSpan}
          options={SPANS.map((value) => ({ value, label: t(value) }))}
        />
      }
      plot={(size): Plot => {
        const { x, y } = scaleOf(size)
        return {
          drawing: <Drawing size={size} feet={feet} />,
          points: feet.map((foot) => ({ x: x(foot.longitudeDeg), y: y(foot.latitudeDeg), text: footText(foot) })),
        }
      }}
    />
  )
}

const degrees = (value: number) => `${formatNumber(value, { decimals: 2, signed: true })}°`

const footText = ({ at, latitudeDeg, longitudeDeg, heightKm }: Foot) =>
  elementSetWords('foot', {
    time: `${at.slice(0, 19).replace('T', ' ')} Z`,
    latitude: degrees(latitudeDeg),
    longitude: degrees(longitudeDeg),
    height: formatNumber(heightKm, { decimals: 0 }),
  })

/** Returns a scale on which degrees have the same length in both directions, so that places can be read from the grid. */
function scaleOf({ width, height }: Size) {
  const { left, right, top, bottom } = MARGIN
  return {
    x: (longitude: number) => left + ((longitude + 180) / 360) * (width - left - right),
    y: (latitude: number) => top + ((90 - latitude) / 180) * (height - top - bottom),
  }
}

function Drawing({ size, feet }: { readonly size: Size; readonly feet: readonly Foot[] }) {
  const { x, y } = scaleOf(size)
  const area = useId()
  const edge = { x: x(-180), y: y(90), width: Math.max(0, x(180) - x(-180)), height: Math.max(0, y(-90) - y(90)) }
  const [first] = feet
  return (
    <g>
      <clipPath id={area}>
        <rect {...edge} />
      </clipPath>
      <rect {...edge} className="fill-raised stroke-line-3" />
      <Grid x={x} y={y} />
      <g clipPath={`url(#${area})`}>
        {partsOfTrace(feet).map((part) => (
          <polyline
            key={part[0]?.at}
            points={part.map(({ longitudeDeg, latitudeDeg }) => `${x(longitudeDeg)},${y(latitudeDeg)}`).join(' ')}
            className={`stroke-series-1 ${chart.line}`}
          />
        ))}
      </g>
      {first ? <circle cx={x(first.longitudeDeg)} cy={y(first.latitudeDeg)} r="4" className="fill-ink" /> : null}
    </g>
  )
}

type Scale = (degrees: number) => number

function Grid({ x, y }: { readonly x: Scale; readonly y: Scale }) {
  const longitudes = Array.from({ length: 360 / GRID_DEG + 1 }, (_, at) => at * GRID_DEG - 180)
  const latitudes = Array.from({ length: 180 / GRID_DEG - 1 }, (_, at) => at * GRID_DEG - 90 + GRID_DEG)
  return (
    <g>
      {longitudes.map((longitude) => (
        <g key={longitude}>
          <line x1={x(longitude)} x2={x(longitude)} y1={y(90)} y2={y(-90)} className={chart.grid} />
          {longitude % (2 * GRID_DEG) === 0 && Math.abs(longitude) < 180 ? (
            <text x={x(longitude)} y={y(-90) + 15} className={chart.middle}>
              {formatNumber(longitude)}°
            </text>
          ) : null}
        </g>
      ))}
      {latitudes.map((latitude) => (
        <g key={latitude}>
          <line x1={x(-180)} x2={x(180)} y1={y(latitude)} y2={y(latitude)} className={chart.grid} />
          <text x={x(-180) - 5} y={y(latitude) + 4} className={chart.end}>
            {formatNumber(latitude)}°
          </text>
        </g>
      ))}
    </g>
  )
}
