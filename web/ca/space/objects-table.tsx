import { useMemo } from 'react'
import { Empty, Skeleton } from '../../ui/page/pane-states.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableLayout } from '../../ui/table/layout.ts'
import { useWords } from '../../ui/text/language.ts'
import { objectColumns, type TableRows } from './object-rows.tsx'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly found: TableRows | undefined
  readonly picked: number | undefined
  readonly onPick: (places: readonly number[]) => void
  readonly onOpen: (k: number) => void
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
}

/** Lists what is drawn, sorted by the distance to the nearest own satellite. */
export function ObjectsTable({ found, picked, onPick, onOpen, layout, onLayout }: Props) {
  const say = useWords(spaceWords)
  const columns = useMemo(() => objectColumns(say), [say])
  const selected = useMemo(() => new Set(picked === undefined ? [] : [String(picked)]), [picked])
  if (!found) return <Skeleton rows={12} />
  if (found.rows.length === 0) return <Empty title={say('nothingDrawn')} />
  return (
    <DataTable
      label={say('tableTitle')}
      rows={found.rows}
      columns={columns}
      idOf={({ k }) => String(k)}
      selected={selected}
      onSelect={(chosen) => onPick([...chosen].map(Number).slice(-1))}
      onOpen={({ k }) => onOpen(k)}
      onActive={({ k }) => onPick([k])}
      layout={layout}
      onLayout={onLayout}
    />
  )
}
