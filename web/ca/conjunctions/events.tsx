import { useState } from 'react'
import { failureInWords } from '../../api/problem-in-words.ts'
import { isNew, useAcknowledge } from '../../shell/status/acknowledge.ts'
import { MESSAGE_VERY_OLD_MS } from '../../shell/status/message-age.ts'
import { Button } from '../../ui/button/button.tsx'
import { Failure, Skeleton } from '../../ui/page/pane-states.tsx'
import { partOf } from '../../ui/page/part.tsx'
import { useMedia } from '../../ui/page/size.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { EventRow } from '../event/event-row.ts'
import { EventTable } from '../event/event-table.tsx'
import styles from '../event/events.module.css'
import { formatQuestion } from '../event/question.ts'
import type { useEvents } from '../event/use-events.ts'
import { conjunctionsWords } from '../event/words.data.ts'
import { parseCompared } from './compare/compared.ts'
import { EventKeys } from './event-keys.tsx'
import { EventStrips, isOld } from './event-strips.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import type { Asking } from './filter/use-question.ts'
import { FleetPane } from './fleet-pane.tsx'
import inspectorStyles from './inspector.module.css'
import { NoMatch } from './no-match.tsx'
import { useAssign } from './record-step.ts'
import { Selection } from './selection.tsx'
import { useShown } from './use-shown.ts'

const assignDialog = partOf(async () => (await import('./assign-dialog.tsx')).AssignDialog)
const compareDialog = partOf(async () => (await import('./compare/compare-dialog.tsx')).CompareDialog)

const inspector = partOf(
  async () => (await import('./inspector.tsx')).Inspector,
  <aside className={inspectorStyles.inspector}>
    <Skeleton rows={16} />
  </aside>,
)
const nothingYet = partOf(async () => (await import('../event/nothing-yet.tsx')).NothingYet)

type Props = {
  readonly asking: Asking
  readonly events: ReturnType<typeof useEvents>
  readonly nowMs: number
  readonly selected: EventRow | undefined
  /** What the sentence is about; ringed in the plot where there is no inspector. */
  readonly urgent: EventRow | undefined
  /** Several at once, for what is done to all of them. */
  readonly picked: ReadonlySet<string>
  readonly onPick: (picked: ReadonlySet<string>) => void
}

/** The events in whatever state they are: loading, failed, none yet, or there. */
export function Events(props: Props) {
  const t = useWords(conjunctionsWords)
  const { query, rows, satellites, fleet } = props.events
  const { error } = query
  if (rows && (rows.length > 0 || props.asking.question.isPast)) return <Shown {...props} rows={rows} />
  if (rows) return fleet.data || fleet.isError ? <nothingYet.Show hasSatellites={satellites.length > 0} /> : <Bones />
  if (!error) return <Bones />
  return (
    <div className={styles.nothing}>
      <Failure
        what={t('failed')}
        problem={failureInWords(error)}
        still={t('stillHolds')}
        onRetry={() => void query.refetch()}
      />
    </div>
  )
}

/** The layout that is to come. */
function Bones() {
  return (
    <div className={styles.left}>
      <div className={styles.plotBones}>
        <Skeleton rows={7} />
      </div>
      <div className={styles.table}>
        <Skeleton rows={12} />
      </div>
    </div>
  )
}

type ShownProps = Props & { readonly rows: readonly EventRow[] }

