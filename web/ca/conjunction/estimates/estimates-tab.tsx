import type { Estimate } from '@apsis/contract/ca/conjunction/estimate.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { paths } from '../../../paths.ts'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { ReadBy } from '../../../shell/page/read-by.tsx'
import { Pane } from '../../../ui/page/pane.tsx'
import { tableOf } from '../../../ui/table/column.ts'
import { ColumnChooser } from '../../../ui/table/column-chooser.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useStoredLayout } from '../../../ui/table/stored-layout.ts'
import { useWords } from '../../../ui/text/language.ts'
import { estimateWords } from '../../event/estimates-words.data.ts'
import { estimatesQuery } from '../../event/queries.ts'
import { EstimatesPlot } from '../../plot/estimates/estimates-plot.tsx'
import { eventCalls } from '../view/calls.ts'
import { estimateColumns } from './estimate-columns.tsx'
import styles from './estimates-tab.module.css'

type Props = { readonly conjunction: Conjunction; readonly threshold: number | undefined }

/** The probability that the satellite accepts; undefined where the event has none of ours. */
export const thresholdOf = (satellite: Satellite | undefined): number | undefined =>
  satellite?.configuration.thresholds.acceptedCollisionProbability

/** What each source says of the event: on one plot, and line by line. */
export function EstimatesTab({ conjunction, threshold }: Props) {
  const say = useWords(estimateWords)
  const query = useQuery(estimatesQuery(conjunction.conjunctionId))
  if (query.data === undefined)
    return (
      <QueryPane title={say('estimates')} query={query} skeletonRows={12} failed={say('failed')}>
        {() => null}
      </QueryPane>
    )
  const { estimates } = query.data
  const call = eventCalls(conjunction.conjunctionId).estimates
  return (
    <ReadBy answers={[query]}>
      <div className={styles.estimates}>
        <EstimatesPlot conjunction={conjunction} estimates={estimates} threshold={threshold} call={call} />
        <Lines conjunction={conjunction} estimates={estimates} call={call} />
      </div>
    </ReadBy>
  )
}

type LinesProps = {
  readonly conjunction: Conjunction
  readonly estimates: readonly Estimate[]
  readonly call: ReturnType<typeof eventCalls>['estimates']
}

function Lines({ conjunction, estimates, call }: LinesProps) {
  const say = useWords(estimateWords)
  const navigate = useNavigate()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [layout, setLayout] = useStoredLayout('estimates')
  const columns = useMemo(() => estimateColumns(say), [say])
  const rows = useMemo(() => estimates.toReversed(), [estimates])
  /** To the message, or to the screening that it is from. */
  const open = ({ cdmId, screeningId }: Estimate) => {
    if (screeningId !== null) return void navigate({ to: paths.screening, search: { screening: screeningId } })
    const { satelliteId, conjunctionId } = conjunction
    const params = { satellite_id: satelliteId ?? '-', conjunction_id: conjunctionId, message_id: cdmId ?? '' }
    void navigate({ to: paths.cdm, params })
  }
  return (
    <Pane
      title={say('all')}
      note={say('allNote')}
      className={styles.all}
      actions={<ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />}
      exits={{ call, csv: { name: 'estimates', table: () => tableOf(columns, rows) } }}
    >
      <DataTable
        label={say('all')}
        rows={rows}
        columns={columns}
        idOf={({ estimateId }) => estimateId}
        layout={layout}
        onLayout={setLayout}
        selected={selected}
        onSelect={setSelected}
        onOpen={open}
      />
    </Pane>
  )
}
