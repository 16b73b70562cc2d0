import { line } from 'd3-shape'
import { LeftAxis, PowerOfTen } from '../../../chart/axes.tsx'
import chart from '../../../chart/plot.module.css'
import styles from '../plot.module.css'
import { TimeAxis, TimeGround, TimeMarks } from '../time-ground.tsx'
import { ProbabilityLabels } from './probability-labels.tsx'
import { originatorsOf, type Placed, probabilityScales } from './probability-scene.ts'
import type { ProbabilityPoint } from './probability-series.ts'

const DECADE_PX = 22
const LINES = [chart.ink, chart.one, chart.two, styles.seriesThree, styles.seriesFour]
const DOTS = [chart.dotInk, chart.dotOne, chart.dotTwo, styles.dotThree, styles.dotFour]

/** Probability by message: a line for each originator, the maximum dotted, reported values beside (ux.md P5). */
export function ProbabilityDrawing({ scene, frame }: Pick<Placed, 'scene' | 'frame'>) {
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

function Decades({ frame: { area }, y }: Placed) {
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

function Threshold({ scene: { threshold }, frame: { area }, y }: Placed) {
  if (threshold === undefined) return null
  const at = y(Math.log10(threshold))
  return <line x1={area.left} x2={area.right} y1={at} y2={at} className={`${chart.threshold} ${chart.critical}`} />
}

function Maximum({ scene: { points }, place }: Placed) {
  const known = points.filter(({ maximum }) => maximum !== undefined)
  const path = line<ProbabilityPoint>(
    ({ atMs, maximum }) => place(atMs, maximum)[0],
    ({ atMs, maximum }) => place(atMs, maximum)[1],
  )(known)
  return <path d={path ?? ''} className={`${chart.line} ${chart.ink} ${styles.maximum}`} />
}

/** What the originators say, beside what we make of it. */
function Reported({ scene: { points }, place }: Placed) {
  return (
    <g>
      {points.map(({ id, atMs, reported }) => {
        if (reported === undefined) return null
        const [x, y] = place(atMs, reported)
        return <circle key={id} cx={x} cy={y} r="3" className={styles.reported} />
      })}
    </g>
  )
}

/** A triangle above the data, where no line is, over each message that rests on new observations (yardstick B7). */
function FreshTracking({ scene: { points }, frame: { area, x } }: Placed) {
  return (
    <g>
      {points.map(({ id, atMs, hasNewTracking }) =>
        hasNewTracking ? (
          <path key={id} d={`M${x(atMs)} ${area.top - 8}l4 7h-8z`} className={chart.dotInk} data-fresh />
        ) : null,
      )}
    </g>
  )
}

type LineProps = Placed & { readonly originator: string; readonly colour: number }

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

/** Its own shape for each originator; what is not computed is an open tick at the floor. */
function Mark({ at: [x, y], colour, isKnown }: MarkProps) {
  if (!isKnown) return <path d={`M${x} ${y + 5}v-9`} className={`${styles.missing} ${LINES[colour]}`} />
  if (colour === 0) return <circle cx={x} cy={y} r="3" className={DOTS[colour]} />
  if (colour % 2 === 1)
    return <rect x={x - 3} y={y - 3} width="6" height="6" className={`${chart.open} ${LINES[colour]}`} />
  return <path d={`M${x} ${y - 4}l4 4 -4 4 -4 -4z`} className={`${chart.open} ${LINES[colour]}`} />
}

function Rings({ scene: { points, selectedId, hoveredId }, place }: Placed) {
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
            className={chart.ring}
            data-readout={point.id === hoveredId || undefined}
          />
        )
      })}
    </>
  )
}
