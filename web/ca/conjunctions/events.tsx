import { useState } from 'react'
import { failureInWords } from '../../api/problem-in-words.ts'
import { MESSAGE_VERY_OLD_MS } from '../../shell/status/message-age.ts'
import { Button } from '../../ui/button/button.tsx'
import { Failure, Skeleton } from '../../ui/page/pane-states.tsx'
import { partOf } from '../../ui/page/part.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { EventRow } from '../event/event-row.ts'
import { EventTable } from '../event/event-table.tsx'
import styles from '../event/events.module.css'
import { formatQuestion } from '../event/question.ts'
import { conjunctionsWords } from '../event/words.data.ts'
import { parseCompared } from './compare/compared.ts'
import { EventKeys } from './event-keys.tsx'
import { EventStrips, isOld } from './event-strips.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import { FleetPane } from './fleet-pane.tsx'
import inspectorStyles from './inspector.module.css'
import { NoMatch } from './no-match.tsx'
import { Selection } from './selection.tsx'
import { type EventList, type ListProps, useList } from './use-list.ts'

const assignDialog = partOf(async () => (await import('./assign-dialog.tsx')).AssignDialog)
const compareDialog = partOf(async () => (await import('./compare/compare-dialog.tsx')).CompareDialog)

const inspector = partOf(
  async () => (await import('./inspector.tsx')).Inspector,
  <aside className={inspectorStyles.inspector}>
    <Skeleton rows={16} />
  </aside>,
)
const nothingYet = partOf(async () => (await import('../event/nothing-yet.tsx')).NothingYet)

/** The events in whatever state they are: loading, failed, none yet, or there. */
export function Events(props: ListProps) {
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

/** The layout of the page before its events are there. */
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

type ShownProps = ListProps & { readonly rows: readonly EventRow[] }

function Shown(props: ShownProps) {
  const list = useList(props)
  return (
    <div className={styles.grid}>
      <Keys list={list} />
      <Dialogs list={list} />
      <div className={styles.left}>
        <Plot list={list} />
        <Tools list={list} />
        <Table list={list} />
      </div>
      <Beside list={list} />
    </div>
  )
}

type PartProps = { readonly list: EventList }

const exitsOf = ({ shown: { columns, found }, pickedRows }: EventList) => ({ columns, rows: found, picked: pickedRows })

function Keys({ list }: PartProps) {
  const { waiting, acknowledge } = list
  return (
    <EventKeys onAcknowledge={() => (waiting.length > 0 ? acknowledge(waiting) : undefined)} exits={exitsOf(list)} />
  )
}

function Dialogs({ list: { asking, rows, shown, nowMs, chosen, assigning } }: PartProps) {
  const { search, look } = asking
  const compared = parseCompared(search.compare)
  return (
    <>
      {compared.length > 1 ? (
        <compareDialog.Show
          ids={compared}
          rows={rows}
          columns={shown.columns}
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

function Plot({ list: { asking, events, rows, nowMs, ringed, shown, choosing } }: PartProps) {
  return (
    <FleetPane
      asking={asking}
      lanes={events.lanes}
      groups={events.groups}
      rows={shown.around}
      nowMs={nowMs}
      selected={ringed}
      isStale={isOld(rows, nowMs, MESSAGE_VERY_OLD_MS)}
      isBusy={events.query.isFetching}
      strip={<EventStrips events={events} rows={rows} nowMs={nowMs} />}
      onSelect={choosing.select}
      onOpen={choosing.openId}
    />
  )
}

/** The filters, or what can be done to the events that are picked; how rows are picked, columns and files. */
function Tools({ list }: PartProps) {
  const t = useWords(conjunctionsWords)
  const { asking, events, nowMs, shown, choosing, pickedRows } = list
  const { search, question, look } = asking
  return (
    <FilterBar
      asking={asking}
      lanes={events.lanes}
      offers={shown.offers}
      shown={shown.found.length}
      all={shown.all}
      selection={pickedRows.length > 0 ? <Picked list={list} /> : undefined}
    >
      <Button
        look="quiet"
        className={styles.pick}
        aria-pressed={choosing.isPicking}
        aria-keyshortcuts="x"
        onClick={choosing.togglePicking}
      >
        {t('pickSeveral')}
      </Button>
      <ColumnChooser columns={shown.columns} layout={{ columns: search.columns, sort: search.sort }} onLayout={look} />
      <ExportMenu question={question} around={{ nowMs, groups: events.groups }} {...exitsOf(list)} />
    </FilterBar>
  )
}

function Picked({ list: { asking, choosing, pickedRows, acknowledge, isAcknowledging, assigning } }: PartProps) {
  return (
    <Selection
      rows={pickedRows}
      isBusy={isAcknowledging || assigning.isPending}
      onAcknowledge={acknowledge}
      onAssign={() => asking.look({ dialog: 'assign' })}
      onCompare={() => asking.look({ compare: pickedRows.map(({ id }) => id).join(',') })}
      onClear={choosing.clear}
    />
  )
}

function Table({ list: { asking, events, isPhone, shown, choosing } }: PartProps) {
  const { search, question, look, open } = asking
  return (
    <Held question={formatQuestion(question)}>
      {(hold) =>
        shown.found.length === 0 ? (
          <NoMatch asking={asking} lanes={events.lanes} all={shown.all} />
        ) : (
          <EventTable
            rows={shown.found}
            columns={shown.columns}
            layout={{ columns: search.columns, sort: search.sort }}
            onLayout={look}
            gathering={search}
            onFold={(fold) => look({ fold })}
            isPast={question.isPast}
            hold={hold}
            selected={choosing.marked}
            onSelect={choosing.onSelect}
            isPicking={choosing.isPicking}
            onActive={({ id }) => (isPhone ? undefined : look({ event: id }))}
            onOpen={({ satelliteKey, id }) => open(satelliteKey, id)}
          />
        )
      }
    </Held>
  )
}

/** The inspector beside the table. */
function Beside({ list: { asking, selected, acknowledge, isAcknowledging } }: PartProps) {
  if (!selected) return null
  return (
    <inspector.Show
      key={selected.id}
      row={selected}
      onClose={() => asking.look({ event: 'none' })}
      onAcknowledge={acknowledge}
      isAcknowledging={isAcknowledging}
    />
  )
}

type HeldProps = {
  readonly question: object
  readonly children: (hold: string | undefined) => React.ReactNode
}

/** The table takes new rows by itself until somebody reads it: from then on they wait, so that nothing moves. */
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
