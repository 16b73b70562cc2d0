import { DAY_MS } from '@apsis/astro/constants.ts'
import { weightOf } from '@apsis/contract/ca/event/by-urgency.ts'
import { useSize } from '../../ui/page/size.ts'
import { levelMeaning, RISK_LABELS } from '../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type EventRow, isAbove, isDecided, worstOf } from '../event/event-row.ts'
import { heightOf, type Lane, shownLanes } from '../event/lanes.ts'
import { type BurnMark, BurnTriangle, PassBar, type PassTick } from '../plot/timeline/burn-mark.tsx'
import styles from './wall.module.css'
import { dayLabel, dayText } from './wall-rows.ts'
import { overviewWords } from './words.data.ts'

const BEHIND_MS = 0.17 * DAY_MS
const AHEAD_MS = 7 * DAY_MS
/** The maximum number of lanes: more would be too low for their marks; the other satellites are named in the head of the wall display. */
export const MOST_WALL_LANES = 8

/** All lengths are in the wall's unit, a 1440th of its height. */
const NAME_U = 36
const AXIS_U = 84
const RIGHT_U = 40
const LETTER_U = 27
/** The width of the label to the right of the line of now. */
const NOW_WORD_U = 96
const SYMBOL_U = { LOW: 22, UNKNOWN: 24, MEDIUM: 30, HIGH: 42, CRITICAL: 56 } as const
const RING_U = { CRITICAL: 46, HIGH: 36 } as const
const WATCHED_U = 32
/** The triangle of a burn is enlarged by this factor compared with an ordinary screen. */
const BURN_SIZE_FACTOR = 3.4

type Props = {
  readonly lanes: readonly Lane[]
  readonly rows: readonly EventRow[]
  readonly burns: readonly BurnMark[]
  readonly passes: readonly PassTick[]
  readonly nowMs: number
  /** The event that the wall names; its lane and the time to decide are emphasised. */
  readonly first: EventRow | undefined
  /** The number of pixels per unit. */
  readonly unitPx: number
}

/** Draws the closest approaches of seven days, a lane for each satellite, legible from five metres. */
export function WallLanes(props: Props) {
  const [measure, size] = useSize<HTMLDivElement>()
  return (
    <div ref={measure} className={`min-w-0 min-h-0 relative ${styles.lanes}`}>
      {size.width > 0 && size.height > 0 ? <Drawing {...props} {...size} /> : null}
    </div>
  )
}

