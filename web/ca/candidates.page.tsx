import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import { Empty } from '../ui/page/pane-states.tsx'
import { tableOf } from '../ui/table/column.ts'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useWords } from '../ui/text/language.ts'
import { satellitesQuery } from './event/queries.ts'
import { type GroupRow, groupColumns } from './plan/candidates/columns.tsx'
import { candidatesQuery, groupsCall, groupsOf } from './plan/candidates/groups.ts'
import { candidateWords } from './plan/candidates/words.data.ts'

const SORT = [{ id: 'made', desc: true }]
const NOTHING: ReadonlySet<string> = new Set()
const idOf = ({ groupId }: GroupRow) => groupId

/** Lists every group of candidates with its nominal candidate and the progress of its screening. A row leads to the plans of its event. */
export function CandidatesPage() {
  const t = useWords(candidateWords)
  const navigate = useNavigate()
  const [layout, change] = useSearchState(`/protected${paths.candidates}`)
  const query = useQuery(candidatesQuery())
  const { data: satellites } = useQuery(satellitesQuery())
  const [selected, setSelected] = useState(NOTHING)
  const columns = useMemo(() => groupColumns(t), [t])
  const rows = groupsOf(query.data ?? []).map((group): GroupRow => {
    const name = satellites?.find(({ satelliteId }) => satelliteId === group.satelliteId)?.name ?? t('nameless')
    return { ...group, satellite: name }
  })
  const open = ({ satelliteId, conjunctionId, shown }: GroupRow) =>
    void navigate({
      to: paths.conjunction,
      params: { satellite_id: satelliteId, conjunction_id: conjunctionId },
      search: { tab: 'manoeuvre', plan: shown.manoeuvreId },
    })
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead />
      <QueryPane
        title={t('groups')}
        query={query}
        skeletonRows={8}
        failed={t('failed')}
        note={t('note')}
        className="stack grow min-h-0"
        actions={rows.length > 0 ? <ColumnChooser columns={columns} layout={layout} onLayout={change} /> : null}
        exports={{ csv: { name: 'candidates', table: () => tableOf(columns, rows) }, call: groupsCall }}
      >
        {() =>
          rows.length === 0 ? (
            <Empty title={t('none')} actions={<Link to={paths.conjunctions}>{t('toEvents')}</Link>}>
              {t('noneHow')}
            </Empty>
          ) : (
            <div className="flex grow min-h-0">
              <DataTable
                label={t('groups')}
                rows={rows}
                columns={columns}
                idOf={idOf}
                initialSort={SORT}
                layout={layout}
                onLayout={change}
                selected={selected}
                onSelect={setSelected}
                onOpen={open}
              />
            </div>
          )
        }
      </QueryPane>
    </>
  )
}
