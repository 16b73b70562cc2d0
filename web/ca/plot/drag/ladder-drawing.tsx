import { missing } from '@apsis/astro/missing.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { BottomAxis, LeftAxis, PowerOfTen } from '../../../chart/axes.tsx'
import { boxOfText, overlap, type Place } from '../../../chart/label-places.ts'
import { decadesOf } from '../../../chart/log-series.ts'
import chart from '../../../chart/plot.module.css'
import type { Plot } from '../../../chart/plot-frame.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import type { Size } from '../../../ui/page/size.ts'
import { type Ladder, linesOfLadder, type Rung } from './ladder.ts'
import { dragWords } from './words.data.ts'

type Props = { readonly ladder: Ladder; readonly accepted: number | undefined }
type Line = 'both' | 'first' | 'second'

/** The plot shows this number of decades below the peak and the accepted probability: lower values matter for no decision. */
const SHOWN_DECADES = 8
/** The room at the right for the names of the lines, and the distance between these names. */
const [NAMES_PX, NAME_PX] = [66, 15]
const DECADE_PX = 22
const TICKS = [0.5, 0.7, 1, 1.5, 2, 3]
const LOOKS = {
  both: ['stroke-ink', chart.strong],
  first: ['stroke-series-1', ''],
  second: ['stroke-series-2', ''],
} as const
const NAMES = { both: 'bothShort', first: 'firstShort', second: 'secondShort' } as const

function scalesOf({ ladder, accepted }: Props, { width, height }: Size) {
  const area = { left: 52, right: width - NAMES_PX, top: 24, bottom: height - 42 }
  const values = ladder.rungs.flatMap((rung) => linesOfLadder(ladder).map((name) => rung[name]))
  const [low, high] = decadesOf([...values, ...(accepted === undefined ? [] : [accepted])], PROBABILITY_FLOOR)
  const factors = ladder.rungs.map(({ factor }) => Math.log10(factor))
  const x = scaleLinear([Math.min(...factors), Math.max(...factors)], [area.left, area.right])
  const y = scaleLinear([Math.max(low, high - SHOWN_DECADES), high], [area.bottom, area.top])
  const placeOf = (factor: number, probability: number): readonly [number, number] => [
    x(Math.log10(factor)),
    Math.min(area.bottom, y(Math.log10(Math.max(probability, PROBABILITY_FLOOR)))),
  ]
  return { area, x, y, placeOf }
}

/**
 * Draws the probability over the density of the air: for both objects, and for each object alone. The line of the forecast has the accent
 * colour.
 */
export function drawLadder(props: Props, size: Size): Plot {
  const { ladder, accepted } = props
  const scales = scalesOf(props, size)
  const { area, x, y, placeOf } = scales
  const [nowX, nowY] = placeOf(1, ladder.stated)
  const lowest = y.domain()[0] ?? missing()
  const exponents = Array.from({ length: Math.floor(y.domain()[1] ?? missing()) - Math.ceil(lowest) + 1 }, (_, i) => i)
  const every = Math.ceil((DECADE_PX * exponents.length) / (area.bottom - area.top))
  const drawing = (
    <>
      <BottomAxis area={area} ticks={TICKS.map((at) => ({ at: x(Math.log10(at)), label: `×${formatNumber(at)}` }))} />
      <text x={area.right} y={area.bottom + 34} className={`${chart.end} ${chart.title}`}>
        {dragWords('axis')}
      </text>
      <LeftAxis
        area={area}
        ticks={exponents
          .map((step) => step + Math.ceil(lowest))
          .filter((exponent) => exponent % every === 0)
          .map((exponent) => ({ at: y(exponent), label: <PowerOfTen exponent={exponent} /> }))}
      />
      {accepted === undefined || Math.log10(accepted) < lowest ? null : (
        <line
          x1={area.left}
          x2={area.right}
          y1={y(Math.log10(accepted))}
          y2={y(Math.log10(accepted))}
          className={`dash-5-3 ${chart.critical}`}
        />
      )}
      <line x1={nowX} x2={nowX} y1={area.top - 4} y2={area.bottom} className="stroke-accent crisp" />
      <text x={nowX} y={area.top - 9} className={`${chart.middle} ${chart.nowWord}`}>
        {dragWords('forecast')}
      </text>
      {linesOfLadder(ladder)
        .toReversed()
        .map((name) => (
          <path key={name} d={pathOf(ladder.rungs, name, scales)} className={`${chart.line} ${LOOKS[name][0]}`} />
        ))}
      {Math.log10(Math.max(ladder.stated, PROBABILITY_FLOOR)) < lowest ? null : (
        <>
          <circle cx={nowX} cy={nowY} r="7" className="fill-none stroke-accent stroke-w-1-5" />
          <circle cx={nowX} cy={nowY} r="3" className="fill-ink" />
        </>
      )}
      {namesOf(ladder, scales).map(({ name, x: end, at, text }) => (
        <text key={name} x={end + 6} y={at + 4} className={LOOKS[name][1]}>
          {text}
        </text>
      ))}
      {accepted === undefined ? null : <Accepted accepted={accepted} ladder={ladder} scales={scales} />}
    </>
  )
  const points = ladder.rungs.map((rung) => {
    const [px, py] = placeOf(rung.factor, rung.both)
    return { x: px, y: py, text: pointText(rung) }
  })
  return { drawing, points }
}

