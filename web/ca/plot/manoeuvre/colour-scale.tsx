import { type ScaleLinear, scaleLinear } from 'd3-scale'
import type { Area } from '../../../chart/axes.tsx'
import chart from '../../../chart/plot.module.css'
import { formatNumber, formatPowerOfTen } from '../../../ui/format/number.ts'
import { CIVIDIS } from '../sensitivity/cividis.data.ts'
import { isByDecades, type ShownQuantity, unitOf } from './shown.ts'

/** The number of decades below the highest value that have colours of their own. */
export const COLOURED_DECADES = 7
const [GAP_PX, WIDTH_PX, STEPS, TICKS] = [10, 9, 70, 6]

/** The colours of the values; dangerous values are bright. */
export type Colours = {
  readonly lowest: number
  readonly highest: number
  readonly colour: ScaleLinear<string, string>
}

/** Returns the colours for the powers of ten of probabilities, for misses, where the smallest are bright, or for propellant. */
export function coloursOf(show: ShownQuantity, values: readonly number[]): Colours {
  const highest = Math.max(...values)
  const lowest = isByDecades(show) ? highest - COLOURED_DECADES : Math.min(...values)
  const shades = show === 'miss' ? CIVIDIS.toReversed() : CIVIDIS
  const colour = scaleLinear<string>(
    shades.map((_, i) => lowest + ((highest - lowest) * i) / (shades.length - 1)),
    [...shades],
  ).clamp(true)
  return { lowest, highest, colour }
}

type Props = {
  readonly colours: Colours
  readonly show: ShownQuantity
  /** The target, as a power of ten of Pc, or as a miss distance in km. */
  readonly own: number | undefined
  readonly area: Area
}

/** Draws the scale of the colours beside the map: powers of ten or kilometres, and the target as a line. */
export function ColourScale({ colours: { lowest, highest, colour }, show, own, area }: Props) {
  const y = scaleLinear([lowest, highest], [area.bottom, area.top])
  const left = area.right + GAP_PX
  const height = (area.bottom - area.top) / STEPS
  const ticks = isByDecades(show)
    ? Array.from({ length: COLOURED_DECADES + 1 }, (_, i) => Math.floor(highest) - i).filter((at) => at >= lowest)
    : y.ticks(TICKS)
  return (
    <g>
      <g shapeRendering="crispEdges">
        {Array.from({ length: STEPS }, (_, step) => {
          const level = lowest + ((step + 0.5) / STEPS) * (highest - lowest)
          return (
            <rect
              key={level}
              x={left}
              y={area.bottom - (step + 1) * height}
              width={WIDTH_PX}
              height={height + 0.5}
              fill={colour(level)}
            />
          )
        })}
      </g>
      {ticks.map((level) => (
        <text key={level} x={left + WIDTH_PX + 4} y={y(level) + 4}>
          {isByDecades(show) ? formatPowerOfTen(level) : formatNumber(level)}
        </text>
      ))}
      {own !== undefined && own >= lowest && own <= highest ? (
        <line x1={left - 4} x2={left + WIDTH_PX + 3} y1={y(own)} y2={y(own)} className="stroke-ink stroke-w-2" />
      ) : null}
      <text x={left - 4} y={area.bottom + 16} className={chart.title}>
        {unitOf(show)}
      </text>
    </g>
  )
}
