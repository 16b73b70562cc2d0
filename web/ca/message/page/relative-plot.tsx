import type { Cdm as ParsedCdm } from '@apsis/ccsds/cdm/cdm.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { useId, useMemo, useState } from 'react'
import { type Area, BottomAxis, LeftAxis, lengthLabel, TITLE_PX } from '../../../chart/axes.tsx'
import { equalAspect } from '../../../chart/ellipse.ts'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { tickStep } from '../../../chart/tick-step.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { NotComputed } from '../../../ui/page/pane-states.tsx'
import { type Size, useMedia } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { type RelativeMotion, type RelativeSample, relativeMotion, SPANS_S, usualSpan } from '../relative-motion.ts'
import { cdmWords } from '../words.data.ts'
import styles from './cdm.module.css'
import { sidesInside } from './open-box.ts'

type Props = {
  readonly parsed: ParsedCdm
  readonly cdm: Cdm | undefined
  /** The number of seconds to either side of TCA, from the address. */
  readonly span: string | undefined
  readonly onSpan: (span: string) => void
}
type Axis = 'r' | 't' | 'n'
type Panel = { readonly x: Axis; readonly y: Axis }
const PANELS: readonly Panel[] = [
  { x: 't', y: 'r' },
  { x: 'n', y: 'r' },
  { x: 't', y: 'n' },
]
const TITLES = { r: 'radial', t: 'alongTrack', n: 'crossTrack' } as const
const HEIGHT_PX = 480
const NARROW_PX = 620
const TICK_PX = 80
/** A hard body smaller than this is not visible to scale. */
const VISIBLE_PX = 2

/** Draws the path of object 2 past object 1: three projections to scale, with a common time cursor (ux.md P9). */
export function RelativePlot({ parsed, cdm, span, onSpan }: Props) {
  const t = useWords(cdmWords)
  const { missDistanceM } = parsed.relative
  const speed = parsed.relative.relativeSpeedMps ?? 1_000
  const spanS = SPANS_S.find((one) => String(one) === span) ?? usualSpan(missDistanceM, speed)
  const result = useMemo(() => attempt(parsed, spanS), [parsed, spanS])
  if (typeof result === 'string') return <NotComputed>{t('motionFailed', { why: result })}</NotComputed>
  return <Drawn motion={result} parsed={parsed} cdm={cdm} spanS={spanS} onSpan={onSpan} />
}

function attempt(parsed: ParsedCdm, spanS: number): RelativeMotion | string {
  try {
    return relativeMotion(parsed, spanS)
  } catch (failure) {
    if (failure instanceof RangeError) return failure.message
    throw failure
  }
}

type DrawnProps = Pick<Props, 'parsed' | 'cdm' | 'onSpan'> & {
  readonly motion: RelativeMotion
  readonly spanS: number
}

function Drawn({ motion, parsed, cdm, spanS, onSpan }: DrawnProps) {
  const t = useWords(cdmWords)
  const [at, setAt] = useState<number>()
  // On a phone the head of a pane has no room for seven choices.
  const isNarrow = useMedia('(width <= 760px)')
  const spans = (
    <Segments
      label={t('span')}
      value={String(spanS)}
      onChange={onSpan}
      options={SPANS_S.map((one) => ({ value: String(one), label: isNarrow ? `${one}` : `±${one} s` }))}
    />
  )
  const middle = (motion.samples.length - 1) / 2
  const { missDistanceM } = parsed.relative
  const closest = motion.closest
  const caption = closest
    ? t('motionCaption', {
        miss: formatNumber(closest.distanceM, { decimals: 1 }),
        seconds: formatNumber(closest.seconds, { decimals: 4, signed: true }),
        reported: formatNumber(missDistanceM, {}),
      })
    : t('motionCaptionNone', { span: spanS })
  const bodyM = cdm?.assessment.hardBodyRadius ?? undefined
  return (
    <>
      <PlotFrame
        title={t('motionTitle')}
        note={t('motionNote')}
        caption={caption}
        provenance={t('motionProvenance', {
          originator: parsed.header.originator,
          id: parsed.header.messageId,
          version: cdm?.assessment.version ?? '',
        })}
        fileName="relative-motion"
        heightPx={HEIGHT_PX}
        onRead={(id) => setAt(id === undefined ? undefined : Number(id))}
        table={{
          columns: ['seconds from TCA', 'R, m', 'T, m', 'N, m', 'distance, m'],
          rows: motion.samples.map(({ seconds, r, t: along, n, distanceM }) => [seconds, r, along, n, distanceM]),
        }}
        plot={(size) => draw({ motion, parsed, bodyM, sample: motion.samples[at ?? middle] }, size)}
        actions={isNarrow ? null : spans}
      />
      {isNarrow ? <div className={`row wrap faint-top fs-13 gap-4-16 pad-10 ${styles.cursor}`}>{spans}</div> : null}
      <Cursor motion={motion} at={at ?? middle} onAt={setAt} />
    </>
  )
}

