import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOutage } from '../api/outage.ts'
import { failureInWords } from '../api/problem-in-words.ts'
import { now, useNow } from '../clock/clock.ts'
import { formatInstant } from '../clock/format.ts'
import { useSession } from '../session/session.ts'
import { bothNamesOf } from '../session/who.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { ReadBy } from '../shell/page/read-by.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { useOnCall } from '../shell/status/on-call.ts'
import { useNaming } from '../shell/status/people.ts'
import { statusQuery, useStatus } from '../shell/status/platform-status.ts'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/button/button.tsx'
import { Failure, Skeleton } from '../ui/page/pane-states.tsx'
import { usePrinting } from '../ui/page/printing.ts'
import { useWords } from '../ui/text/language.ts'
import { uiWords } from '../ui/words.data.ts'
import { noticeMarks, noticesQuery } from './announced/notices.ts'
import { countByLevel } from './event/event-row.ts'
import { EventLead } from './event/lead.tsx'
import { NothingYet } from './event/nothing-yet.tsx'
import { useEvents } from './event/queries.ts'
import { formatQuestion, parseQuestion } from './event/question.ts'
import { sentenceOf } from './event/sentence.ts'
import { watchedOf } from './event/watched.ts'
import { conjunctionsWords } from './event/words.data.ts'
import { changesSince } from './overview/changes.ts'
import { DutyAlarms } from './overview/duty-alarms.tsx'
import { HandoverDialog } from './overview/handover-dialog.tsx'
import { draftOf } from './overview/handover-draft.ts'
import { HandoverPane } from './overview/handover-pane.tsx'
import { healthOf } from './overview/health.ts'
import { HealthPane } from './overview/health-pane.tsx'
import { useLook } from './overview/last-look.ts'
import { NextDecision, waitingOf } from './overview/next-decision.tsx'
import styles from './overview/overview.module.css'
import { quietOf } from './overview/quiet.ts'
import { SincePane } from './overview/since-pane.tsx'
import { StormAlarm } from './overview/storm-alarm.tsx'
import { Wall } from './overview/wall.tsx'
import { overviewWords } from './overview/words.data.ts'
import { passesAhead, passTicks, usePassesAhead } from './pass/passes-ahead.ts'
import { PassesPane } from './pass/passes-pane.tsx'
import { burnMarks, burnsAhead, burnsQuery, plansOf } from './plan/burns/burns.ts'
import { BurnsPane } from './plan/burns/burns-pane.tsx'
import { TimelinePlot } from './plot/timeline/timeline-plot.tsx'
import { assetsOf } from './satellite/asset.ts'

const AHEAD = { isPast: false, days: 7 } as const
const LANES_PX = 300
const NO_PLANS: readonly Plan[] = []

/** Shows the page for the start of a shift: the changes, the next decision, and the quality of the data (ux.md S23). */
export function OverviewPage() {
  const t = useWords(overviewWords)
  const [search, change] = useSearchState(`/protected${paths.overview}`)
  const shift = useShift()
  const { rows, health } = shift
  // A wall display is read from a distance, but paper is read at close distance: printing gives the sheet of the shift.
  const isPrinting = usePrinting()
  const isOnWall = search.wall !== undefined && !isPrinting
  const title = <title>{`${t('title')} · Apsis`}</title>
  if (isOnWall && rows)
    return (
      <>
        {title}
        <h1 className="visually-hidden">{t('title')}</h1>
        <OnTheWall shift={shift} rows={rows} onLeave={() => change({ wall: undefined }, 'push')} />
      </>
    )
  return (
    <>
      {title}
      <Actions
        onWrite={rows && (() => change({ dialog: 'handover' }, 'replace'))}
        onWall={() => change({ wall: 'on' }, 'push')}
      />
      <PrintedHead />
      <DutyAlarms health={health} />
      <StormAlarm />
      <Situation shift={shift} />
      <HandoverPane />
      {rows && rows.length === 0 ? <NothingYet hasSatellites={shift.satellites.length > 0} /> : null}
      {rows ? <Panes shift={shift} rows={rows} /> : <NotRead query={shift.query} />}
      {/* A note begins with the known facts, so it waits until everything has been read, or has failed. */}
      {shift.isReadForNote && search.dialog === 'handover' ? (
        <HandoverDialog
          subject={shift.subject}
          draft={shift.draft}
          onClose={() => change({ dialog: undefined }, 'replace')}
        />
      ) : null}
    </>
  )
}

