import { scaleUtc } from 'd3-scale'
import { useEffect } from 'react'
import { BottomAxis, timeLabel } from '../../chart/axes.tsx'
import { boxOfText, overlap } from '../../chart/label-places.ts'
import chart from '../../chart/plot.module.css'
import { now, useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { conduct, type ShownTime, SPEEDS, speedOf, useShownMs, useShownTime } from '../../clock/shown-time.ts'
import { PageKeys } from '../../shell/key/page-keys.tsx'
import { type Keys, pressOf } from '../../shell/key/shortcut.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Menu } from '../../ui/button/menu.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatSpan } from '../../ui/format/duration.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { type Size, useSize } from '../../ui/page/size.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './conductor.module.css'
import { RANGES, type RangeName, snapped, type TimeMark, type TimeSpan } from './marks.ts'
import { type Conductor as Actions, keysOf, moveGrip, useConductor } from './use-conductor.ts'
import { timeWords } from './words.data.ts'

/** Marks in one line of the conductor. */
export type TimeLane = { readonly title: string; readonly marks: readonly TimeMark[] }

type Props = {
  readonly lanes: readonly TimeLane[]
  readonly span: TimeSpan
  /** Marks with a line over all lanes and a label at the foot: the deadline and the closest approach that the page is about. */
  readonly labelled?: readonly TimeMark[]
  /** True if the lane is in the row of the controls, without an axis, where the page has plots with that axis. */
  readonly isRow?: boolean
  /** The keys that mean something else on this page; the conductor has them while it has the focus. */
  readonly takenKeys?: readonly Keys[]
  readonly range?: { readonly name: RangeName; readonly onChange: (name: RangeName) => void }
  readonly note?: React.ReactNode
}

/** Shows and changes the time that all pages show: live, standing still, or running at a speed. */
export function TimeConductor(props: Props) {
  const say = useWords(timeWords)
  const { lanes, labelled = NONE, isRow = false, takenKeys = NO_KEYS, range, note } = props
  const marks = [...lanes.flatMap((lane) => lane.marks), ...labelled]
  const conductor = useConductor(marks)
  useEffect(conduct, [])
  const keys = keysOf(conductor, say)
  const onKeyDown = (event: React.KeyboardEvent) => {
    const press = pressOf(event)
    const own = keys.find((one) => one.keys === press && takenKeys.includes(one.keys))
    if (!own) return
    event.preventDefault()
    own.run()
  }
  const lane = <Lanes {...props} labelled={labelled} marks={marks} conductor={conductor} />
  return (
    <section aria-label={say('time')} className={`no-print panel flex-none ${isRow ? 'line-bottom' : 'line-top'}`}>
      <PageKeys shortcuts={keys.filter((one) => !takenKeys.includes(one.keys))} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside, which are not those of the page. */}
      <div className={`row wrap gap-4-8 pad-x ${styles.head} ${isRow ? styles.isRow : ''}`} onKeyDown={onKeyDown}>
        {isRow ? null : <h2 className="fs-13 medium">{say('time')}</h2>}
        <TimeState />
        {isRow ? <div className={`grow ${styles.inRow}`}>{lane}</div> : <span className="grow" />}
        {note ? <span className="muted fs-12 no-phone">{note}</span> : null}
        {isRow ? null : <Legend marks={lanes.flatMap((lane) => lane.marks)} />}
        <Controls conductor={conductor} />
        {range ? (
          <span className="no-phone">
            <Segments
              label={say('range')}
              value={range.name}
              options={Object.entries(RANGES).map(([name, hours]) => ({
                value: name as RangeName,
                label: hours > 48 ? say('days', { days: hours / 24 }) : say('hours', { hours }),
              }))}
              onChange={range.onChange}
            />
          </span>
        ) : null}
      </div>
      {isRow ? null : lane}
    </section>
  )
}

