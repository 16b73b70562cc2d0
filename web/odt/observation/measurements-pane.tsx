import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { useMemo } from 'react'
import { formatInstantMs } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { type Column, tableOf } from '../../ui/table/column.ts'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useStoredLayout } from '../../ui/table/stored-layout.ts'
import { useWords } from '../../ui/text/language.ts'
import { Missing } from '../../ui/value/quantity.tsx'
import { type Line, measurementLinesOf } from './facts.ts'
import styles from './observation.module.css'
import { isInside, type Looking } from './selection.ts'
import { observationWords } from './words.data.ts'

const idOf = ({ atMs }: Line) => String(atMs)
const SORT = [{ id: 'epoch', desc: false }]

type Props = { readonly report: ObservationReport; readonly looking: Looking }

/** Lists every measurement, or the measurements of the window, each with its residual from the shown object. */
export function MeasurementsPane({ report, looking }: Props) {
  const t = useWords(observationWords)
  const [layout, setLayout] = useStoredLayout('measurements')
  const isAngle = report.associationResults.associationMetric === 'ANGULAR_DISTANCE'
  const { leavingOut } = looking
  const all = useMemo(() => measurementLinesOf(report), [report])
  const isCompared = all.some(({ residual }) => residual !== undefined)
  const columns = useMemo(() => columnsOf(t, { isAngle, isCompared, leavingOut }), [t, isAngle, isCompared, leavingOut])
  const lines = all.filter(({ atMs }) => isInside(atMs, looking.span))
  const read = (id: string | undefined) => looking.onRead(id === undefined ? undefined : Number(id))
  return (
    <Pane
      id="measurements"
      title={t('measurements')}
      note={
        lines.length < all.length
          ? t('tablePart', { count: lines.length, all: all.length })
          : t('tableNote', { count: lines.length })
      }
      actions={<ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />}
      exports={{
        csv: { name: 'measurements', table: () => tableOf(columns, lines) },
        call: {
          method: 'GET',
          path: `/api/v1/odt/observations/report/${report['file-id']}${queryOf(looking, report)}`,
        },
      }}
    >
      <div className={`flex ${styles.measurements}`}>
        <DataTable
          label={t('measurements')}
          rows={lines}
          columns={columns}
          idOf={idOf}
          initialSort={SORT}
          layout={layout}
          onLayout={setLayout}
          selected={new Set(looking.readMs === undefined ? [] : [String(looking.readMs)])}
          onSelect={(ids) => read([...ids].at(-1))}
          onOpen={(line) => read(idOf(line))}
        />
      </div>
    </Pane>
  )
}

/** Returns the query string of the report that names the measurements left out. */
const queryOf = ({ leavingOut }: Looking, { excluded }: ObservationReport): string =>
  excluded && leavingOut?.text ? `?exclude=${leavingOut.text}` : ''

type Lines = {
  readonly isAngle: boolean
  /** True if there is an orbit to compare with; without one, the measured values replace the residuals. */
  readonly isCompared: boolean
  readonly leavingOut: Looking['leavingOut']
}

function columnsOf(t: typeof observationWords, { isAngle, isCompared, leavingOut }: Lines): readonly Column<Line>[] {
  const end = { align: 'end', priority: 2 } as const
  const rare = { priority: 3 } as const
  const [main, identity] = [{ narrow: 'main' }, { narrow: 'identity' }] as const
  const number = (value: number | undefined, reason: string, write: (value: number) => string) =>
    value === undefined ? <Missing reason={reason} /> : write(value)
  const residual = (value: number) => formatQuantity('residual', value).number
  return [
    {
      id: 'epoch',
      title: t('epochHead'),
      value: ({ atMs }) => atMs,
      plain: ({ measurement }) => measurement.epoch,
      cell: ({ atMs }) => <span className="mono">{formatInstantMs(atMs)}</span>,
      widthPx: 204,
      priority: 1,
      // The values at the right are never cut, and a time is not a name that may be shortened.
      narrow: 'time',
    },
    {
      ...end,
      id: 'ra',
      title: t('ra'),
      unit: '°',
      value: ({ measurement }) => measurement.observedRaDec.ra,
      cell: ({ measurement }) => formatNumber(measurement.observedRaDec.ra, { decimals: 5 }),
      widthPx: 100,
      ...(isCompared ? rare : identity),
    },
    {
      ...end,
      id: 'dec',
      title: t('dec'),
      unit: '°',
      value: ({ measurement }) => measurement.observedRaDec.dec,
      cell: ({ measurement }) => formatNumber(measurement.observedRaDec.dec, { decimals: 5 }),
      widthPx: 100,
      ...(isCompared ? rare : main),
    },
    {
      ...end,
      id: 'magnitude',
      title: t('brightness'),
      unit: t('magnitude'),
      value: ({ measurement }) => measurement.observedMagnitude?.magnitude,
      cell: ({ measurement }) =>
        number(measurement.observedMagnitude?.magnitude, t('noMagnitude'), (value) =>
          formatNumber(value, { decimals: 2 }),
        ),
      widthPx: 108,
      priority: 3,
    },
    {
      ...end,
      id: 'resRa',
      title: t('resRa'),
      unit: '″',
      value: (line) => line.residual?.ra,
      cell: (line) => number(line.residual?.ra, t('noResidual'), residual),
      widthPx: 150,
      ...(isCompared ? main : rare),
    },
    {
      ...end,
      id: 'resDec',
      title: t('resDec'),
      unit: '″',
      value: (line) => line.residual?.dec,
      cell: (line) => number(line.residual?.dec, t('noResidual'), residual),
      widthPx: 124,
      ...(isCompared ? identity : rare),
    },
    {
      ...end,
      id: 'distance',
      title: t('distance'),
      ...(isAngle ? { unit: '″' } : {}),
      value: ({ value }) => value,
      cell: ({ value }) => number(value, t('noResidual'), (known) => formatNumber(known, { significant: 4 })),
      widthPx: 100,
      priority: 3,
    },
    ...(leavingOut ? [fitColumn(t, leavingOut)] : []),
  ]
}

/** Returns the column that states if a measurement is used in the fit, with the button that changes this. */
function fitColumn(t: typeof observationWords, { onChange }: NonNullable<Looking['leavingOut']>): Column<Line> {
  return {
    id: 'fit',
    title: t('fitHead'),
    value: ({ isExcluded }) => (isExcluded ? 1 : 0),
    plain: ({ isExcluded }) => (isExcluded ? 'left out' : 'fitted'),
    cell: ({ atMs, isExcluded }) => (
      <>
        <span className="no-print">
          <Button
            look="quiet"
            aria-label={t(isExcluded ? 'takeInAt' : 'leaveOutAt', { time: formatInstantMs(atMs) })}
            onClick={() => onChange([atMs], !isExcluded)}
          >
            {t(isExcluded ? 'takeIn' : 'leaveOut')}
          </Button>
        </span>
        <span className={styles.onPaper}>{t(isExcluded ? 'leftOut' : 'isFitted')}</span>
      </>
    ),
    widthPx: 112,
    // A user without a pointer leaves a measurement out with this button.
    priority: 1,
    narrow: 'status',
  }
}