/** Returns the server's data about the next seven days, and the current conclusions from it. */
function useShift() {
  const session = useSession()
  const nowMs = useNow('minute')
  const { query, fleet, satellites, filling, rows, lanes } = useEvents(AHEAD)
  const platform = useQuery(statusQuery)
  const burns = useQuery(burnsQuery())
  const { data: listed = NO_PLANS } = burns
  const plans = useMemo(() => plansOf(fleet.data, listed), [fleet.data, listed])
  const { query: requests } = usePassesAhead()
  const passes = useMemo(() => passesAhead(requests.data ?? []), [requests.data])
  const assets = useMemo(
    () => fleet.data && assetsOf({ satellites: fleet.data, rows: rows ?? [] }, nowMs),
    [fleet.data, rows, nowMs],
  )
  const subject = session.status === 'signed-in' ? session.who.subject : ''
  const look = useLook(subject)
  const status = useStatus()
  const onCall = useOnCall()
  const { nameOf } = useNaming()
  const isUnknown = useOutage() !== undefined
  const health = healthOf({ rows, assets, status, onCall, isUnknown }, nowMs)
  const draft = () =>
    draftOf({
      waiting: waitingOf(rows ?? [], nowMs),
      watched: watchedOf(rows ?? [], nowMs),
      burns: burnsAhead(plans, nowMs),
      passes,
      changes: look && rows && changesSince(look, rows, nowMs),
      sinceMs: look?.atMs,
      health,
      nowMs: now(),
      nameOf,
    })
  // Passes are read only for users with a role in tracking: for others their query never starts, and does not count as loading.
  const isReadForNote =
    rows !== undefined && !fleet.isPending && !platform.isPending && !burns.isLoading && !requests.isLoading
  return {
    nowMs,
    query,
    fleet: fleet.data,
    /** The data of the panes besides the events, with the times of the reads. */
    answers: { events: [query, fleet], health: [query, fleet, platform], lanes: [query, fleet, burns, requests] },
    satellites,
    filling,
    rows,
    lanes,
    plans,
    passes,
    subject,
    health,
    draft,
    isReadForNote,
  }
}
type Shift = ReturnType<typeof useShift>
type OfShift = { readonly shift: Shift; readonly rows: NonNullable<Shift['rows']> }

/** Shows the overview for a wall display, which is read from a distance. */
function OnTheWall({ shift, rows, onLeave }: OfShift & { readonly onLeave: () => void }) {
  const t = useWords(overviewWords)
  const { lanes, plans, passes, health, satellites, filling } = shift
  return (
    <Wall
      rows={rows}
      lanes={lanes}
      burns={plans}
      passes={passes}
      health={health}
      quiet={quietOf({ events: rows.length, satellites, filling }, t)}
      onLeave={onLeave}
    />
  )
}

type ActionsProps = { readonly onWrite: (() => void) | undefined; readonly onWall: () => void }

function Actions({ onWrite, onWall }: ActionsProps) {
  const t = useWords(overviewWords)
  return (
    <PageHead>
      <span className="flex gap-8 self-center no-print">
        {onWrite ? <Button onClick={onWrite}>{t('writeNote')}</Button> : null}
        <Button className="no-phone" title={t('wallTitle')} onClick={onWall}>
          {t('wall')}
        </Button>
        <Button onClick={() => print()}>{t('print')}</Button>
      </span>
    </PageHead>
  )
}

