import { line } from 'd3-shape'
import { LeftAxis, PowerOfTen } from '../../../chart/axes.tsx'
import { type Box, boxOfText, freePlace, type Place } from '../../../chart/label-places.ts'
import chart from '../../../chart/plot.module.css'
import { formatNumber, formatPowerOfTen, partsOfScientific } from '../../../ui/format/number.ts'
import styles from '../plot.module.css'
import { TimeAxis, TimeGround, TimeMarks, wordsEndAt } from '../time-ground.tsx'
import { plotWords } from '../words.data.ts'
import { originatorsOf, probabilityScales, type ScaledScene } from './probability-scene.ts'
import type { ProbabilityPoint } from './probability-series.ts'

const WORDS = [chart.wordInk, chart.wordOne, chart.wordTwo, styles.wordThree, styles.wordFour]
const ANCHORS = { start: undefined, middle: chart.middle, end: chart.end }
const POINT_PX = 5
/** Reported values at least this far from ours are drawn as separate marks. */
const APART_PX = 10

const DECADE_PX = 22
const LINES = ['stroke-ink', 'stroke-series-1', 'stroke-series-2', styles.seriesThree, styles.seriesFour]
const DOTS = ['fill-ink', 'fill-series-1', 'fill-series-2', styles.dotThree, styles.dotFour]

/**
 * Draws the probability by message: a line for each originator, the maximum probability dotted, and reported values beside the line (ux.md
 * P5).
 */
export function ProbabilityDrawing({ scene, frame }: Pick<ScaledScene, 'scene' | 'frame'>) {
  const { area } = frame
  const placed = { scene, frame, ...probabilityScales(scene, frame) }
  return (
    <>
      <TimeGround frame={frame} top={area.top} bottom={area.bottom} />
      <Decades {...placed} />
      <Threshold {...placed} />
      <Maximum {...placed} />
      <Reported {...placed} />
      {originatorsOf(scene.points).map((originator, place) => (
        <OriginatorLine key={originator} {...placed} originator={originator} colour={place % LINES.length} />
      ))}
      {scene.isPreview ? null : <FreshTracking {...placed} />}
      {scene.isPreview ? null : <ProbabilityLabels {...placed} />}
      <Rings {...placed} />
      <TimeMarks frame={frame} top={area.top} bottom={area.bottom} />
      <TimeAxis frame={frame} />
    </>
  )
}

function Decades({ frame: { area }, y }: ScaledScene) {
  const [low = 0, high = 0] = y.domain()
  const exponents = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, i) => Math.ceil(low) + i)
  const every = Math.ceil((DECADE_PX * exponents.length) / (area.bottom - area.top))
  return (
    <LeftAxis
      area={area}
      ticks={exponents
        .filter((exponent) => exponent % every === 0)
        .map((exponent) => ({ at: y(exponent), label: <PowerOfTen exponent={exponent} /> }))}
    />
  )
}

function Threshold({ scene: { threshold }, frame: { area }, y }: ScaledScene) {
  if (threshold === undefined) return null
  const at = y(Math.log10(threshold))
  return <line x1={area.left} x2={area.right} y1={at} y2={at} className={`dash-5-3 ${chart.critical}`} />
}

function Maximum({ scene: { points }, place }: ScaledScene) {
  const known = points.filter(({ maximum }) => maximum !== undefined)
  const path = line<ProbabilityPoint>(
    ({ atMs, maximum }) => place(atMs, maximum)[0],
    ({ atMs, maximum }) => place(atMs, maximum)[1],
  )(known)
  return <path d={path ?? ''} className={`stroke-ink dash-2-3 ${chart.line} ${styles.maximum}`} />
}

/** Draws the values of the originators, beside ours. */
function Reported({ scene: { points }, place }: ScaledScene) {
  return (
    <g>
      {points.map(({ id, atMs, reported }) => {
        if (reported === undefined) return null
        const [x, y] = place(atMs, reported)
        return <circle key={id} cx={x} cy={y} r="3" className="fill-none stroke-muted" />
      })}
    </g>
  )
}

