import { listSatellites } from '@apsis/contract/ca/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useNow } from '../clock/clock.ts'
import { paths } from '../paths.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { Button } from '../ui/button/button.tsx'
import { Menu } from '../ui/button/menu.tsx'
import { Strip } from '../ui/page/pane-states.tsx'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { tableOf } from '../ui/table/column.ts'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { TableLayout } from '../ui/table/layout.ts'
import { useWords } from '../ui/text/language.ts'
import styles from './assets/assets.module.css'
import { BulkDialog } from './assets/bulk-dialog.tsx'
import { NO_CHANGE } from './assets/bulk-plan.ts'
import { BulkReport, BulkStrip } from './assets/bulk-report.tsx'
import { bulk, useBulkRun } from './assets/bulk-run.ts'
import { assetColumns } from './assets/columns.tsx'
import { operationalQuery } from './assets/coverage-query.ts'
import { AssetFilters, filtered, groupsOf, NoAsset } from './assets/filter.tsx'
import { SizesDialog } from './assets/sizes-dialog.tsx'
import { sizesWords } from './assets/sizes-words.data.ts'
import { startBulk } from './assets/start-bulk.ts'
import { assetsWords } from './assets/words.data.ts'
import { burnsAhead, burnsQuery } from './burn/burns.ts'
import { rowOf } from './event/event-row.ts'
import chip from './event/filter-bar.module.css'
import lead from './event/lead.module.css'
import { NothingYet } from './event/nothing-yet.tsx'
import { aheadQuery, satellitesQuery } from './event/queries.ts'
import { AddSatellite } from './fleet/add-satellite.tsx'
import { type Asset, assetsOf, levelOfExposure } from './fleet/asset.ts'
import { passesAhead, usePassesAhead } from './pass/passes-ahead.ts'

/** Orders that have a name; the first holds without a choice. */
const ORDERS = { byExposure: undefined, byTca: 'next', byName: 'name' } as const
type Order = keyof typeof ORDERS
const INITIAL_SORT = [
  { id: 'exposure', desc: true },
  { id: 'next', desc: false },
]
const idOf = ({ id }: Asset) => id
const edgeOf = ({ worst }: Asset) => (worst === 'CRITICAL' ? 'critical' : worst === 'HIGH' ? 'serious' : undefined)

