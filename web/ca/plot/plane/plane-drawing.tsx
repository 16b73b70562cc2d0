import { radToDeg } from '@apsis/astro/units.ts'
import { lengthLabel } from '../../../chart/axes.tsx'
import { axesOf, type Covariance } from '../../../chart/ellipse.ts'
import { type Box, boxOfText, freePlace, type Place } from '../../../chart/label-places.ts'
import chart from '../../../chart/plot.module.css'
import { tickStep } from '../../../chart/tick-step.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import styles from '../plot.module.css'
import { plotWords } from '../words.data.ts'
import { Magnifier, magnifierOf } from './magnifier.tsx'
import { MOST_NUMBERED_MESSAGES, NARROW_PX, type PlaneScales, type PlaneScene } from './plane-scene.ts'
import type { PlaneView, Point } from './plane-view.ts'

/** A hard body smaller than this is drawn as a dot with a ring, because it would be invisible to scale. */
const VISIBLE_PX = 2
const TICK_PX = 90

type Props = { readonly scene: PlaneScene; readonly scales: PlaneScales; readonly clipId: string }

/** Draws the conjunction plane of a message: ellipses, hard body, miss, and the earlier misses (ux.md P3). */
export function PlaneDrawing({ scene, scales, clipId }: Props) {
  const { view, trail, isPreview = false, figure } = scene
  const { area, x, y, pxPerM } = scales
  const isNarrow = area.right - area.left < NARROW_PX
  const radiusPx = (view.radiusM ?? 0) * pxPerM
  const glass =
    isPreview || view.radiusM === undefined || radiusPx >= VISIBLE_PX + 1 ? undefined : magnifierOf(scene, scales)
  return (
    <>
      <clipPath id={clipId}>
        <rect x={0} y={0} width={area.right + 16} height={area.bottom} />
      </clipPath>
      <PlaneAxes scales={scales} keepFree={glass?.box} isPreview={isPreview} />
      <g clipPath={`url(#${clipId})`}>
        <Combined view={view} scales={scales} />
        {view.second && view.missM ? (
          <Ring at={view.missM} of={view.second} scales={scales} className="dash-4-3 stroke-series-2" />
        ) : null}
        {view.first ? <Ring at={[0, 0]} of={view.first} scales={scales} className="stroke-series-1" /> : null}
        {view.first ? (
          <Ring at={[0, 0]} of={view.first} sigma={3} scales={scales} className={`stroke-series-1 ${styles.far}`} />
        ) : null}
        <Trail view={view} trail={trail} scales={scales} isPreview={isPreview} />
        {radiusPx >= VISIBLE_PX ? <circle cx={x(0)} cy={y(0)} r={radiusPx} className={chart.body} data-body /> : null}
        <Miss view={view} scales={scales} isSmall={radiusPx < VISIBLE_PX} />
        <Hovered scene={scene} scales={scales} />
      </g>
      {glass ? <Magnifier glass={glass} scene={scene} scales={scales} /> : null}
      {isPreview ? null : (
        <PlaneLabels scene={scene} scales={scales} taken={glass ? [glass.box] : []} isNarrow={isNarrow} />
      )}
      {figure}
    </>
  )
}

type AxesProps = {
  readonly scales: PlaneScales
  readonly keepFree: Box | undefined
  readonly isPreview: boolean
  /** True if lengths are in σ along the axes of an ellipse, instead of metres along ξ and ζ. */
  readonly isWhite?: boolean
}

/** Draws a line of the grid across the plot, with its tick and its value. */
function AcrossTick({ area, at, isZero, label }: AcrossProps) {
  return (
    <g>
      <line x1={at} x2={at} y1={area.top} y2={area.bottom} className={isZero ? 'crisp stroke-line-2' : chart.grid} />
      <line x1={at} x2={at} y1={area.bottom} y2={area.bottom + 4} className="stroke-line-3 crisp" />
      <text x={at} y={area.bottom + 19} className={chart.middle}>
        {label}
      </text>
    </g>
  )
}

type AcrossProps = {
  readonly area: PlaneScales['area']
  readonly at: number
  readonly isZero: boolean
  readonly label: string
}

