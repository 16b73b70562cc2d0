import { listScreenings, type Screening } from '@apsis/contract/ca/screening/screening.ts'
import { allows, CA_USER, ODT_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatInstant } from '../clock/format.ts'
import { screeningsQuery } from '../encounter/queries.ts'
import { useSession } from '../session/session.ts'
import { Instead } from '../shell/page/instead.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { useNaming } from '../shell/status/people.ts'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/button/button.tsx'
import { Empty } from '../ui/page/pane-states.tsx'
import { tableOf } from '../ui/table/column.ts'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useStoredLayout } from '../ui/table/stored-layout.ts'
import { useWords } from '../ui/text/language.ts'
import { screeningColumns } from './columns.tsx'
import { ChooseFiles, DropPage, DroppedFiles, useDropped } from './dropped.tsx'
import { NewScreening } from './new-screening.tsx'
import styles from './screening.module.css'
import { ScreeningDetail } from './screening-detail.tsx'
import { screeningWords } from './words.data.ts'

const SORT = [{ id: 'at', desc: true }]
const idOf = (one: Screening) => one.screeningId

/** Shows the page, which every signed-in user may open (spec §2); screening itself needs a role of collision avoidance. */
export function ScreeningPage() {
  const session = useSession()
  return session.status === 'signed-in' && allows([CA_USER], session.who.roles) ? <Screenings /> : <WithoutRole />
}

/** Lists running and finished screenings with their objects, volume and result (ux.md S7). */
function Screenings() {
  const t = useWords(screeningWords)
  const [search, change] = useSearchState(`/protected${paths.screening}`)
  const list = useQuery(screeningsQuery())
  const { dropped, take } = useDropped()
  const see = (next: typeof search) => change(next, 'push')
  const open = () => see({ dialog: 'new-screening' })
  // The newest screening is shown until the user chooses another.
  const shown = search.screening ?? newestOf(list.data ?? [])?.screeningId
  const again = list.data?.find(({ screeningId }) => screeningId === shown)
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead
        main={
          <Button look="primary" onClick={open}>
            {t('new')}
          </Button>
        }
      >
        <span className="flex wrap gap-8 self-center">
          <ChooseFiles onFiles={take} />
        </span>
      </PageHead>
      <DropPage onFiles={take}>
        <div className={`stack grow min-h-0 scroll block-paper visible-paper ${styles.page}`}>
          <DroppedFiles dropped={dropped} />
          <List
            query={list}
            selected={shown}
            onSelect={(screening) => see({ screening, than: undefined })}
            empty={<Button onClick={open}>{t('new')}</Button>}
          />
          {shown === undefined ? null : (
            <ScreeningDetail
              key={shown}
              id={shown}
              all={list.data ?? []}
              than={search.than}
              onThan={(than) => see({ than })}
              onAgain={() => see({ dialog: 'again' })}
              onGone={() => see({ screening: undefined, than: undefined })}
            />
          )}
        </div>
      </DropPage>
      {search.dialog === 'new-screening' || (search.dialog === 'again' && again) ? (
        <NewScreening
          again={search.dialog === 'again' ? again : undefined}
          onClose={() => see({ dialog: undefined })}
          onStarted={(screening) => see({ dialog: undefined, screening, than: undefined })}
        />
      ) : null}
    </>
  )
}

const newestOf = (all: readonly Screening[]) => all.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]

type ListProps = {
  readonly query: ReturnType<typeof useQuery<Screening[]>>
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  readonly empty: React.ReactNode
}

function List({ query, selected, onSelect, empty }: ListProps) {
  const t = useWords(screeningWords)
  const [layout, setLayout] = useStoredLayout('screenings')
  const { nameOfSubject } = useNaming()
  const columns = useMemo(() => screeningColumns(t, nameOfSubject), [t, nameOfSubject])
  const rows = query.data ?? []
  return (
    <QueryPane
      title={t('screenings')}
      query={query}
      skeletonRows={5}
      failed={t('listFailed')}
      className={`stack flex-none line-bottom ${styles.list}`}
      actions={<ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />}
      exports={{
        csv: { name: 'screenings', table: () => tableOf(columns, rows) },
        call: { method: 'GET', path: listScreenings.path },
      }}
    >
      {(all) =>
        all.length === 0 ? (
          <Empty title={t('none')} actions={empty} />
        ) : (
          <>
            <p className={`flex-none muted fs-12 pad-end ${styles.counts}`}>{countsOf(all, t)}</p>
            <div className={`flex ${styles.table}`}>
              <DataTable
                label={t('screenings')}
                rows={all}
                columns={columns}
                idOf={idOf}
                initialSort={SORT}
                layout={layout}
                onLayout={setLayout}
                selected={new Set(selected === undefined ? [] : [selected])}
                onSelect={(ids) => {
                  const [id] = ids
                  if (id !== undefined) onSelect(id)
                }}
                onOpen={(one) => onSelect(one.screeningId)}
              />
            </div>
          </>
        )
      }
    </QueryPane>
  )
}

/**
 * Returns the line above the list: how many screenings run, wait and have failed, if any, and the age of the catalogue that was used last.
 */
function countsOf(all: readonly Screening[], t: typeof screeningWords): string {
  const counts = (['running', 'queued', 'failed'] as const).flatMap((state) => {
    const count = all.filter((one) => one.state === state).length
    return count === 0 ? [] : [`${count} ${t(state)}`]
  })
  const epochs = all.flatMap(({ catalogueEpoch }) => (catalogueEpoch === null ? [] : [catalogueEpoch]))
  const newest = epochs.toSorted().at(-1)
  return [...counts, ...(newest ? [`${t('catalogue')} ${formatInstant(Date.parse(newest))}`] : [])].join(' · ')
}

/** Shows the purpose of the page, the roles that may screen, and possible actions to a user who may not screen. */
function WithoutRole() {
  const t = useWords(screeningWords)
  const session = useSession()
  const mayTrack = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  const ways = mayTrack ? (
    <li>
      <Link to={paths.observations}>{t('seeObservations')}</Link>
    </li>
  ) : null
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead />
      <Instead title={t('title')} verdict={t('withoutRole')} ways={ways}>
        <p>{t('whoMay')}</p>
      </Instead>
    </>
  )
}
