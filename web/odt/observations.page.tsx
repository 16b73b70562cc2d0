import { listRequests } from '@apsis/contract/odt/request/request.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { useNaming } from '../shell/status/people.ts'
import { paths } from '../site/paths.ts'
import button from '../ui/button/button.module.css'
import { Segments } from '../ui/button/segments.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { Banner, Empty } from '../ui/page/pane-states.tsx'
import { tableOf } from '../ui/table/column.ts'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { TableLayout } from '../ui/table/layout.ts'
import { useStoredLayout } from '../ui/table/stored-layout.ts'
import { useWords } from '../ui/text/language.ts'
import { BulkDownload } from './observation/list/bulk-download.tsx'
import { requestColumns, whole } from './observation/list/columns.tsx'
import { requestDatesOf } from './observation/list/dates.ts'
import { Inspector } from './observation/list/inspector.tsx'
import { ObservationsLead } from './observation/list/lead.tsx'
import styles from './observation/list/observations.module.css'
import { OwnTracks } from './observation/list/own-tracks.tsx'
import { RequestTimeline } from './observation/list/request-timeline.tsx'
import { filtered, type Row, rowsOf } from './observation/list/rows.ts'
import { ListFilters, NoMatch, StatusCounts } from './observation/list/tools.tsx'
import { observationsWords } from './observation/list/words.data.ts'
import { RequestDialog } from './request/request-dialog.tsx'
import { filesQuery, requestsQuery } from './request/state/queries.ts'
import { lifeWords } from './request/state/words.data.ts'

const PAGE = `/protected${paths.observations}` as const
const SORT = [{ id: 'requested', desc: true }]
const VIEWS = ['list', 'timeline'] as const
const NONE: readonly never[] = []
/** The parameters that a dialog adds to the address, removed when the dialog is closed. */
const NO_DIALOG = {
  dialog: undefined,
  satellite: undefined,
  event: undefined,
  type: undefined,
  passes: undefined,
  sensors: undefined,
  count: undefined,
  priority: undefined,
  elevation: undefined,
  zoom: undefined,
  at: undefined,
  light: undefined,
  sky: undefined,
  look: undefined,
}
const idOf = ({ request }: Row) => request.observationRequestId
const edgeOf = ({ request }: Row) => (request.isOverdue ? 'serious' : undefined)

/** Lists the requests of the organisation, their results, and the requests that may fail. */
export function ObservationsPage() {
  const t = useWords(observationsWords)
  const requests = useQuery(requestsQuery())
  const [search, change] = useSearchState(PAGE)
  const { dialog, satellite, event, type, passes, elevation, sensors, count, priority } = search
  const begun = { satellite, event, type, passes, elevation, sensors, count, priority }
  const isSimulated = requests.data?.some((one) => one.isSimulated) ?? false
  return (
    <FileMarking value={{ isSimulated, stamp: () => formatFileInstant(now()) }}>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead main={<NewRequestLink look="primary" />} />
      <div className={`stack grow min-h-0 ${styles.page}`}>
        <ObservationsLead requests={requests.data} isFailed={requests.error !== null} />
        <Requests all={requests.data?.length} />
      </div>
      {dialog === 'new-observation' ? (
        <RequestDialog key={JSON.stringify(begun)} asked={begun} onClose={() => change(NO_DIALOG)} />
      ) : null}
    </FileMarking>
  )
}

function NewRequestLink({ look }: { readonly look: 'primary' | 'plain' }) {
  const t = useWords(observationsWords)
  return (
    <Link
      to={paths.observations}
      search={(all: object) => ({ ...all, dialog: 'new-observation' })}
      className={`${button.button} ${button[look]} no-print plain-link self-center`}
      aria-label={t('newRequest')}
    >
      <span className="no-phone">{t('newRequest')}</span>
      <span className={styles.short}>{t('newRequestShort')}</span>
    </Link>
  )
}

/** Returns the filters from the address, the result of the read, and the rows that are shown. */
function useShown() {
  const [search, show] = useSearchState(PAGE)
  const { q, status, sensor, when, dates, from, to } = search
  const asked = requestDatesOf({ dates, from, to })
  const query = useQuery(requestsQuery(asked))
  const files = useQuery(filesQuery())
  const rows = useMemo(() => rowsOf(query.data ?? NONE, files.data ?? NONE), [query.data, files.data])
  const { nameOf } = useNaming()
  const shown = useMemo(
    () => filtered(rows, { q, status, sensor, when }, nameOf),
    [rows, q, status, sensor, when, nameOf],
  )
  return {
    query,
    files,
    asked,
    rows,
    shown,
    inHand: shown.find((row) => idOf(row) === search.request) ?? shown[0],
    filter: { q, status, sensor, when, dates, from, to },
    isTimeline: search.view === 'timeline',
    // Nothing can be filtered in an empty list, but a list may have failed to load because of its filters.
    isEmpty: query.data?.length === 0 && Object.keys(asked).length === 0,
    show,
  }
}