/** Draws the axes of the plane: ξ below, and ζ inside the plot at the left, so that the plane has the full width. */
export function PlaneAxes({ scales: { area, x, y }, keepFree, isPreview, isWhite = false }: AxesProps) {
  const ticks = x.ticks(Math.max(2, Math.floor((area.right - area.left) / TICK_PX)))
  const step = tickStep(ticks)
  const [low = 0, high = 0] = y.domain()
  const first = Math.ceil(low / step) * step
  const rows = Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step)
  const isNarrow = area.right - area.left < NARROW_PX
  const [across, upwards] = isWhite
    ? (['majorAxis', 'minorAxis'] as const)
    : isNarrow
      ? (['xiShort', 'zetaShort'] as const)
      : (['xi', 'zeta'] as const)
  const isFree = (at: number) => at < area.bottom - 24 && at > area.top + 14
  const isCovered = (at: number) => keepFree !== undefined && at > keepFree.top - 4 && at < keepFree.bottom + 12
  return (
    <g>
      {ticks.map((value) => (
        <AcrossTick key={value} area={area} at={x(value)} isZero={value === 0} label={lengthLabel(value, step)} />
      ))}
      {rows.map((value) => (
        <g key={value}>
          <line
            x1={area.left}
            x2={area.right}
            y1={y(value)}
            y2={y(value)}
            className={value ? chart.grid : 'crisp stroke-line-2'}
          />
          {Math.abs(value) > step / 2 && isFree(y(value)) && !isCovered(y(value)) ? (
            <text x={area.left + 2} y={y(value) - 4}>
              {lengthLabel(value, step)}
            </text>
          ) : null}
        </g>
      ))}
      <line x1={0} x2={area.right + 16} y1={area.bottom} y2={area.bottom} className="stroke-line-3 crisp" />
      {isPreview ? null : (
        <>
          <text x={area.right} y={area.bottom - 8} className={`${chart.end} ${chart.title}`}>
            {plotWords(across)}
          </text>
          <text x={area.left + 2} y={area.bottom - 8} className={chart.title}>
            {plotWords(upwards)}
          </text>
        </>
      )}
    </g>
  )
}

function Combined({ view: { combined, missM }, scales }: { readonly view: PlaneView; readonly scales: PlaneScales }) {
  if (!combined || !missM) return null
  return (
    <>
      <Ring at={missM} of={combined} sigma={3} scales={scales} className={`fill-ink stroke-ink ${styles.three}`} />
      <Ring at={missM} of={combined} sigma={2} scales={scales} className={`stroke-ink ${styles.second}`} />
      <Ring at={missM} of={combined} scales={scales} className={`stroke-ink ${styles.first}`} />
    </>
  )
}

type RingProps = {
  readonly at: Point
  readonly of: Covariance
  readonly sigma?: number
  readonly scales: PlaneScales
  readonly className: string | undefined
}

/** Draws an ellipse of this number of sigma: the half axes follow from the eigenvalues, the angle from the eigenvector. */
export function Ring({ at, of, sigma = 1, scales: { x, y, pxPerM }, className }: RingProps) {
  const axes = axesOf(of)
  if (!axes) return null
  const [cx, cy] = [x(at[0]), y(at[1])]
  return (
    <ellipse
      cx={cx}
      cy={cy}
      rx={sigma * axes.majorM * pxPerM}
      ry={sigma * axes.minorM * pxPerM}
      // y grows downwards on the screen, so the sign of the angle is reversed.
      transform={`rotate(${-radToDeg(axes.angleRad)} ${cx} ${cy})`}
      className={`fill-none ${styles.ring} ${className}`}
    />
  )
}

type TrailProps = {
  readonly view: PlaneView
  readonly trail: readonly PlaneView[]
  readonly scales: PlaneScales
  readonly isPreview: boolean
}

