import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { scaleLinear } from 'd3-scale'
import { BottomAxis, PowerOfTen } from '../../../chart/axes.tsx'
import chart from '../../../chart/plot.module.css'
import type { Plot } from '../../../chart/plot-frame.tsx'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import type { Size } from '../../../ui/page/size.ts'
import { burnPlotWords } from './words.data.ts'

type EventAfterBurn = PlanScreening['events'][number]

export const ROW_PX = 26
/** A probability that changes by less than this factor counts as unchanged. */
const UNCHANGED_FACTOR = 1.1

/**
 * Returns the number of events that are worse, better and unchanged. The change of an event without a probability is unknown, and the event
 * is in none of the three numbers.
 */
export function countChanges(events: readonly Pick<EventAfterBurn, 'before' | 'nominal'>[]) {
  const factors = events.flatMap(({ before, nominal }) =>
    before === null || nominal === null
      ? []
      : [Math.max(nominal, PROBABILITY_FLOOR) / Math.max(before, PROBABILITY_FLOOR)],
  )
  const worse = factors.filter((factor) => factor > UNCHANGED_FACTOR).length
  const better = factors.filter((factor) => factor < 1 / UNCHANGED_FACTOR).length
  return { worse, better, same: factors.length - worse - better, unknown: events.length - factors.length }
}

const logOf = (pc: number) => Math.log10(Math.max(pc, PROBABILITY_FLOOR))

/** Draws each event in a row: its probability before and after. */
export function drawChanges(events: readonly EventAfterBurn[], accepted: number, { width, height }: Size): Plot {
  const area = { left: Math.min(220, width / 3), right: width - 20, top: 8, bottom: height - 26 }
  const highest = Math.max(
    -2,
    ...events.flatMap(({ before, nominal }) => [before, nominal].flatMap((pc) => (pc === null ? [] : [logOf(pc)]))),
  )
  const x = scaleLinear([Math.log10(PROBABILITY_FLOOR), Math.ceil(highest)], [area.left, area.right])
  const y = (place: number) => area.top + place * ROW_PX + ROW_PX / 2
  const step = width < 600 ? 4 : 2
  const exponents = Array.from({ length: Math.floor((Math.ceil(highest) + 10) / step) + 1 }, (_, i) => -10 + i * step)
  const limit = x(logOf(accepted))
  const drawing = (
    <>
      <BottomAxis
        area={area}
        ticks={exponents.map((exponent) => ({ at: x(exponent), label: <PowerOfTen exponent={exponent} /> }))}
      />
      <line x1={limit} x2={limit} y1={area.top} y2={area.bottom} className={`dash-5-3 ${chart.critical}`} />
      <text x={limit + 4} y={area.bottom - 4} className={chart.title}>
        {burnPlotWords('accepted')}
      </text>
      {events.map(({ conjunctionId, object, before, nominal }, place) => (
        <g key={conjunctionId}>
          <text x={area.left - 10} y={y(place) + 4} className={chart.end}>
            {object}
          </text>
          <Change before={before} nominal={nominal} at={(pc) => x(logOf(pc))} y={y(place)} left={area.left} />
        </g>
      ))}
    </>
  )
  const points = events.map(({ conjunctionId, object, before, nominal }, place) => ({
    x: nominal === null ? area.left : x(logOf(nominal)),
    y: y(place),
    id: conjunctionId,
    text: burnPlotWords('point', {
      object,
      before: formatProbabilityLine(before ?? undefined),
      after: formatProbabilityLine(nominal ?? undefined),
    }),
  }))
  return { drawing, points }
}

type ChangeProps = Pick<EventAfterBurn, 'before' | 'nominal'> & {
  readonly at: (pc: number) => number
  readonly y: number
  readonly left: number
}

/** Draws the change of an event. An unknown value has no mark, because a mark at the lowest end of the axis would look safe. */
function Change({ before, nominal, at, y, left }: ChangeProps) {
  return (
    <>
      {before === null || nominal === null ? (
        <text x={left + 8} y={y + 4} className={chart.title}>
          {burnPlotWords(before !== null ? 'noneAfter' : nominal !== null ? 'noneBefore' : 'none')}
        </text>
      ) : (
        <line x1={at(before)} x2={at(nominal)} y1={y} y2={y} className="stroke-line-3 crisp" />
      )}
      {before === null ? null : <circle cx={at(before)} cy={y} r="5" className="fill-panel stroke-soft stroke-w-1-5" />}
      {nominal === null ? null : <circle cx={at(nominal)} cy={y} r="5" className="fill-accent" />}
    </>
  )
}
