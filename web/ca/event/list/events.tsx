import { DAY_MS } from '@apsis/astro/constants.ts'
import { byUrgency } from '@apsis/contract/ca/event/by-urgency.ts'
import { MESSAGE_VERY_OLD_MS } from '@apsis/contract/ca/event/message-age.ts'
import { useMemo, useState } from 'react'
import { failureInWords } from '../../../api/problem-in-words.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { isNew, useAcknowledge } from '../../../shell/status/acknowledge.ts'
import { useNaming } from '../../../shell/status/people.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Failure, Skeleton } from '../../../ui/page/pane-states.tsx'
import { partOf } from '../../../ui/page/part.tsx'
import { useMedia } from '../../../ui/page/size.ts'
import { ColumnChooser } from '../../../ui/table/column-chooser.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { type EventRow, longestSecondary, needsDecision } from '../event-row.ts'
import { EventTable, eventColumns } from '../event-table.tsx'
import styles from '../events.module.css'
import type { useEvents } from '../queries.ts'
import { formatQuestion, matcherOf, type Question } from '../question.ts'
import { conjunctionsWords } from '../words.data.ts'
import { parseCompared } from './compare/compared.ts'
import { EventBanners, isOld } from './event-banners.tsx'
import { ExportMenu, useSaveCsv } from './export-menu.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import type { Asking } from './filter/use-question.ts'
import { FleetPane } from './fleet-pane.tsx'
import { NoMatch } from './no-match.tsx'
import { useAssign } from './record-step.ts'
import { Selection } from './selection.tsx'

const assignDialog = partOf(async () => (await import('./assign-dialog.tsx')).AssignDialog)
const urgentCards = partOf(async () => (await import('./urgent-cards.tsx')).UrgentCards)
const compareDialog = partOf(async () => (await import('./compare/compare-dialog.tsx')).CompareDialog)

const inspector = partOf(
  async () => (await import('./inspector.tsx')).Inspector,
  <aside className="stack min-h-0 line-left panel">
    <Skeleton rows={16} />
  </aside>,
)
const nothingYet = partOf(async () => (await import('../nothing-yet.tsx')).NothingYet)

/** The window lies before or after now; the plot also shows this time on the other side of now. */
const HALF_DAY_MS = DAY_MS / 2

type ListProps = {
  readonly asking: Asking
  readonly events: ReturnType<typeof useEvents>
  readonly nowMs: number
  /** The event in the inspector. */
  readonly selected: EventRow | undefined
  /** The event that the sentence is about; the plot marks it with a ring if there is no inspector. */
  readonly urgent: EventRow | undefined
  /** The selected events, to which one action can be applied together. */
  readonly picked: ReadonlySet<string>
  readonly onPick: (picked: ReadonlySet<string>) => void
}

/** Shows the events in their current state: loading, failed, none yet, or read. */
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

/** Shows the layout of the page until its events are read. */
function Bones() {
  return (
    <div className="stack min-w-0 min-h-0">
      <div className={styles.plotBones}>
        <Skeleton rows={7} />
      </div>
      <div className={`stack grow line-top flex-none-phone ${styles.table}`}>
        <Skeleton rows={12} />
      </div>
    </div>
  )
}

type ShownProps = ListProps & { readonly rows: readonly EventRow[] }

function Shown(props: ShownProps) {
  const list = useList(props)
  return (
    <div className={`grid grow min-h-0 ${styles.grid}`}>
      <Keys list={list} />
      <Dialogs list={list} />
      <div className="stack min-w-0 min-h-0">
        {list.isPhone && !props.asking.question.isPast ? <Urgent rows={list.shown.found} /> : null}
        <Plot list={list} />
        <Tools list={list} />
        <Table list={list} />
      </div>
      <Beside list={list} />
    </div>
  )
}

/** More cards would move the plot and the list off the screen; the same events are also first in the list. */
const MOST_CARDS = 4
/** The height of a card with the gap below it, px: its place is reserved while its code is loading. */
const CARD_PX = 88

function Urgent({ rows }: { readonly rows: readonly EventRow[] }) {
  const urgent = useMemo(() => rows.filter(needsDecision).toSorted(byUrgency).slice(0, MOST_CARDS), [rows])
  return (
    <div style={{ minHeight: urgent.length * CARD_PX }}>
      <urgentCards.Show rows={urgent} />
    </div>
  )
}

/** Returns the state of the list: the events that match the query, the selected events, and the actions on the selected events. */
function useList(props: ShownProps) {
  const { asking, events, rows, nowMs, selected, urgent, picked } = props
  const isPhone = useMedia('(width <= 760px)')
  const acknowledging = useAcknowledge()
  const assigning = useAssign()
  const shown = useShown({ rows, question: asking.question, nowMs, lanes: events.lanes, groups: events.groups })
  const choosing = useChoosing(props, isPhone)
  const pickedRows = rows.filter(({ id }) => picked.has(id))
  const chosen = pickedRows.length > 0 ? pickedRows : selected ? [selected] : []
  return {
    asking,
    events,
    rows,
    nowMs,
    selected,
    /** On a phone the plot marks the most urgent event with a ring, because there is no inspector beside it. */
    ringed: isPhone ? urgent : selected,
    isPhone,
    shown,
    choosing,
    pickedRows,
    /** The selected events, or the one in the inspector. */
    chosen,
    waiting: chosen.filter(({ event }) => isNew(event)),
    acknowledge: (some: readonly EventRow[]) => acknowledging.mutate(some.map(({ event }) => event)),
    isAcknowledging: acknowledging.isPending,
    assigning,
  }
}