/** Which satellites need care (ux.md S24). */
export function AssetsPage() {
  const t = useWords(assetsWords)
  const sizes = useWords(sizesWords)
  const [search, show] = useSearchState(`/protected${paths.assets}`)
  const navigate = useNavigate()
  const nowMs = useNow('minute')
  const fleet = useQuery(satellitesQuery())
  const ahead = useQuery(aheadQuery())
  const { data: files } = useQuery(operationalQuery())
  const run = useBulkRun()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [change, setChange] = useState(NO_CHANGE)
  const rows = useMemo(() => (ahead.data ?? []).map(rowOf), [ahead.data])
  const assets = useMemo(
    () => fleet.data && assetsOf({ satellites: fleet.data, rows, files }, nowMs),
    [fleet.data, rows, files, nowMs],
  )
  const filter = { group: search.group, q: search.q }
  const shown = useMemo(
    () => filtered(assets ?? [], { group: search.group, q: search.q }),
    [assets, search.group, search.q],
  )
  const chosen = shown.filter(({ id }) => selected.has(id)).map(({ satellite }) => satellite)
  const { data: plans } = useQuery(burnsQuery())
  const burns = useMemo(() => burnsAhead(plans ?? [], nowMs), [plans, nowMs])
  const { query: requests } = usePassesAhead()
  const passes = useMemo(() => passesAhead(requests.data ?? []), [requests.data])
  const columns = useMemo(() => assetColumns(t, nowMs, { burns, passes }), [t, nowMs, burns, passes])
  const layout: TableLayout = { columns: search.columns, sort: search.sort }
  const order = (Object.keys(ORDERS) as Order[]).find((one) => ORDERS[one] === search.sort)
  const table = () => tableOf(columns, shown)
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <h1 className="visually-hidden">{t('title')}</h1>
      <PageHead>
        <span className={styles.action}>
          <Button onClick={() => show({ dialog: 'sizes' })}>{sizes('open')}</Button>{' '}
          <Button onClick={() => show({ dialog: 'add-satellite' })}>{t('addSatellite')}</Button>
        </span>
      </PageHead>
      <Lead assets={assets} />
      <QueryPane
        id="satellites"
        className={styles.pane}
        title={t('satellites')}
        query={fleet}
        skeletonRows={8}
        failed={t('failed')}
        exits={{
          csv: { name: 'satellites', table },
          call: { method: listSatellites.method, path: listSatellites.path },
        }}
      >
        {(satellites) =>
          satellites.length === 0 ? (
            <NothingYet hasSatellites={false} />
          ) : (
            <>
              <BulkStrip onShow={() => show({ dialog: 'change' })} />
              {ahead.error ? <Strip level="caution">{t('noEvents')}</Strip> : null}
              <div className={styles.tools}>
                <Menu
                  label={`${t('order')} ${t(order ?? 'ownOrder')}`}
                  className={chip.chip}
                  trigger={
                    <>
                      <i>{t('order')}</i> {t(order ?? 'ownOrder')}
                    </>
                  }
                  parts={[
                    {
                      title: t('order'),
                      entries: (Object.keys(ORDERS) as Order[]).map((id) => ({
                        id,
                        label: t(id),
                        onAction: () => show({ sort: ORDERS[id] }),
                      })),
                    },
                  ]}
                />
                <AssetFilters filter={filter} onFilter={show} groups={groupsOf(assets ?? [])} />
                <span className={styles.space} />
                <Selection
                  count={chosen.length}
                  onAll={() => setSelected(new Set(shown.map(({ id }) => id)))}
                  onEdit={() => {
                    bulk.forget()
                    show({ dialog: 'change' })
                  }}
                  onClear={() => setSelected(new Set())}
                />
                <output className={styles.count}>
                  {shown.length < satellites.length
                    ? t('shown', { shown: shown.length, all: satellites.length })
                    : t('count', { count: satellites.length })}
                </output>
                <ColumnChooser columns={columns} layout={layout} onLayout={show} />
              </div>
              <div className={styles.table}>
                {shown.length === 0 ? <NoAsset filter={filter} onFilter={show} all={satellites.length} /> : null}
                <DataTable
                  label={t('table')}
                  rows={shown}
                  columns={columns}
                  idOf={idOf}
                  edgeOf={edgeOf}
                  initialSort={INITIAL_SORT}
                  layout={layout}
                  onLayout={show}
                  selected={selected}
                  onSelect={setSelected}
                  onOpen={({ id }) => void navigate({ to: paths.satellite, params: { satellite_id: id } })}
                />
              </div>
            </>
          )
        }
      </QueryPane>
      {search.dialog === 'change' && run ? (
        <BulkReport
          onClose={() => {
            bulk.forget()
            setChange(NO_CHANGE)
            show({ dialog: undefined })
          }}
          onRetry={(ids) => {
            bulk.forget()
            setSelected(new Set(ids))
          }}
        />
      ) : search.dialog === 'change' ? (
        <BulkDialog
          satellites={chosen}
          rows={rows}
          change={change}
          onChange={setChange}
          onStart={startBulk}
          onClose={() => show({ dialog: undefined })}
        />
      ) : null}
      {search.dialog === 'sizes' ? <SizesDialog onClose={() => show({ dialog: undefined })} /> : null}
      <AddSatellite isOpen={search.dialog === 'add-satellite'} onClose={() => show({ dialog: undefined })} />
    </>
  )
}

type SelectionProps = {
  readonly count: number
  readonly onAll: () => void
  readonly onEdit: () => void
  readonly onClear: () => void
}

/** What can be done to several satellites at once. */
function Selection({ count, onAll, onEdit, onClear }: SelectionProps) {
  const t = useWords(assetsWords)
  return (
    <span className={styles.selection}>
      {count > 0 ? (
        <>
          <output>{t('selected', { count })}</output>
          <Button onClick={onEdit}>{t('bulkEdit', { count })}</Button>
          <Button look="quiet" onClick={onClear}>
            {t('clearSelection')}
          </Button>
        </>
      ) : null}
      <Button look="quiet" onClick={onAll}>
        {t('selectShown')}
      </Button>
    </span>
  )
}

function Lead({ assets }: { readonly assets: readonly Asset[] | undefined }) {
  const t = useWords(assetsWords)
  const exposed = assets?.filter(({ gaps }) => gaps.length > 0).toSorted((a, b) => b.exposure - a.exposure) ?? []
  const [first] = exposed
  const level = first ? levelOfExposure(first) : assets && assets.length > 0 ? 'ok' : 'inactive'
  return (
    <div className={lead.lead}>
      <p className={lead.sentence} role="status">
        <StatusSymbol level={level} size={14} />
        <span>
          {!assets ? (
            t('reading')
          ) : assets.length === 0 ? (
            t('none')
          ) : first ? (
            <>
              <b>{t('exposed', { count: exposed.length, all: assets.length })}</b>{' '}
              {t('worstFirst', { name: first.satellite.name })}
            </>
          ) : (
            <b>{t('complete')}</b>
          )}
        </span>
      </p>
    </div>
  )
}
