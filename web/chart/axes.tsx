import { DAY_MS } from '@apsis/astro/constants.ts'
import { formatDate, formatTime } from '../clock/format.ts'
import { formatExponent, formatNumber } from '../ui/format/number.ts'
import styles from './plot.module.css'

/** The rectangle of the data inside the drawing, in pixels. */
export type Area = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
type Tick = { readonly at: number; readonly label: React.ReactNode }
type Props = { readonly area: Area; readonly ticks: readonly Tick[]; readonly title?: string }

const TICK_PX = 4
/** The height above the data that is free for the title of the left axis, so that no mark overlaps it. */
export const TITLE_PX = 20
/** The distance of a title above the data. */
export const TITLE_GAP_PX = 7

/** The largest width of a letter of a title. */
const LETTER_PX = 7

type BottomProps = Props & {
  /** True if the title is on the line of the ticks, because a mark could overlap a title above this line. */
  readonly isTitleBelow?: boolean
}

/** Draws the bottom axis: thin lines up through the data, and its title at its end. */
export function BottomAxis({ area, ticks, title, isTitleBelow = false }: BottomProps) {
  const { left, right, top, bottom } = area
  const labelled = isTitleBelow && title ? right - (title.length + 3) * LETTER_PX : Number.POSITIVE_INFINITY
  return (
    <g>
      {ticks.map(({ at, label }) => (
        <g key={at}>
          <line x1={at} x2={at} y1={top} y2={bottom} className={styles.grid} />
          <line x1={at} x2={at} y1={bottom} y2={bottom + TICK_PX} className="stroke-line-3 crisp" />
          {at < labelled ? (
            <text x={at} y={bottom + 17} className={styles.middle}>
              {label}
            </text>
          ) : null}
        </g>
      ))}
      <line x1={left} x2={right} y1={bottom} y2={bottom} className="stroke-line-3 crisp" />
      {title ? (
        <text x={right} y={isTitleBelow ? bottom + 17 : bottom - 6} className={`${styles.end} ${styles.title}`}>
          {title}
        </text>
      ) : null}
    </g>
  )
}

/** Draws the axis at the left, without a line. Its title is above the data, where `TITLE_PX` are kept free for it. */
export function LeftAxis({ area, ticks, title }: Props) {
  const { left, right, top } = area
  return (
    <g>
      {ticks.map(({ at, label }) => (
        <g key={at}>
          <line x1={left} x2={right} y1={at} y2={at} className={styles.grid} />
          <text x={left - 8} y={at + 4} className={styles.end}>
            {label}
          </text>
        </g>
      ))}
      {title ? (
        <text x={left} y={top - TITLE_GAP_PX} className={styles.title}>
          {title}
        </text>
      ) : null}
    </g>
  )
}

/** Draws a power of ten with a raised exponent, without superscript characters. */
export function PowerOfTen({ exponent }: { readonly exponent: number }) {
  return (
    <>
      10
      <tspan dy="-0.42em" className={styles.raised}>
        {formatExponent(exponent)}
      </tspan>
    </>
  )
}

/** Returns the label of a tick of time: the date at midnight, else the time of day. */
export function timeLabel(atMs: number): string {
  return atMs % DAY_MS === 0 ? formatDate(atMs).slice(5) : formatTime(atMs).slice(0, 5)
}

/** Returns the label of a tick of a length, with as many decimals as the step needs. */
export function lengthLabel(value: number, step: number, { signed = false } = {}): string {
  // The step is the difference of two ticks, so a step of 0.1 may be slightly less.
  return formatNumber(value, { decimals: Math.max(0, -Math.floor(Math.log10(step) + STEP_ROUNDING)), signed })
}
const STEP_ROUNDING = 1e-9
