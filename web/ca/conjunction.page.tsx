import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { isLevelSimulated } from '@apsis/contract/ca/event/level-by.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { freshnessOf } from '../api/freshness.ts'
import { isNotThere } from '../api/problem.ts'
import { formatInstant, formatTime } from '../clock/format.ts'
import { ObjectNumber } from '../encounter/object-number.tsx'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { ReadBy } from '../shell/page/read-by.tsx'
import { paths } from '../site/paths.ts'
import { FileMarking, useFileMarks } from '../ui/file/file.tsx'
import { Empty, Skeleton } from '../ui/page/pane-states.tsx'
import { partOf } from '../ui/page/part.tsx'
import { Freshness } from '../ui/status/freshness.tsx'
import { useWords } from '../ui/text/language.ts'
import { conjunctionWords } from './event/conjunction-words.data.ts'
import { Actions } from './event/page/actions.tsx'
import { Banners, useStaleLevel } from './event/page/banners.tsx'
import { ClosedEvent } from './event/page/closed-event.tsx'
import styles from './event/page/conjunction.module.css'
import { type AskedStep, stepsFrom } from './event/page/decision/decide.ts'
import { DecisionDialog } from './event/page/decision/decision-dialog.tsx'
import { RecordDialog } from './event/page/decision/record.tsx'
import { EstimatesTab, thresholdOf } from './event/page/estimates/estimates-tab.tsx'
import { EventConductor } from './event/page/event-conductor.tsx'
import { RecordSteps } from './event/page/record-steps.tsx'
import { SummarySkeleton } from './event/page/summary/summary-skeleton.tsx'
import { SummaryTab } from './event/page/summary/summary-tab.tsx'
import { type Event, useEvent, useEventQueries } from './event/page/view/use-event.ts'
import { Views } from './event/page/view/views.tsx'
import { WhatHolds } from './event/page/what-holds.tsx'

/** The views with plots over time. */
const OVER_TIME: readonly Event['view']['tab'][] = ['summary', 'context', 'evolution', 'tracking']

/** The code of each of these views is fetched when it is opened, or prefetched (fetchPages). */
const waiting = <Skeleton rows={12} />
const textTab = partOf(async () => (await import('./message/text-tab.tsx')).TextTab, waiting)
const detailsTab = partOf(async () => (await import('./event/page/details/details-tab.tsx')).DetailsTab, waiting)
const evolutionTab = partOf(
  async () => (await import('./event/page/evolution/evolution-tab.tsx')).EvolutionTab,
  waiting,
)
const contextTab = partOf(async () => (await import('./event/page/context/context-tab.tsx')).ContextTab, waiting)
const trackingTab = partOf(async () => (await import('./event/page/tracking/tracking-tab.tsx')).TrackingTab, waiting)
const plansTab = partOf(async () => (await import('./plan/plans-tab.tsx')).PlansTab, waiting)
const exportTab = partOf(async () => (await import('./plan/export-tab.tsx')).ExportTab, waiting)
const planBrief = partOf(async () => (await import('./plan/plan-brief.tsx')).PlanBrief)
/** The code of the report is separate: the report appears only on paper, and nobody prints before the page is loaded. */
const report = partOf(async () => (await import('./event/page/report/report.tsx')).Report)
const ownOnly = partOf(async () => (await import('./event/page/own-only.tsx')).OwnOnly, waiting)

/**
 * Shows the page of one conjunction: it helps to decide between go and no-go, and shows how certain the figures are (ux.md S16 and S17).
 */
export function ConjunctionPage() {
  const t = useWords(conjunctionWords)
  const { conjunction_id, satellite_id } = useParams({ from: `/protected${paths.conjunction}` })
  const { event, cdms, record } = useEventQueries(conjunction_id)
  if (isNotThere(event))
    return (
      <NotFound>
        <ClosedEvent />
      </NotFound>
    )
  // The address names the satellite of the event: an address with another satellite leads to the right one.
  const owner = event.data ? (event.data.satelliteId ?? event.data.object1.designator) : undefined
  if (owner !== undefined && owner !== satellite_id)
    return (
      <Navigate
        to={paths.conjunction}
        params={{ satellite_id: owner, conjunction_id }}
        search={(all: object) => all}
        replace
      />
    )
  if (event.data && cdms.data)
    return (
      <ReadBy answers={[event, cdms, record]}>
        <Loaded
          key={conjunction_id}
          conjunction={event.data}
          cdms={cdms.data}
          freshness={<Freshness state={freshnessOf(cdms)} asOf={`${formatTime(cdms.dataUpdatedAt)} Z`} />}
        />
      </ReadBy>
    )
  return (
    <>
      <title>{`${t('loading')} · Apsis`}</title>
      <PageHead
        names={event.data ? namesOf(event.data) : {}}
        number={event.data ? <ObjectNumber number={event.data.object2.designator} /> : undefined}
      />
      {event.error || cdms.error ? null : <SummarySkeleton />}
      {event.error ? (
        <QueryPane title={t('loading')} query={event} skeletonRows={16} failed={t('failed')}>
          {() => null}
        </QueryPane>
      ) : event.data && cdms.error ? (
        <>
          <QueryPane title={t('messagesPane')} query={cdms} skeletonRows={16} failed={t('messagesFailed')}>
            {() => null}
          </QueryPane>
          <ReadBy answers={[event]}>
            <WhatHolds conjunction={event.data} />
          </ReadBy>
        </>
      ) : null}
    </>
  )
}

