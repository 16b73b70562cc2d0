import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import beside from '../encounter/beside.module.css'
import { NotScreenedList } from '../encounter/not-screened-list.tsx'
import { searchQuery } from '../encounter/queries.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { shellWords } from '../shell/words.data.ts'
import { paths } from '../site/paths.ts'
import { Empty } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { satellitesQuery } from './event/queries.ts'
import { askedOf, type FindSearch, readAddress } from './find/asked.ts'
import styles from './find/find.module.css'
import { QueryBar } from './find/query-bar.tsx'
import { refusedFields } from './find/refused.ts'
import { Result, WhereNearest } from './find/result.tsx'
import { Watches } from './find/watches.tsx'
import { findWords } from './find/words.data.ts'

/** Shows the page that finds close approaches of any object at once (ux.md S12); the query is in the address of the page. */
export function FindPage() {
  const t = useWords(findWords)
  const shell = useWords(shellWords)
  const navigate = useNavigate()
  const { satellite_id: last } = useParams({ from: `/protected${paths.find}` })
  const { satelliteId, search } = readAddress(last, useSearch({ from: `/protected${paths.find}` }))
  const satellites = useQuery(satellitesQuery())
  const own = satellites.data ?? []
  const isAsked = satelliteId !== undefined || search.object !== undefined
  const asked = askedOf(search, satelliteId, own)
  // A name can be resolved only once the satellites are known.
  const isReady = isAsked && asked.ok && (satelliteId !== undefined || !satellites.isPending)
  const found = useQuery({ ...searchQuery(asked.ok ? asked.search : {}), enabled: isReady })
  const notScreened = isReady && !found.error ? (found.data?.notScreened ?? []) : []
  const ask = (next: FindSearch, nextId: string | undefined) => {
    const isSame = JSON.stringify([next, nextId]) === JSON.stringify([search, satelliteId])
    if (isSame && isReady) void found.refetch()
    else void navigate({ to: paths.find, params: { satellite_id: nextId }, search: next })
  }
  return (
    <>
      <title>{`${shell('findConjunctions')} · Apsis`}</title>
      <PageHead />
      <div className="stack grow min-h-0 scroll">
        <QueryBar
          key={`${satelliteId} ${JSON.stringify(search)}`}
          search={search}
          satelliteId={satelliteId}
          own={own}
          faults={isAsked && !asked.ok && !satellites.isPending ? asked.faults : []}
          refused={isReady ? refusedFields(found.error) : {}}
          isBusy={found.isFetching}
          onAsk={ask}
        />
        <div className={`${beside.columns} ${styles.columns}`}>
          <div className={beside.found}>
            {isReady && asked.ok ? (
              <Result query={found} search={asked.search} />
            ) : (
              <Empty title={t('notAsked')}>
                {t('notAskedHow')} {t('addSatellite')}
              </Empty>
            )}
          </div>
          {notScreened.length > 0 ? <NotScreenedList rows={notScreened} /> : null}
          <Watches />
          {isReady && found.data ? <WhereNearest encounters={found.data.encounters} /> : null}
        </div>
      </div>
    </>
  )
}
