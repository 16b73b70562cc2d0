import { missing } from '@apsis/astro/missing.ts'
import type { ScaleTime } from 'd3-scale'
import { type Area, timeLabel } from '../../../chart/axes.tsx'
import chart from '../../../chart/plot.module.css'
import { ShownLine } from '../../../chart/shown-line.tsx'
import { formatTime } from '../../../clock/format.ts'
import { expectedAfter, type NumberedMessage } from '../../event/messages.ts'
import styles from '../plot.module.css'
import { plotWords } from '../words.data.ts'
import { type CadenceFacts, gapsOf, observationsOf } from './cadence.ts'

export type CadenceScene = {
  readonly facts: CadenceFacts
  readonly area: Area
  readonly x: ScaleTime<number, number>
  readonly decideMs: number
  readonly selectedId: string | undefined
  readonly hoveredId: string | undefined
  readonly onSelect: ((id: string) => void) | undefined
  readonly isNarrow: boolean
}
type Props = { readonly scene: CadenceScene }

const LANES = ['message', 'lastSeen', 'record', 'ephemeris'] as const
const BOX_PX = 16
/** Numbers that are closer than this would overlap. */
const NUMBER_PX = 18
const DAY_PX = 120

/** Returns the middle of each lane. */
export function lanesOf({ area }: CadenceScene) {
  const height = (area.bottom - area.top) / LANES.length
  const middle = (place: number) => area.top + (place + 0.5) * height
  return { height, messages: middle(0), observed: middle(1), record: middle(2), ephemeris: middle(3) }
}

/** Draws lanes of time up to TCA: messages, observations of the other object, actions of people, and our own ephemeris. */
export function CadenceDrawing({ scene }: Props) {
  const { area, x, decideMs, facts, isNarrow } = scene
  const { height } = lanesOf(scene)
  return (
    <>
      <rect
        x={x(decideMs)}
        y={area.top}
        width={Math.max(0, x(facts.tcaMs) - x(decideMs))}
        height={area.bottom - area.top}
        className={`fill-raised ${chart.window}`}
      />
      {ticksOf(scene).map((time) => (
        <line key={time} x1={x(time)} x2={x(time)} y1={area.top} y2={area.bottom} className="crisp stroke-line-2" />
      ))}
      {LANES.map((lane, place) => (
        <g key={lane}>
          {place > 0 ? (
            <line
              x1={0}
              x2="100%"
              y1={area.top + place * height}
              y2={area.top + place * height}
              className={chart.grid}
            />
          ) : null}
          <text x={isNarrow ? 12 : 16} y={area.top + (place + 0.5) * height + 4} className={chart.title}>
            {plotWords(isNarrow ? `${lane}Short` : `${lane}Lane`)}
          </text>
        </g>
      ))}
      {/* The lines of now, the decision and TCA are drawn first, so that the texts of the lanes are on top. */}
      <Foot scene={scene} />
      <Messages scene={scene} />
      <Observations scene={scene} />
      <Record scene={scene} />
      <Ephemeris scene={scene} />
    </>
  )
}

function Messages({ scene }: Props) {
  const { facts, x, area, selectedId, hoveredId, onSelect } = scene
  const { messages: y, height } = lanesOf(scene)
  const [first, last] = [facts.messages[0], facts.messages.at(-1)]
  const nearest = (event: React.PointerEvent<SVGElement>) => {
    const at = event.clientX - (event.currentTarget.ownerSVGElement?.getBoundingClientRect().left ?? 0)
    const distance = ({ atMs }: NumberedMessage) => Math.abs(x(atMs) - at)
    const found = facts.messages.toSorted((a, b) => distance(a) - distance(b))[0]
    if (found && found.cdm.cdmId !== selectedId) onSelect?.(found.cdm.cdmId)
  }
  return (
    <g>
      {first && last ? (
        <line x1={x(first.atMs)} x2={x(last.atMs)} y1={y} y2={y} className="crisp stroke-line-2" />
      ) : null}
      {gapsOf(facts.messages).map(([from, to]) => (
        <rect key={from} x={x(from)} y={y - 4} width={x(to) - x(from)} height={8} className={styles.gap} />
      ))}
      {numbered(scene).map(({ message, isNumbered }) => (
        <Box
          key={message.cdm.cdmId}
          at={x(message.atMs)}
          y={y}
          text={isNumbered ? String(message.number) : ''}
          look={message.cdm.cdmId === selectedId ? 'selected' : message.cdm.cdmId === hoveredId ? 'hovered' : 'plain'}
        />
      ))}
      {expectedAfter(facts.messages, facts.tcaMs, facts.nowMs)
        .filter((at, place, all) => place === 0 || x(at) - x(all[place - 1] ?? missing()) >= NUMBER_PX)
        .map((at, place) => (
          <Box key={at} at={x(at)} y={y} text={String(facts.messages.length + place + 1)} look="expected" />
        ))}
      <rect
        x={area.left - 10}
        y={y - height / 2}
        width={area.right - area.left + 20}
        height={height}
        className={styles.drag}
        onPointerDown={nearest}
        onPointerMove={(event) => (event.buttons === 1 ? nearest(event) : undefined)}
      />
    </g>
  )
}