function Trail({ view, trail, scales: { x, y }, isPreview }: TrailProps) {
  const earlier = trail.flatMap(({ missM, number, id }) =>
    missM ? [{ id, number, px: x(missM[0]), py: y(missM[1]) }] : [],
  )
  const end = view.missM ? [[x(view.missM[0]), y(view.missM[1])]] : []
  const points = [...earlier.map(({ px, py }) => [px, py]), ...end]
  return (
    <g>
      <polyline points={points.map((point) => point.join(',')).join(' ')} className={`stroke-line-3 ${chart.line}`} />
      {earlier.map(({ id, number, px, py }, place) => (
        <g key={id}>
          <circle cx={px} cy={py} r="2.2" className="fill-soft" opacity={0.35 + (0.5 * (place + 1)) / earlier.length} />
          {!isPreview && isNumbered(earlier, place) ? (
            <text x={px} y={py + 16} className={chart.middle}>
              {number}
            </text>
          ) : null}
        </g>
      ))}
    </g>
  )
}

const APART_PX = 12

/** True for the last few messages if their numbers do not overlap. */
function isNumbered(earlier: readonly { readonly px: number; readonly py: number }[], place: number): boolean {
  const here = earlier[place]
  if (!here || place < earlier.length - MOST_NUMBERED_MESSAGES) return false
  return earlier.slice(place + 1).every(({ px, py }) => Math.hypot(px - here.px, py - here.py) >= APART_PX)
}

type MissProps = { readonly view: PlaneView; readonly scales: PlaneScales; readonly isSmall: boolean }

function Miss({ view: { missM }, scales: { x, y }, isSmall }: MissProps) {
  return (
    <g>
      {missM ? (
        <line x1={x(0)} y1={y(0)} x2={x(missM[0])} y2={y(missM[1])} className={`stroke-ink ${chart.line}`} />
      ) : null}
      {missM ? <circle cx={x(missM[0])} cy={y(missM[1])} r="3.6" className="fill-series-2" /> : null}
      <circle cx={x(0)} cy={y(0)} r={isSmall ? 2 : 3} className="fill-series-1" />
      {isSmall ? <circle cx={x(0)} cy={y(0)} r="7" className="fill-none stroke-soft" /> : null}
    </g>
  )
}

function Hovered({ scene: { view, trail, hoveredId }, scales: { x, y } }: Omit<Props, 'clipId'>) {
  const at = [...trail, view].find(({ id }) => id === hoveredId)?.missM
  return at ? (
    <circle cx={x(at[0])} cy={y(at[1])} r="7" className="fill-none stroke-accent stroke-w-1-5" data-readout />
  ) : null
}

type LabelsProps = {
  readonly scene: PlaneScene
  readonly scales: PlaneScales
  readonly taken: readonly Box[]
  readonly isNarrow: boolean
}
type Label = {
  readonly text: string
  readonly className: string
  /** The start of the leader line; if undefined, there is no line. */
  readonly from?: readonly [number, number]
  readonly wishes: readonly Place[]
}

