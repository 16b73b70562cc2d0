import { useState } from 'react'
import { dayOfYear, formatAge, formatDate, formatTime } from '../../clock/format.ts'
import { formatUntil } from '../../ui/format/duration.ts'
import { formatChange } from '../../ui/format/number.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { Pane } from '../../ui/pane.tsx'
import { Probability } from '../../ui/quantity.tsx'
import { meaningOf } from '../../ui/status-meaning.ts'
import { LEVELS } from '../../ui/status-symbol.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DEMO_NOW_MS, type DemoRow, demoRows } from './demo.ts'
import styles from './parts.module.css'

const ROWS = demoRows(10_000)
const mono = (text: string) => <span className="mono">{text}</span>
const rankOf = (row: DemoRow) => LEVELS.indexOf(meaningOf('risk', row.risk).level)

const COLUMNS: readonly Column<DemoRow>[] = [
  {
    id: 'level',
    title: 'Level',
    value: rankOf,
    cell: (row) => <StatusWord {...meaningOf('risk', row.risk)} />,
    widthPx: 136,
    priority: 1,
  },
  {
    id: 'until',
    title: 'To TCA',
    value: (row) => row.tcaMs,
    cell: (row) => mono(formatUntil(row.tcaMs - DEMO_NOW_MS)),
    align: 'end',
    widthPx: 152,
    priority: 1,
  },
  {
    id: 'tca',
    title: 'TCA',
    unit: 'UTC',
    value: (row) => row.tcaMs,
    cell: (row) => mono(formatTime(row.tcaMs)),
    align: 'end',
    widthPx: 96,
    priority: 4,
  },
  {
    id: 'satellite',
    title: 'Satellite',
    value: (row) => row.satellite,
    cell: (row) => row.satellite,
    widthPx: 90,
    priority: 3,
  },
  {
    id: 'secondary',
    title: 'Secondary',
    value: (row) => row.secondary,
    cell: (row) => mono(row.secondary),
    widthPx: 100,
    priority: 5,
  },
  {
    id: 'probability',
    title: 'Pc',
    value: (row) => row.probability,
    cell: (row) => <Probability value={row.probability} reason="No covariance." />,
    align: 'end',
    widthPx: 102,
    priority: 2,
  },
  {
    id: 'change',
    title: 'Change',
    value: (row) => (row.before && row.probability ? row.probability / row.before : undefined),
    cell: (row) => (row.probability === undefined ? '–' : formatChange(row.before, row.probability)),
    align: 'end',
    widthPx: 88,
    priority: 6,
  },
  {
    id: 'miss',
    title: 'Miss',
    unit: 'm',
    value: (row) => row.missM,
    cell: (row) => formatQuantity('missDistance', row.missM).number,
    align: 'end',
    widthPx: 86,
    priority: 7,
  },
  {
    id: 'radial',
    title: 'R',
    unit: 'm',
    value: (row) => row.radialM,
    cell: (row) => formatQuantity('separation', row.radialM).number,
    align: 'end',
    widthPx: 76,
    priority: 8,
  },
  {
    id: 'age',
    title: 'Data age',
    value: (row) => row.ageMs,
    cell: (row) => formatAge(row.ageMs),
    align: 'end',
    widthPx: 92,
    priority: 9,
  },
]

const idOf = (row: DemoRow) => row.id
const groupOf = (row: DemoRow) => `${formatDate(row.tcaMs)}, day ${dayOfYear(row.tcaMs)}`
const edgeOf = (row: DemoRow) => {
  const { level } = meaningOf('risk', row.risk)
  return level === 'serious' || level === 'critical' ? level : undefined
}

/** Ten thousand made-up conjunctions. */
export function Rows() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<string>()
  return (
    <Pane
      title="Conjunctions"
      note={`10 000 rows, ${selected.size} selected${opened ? `, ${opened} opened` : ''}`}
      provenance="Demo data, simulated"
    >
      <div className={styles.table}>
        <DataTable
          label="Demo conjunctions"
          rows={ROWS}
          columns={COLUMNS}
          idOf={idOf}
          groupOf={groupOf}
          edgeOf={edgeOf}
          initialSort={[{ id: 'until', desc: false }]}
          selected={selected}
          onSelect={setSelected}
          onOpen={(row) => setOpened(row.id)}
        />
      </div>
    </Pane>
  )
}
