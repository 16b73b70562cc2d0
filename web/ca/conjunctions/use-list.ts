import { DAY_MS } from '@apsis/astro/constants.ts'
import { useMemo, useState } from 'react'
import { isNew, useAcknowledge } from '../../shell/status/acknowledge.ts'
import { useMedia } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { eventColumns } from '../event/columns.tsx'
import { type EventRow, longestSecondary } from '../event/event-row.ts'
import type { useEvents } from '../event/queries.ts'
import { matcherOf, type Question } from '../event/question.ts'
import { conjunctionsWords } from '../event/words.data.ts'
import type { Asking } from './filter/use-question.ts'
import { useAssign } from './record-step.ts'

/** How far the plot also shows the other side of now. */
const HALF_DAY_MS = DAY_MS / 2

export type ListProps = {
  readonly asking: Asking
  readonly events: ReturnType<typeof useEvents>
  readonly nowMs: number
  /** The event in the inspector. */
  readonly selected: EventRow | undefined
  /** The event that the sentence is about; the plot rings it where there is no inspector. */
  readonly urgent: EventRow | undefined
  /** The events that are picked, several at once, so that something can be done to all of them. */
  readonly picked: ReadonlySet<string>
  readonly onPick: (picked: ReadonlySet<string>) => void
}
type Props = ListProps & { readonly rows: readonly EventRow[] }

/** The events that are there: which the question leaves, which are chosen, and what can be done to those. */
export function useList(props: Props) {
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
    /** The plot of a phone rings the most urgent event, as there is no inspector beside it. */
    ringed: isPhone ? urgent : selected,
    isPhone,
    shown,
    choosing,
    pickedRows,
    /** The events that are picked, or the one in the inspector. */
    chosen,
    waiting: chosen.filter(({ event }) => isNew(event)),
    acknowledge: (some: readonly EventRow[]) => acknowledging.mutate(some.map(({ event }) => event)),
    isAcknowledging: acknowledging.isPending,
    assigning,
  }
}

export type EventList = ReturnType<typeof useList>

/**
 * What a click on an event does. A single event goes to the inspector, or on a phone to its own screen. Several are
 * picked with Ctrl, by the space bar, or one after the other once the reader has chosen to pick.
 */
function useChoosing({ asking: { look, open }, rows, selected, picked, onPick }: Props, isPhone: boolean) {
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

/** What the plot shows: the same filters, without the window, and also half a day on the other side of now. */
function aroundNow(rows: readonly EventRow[], { question, groups, nowMs }: Around): readonly EventRow[] {
  const open = { ...question, days: 0, from: undefined, to: undefined }
  const here = matcherOf(open, { nowMs, groups })
  const there = matcherOf({ ...open, isPast: !question.isPast }, { nowMs, groups })
  return rows.filter((row) => here(row) || (Math.abs(row.tcaMs - nowMs) < HALF_DAY_MS && there(row)))
}

type Asked = Pick<ReturnType<typeof useEvents>, 'lanes' | 'groups'> & {
  readonly rows: readonly EventRow[]
  readonly question: Question
  readonly nowMs: number
}

/** What fits the question: for the table, for the plot around now, and how many there are in all. */
function useShown({ rows, question, nowMs, lanes, groups }: Asked) {
  const t = useWords(conjunctionsWords)
  const longestOther = longestSecondary(rows)
  const longest = lanes.reduce((most, { name }) => Math.max(most, name.length), 0)
  const columns = useMemo(() => eventColumns(t, { nowMs, longest, longestOther }), [t, nowMs, longest, longestOther])
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