type EventList = ReturnType<typeof useList>

/**
 * Returns the action of a click on an event. A single event opens in the inspector, or on a phone on its own screen. Several are selected
 * with Ctrl, by the space bar, or one after the other once the reader has chosen to select.
 */
function useChoosing({ asking: { look, open }, rows, selected, picked, onPick }: ShownProps, isPhone: boolean) {
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
  return {
    select,
    openId,
    onSelect,
    isPicking,
    togglePicking: () => setPicking(!isPicking),
    /** The rows that the table marks. */
    marked: isPicking || picked.size > 0 ? picked : new Set(selected ? [selected.id] : []),
    clear: () => onPick(new Set()),
  }
}

type Around = Parameters<typeof matcherOf>[1] & { readonly question: Question }

/** Returns the events of the plot: with the same filters but without the window, and also half a day on the other side of now. */
function aroundNow(rows: readonly EventRow[], { question, groups, nowMs }: Around): readonly EventRow[] {
  const open = { ...question, days: 0, from: undefined, to: undefined }
  const here = matcherOf(open, { nowMs, groups })
  const there = matcherOf({ ...open, isPast: !question.isPast }, { nowMs, groups })
  return rows.filter((row) => here(row) || (Math.abs(row.tcaMs - nowMs) < HALF_DAY_MS && there(row)))
}

type ListQuestion = Pick<ReturnType<typeof useEvents>, 'lanes' | 'groups'> & {
  readonly rows: readonly EventRow[]
  readonly question: Question
  readonly nowMs: number
}

/** Returns the events that match the query: for the table, for the plot around now, and the total number. */
function useShown({ rows, question, nowMs, lanes, groups }: ListQuestion) {
  const t = useWords(conjunctionsWords)
  const longestOther = longestSecondary(rows)
  const { nameOf } = useNaming()
  const longest = lanes.reduce((most, { name }) => Math.max(most, name.length), 0)
  const columns = useMemo(
    () => eventColumns(t, { nowMs, longest, longestOther, nameOf }),
    [t, nowMs, longest, longestOther, nameOf],
  )
  const found = useMemo(() => rows.filter(matcherOf(question, { nowMs, groups })), [rows, question, nowMs, groups])
  const around = useMemo(() => aroundNow(rows, { question, groups, nowMs }), [rows, question, groups, nowMs])
  const all = useMemo(
    () => rows.filter(({ tcaMs }) => tcaMs < nowMs === question.isPast).length,
    [rows, nowMs, question.isPast],
  )
  const types = useMemo(() => distinct(rows.map(({ event }) => event.object2.objectType ?? 'UNKNOWN')), [rows])
  const originators = useMemo(() => distinct(rows.flatMap(({ event }) => event.originators)), [rows])
  const tags = useMemo(() => distinct([...groups.values()]), [groups])
  return { columns, found, around, all, offers: { types, originators, groups: tags } }
}

function distinct(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== undefined))].toSorted()
}

type PartProps = { readonly list: EventList }

const exportsOf = ({ shown: { columns, found }, pickedRows }: EventList) => ({
  columns,
  rows: found,
  picked: pickedRows,
})

function Keys({ list }: PartProps) {
  const { waiting, acknowledge } = list
  return (
    <EventKeys
      onAcknowledge={() => (waiting.length > 0 ? acknowledge(waiting) : undefined)}
      exports={exportsOf(list)}
    />
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
      strip={<EventBanners events={events} rows={rows} nowMs={nowMs} />}
      onSelect={choosing.select}
      onOpen={choosing.openId}
    />
  )
}

/** Shows the filters, or the actions on the selected events; also the selection of rows, the columns and the files. */
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
      <ExportMenu question={question} around={{ nowMs, groups: events.groups }} {...exportsOf(list)} />
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
            flowsOnPhone
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

/** Shows the inspector beside the table. */
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

/** The table adds new rows by itself until the user reads it: from then on they wait, so that nothing moves. */
function Held({ question, children }: HeldProps) {
  const [isRead, setRead] = useState(false)
  const read = () => setRead(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches whether its table is read.
    <div className={`stack grow line-top flex-none-phone ${styles.table}`} onPointerEnter={read} onFocus={read}>
      {children(isRead ? JSON.stringify(question) : undefined)}
    </div>
  )
}

type Props = {
  readonly onAcknowledge: () => void
  readonly exports: Parameters<typeof useSaveCsv>[0]
}

/** Each key has the same effect as a click on the row or on the button beside it. */
function EventKeys({ onAcknowledge, exports }: Props) {
  const t = useWords(conjunctionsWords)
  const save = useSaveCsv(exports)
  return (
    <PageKeys
      shortcuts={[
        { keys: 'j', label: t('next'), run: () => pressInTable('ArrowDown') },
        { keys: 'k', label: t('previous'), run: () => pressInTable('ArrowUp') },
        { keys: 'x', label: t('select'), run: () => pressInTable(' ') },
        { keys: 'a', label: t('acknowledge'), run: onAcknowledge },
        { keys: 'e', label: t('export'), run: save },
      ]}
    />
  )
}

/** The table handles these keys itself: a key pressed elsewhere on the screen is passed on to it. */
function pressInTable(key: string): void {
  const grid = document.querySelector<HTMLElement>('#main [role="grid"]')
  grid?.focus()
  grid?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
