import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { scaleUtc } from 'd3-scale'
import { type Area, BottomAxis, timeLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import type { PlotPoint } from '../../chart/points.ts'
import { formatInstant } from '../../clock/format.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import type { Coverage, Span } from '../satellite/coverage.ts'
import { stateOf } from './file-state.ts'
import styles from './oems.module.css'
import { oemWords } from './words.data.ts'

export type Row = { readonly satellite: Satellite; readonly coverage: Coverage }
type Props = {
  readonly rows: readonly Row[]
  readonly domain: Span
  readonly nowMs: number
  readonly sentence: string
  readonly selected: string | undefined
  readonly onPick: (id: string) => void
  readonly actions?: React.ReactNode
}

const HEAD_PX = 32
const ROW_PX = 34
const AXIS_PX = 26
const LEFT_PX = 118
const NARROW_LEFT_PX = 64
const DAY_PX = 96
const BAR_PX = { current: 14, candidate: 12, thin: 4 } as const
const LETTER_PX = 7
/** The gaps before and after the name of a lane. */
const LABEL_GAP_PX = 16
const NOW_PX = 40

/** Draws the time that the ephemerides of each satellite cover, and the approaches outside it (ux.md P22). */
export function CoveragePlot({ rows, domain, nowMs, sentence, selected, onPick, actions }: Props) {
  const t = useWords(oemWords)
  const outside = rows.flatMap(({ coverage }) =>
    coverage.tcas.filter((tca) => !tca.isCovered && tca.atMs > nowMs),
  ).length
  const uncovered = outside > 0 ? `${t('uncovered', { count: outside })}.` : t('allCovered')
  return (
    <div className="stack flex-none" style={{ height: HEAD_PX + rows.length * ROW_PX + AXIS_PX + 8 }}>
      <PlotFrame
        className="grow min-h-0"
        title={t('coverage')}
        note={t('coverageNote')}
        caption={t('coverageCaption', { sentence, uncovered })}
        provenance={t('coverageProvenance')}
        fileName="ephemeris-coverage"
        heightPx="fill"
        actions={actions}
        call={{ method: 'GET', path: '/api/v1/ca/ephemeris' }}
        table={tableOf(rows)}
        onPick={onPick}
        plot={(size) => draw({ rows, domain, nowMs, selected }, size)}
      />
    </div>
  )
}

function tableOf(rows: readonly Row[]) {
  const iso = (ms: number) => formatInstant(ms)
  return {
    columns: ['satellite', 'what', 'from, UTC', 'to, UTC'],
    rows: rows.flatMap(({ satellite, coverage }) => [
      ...coverage.bars.map(({ file, usable }) => [
        satellite.name,
        `${file.name} (${file.state})`,
        iso(usable.fromMs),
        iso(usable.toMs),
      ]),
      ...coverage.gaps.map((gap) => [satellite.name, 'not covered', iso(gap.fromMs), iso(gap.toMs)]),
      ...coverage.tcas.map(({ atMs, isCovered }) => [
        satellite.name,
        isCovered ? 'TCA' : 'TCA not covered',
        iso(atMs),
        iso(atMs),
      ]),
    ]),
  }
}

type Scene = Pick<Props, 'rows' | 'domain' | 'nowMs' | 'selected'>
type Frame = {
  readonly area: Area
  readonly x: (ms: number) => number
  readonly lanePx: number
  readonly mid: (row: number) => number
}

function draw(scene: Scene, size: Size): Plot {
  const longest = Math.max(0, ...scene.rows.map(({ satellite }) => satellite.name.length))
  // On a phone names take only their own width, so that the plot gets the rest.
  const needed = Math.min(LEFT_PX, Math.max(NARROW_LEFT_PX, longest * LETTER_PX + LABEL_GAP_PX))
  const left = size.width < 600 ? needed : LEFT_PX
  const area = { left, right: size.width - 16, top: 4, bottom: size.height - AXIS_PX }
  const scale = scaleUtc([scene.domain.fromMs, scene.domain.toMs], [area.left, area.right])
  const x = (ms: number) => Math.min(area.right, Math.max(area.left, scale(ms)))
  // The head of the pane may take more than one line.
  const lanePx = Math.min(ROW_PX, (area.bottom - area.top) / Math.max(1, scene.rows.length))
  const frame = { area, x, lanePx, mid: (row: number) => area.top + (row + 0.5) * lanePx }
  const ticks = scale.ticks(Math.max(2, Math.floor((area.right - area.left) / DAY_PX))).map((time) => ({
    at: scale(time),
    // The label of now replaces a date that it would overlap.
    label: Math.abs(scale(time) - scale(scene.nowMs)) < NOW_PX ? '' : timeLabel(time.getTime()),
  }))
  const drawing = (
    <>
      <BottomAxis area={area} ticks={ticks} />
      <Hatch />
      {scene.rows.map((row, place) => (
        <Lane key={row.satellite.satelliteId} row={row} place={place} frame={frame} selected={scene.selected} />
      ))}
      <line x1={x(scene.nowMs)} x2={x(scene.nowMs)} y1={area.top} y2={area.bottom} className="stroke-accent crisp" />
      <text x={x(scene.nowMs)} y={area.bottom + 17} className={`${chart.middle} ${chart.nowWord}`}>
        {oemWords('now')}
      </text>
    </>
  )
  return { drawing, points: scene.rows.flatMap((row, place) => pointsOf(row, place, { frame, domain: scene.domain })) }
}

/** Hatches the time in which no ephemeris covers a satellite. */
function Hatch() {
  return (
    <defs>
      <pattern id="oem-gap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="6" className="stroke-control" />
      </pattern>
    </defs>
  )
}

type LaneProps = {
  readonly row: Row
  readonly place: number
  readonly frame: Frame
  readonly selected: string | undefined
}

function Lane({ row: { satellite, coverage }, place, frame, selected }: LaneProps) {
  const { area, x, lanePx, mid } = frame
  const y = mid(place)
  const top = y - lanePx / 2
  const letters = Math.floor((area.left - LABEL_GAP_PX) / LETTER_PX)
  const name = satellite.name.length > letters ? `${satellite.name.slice(0, letters - 1)}…` : satellite.name
  const order = { thin: 0, candidate: 1, current: 2 }
  const bars = coverage.bars.toSorted((a, b) => order[a.weight] - order[b.weight])
  return (
    <g>
      <line x1={0} x2={area.right} y1={top + lanePx} y2={top + lanePx} className={chart.grid} />
      <text x={16} y={y + 4} className={chart.strong}>
        {name}
      </text>
      {coverage.gaps.map(({ fromMs, toMs }) => (
        <g key={fromMs}>
          <rect
            x={x(fromMs)}
            y={y - 8}
            width={Math.max(0, x(toMs) - x(fromMs))}
            height={16}
            fill="url(#oem-gap)"
            className={`stroke-control ${styles.gap}`}
          />
        </g>
      ))}
      {bars.map(({ file, weight, whole, usable }) => {
        const high = BAR_PX[weight]
        const isSelected = file.oemFileId === selected
        return (
          <g key={file.oemFileId}>
            <line x1={x(whole.fromMs)} x2={x(whole.toMs)} y1={y} y2={y} className="stroke-line-3" />
            <rect
              x={x(usable.fromMs)}
              y={y - high / 2}
              width={Math.max(1, x(usable.toMs) - x(usable.fromMs))}
              height={high}
              className={`${styles[weight]} ${isSelected ? styles.selected : ''}`}
            />
          </g>
        )
      })}
      {coverage.tcas.map(({ id, atMs, isCovered }) => (
        <line
          key={id}
          x1={x(atMs)}
          x2={x(atMs)}
          y1={y - (isCovered ? 5 : 12)}
          y2={y + (isCovered ? 5 : 12)}
          className={isCovered ? 'stroke-ink stroke-w-1-5' : 'stroke-ink stroke-w-2'}
        />
      ))}
    </g>
  )
}

type PlacedSpan = { readonly frame: Frame; readonly domain: Span }

function pointsOf(
  { satellite, coverage }: Row,
  place: number,
  { frame: { x, mid }, domain }: PlacedSpan,
): readonly PlotPoint[] {
  const y = mid(place)
  const isSeen = (ms: number) => ms >= domain.fromMs && ms <= domain.toMs
  const name = satellite.name
  const bars = coverage.bars.map(({ file, usable }) => ({
    x: (x(usable.fromMs) + x(usable.toMs)) / 2,
    y,
    id: file.oemFileId,
    text: oemWords('barText', {
      satellite: name,
      file: file.name,
      version: file.version,
      state: stateOf(file).word,
      from: formatInstant(usable.fromMs),
      to: formatInstant(usable.toMs),
    }),
  }))
  const gaps = coverage.gaps.map(({ fromMs, toMs }) => ({
    x: (x(fromMs) + x(toMs)) / 2,
    y,
    text: oemWords('gapText', { satellite: name, from: formatInstant(fromMs), to: formatInstant(toMs) }),
  }))
  const tcas = coverage.tcas
    .filter(({ atMs }) => isSeen(atMs))
    .map(({ atMs, isCovered }) => ({
      x: x(atMs),
      y: y - 10,
      text: oemWords('tcaText', {
        satellite: name,
        time: formatInstant(atMs),
        covered: oemWords(isCovered ? 'covered' : 'notCovered'),
      }),
    }))
  return [...bars, ...gaps, ...tcas]
}
