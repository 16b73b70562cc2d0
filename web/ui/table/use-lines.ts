import { type ColumnDef, createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { type Column, compareValues } from './column.ts'
import { useHeldRows } from './held-rows.ts'
import type { SortStep } from './layout.ts'
import { type Groups, type Line, linesOf } from './lines.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns: {} })

type Asked<Row> = {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly groupOf?: ((row: Row) => string) | undefined
  readonly groups?: Groups<Row> | undefined
  readonly hold?: string | undefined
  readonly sort: readonly SortStep[]
}
export type Lines<Row> = {
  readonly lines: readonly Line<Row>[]
  readonly gone: ReadonlySet<string>
  readonly fresh: number
  readonly load: () => void
}

/** What a table shows from top to bottom: sorted, ties as the rows were given, in groups, and held while somebody reads. */
export function useLines<Row extends object>(asked: Asked<Row>): Lines<Row> {
  const { rows, columns, idOf, groupOf, groups: { compare, arrange, isFolded } = {}, hold, sort } = asked
  const { order, latest, gone, fresh, load } = useHeldRows({ rows, idOf, hold })
  const sorted = useSorted(order, { columns, idOf, sort })
  const lines = useMemo(
    () =>
      linesOf(
        sorted.map((row) => latest.get(row.id) ?? row.original),
        { idOf, groupOf, compare, arrange, isFolded },
      ),
    [sorted, latest, idOf, groupOf, compare, arrange, isFolded],
  )
  return { lines, gone, fresh, load }
}

type How<Row> = Pick<Asked<Row>, 'columns' | 'idOf' | 'sort'>

function useSorted<Row extends object>(data: readonly Row[], { columns, idOf, sort }: How<Row>) {
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, title, value }): ColumnDef<typeof features, Row> => ({
          id,
          header: title,
          accessorFn: value,
          sortUndefined: 'last',
          sortFn: (a, b) => compareValues(value(a.original), value(b.original)),
        }),
      ),
    [columns],
  )
  const sorting = useMemo(() => sort.map(({ id, desc }) => ({ id, desc })), [sort])
  const table = useTable({ features, columns: definitions, data, getRowId: idOf, state: { sorting } })
  return table.getRowModel().rows
}
