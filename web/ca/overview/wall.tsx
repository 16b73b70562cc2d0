import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useOutage } from '../../api/outage.ts'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatDate, formatDayOfYear, formatMinute, formatTime } from '../../clock/format.ts'
import { useSession } from '../../session/session.ts'
import { bothNamesOf } from '../../session/who.ts'
import { useNaming } from '../../shell/status/people.ts'
import { shellWords } from '../../shell/words.data.ts'
import { Logo } from '../../ui/button/logo.tsx'
import { formatUntil } from '../../ui/format/duration.ts'
import { formatProbabilityChange, formatProbabilityLine } from '../../ui/format/probability.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { partOf } from '../../ui/page/part.tsx'
import { useMedia } from '../../ui/page/size.ts'
import { levelMeaning, meaningOf } from '../../ui/status/status-meaning.ts'
import { LEVEL_WORDS, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import { uiWords } from '../../ui/words.data.ts'
import { decidedWords } from '../event/decided-words.data.ts'
import { decisionWords } from '../event/decision-words.data.ts'
import { type EventRow, pairOf, stateOf } from '../event/event-row.ts'
import type { Lane } from '../event/lanes.ts'
import { levelBySaid } from '../event/level-by.ts'
import { useSimulatedMark } from '../event/simulated-mark.tsx'
import { lookTime, watchedOf } from '../event/watched.ts'
import { watchingWords } from '../event/watching-words.data.ts'
import { conjunctionsWords } from '../event/words.data.ts'
import { type PassAhead, passTicks } from '../pass/passes-ahead.ts'
import { aheadWords } from '../pass/words.data.ts'
import { burnMarks, burnsAhead } from '../plan/burns/burns.ts'
import { burnWords } from '../plan/burns/words.data.ts'
import { blackoutNote, stateMeaning } from '../plan/plan-state.ts'
import { driftAt } from './drift.ts'
import { type Health, onCallName } from './health.ts'
import { waitingOf } from './next-decision.tsx'
import type { quietOf } from './quiet.ts'
import styles from './wall.module.css'
import { WallLanes } from './wall-lanes.tsx'
import { countdownParts, roomBelow, rowsWithMap, shortUntil, sizeFor } from './wall-rows.ts'
import { overviewWords } from './words.data.ts'

/** The number of units in the height of a wall display, and in the minimum width for which it is laid out, 16:9. */
const HEIGHT_U = 1440
const WIDTH_U = 2560
/** The room of the head of a map on the wall, and the least height of the map itself. */
const WHERE_HEAD_U = 90
const LEAST_MAP_U = 180
/** A wall of this shape has room for the map beside the lists, in this height. */
const WIDE = '(min-aspect-ratio: 22/10)'
const WIDE_MAP_U = 560
const wallWhere = partOf(async () => (await import('./wall-where.tsx')).WallWhere)

type Props = {
  readonly rows: readonly EventRow[]
  readonly lanes: readonly Lane[]
  readonly burns: readonly Plan[]
  readonly passes: readonly PassAhead[]
  readonly health: readonly Health[]
  readonly quiet: ReturnType<typeof quietOf>
  readonly onLeave: () => void
}

/**
 * Shows the overview on a wall display, legible from five metres: the next decision and the time for it, the lanes of a week, other pending
 * and watched events, and the quality of the data. Sizes are angles (unit: a 1440th of the height); content that does not fit is left out
 * and counted. There are no controls; Escape leads back.
 */
export function Wall({ rows, lanes, burns, passes, health, quiet, onLeave }: Props) {
  const nowMs = useNow('minute')
  const unitPx = useSyncExternalStore(onResize, unitPxNow)
  useLayoutEffect(() => {
    const root = document.documentElement
    const onKey = ({ key }: KeyboardEvent) => (key === 'Escape' ? onLeave() : undefined)
    root.dataset.wall = 'on'
    addEventListener('keydown', onKey)
    return () => {
      delete root.dataset.wall
      removeEventListener('keydown', onKey)
    }
  }, [onLeave])
  const { acrossU, downU } = driftAt(nowMs)
  const [first, ...others] = waitingOf(rows, nowMs)
  const watched = watchedOf(rows, nowMs)
  const [nextBurn] = burnsAhead(burns, nowMs)
  // A pass that has begun is in progress, so the next one is in the future.
  const nextPass = passes.find(({ atMs }) => atMs >= nowMs)
  const nexts = [nextBurn, nextPass].filter(Boolean).length
  const isWide = useMedia(WIDE)
  const counts = { waiting: others.length, watched: watched.length, nexts }
  const fit = rowsWithMap(first && !isWide ? WHERE_HEAD_U + LEAST_MAP_U : 0, counts)
  const mapU = roomBelow(fit, counts) - WHERE_HEAD_U
  return (
    <div
      className={`grid clip soft nowrap fixed ${styles.wall}`}
      style={{ translate: `${Math.round(acrossU * unitPx)}px ${Math.round(downU * unitPx)}px` }}
    >
      <Head rows={rows} satellites={lanes.length} nowMs={nowMs} />
      {first ? <Hero row={first} nowMs={nowMs} /> : <Quiet quiet={quiet} rows={rows} nowMs={nowMs} />}
      <div className={`grid min-h-0 ${styles.middle} ${first && isWide ? styles.withMap : ''}`}>
        <WallLanes
          lanes={lanes}
          rows={rows}
          burns={burnMarks(burns)}
          passes={passTicks(passes, rows)}
          nowMs={nowMs}
          first={first}
          unitPx={unitPx}
        />
        <div className={`stack min-w-0 min-h-0 clip ${styles.side}`}>
          {nextBurn ? <NextBurn plan={nextBurn} nowMs={nowMs} /> : null}
          {nextPass ? <NextPass pass={nextPass} nowMs={nowMs} /> : null}
          <Waiting rows={others} most={fit.waiting} isFirst={first === undefined} nowMs={nowMs} />
          {watched.length > 0 ? <Watched rows={watched} most={fit.watched} nowMs={nowMs} /> : null}
          {first && !isWide && mapU >= 0 ? (
            <wallWhere.Show event={first.event} heightPx={mapU >= LEAST_MAP_U ? mapU * unitPx : 0} unitPx={unitPx} />
          ) : null}
        </div>
        {first && isWide ? (
          <div className={`min-w-0 min-h-0 clip ${styles.side}`}>
            <wallWhere.Show event={first.event} heightPx={WIDE_MAP_U * unitPx} unitPx={unitPx} />
          </div>
        ) : null}
      </div>
      <Foot health={health} />
    </div>
  )
}

/**
 * Returns the number of pixels of the wall's unit; the style sheet computes the same from the height and the
 * width of the screen.
 */
const unitPxNow = () => Math.min(innerHeight / HEIGHT_U, innerWidth / WIDTH_U)
const onResize = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

type HeadProps = { readonly rows: readonly EventRow[]; readonly satellites: number; readonly nowMs: number }

function Head({ rows, satellites, nowMs }: HeadProps) {
  const t = useWords(overviewWords)
  const say = useWords(shellWords)
  const outage = useOutage()
  const { demo } = useSession().config ?? {}
  const count = rows.filter(({ tcaMs }) => tcaMs >= nowMs).length
  return (
    <header className={`row ${styles.head}`}>
      <span className={`row ink bold ${styles.logo}`}>
        <Logo size={28} />
        Apsis
      </span>
      {demo ? <span className={styles.tag}>{say('demo')}</span> : null}
      {outage ? (
        <span className={`row ink ${styles.outage}`} role="alert">
          <StatusSymbol level="caution" label={LEVEL_WORDS.caution} />
          {say(outage.kind, { time: `${formatTime(outage.since)} Z` })}
        </span>
      ) : (
        <span className={`min-w-0 clip muted ellipsis ${styles.wide}`}>{t('wallNote', { satellites, count })}</span>
      )}
      <span className={`muted ${styles.leave}`}>{t('wallLeave')}</span>
      <span className={`flex-none ml-auto font-mono ${styles.clock}`}>
        <span className="muted">{formatDayOfYear(nowMs)}</span> {formatDate(nowMs)}{' '}
        <b className="regular">{formatTime(nowMs).slice(0, 5)}</b> <span className="muted">UTC</span>
      </span>
    </header>
  )
}

/**
 * Shows the event of the next decision: the objects, the probability, the miss distance, the action with its reason, and the remaining
 * time.
 */
function Hero({ row, nowMs }: { readonly row: EventRow; readonly nowMs: number }) {
  const t = useWords(overviewWords)
  const say = useWords(conjunctionsWords)
  const why = useWords(decisionWords)
  const { nameOf } = useNaming()
  const { level, word } = meaningOf('risk', row.risk)
  const miss = formatQuantity('missDistance', row.missM)
  const mark = useSimulatedMark()(row.event)
  const pair = pairOf(row)
  const isLate = row.decideMs < nowMs
  const [cause] = row.event.levelCauses
  return (
    <section className={`grid items-center wide-auto ${styles.hero}`} id="next-decision" aria-label={t('next')}>
      <div className="min-w-0">
        <h2 className={`row ink medium ${styles.name}`} style={{ fontSize: nameSize(pair) }}>
          <StatusSymbol level={level} label={word} />
          <span>{pair}</span>
        </h2>
        <p className={styles.figures}>
          <b>
            <Probability value={row.pc} reason={say('noPc')} />
          </b>{' '}
          {row.newestPc === undefined ? null : formatProbabilityChange(row.previousPc, row.newestPc)} <i>·</i>{' '}
          <b>
            {miss.number} {miss.unit}
          </b>{' '}
          <i>·</i> {row.event.decision.owner === null ? say(`state${stateOf(row)}`) : nameOf(row.event.decision.owner)}
          {mark === undefined ? null : (
            <>
              {' '}
              <i>·</i> <b>{mark}</b>
            </>
          )}
        </p>
        <p className={`wrap-text ${styles.action}`}>
          <b>{say(`action${row.event.action}`)}</b> {levelBySaid(row.event) || (cause ? why(`cause-${cause}`) : null)}
        </p>
      </div>
      <div className={`stack items-end ${styles.left}`}>
        <span>{t(isLate ? 'wallOverdue' : 'wallDecideIn')}</span>
        <Countdown at={row.decideMs} />
        <span>
          {t('wallTcaIn')} <b>{formatUntil(row.tcaMs - nowMs).slice(2)}</b>
          <span className={styles.wide}>, {whenOf(row.tcaMs)}</span>
        </span>
      </div>
    </section>
  )
}

type QuietProps = { readonly quiet: Props['quiet']; readonly rows: readonly EventRow[]; readonly nowMs: number }

/** Shows that no decision is pending, the reason if this state is not good, and the next event. */
function Quiet({ quiet: { level, title, why }, rows, nowMs }: QuietProps) {
  const t = useWords(overviewWords)
  const next = rows.filter(({ tcaMs }) => tcaMs >= nowMs).toSorted((a, b) => a.tcaMs - b.tcaMs)[0]
  return (
    <section className={`grid items-center wide-auto ${styles.hero}`} id="next-decision" aria-label={t('next')}>
      <div className="min-w-0">
        <h2 className={`row ink medium ${styles.name}`} style={{ fontSize: nameSize(title) }}>
          <StatusSymbol level={level} label={LEVEL_WORDS[level]} />
          <span>{title}</span>
        </h2>
        {why ? <p className={`wrap-text ${styles.action}`}>{why}</p> : null}
      </div>
      {next ? (
        <div className={`stack items-end ${styles.left}`}>
          <span>{t('wallNextTca')}</span>
          <Countdown at={next.tcaMs} />
          <span>{pairOf(next)}</span>
        </div>
      ) : null}
    </section>
  )
}

const nameSize = (text: string) => sizeFor(text, '--s-name')

/** Returns `11-21 14:13 Z`. */
const whenOf = (ms: number) => `${formatDate(ms).slice(5)} ${formatTime(ms).slice(0, 5)} Z`

/** Shows the one large figure: minutes above one hour, seconds below. */
function Countdown({ at }: { readonly at: number }) {
  const minute = useNow('minute')
  return Math.abs(at - minute) < HOUR_MS + 120_000 ? <Seconds at={at} /> : <Figures ms={at - minute} />
}

const Seconds = ({ at }: { readonly at: number }) => <Figures ms={at - useNow('second')} />

function Figures({ ms }: { readonly ms: number }) {
  return (
    <span className={`ink medium font-mono ${styles.countdown}`}>
      {countdownParts(formatUntil(ms)).map(({ text, isUnit }, place) => {
        const Part = isUnit ? 'i' : 'span'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: only their places distinguish the parts
          <Part key={place} className={isUnit ? 'regular' : 'same-font'}>
            {text}
          </Part>
        )
      })}
    </span>
  )
}

