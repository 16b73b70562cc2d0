import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { scaleLinear, scaleLog } from 'd3-scale'
import { line } from 'd3-shape'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { formatBriefly, formatNumber } from '../../ui/format/number.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './annual.module.css'
import { annualWords } from './words.data.ts'

type ClosedForm = NonNullable<AnnualStatistics['closed']>
type Kind = keyof ClosedForm['sensitivity']
type Variation = ClosedForm['sensitivity'][Kind]

/** The quantities that are varied one at a time, with the scale and the current value of each. */
const KINDS = [
  { kind: 'radius', isLog: true, presentOf: (found: AnnualStatistics) => found.assumptions.radiusFactor },
  { kind: 'commit', isLog: false, presentOf: (found: AnnualStatistics) => found.assumptions.commitHours },
  { kind: 'errors', isLog: false, presentOf: (found: AnnualStatistics) => found.assumptions.errorFactor },
  { kind: 'growth', isLog: false, presentOf: (found: AnnualStatistics) => found.assumptions.growth },
] as const satisfies readonly { readonly kind: Kind; readonly [other: string]: unknown }[]

type Props = { readonly found: AnnualStatistics; readonly closed: ClosedForm }

/** Draws how the result depends on uncertain assumptions; all four plots share both scales. */
export function SensitivityPanes({ found, closed }: Props) {
  const all = Object.values(closed.sensitivity).flat()
  const most = {
    rate: Math.max(...all.map(({ rates }) => rates.manoeuvresPerYear), closed.own.manoeuvresPerYear),
    kept: Math.max(...all.map(({ rates }) => rates.residualPerYear), closed.own.residualPerYear),
  }
  return (
    <div className={`grid line-top ${styles.sensitivity}`}>
      {KINDS.map((one) => (
        <Sensitivity key={one.kind} {...one} present={one.presentOf(found)} found={found} closed={closed} most={most} />
      ))}
    </div>
  )
}

type OneProps = Props & {
  readonly kind: (typeof KINDS)[number]['kind']
  readonly isLog: boolean
  readonly present: number
  readonly most: { readonly rate: number; readonly kept: number }
}

function Sensitivity({ kind, isLog, present, found, closed, most }: OneProps) {
  const t = useWords(annualWords)
  const list = closed.sensitivity[kind]
  return (
    <PlotFrame
      title={t(kind)}
      note={t(`${kind}Unit`)}
      caption={list.map((one) => pointText(kind, one)).join(' ')}
      provenance={t('provenance', {
        messages: formatNumber(found.counts.messages),
        events: formatNumber(found.counts.events),
      })}
      fileName={`annual-sensitivity-${kind}`}
      table={{
        columns: [kind, 'manoeuvres_per_year', 'residual_per_year', 'residual_if_goal_is_stated_per_year'],
        rows: list.map(({ value, rates }) => [
          value,
          rates.manoeuvresPerYear,
          rates.residualPerYear,
          rates.residualIfGoalIsStatedPerYear,
        ]),
      }}
      heightPx="fill"
      plot={(size) => drawn({ kind, isLog, present, list, own: closed.own, most }, size)}
    />
  )
}

function pointText(kind: OneProps['kind'], { value, rates }: Variation[number]): string {
  return annualWords('varied', {
    what: `${annualWords(kind)} ${formatNumber(value)}`,
    rate: formatBriefly(rates.manoeuvresPerYear, 2),
    kept: formatProbabilityLine(rates.residualPerYear),
  })
}

type SensitivityCurve = Pick<OneProps, 'kind' | 'isLog' | 'present' | 'most'> & {
  readonly list: Variation
  readonly own: ClosedForm['own']
}

function drawn({ kind, isLog, present, list, own, most }: SensitivityCurve, { width, height }: Size): Plot {
  const t = annualWords
  const [left, right, top, bottom, gap] = [16, width - 16, 18, height - 24, 18]
  const half = (bottom - top - gap) / 2
  const values = [...list.map(({ value }) => value), present]
  const domain = [Math.min(...values), Math.max(...values)]
  const x = (isLog ? scaleLog(domain, [left, right]) : scaleLinear(domain, [left, right])) as (value: number) => number
  const rate = scaleLinear([0, most.rate], [top + half, top])
  const kept = scaleLinear([0, most.kept], [bottom, bottom - half])
  const panels = [
    {
      y: rate,
      of: (rates: ClosedForm['own']) => rates.manoeuvresPerYear,
      text: (value: number) => formatBriefly(value, 2),
      name: t('manoeuvresShort'),
    },
    {
      y: kept,
      of: (rates: ClosedForm['own']) => rates.residualPerYear,
      text: formatProbabilityLine,
      name: t('keptShort'),
    },
  ]
  const last = list.at(-1)
  const drawing = (
    <>
      {panels.map(({ y, of, text, name }) => {
        const [base, peak] = y.range() as [number, number]
        const path = line<Variation[number]>(
          ({ value }) => x(value),
          ({ rates }) => y(of(rates)),
        )(list)
        return (
          <g key={name}>
            <line x1={left} x2={right} y1={base} y2={base} className="stroke-line-3 crisp" />
            <line x1={left} x2={right} y1={peak} y2={peak} className={chart.grid} />
            <text x={left} y={peak - 5} className={chart.title}>
              {name}
            </text>
            <path d={path ?? ''} className={`stroke-series-1 ${chart.line}`} />
            {last && last.value !== present ? (
              <text x={right} y={peak - 5} className={`${chart.end} ${chart.strong}`}>
                {text(of(last.rates))}
              </text>
            ) : null}
          </g>
        )
      })}
      <line x1={x(present)} x2={x(present)} y1={top} y2={bottom} className="stroke-accent crisp" />
      {panels.map(({ y, of, name }) => (
        <circle key={name} cx={x(present)} cy={y(of(own))} r="3.2" className="fill-panel stroke-accent stroke-w-2" />
      ))}
      {placesOf(values, present, (value) => x(value)).map((value) => (
        <text
          key={value}
          x={x(value)}
          y={bottom + 17}
          className={`${value === domain[0] ? '' : value === domain[1] ? chart.end : chart.middle} ${value === present ? chart.nowWord : ''}`}
        >
          {formatNumber(value)}
        </text>
      ))}
    </>
  )
  const points = list.map((one) => ({
    x: x(one.value),
    y: rate(one.rates.manoeuvresPerYear),
    text: pointText(kind, one),
  }))
  return { drawing, points }
}

const LABEL_PX = 30

/** Returns the values that have room for their label, the current one first. */
function placesOf(values: readonly number[], present: number, x: (value: number) => number): readonly number[] {
  const placed: number[] = [present]
  const ends = [Math.min(...values), Math.max(...values)]
  for (const value of [...ends, ...values])
    if (placed.every((other) => Math.abs(x(other) - x(value)) >= LABEL_PX)) placed.push(value)
  return placed
}
