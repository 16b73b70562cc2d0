import { DAY_MS } from '@apsis/astro/constants.ts'
import { useMemo } from 'react'
import { useWords } from '../../ui/text/language.ts'
import { eventColumns } from '../event/columns.tsx'
import { type EventRow, longestSecondary } from '../event/event-row.ts'
import { matcherOf, type Question } from '../event/question.ts'
import type { useEvents } from '../event/use-events.ts'
import { conjunctionsWords } from '../event/words.data.ts'

const HALF_DAY_MS = DAY_MS / 2

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
export function useShown({ rows, question, nowMs, lanes, groups }: Asked) {
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