const namesOf = ({ object1, object2 }: Conjunction) => ({ satellite: object1.name, conjunction: object2.name })

type LoadedProps = {
  readonly conjunction: Conjunction
  readonly cdms: readonly Cdm[]
  readonly freshness: React.ReactNode
}

function Loaded({ conjunction, cdms, freshness }: LoadedProps) {
  const t = useWords(conjunctionWords)
  const event = useEvent({ conjunction, cdms })
  const marks = useFileMarks()
  const { object1, object2 } = conjunction
  const names = namesOf(conjunction)
  return (
    <FileMarking value={{ ...marks, isSimulated: marks.isSimulated || isLevelSimulated(conjunction) }}>
      <title>{`${object1.name} × ${object2.name} · Apsis`}</title>
      {event ? (
        <Shown event={event} names={names} freshness={freshness} />
      ) : conjunction.ownScreening === null && conjunction.reported === null ? (
        <>
          <PageHead names={names} number={<ObjectNumber number={object2.designator} />} />
          <Empty level="inactive" title={t('noMessages')}>
            {t('noMessagesText')}
          </Empty>
        </>
      ) : (
        <ownOnly.Show conjunction={conjunction} names={names} />
      )}
    </FileMarking>
  )
}

type ShownProps = {
  readonly event: Event
  readonly names: { readonly satellite: string; readonly conjunction: string }
  readonly freshness: React.ReactNode
}

function Shown({ event, names, freshness }: ShownProps) {
  const t = useWords(conjunctionWords)
  const [asked, setAsked] = useAsked(event)
  const isStale = useStaleLevel(event) !== undefined
  const { conjunction, selected, messages, view, change } = event
  const plans = { conjunction, messages, planId: view.plan, onPlan: (plan: string) => change({ plan }) }
  const created = formatInstant(selected.atMs)
  return (
    <div className={`stack grow min-h-0 ${styles.page}`}>
      <PageHead
        names={names}
        number={<ObjectNumber number={conjunction.object2.designator} />}
        main={<RecordSteps conjunction={conjunction} onAsk={setAsked} />}
      >
        <Actions event={event} />
      </PageHead>
      {OVER_TIME.includes(view.tab) ? <EventConductor event={event} /> : null}
      <Views
        selected={view.tab}
        onSelect={(tab) => change({ tab })}
        note={
          <>
            {t('messageOf', { number: selected.number, all: messages.length, time: created })}, {freshness}
          </>
        }
        strips={<Banners event={event} />}
        contents={{
          summary: <SummaryTab event={event} onAsk={setAsked} isStale={isStale} />,
          estimates: <EstimatesTab conjunction={conjunction} threshold={thresholdOf(event.satellite)} />,
          details: <detailsTab.Show event={event} />,
          evolution: <evolutionTab.Show event={event} />,
          context: <contextTab.Show event={event} />,
          tracking: <trackingTab.Show event={event} />,
          data: <MessageText event={event} />,
          manoeuvre: <plansTab.Show {...plans} />,
          export: <exportTab.Show {...plans} />,
        }}
      />
      {view.tab === 'manoeuvre' || view.tab === 'export' ? (
        <planBrief.Show {...plans} otherwise={<report.Show event={event} />} />
      ) : (
        <report.Show event={event} />
      )}
      <AskedDialog event={event} asked={asked} onClose={() => setAsked(undefined)} />
    </div>
  )
}

/** Returns the step whose dialog is open: at first the step in the address, if the record allows it, until it has been answered. */
function useAsked({ conjunction, view, change }: Event) {
  const isAllowed = view.ask !== undefined && stepsFrom(conjunction.decision.state).includes(view.ask)
  const [asked, setAsked] = useState<AskedStep | 'record' | undefined>(isAllowed ? view.ask : undefined)
  const ask = (next: AskedStep | 'record' | undefined) => {
    setAsked(next)
    if (next === undefined && view.ask !== undefined) change({ ask: undefined })
  }
  return [asked, ask] as const
}

/** Shows the text of the selected message, with the line and the format that the address names. */
function MessageText({ event: { selected, view, change } }: { readonly event: Event }) {
  return (
    <textTab.Show
      cdm={selected.cdm}
      format={view.format ?? selected.cdm.format}
      onFormat={(format) => change({ format: format === selected.cdm.format ? undefined : format })}
      at={view.at}
      onAt={(at) => change({ at })}
    />
  )
}

type AskedProps = {
  readonly event: Event
  readonly asked: AskedStep | 'record' | undefined
  readonly onClose: () => void
}

/** Shows the record of the decision, or the dialog of the step that the reader opened. */
function AskedDialog({ event, asked, onClose }: AskedProps) {
  if (asked === undefined) return null
  if (asked === 'record') return <RecordDialog decision={event.decision} messages={event.messages} onClose={onClose} />
  return <DecisionDialog key={asked} event={event} step={asked} onClose={onClose} />
}