/** Draws a triangle above the data, away from all lines, over each message that is based on new observations (yardstick B7). */
function FreshTracking({ scene: { points }, frame: { area, x } }: ScaledScene) {
  return (
    <g>
      {points.map(({ id, atMs, hasNewTracking }) =>
        hasNewTracking ? (
          <path key={id} d={`M${x(atMs)} ${area.top - 8}l4 7h-8z`} className="fill-ink" data-fresh />
        ) : null,
      )}
    </g>
  )
}

type LineProps = ScaledScene & { readonly originator: string; readonly colour: number }

function OriginatorLine({ scene: { points }, place, originator, colour }: LineProps) {
  const own = points.filter((point) => point.originator === originator)
  const at = ({ atMs, probability }: ProbabilityPoint) => place(atMs, probability)
  const path = line<ProbabilityPoint>(
    (point) => at(point)[0],
    (point) => at(point)[1],
  ).defined(({ probability }) => probability !== undefined)(own)
  return (
    <g>
      <path d={path ?? ''} className={`${chart.line} ${LINES[colour]}`} />
      {own.map((point) => (
        <Mark key={point.id} at={at(point)} colour={colour} isKnown={point.probability !== undefined} />
      ))}
    </g>
  )
}

type MarkProps = { readonly at: readonly [number, number]; readonly colour: number; readonly isKnown: boolean }

/** Draws a shape for each originator; a missing value is an open tick at the bottom. */
function Mark({ at: [x, y], colour, isKnown }: MarkProps) {
  if (!isKnown) return <path d={`M${x} ${y + 5}v-9`} className={`fill-none stroke-w-1-4 ${LINES[colour]}`} />
  if (colour === 0) return <circle cx={x} cy={y} r="3" className={DOTS[colour]} />
  if (colour % 2 === 1)
    return <rect x={x - 3} y={y - 3} width="6" height="6" className={`fill-panel stroke-w-1-4 ${LINES[colour]}`} />
  return <path d={`M${x} ${y - 4}l4 4 -4 4 -4 -4z`} className={`fill-panel stroke-w-1-4 ${LINES[colour]}`} />
}

function Rings({ scene: { points, selectedId, hoveredId }, place }: ScaledScene) {
  const find = (id: string | undefined) => points.find((point) => point.id === id)
  return (
    <>
      {[find(selectedId), find(hoveredId === selectedId ? undefined : hoveredId)].map((point) => {
        if (!point) return null
        const [x, y] = place(point.atMs, point.probability)
        return (
          <circle
            key={point.id}
            cx={x}
            cy={y}
            r="7"
            className="fill-none stroke-accent stroke-w-1-5"
            data-readout={point.id === hoveredId || undefined}
          />
        )
      })}
    </>
  )
}

type Label = {
  readonly id: string
  /** A text with the same length as the content, for its layout. */
  readonly text: string
  readonly content: React.ReactNode
  readonly className: string
  readonly wishes: readonly Place[]
}

/** Draws the names of the lines, each where it covers no point and no other name. */
function ProbabilityLabels(placed: ScaledScene) {
  const { area } = placed.frame
  const taken: Box[] = pointsOf(placed)
  const inside = { left: area.left, right: area.right, top: area.top - 4, bottom: area.bottom - 2 }
  return (
    <g>
      {labelsOf(placed).map(({ id, text, content, className, wishes }) => {
        const at = freePlace(text, wishes, { inside, taken })
        if (!at) return null
        taken.push(boxOfText(text, at))
        return (
          <text key={id} x={at.x} y={at.y} className={`${ANCHORS[at.align]} ${className}`}>
            {content}
          </text>
        )
      })}
    </g>
  )
}

function pointsOf({ scene: { points }, place }: ScaledScene): Box[] {
  const values = points.flatMap(({ atMs, probability, reported }) =>
    [probability, reported].filter((value) => value !== undefined).map((value) => place(atMs, value)),
  )
  return values.map(([x, y]) => ({ left: x - POINT_PX, right: x + POINT_PX, top: y - POINT_PX, bottom: y + POINT_PX }))
}