type Scales = ReturnType<typeof scalesOf>

function pathOf(rungs: readonly Rung[], name: Line, { y, placeOf }: Scales): string {
  const lowest = y.domain()[0] ?? missing()
  return (
    line<Rung>(
      (rung) => placeOf(rung.factor, rung[name])[0],
      (rung) => placeOf(rung.factor, rung[name])[1],
    ).defined((rung) => Math.log10(rung[name]) >= lowest)(rungs) ?? ''
  )
}

/** Returns the names of the lines at their visible ends, pushed apart where lines end together. */
function namesOf(ladder: Ladder, { area, y, placeOf }: Scales) {
  const lowest = y.domain()[0] ?? missing()
  const names = linesOfLadder(ladder)
    .flatMap((name) => {
      const last = ladder.rungs.findLast((rung) => Math.log10(rung[name]) >= lowest)
      if (last === undefined) return []
      const [x, at] = placeOf(last.factor, last[name])
      return [{ name, text: dragWords(NAMES[name]), x, at }]
    })
    .toSorted((a, b) => a.at - b.at)
  // The names are pushed down from the highest, then up from the axis, so that all stay inside.
  let above = Number.NEGATIVE_INFINITY
  const pushed = names.map((one) => {
    above = Math.max(one.at, above + NAME_PX)
    return { ...one, at: above }
  })
  let below = area.bottom + NAME_PX
  return pushed.toReversed().map((one) => {
    below = Math.min(one.at, below - NAME_PX)
    return { ...one, at: below }
  })
}

type AcceptedProps = { readonly accepted: number; readonly ladder: Ladder; readonly scales: Scales }

/**
 * Draws the accepted probability, with its label where it covers no line; without such a place the label is left out,
 * and the caption has the value.
 */
function Accepted({ accepted, ladder, scales: { area, y, placeOf } }: AcceptedProps) {
  const text = dragWords('accepted', { pc: formatProbabilityLine(accepted) })
  const level = y(Math.log10(accepted))
  const drawn = ladder.rungs.flatMap((rung, place) => {
    const next = ladder.rungs[place + 1] ?? rung
    return linesOfLadder(ladder).flatMap((name) => {
      const [a, b] = [placeOf(rung.factor, rung[name]), placeOf(next.factor, next[name])]
      return [0, 0.25, 0.5, 0.75].map((share) => {
        const [cx, cy] = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
        return { left: cx - 4, right: cx + 4, top: cy - 2, bottom: cy + 2 }
      })
    })
  })
  const wishes: readonly Place[] = [-6, 15].flatMap((off): Place[] => [
    { x: area.right - 4, y: level + off, align: 'end' },
    { x: area.left + 4, y: level + off, align: 'start' },
  ])
  const place = wishes.find((wish) => {
    const box = boxOfText(text, wish)
    return box.top >= area.top && box.bottom <= area.bottom && !drawn.some((other) => overlap(box, other))
  })
  return place === undefined ? null : (
    <text x={place.x} y={place.y} className={place.align === 'end' ? chart.end : undefined}>
      {text}
    </text>
  )
}

function pointText({ factor, both, first, second }: Rung): string {
  const pc = formatProbabilityLine
  return dragWords('point', { factor: formatNumber(factor), both: pc(both), first: pc(first), second: pc(second) })
}
