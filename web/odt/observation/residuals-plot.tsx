import type { ObservationReport } from '@apsis/contract/odt/observation.ts'
import { scaleLinear } from 'd3-scale'
import { BottomAxis, LeftAxis, lengthLabel } from '../../chart/axes.tsx'
import { boxOfText } from '../../chart/label-places.ts'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstantMs } from '../../clock/format.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { NotComputed } from '../../ui/page/pane-states.tsx'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { type Line, linesOf, shownCandidate, timedResiduals } from './facts.ts'
import styles from './observation.module.css'
import { patternsOf } from './patterns.ts'
import { ResidualHistogram } from './residual-histogram.tsx'
import { isInside, type Looking, rmsOf } from './selection.ts'
import { hasHistogram, LEFT_PX, rightOf, spanBox, timeScale, timeTicks } from './time-scale.ts'
import { observationWords } from './words.data.ts'

type Props = { readonly report: ObservationReport; readonly provenance: string; readonly looking: Looking }
type Shown = Line & { readonly residual: NonNullable<Line['residual']> }

/** Arcseconds with four significant digits (spec §9). */
export const arcsec = (value: number): string => `${formatQuantity('associationThreshold', value).number}″`
const signed = (value: number): string => `${formatQuantity('residual', value).number}″`

/** Right ascension times cos δ above, declination below, each with the threshold of the association and its histogram. */
export function ResidualsPlot({ report, provenance, looking }: Props) {
  const t = useWords(observationWords)
  const shown = linesOf(report).filter((line): line is Shown => line.residual !== undefined)
  const candidate = shownCandidate(report)
  const rms = rmsOf(shown)
  if (rms === undefined || candidate === undefined) return <NotComputed>{t('noResiduals')}</NotComputed>
  // The threshold of a Mahalanobis distance is no angle: it has no place in this drawing.
  const isAngle = report.associationResults.associationMetric === 'ANGULAR_DISTANCE'
  const threshold = isAngle ? candidate.associationThreshold : undefined
  const outliers = new Set(patternsOf(timedResiduals(shown)).outliers.map((place) => shown[place]?.atMs))
  return (
    <PlotFrame
      title={t('residuals')}
      note={t('residualsNote')}
      caption={t('residualsCaption', { count: shown.length, ra: arcsec(rms.ra), dec: arcsec(rms.dec) })}
      provenance={provenance}
      fileName="residuals"
      heightPx={340}
      table={{
        columns: ['time, UTC', 'RA x cos(Dec), arcsec', 'Dec, arcsec', 'outlier'],
        rows: shown.map(({ atMs, residual }) => [
          formatInstantMs(atMs),
          residual.ra,
          residual.dec,
          outliers.has(atMs) ? 'yes' : 'no',
        ]),
      }}
      onRead={(id) => looking.onRead(id === undefined ? undefined : Number(id))}
      onBrush={(fromMs, toMs) => looking.onSpan({ fromMs: Math.min(fromMs, toMs), toMs: Math.max(fromMs, toMs) })}
      onPick={() => looking.onSpan(undefined)}
      plot={(size) => draw({ shown, threshold, outliers, rms, looking }, size)}
    />
  )
}

const HEAD_PX = 18
const FOOT_PX = 26
/** A threshold farther away than this many times the largest residual would make one line of the points. */
const NEAR_TIMES = 3

type Drawn = {
  readonly shown: readonly Shown[]
  readonly threshold: number | undefined
  readonly outliers: ReadonlySet<number | undefined>
  readonly rms: { readonly ra: number; readonly dec: number }
  readonly looking: Looking
}

function panelsOf({ shown, threshold }: Drawn, { width, height }: Size) {
  const half = (height - FOOT_PX) / 2
  const [isWide, right] = [hasHistogram(width), rightOf(width)]
  const x = timeScale(shown, right + 16)
  const panels = (['ra', 'dec'] as const).map((axis, place) => {
    const area = { left: LEFT_PX, right, top: place * half + HEAD_PX, bottom: (place + 1) * half - 8 }
    const reach = 1.15 * Math.max(...shown.map(({ residual }) => Math.abs(residual[axis])), 1e-3)
    const near = threshold !== undefined && threshold <= NEAR_TIMES * reach ? threshold : undefined
    const top = Math.max(reach, 1.1 * (near ?? 0))
    return { axis, area, y: scaleLinear([-top, top], [area.bottom, area.top]), near }
  })
  return { x, panels, isWide, right }
}