/** Returns the messages, the selected one last, so that it is on top; numbers appear where there is room for them. */
function numbered({ facts, x, selectedId }: CadenceScene) {
  const selected = facts.messages.find(({ cdm }) => cdm.cdmId === selectedId)
  const taken = selected ? [x(selected.atMs)] : []
  const rest = facts.messages
    .filter((message) => message !== selected)
    .toReversed()
    .map((message) => {
      const isNumbered = taken.every((at) => Math.abs(at - x(message.atMs)) >= NUMBER_PX)
      if (isNumbered) taken.push(x(message.atMs))
      return { message, isNumbered }
    })
  return [...rest, ...(selected ? [{ message: selected, isNumbered: true }] : [])]
}

const LOOKS = {
  plain: 'fill-raised stroke-line-3',
  hovered: 'fill-raised stroke-accent stroke-w-1-5',
  selected: styles.selected,
  expected: 'fill-none stroke-control dash-2-2',
}

type BoxProps = {
  readonly at: number
  readonly y: number
  readonly text: string
  readonly look: keyof typeof LOOKS
}

function Box({ at, y, text, look }: BoxProps) {
  const width = text === '' ? 3 : Math.max(BOX_PX, text.length * 7 + 6) + (look === 'selected' ? 2 : 0)
  const height = text === '' ? 12 : BOX_PX + (look === 'selected' ? 2 : 0)
  return (
    <g>
      <rect x={at - width / 2} y={y - height / 2} width={width} height={height} className={LOOKS[look]} />
      <text
        x={at}
        y={y + 4.3}
        className={`${chart.middle} ${styles.number} fill-ink ${look === 'selected' ? `bold ${styles.onAccent}` : ''}`}
      >
        {text}
      </text>
    </g>
  )
}

function Observations({ scene }: Props) {
  const { facts, x, area } = scene
  const { observed: y } = lanesOf(scene)
  const seen = observationsOf(facts.messages)
  const last = seen.at(-1)
  const isBefore = last !== undefined && x(last.atMs) < area.left
  return (
    <g>
      {seen
        .filter(({ atMs }) => x(atMs) >= area.left)
        .map(({ id, atMs }) => (
          <rect key={id} x={x(atMs) - 1.5} y={y - 6} width={3} height={12} className="fill-muted" />
        ))}
      {last === undefined || isBefore ? (
        <text x={area.left} y={y + 4}>
          {last === undefined ? plotWords('unknown') : plotWords('seenBefore', { time: dayTime(last.atMs) })}
        </text>
      ) : (
        <text x={x(last.atMs) + 8} y={y + 4}>
          {dayTime(last.atMs)}
        </text>
      )}
    </g>
  )
}

function Record({ scene }: Props) {
  const { facts, x, area } = scene
  const { record: y } = lanesOf(scene)
  const shown = facts.record.filter(({ at }) => x(Date.parse(at)) >= area.left)
  const last = shown.at(-1)
  if (!last)
    return (
      <text x={area.left} y={y + 4}>
        {plotWords('noRecord')}
      </text>
    )
  return (
    <g>
      {shown.map(({ entryId, at }) => (
        <rect key={entryId} x={x(Date.parse(at)) - 2} y={y - 5} width={4} height={10} className="fill-muted" />
      ))}
      <text
        x={x(Date.parse(last.at)) + (x(Date.parse(last.at)) > area.right - 160 ? -8 : 8)}
        y={y + 4}
        className={`${chart.strong} ${x(Date.parse(last.at)) > area.right - 160 ? chart.end : ''}`}
      >
        {plotWords(`did${last.action}`)}
      </text>
    </g>
  )
}

function Ephemeris({ scene }: Props) {
  const { facts, x, area } = scene
  const { ephemeris: y } = lanesOf(scene)
  const { coverage, tcaMs } = facts
  if (coverage === undefined) return null
  if (coverage === null)
    return (
      <text x={area.left} y={y + 4}>
        {plotWords('noEphemeris')}
      </text>
    )
  const left = Math.max(area.left, x(coverage.fromMs))
  const right = Math.min(area.right + 20, x(coverage.toMs))
  // The label is before the bar where there is room for it, else above it.
  const isBefore = left - area.left > 110
  return (
    <g>
      <rect x={left} y={y - 5} width={Math.max(0, right - left)} height={10} className={styles.bar} />
      <text x={isBefore ? left - 8 : left + 6} y={y + 4} className={isBefore ? chart.end : undefined}>
        {plotWords(coverage.toMs > tcaMs && coverage.fromMs <= tcaMs ? 'coversTca' : 'doesNotCover')}
      </text>
    </g>
  )
}

