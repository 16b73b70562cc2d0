import { missing } from '@apsis/astro/missing.ts'
import type { EphemerisDifference } from '@apsis/contract/ca/ephemeris.ts'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { BottomAxis, LeftAxis, lengthLabel, TITLE_PX, timeLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './oems.module.css'
import { oemWords } from './words.data.ts'

type Props = {
  readonly difference: EphemerisDifference
  readonly caption: string
  readonly provenance: string
  readonly call: ApiCall
}
type Sample = EphemerisDifference['samples'][number]

/** A difference in metres: to the millimetre that files are written to, and no finer than it matters. */
export function metres(value: number): string {
  return formatNumber(value, { decimals: Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 1 : 3 })
}

const TICK_PX = 130
/** Words at the ends of lines that run together stand below one another. */
const WORD_PX = 14
const LINES = [
  { part: 'total', line: chart.trail, word: chart.title },
  { part: 'r', line: chart.one, word: chart.wordOne },
  { part: 't', line: chart.two, word: chart.wordTwo },
  { part: 'n', line: chart.ink, word: chart.wordInk },
] as const

/** The position difference of two ephemerides over time: along R, T, N, and in all. */
export function DifferencePlot({ difference, caption, provenance, call }: Props) {
  const t = useWords(oemWords)
  const { samples } = difference
  return (
    <div className={styles.apart}>
      <PlotFrame
        className={styles.fill}
        title={t('differenceTitle')}
        note={t('differenceNote')}
        caption={caption}
        provenance={provenance}
        fileName="ephemeris-difference"
        heightPx="fill"
        call={call}
        table={{
          columns: ['time, UTC', 'R, m', 'T, m', 'N, m', 'total, m'],
          rows: samples.map(({ time, r, t: along, n, total }) => [time, r, along, n, total]),
        }}
        plot={(size) => draw(difference, size)}
      />
    </div>
  )
}

function draw({ samples, largest }: EphemerisDifference, { width, height }: Size): Plot {
  const area = { left: 64, right: width - 52, top: TITLE_PX, bottom: height - 26 }
  const values = [...samples, largest].flatMap(({ r, t, n, total }) => [r, t, n, total, 0])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = scaleUtc([msOf(samples[0] ?? largest), msOf(samples.at(-1) ?? largest)], [area.left, area.right])
  const y = scaleLinear([low, high], [area.bottom, area.top]).nice(5)
  const ticks = y.ticks(5)
  const step = tickStep(ticks)
  const last = samples.at(-1) ?? largest
  const wordAt = spread(LINES.map(({ part }) => y(last[part]) + 4))
  const drawing = (
    <>
      <BottomAxis
        area={area}
        ticks={x
          .ticks(Math.max(2, Math.floor(width / TICK_PX)))
          .map((time) => ({ at: x(time), label: timeLabel(time.getTime()) }))}
      />
      <LeftAxis
        area={area}
        title={oemWords('differenceAxis')}
        ticks={ticks.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))}
      />
      <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className={chart.zero} />
      {LINES.map(({ part, line, word }, place) => (
        <g key={part}>
          <polyline
            points={samples.map((sample) => `${x(msOf(sample))},${y(sample[part])}`).join(' ')}
            className={`${chart.line} ${line}`}
          />
          <text x={area.right + 6} y={wordAt[place]} className={word}>
            {part === 'total' ? oemWords('differenceTotal') : part.toUpperCase()}
          </text>
        </g>
      ))}
      <circle cx={x(msOf(largest))} cy={y(largest.total)} r="5" className={chart.ring} />
    </>
  )
  return {
    drawing,
    points: [...samples, largest].map((one) => ({ x: x(msOf(one)), y: y(one.total), text: textOf(one) })),
  }
}

const msOf = ({ time }: Sample) => Date.parse(time)

/** The places of words, moved down as far as they would run into each other. */
function spread(places: readonly number[]): readonly number[] {
  const moved = [...places]
  let above = Number.NEGATIVE_INFINITY
  for (const { index } of places.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at)) {
    const at = Math.max(places[index] ?? missing(), above + WORD_PX)
    moved[index] = at
    above = at
  }
  return moved
}

function textOf({ time, r, t, n, total }: Sample): string {
  return oemWords('differencePoint', {
    time: formatInstant(Date.parse(time)),
    r: metres(r),
    t: metres(t),
    n: metres(n),
    total: metres(total),
  })
}
