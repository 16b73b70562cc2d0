import { useMemo } from 'react'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableLayout } from '../../ui/table/layout.ts'
import { useWords } from '../../ui/text/language.ts'
import { type EventRow, worstOf } from './event-row.ts'
import styles from './events.module.css'
import { groupingOf, isFolded, nameOf, orderOf, parseFolding, titleOf, toggleFold } from './grouping.ts'
import { conjunctionsWords } from './words.data.ts'

type Props = {
  readonly rows: readonly EventRow[]
  readonly columns: readonly Column<EventRow>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  /** How events are gathered where that can be chosen, as the address holds it. */
  readonly gathering?: { readonly by?: string | undefined; readonly fold?: string | undefined } | undefined
  readonly onFold?: (fold: string | undefined) => void
  readonly isPast: boolean
  /** While it stays the same, new rows wait until they are loaded. */
  readonly hold: string | undefined
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** Each click picks one more. */
  readonly isPicking?: boolean
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

/** The events in their groups, by day and nearest first where nothing else was chosen. */
export function EventTable({ isPast, gathering, onFold, ...table }: Props) {
  const t = useWords(conjunctionsWords)
  const asked = { ...gathering, sort: table.layout.sort }
  const grouping = groupingOf(asked)
  const groups = useGroups(asked)
  const fold = onFold && ((name: string) => onFold(toggleFold(parseFolding(asked.fold), name)))
  return (
    <DataTable
      {...table}
      label={t('table')}
      idOf={idOf}
      edgeOf={edgeOf}
      groupOf={grouping === 'none' ? undefined : nameOf[grouping]}
      groups={{ ...groups, onFold: fold }}
      initialSort={isPast ? BEHIND : AHEAD}
    />
  )
}

function Worst({ rows }: { readonly rows: readonly EventRow[] }) {
  return <StatusWord {...meaningOf('risk', worstOf(rows).risk)} />
}

type Asked = NonNullable<Props['gathering']> & { readonly sort?: string | undefined }

/** The same functions while the same is chosen: the lines of thousands of events are put together for them. */
function useGroups({ by, sort, fold }: Asked) {
  const t = useWords(conjunctionsWords)
  const grouping = groupingOf({ by, sort })
  const headOf = useMemo(
    () => (_name: string, rows: readonly EventRow[]) => (
      <span className={styles.group}>
        <b>{grouping === 'level' ? <Worst rows={rows} /> : titleOf(grouping, rows, t)}</b>
        <span>{t('inGroup', { count: rows.length })}</span>
        {grouping === 'level' ? null : <Worst rows={rows} />}
      </span>
    ),
    [grouping, t],
  )
  return useMemo(() => {
    const folding = parseFolding(fold)
    return { compare: orderOf(grouping, sort), isFolded: (name: string) => isFolded(folding, name), headOf }
  }, [grouping, sort, fold, headOf])
}
