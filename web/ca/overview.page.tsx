import { DAY_MS } from '@apsis/astro/constants.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOutage } from '../api/outage.ts'
import { failureInWords } from '../api/problem-in-words.ts'
import { now, useNow } from '../clock/clock.ts'
import { formatInstant } from '../clock/format.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { useOnCall } from '../shell/status/on-call.ts'
import { statusQuery, useStatus } from '../shell/status/platform-status.ts'
import { Button } from '../ui/button/button.tsx'
import { Failure, Skeleton } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { uiWords } from '../ui/words.data.ts'
import { burnMarks, burnsAhead, burnsQuery } from './burn/burns.ts'
import { BurnsPane } from './burn/burns-pane.tsx'
import { noticeMarks, noticesQuery } from './burn-notice/notices.ts'
import { countByLevel } from './event/event-row.ts'
import { Lead } from './event/lead.tsx'
import { NothingYet } from './event/nothing-yet.tsx'
import { formatQuestion, parseQuestion } from './event/question.ts'
import { sentenceOf } from './event/sentence.ts'
import { useEvents } from './event/use-events.ts'
import { watchedOf } from './event/watched.ts'
import { conjunctionsWords } from './event/words.data.ts'
import { assetsOf } from './fleet/asset.ts'
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
import { TimelinePlot } from './plot/timeline/timeline-plot.tsx'

const AHEAD = { isPast: false, days: 7 } as const
const LANES_PX = 300

/** The start of a shift: what changed, what is next, and whether the data can be trusted (ux.md S23). */
export function OverviewPage() {
  const t = useWords(overviewWords)
  const say = useWords(conjunctionsWords)
  const ui = useWords(uiWords)
  const session = useSession()
  const [search, change] = useSearchState(`/protected${paths.overview}`)
  const navigate = useNavigate()
  const nowMs = useNow('minute')
  const { query, fleet, satellites, rows, lanes } = useEvents(AHEAD)
  const platform = useQuery(statusQuery)
  const status = useStatus()
  const onCall = useOnCall()
  const isUnknown = useOutage() !== undefined
  const { data: plans } = useQuery(burnsQuery())
  const { data: announced } = useQuery(noticesQuery())
  const burns = useMemo(() => [...burnMarks(plans ?? []), ...noticeMarks(announced ?? [])], [plans, announced])
  const { query: requests } = usePassesAhead()
  const passes = useMemo(() => passesAhead(requests.data ?? []), [requests.data])
  const ahead = useMemo(() => rows?.filter(({ tcaMs }) => tcaMs >= nowMs), [rows, nowMs])
  const assets = useMemo(
    () => fleet.data && assetsOf({ satellites: fleet.data, rows: rows ?? [] }, nowMs),
    [fleet.data, rows, nowMs],
  )
  const who = session.status === 'signed-in' ? session.who : undefined
  const subject = who?.subject ?? ''
  const look = useLook(subject)
  const health = healthOf({ rows, assets, status, onCall, isUnknown }, nowMs)
  const ask = (part: { readonly dialog?: string | undefined; readonly wall?: string | undefined }) =>
    change(part, 'wall' in part ? 'push' : 'replace')
  const draft = () =>
    draftOf({
      waiting: waitingOf(rows ?? [], nowMs),
      watched: watchedOf(rows ?? [], nowMs),
      burns: burnsAhead(plans ?? [], nowMs),
      passes,
      changes: look && rows && changesSince(look, rows, nowMs),
      sinceMs: look?.atMs,
      health,
      nowMs: now(),
    })
  const show = (id: string) => void navigate({ to: paths.conjunctions, search: { event: id } })
  const open = (id: string) => {
    const row = rows?.find((one) => one.id === id)
    if (row) void navigate({ to: paths.conjunction, params: { satellite_id: row.satelliteKey, conjunction_id: id } })
  }
  const onLevel = (level: ReturnType<typeof countByLevel>[number]['risk']) =>
    void navigate({ to: paths.conjunctions, search: formatQuestion({ ...parseQuestion({}), levels: [level] }) })
  if (search.wall !== undefined && rows)
    return (
      <>
        <title>{`${t('title')} · Apsis`}</title>
        <h1 className="visually-hidden">{t('title')}</h1>
        <Wall
          rows={rows}
          lanes={lanes}
          burns={plans ?? []}
          passes={passes}
          health={health}
          quiet={quietOf(rows.length, satellites, t)}
          onLeave={() => ask({ wall: undefined })}
        />
      </>
    )
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <h1 className="visually-hidden">{t('title')}</h1>
      <PageHead>
        <span className={styles.action}>
          {rows ? <Button onClick={() => ask({ dialog: 'handover' })}>{t('writeNote')}</Button> : null}
          <Button className={styles.wide} title={t('wallTitle')} onClick={() => ask({ wall: 'on' })}>
            {t('wall')}
          </Button>
          <Button onClick={() => print()}>{t('print')}</Button>
        </span>
      </PageHead>
      <p className={styles.printed} data-paper-head>
        {session.config?.demo ? <b>{ui('simulated')}. </b> : null}
        {t('printed', { time: formatInstant(now()), name: who?.name ?? '' })}
      </p>
      <DutyAlarms health={health} />
      <StormAlarm />
      <Lead
        isUnknown={query.isError}
        sentence={rows && sentenceOf(rows, nowMs)}
        counts={ahead && countByLevel(ahead)}
        onLevel={onLevel}
      />
      <HandoverPane />
      {rows && rows.length === 0 ? <NothingYet hasSatellites={satellites.length > 0} /> : null}
      {rows ? (
        <>
          <div className={styles.grid}>
            <NextDecision rows={rows} satellites={satellites} />
            <SincePane rows={rows} subject={subject} />
            <HealthPane health={health} />
          </div>
          <div className={styles.lanes}>
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
          </div>
          <BurnsPane satellites={satellites} className={styles.lanes} />
          <PassesPane className={`${styles.lanes} ${styles.onScreen}`} />
        </>
      ) : query.error ? (
        <Failure
          what={t('failed')}
          problem={failureInWords(query.error)}
          still={say('stillHolds')}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton rows={12} />
      )}
      {/* A note begins with what is known: not before everything was read, or could not be. */}
      {rows && !fleet.isPending && !platform.isPending && search.dialog === 'handover' ? (
        <HandoverDialog subject={subject} draft={draft} onClose={() => ask({ dialog: undefined })} />
      ) : null}
    </>
  )
}
