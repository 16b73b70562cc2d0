import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Estimate } from '@apsis/contract/ca/event/estimate.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formatInstant } from '../../../../clock/format.ts'
import { Instant } from '../../../../clock/instant.tsx'
import { QueryPane } from '../../../../shell/page/query-pane.tsx'
import { ReadBy } from '../../../../shell/page/read-by.tsx'
import { paths } from '../../../../site/paths.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../../../ui/format/probability.ts'
import { formatMiss } from '../../../../ui/format/quantity.ts'
import { Pane } from '../../../../ui/page/pane.tsx'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../../ui/status/status-word.tsx'
import { type Column, tableOf } from '../../../../ui/table/column.ts'
import { ColumnChooser } from '../../../../ui/table/column-chooser.tsx'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { useStoredLayout } from '../../../../ui/table/stored-layout.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { LongName } from '../../../../ui/value/long-name.tsx'
import { Missing, Probability } from '../../../../ui/value/quantity.tsx'
import { EstimatesPlot } from '../../../plot/estimates/estimates-plot.tsx'
import { estimateWords } from '../../estimates-words.data.ts'
import { estimatesQuery } from '../../queries.ts'
import { eventCalls } from '../view/calls.ts'
import styles from './estimates-tab.module.css'

const LEARNT = { HISTORY: 'learntHistory', MESSAGES: 'learntMessages' } as const

type Props = { readonly conjunction: Conjunction; readonly threshold: number | undefined }

/** Returns the probability that the satellite accepts; undefined if the event has no own satellite. */
export const thresholdOf = (satellite: Satellite | undefined): number | undefined =>
  satellite?.configuration.thresholds.acceptedCollisionProbability

/** Shows the estimates of the event by source: in one plot, and in a list. */
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
      <div className={`grid grow min-h-0 panes stack-phone ${styles.estimates}`}>
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
  /** Opens the message, or the screening, from which the estimate comes. */
  const open = ({ cdmId, screeningId, source }: Estimate) => {
    // A report has no page of its own: this list shows its complete content.
    if (source === 'REPORTED') return
    if (screeningId !== null) return void navigate({ to: paths.screening, search: { screening: screeningId } })
    const { satelliteId, conjunctionId } = conjunction
    const params = { satellite_id: satelliteId ?? '-', conjunction_id: conjunctionId, message_id: cdmId ?? '' }
    void navigate({ to: paths.cdm, params })
  }
  return (
    <Pane
      title={say('all')}
      note={say('allNote')}
      className={`min-h-0 ${styles.all}`}
      actions={<ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />}
      exports={{ call, csv: { name: 'estimates', table: () => tableOf(columns, rows) } }}
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

type Say = typeof estimateWords

/** Returns the origin of an estimate: the message, or the file and the data with which it was compared. */
function originOf({ messageId, originator, fileName, against, neighbour, isSimulated }: Estimate, say: Say): string {
  const mark = isSimulated ? ` (${say('simulated')})` : ''
  if (against === null) return `${originator ?? ''} ${messageId ?? ''}${mark}`
  const origin = say('against', { file: fileName ?? say('elementSet'), what: say(against) })
  if (neighbour === null) return `${origin}${mark}`
  const { file, source, madeAt } = neighbour
  return `${say('published', { origin, file, source, made: formatInstant(Date.parse(madeAt)) })}${mark}`
}

/** Returns the state of an estimate; if the own file states no uncertainty, also the source of the uncertainty of the own orbit. */
function stateOf({ state, weakness, ownCovariance, neighbour, isEmergencyReportable }: Estimate, say: Say): string {
  if (isEmergencyReportable === true) return `${say(state)}: ${say('NOT_RECOMPUTABLE')}; ${say('emergency')}`
  if (weakness !== null) return `${say(state)}: ${say(weakness)}`
  if (neighbour?.isEnvelope === true) return `${say(state)}: ${say('envelope')}`
  if (ownCovariance === null || ownCovariance === 'FILE') return say(state)
  return `${say(state)}: ${say(LEARNT[ownCovariance])}`
}

const length = (id: 'r' | 't' | 'n', priority: number, say: Say): Column<Estimate> => ({
  id,
  title: id.toUpperCase(),
  unit: 'm',
  value: ({ miss }) => miss?.[id],
  cell: ({ miss }) =>
    miss === null ? <Missing reason={say('noMiss')} /> : formatNumber(miss[id], { decimals: 0, signed: true }),
  align: 'end',
  widthPx: 80,
  priority,
})

/** Returns the columns of key numbers of each estimate; a missing value is a dash with its reason. */
function estimateColumns(say: Say): readonly Column<Estimate>[] {
  return [
    {
      id: 'made',
      title: say('made'),
      value: ({ madeAt }) => Date.parse(madeAt),
      cell: ({ madeAt }) => <Instant at={Date.parse(madeAt)} isStop={false} />,
      plain: ({ madeAt }) => formatInstant(Date.parse(madeAt)),
      align: 'end',
      widthPx: 190,
      priority: 1,
      narrow: 'time',
    },
    {
      id: 'source',
      title: say('source'),
      value: ({ source }) => say(source),
      cell: ({ source }) => say(source),
      widthPx: 130,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'level',
      title: say('level'),
      value: ({ riskLevel }) => riskLevel,
      cell: ({ riskLevel }) => <StatusWord {...meaningOf('risk', riskLevel)} />,
      widthPx: 110,
      priority: 2,
      narrow: 'status',
    },
    {
      id: 'pc',
      title: say('pc'),
      value: ({ probability }) => probability ?? undefined,
      cell: ({ probability }) => <Probability value={probability ?? undefined} reason={say('noPc')} />,
      plain: ({ probability }) => formatProbabilityPlain(probability ?? undefined),
      align: 'end',
      widthPx: 120,
      priority: 1,
      narrow: 'main',
    },
    {
      id: 'miss',
      title: say('miss'),
      unit: 'm',
      value: ({ missM }) => missM,
      cell: ({ missM }) => formatMiss(missM),
      align: 'end',
      widthPx: 90,
      priority: 1,
    },
    length('r', 3, say),
    length('t', 3, say),
    length('n', 3, say),
    {
      id: 'sigma',
      title: say('sigma'),
      unit: 'm',
      value: ({ sigma }) => sigma?.t,
      cell: ({ sigma, weakness }) =>
        sigma === null ? (
          <Missing reason={say(weakness ?? 'noMiss')} />
        ) : (
          [sigma.r, sigma.t, sigma.n].map((one) => formatNumber(one, { decimals: 0 })).join(' / ')
        ),
      plain: ({ sigma }) => (sigma === null ? undefined : `${sigma.r} ${sigma.t} ${sigma.n}`),
      align: 'end',
      widthPx: 150,
      priority: 4,
    },
    {
      id: 'state',
      title: say('state'),
      value: (one) => stateOf(one, say),
      cell: (one) => stateOf(one, say),
      widthPx: 170,
      priority: 2,
    },
    {
      id: 'tca',
      title: say('tca'),
      value: ({ tca }) => Date.parse(tca),
      cell: ({ tca }) => <Instant at={Date.parse(tca)} isStop={false} />,
      plain: ({ tca }) => formatInstant(Date.parse(tca)),
      align: 'end',
      widthPx: 190,
      priority: 6,
    },
    {
      id: 'from',
      title: say('from'),
      value: (one) => originOf(one, say),
      cell: (one) => <LongName text={originOf(one, say)} />,
      widthPx: 240,
      priority: 5,
    },
  ]
}
