import type { ManoeuvreScreening } from '@apsis/contract/ca/manoeuvre-plan.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/told/written-number.ts'
import { scaleLinear } from 'd3-scale'
import { BottomAxis, PowerOfTen } from '../../../chart/axes.tsx'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatProbabilityLine, formatProbabilityPlain } from '../../../ui/format/probability.ts'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import space from './trade-space.module.css'
import { burnPlotWords } from './words.data.ts'

type Props = { readonly screening: ManoeuvreScreening; readonly provenance: string }
type Screened = ManoeuvreScreening['events'][number]

const ROW_PX = 26
const FRAME_PX = 48
/** A probability that changes by less than this factor counts as unchanged. */
const UNCHANGED_FACTOR = 1.1

/** How a burn changes each open event, worst afterwards first. */
export function BeforeAfterPlot({ screening, provenance }: Props) {
  const t = useWords(burnPlotWords)
  const events = screening.events.toSorted((a, b) => (b.nominal ?? 0) - (a.nominal ?? 0))
  const counted = countChanges(events)
  return (
    <PlotFrame
      title={t('beforeAfter')}
      note={t('note')}
      caption={t('caption', { all: events.length, ...counted })}
      provenance={provenance}
      fileName="before-and-after"
      table={{
        columns: ['object', 'tca_utc', 'pc_before', 'pc_after', 'pc_3_sigma_strong', 'pc_3_sigma_weak'],
        rows: events.map(({ object, tca, before, nominal, hot, cold }) => [
          object,
          tca,
          ...[before, nominal, hot, cold].map((pc) => formatProbabilityPlain(pc ?? undefined) || undefined),
        ]),
      }}
      heightPx={events.length * ROW_PX + FRAME_PX}
      plot={(size) => draw(events, screening.accepted, size)}
    />
  )
}

/** How many events are worse, better and as before. */
export function countChanges(events: readonly Pick<Screened, 'before' | 'nominal'>[]) {
  const factors = events.map(
    ({ before, nominal }) => Math.max(nominal ?? 0, PROBABILITY_FLOOR) / Math.max(before ?? 0, PROBABILITY_FLOOR),
  )
  const worse = factors.filter((factor) => factor > UNCHANGED_FACTOR).length
  const better = factors.filter((factor) => factor < 1 / UNCHANGED_FACTOR).length
  return { worse, better, same: events.length - worse - better }
}

const logOf = (pc: number | null) => Math.log10(Math.max(pc ?? 0, PROBABILITY_FLOOR))

function draw(events: readonly Screened[], accepted: number, { width, height }: Size): Plot {
  const area = { left: Math.min(220, width / 3), right: width - 20, top: 8, bottom: height - 26 }
  const highest = Math.max(-2, ...events.flatMap(({ before, nominal }) => [logOf(before), logOf(nominal)]))
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
      <line x1={limit} x2={limit} y1={area.top} y2={area.bottom} className={`${chart.threshold} ${chart.critical}`} />
      <text x={limit + 4} y={area.bottom - 4} className={chart.title}>
        {burnPlotWords('accepted')}
      </text>
      {events.map(({ conjunctionId, object, before, nominal }, place) => (
        <g key={conjunctionId}>
          <text x={area.left - 10} y={y(place) + 4} className={chart.end}>
            {object}
          </text>
          <line x1={x(logOf(before))} x2={x(logOf(nominal))} y1={y(place)} y2={y(place)} className={chart.axis} />
          <circle cx={x(logOf(before))} cy={y(place)} r="5" className={space.without} />
          <circle cx={x(logOf(nominal))} cy={y(place)} r="5" className={space.with} />
        </g>
      ))}
    </>
  )
  const points = events.map(({ conjunctionId, object, before, nominal }, place) => ({
    x: x(logOf(nominal)),
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