/** Shows the head of the page on paper: by whom and when it was printed. */
function PrintedHead() {
  const t = useWords(overviewWords)
  const ui = useWords(uiWords)
  const session = useSession()
  const name = session.status === 'signed-in' ? bothNamesOf(session.who) : ''
  return (
    <p className={styles.printed} data-paper-head>
      {session.config?.demo ? <b>{ui('simulated')}. </b> : null}
      {t('printed', { time: formatInstant(now()), name })}
    </p>
  )
}

/** Shows one sentence on the situation, and the number of future events of each level. */
function Situation({ shift: { rows, filling, query, nowMs } }: { readonly shift: Shift }) {
  const navigate = useNavigate()
  const ahead = useMemo(() => rows?.filter(({ tcaMs }) => tcaMs >= nowMs), [rows, nowMs])
  const onLevel = (level: ReturnType<typeof countByLevel>[number]['risk']) =>
    void navigate({ to: paths.conjunctions, search: formatQuestion({ ...parseQuestion({}), levels: [level] }) })
  return (
    <EventLead
      isUnknown={query.isError}
      sentence={rows && sentenceOf(rows, nowMs, filling)}
      filling={filling}
      counts={ahead && countByLevel(ahead)}
      onLevel={onLevel}
    />
  )
}

/** Shows the next decision, the changes and the health of the data, then the lanes, the burns and the passes. */
function Panes({ shift, rows }: OfShift) {
  const { fleet, answers, satellites, filling, subject, health } = shift
  return (
    <>
      <div className={`grid flex-none ${styles.grid}`}>
        <ReadBy answers={answers.events}>
          <NextDecision rows={rows} satellites={satellites} filling={filling} />
          <SincePane rows={rows} subject={subject} />
        </ReadBy>
        <ReadBy answers={answers.health}>
          <HealthPane health={health} />
        </ReadBy>
      </div>
      <div className={`line-top ${styles.lanes}`}>
        <ReadBy answers={answers.lanes}>
          <Lanes shift={shift} rows={rows} />
        </ReadBy>
      </div>
      <BurnsPane satellites={fleet} className={`line-top ${styles.lanes}`} />
      <PassesPane className={`no-print line-top ${styles.lanes}`} />
    </>
  )
}

function Lanes({ shift: { lanes, plans, passes, nowMs, query }, rows }: OfShift) {
  const t = useWords(overviewWords)
  const navigate = useNavigate()
  const { data: announced } = useQuery(noticesQuery())
  const burns = useMemo(() => [...burnMarks(plans), ...noticeMarks(announced ?? [])], [plans, announced])
  const show = (id: string) => void navigate({ to: paths.conjunctions, search: { event: id } })
  const open = (id: string) => {
    const row = rows.find((one) => one.id === id)
    if (row) void navigate({ to: paths.conjunction, params: { satellite_id: row.satelliteKey, conjunction_id: id } })
  }
  return (
    <TimelinePlot
      title={t('timeline')}
      lanes={lanes}
      rows={rows}
      burns={burns}
      passes={passTicks(passes, rows)}
      scale="pc"
      domain={{ fromMs: nowMs - DAY_MS / 2, toMs: nowMs + 7 * DAY_MS }}
      nowMs={nowMs}
      heightPx={LANES_PX}
      busy={query.isFetching}
      onSelect={show}
      onOpen={open}
    />
  )
}

/** Shows, instead of the panes, the failure to read the data, or that it is still being read. */
function NotRead({ query }: Pick<Shift, 'query'>) {
  const t = useWords(overviewWords)
  const say = useWords(conjunctionsWords)
  if (!query.error) return <Skeleton rows={12} />
  return (
    <Failure
      what={t('failed')}
      problem={failureInWords(query.error)}
      still={say('stillHolds')}
      onRetry={() => void query.refetch()}
    />
  )
}