function Drawing({
  lanes: all,
  rows,
  burns,
  passes,
  nowMs,
  first,
  unitPx: u,
  width,
  height,
}: Props & ReturnType<typeof useSize>[1]) {
  const ahead = rows.filter(({ tcaMs }) => tcaMs >= nowMs && tcaMs <= nowMs + AHEAD_MS)
  const lanes = shownLanes(all, ahead, MOST_WALL_LANES)
  const letters = Math.max(4, ...lanes.map(({ name }) => name.length))
  const [left, right] = [(NAME_U + letters * LETTER_U + NAME_U) * u, width - RIGHT_U * u]
  const bottom = height - AXIS_U * u
  const lanePx = (bottom - 8 * u) / Math.max(1, lanes.length)
  const fromMs = nowMs - BEHIND_MS
  const x = (ms: number) => left + ((ms - fromMs) / (BEHIND_MS + AHEAD_MS)) * (right - left)
  const top = (lane: number) => 8 * u + lane * lanePx
  const y = (lane: number, pc: number | undefined) =>
    top(lane) + lanePx - 20 * u - heightOf('pc', pc) * Math.max(0, lanePx - 56 * u)
  const laneOf = new Map(lanes.map(({ key }, place) => [key, place]))
  const chosen = first ? laneOf.get(first.satelliteKey) : undefined
  const day = dayLabel((x(DAY_MS) - x(0)) / u)
  const t = useWords(overviewWords)
  return (
    <svg className="absolute inset-0" width={width} height={height} role="img" aria-label={captionOf(ahead)}>
      {lanes.map(({ key, name }, place) => (
        <g key={key}>
          <line x1={0} x2={width} y1={top(place) + lanePx} y2={top(place) + lanePx} className={styles.hair} />
          <text
            x={NAME_U * u}
            y={top(place) + lanePx / 2 + 15 * u}
            className={place === chosen ? styles.chosen : styles.laneName}
          >
            {name}
          </text>
        </g>
      ))}
      {daysOf(fromMs, nowMs + AHEAD_MS).map((ms) => (
        <g key={ms}>
          <line x1={x(ms)} x2={x(ms)} y1={0} y2={bottom} className={styles.day} />
          {x(ms) + day.widthU * u < width && x(ms) - x(nowMs) > NOW_WORD_U * u ? (
            <text x={x(ms) + 12 * u} y={bottom + 60 * u}>
              {dayText(ms, day.letters, t('wallWeekdays'))}
            </text>
          ) : null}
        </g>
      ))}
      {first && chosen !== undefined && first.decideMs > fromMs ? (
        <line
          x1={x(first.decideMs)}
          x2={x(first.decideMs)}
          y1={top(chosen) + 4 * u}
          y2={top(chosen) + lanePx - 4 * u}
          className={styles.due}
        />
      ) : null}
      {ahead
        .toSorted((a, b) => weightOf(a) - weightOf(b) || a.tcaMs - b.tcaMs)
        .map((row) => {
          const lane = laneOf.get(row.satelliteKey)
          return lane === undefined ? null : <Mark key={row.id} row={row} x={x(row.tcaMs)} y={y(lane, row.pc)} u={u} />
        })}
      {burns.map((burn) => {
        const lane = laneOf.get(burn.satelliteKey)
        if (lane === undefined || burn.atMs < fromMs || burn.atMs > nowMs + AHEAD_MS) return null
        const foot = top(lane) + lanePx - 2 * u
        return <BurnTriangle key={burn.id} burn={burn} x={x(burn.atMs)} foot={foot} unit={BURN_SIZE_FACTOR * u} />
      })}
      {passes.map((pass) => {
        const lane = laneOf.get(pass.satelliteKey)
        if (lane === undefined || pass.atMs < fromMs || pass.atMs > nowMs + AHEAD_MS) return null
        const foot = top(lane) + lanePx - 2 * u
        return <PassBar key={pass.id} pass={pass} x={x(pass.atMs)} foot={foot} unit={BURN_SIZE_FACTOR * u} />
      })}
      <line x1={x(nowMs)} x2={x(nowMs)} y1={0} y2={bottom + 14 * u} className={styles.now} />
      <text x={x(nowMs) - 10 * u} y={bottom + 60 * u} className={styles.nowWord}>
        {overviewWords('wallNow')}
      </text>
      <line x1={0} x2={width} y1={bottom} y2={bottom} className={styles.day} />
    </svg>
  )
}

type MarkProps = { readonly row: EventRow; readonly x: number; readonly y: number; readonly u: number }

/**
 * Draws the shape of the level: an outline if the event is mitigated, with a ring around an undecided event, and a dashed ring around a
 * decided event that is watched.
 */
function Mark({ row, x, y, u }: MarkProps) {
  const isWatched = row.event.reopens !== null && isDecided(row)
  const ring = row.risk === 'CRITICAL' ? RING_U.CRITICAL : RING_U.HIGH
  return (
    <g>
      <g
        transform={`translate(${x} ${y}) scale(${(SYMBOL_U[row.risk] * u) / 12}) translate(-6 -6)`}
        className={row.risk === 'LOW' ? styles.low : undefined}
      >
        <StatusSymbol level={RISK_LABELS[row.risk].level} isOutline={row.isMitigated} />
      </g>
      {isWatched ? <circle cx={x} cy={y} r={WATCHED_U * u} className={styles.watched} /> : null}
      {!isWatched && isAbove(row) && !isDecided(row) ? (
        <circle cx={x} cy={y} r={ring * u} className={styles.waiting} />
      ) : null}
    </g>
  )
}

function captionOf(rows: readonly EventRow[]): string {
  if (rows.length === 0) return overviewWords('wallNothing')
  return overviewWords('wallCaption', { count: rows.length, level: levelMeaning(worstOf(rows)).word })
}

/** Returns the days that begin in a span. */
function daysOf(fromMs: number, toMs: number): readonly number[] {
  const first = Math.ceil(fromMs / DAY_MS)
  return Array.from({ length: Math.max(0, Math.floor(toMs / DAY_MS) - first + 1) }, (_, day) => (first + day) * DAY_MS)
}
