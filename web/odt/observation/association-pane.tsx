import {
  ASSOCIATION_METRICS,
  type AssociationMetric,
  type ObservationReport,
} from '@apsis/contract/odt/observation/observation.ts'
import { ObjectNumber } from '../../encounter/object-number.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import type { Candidate } from './facts.ts'
import styles from './observation.module.css'
import { orbitText } from './orbit-text.ts'
import { formatDistance } from './verdict.tsx'
import { observationWords } from './words.data.ts'

type Props = {
  readonly report: ObservationReport
  readonly onMetric: (metric: AssociationMetric) => void
}

/** Lists the objects with which the track was compared, the best first, and the distance of each from its threshold. */
export function AssociationPane({ report, onMetric }: Props) {
  const t = useWords(observationWords)
  const { associationMetric: metric, isAmbiguous } = report.associationResults
  const results = nearestFirst(report.t2oAssociationResults)
  const columns = candidateColumns(report, results)
  return (
    <Pane
      id="association"
      title={t('association')}
      note={t('associationNote', { metric: t(metric), unit: metric === 'ANGULAR_DISTANCE' ? ', ″' : '' })}
      exports={{ csv: { name: 'association', table: () => fileOf(columns, results) } }}
    >
      <div className="no-print pad-4">
        <Segments
          label={t('metric')}
          value={metric}
          options={ASSOCIATION_METRICS.map((value) => ({
            value,
            label: t(value === 'ANGULAR_DISTANCE' ? 'angular' : 'mahalanobis'),
          }))}
          onChange={onMetric}
        />
      </div>
      {results.length === 0 ? (
        <p className="pad-6 muted fs-13">{t('noResiduals')}</p>
      ) : (
        <PlainTable
          rows={results}
          columns={columns}
          idOf={({ catalogueId }) => String(catalogueId)}
          rowClass={({ catalogueId }) => (catalogueId === report.catalogueIdBestAssociation ? styles.best : undefined)}
          isSmall
        />
      )}
      <div className={`fs-13 break-anywhere ${styles.facts}`}>
        <KeyValues
          rows={[
            [t('orbitUsed'), orbitText(report, t)],
            [t('criterion'), t('median')],
            ...(isAmbiguous ? ([[t('result'), t('ambiguous')]] as const) : []),
          ]}
        />
      </div>
    </Pane>
  )
}

/** Returns the objects in the order of the list and of its file: the best fit first. */
export const nearestFirst = (results: readonly Candidate[]): readonly Candidate[] =>
  results.toSorted((a, b) => a.associationValue - b.associationValue)

/** Returns the columns of the objects with which a track was compared, for the screen and for files. */
export const candidateColumns = (
  report: ObservationReport,
  all: readonly Candidate[],
): readonly PlainColumn<Candidate>[] => {
  const t = observationWords
  const { associationMetric: metric, isAmbiguous } = report.associationResults
  const isBest = ({ catalogueId }: Candidate) => catalogueId === report.catalogueIdBestAssociation
  return [
    ...fileColumns<Candidate>({ catalogueId: 'catalogueId', objectName: 'objectName' }),
    {
      id: 'candidate',
      title: t('candidate'),
      isRowHead: true,
      cell: (one) => (
        <>
          {one.objectName} <ObjectNumber number={one.catalogueId} />
          <small>{t(isBest(one) ? (isAmbiguous ? 'ambiguous' : 'isAssociated') : 'notAssociated')}</small>
          <DistanceBar result={one} all={all} isBest={isBest(one)} />
        </>
      ),
    },
    {
      id: 'associationValue',
      title: t('value'),
      align: 'end',
      value: 'associationValue',
      cell: ({ associationValue }) => formatDistance(associationValue, metric),
    },
    {
      id: 'associationThreshold',
      title: t('limit'),
      align: 'end',
      value: 'associationThreshold',
      cell: ({ associationThreshold }) => formatDistance(associationThreshold, metric),
    },
    {
      id: 'alongTrackTimeOffset, s',
      title: t('offset'),
      align: 'end',
      value: 'alongTrackTimeOffset',
      cell: ({ alongTrackTimeOffset }) => formatNumber(alongTrackTimeOffset, { decimals: 3, signed: true }),
    },
    ...fileColumns<Candidate>({ isAssociated: 'isAssociated' }),
  ]
}

type BarProps = { readonly result: Candidate; readonly all: readonly Candidate[]; readonly isBest: boolean }

/** Draws value and threshold on one logarithmic scale, the same for all objects; the numbers beside it are the exact values. */
export function DistanceBar({ result, all, isBest }: BarProps) {
  const values = all.flatMap((one) => [one.associationValue, one.associationThreshold]).filter((value) => value > 0)
  const [low, high] = [Math.log10(Math.min(...values)) - 0.3, Math.log10(Math.max(...values)) + 0.1]
  const share = (value: number) => (100 * (value > 0 ? Math.log10(value) - low : 0)) / (high - low)
  const mark = `${share(result.associationThreshold)}%`
  const look = isBest ? 'fill-series-1' : styles.barOther
  return (
    <svg width="100%" height="10" className="block" aria-hidden="true">
      <rect x="0" y="2" height="6" width={`${share(result.associationValue)}%`} className={look} />
      <line x1={mark} x2={mark} y1="0" y2="10" className="stroke-ink dash-4-3" />
    </svg>
  )
}
