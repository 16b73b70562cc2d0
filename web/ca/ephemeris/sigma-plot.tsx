import { HOUR_MS } from '@apsis/astro/constants.ts'
import { scaleLog, scaleUtc } from 'd3-scale'
import { BottomAxis, LeftAxis, PowerOfTen, TITLE_PX, timeLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { formatInstant } from '../../clock/format.ts'
import type { Inspection, SigmaPoint } from '../../encounter/inspect.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { NotComputed } from '../../ui/page/pane-states.tsx'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { oemWords } from './words.data.ts'

type Props = { readonly inspection: Inspection; readonly name: string }

const LOCAL = /^(?:RTN|RSW|RIC|QSW|LVLH|TNW|NTW)/
const LINES = ['stroke-series-1', 'stroke-series-2', 'stroke-ink']
const WORDS = [chart.wordOne, chart.wordTwo, chart.wordInk]
const FLOOR_M = 1e-3

/** Draws 1σ of the position over the time of the file, along the axes of its frame. */
export function SigmaPlot({ inspection, name }: Props) {
  const t = useWords(oemWords)
  const { sigmas, covarianceFrame: frame = '', covariances, originator = '' } = inspection
  const [first, last] = [sigmas[0], sigmas.at(-1)]
  if (!first || !last) return <NotComputed>{t('sigmaNone')}</NotComputed>
  const metres = (value: number) => formatNumber(value, { significant: 3 })
  const axes = LOCAL.test(frame) ? [...frame.slice(0, 3)] : ['X', 'Y', 'Z']
  return (
    <PlotFrame
      title={t('sigmaTitle')}
      note={t('sigmaNote', { frame })}
      caption={t('sigmaCaption', {
        first: metres(first.sigmas[1]),
        last: metres(last.sigmas[1]),
        hours: formatNumber((last.atMs - first.atMs) / HOUR_MS, { decimals: 1 }),
        count: covariances,
      })}
      provenance={t('sigmaProvenance', { originator, name })}
      fileName="ephemeris-sigma"
      heightPx={320}
      table={{
        columns: ['time, UTC', ...axes.map((axis) => `sigma ${axis}, m`)],
        rows: sigmas.map(({ atMs, sigmas: [a, b, c] }) => [formatInstant(atMs), a, b, c]),
      }}
      plot={(size) => draw(sigmas, axes, size)}
    />
  )
}

function draw(sigmas: readonly SigmaPoint[], axes: readonly string[], { width, height }: Size): Plot {
  const area = { left: 52, right: width - 40, top: TITLE_PX, bottom: height - 26 }
  const all = sigmas.flatMap((point) => point.sigmas.map((value) => Math.max(value, FLOOR_M)))
  const decades = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)) + 1e-9)] as const
  const [low, high] = [decades[0], Math.max(decades[0] + 1, decades[1])]
  const x = scaleUtc([sigmas[0]?.atMs ?? 0, sigmas.at(-1)?.atMs ?? 1], [area.left, area.right])
  const y = scaleLog([10 ** low, 10 ** high], [area.bottom, area.top])
  const exponents = Array.from({ length: high - low + 1 }, (_, i) => low + i)
  const at = (point: SigmaPoint, axis: number) => y(Math.max(point.sigmas[axis] ?? FLOOR_M, FLOOR_M))
  const last = sigmas.at(-1)
  const drawing = (
    <>
      <BottomAxis
        area={area}
        ticks={x
          .ticks(Math.max(2, Math.floor(width / 130)))
          .map((time) => ({ at: x(time), label: timeLabel(time.getTime()) }))}
      />
      <LeftAxis
        area={area}
        title={oemWords('sigmaAxis')}
        ticks={exponents.map((exponent) => ({ at: y(10 ** exponent), label: <PowerOfTen exponent={exponent} /> }))}
      />
      {axes.map((axis, place) => (
        <g key={axis}>
          <polyline
            points={sigmas.map((point) => `${x(point.atMs)},${at(point, place)}`).join(' ')}
            className={`${chart.line} ${LINES[place]}`}
          />
          {last ? (
            <text x={area.right + 6} y={at(last, place) + 4} className={WORDS[place]}>
              {axis}
            </text>
          ) : null}
        </g>
      ))}
    </>
  )
  const metres = (value: number) => formatNumber(value, { significant: 3 })
  const points = sigmas.map((point) => {
    const [first, second, third] = point.sigmas
    return {
      x: x(point.atMs),
      y: at(point, 1),
      text: oemWords('sigmaPoint', {
        time: formatInstant(point.atMs),
        first: `${axes[0]} ${metres(first)}`,
        second: `${axes[1]} ${metres(second)}`,
        third: `${axes[2]} ${metres(third)}`,
      }),
    }
  })
  return { drawing, points }
}