type CursorProps = { readonly motion: RelativeMotion; readonly at: number; readonly onAt: (at: number) => void }

/** Shows the slider for the moment that all three projections show. */
function Cursor({ motion, at, onAt }: CursorProps) {
  const t = useWords(cdmWords)
  const id = useId()
  const sample = motion.samples[at]
  return (
    <div className={`row wrap faint-top fs-13 gap-4-16 pad-10 ${styles.cursor}`}>
      <label htmlFor={id} className="muted">
        {t('cursor')}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={motion.samples.length - 1}
        value={at}
        aria-valuetext={sample ? textOf(sample) : ''}
        onChange={(event) => onAt(Number(event.target.value))}
      />
      <output>{sample ? textOf(sample) : ''}</output>
    </div>
  )
}

function textOf({ seconds, r, t, n, distanceM }: RelativeSample): string {
  const metres = (value: number, signed = true) => formatNumber(value, { decimals: 1, signed })
  return cdmWords('atSecond', {
    seconds: formatNumber(seconds, { decimals: 4, signed: true }),
    r: metres(r),
    t: metres(t),
    n: metres(n),
    distance: metres(distanceM, false),
  })
}

type Scene = {
  readonly motion: RelativeMotion
  readonly parsed: ParsedCdm
  readonly bodyM: number | undefined
  readonly sample: RelativeSample | undefined
}
type Scales = {
  readonly area: Area
  readonly x: ScaleLinear<number, number>
  readonly y: ScaleLinear<number, number>
}

function draw(scene: Scene, { width, height }: Size): Plot {
  // A phone has room for one projection: the one with the along-track and the radial axis.
  const panels = width < NARROW_PX ? PANELS.slice(0, 1) : PANELS
  const wide = width / panels.length
  const drawn = panels.map((panel, place) => {
    const area = { left: place * wide + 58, right: (place + 1) * wide - 14, top: TITLE_PX, bottom: height - 26 }
    return { panel, scales: scalesOf(panel, scene, area) }
  })
  const points = drawn.flatMap(({ panel, scales }) =>
    scene.motion.samples.map((sample, place) => ({
      x: scales.x(sample[panel.x]),
      y: scales.y(sample[panel.y]),
      id: String(place),
      text: textOf(sample),
    })),
  )
  const drawing = drawn.map(({ panel, scales }) => (
    <Projection key={panel.x + panel.y} panel={panel} scales={scales} {...scene} />
  ))
  return { drawing, points }
}

function scalesOf({ x, y }: Panel, { motion, bodyM = 0 }: Scene, area: Area): Scales {
  const reach = (axis: Axis) => {
    const all = [...motion.samples.map((sample) => sample[axis]), -2 * bodyM, 2 * bodyM]
    const [low, high] = [Math.min(...all), Math.max(...all)]
    const margin = 0.08 * (high - low || 1)
    return [low - margin, high + margin] as const
  }
  const box = { widthPx: area.right - area.left, heightPx: area.bottom - area.top }
  const extent = equalAspect({ x: reach(x), y: reach(y) }, box)
  return {
    area,
    x: scaleLinear([...extent.x], [area.left, area.right]),
    y: scaleLinear([...extent.y], [area.bottom, area.top]),
  }
}

