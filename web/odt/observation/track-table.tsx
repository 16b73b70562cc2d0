import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { useState } from 'react'
import { Pane } from '../../ui/page/pane.tsx'
import { type Column, tableOf } from '../../ui/table/column.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useStoredLayout } from '../../ui/table/stored-layout.ts'
import styles from './observation.module.css'

const SORT = [{ id: 'epoch', desc: false }]

type Props<Row> = {
  /** The id, which is also the name of the file and of the stored layout. */
  readonly id: 'ranges' | 'positions'
  readonly report: ObservationReport
  readonly title: string
  readonly note: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
}

/** Lists the measurements of a track in a pane, by their time. */
export function TrackTable<Row extends object>({ id, report, title, note, rows, columns, idOf }: Props<Row>) {
  const [layout, setLayout] = useStoredLayout(id)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <Pane
      id={id}
      actions={<ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />}
      title={title}
      note={note}
      exports={{
        csv: { name: id, table: () => tableOf(columns, rows) },
        call: { method: 'GET', path: `/api/v1/odt/observations/report/${report['file-id']}` },
      }}
    >
      <div className={`flex ${styles.measurements}`}>
        <DataTable
          label={title}
          rows={rows}
          columns={columns}
          idOf={idOf}
          selected={selected}
          onSelect={setSelected}
          onOpen={(row) => setSelected(new Set([idOf(row)]))}
          initialSort={SORT}
          layout={layout}
          onLayout={setLayout}
        />
      </div>
    </Pane>
  )
}
