import type { ObservationReport } from '@apsis/contract/odt/observation.ts'
import type { RangeReport } from '@apsis/contract/odt/range-report.ts'
import { useMemo, useState } from 'react'
import { formatInstantMs } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { type Column, tableOf } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useStoredLayout } from '../../ui/table/stored-layout.ts'
import { useWords } from '../../ui/text/language.ts'
import { Missing } from '../../ui/value/quantity.tsx'
import styles from '../observation/observation.module.css'
import { UpdatePane } from '../observation/update-pane.tsx'
import { observationWords } from '../observation/words.data.ts'

type Measurement = RangeReport['measurements'][number]
type Props = React.PropsWithChildren<{ readonly report: ObservationReport; readonly ranges: RangeReport }>

/** Two of one quantity may have one time, as of two channels. */
const idOf = ({ epoch, quantity, measured }: Measurement) => `${epoch} ${quantity} ${measured}`
const SORT = [{ id: 'epoch', desc: false }]
/** A metre and a tenth of a millimetre a second are below what radars resolve; a laser resolves a millimetre. */
const DECIMALS = { range: 3, 'range-rate': 4 } as const
const UNITS = { range: 'm', 'range-rate': 'm/s' } as const

/** The report of a track of ranges or Doppler alone: how it moves the orbit of the object that its message names. */
export function RangePanes({ report, ranges, children }: Props) {
  const t = useWords(observationWords)
  return (
    <>
      <div>
        <div className={styles.lead}>
          <p className={styles.sentence} role="status">
            <StatusSymbol level={ranges.isAssociated ? 'ok' : 'inactive'} size={14} />
            <b>{rangeSentence(ranges)}</b>
          </p>
          <p className={styles.detail}>{t('rangesAlone')}</p>
          {report.isSimulated ? <p className={styles.detail}>{t('simulated')}</p> : null}
        </div>
        <RangesPane report={report} ranges={ranges} />
      </div>
      <div>
        <UpdatePane report={report} />
        {children}
      </div>
    </>
  )
}

/** Whether the track is of the object that it names, and by how much it corrects it. */
export function rangeSentence({ catalogueId: id, objectName: name, ...ranges }: RangeReport): string {
  const { alongTrackTimeOffset: lateS, across: acrossM } = ranges
  if (lateS === null || acrossM === null) return observationWords('rangesNoOrbit', { name, id })
  const seconds = formatNumber(Math.abs(lateS), { significant: 3 })
  const when = observationWords(lateS > 0 ? 'late' : 'early')
  const values = { name, id, seconds, when, across: formatNumber(acrossM / 1_000, { significant: 3 }) }
  const count = ranges.measurements.filter(({ isEdited }) => !isEdited).length
  if (ranges.isAssociated) return observationWords('rangesOf', { ...values, count })
  const most = formatNumber(ranges.mostTimeOffset, { significant: 3 })
  const side = formatNumber(ranges.mostAcross / 1_000, { significant: 3 })
  return observationWords('rangesTooFar', { ...values, most, side })
}

function RangesPane({ report, ranges }: Pick<Props, 'report' | 'ranges'>) {
  const t = useWords(observationWords)
  const [layout, setLayout] = useStoredLayout('ranges')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => columnsOf(t), [t])
  const rows = ranges.measurements
  return (
    <Pane
      id="ranges"
      title={t('rangesTitle')}
      note={t('rangesNote')}
      exits={{
        csv: { name: 'ranges', table: () => tableOf(columns, rows) },
        call: { method: 'GET', path: `/api/v1/odt/observations/report/${report['file-id']}` },
      }}
    >
      <div className={styles.measurements}>
        <DataTable
          label={t('rangesTitle')}
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

const end = { align: 'end', priority: 2 } as const
const write = (value: number, { quantity }: Measurement) =>
  `${formatNumber(value, { decimals: DECIMALS[quantity] })} ${UNITS[quantity]}`

const columnsOf = (t: typeof observationWords): readonly Column<Measurement>[] => [
  ...measuredColumns(t),
  ...comparedColumns(t),
]

/** What was measured, and when. */
function measuredColumns(t: typeof observationWords): readonly Column<Measurement>[] {
  return [
    {
      id: 'epoch',
      title: t('epochHead'),
      value: ({ epoch }) => Date.parse(epoch),
      plain: ({ epoch }) => epoch,
      cell: ({ epoch }) => <span className="mono">{formatInstantMs(Date.parse(epoch))}</span>,
      widthPx: 204,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'quantity',
      title: t('rangesQuantity'),
      value: ({ quantity }) => quantity,
      cell: ({ quantity }) => t(quantity),
      widthPx: 130,
      priority: 2,
    },
    {
      ...end,
      id: 'measured',
      title: t('rangesMeasured'),
      value: ({ measured }) => measured,
      cell: (row) => write(row.measured, row),
      widthPx: 150,
      priority: 3,
    },
  ]
}

/** What the orbits of before and after make of it. */
function comparedColumns(t: typeof observationWords): readonly Column<Measurement>[] {
  return [
    {
      ...end,
      id: 'before',
      title: t('rangesBefore'),
      value: ({ before }) => before,
      cell: (row) => write(row.before, row),
      widthPx: 130,
      narrow: 'main',
    },
    {
      ...end,
      id: 'after',
      title: t('rangesAfter'),
      value: ({ after }) => after ?? undefined,
      cell: (row) => (row.after === null ? <Missing reason={t('rangesNoAfter')} /> : write(row.after, row)),
      widthPx: 130,
      narrow: 'time',
    },
    {
      ...end,
      id: 'sigma',
      title: 'σ',
      value: ({ sigma }) => sigma,
      cell: (row) => write(row.sigma, row),
      widthPx: 100,
      priority: 3,
    },
    {
      id: 'edited',
      title: t('rangesEdited'),
      value: ({ isEdited }) => String(isEdited),
      cell: ({ isEdited }) => t(isEdited ? 'rangesOut' : 'rangesUsed'),
      widthPx: 110,
      priority: 3,
    },
  ]
}