function Shown(props: ShownProps) {
  const { asking, events, nowMs, selected, urgent, picked, onPick, rows } = props
  const t = useWords(conjunctionsWords)
  const isPhone = useMedia('(width <= 760px)')
  const seen = useAcknowledge()
  const assigning = useAssign()
  const { search, question, look, open } = asking
  const { lanes, groups, query } = events
  const { columns, found, around, all, offers } = useShown({ rows, question, nowMs, lanes, groups })
  const { select, openId, onSelect, isPicking, setPicking } = useChoosing(props, isPhone)
  const pickedRows = rows.filter(({ id }) => picked.has(id))
  const chosen = pickedRows.length > 0 ? pickedRows : selected ? [selected] : []
  const waiting = chosen.filter(({ event }) => isNew(event))
  const acknowledge = (some: readonly EventRow[]) => seen.mutate(some.map(({ event }) => event))
  const layout = { columns: search.columns, sort: search.sort }
  const exits = { columns, rows: found, picked: pickedRows }
  return (
    <div className={styles.grid}>
      <EventKeys onAcknowledge={() => (waiting.length > 0 ? acknowledge(waiting) : undefined)} exits={exits} />
      <Dialogs {...props} columns={columns} chosen={chosen} assigning={assigning} />
      <div className={styles.left}>
        <FleetPane
          asking={asking}
          lanes={lanes}
          groups={groups}
          rows={around}
          nowMs={nowMs}
          selected={isPhone ? urgent : selected}
          isStale={isOld(rows, nowMs, MESSAGE_VERY_OLD_MS)}
          isBusy={query.isFetching}
          strip={<EventStrips events={events} rows={rows} nowMs={nowMs} />}
          onSelect={select}
          onOpen={openId}
        />
        <FilterBar
          asking={asking}
          lanes={lanes}
          offers={offers}
          shown={found.length}
          all={all}
          selection={
            pickedRows.length > 0 ? (
              <Selection
                rows={pickedRows}
                isBusy={seen.isPending || assigning.isPending}
                onAcknowledge={acknowledge}
                onAssign={() => look({ dialog: 'assign' })}
                onCompare={() => look({ compare: pickedRows.map(({ id }) => id).join(',') })}
                onClear={() => onPick(new Set())}
              />
            ) : undefined
          }
        >
          <Button
            look="quiet"
            className={styles.pick}
            aria-pressed={isPicking}
            aria-keyshortcuts="x"
            onClick={() => setPicking(!isPicking)}
          >
            {t('pickSeveral')}
          </Button>
          <ColumnChooser columns={columns} layout={layout} onLayout={look} />
          <ExportMenu question={question} around={{ nowMs, groups }} {...exits} />
        </FilterBar>
        <Held question={formatQuestion(question)}>
          {(hold) =>
            found.length === 0 ? (
              <NoMatch asking={asking} lanes={lanes} all={all} />
            ) : (
              <EventTable
                rows={found}
                columns={columns}
                layout={layout}
                onLayout={look}
                gathering={search}
                onFold={(fold) => look({ fold })}
                isPast={question.isPast}
                hold={hold}
                selected={isPicking || picked.size > 0 ? picked : new Set(selected ? [selected.id] : [])}
                onSelect={onSelect}
                isPicking={isPicking}
                onActive={({ id }) => (isPhone ? undefined : look({ event: id }))}
                onOpen={({ satelliteKey, id }) => open(satelliteKey, id)}
              />
            )
          }
        </Held>
      </div>
      {selected ? (
        <inspector.Show
          key={selected.id}
          row={selected}
          onClose={() => look({ event: 'none' })}
          onAcknowledge={acknowledge}
          isAcknowledging={seen.isPending}
        />
      ) : null}
    </div>
  )
}

type DialogsProps = ShownProps & {
  readonly columns: ReturnType<typeof useShown>['columns']
  /** Those that are picked, or the one in the inspector. */
  readonly chosen: readonly EventRow[]
  readonly assigning: ReturnType<typeof useAssign>
}

function Dialogs({ asking: { search, look }, rows, columns, nowMs, chosen, assigning }: DialogsProps) {
  const compared = parseCompared(search.compare)
  return (
    <>
      {compared.length > 1 ? (
        <compareDialog.Show
          ids={compared}
          rows={rows}
          columns={columns}
          nowMs={nowMs}
          onIds={(ids) => look({ compare: ids.join(',') })}
          onClose={() => look({ compare: undefined })}
        />
      ) : null}
      {search.dialog === 'assign' && chosen.length > 0 ? (
        <assignDialog.Show rows={chosen} assigning={assigning} onClose={() => look({ dialog: undefined })} />
      ) : null}
    </>
  )
}

/**
 * What a click on an event does: one goes to the inspector, or on a phone to its screen; several are picked, with Ctrl,
 * by the space bar, or one after the other once that was chosen.
 */
function useChoosing({ asking: { look, open }, rows, onPick }: ShownProps, isPhone: boolean) {
  const [isPicking, setPicking] = useState(false)
  const openId = (id: string) => {
    const row = rows.find((one) => one.id === id)
    if (row) open(row.satelliteKey, id)
  }
  const select = (id: string) => (isPhone ? openId(id) : look({ event: id }))
  const onSelect = (next: ReadonlySet<string>) => {
    const [only] = next
    if (isPicking) return onPick(next)
    onPick(next.size > 1 ? next : new Set())
    if (next.size === 1 && only !== undefined) select(only)
  }
  return { select, openId, onSelect, isPicking, setPicking }
}

type HeldProps = {
  readonly question: object
  readonly children: (hold: string | undefined) => React.ReactNode
}

/** Until somebody reads the table nothing can be shifted under them, and it fills by itself; from then on rows wait. */
function Held({ question, children }: HeldProps) {
  const [isRead, setRead] = useState(false)
  const read = () => setRead(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches whether its table is read.
    <div className={styles.table} onPointerEnter={read} onFocus={read}>
      {children(isRead ? JSON.stringify(question) : undefined)}
    </div>
  )
}