function labelsOf(placed: ScaledScene): readonly Label[] {
  return [...thresholdLabel(placed), ...originatorLabels(placed), ...maximumLabel(placed), ...restOf(placed)]
}

function thresholdLabel({ scene: { threshold }, frame, y }: ScaledScene): readonly Label[] {
  if (threshold === undefined) return []
  const at = y(Math.log10(threshold))
  const right = wordsEndAt(frame)
  const side = (dy: number): readonly Place[] => [
    { x: right, y: at + dy, align: 'end' },
    { x: frame.area.right - 6, y: at + dy, align: 'end' },
    { x: frame.area.left + 4, y: at + dy, align: 'start' },
    { x: (frame.area.left + frame.area.right) / 2, y: at + dy, align: 'middle' },
  ]
  const { mantissa, exponent } = partsOfScientific(threshold, 1)
  const factor = mantissa === formatNumber(1, { decimals: 1 }) ? '' : `${mantissa} × `
  const content = (
    <>
      {plotWords('ownThreshold')} {factor}
      <PowerOfTen exponent={exponent} />
    </>
  )
  const text = `${plotWords('ownThreshold')} ${factor}${formatPowerOfTen(exponent)}`
  return [{ id: 'threshold', text, content, className: chart.title ?? '', wishes: [...side(15), ...side(-6)] }]
}

function originatorLabels({ scene: { points }, place }: ScaledScene): readonly Label[] {
  return originatorsOf(points).flatMap((originator, order) => {
    const own = points.filter((point) => point.originator === originator && point.probability !== undefined)
    const [first, second] = own.map(({ atMs, probability }) => place(atMs, probability))
    if (!first) return []
    const [x, y] = first
    const below: Place = { x: x + 6, y: y + 16, align: 'start' }
    const above: Place = { x: x + 6, y: y - 8, align: 'start' }
    // The name is on the free side of the line.
    const wishes = second && second[1] > y ? [above, below] : [below, above]
    const beside: Place = { x: x + 12, y: y + 4, align: 'start' }
    const className = WORDS[order % WORDS.length] ?? ''
    return [{ id: originator, text: originator, content: originator, className, wishes: [...wishes, beside] }]
  })
}

function maximumLabel({ scene: { points }, place }: ScaledScene): readonly Label[] {
  const known = points.filter(({ maximum }) => maximum !== undefined)
  const text = plotWords('maximum')
  const wishes = known.slice(0, 4).flatMap(({ atMs, maximum }): readonly Place[] => {
    const [x, y] = place(atMs, maximum)
    return [
      { x: x - 2, y: y - 6, align: 'start' },
      { x: x - 2, y: y + 15, align: 'start' },
    ]
  })
  return known.length > 0 ? [{ id: 'maximum', text, content: text, className: '', wishes }] : []
}

function restOf({ scene: { points }, frame, place }: ScaledScene): readonly Label[] {
  const decide = plotWords('decide')
  const right = wordsEndAt(frame)
  const top = frame.area.top + 11
  const reported = plotWords('reported')
  const wishes = points.flatMap(({ atMs, probability, reported: value }): readonly Place[] => {
    if (value === undefined) return []
    const [x, y] = place(atMs, value)
    const [, own] = place(atMs, probability)
    return Math.abs(y - own) > APART_PX
      ? [
          { x: x + 7, y: y + 4, align: 'start' },
          { x: x - 7, y: y + 4, align: 'end' },
        ]
      : []
  })
  return [
    {
      id: 'decide',
      text: decide,
      content: decide,
      className: chart.title ?? '',
      wishes: [{ x: right, y: top, align: 'end' }],
    },
    ...(wishes.length > 0 ? [{ id: 'reported', text: reported, content: reported, className: '', wishes }] : []),
  ]
}
