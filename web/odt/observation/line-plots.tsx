import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { LineResidual } from '@apsis/contract/odt/observation/range-report.ts'
import { useState } from 'react'
import { PlotFrame } from '../../chart/plot-frame.tsx'
import { formatInstantMs } from '../../clock/format.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { NotComputed } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { brieflyOf, LINE_UNITS, type LineOrbit, type LineQuantity, linesBy, statisticsOf } from './line-facts.ts'
import { drawResiduals, type Series } from './residual-drawing.tsx'
import { fileText } from './residuals-plot.tsx'
import type { Looking } from './selection.ts'
import { observationWords } from './words.data.ts'

type Props = {
  readonly report: ObservationReport
  readonly provenance: string
  readonly looking: Looking
}

/** Draws the ranges and range rates of a radar relative to the orbit, above its angles, because a radar is ordered for its ranges. */
export function LinePlots(props: Props) {
  return linesBy(props.report).map((lines) => <LinePlot key={lines.quantity} {...props} {...lines} />)
}

type LineProps = Props & { readonly quantity: LineQuantity; readonly rows: readonly LineResidual[] }

function LinePlot({ report, provenance, looking, quantity, rows }: LineProps) {
  const t = useWords(observationWords)
  const [wanted, setWanted] = useState<LineOrbit>('before')
  const [hasBefore, hasAfter] = [rows.some(({ before }) => before !== null), rows.some(({ after }) => after !== null)]
  const title = t(quantity === 'range' ? 'rangeResiduals' : 'rateResiduals')
  const orbit = hasAfter && (wanted === 'after' || !hasBefore) ? 'after' : 'before'
  const found = statisticsOf(rows, orbit)
  if (found === undefined)
    return (
      <Pane title={title}>
        <NotComputed>{noOrbitText(rows, quantity)}</NotComputed>
      </Pane>
    )
  const series = lineSeries(report, rows, orbit)
  const unit = LINE_UNITS[quantity]
  return (
    <PlotFrame
      title={title}
      note={t('lineNote', { unit })}
      actions={
        hasBefore && hasAfter ? (
          <Segments
            label={t('lineOrbit')}
            value={orbit}
            options={[
              { value: 'before', label: t('lineBefore') },
              { value: 'after', label: t('lineAfter') },
            ]}
            onChange={setWanted}
          />
        ) : null
      }
      caption={lineCaption(rows, orbit, quantity)}
      provenance={provenance}
      fileName={`residuals-of-${quantity}`}
      table={{
        columns: ['time, UTC', `measured, ${unit}`, `before, ${unit}`, `after, ${unit}`, `sigma, ${unit}`, 'left out'],
        rows: rows.map(({ epoch, measured, before, after, sigma, isEdited }) => [
          ...[formatInstantMs(Date.parse(epoch)), measured, before ?? '', after ?? '', sigma, isEdited ? 'yes' : 'no'],
        ]),
      }}
      heightPx={220}
      onRead={(id) => looking.onRead(Number.isFinite(Number(id)) ? Number(id) : undefined)}
      onBrush={(fromMs, toMs) => looking.onSpan({ fromMs: Math.min(fromMs, toMs), toMs: Math.max(fromMs, toMs) })}
      onPick={() => looking.onSpan(undefined)}
      plot={(size) =>
        drawResiduals(
          {
            series: [series],
            axes: [{ title: t(quantity), threshold: NOISE_SIGMAS * found.sigma, limit: 'noise' }],
            write: (value) => brieflyOf(value, quantity, true),
            writeSize: (value) => brieflyOf(value, quantity),
            looking,
          },
          size,
        )
      }
    />
  )
}

/** One residual in 370 is larger than this if the noise is normal. */
const NOISE_SIGMAS = 3

/** Returns the residuals of a quantity from an orbit for drawing; those left out of its fit are marked. */
export function lineSeries(report: ObservationReport, rows: readonly LineResidual[], orbit: LineOrbit): Series {
  const excluded = new Set(report.excluded)
  const shown = rows.flatMap(({ epoch, quantity, isEdited, [orbit]: residual }) => {
    if (residual === null) return []
    const [atMs, isExcluded] = [Date.parse(epoch), excluded.has(epoch)]
    const values = {
      time: formatInstantMs(atMs),
      quantity: observationWords(quantity),
      value: brieflyOf(residual, quantity, true),
    }
    const text = observationWords(isEdited ? 'linePointOut' : 'linePoint', values)
    return [{ atMs, values: [residual], isExcluded, text }]
  })
  const outliers = new Set(
    rows.filter(({ epoch, isEdited }) => isEdited && !excluded.has(epoch)).map(({ epoch }) => Date.parse(epoch)),
  )
  return { name: fileText(report), shown, outliers }
}

/** Returns the number and the size of the residuals, with the noise of the sensor for comparison. */
export function lineCaption(rows: readonly LineResidual[], orbit: LineOrbit, quantity: LineQuantity): string {
  const t = observationWords
  const found = statisticsOf(rows, orbit)
  if (found === undefined) return noOrbitText(rows, quantity)
  const left = rows.filter(({ isEdited }) => isEdited).length
  return [
    t('lineCaption', {
      count: found.count,
      mean: brieflyOf(found.mean, quantity, true),
      rms: brieflyOf(found.rms, quantity),
      times: formatNumber(found.times, { significant: 2 }),
      sigma: brieflyOf(found.sigma, quantity),
      largest: brieflyOf(found.largest, quantity, true),
    }),
    ...(left > 0 ? [t('lineOut', { count: left })] : []),
    t(orbit === 'before' ? 'lineHowBefore' : 'lineHowAfter'),
  ].join(' ')
}

/** Returns the text on the measurements of an unknown object. */
function noOrbitText(rows: readonly LineResidual[], quantity: LineQuantity): string {
  const measured = rows.map((row) => row.measured)
  const [from, to] = [Math.min(...measured), Math.max(...measured)].map((value) => brieflyOf(value, quantity))
  return observationWords('lineNone', { quantity: observationWords(quantity), from: from ?? '', to: to ?? '' })
}
