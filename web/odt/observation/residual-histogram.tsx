import { missing } from '@apsis/astro/missing.ts'
import type { ScaleLinear } from 'd3-scale'
import type { Area } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import styles from './observation.module.css'

const BINS = 16
const CURVE_STEPS = 48

export type Bin = { readonly from: number; readonly to: number; readonly count: number }

/** How many values lie in each of equally wide bins between −top and top. */
export function binsOf(values: readonly number[], top: number): readonly Bin[] {
  const width = (2 * top) / BINS
  return Array.from({ length: BINS }, (_, place) => {
    const from = -top + place * width
    const isLast = place === BINS - 1
    const count = values.filter((value) => value >= from && (value < from + width || (isLast && value <= top))).length
    return { from, to: from + width, count }
  })
}

type Props = {
  readonly values: readonly number[]
  /** Root mean square of the values. */
  readonly sigma: number
  readonly y: ScaleLinear<number, number>
  readonly area: Area
  /** Of the file beside that of the page: outlines over its bars. */
  readonly isSecond?: boolean
}

/** How often which residual comes, on the axis of the drawing beside it, with the normal curve of the same RMS. */
export function ResidualHistogram({ values, sigma, y, area, isSecond = false }: Props) {
  const top = y.domain()[1] ?? missing()
  const bins = binsOf(values, top)
  const normal = (value: number) =>
    ((values.length * (2 * top)) / BINS / (sigma * Math.sqrt(2 * Math.PI))) * Math.exp(-0.5 * (value / sigma) ** 2)
  const most = Math.max(1, normal(0), ...bins.map(({ count }) => count))
  const x = (count: number) => area.left + (count / most) * (area.right - area.left)
  const curve = Array.from({ length: CURVE_STEPS + 1 }, (_, place) => -top + (2 * top * place) / CURVE_STEPS)
  return (
    <g>
      <line x1={area.left} x2={area.left} y1={area.top} y2={area.bottom} className={chart.axis} />
      {bins.map(({ from, to, count }) =>
        count === 0 ? null : (
          <rect
            key={from}
            x={area.left}
            width={x(count) - area.left}
            y={y(to) + 0.5}
            height={Math.max(1, y(from) - y(to) - 1)}
            className={isSecond ? `${chart.line} ${chart.two}` : styles.bin}
          />
        ),
      )}
      <polyline points={curve.map((value) => `${x(normal(value))},${y(value)}`).join(' ')} className={styles.normal} />
      {isSecond ? null : (
        <text x={area.right} y={area.top - 5} className={chart.end}>
          n {values.length}
        </text>
      )}
    </g>
  )
}
