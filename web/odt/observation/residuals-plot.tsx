import type { ObservationReport } from '@apsis/contract/odt/observation.ts'
import { scaleLinear } from 'd3-scale'
import { BottomAxis, LeftAxis, lengthLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstantMs } from '../../clock/format.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { NotComputed } from '../../ui/page/pane-states.tsx'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { type Line, linesOf, shownCandidate } from './facts.ts'
import { LEFT_PX, timeScale, timeTicks } from './time-scale.ts'
import { observationWords } from './words.data.ts'

type Props = { readonly report: ObservationReport; readonly provenance: string }
type Shown = Line & { readonly residual: NonNullable<Line['residual']> }

/** Arcseconds with four significant digits (spec §9). */
export const arcsec = (value: number): string => `${formatQuantity('associationThreshold', value).number}″`
const signed = (value: number): string => `${formatQuantity('residual', value).number}″`

/** Right ascension times cos δ above, declination below, each with the threshold of the association. */
export function ResidualsPlot({ report, provenance }: Props) {
  const t = useWords(observationWords)
  const shown = linesOf(report).filter((line): line is Shown => line.residual !== undefined)
  const candidate = shownCandidate(report)
  if (shown.length === 0 || candidate === undefined) return <NotComputed>{t('noResiduals')}</NotComputed>
  // The threshold of a Mahalanobis distance is no angle: it has no place in this drawing.
  const isAngle = report.associationResults.associationMetric === 'ANGULAR_DISTANCE'
  const threshold = isAngle ? candidate.associationThreshold : undefined
  const rms = (axis: 'ra' | 'dec') =>
    arcsec(Math.sqrt(shown.reduce((sum, one) => sum + one.residual[axis] ** 2, 0) / shown.length))
  return (
    <PlotFrame
      title={t('residuals')}
      note={t('residualsNote')}
      caption={t('residualsCaption', { count: shown.length, ra: rms('ra'), dec: rms('dec') })}
      provenance={provenance}
      fileName="residuals"
      heightPx={340}
      table={{
        columns: ['time, UTC', 'RA x cos(Dec), arcsec', 'Dec, arcsec'],
        rows: shown.map(({ atMs, residual }) => [formatInstantMs(atMs), residual.ra, residual.dec]),
      }}
      plot={(size) => draw(shown, threshold, size)}
    />
  )
}

const HEAD_PX = 18
const FOOT_PX = 26
/** A threshold farther away than this many times the largest residual would make one line of the points. */
const NEAR_TIMES = 3

function draw(shown: readonly Shown[], threshold: number | undefined, { width, height }: Size): Plot {
  const half = (height - FOOT_PX) / 2
  const x = timeScale(shown, width)
  const panels = (['ra', 'dec'] as const).map((axis, place) => {
    const area = { left: LEFT_PX, right: width - 16, top: place * half + HEAD_PX, bottom: (place + 1) * half - 8 }
    const reach = 1.15 * Math.max(...shown.map(({ residual }) => Math.abs(residual[axis])), 1e-3)
    const near = threshold !== undefined && threshold <= NEAR_TIMES * reach ? threshold : undefined
    const top = Math.max(reach, 1.1 * (near ?? 0))
    return { axis, area, y: scaleLinear([-top, top], [area.bottom, area.top]), near }
  })
  const drawing = panels.map(({ axis, area, y, near }) => {
    const steps = y.ticks(5)
    const step = tickStep(steps)
    const far = threshold === undefined ? undefined : near === undefined ? 'beyond' : 'threshold'
    return (
      <g key={axis}>
        <BottomAxis
          area={area}
          ticks={timeTicks(x, width).map((tick) => (axis === 'dec' ? tick : { ...tick, label: '' }))}
        />
        <LeftAxis area={area} ticks={steps.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))} />
        <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className={chart.axis} />
        <text x={area.left + 2} y={area.top - 5} className={chart.strong}>
          {observationWords(axis === 'ra' ? 'raAxis' : 'decAxis')}
        </text>
        {far === undefined ? null : (
          <text x={area.right} y={area.top - 5} className={chart.end}>
            {observationWords(far, { value: arcsec(threshold ?? 0) })}
          </text>
        )}
        {near === undefined
          ? null
          : [near, -near].map((value) => (
              <line
                key={value}
                x1={area.left}
                x2={area.right}
                y1={y(value)}
                y2={y(value)}
                className={`${chart.edge} ${chart.threshold}`}
              />
            ))}
        {shown.map(({ atMs, residual }) => (
          <circle key={atMs} cx={x(atMs)} cy={y(residual[axis])} r="2.4" className={chart.dotOne} />
        ))}
      </g>
    )
  })
  const points = panels.flatMap(({ axis, y }) =>
    shown.map(({ atMs, residual: { ra, dec } }) => ({
      x: x(atMs),
      y: y(axis === 'ra' ? ra : dec),
      text: observationWords('residualPoint', { time: formatInstantMs(atMs), ra: signed(ra), dec: signed(dec) }),
    })),
  )
  return { drawing, points }
}
