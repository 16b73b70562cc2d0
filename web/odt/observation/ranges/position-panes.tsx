import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { OrbitOffset, PositionReport } from '@apsis/contract/odt/observation/position-report.ts'
import { useMemo } from 'react'
import { formatInstant, formatInstantMs } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { useWords } from '../../../ui/text/language.ts'
import { Missing } from '../../../ui/value/quantity.tsx'
import styles from '../observation.module.css'
import { TrackTable } from '../track-table.tsx'
import { UpdatePane } from '../update-pane.tsx'
import { PositionPlot } from './position-plot.tsx'
import { positionWords } from './position-words.data.ts'

type PositionMeasurement = PositionReport['measurements'][number]
type Props = React.PropsWithChildren<{ readonly report: ObservationReport; readonly positions: PositionReport }>

const idOf = ({ epoch }: PositionMeasurement) => epoch
/** Receivers of navigation satellites are accurate to some decimetres. */
const DECIMALS = 2
export const metres = (value: number): string => `${formatNumber(value, { decimals: DECIMALS, signed: true })} m`

/** Shows the report on positions of an own satellite: how they change its known orbit. */
export function PositionPanes({ report, positions, children }: Props) {
  const t = useWords(positionWords)
  const isOf = positions.isAssociated && positions.nearer === null
  return (
    <>
      <div>
        <div className="flex-none pad-10 line-bottom">
          <p className="flex items-baseline gap-10 soft fs-20" role="status">
            <StatusSymbol level={isOf ? 'ok' : positions.nearer === null ? 'inactive' : 'caution'} size={14} />
            <b>{positionSentence(positions)}</b>
          </p>
          <p className={`pl-24 soft ${styles.detail}`}>{whatText(positions)}</p>
          {report.isSimulated ? <p className={`pl-24 soft ${styles.detail}`}>{t('simulated')}</p> : null}
        </div>
        <PositionPlot report={report} positions={positions} />
        <PositionsPane report={report} positions={positions} />
      </div>
      <div>
        <UpdatePane report={report} />
        {children}
      </div>
    </>
  )
}

/** Returns a sentence that states if the positions belong to the satellite that they name, and by how much they correct its orbit. */
export function positionSentence({ catalogueId: id, objectName: name, nearer, ...positions }: PositionReport): string {
  const { alongTrackTimeOffset: lateS, across: acrossM } = positions
  const km = (m: number) => formatNumber(m / 1_000, { significant: 3 })
  if (lateS === null || acrossM === null) return positionWords('noOrbit', { name, id })
  if (positions.isAssociated && nearer !== null)
    return positionWords('nearer', { name: nearer.objectName, id: nearer.catalogueId, distance: km(nearer.distance) })
  const seconds = formatNumber(Math.abs(lateS), { significant: 3 })
  const when = positionWords(lateS > 0 ? 'late' : 'early')
  const values = { name, id, seconds, when, across: km(acrossM) }
  const count = positions.measurements.filter(({ isEdited }) => !isEdited).length
  if (positions.isAssociated) return positionWords('of', { ...values, count })
  const most = formatNumber(positions.mostTimeOffset, { significant: 3 })
  return positionWords('tooFar', { ...values, most, side: km(positions.mostAcross) })
}

/** Returns a text that states which positions of the message were used, and the source of their standard deviation. */
export function whatText({ measurements, positionsInMessage: all, statedSigma, burn }: PositionReport): string {
  const used = formatNumber(measurements.length, { decimals: 0 })
  const sigma =
    statedSigma === null
      ? positionWords('sigmaOfMessage')
      : positionWords('sigmaStated', { sigma: formatNumber(statedSigma, { significant: 3 }) })
  return [
    positionWords('what', { used, all: formatNumber(all, { decimals: 0 }) }),
    ...(measurements.length < all ? [positionWords('some')] : []),
    sigma,
    ...(burn ? [burnText(burn)] : []),
  ].join(' ')
}

function burnText({ at, deltaVMps }: NonNullable<PositionReport['burn']>): string {
  const size =
    deltaVMps === null
      ? positionWords('ofNoSize')
      : positionWords('ofSize', { size: formatNumber(deltaVMps, { significant: 3 }) })
  return positionWords('afterBurn', { at: formatInstant(Date.parse(at)), size })
}

function PositionsPane({ report, positions }: Pick<Props, 'report' | 'positions'>) {
  const t = useWords(positionWords)
  const columns = useMemo(() => columnsOf(t), [t])
  const { measurements: rows } = positions
  return (
    <TrackTable
      id="positions"
      report={report}
      title={t('title')}
      note={t('note')}
      rows={rows}
      columns={columns}
      idOf={idOf}
    />
  )
}

const AXES = ['radial', 'inTrack', 'crossTrack'] as const
const ORBITS = ['before', 'after'] as const

const columnsOf = (t: typeof positionWords): readonly Column<PositionMeasurement>[] => [
  {
    id: 'epoch',
    title: t('epoch'),
    value: ({ epoch }) => Date.parse(epoch),
    plain: ({ epoch }) => epoch,
    cell: ({ epoch }) => <span className="mono">{formatInstantMs(Date.parse(epoch))}</span>,
    widthPx: 204,
    priority: 1,
    narrow: 'identity',
  },
  ...ORBITS.flatMap((orbit) => AXES.map((axis) => offsetColumn(orbit, axis, t))),
  {
    id: 'sigma',
    title: t('sigma'),
    value: ({ sigma }) => sigmaText(sigma),
    cell: ({ sigma }) => sigmaText(sigma),
    widthPx: 230,
    align: 'end',
    priority: 3,
  },
  {
    id: 'edited',
    title: t('edited'),
    value: ({ isEdited }) => String(isEdited),
    cell: ({ isEdited }) => t(isEdited ? 'out' : 'used'),
    widthPx: 110,
    priority: 3,
  },
]

function offsetColumn(
  orbit: (typeof ORBITS)[number],
  axis: (typeof AXES)[number],
  t: typeof positionWords,
): Column<PositionMeasurement> {
  const isMain = axis === 'inTrack'
  return {
    id: `${orbit}-${axis}`,
    title: `${t(axis)}, ${t(orbit)}`,
    value: (row) => row[orbit]?.[axis],
    cell: (row) => {
      const offset = row[orbit]
      return offset === null ? <Missing reason={t('noAfter')} /> : metres(offset[axis])
    },
    widthPx: 150,
    align: 'end',
    priority: orbit === 'before' ? 2 : 3,
    ...(isMain ? { narrow: orbit === 'before' ? ('main' as const) : ('time' as const) } : {}),
  }
}

const sigmaText = (sigma: OrbitOffset) =>
  `${AXES.map((axis) => formatNumber(sigma[axis], { significant: 3 })).join(' / ')} m`
