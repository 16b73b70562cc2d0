import type { Area } from '../../chart/axes.tsx'
import plot from '../../chart/plot.module.css'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import type { Span } from './pass-view.ts'
import { passWords } from './words.data.ts'

/** The value of passes for the decision on an event. */
export type Worth = {
  readonly decideMs: number
  readonly tcaMs: number
  readonly points: readonly {
    readonly name: string
    readonly ms: number
    /** The probability that the pass's result moves the event across the threshold of the decision, 0 to 1. */
    readonly chance: number
    readonly isChosen: boolean
  }[]
}

export const WORTH_PX = 62
/** The gap between the lane and the rows of sensors above. */
const GAP_PX = 10
/** The minimum width of a sentence of the lane's text. */
const SENTENCE_PX = 250
/** The width of the name of the decision with its time. */
const LABEL_PX = 130
/** The possible ends of the axis: the first one above all probabilities is used, so that small ones can be distinguished. */
const ENDS = [0.05, 0.1, 0.25, 0.5, 1]

type Props = {
  readonly worth: Worth
  readonly area: Area
  readonly x: (ms: number) => number
  /** The height at which the lines of the decision and of the TCA begin. */
  readonly topPx: number
  /** The part of the time that is drawn. */
  readonly span: Span
}

/** Draws the value of each pass over the same time as the passes above, with the lines of the decision and of the TCA through both. */
export function WorthLane({ worth, area, x, topPx, span }: Props) {
  const t = useWords(passWords)
  const { left, right, top, bottom } = area
  const { decideMs } = worth
  const points = worth.points.filter(({ ms }) => ms >= span.fromMs && ms <= span.toMs)
  const most = Math.max(0, ...points.map(({ chance }) => chance))
  const end = ENDS.find((one) => one >= most) ?? 1
  const y = (chance: number) => bottom - (chance / end) * (bottom - top - GAP_PX)
  const decideX = Math.max(left, Math.min(right, x(decideMs)))
  return (
    <g>
      {[0, end / 2, end].map((chance) => (
        <g key={chance}>
          <line x1={left} x2={right} y1={y(chance)} y2={y(chance)} className={plot.grid} />
          <text x={left - 8} y={y(chance) + 4} className={plot.end}>
            {formatNumber(chance * 100)}
          </text>
        </g>
      ))}
      <text x={left + 6} y={top + GAP_PX + 13} className={plot.title}>
        {t('worthAxis')}
      </text>
      {right - decideX > SENTENCE_PX ? (
        <text x={decideX + 10} y={top + GAP_PX + 34}>
          {t('tooLate')}
        </text>
      ) : null}
      {points.map(({ name, ms, chance, isChosen }) => (
        <g key={name}>
          <line
            x1={x(ms)}
            x2={x(ms)}
            y1={bottom}
            y2={y(chance)}
            className={isChosen ? 'stroke-accent' : 'stroke-line-3'}
          />
          <circle
            cx={x(ms)}
            cy={y(chance)}
            r={isChosen ? 4 : 2.6}
            className={isChosen ? 'stroke-accent stroke-w-2 fill-panel' : 'fill-soft'}
          />
        </g>
      ))}
      <Limits worth={worth} left={left} right={right} bottom={bottom} x={x} topPx={topPx} span={span} />
    </g>
  )
}

type LimitsProps = Omit<Props, 'area'> & Pick<Area, 'left' | 'right' | 'bottom'>

/** Draws the lines of the decision and of the TCA through the lane and the rows above. */
function Limits({ worth: { decideMs, tcaMs }, left, right, bottom, x, topPx, span }: LimitsProps) {
  const t = useWords(passWords)
  const decideX = Math.max(left, Math.min(right, x(decideMs)))
  const isLabelLeft = decideX - left > LABEL_PX
  const time = formatInstant(decideMs).slice(5, 16)
  return (
    <g>
      {decideMs > span.fromMs && decideMs < span.toMs ? (
        <g>
          <line x1={decideX} x2={decideX} y1={topPx - 4} y2={bottom} className="stroke-ink dash-2-2 crisp" />
          <text
            x={decideX + (isLabelLeft ? 2 : -2)}
            y={topPx - 6}
            className={`${isLabelLeft ? plot.end : ''} ${plot.strong}`}
          >
            {t('decide', { time })}
          </text>
        </g>
      ) : null}
      {tcaMs > span.fromMs && tcaMs < span.toMs && tcaMs > decideMs ? (
        <g>
          <line x1={x(tcaMs)} x2={x(tcaMs)} y1={topPx - 4} y2={bottom} className="stroke-soft crisp" />
          <text x={x(tcaMs) + 4} y={topPx - 6} className={plot.strong}>
            {t('tca')}
          </text>
        </g>
      ) : null}
    </g>
  )
}
