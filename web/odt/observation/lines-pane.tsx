import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { LineResidual } from '@apsis/contract/odt/observation/range-report.ts'
import { useMemo } from 'react'
import { formatInstantMs } from '../../clock/format.ts'
import type { Column } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import { Missing } from '../../ui/value/quantity.tsx'
import { writeLine } from './line-facts.ts'
import { TrackTable } from './track-table.tsx'
import { observationWords } from './words.data.ts'

/**
 * Returns an id with the measured value too, because two measurements of one quantity may have the same time, for example from two
 * channels.
 */
const idOf = ({ epoch, quantity, measured }: LineResidual) => `${epoch} ${quantity} ${measured}`

type Props = {
  readonly report: ObservationReport
  readonly rows: readonly LineResidual[]
  readonly title: string
  readonly note: string
}

/** Lists ranges and range rates with their residuals from the earlier and from the corrected orbit. */
export function LinesPane({ report, rows, title, note }: Props) {
  const t = useWords(observationWords)
  const isCompared = rows.some(({ before, after }) => before !== null || after !== null)
  const columns = useMemo(() => [...measuredColumns(t, isCompared), ...comparedColumns(t, isCompared)], [t, isCompared])
  return <TrackTable id="ranges" report={report} title={title} note={note} rows={rows} columns={columns} idOf={idOf} />
}

const end = { align: 'end', priority: 2 } as const
const rare = { priority: 3 } as const

/** Returns the columns of the measured value and its time; they are first if there is no orbit to compare with. */
function measuredColumns(t: typeof observationWords, isCompared: boolean): readonly Column<LineResidual>[] {
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
      ...(isCompared ? {} : { narrow: 'status' }),
    },
    {
      ...end,
      id: 'measured',
      title: t('rangesMeasured'),
      value: ({ measured }) => measured,
      cell: (row) => writeLine(row.measured, row.quantity),
      widthPx: 150,
      ...(isCompared ? rare : { narrow: 'main' }),
    },
  ]
}

/** Returns the columns of the residuals from the earlier and from the corrected orbit. */
function comparedColumns(t: typeof observationWords, isCompared: boolean): readonly Column<LineResidual>[] {
  return [
    {
      ...end,
      id: 'before',
      title: t('rangesBefore'),
      value: ({ before }) => before ?? undefined,
      cell: (row) =>
        row.before === null ? <Missing reason={t('linesNoBefore')} /> : writeLine(row.before, row.quantity),
      widthPx: 130,
      ...(isCompared ? { narrow: 'main' } : rare),
    },
    {
      ...end,
      id: 'after',
      title: t('rangesAfter'),
      value: ({ after }) => after ?? undefined,
      cell: (row) =>
        row.after === null ? <Missing reason={t('rangesNoAfter')} /> : writeLine(row.after, row.quantity),
      widthPx: 130,
      ...(isCompared ? { narrow: 'time' } : rare),
    },
    {
      ...end,
      id: 'sigma',
      title: 'σ',
      value: ({ sigma }) => sigma,
      cell: (row) => writeLine(row.sigma, row.quantity),
      widthPx: 100,
      ...(isCompared ? rare : { narrow: 'time' }),
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