/**
 * The distance, px, between the middles of the labels of now and of TCA at which both can be read: on a narrow plot, where the label of TCA
 * has no time, and on a wide one.
 */
const NOW_FROM_TCA = { narrowPx: 30, px: 48 } as const
const NOW_WORD_PX = 18
/** Half the width of the label of TCA plus the gap before it: on a narrow plot, where the label has no time, and on a wide one. */
const BEFORE_TCA = { narrowPx: 18, px: 34 } as const
/** If now or TCA is nearer than this, the label of the decision is beside its line. */
const NEAR_NOW_PX = 54
const NEAR_TCA_PX = 110
/** The width of a character of a label at the foot. */
const CHARACTER_PX = 6.2

/** Draws the days, now, the decision, and TCA. */
function Foot({ scene }: Props) {
  const { area, x, decideMs, facts, isNarrow } = scene
  const { tcaMs, nowMs } = facts
  const [xd, xt, xn] = [x(decideMs), x(tcaMs), x(nowMs)]
  const isAhead = nowMs < tcaMs
  // The label of TCA is completely within the plot, and the label of now is beside it.
  const tcaMid = Math.min(xt, area.right - 12)
  const nowMid = Math.min(xn, tcaMid - (isNarrow ? NOW_FROM_TCA.narrowPx : NOW_FROM_TCA.px))
  const decision = decisionWord(scene, isAhead ? nowMid : undefined, tcaMid)
  const taken = [...(decision === undefined ? [] : [decision.middle]), xt, ...(isAhead ? [xn] : [])]
  return (
    <g>
      <line x1={0} x2="100%" y1={area.bottom} y2={area.bottom} className="stroke-line-3 crisp" />
      <line x1={xd} x2={xd} y1={area.top} y2={area.bottom + 4} className="stroke-ink dash-4-3 crisp" />
      <line x1={xt} x2={xt} y1={area.top} y2={area.bottom + 4} className="stroke-soft crisp" />
      <ShownLine x={x} left={area.left} right={area.right + 20} top={area.top} bottom={area.bottom} />
      {ticksOf(scene)
        .filter((time) => taken.every((at) => Math.abs(x(time) - at) > 84))
        .map((time) => (
          <text key={time} x={x(time) + 4} y={area.bottom + 18}>
            {timeLabel(time)}
          </text>
        ))}
      {decision === undefined ? null : (
        <text x={decision.start} y={area.bottom + 18} className={chart.strong}>
          {decision.word}
        </text>
      )}
      <text x={tcaMid} y={area.bottom + 18} className={`${chart.middle} ${chart.strong}`}>
        {isNarrow ? plotWords('tca') : plotWords('tcaAt', { time: formatTime(tcaMs).slice(0, 5) })}
      </text>
      {isAhead ? (
        <>
          <line x1={xn} x2={xn} y1={area.top} y2={area.bottom + 4} className="stroke-accent crisp" />
          <text x={nowMid} y={area.bottom + 18} className={`${chart.middle} ${chart.nowWord}`}>
            {plotWords('now')}
          </text>
        </>
      ) : null}
    </g>
  )
}

/**
 * Returns the place of the label of the decision at the foot: centred on its line, or beside the line if now or TCA is near, and never over
 * their labels. If there is not enough room, the label shows its time alone; if there is no room for the time, there is no label, only the
 * line.
 */
function decisionWord({ x, decideMs, facts, isNarrow }: CadenceScene, nowMid: number | undefined, tcaMid: number) {
  const [xd, xt] = [x(decideMs), x(facts.tcaMs)]
  const isOver = nowMid !== undefined && decideMs < facts.nowMs
  const from = nowMid === undefined || isOver ? 0 : nowMid + NOW_WORD_PX
  const to = isOver ? nowMid - NOW_WORD_PX : tcaMid - (isNarrow ? BEFORE_TCA.narrowPx : BEFORE_TCA.px)
  const time = formatTime(decideMs).slice(0, 5)
  const words = [...(isNarrow ? [] : [plotWords('decideAt', { time })]), time]
  const word = words.find(({ length }) => length * CHARACTER_PX <= to - from)
  if (word === undefined) return undefined
  const widthPx = word.length * CHARACTER_PX
  const isAfterNow = from > 0 && xd - from < NEAR_NOW_PX
  const wished = isAfterNow ? xd - 8 : xt - xd < NEAR_TCA_PX ? xd - 5 - widthPx : xd - widthPx / 2
  const start = Math.max(from, Math.min(wished, to - widthPx))
  return { word, start, middle: start + widthPx / 2 }
}

function dayTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(5, 10)} ${formatTime(ms).slice(0, 5)} Z`
}

function ticksOf({ area, x }: CadenceScene): readonly number[] {
  return x.ticks(Math.max(2, Math.floor((area.right - area.left) / DAY_PX))).map((time) => time.getTime())
}
