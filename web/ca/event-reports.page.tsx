import { type EventReport, listEventReports } from '@apsis/contract/ca/report/event-report.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { useNaming } from '../shell/status/people.ts'
import { paths } from '../site/paths.ts'
import { Empty } from '../ui/page/pane-states.tsx'
import { tableOf } from '../ui/table/column.ts'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useWords } from '../ui/text/language.ts'
import { reportColumns } from './report/columns.tsx'
import { reportsQuery, saveReport } from './report/reports.ts'
import { reportWords } from './report/words.data.ts'

const SORT = [{ id: 'at', desc: true }]
const NOTHING: ReadonlySet<string> = new Set()

/** Shows every report that the organisation has archived, whatever the current state of its event is. */
export function EventReportsPage() {
  const t = useWords(reportWords)
  const [layout, change] = useSearchState(`/protected${paths.eventReports}`)
  const query = useQuery(reportsQuery())
  const [selected, setSelected] = useState(NOTHING)
  const { nameOf } = useNaming()
  const columns = useMemo(() => reportColumns(t, nameOf), [t, nameOf])
  const rows = query.data ?? []
  return (
    <>
      <title>{`${t('reports')} · Apsis`}</title>
      <PageHead />
      <QueryPane
        title={t('reports')}
        query={query}
        skeletonRows={8}
        failed={t('failed')}
        note={rows.length > 0 ? t('kept', { count: rows.length }) : undefined}
        className="stack grow min-h-0"
        actions={rows.length > 0 ? <ColumnChooser columns={columns} layout={layout} onLayout={change} /> : null}
        exports={{
          csv: { name: 'event-reports', table: () => tableOf(columns, rows) },
          call: { method: listEventReports.method, path: listEventReports.path },
        }}
      >
        {(all) =>
          all.length === 0 ? (
            <Empty title={t('none')} actions={<Link to={paths.conjunctions}>{t('toEvents')}</Link>}>
              {t('noneHow')}
            </Empty>
          ) : (
            <div className="flex grow min-h-0">
              <DataTable
                label={t('reports')}
                rows={all}
                columns={columns}
                idOf={({ reportId }: EventReport) => reportId}
                initialSort={SORT}
                layout={layout}
                onLayout={change}
                selected={selected}
                onSelect={setSelected}
                onOpen={(one) => void saveReport(one, 'page')}
              />
            </div>
          )
        }
      </QueryPane>
    </>
  )
}
