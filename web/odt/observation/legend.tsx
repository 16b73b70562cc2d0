import chart from '../../chart/plot.module.css'
import styles from './observation.module.css'
import { observationWords } from './words.data.ts'

const LINE_PX = 16
const MARK_PX = 12
/** The height that a legend of two files needs above a drawing. */
export const LEGEND_PX = 2 * LINE_PX + 4

type MarkProps = {
  readonly nth: number
  readonly cx: number
  readonly cy: number
  readonly isOff?: boolean
  readonly isExcluded?: boolean
}

/**
 * Draws a measurement: a dot for the file of the page, a cross if it is left out, an open diamond for the other file. The marks do not
 * depend on colour.
 */
export function Mark({ nth, cx, cy, isOff = false, isExcluded = false }: MarkProps) {
  if (nth === 0 && isExcluded)
    return <path d={crossAt(cx, cy)} className="fill-none stroke-soft stroke-w-1-4" data-excluded />
  if (nth === 0) return <circle cx={cx} cy={cy} r="2.4" className={isOff ? styles.outside : 'fill-series-1'} />
  const half = 3.4
  const corners = [
    [cx - half, cy],
    [cx, cy - half],
    [cx + half, cy],
    [cx, cy + half],
  ]
  return (
    <polygon points={corners.map((corner) => corner.join()).join(' ')} className={`stroke-series-2 ${chart.line}`} />
  )
}

/** Returns the path of a cross, for a measurement that the user left out. */
const crossAt = (x: number, y: number) => `M${x - 3.4},${y - 3.4}l6.8,6.8m0,-6.8l-6.8,6.8`

/** Shows the mark and the name of each file. */
export function Legend({ names }: { readonly names: readonly string[] }) {
  return names.map((name, nth) => (
    <g key={name}>
      <Mark nth={nth} cx={MARK_PX} cy={LINE_PX * nth + 10} />
      <text x={2 * MARK_PX} y={LINE_PX * nth + 14} className={chart.strong}>
        {name}
      </text>
    </g>
  ))
}

/** The sentences of one file that is drawn. */
export type FileCaption = { readonly name: string; readonly said: readonly string[] }

/**
 * Returns the caption of a plot: the sentences of each file, with its name if two are drawn, and then the sentences on the complete plot.
 */
export function captionOfFiles(files: readonly FileCaption[], rest: readonly string[]): string {
  const isCompared = files.length > 1
  const each = files.map(({ name, said }) => {
    const text = said.join(' ')
    return isCompared ? observationWords('ofFile', { file: name, said: text }) : text
  })
  return [...each, ...rest].join(' ')
}