/** Says what a ring and both forms of a burn mean, of those that the lanes have. */
function Legend({ marks }: { readonly marks: readonly TimeMark[] }) {
  const say = useWords(timeWords)
  const forms: readonly TimeMark[] = [
    { id: 'ring', atMs: 0, kind: 'approach', name: say('undecided'), level: 'inactive', isOpen: true },
    { id: 'firm', atMs: 0, kind: 'burn', name: say('firm'), isFirm: true },
    { id: 'draft', atMs: 0, kind: 'burn', name: say('draft'), isFirm: false },
  ]
  const used = forms.filter(({ id }) =>
    marks.some((one) =>
      id === 'ring' ? one.kind === 'approach' && one.isOpen : one.kind === 'burn' && one.isFirm === (id === 'firm'),
    ),
  )
  if (used.length === 0) return null
  return (
    <ul className="row gap-8 muted fs-12 no-phone" aria-label={say('legend')}>
      {used.map((mark) => (
        <li key={mark.id} className="row gap-4">
          <svg width={20} height={20} aria-hidden="true">
            <Form mark={mark} at={10} y={10} />
          </svg>
          {mark.name}
        </li>
      ))}
    </ul>
  )
}

const NONE: readonly TimeMark[] = []
const NO_KEYS: readonly Keys[] = []

/** The text of a time that runs faster than the clock changes at this interval, ms. */
const TEXT_MS = 200
const textEveryMs = (time: ShownTime) => (speedOf(time) === 1 ? 1_000 : TEXT_MS)

/** Shows if the time is live, its instant, and its distance from now in words. */
function TimeState() {
  const say = useWords(timeWords)
  const time = useShownTime()
  const shownMs = useShownMs(textEveryMs(time))
  return (
    <span className="row gap-8 nowrap">
      <span
        className={`row h-24 pad-x-8 round fs-12 ${time.kind === 'live' ? `accent ${styles.live}` : `ink ${styles.away}`}`}
      >
        {stateText(time, say)}
      </span>
      <time className="mono fs-14" dateTime={new Date(shownMs).toISOString()}>
        {formatInstant(shownMs)}
      </time>
      {time.kind === 'live' ? null : <Offset shownMs={shownMs} />}
    </span>
  )
}

function stateText(time: ShownTime, say: typeof timeWords): string {
  if (time.kind !== 'running') return say(time.kind)
  return say('running', { speed: formatNumber(time.speed) })
}

function Offset({ shownMs }: { readonly shownMs: number }) {
  const say = useWords(timeWords)
  const nowMs = useNow('second')
  return <span className="muted fs-12">{offsetText(shownMs, nowMs, say)}</span>
}

/** Returns `now + 31 h 31 m`. */
function offsetText(shownMs: number, nowMs: number, say: typeof timeWords): string {
  const away = shownMs - nowMs
  return say(away < 0 ? 'offsetBehind' : 'offsetAhead', { span: formatSpan(Math.abs(away)) })
}

/** Shows the buttons: marks, play, speeds, now, and the steps in a menu. */
function Controls({ conductor }: { readonly conductor: Actions }) {
  const say = useWords(timeWords)
  const time = useShownTime()
  const { toMark, playOrPause, setSpeed, show } = conductor
  const isStill = time.kind === 'paused'
  const steps = keysOf(conductor, say).filter(({ keys }) => /^[,.;:<>]$/.test(keys))
  return (
    <span className="row gap-4">
      <Button look="icon" aria-label={say('previousMark')} onClick={() => toMark(-1)}>
        <Icon name="previousMark" />
      </Button>
      <Button look="icon" aria-label={say(isStill ? 'play' : 'pause')} onClick={playOrPause}>
        <Icon name={isStill ? 'play' : 'pause'} />
      </Button>
      <Button look="icon" aria-label={say('nextMark')} onClick={() => toMark(1)}>
        <Icon name="nextMark" />
      </Button>
      <span className="no-phone">
        <Segments
          label={say('speed')}
          value={isStill ? '' : String(speedOf(time))}
          options={SPEEDS.map((speed) => ({
            value: String(speed),
            label: say('times', { speed: formatNumber(speed) }),
          }))}
          onChange={(value) => {
            const speed = SPEEDS.find((one) => String(one) === value)
            if (speed) setSpeed(speed)
          }}
        />
      </span>
      <Button look="plain" disabled={time.kind === 'live'} onClick={() => show('now')}>
        {say('now')}
      </Button>
      <Menu
        label={say('more')}
        look="icon"
        trigger={<Icon name="more" />}
        parts={[
          {
            title: say('steps'),
            entries: steps.map(({ keys, label, run }) => ({ id: keys, label, note: keys, onAction: run })),
          },
          {
            title: say('speed'),
            entries: SPEEDS.map((speed) => ({
              id: `speed ${speed}`,
              label: say('times', { speed: formatNumber(speed) }),
              onAction: () => setSpeed(speed),
            })),
          },
        ]}
      />
    </span>
  )
}