function draw(drawn: Drawn, size: Size): Plot {
  const { shown } = drawn
  const { x, panels, isWide, right } = panelsOf(drawn, size)
  const drawing = panels.map((panel) => (
    <g key={panel.axis}>
      <Panel {...drawn} {...panel} x={x} ticks={timeTicks(x, right)} />
      {isWide ? (
        <ResidualHistogram
          values={shown.map(({ residual }) => residual[panel.axis])}
          sigma={drawn.rms[panel.axis]}
          y={panel.y}
          area={{ ...panel.area, left: right + 14, right: size.width - 10 }}
        />
      ) : null}
    </g>
  ))
  const points = panels.flatMap(({ axis, y }) =>
    shown.map(({ atMs, residual: { ra, dec } }) => ({
      x: x(atMs),
      y: y(axis === 'ra' ? ra : dec),
      id: String(atMs),
      text: observationWords('residualPoint', { time: formatInstantMs(atMs), ra: signed(ra), dec: signed(dec) }),
    })),
  )
  return { drawing, points, timeAt: (at) => x.invert(at).getTime() }
}

type PanelProps = Drawn &
  ReturnType<typeof panelsOf>['panels'][number] & {
    readonly x: ReturnType<typeof timeScale>
    readonly ticks: ReturnType<typeof timeTicks>
  }

function Panel({ shown, threshold, outliers, rms, looking, axis, area, y, near, x, ticks }: PanelProps) {
  const t = observationWords
  const steps = y.ticks(5)
  const step = tickStep(steps)
  const title = `${t(axis === 'ra' ? 'raAxis' : 'decAxis')}, RMS ${arcsec(rms[axis])}`
  return (
    <g>
      {looking.span ? <rect {...spanBox(looking.span, x, area)} className={styles.span} /> : null}
      <BottomAxis area={area} ticks={ticks.map((tick) => (axis === 'dec' ? tick : { ...tick, label: '' }))} />
      <LeftAxis area={area} ticks={steps.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))} />
      <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className={chart.axis} />
      <text x={area.left + 2} y={area.top - 5} className={chart.strong}>
        {title}
      </text>
      {threshold === undefined ? null : (
        <ThresholdName
          text={t(near === undefined ? 'beyond' : 'threshold', { value: arcsec(threshold) })}
          title={title}
          area={area}
        />
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
      {shown.map(({ atMs, residual }) => {
        const place = { cx: x(atMs), cy: y(residual[axis]) }
        return (
          <g key={atMs}>
            <circle {...place} r="2.4" className={isInside(atMs, looking.span) ? chart.dotOne : styles.outside} />
            {outliers.has(atMs) ? (
              <g>
                <circle {...place} r="6" className={styles.outlier} />
                <text x={place.cx - 10} y={place.cy + 4} className={`${chart.end} ${chart.strong}`}>
                  {signed(residual[axis])}
                </text>
              </g>
            ) : null}
            {atMs === looking.readMs ? <circle {...place} r="7" className={chart.ring} data-readout /> : null}
          </g>
        )
      })}
    </g>
  )
}

/** Beside the title of the panel, or at its bottom where a narrow drawing has no room for both in one line. */
function ThresholdName({
  text,
  title,
  area,
}: Pick<PanelProps, 'area'> & { readonly text: string; readonly title: string }) {
  const titleBox = boxOfText(title, { x: area.left + 2, y: area.top - 5, align: 'start' })
  const isBeside = titleBox.right < boxOfText(text, { x: area.right, y: area.top - 5, align: 'end' }).left
  return (
    <text x={area.right} y={isBeside ? area.top - 5 : area.bottom - 5} className={chart.end}>
      {text}
    </text>
  )
}
