import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { formatInstant } from '../../clock/format.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { formatBriefly, formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../ui/format/probability.ts'
import { useMedia } from '../../ui/page/size.ts'
import { fileTable } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import { countedOf, isFew } from './history-rate.ts'
import { ThresholdDrawing } from './threshold-drawing.tsx'
import { type Curves, curvesOf, ENGINES, type Engine, thresholdScene } from './threshold-scene.ts'
import { annualWords } from './words.data.ts'

type Props = {
  readonly found: AnnualStatistics
  readonly engine: Engine
  readonly onEngine: (engine: Engine) => void
  /** Is called when the reader chooses another threshold. */
  readonly onThreshold: (threshold: number) => void
  readonly busy: boolean
  readonly className?: string | undefined
}

/** Draws the cost and the residual risk of each accepted probability, by both methods, with the satellite's threshold marked. */
export function ThresholdPlot({ found, engine, onEngine, onThreshold, busy, className }: Props) {
  const t = useWords(annualWords)
  const isPhone = useMedia('(width <= 760px)')
  const curves = curvesOf(found)
  return (
    <PlotFrame
      title={t('plot')}
      note={t('plotNote', { time: formatInstant(Date.parse(found.computedAt)) })}
      caption={captionOfThresholds(found)}
      provenance={t('provenance', {
        messages: formatNumber(found.counts.messages),
        events: formatNumber(found.counts.events),
      })}
      fileName={`annual-statistics-${found.satelliteName}`}
      table={tableOf(found, curves)}
      heightPx={isPhone ? 480 : 430}
      busy={busy}
      // A phone has room only for the title; the address still determines the display.
      actions={
        isPhone ? null : (
          <Segments
            label={t('engine')}
            value={engine}
            options={ENGINES.map((value) => ({ value, label: t(value) }))}
            onChange={onEngine}
          />
        )
      }
      onPick={(id) => onThreshold(Number(id))}
      className={className}
      plot={(size): Plot => {
        const scene = thresholdScene(found, curves, size)
        const points = pointsOf(curves).flatMap(({ threshold, rate, text }) =>
          scene.x(threshold) < scene.left - 1 || scene.x(threshold) > scene.right + 1
            ? []
            : [{ x: scene.x(threshold), y: scene.rates.y(rate), id: String(threshold), text }],
        )
        return {
          drawing: <ThresholdDrawing found={found} curves={curves} scene={scene} engine={engine} />,
          points,
        }
      }}
    />
  )
}

/** Returns a sentence on the plot, for readers who cannot see it. */
export function captionOfThresholds(found: AnnualStatistics): string {
  const { assumptions, closed, bootstrap } = found
  const { threshold } = assumptions
  const drawn = bootstrap.rates.find((one) => one.threshold === threshold)
  const t = annualWords
  const at = formatProbabilityLine(threshold)
  const counted = countedOf(found)
  const rest = isFew(found)
    ? t('captionCounted', { lower: rateText(counted.lower), upper: rateText(counted.upper) })
    : drawn
      ? t('captionDrawn', {
          median: rateText(drawn.manoeuvresPerYear.median),
          lower: rateText(drawn.manoeuvresPerYear.lower),
          upper: rateText(drawn.manoeuvresPerYear.upper),
        })
      : ''
  return closed
    ? `${t('captionClosed', { at, rate: rateText(closed.own.manoeuvresPerYear) })} ${rest}`
    : `${t('captionNoClosed', { at })} ${rest}`
}

export const rateText = (value: number) => formatBriefly(value, 2)

/** Returns the values at each threshold, by both methods. */
function pointsOf({ closed, drawn, isCounted }: Curves) {
  const t = annualWords
  return drawn.map(({ threshold, value, low, high }) => {
    const form = closed.find((one) => one.threshold === threshold)
    const at = formatProbabilityLine(threshold)
    const bootstrap = t(isCounted ? 'captionCounted' : 'captionDrawn', {
      median: rateText(value),
      lower: rateText(low),
      upper: rateText(high),
    })
    const text = form ? `${t('captionClosed', { at, rate: rateText(form.value) })} ${bootstrap}` : `${at}. ${bootstrap}`
    return { threshold, rate: form?.value ?? value, text }
  })
}

/** Returns the table for a file: one row for each threshold. */
function tableOf({ closed, bootstrap, assumptions }: AnnualStatistics, { drawnKept }: Curves) {
  const rows = bootstrap.rates.map((rate, place) => ({
    ...rate,
    form: closed?.curve.find((one) => one.threshold === rate.threshold),
    kept: drawnKept[place]?.value,
  }))
  return fileTable(rows, {
    threshold: ({ threshold }) => formatProbabilityPlain(threshold),
    manoeuvres_per_year: ({ form }) => form?.manoeuvresPerYear,
    risk_per_year: ({ form }) => form?.riskPerYear,
    residual_per_year: ({ form }) => form?.residualPerYear,
    avoided_per_year: ({ form }) => form?.avoidedPerYear,
    false_alarms_per_year: ({ form }) => form?.falseAlarmsPerYear,
    manoeuvres_per_collision_avoided: ({ form }) => form?.manoeuvresPerCollisionAvoided,
    bootstrap_manoeuvres_per_year: ({ manoeuvresPerYear }) => manoeuvresPerYear.median,
    bootstrap_lower: ({ manoeuvresPerYear }) => manoeuvresPerYear.lower,
    bootstrap_upper: ({ manoeuvresPerYear }) => manoeuvresPerYear.upper,
    bootstrap_residual_per_year: 'kept',
    observed_events: 'observed',
    setting: ({ threshold }) => (threshold === assumptions.threshold ? 'own' : ''),
  })
}
