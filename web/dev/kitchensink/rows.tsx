import { useMemo, useState } from 'react'
import { dayOfYear, formatDate } from '../../clock/format.ts'
import { paths } from '../../paths.ts'
import { useSearchState } from '../../shell/search-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { tableOf } from '../../ui/table/column.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableLayout } from '../../ui/table/layout.ts'
import { useWords } from '../../ui/text/language.ts'
import { devWords } from '../words.data.ts'
import { demoColumns, drawn } from './columns.tsx'
import { type DemoRow, demoRows, laterRows } from './demo.ts'
import styles from './parts.module.css'
import { sinkWords } from './words.data.ts'

const ROWS = demoRows(10_000)
const INITIAL_SORT = [{ id: 'until', desc: false }]
const CALL = { method: 'GET', path: '/api/v1/ca/conjunctions' }
const idOf = (row: DemoRow) => row.id
const edgeOf = (row: DemoRow) => {
  const { level } = meaningOf('risk', row.risk)
  return level === 'serious' || level === 'critical' ? level : undefined
}

/** Ten thousand made-up conjunctions, and more on demand; columns and sort are in the address. */
export function Rows() {
  const say = useWords(sinkWords)
  const [search, setLayout] = useSearchState(`/protected${paths.kitchensink}`)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<string>()
  const [rows, setRows] = useState(ROWS)
  const [count, setCount] = useState<number>()
  const [isPicking, setIsPicking] = useState(false)
  const columns = useMemo(() => demoColumns(say), [say])
  const groupOf = useMemo(
    () => (row: DemoRow) => say('dayGroup', { date: formatDate(row.tcaMs), day: dayOfYear(row.tcaMs) }),
    [say],
  )
  const layout: TableLayout = { columns: search.columns, sort: search.sort }
  const arrive = () => setRows((before) => [...laterRows(4, before.length), ...before])
  const note = opened
    ? say('tableNoteOpened', { selected: selected.size, opened })
    : say('tableNote', { selected: selected.size })
  return (
    <Pane
      title={say('conjunctions')}
      note={note}
      provenance={devWords('simulated')}
      exits={{ csv: { name: 'demo-conjunctions', table: () => tableOf(columns, rows) }, call: CALL }}
    >
      <div className={styles.tools}>
        <Button onClick={arrive}>{say('arrive')}</Button>
        <Button aria-pressed={isPicking} onClick={() => setIsPicking(!isPicking)}>
          {say('pick')}
        </Button>
        <Button onClick={() => setCount(drawn.cells)}>{say('drawn')}</Button>
        <output className={styles.small}>{count === undefined ? '' : say('drawnCount', { count })}</output>
        <span className={styles.space} />
        <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
      </div>
      <div className={styles.table}>
        <DataTable
          label={say('grid')}
          rows={rows}
          columns={columns}
          idOf={idOf}
          groupOf={groupOf}
          edgeOf={edgeOf}
          initialSort={INITIAL_SORT}
          layout={layout}
          onLayout={setLayout}
          hold="demo"
          selected={selected}
          onSelect={setSelected}
          isPicking={isPicking}
          onOpen={(row) => setOpened(row.id)}
        />
      </div>
    </Pane>
  )
}