function Projection({ panel, scales, motion, parsed, bodyM, sample }: Scene & { panel: Panel; scales: Scales }) {
  const { area, x, y } = scales
  const ticks = x.ticks(Math.max(2, Math.floor((area.right - area.left) / TICK_PX)))
  const step = tickStep(ticks)
  const rows = y.ticks(Math.max(2, Math.floor((area.bottom - area.top) / TICK_PX)))
  const rowStep = tickStep(rows)
  const at = (one: RelativeSample) => [x(one[panel.x]), y(one[panel.y])] as const
  const { closest } = motion
  return (
    <g>
      <BottomAxis
        area={area}
        title={cdmWords(TITLES[panel.x])}
        ticks={ticks.map((value) => ({ at: x(value), label: lengthLabel(value, step) }))}
      />
      <LeftAxis
        area={area}
        title={cdmWords(TITLES[panel.y])}
        ticks={rows.map((value) => ({ at: y(value), label: lengthLabel(value, rowStep) }))}
      />
      <Volume panel={panel} scales={scales} parsed={parsed} />
      <Body scales={scales} bodyM={bodyM} isNamed={panel === PANELS[0]} />
      <polyline
        points={motion.samples.map((one) => at(one).join(',')).join(' ')}
        className={`stroke-series-2 ${chart.line}`}
      />
      {closest ? <Closest from={[x(0), y(0)]} to={at(closest)} distanceM={closest.distanceM} /> : null}
      {sample ? <circle cx={at(sample)[0]} cy={at(sample)[1]} r="4.5" className="fill-series-2" /> : null}
    </g>
  )
}

type ClosestProps = {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
  readonly distanceM: number
}

function Closest({ from, to, distanceM }: ClosestProps) {
  return (
    <g>
      <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} className={`stroke-ink ${chart.line}`} />
      <text x={to[0] + 8} y={to[1] - 6} className={chart.strong}>
        {cdmWords('closestWord', { miss: formatMiss(distanceM) })}
      </text>
    </g>
  )
}

type BodyProps = { readonly scales: Scales; readonly bodyM: number | undefined; readonly isNamed: boolean }

/** Draws the combined hard body around object 1, to scale; a dot with a ring if it is too small to be visible. */
function Body({ scales: { x, y }, bodyM, isNamed }: BodyProps) {
  const [cx, cy] = [x(0), y(0)]
  const radius = bodyM === undefined ? 0 : Math.abs(x(bodyM) - x(0))
  const word = bodyM === undefined ? '' : cdmWords('bodyWord', { radius: formatNumber(bodyM, { decimals: 1 }) })
  return (
    <g>
      {radius >= VISIBLE_PX ? (
        <circle cx={cx} cy={cy} r={radius} className={chart.body} />
      ) : (
        <>
          <circle cx={cx} cy={cy} r="2" className="fill-series-1" />
          <circle cx={cx} cy={cy} r="6" className={`stroke-series-1 ${chart.line}`} />
        </>
      )}
      {isNamed ? (
        <text x={cx} y={cy + Math.max(radius, 6) + 16} className={`${chart.middle} ${chart.wordOne}`}>
          {word}
        </text>
      ) : null}
    </g>
  )
}

/** Draws the screening volume of the message, if it is a box along R, T, N, with its size; sides beyond the plot are open. */
function Volume({ panel, scales: { area, x, y }, parsed }: { panel: Panel; scales: Scales; parsed: ParsedCdm }) {
  const { screenVolumeFrame, screenVolumeXM: r, screenVolumeYM: t, screenVolumeZM: n } = parsed.relative
  if (screenVolumeFrame !== 'RTN' || r === undefined || t === undefined || n === undefined) return null
  const half = { r, t, n }
  const box = { left: x(-half[panel.x]), right: x(half[panel.x]), top: y(half[panel.y]), bottom: y(-half[panel.y]) }
  const km = (metres: number) => formatNumber(metres / 1_000, { significant: 2 })
  return (
    <g>
      {sidesInside(box, area).map(([x1, y1, x2, y2]) => (
        <line
          key={`${x1} ${y1} ${x2} ${y2}`}
          x1={x1}
          y1={y1}
          x2={x2}
          y2={y2}
          className={`stroke-line-3 dash-2-3 ${chart.line}`}
        />
      ))}
      <text x={Math.min(box.right, area.right) - 4} y={Math.max(box.top, area.top) + 14} className={chart.end}>
        {cdmWords('boxWord', { x: km(half[panel.x]), y: km(half[panel.y]) })}
      </text>
    </g>
  )
}
