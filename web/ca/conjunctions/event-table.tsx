import { useMemo } from 'react'
import { dayOfYear, formatDate } from '../../clock/format.ts'
import { useWords } from '../../ui/language.ts'
import { meaningOf } from '../../ui/status-meaning.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableLayout } from '../../ui/table/layout.ts'
import { usePreference } from '../../ui/use-preference.ts'
import type { EventRow } from './event-row.ts'
import { conjunctionsWords } from './words.data.ts'

type Props = {
  readonly rows: readonly EventRow[]
  readonly columns: readonly Column<EventRow>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  readonly isPast: boolean
  /** While it stays the same, new rows wait until they are loaded. */
  readonly hold: string | undefined
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly onActive: (row: EventRow) => void
  readonly onOpen: (row: EventRow) => void
}

const AHEAD = [{ id: 'until', desc: false }]
const BEHIND = [{ id: 'until', desc: true }]
const idOf = ({ id }: EventRow) => id
const edgeOf = ({ risk }: EventRow) => {
  const { level } = meaningOf('risk', risk)
  return level === 'serious' || level === 'critical' ? level : undefined
}

const DAY_MS = 86_400_000

/** The day of an event in words, put together once for each day: there may be thousands of events. */
function dayGroups(title: (date: string, day: number) => string) {
  const titles = new Map<number, string>()
  return ({ tcaMs }: EventRow): string => {
    const day = Math.floor(tcaMs / DAY_MS)
    const known = titles.get(day) ?? title(formatDate(tcaMs), dayOfYear(tcaMs))
    titles.set(day, known)
    return known
  }
}

/** The events by day, nearest first. */
export function EventTable({ isPast, ...table }: Props) {
  const t = useWords(conjunctionsWords)
  const language = usePreference('language')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are others in another language.
  const groupOf = useMemo(() => dayGroups((date, day) => t('dayGroup', { date, day })), [t, language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are others in another language.
  const counted = useMemo(() => (count: number) => t('inGroup', { count }), [t, language])
  return (
    <DataTable
      {...table}
      label={t('table')}
      idOf={idOf}
      edgeOf={edgeOf}
      groupOf={groupOf}
      counted={counted}
      initialSort={isPast ? BEHIND : AHEAD}
    />
  )
}