const LANE_PX = 22
const FOOT_PX = 22
/** The names of the lanes stand left of the marks where there is room for them. */
const TITLE_PX = 132
const NARROW_PX = 600
const EDGE_PX = 16
const TICK_PX = 120

type LanesProps = Props & {
  readonly labelled: readonly TimeMark[]
  readonly marks: readonly TimeMark[]
  readonly conductor: Actions
}

/** Shows the lanes with their marks, and the grip, which is a slider over all of them. */
function Lanes({ lanes, labelled, marks, span, isRow = false, conductor }: LanesProps) {
  const [measure, size] = useSize<HTMLDivElement>()
  const isNarrow = size.width < NARROW_PX
  const left = isRow || isNarrow ? EDGE_PX : TITLE_PX
  const heightPx = isRow ? LANE_PX : lanes.length * LANE_PX + FOOT_PX
  const x = scaleUtc([span.fromMs, span.toMs], [left, Math.max(left + 1, size.width - EDGE_PX)])
  const perPx = (span.toMs - span.fromMs) / Math.max(1, size.width - EDGE_PX - left)
  return (
    <GripSlider
      measure={measure}
      heightPx={heightPx}
      span={span}
      conductor={conductor}
      onPlace={(px) => conductor.show(snapped(x.invert(px).getTime(), perPx, marks, now()))}
    >
      {size.width > 0 ? (
        <svg width={size.width} height={heightPx} className={`block absolute inset-0 ${chart.svg}`} aria-hidden="true">
          <Ground {...{ lanes, labelled, span, x, left, size, isRow, isNarrow, heightPx }} />
          <Grip x={x} span={span} bottom={isRow ? LANE_PX : lanes.length * LANE_PX} />
        </svg>
      ) : null}
    </GripSlider>
  )
}

type SliderProps = React.PropsWithChildren<{
  readonly measure: React.RefCallback<HTMLDivElement>
  readonly heightPx: number
  readonly span: TimeSpan
  readonly conductor: Actions
  /** Is called with the place of the pointer in the lane, px. */
  readonly onPlace: (px: number) => void
}>

/** The slider of the shown time. Its values change while time runs, and what is drawn in it is not drawn again for that. */
function GripSlider({ measure, heightPx, span, conductor, onPlace, children }: SliderProps) {
  const say = useWords(timeWords)
  const time = useShownTime()
  const shownMs = useShownMs(textEveryMs(time))
  const minutes = (ms: number) => Math.round((ms - span.fromMs) / 60_000)
  const atPointer = (event: React.PointerEvent) =>
    onPlace(event.clientX - event.currentTarget.getBoundingClientRect().left)
  return (
    <div
      ref={measure}
      className={`relative focus-inside ${styles.lanes}`}
      style={{ height: heightPx }}
      role="slider"
      tabIndex={0}
      aria-label={say('shownTime')}
      aria-valuemin={0}
      aria-valuemax={minutes(span.toMs)}
      aria-valuenow={Math.max(0, Math.min(minutes(span.toMs), minutes(shownMs)))}
      aria-valuetext={valueText(time, shownMs, say)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === ' ') conductor.playOrPause()
        else if (!moveGrip(conductor, event.key)) return
        event.preventDefault()
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        atPointer(event)
      }}
      onPointerMove={(event) => (event.buttons === 1 ? atPointer(event) : undefined)}
    >
      {children}
    </div>
  )
}

