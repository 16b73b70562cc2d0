import { listRequests, type ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { paths } from '../../site/paths.ts'
import { MISSING } from '../../ui/format/number.ts'
import { Scroll } from '../../ui/page/scroll.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type PassAhead, passesAhead, type RequestWithoutPass, unplanned, usePassesAhead } from './passes-ahead.ts'
import { aheadWords } from './words.data.ts'

/** The list shows this number of passes; the others are in the list of requests. */
const MOST_PASSES_SHOWN = 8

/** Shows the ordered passes, the next one first; empty for users without a role in tracking. */
export function PassesPane({ className }: { readonly className?: string | undefined }) {
  const t = useWords(aheadWords)
  const { isAllowed, query } = usePassesAhead()
  if (!isAllowed) return null
  return (
    <QueryPane
      id="passes-ahead"
      className={className}
      title={t('passes')}
      query={query}
      skeletonRows={3}
      failed={t('failed')}
      exports={{
        csv: { name: 'passes-ahead', table: () => tableOf(query.data ?? []) },
        call: { method: listRequests.method, path: listRequests.path },
      }}
    >
      {(requests) => <Passes passes={passesAhead(requests)} waiting={unplanned(requests)} />}
    </QueryPane>
  )
}

type Props = { readonly passes: readonly PassAhead[]; readonly waiting: readonly RequestWithoutPass[] }

function Passes({ passes, waiting }: Props) {
  const t = useWords(aheadWords)
  if (passes.length === 0 && waiting.length === 0) return <p className="soft fs-13 pad-8">{t('none')}</p>
  const rest = Math.max(0, passes.length - MOST_PASSES_SHOWN) + Math.max(0, waiting.length - MOST_PASSES_SHOWN)
  return (
    <>
      <Scroll>
        <PlainTable
          label={t('passes')}
          rows={[...passes.slice(0, MOST_PASSES_SHOWN), ...waiting.slice(0, MOST_PASSES_SHOWN)]}
          columns={columnsOf(t)}
          idOf={(one) => ('id' in one ? one.id : one.requestId)}
          phone="stacked"
          isSmall
        />
      </Scroll>
      {rest > 0 ? <p className="soft fs-13 pad-8">{t('more', { count: rest })}</p> : null}
    </>
  )
}

function Open({ requestId }: { readonly requestId: string }) {
  const t = useWords(aheadWords)
  return (
    <Link to={paths.observation} params={{ observation_request_id: requestId, observation_file_id: undefined }}>
      {t('open')}
    </Link>
  )
}

/** A request without a plan has no start and no sensor. */
const columnsOf = (t: typeof aheadWords): readonly PlainColumn<PassAhead | RequestWithoutPass>[] => [
  {
    id: 'start',
    title: t('pass'),
    isRowHead: true,
    value: (one) => ('atMs' in one ? new Date(one.atMs).toISOString() : undefined),
    cell: (one) =>
      'atMs' in one ? (
        <>
          <span className="nowrap">{formatInstant(one.atMs)}</span>,{' '}
          <span className="nowrap">
            <Until at={one.atMs} />
          </span>
        </>
      ) : (
        t('notPlanned', { time: formatInstant(one.untilMs) })
      ),
  },
  { id: 'object', title: t('object'), value: 'name' },
  {
    id: 'sensor',
    title: t('sensor'),
    value: (one) => ('sensorCode' in one ? one.sensorCode : undefined),
    cell: (one) => ('sensorCode' in one ? one.sensorCode : MISSING),
  },
  {
    id: 'status',
    title: t('status'),
    value: 'status',
    cell: (one) => (
      <>
        <StatusWord {...meaningOf('request', one.status)} />
        {'isOverdue' in one && one.isOverdue ? `, ${t('overdue')}` : ''}
      </>
    ),
  },
  {
    id: 'request_id',
    title: t('request'),
    value: 'requestId',
    cell: ({ requestId }) => <Open requestId={requestId} />,
  },
  ...fileColumns<PassAhead | RequestWithoutPass>({
    conjunction_id: 'conjunctionId',
    until: (one) => ('untilMs' in one ? new Date(one.untilMs).toISOString() : undefined),
  }),
]

/** Returns the table for a file: planned passes first, then requests without a plan. */
export const tableOf = (requests: readonly ObservationRequest[]) =>
  fileOf(columnsOf(aheadWords), [...passesAhead(requests), ...unplanned(requests)])