type ListProps = { readonly rows: readonly EventRow[]; readonly most: number; readonly nowMs: number }

function Waiting({ rows, most, isFirst, nowMs }: ListProps & { readonly isFirst: boolean }) {
  const t = useWords(overviewWords)
  return (
    <section aria-label={t('wallWaiting')}>
      <ListHead ring={styles.waiting} title={t('wallWaiting')} shown={most} all={rows.length} />
      {rows.length === 0 ? <p className={styles.none}>{t(isFirst ? 'wallNone' : 'wallNoOther')}</p> : null}
      <ul>
        {rows.slice(0, most).map((row) => (
          <li className="grid items-center" key={row.id}>
            <RowName row={row} />
            <span className={`ink font-mono ${styles.time}`}>{shortUntil(row.decideMs - nowMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Watched({ rows, most, nowMs }: ListProps) {
  const t = useWords(overviewWords)
  useWords(watchingWords)
  return (
    <section aria-label={watchingWords('watching')}>
      <ListHead ring={styles.watched} title={t('wallWatched')} shown={most} all={rows.length} />
      <ul>
        {rows.slice(0, most).map((row) => (
          <li className="grid items-center" key={row.id}>
            <RowName row={row} />
            <span className={`ink font-mono ${styles.time}`}>{shortUntil(row.tcaMs - nowMs)}</span>
            <span className={`muted wrap-text ${styles.condition}`}>{conditionOf(row)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns `monitor; reopens above 1.75 × 10⁻²`: short enough to be read from a distance. */
export function conditionOf({ isMitigated, event: { decision, reopens } }: EventRow): string {
  const what = isMitigated ? uiWords('mitigated') : decidedWords(decision.decision ?? 'closed')
  if (!reopens) return what
  const { aboveProbability, aboveLevel } = reopens
  const above = aboveProbability === null ? meaningOf('risk', aboveLevel).word : formatProbabilityLine(aboveProbability)
  const { lookAgainAt } = reopens
  if (lookAgainAt === null) return overviewWords('wallReopens', { what, above })
  return overviewWords('wallLook', { what, above, time: lookTime(lookAgainAt).slice(5) })
}

type ListHeadProps = {
  readonly ring: string | undefined
  readonly title: string
  readonly shown: number
  readonly all: number
}

function ListHead({ ring, title, shown, all }: ListHeadProps) {
  const t = useWords(overviewWords)
  return (
    <h3>
      <svg viewBox="0 0 46 46" aria-hidden="true">
        <circle cx="23" cy="23" r="20" className={ring} />
      </svg>
      {title}
      {all > shown ? <span className="ml-auto">{t('wallShown', { shown, all })}</span> : null}
    </h3>
  )
}

function RowName({ row }: { readonly row: EventRow }) {
  const { level, word, isOutline } = levelMeaning(row)
  const pair = [pairOf(row), useSimulatedMark()(row.event)].filter(Boolean).join(' · ')
  return (
    <>
      <StatusSymbol level={level} label={word} isOutline={isOutline} />
      <b style={{ fontSize: `max(var(--s-caption), ${sizeFor(pair, '--s-row')})` }}>{pair}</b>
    </>
  )
}

/** The most important lines are first, because a narrow screen cuts the end. */
const FOOT_ORDER: readonly Health['of'][] = [
  'duty',
  'notices',
  'messages',
  'ephemerides',
  'elements',
  'platform',
  'configuration',
]

/** Returns the caption with the end of the on-call shift, without the name, which must be legible from a distance. */
function captionOf({ of, onCall }: Health, t: typeof overviewWords): string {
  const untilMs = onCall !== undefined && 'untilMs' in onCall ? onCall.untilMs : undefined
  return untilMs === undefined ? t(of) : t('wallOnCallUntil', { time: formatMinute(untilMs).slice(YEAR_CHARACTERS) })
}

/** On-call shifts end within days, so the year is left out. */
const YEAR_CHARACTERS = '2026-'.length

function Foot({ health }: { readonly health: readonly Health[] }) {
  const t = useWords(overviewWords)
  const session = useSession()
  return (
    <footer className={`flex wrap justify-between clip ${styles.foot}`}>
      {FOOT_ORDER.flatMap((of) => health.filter((one) => one.of === of)).map((one) => (
        <div key={one.of}>
          <span className="block muted">{captionOf(one, t)}</span>
          <b className="row">
            <StatusSymbol level={one.level} label={LEVEL_WORDS[one.level]} />
            {shortHealth(one, t)}
          </b>
        </div>
      ))}
      <div className={`right  ${styles.wide}`}>
        <span className="block muted">{t('wallSignedIn')}</span>
        <b className="row justify-end">{session.status === 'signed-in' ? bothNamesOf(session.who) : ''}</b>
      </div>
    </footer>
  )
}

/** Returns a line of the health, short enough to be read from a distance. */
function shortHealth({ of, count, all, ageMs, onCall }: Health, t: typeof overviewWords): string {
  if (of === 'messages') return ageMs === undefined ? t('noMessages') : formatAge(ageMs)
  if (of === 'duty') return onCallName(onCall, t)
  return all === 0 ? t(of === 'notices' ? 'wallNoNotices' : 'notKnown') : t('wallOf', { count, all })
}

/** Shows the next burn: its name, its state, and the remaining time. */
function NextBurn({ plan, nowMs }: { readonly plan: Plan; readonly nowMs: number }) {
  const t = useWords(burnWords)
  const { level, word } = stateMeaning(plan.state)
  const said = [plan.name.replace(/_\d{8}_\d{6}_Z$/, ''), word, blackoutNote(plan)]
  const name = said.filter((one) => one !== undefined).join(', ')
  return (
    <section aria-label={t('wallNext')}>
      <h3>
        <svg viewBox="0 0 46 46" aria-hidden="true">
          <path d="M3 43h40l-20 -38z" className="fill-accent" />
        </svg>
        {t('wallNext')}
      </h3>
      <ul>
        <li className="grid items-center">
          <StatusSymbol level={level} label={word} />
          <b style={{ fontSize: `max(var(--s-caption), ${sizeFor(name, '--s-row')})` }}>{name}</b>
          <span className={`ink font-mono ${styles.time}`}>{shortUntil(Date.parse(plan.ignitionEpoch) - nowMs)}</span>
        </li>
      </ul>
    </section>
  )
}

/** Shows the next ordered pass: the object, the sensor, and the remaining time. */
function NextPass({ pass, nowMs }: { readonly pass: PassAhead; readonly nowMs: number }) {
  const t = useWords(aheadWords)
  const { level, word } = meaningOf('request', pass.status)
  const name = `${pass.name}, ${pass.sensorCode}`
  return (
    <section aria-label={t('next')}>
      <h3>
        <svg viewBox="0 0 46 46" aria-hidden="true">
          <path d="M17 5h12v38h-12z" className="fill-series-1" />
        </svg>
        {t('next')}
      </h3>
      <ul>
        <li className="grid items-center">
          <StatusSymbol level={level} label={word} />
          <b style={{ fontSize: `max(var(--s-caption), ${sizeFor(name, '--s-row')})` }}>{name}</b>
          <span className={`ink font-mono ${styles.time}`}>{shortUntil(pass.atMs - nowMs)}</span>
        </li>
      </ul>
    </section>
  )
}