function valueText(time: ShownTime, shownMs: number, say: typeof timeWords): string {
  if (time.kind === 'live') return say('shownLive', { time: formatInstant(shownMs) })
  return say('shownText', {
    time: formatInstant(shownMs),
    offset: offsetText(shownMs, now(), say),
    state: stateText(time, say),
  })
}

type X = (ms: number) => number
type GroundProps = Pick<Props, 'lanes' | 'span'> & {
  readonly labelled: readonly TimeMark[]
  readonly x: ReturnType<typeof scaleUtc<number, number>>
  readonly left: number
  readonly size: Size
  readonly isRow: boolean
  readonly isNarrow: boolean
  readonly heightPx: number
}

/** Draws everything but the grip, which alone moves while time runs. */
function Ground({ lanes, labelled, span, x, left, size, isRow, isNarrow, heightPx }: GroundProps) {
  const nowMs = useNow('minute')
  const bottom = isRow ? heightPx : heightPx - FOOT_PX
  const area = { left, right: size.width - EDGE_PX, top: 0, bottom }
  const isIn = ({ atMs }: Pick<TimeMark, 'atMs'>) => atMs >= span.fromMs && atMs <= span.toMs
  const labels = isRow ? [] : labelsOf(labelled.filter(isIn), { nowMs, x, right: area.right })
  const ticks = x.ticks(Math.max(2, Math.floor((area.right - left) / TICK_PX))).map((tick) => tick.getTime())
  const clear = (ms: number) => {
    const box = boxOfText(timeLabel(ms), { x: x(ms), y: 0, align: 'middle' })
    return labels.every(({ label, at }) => !overlap(box, boxOfText(label, { x: at, y: 0, align: 'middle' })))
  }
  const pastTo = Math.max(left, Math.min(area.right, x(nowMs)))
  return (
    <>
      <rect x={left} y={0} width={pastTo - left} height={bottom} className="fill-inset" />
      {isRow ? (
        <line x1={left} x2={area.right} y1={bottom / 2} y2={bottom / 2} className="stroke-line-3 crisp" />
      ) : (
        <BottomAxis area={area} ticks={ticks.map((at) => ({ at: x(at), label: clear(at) ? timeLabel(at) : '' }))} />
      )}
      {lanes.map(({ title, marks }, place) => (
        <g key={title}>
          {place > 0 && !isRow ? (
            <line x1={0} x2={size.width} y1={place * LANE_PX} y2={place * LANE_PX} className={chart.grid} />
          ) : null}
          {isRow || isNarrow ? null : (
            <text x={EDGE_PX} y={place * LANE_PX + 15} className={chart.title}>
              {title}
            </text>
          )}
          {marks.filter(isIn).map((mark) => (
            <Mark key={mark.id} mark={mark} x={x} y={(isRow ? 0 : place * LANE_PX) + LANE_PX / 2} nowMs={nowMs} />
          ))}
        </g>
      ))}
      {labelled.filter(isIn).map((mark) => (
        <g key={mark.id}>
          <line
            x1={x(mark.atMs)}
            x2={x(mark.atMs)}
            y1={0}
            y2={bottom}
            className={mark.kind === 'deadline' ? 'stroke-ink dash-4-3 crisp' : 'stroke-soft crisp'}
          >
            <title>{`${mark.name}, ${formatInstant(mark.atMs)}`}</title>
          </line>
        </g>
      ))}
      {isIn({ atMs: nowMs }) ? (
        <line x1={x(nowMs)} x2={x(nowMs)} y1={0} y2={bottom} className="stroke-accent crisp" />
      ) : null}
      {labels.map(({ id, label, at, isNow }) => (
        <text key={id} x={at} y={bottom + 17} className={`${chart.middle} ${isNow ? chart.nowWord : chart.strong}`}>
          {label}
        </text>
      ))}
    </>
  )
}

