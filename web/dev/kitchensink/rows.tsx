import { useMemo, useState } from 'react'
import { dayOfYear, formatAge, formatDate, formatInstantMs, formatTime } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatChange } from '../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../ui/format/probability.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { LEVELS } from '../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { type Column, tableOf } from '../../ui/table/column.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableLayout } from '../../ui/table/layout.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import { devWords } from '../text/words.data.ts'
import { DEMO_NOW_MS, type DemoRow, demoRows, LIVE_MS, laterRows } from './demo.ts'
import styles from './parts.module.css'
import { sinkWords } from './words.data.ts'

/** The number of times that a cell was rendered: the page shows that the clock causes no rendering. */
const drawn = { cells: 0 }

const ROWS = demoRows(10_000)
/** The same columns also draw a plain table of a few rows. */
const PLAIN_ROWS = ROWS.slice(0, 3)
const INITIAL_SORT = [{ id: 'until', desc: false }]
const CALL = { method: 'GET', path: '/api/v1/ca/conjunctions' }
const idOf = (row: DemoRow) => row.id
const edgeOf = (row: DemoRow) => {
  const { level } = meaningOf('risk', row.risk)
  return level === 'serious' || level === 'critical' ? level : undefined
}

/** Shows ten thousand made-up conjunctions, and more on demand; columns and sort are in the address. */
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
      exports={{ csv: { name: 'demo-conjunctions', table: () => tableOf(columns, rows) }, call: CALL }}
    >
      <div className={`row wrap gap-8 ${styles.tools}`}>
        <Button onClick={arrive}>{say('arrive')}</Button>
        <Button aria-pressed={isPicking} onClick={() => setIsPicking(!isPicking)}>
          {say('pick')}
        </Button>
        <Button onClick={() => setCount(drawn.cells)}>{say('drawn')}</Button>
        <output className="muted fs-12">{count === undefined ? '' : say('drawnCount', { count })}</output>
        <span className="grow" />
        <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
      </div>
      <div className={`flex ${styles.table}`}>
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
      <PlainTable label={say('conjunctions')} rows={PLAIN_ROWS} columns={columns.slice(1)} idOf={idOf} phone="cards" />
    </Pane>
  )
}

const mono = (text: string) => <span className="mono">{text}</span>
const rankOf = (row: DemoRow) => LEVELS.indexOf(meaningOf('risk', row.risk).level)
const changeOf = ({ before, probability }: DemoRow) => (before && probability ? probability / before : undefined)

/** Returns the columns of made-up conjunctions, in the language chosen now. */
function demoColumns(say: typeof sinkWords): readonly Column<DemoRow>[] {
  return [
    {
      id: 'level',
      title: say('level'),
      value: rankOf,
      plain: (row) => row.risk,
      cell: (row) => {
        drawn.cells += 1
        return <StatusWord {...meaningOf('risk', row.risk)} />
      },
      widthPx: 136,
      priority: 1,
      narrow: 'status',
    },
    {
      id: 'until',
      title: say('toTca'),
      value: (row) => row.tcaMs,
      plain: (row) => formatInstantMs(row.tcaMs),
      cell: (row) => <Until at={LIVE_MS + row.tcaMs - DEMO_NOW_MS} />,
      align: 'end',
      widthPx: 152,
      priority: 1,
      narrow: 'time',
    },
    {
      id: 'tca',
      title: say('tca'),
      unit: 'Z',
      value: (row) => row.tcaMs,
      plain: (row) => formatInstantMs(row.tcaMs),
      cell: (row) => mono(formatTime(row.tcaMs)),
      align: 'end',
      widthPx: 96,
      priority: 4,
    },
    {
      id: 'objects',
      title: say('objects'),
      value: (row) => `${row.satellite} × ${row.secondary}`,
      cell: (row) => (
        <>
          {row.satellite} × {mono(row.secondary)}
        </>
      ),
      widthPx: 150,
      priority: 3,
      narrow: 'identity',
    },
    {
      id: 'probability',
      title: say('pc'),
      value: (row) => row.probability,
      plain: (row) => formatProbabilityPlain(row.probability) || undefined,
      cell: (row) => <Probability value={row.probability} reason={sinkWords('noCovarianceShort')} />,
      align: 'end',
      widthPx: 102,
      priority: 2,
      narrow: 'main',
    },
    ...numbers(say),
  ]
}

function numbers(say: typeof sinkWords): readonly Column<DemoRow>[] {
  return [
    {
      id: 'change',
      title: say('change'),
      value: changeOf,
      cell: (row) => (row.probability === undefined ? '–' : formatChange(row.before, row.probability)),
      align: 'end',
      widthPx: 88,
      priority: 6,
    },
    {
      id: 'miss',
      title: say('missShort'),
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
      title: say('age'),
      value: (row) => row.ageMs,
      plain: (row) => row.ageMs / 1_000,
      cell: (row) => formatAge(row.ageMs),
      align: 'end',
      widthPx: 92,
      priority: 9,
    },
  ]
}