/** Shows the list with its filters, the chosen request beside it, and below it the tracks that nobody ordered. */
function Requests({ all }: { readonly all: number | undefined }) {
  const t = useWords(observationsWords)
  const life = useWords(lifeWords)
  const list = useShown()
  const { query, asked, rows, shown, isTimeline, isEmpty } = list
  const [layout, setLayout] = useStoredLayout('observations')
  const { nameOf } = useNaming()
  const columns = useMemo(() => requestColumns(t, life, nameOf), [t, life, nameOf])
  const part: PartProps = { all, list, columns, layout, onLayout: setLayout }
  return (
    <div className={`grid grow min-h-0 block-paper ${styles.columns}`}>
      <div className="stack min-w-0 min-h-0">
        <QueryPane
          id="requests"
          title={t('requests')}
          query={query}
          skeletonRows={8}
          failed={t('failed')}
          className="stack grow min-h-0"
          actions={isTimeline ? null : <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />}
          above={isEmpty ? null : <Tools {...part} />}
          exports={{
            csv: { name: 'observation-requests', table: () => tableOf(columns, shown) },
            call: { method: listRequests.method, path: listRequests.path, query: asked },
          }}
        >
          {(found) =>
            isEmpty ? (
              <Empty title={t('none')} actions={<NewRequestLink look="plain" />}>
                {t('noneHelp')}
              </Empty>
            ) : (
              <>
                {list.files.error ? <Banner level="caution">{t('filesFailed')}</Banner> : null}
                <div className={`stack grow line-top ${styles.table}`}>
                  {shown.length === 0 ? <NoMatch all={all ?? found.length} onFilter={list.show} /> : null}
                  <ListOrTimeline {...part} />
                </div>
              </>
            )
          }
        </QueryPane>
        <OwnTracks />
      </div>
      {rows.length === 0 ? null : (
        <aside className="min-w-0 scroll line-left under-tablet">
          <Inspector row={list.inHand} />
        </aside>
      )}
    </div>
  )
}

type PartProps = {
  /** The number of requests without any filter; undefined if it is not known. */
  readonly all: number | undefined
  readonly list: ReturnType<typeof useShown>
  readonly columns: ReturnType<typeof requestColumns>
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
}

/** Shows the filters, the download of the files of the listed requests, and the choice of the view. */
function Tools({ all, list: { query, files, rows, shown, filter, isTimeline, show } }: PartProps) {
  const t = useWords(observationsWords)
  const filtering = { rows, filter, onFilter: show }
  const ids = new Set(shown.map(idOf))
  const shownFiles = (files.data ?? NONE).filter(
    ({ observationRequestId }) => observationRequestId !== null && ids.has(observationRequestId),
  )
  return (
    <div className="row wrap flex-none pad-4 no-print gap-4-8">
      <ListFilters {...filtering} />
      <StatusCounts {...filtering} />
      <span className="grow" />
      <BulkDownload files={shownFiles} />
      <Segments
        label={t('showAs')}
        value={isTimeline ? 'timeline' : 'list'}
        options={VIEWS.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => show({ view: next === 'list' ? undefined : next })}
      />
      {query.data ? <Count shown={shown.length} all={all ?? query.data.length} /> : null}
    </div>
  )
}

/** Shows the requests over time, or as a table. */
function ListOrTimeline({ list: { shown, inHand, isTimeline, show }, columns, layout, onLayout }: PartProps) {
  const t = useWords(observationsWords)
  const navigate = useNavigate()
  const open = (requestId: string) =>
    void navigate({
      to: paths.observation,
      params: { observation_request_id: requestId, observation_file_id: undefined },
    })
  if (isTimeline && shown.length > 0)
    return (
      <RequestTimeline
        rows={shown}
        chosen={inHand && idOf(inHand)}
        onPick={(request) => show({ request })}
        onOpen={open}
      />
    )
  return (
    <DataTable
      label={t('table')}
      rows={shown}
      columns={columns}
      idOf={idOf}
      edgeOf={edgeOf}
      initialSort={SORT}
      layout={layout}
      onLayout={onLayout}
      selected={new Set(inHand ? [idOf(inHand)] : [])}
      onSelect={(ids) => show({ request: [...ids][0] })}
      onActive={(row) => show({ request: idOf(row) })}
      onOpen={(row) => open(idOf(row))}
    />
  )
}

/** Shows how many requests are listed, and how many there are in total. */
function Count({ shown, all }: { readonly shown: number; readonly all: number }) {
  const t = useWords(observationsWords)
  return (
    <output className="muted fs-13 nowrap no-phone">
      {shown < all ? t('shown', { shown: whole(shown), all: whole(all) }) : t('count', { count: shown })}
    </output>
  )
}