type Labels = { readonly nowMs: number; readonly x: X; readonly right: number }

/** Returns the labels of now and of the labelled marks, those of earlier ones first; one that would cover another is left out. */
function labelsOf(labelled: readonly TimeMark[], { nowMs, x, right }: Labels) {
  const all = [
    { id: 'now', atMs: nowMs, label: timeWords('now'), isNow: true },
    ...labelled.map(({ id, atMs, name }) => ({
      id,
      atMs,
      label: `${name} ${formatInstant(atMs).slice(5, 16)}`,
      isNow: false,
    })),
  ]
  const kept: { id: string; label: string; at: number; isNow: boolean }[] = []
  for (const { id, atMs, label, isNow } of all) {
    const half = (boxOfText(label, { x: 0, y: 0, align: 'middle' }).right + 4) | 0
    const at = Math.min(x(atMs), right - half)
    const box = boxOfText(label, { x: at, y: 0, align: 'middle' })
    if (kept.every((other) => !overlap(box, boxOfText(other.label, { x: other.at, y: 0, align: 'middle' }))))
      kept.push({ id, label, at, isNow })
  }
  return kept
}

type MarkProps = { readonly mark: TimeMark; readonly x: X; readonly y: number; readonly nowMs: number }

/** Draws a mark in the form of its kind; a past one is faint. */
function Mark({ mark, x, y, nowMs }: MarkProps) {
  const at = x(mark.atMs)
  return (
    <g opacity={mark.atMs < nowMs ? 0.4 : 1}>
      <title>{`${mark.name}, ${formatInstant(mark.atMs)}`}</title>
      <Form mark={mark} at={at} y={y} />
    </g>
  )
}

function Form({ mark, at, y }: { readonly mark: TimeMark; readonly at: number; readonly y: number }) {
  if (mark.kind === 'approach')
    return (
      <>
        {mark.isOpen ? <circle cx={at} cy={y} r="9" className="fill-none stroke-accent stroke-w-1-5" /> : null}
        <g transform={`translate(${at - 6} ${y - 6})`}>
          <StatusSymbol level={mark.level} isOutline={mark.isOutline} isQuiet={mark.level === 'ok'} />
        </g>
      </>
    )
  if (mark.kind === 'burn')
    return (
      <path
        d={`M${at} ${y - 5}l5 5l-5 5l-5 -5z`}
        className={`stroke-accent stroke-w-1-5 ${mark.isFirm ? 'fill-accent' : 'fill-none'}`}
      />
    )
  if (mark.kind === 'pass') return <rect x={at - 1.5} y={y - 3} width={3} height={9} className="fill-muted" />
  if (mark.kind === 'deadline') return <line x1={at} x2={at} y1={y - 8} y2={y + 8} className="stroke-ink dash-4-3" />
  return <rect x={at - 1} y={y - 4} width={2} height={8} className="fill-soft" />
}

type GripProps = { readonly x: X; readonly span: TimeSpan; readonly bottom: number }

/** Draws the grip at the shown time; at an edge of the range if the time is beyond it. */
function Grip({ x, span, bottom }: GripProps) {
  const time = useShownTime()
  const shownMs = useShownMs(time.kind === 'live' ? 1_000 : 40)
  const at = x(Math.max(span.fromMs, Math.min(span.toMs, shownMs)))
  return (
    <g transform={`translate(${Math.round(at * 2) / 2} 0)`} data-grip>
      <line y1={8} y2={bottom} className={`stroke-accent stroke-w-1-5 ${time.kind === 'live' ? '' : 'dash-4-3'}`} />
      <path d="M-5.5 0h11v8l-5.5 5.5l-5.5 -5.5z" className="fill-accent" />
    </g>
  )
}
