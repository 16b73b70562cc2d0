import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { PositionReport } from '@apsis/contract/odt/observation/position-report.ts'
import { useState } from 'react'
import { PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatInstantMs } from '../../../clock/format.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { useWords } from '../../../ui/text/language.ts'
import { orbitText } from '../orbit-text.ts'
import { drawResiduals, rmsAlong, type Series } from '../residual-drawing.tsx'
import type { Looking, Span } from '../selection.ts'
import { observationWords } from '../words.data.ts'
import { positionWords } from './position-words.data.ts'

const metres = (value: number): string => `${formatNumber(value, { decimals: 1, signed: true })} m`
const size = (value: number): string => `${formatNumber(value, { decimals: 1 })} m`

type Props = { readonly report: ObservationReport; readonly positions: PositionReport }

/** Draws the residuals of the positions along the axes of the orbit, from the known orbit or from the corrected one. */
export function PositionPlot({ report, positions }: Props) {
  const t = useWords(positionWords)
  const { looking } = useLooking()
  const hasAfter = positions.measurements.every(({ after }) => after !== null)
  const [wanted, setWanted] = useState<'before' | 'after'>('before')
  const orbit = hasAfter ? wanted : 'before'
  const series = seriesOf(positions, orbit)
  return (
    <PlotFrame
      title={t('residuals')}
      note={t('note')}
      actions={
        hasAfter ? (
          <Segments
            label={t('orbit')}
            value={orbit}
            options={[
              { value: 'before', label: t('before') },
              { value: 'after', label: t('after') },
            ]}
            onChange={setWanted}
          />
        ) : null
      }
      caption={captionOf(series)}
      provenance={t('provenance', {
        version: report.version,
        id: report['file-id'],
        orbit: orbitText(report, observationWords),
      })}
      fileName={`residuals-of-positions-${orbit}`}
      table={{
        columns: ['time, UTC', 'radial, m', 'in-track, m', 'cross-track, m', 'left out'],
        rows: series.shown.map(({ atMs, values }) => [
          ...[formatInstantMs(atMs), ...values, series.outliers.has(atMs) ? 'yes' : 'no'],
        ]),
      }}
      heightPx={430}
      onRead={(id) => looking.onRead(Number.isFinite(Number(id)) ? Number(id) : undefined)}
      onBrush={(fromMs, toMs) => looking.onSpan({ fromMs: Math.min(fromMs, toMs), toMs: Math.max(fromMs, toMs) })}
      onPick={() => looking.onSpan(undefined)}
      plot={(room) =>
        drawResiduals(
          {
            series: [series],
            axes: [{ title: t('radial') }, { title: t('inTrack') }, { title: t('crossTrack') }],
            write: metres,
            writeSize: size,
            looking,
          },
          room,
        )
      }
    />
  )
}

/** Returns the number of drawn positions, the size of their residuals, and the number of positions left out. */
function captionOf(series: Series): string {
  const t = positionWords
  const sizes = (['radial', 'inTrack', 'crossTrack'] as const).map(
    (axis, at) => `${t(axis)} ${size(rmsAlong(series, at))}`,
  )
  const out = series.outliers.size
  return [
    t('caption', { count: series.shown.length }),
    `RMS: ${sizes.join(', ')}.`,
    ...(out > 0 ? [t('captionOut', { count: out })] : []),
  ].join(' ')
}

function useLooking(): { readonly looking: Looking } {
  const [span, onSpan] = useState<Span | undefined>(undefined)
  const [readMs, onRead] = useState<number | undefined>(undefined)
  return { looking: { span, readMs, onSpan, onRead } }
}

/** Draws the residuals of all positions; those left out of the fit are marked. */
export function seriesOf({ measurements }: PositionReport, orbit: 'before' | 'after'): Series {
  const shown = measurements.flatMap((row) => {
    const offset = row[orbit]
    if (offset === null) return []
    const { radial, inTrack, crossTrack } = offset
    const atMs = Date.parse(row.epoch)
    const [r, i, c] = [metres(radial), metres(inTrack), metres(crossTrack)]
    const text = positionWords('point', { time: formatInstantMs(atMs), r, i, c })
    return [{ atMs, values: [radial, inTrack, crossTrack], text }]
  })
  const outliers = new Set(measurements.filter(({ isEdited }) => isEdited).map(({ epoch }) => Date.parse(epoch)))
  return { name: positionWords(orbit), shown, outliers }
}