/** Draws names beside their objects, each in a free place; a name without room is left out. */
function PlaneLabels({ scene, scales, taken, isNarrow }: LabelsProps) {
  const { area } = scales
  const inside = { left: 4, right: area.right + 12, top: area.top, bottom: area.bottom - 24 }
  const corner = boxOfText('2.12 × 10⁻⁴ recomputed', { x: area.right, y: area.top + 20, align: 'end' })
  const boxes: Box[] = [...taken, { ...corner, bottom: corner.bottom + 40 }, ...pointsOf(scene, scales)]
  const placed = labelsOf(scene, scales, isNarrow).flatMap((label) => {
    const at = freePlace(label.text, label.wishes, { inside, taken: boxes })
    if (!at) return []
    boxes.push(boxOfText(label.text, at))
    return [{ ...label, at }]
  })
  const anchors = { start: undefined, middle: chart.middle, end: chart.end }
  return (
    <g>
      {placed.map(({ text, className, from, at }) => (
        <g key={text}>
          {from ? <line x1={from[0]} y1={from[1]} x2={at.x} y2={at.y - 4} className="stroke-line-3" /> : null}
          <text
            x={at.x + (from ? (at.align === 'end' ? -4 : 4) : 0)}
            y={at.y}
            className={`${anchors[at.align]} ${className}`}
          >
            {text}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Returns the points that no text may cover. */
function pointsOf({ view, trail }: PlaneScene, { x, y }: PlaneScales): readonly Box[] {
  return [
    [0, 0] as const,
    ...[...trail.slice(-MOST_NUMBERED_MESSAGES), view].flatMap(({ missM }) => (missM ? [missM] : [])),
  ].map(([xM, yM]) => ({ left: x(xM) - 6, right: x(xM) + 6, top: y(yM) - 6, bottom: y(yM) + 6 }))
}

function labelsOf({ view, names }: PlaneScene, scales: PlaneScales, isNarrow: boolean): readonly Label[] {
  const { x, y, pxPerM } = scales
  const { missM, combined, first, second } = view
  const [ox, oy] = [x(0), y(0)]
  const own: Label = {
    text: first ? plotWords('sigmas1', { name: names[0] }) : names[0],
    className: chart.wordOne ?? '',
    from: [ox - 6, oy + 8],
    wishes: around([ox, oy], isNarrow ? [44, 60] : [60, 80]),
  }
  if (!missM) return [own]
  const [mx, my] = [x(missM[0]), y(missM[1])]
  const miss: Label = {
    text: `${formatMiss(Math.hypot(...missM))} m`,
    className: `bold ${chart.strong}`,
    wishes: [
      { x: (ox + mx) / 2, y: (oy + my) / 2 - 8, align: 'middle' },
      { x: (ox + mx) / 2, y: (oy + my) / 2 + 18, align: 'middle' },
      { x: mx + 10, y: my + 4, align: 'start' },
      { x: mx - 10, y: my + 4, align: 'end' },
    ],
  }
  const reach = (covariance: Covariance | undefined, k: number) =>
    covariance ? k * Math.sqrt(Math.max(0, covariance.yy)) * pxPerM : 0
  const other: Label = {
    text: second ? plotWords('sigmas2', { name: names[1] }) : names[1],
    className: chart.wordTwo ?? '',
    from: [mx - 2, my + reach(second, 0.9)],
    wishes: around([mx - 16, my], [reach(combined, 3) + 24, reach(combined, 3) + 44, 40]),
  }
  const sum: Label = {
    text: plotWords('combined'),
    className: chart.wordInk ?? '',
    from: [mx + reach(combined, 0.4), my + reach(combined, 2.9)],
    wishes: around([mx + 40, my], [reach(combined, 3) + 24, reach(combined, 3) + 44]).filter(
      ({ align }) => align === 'start',
    ),
  }
  return [miss, own, other, ...(combined ? [sum, ...sigmaMarks(missM, combined, scales)] : [])]
}

/** Returns the labels `1σ` to `3σ`, at the farthest point of each ellipse. */
function sigmaMarks(missM: Point, combined: Covariance, { x, y }: PlaneScales): readonly Label[] {
  const axes = axesOf(combined)
  if (!axes) return []
  const [c, s] = [Math.cos(axes.angleRad), Math.sin(axes.angleRad)]
  return [1, 2, 3].map((k) => {
    const end = (sign: number) =>
      [x(missM[0] + sign * k * axes.majorM * c), y(missM[1] + sign * k * axes.majorM * s)] as const
    const [right, left] = [end(1), end(-1)]
    return {
      text: `${k}σ`,
      className: (k === 1 ? chart.strong : chart.title) ?? '',
      wishes: [
        { x: right[0] + 5, y: right[1] + 4, align: 'start' },
        { x: left[0] - 5, y: left[1] + 4, align: 'end' },
      ],
    }
  })
}

/** Returns places below left, below right, above left and above right, at growing distances. */
function around([cx, cy]: readonly [number, number], distances: readonly number[]): readonly Place[] {
  const side = (dx: number, dy: number): Place => ({ x: cx + dx, y: cy + dy, align: dx < 0 ? 'end' : 'start' })
  return distances.flatMap((distance) => [
    side(-28, distance + 4),
    side(28, distance + 4),
    side(-28, -distance),
    side(28, -distance),
  ])
}
