import { listSatellites } from '@apsis/contract/ca/satellite/satellite.ts'
import { useNavigate } from '@tanstack/react-router'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { useSearchState } from '../../../shell/search-state.ts'
import { paths } from '../../../site/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Menu } from '../../../ui/button/menu.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { tableOf } from '../../../ui/table/column.ts'
import { ColumnChooser } from '../../../ui/table/column-chooser.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useWords } from '../../../ui/text/language.ts'
import chip from '../../event/filter-bar.module.css'
import { NothingYet } from '../../event/nothing-yet.tsx'
import type { Asset } from '../asset.ts'
import styles from './assets.module.css'
import { BulkBanner } from './bulk-report.tsx'
import { bulk } from './bulk-run.ts'
import { AssetFilters, groupsOfAssets, NoAsset } from './filter.tsx'
import type { AssetsView } from './use-assets.ts'
import { assetsWords } from './words.data.ts'

type Props = {
  readonly view: AssetsView
  /** The ids of the satellites to which a joint change applies. */
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
}

/** Lists every satellite that matches the filter, with the actions on several of them. */
export function SatellitesPane(props: Props) {
  const t = useWords(assetsWords)
  const [, show] = useSearchState(`/protected${paths.assets}`)
  const { fleet, events, columns, shown } = props.view
  return (
    <QueryPane
      id="satellites"
      className="grow min-h-0"
      title={t('satellites')}
      query={fleet}
      skeletonRows={8}
      failed={t('failed')}
      exports={{
        csv: { name: 'satellites', table: () => tableOf(columns, shown) },
        call: { method: listSatellites.method, path: listSatellites.path },
      }}
    >
      {(satellites) =>
        satellites.length === 0 ? (
          <NothingYet hasSatellites={false} />
        ) : (
          <>
            <BulkBanner onShow={() => show({ dialog: 'change' })} />
            {events.error ? <Banner level="caution">{t('noEvents')}</Banner> : null}
            <Tools {...props} all={satellites.length} />
            <Table {...props} all={satellites.length} />
          </>
        )
      }
    </QueryPane>
  )
}

type PartProps = Props & { readonly all: number }

/** Shows order, filters, selection, the number of satellites, and the columns. */
function Tools({ view: { assets, shown, columns }, selected, onSelect, all }: PartProps) {
  const t = useWords(assetsWords)
  const [search, show] = useSearchState(`/protected${paths.assets}`)
  return (
    <div className={`row wrap flex-none gap-8 line-top pad-4 min-h-40 ${styles.tools}`}>
      <OrderMenu sort={search.sort} onSort={(sort) => show({ sort })} />
      <AssetFilters
        filter={{ group: search.group, q: search.q }}
        onFilter={show}
        groups={groupsOfAssets(assets ?? [])}
      />
      <span className="grow" />
      <Selection
        count={shown.filter(({ id }) => selected.has(id)).length}
        onAll={() => onSelect(new Set(shown.map(({ id }) => id)))}
        onEdit={() => {
          bulk.forget()
          show({ dialog: 'change' })
        }}
        onClear={() => onSelect(new Set())}
      />
      <output className="muted fs-13 nowrap no-tablet">
        {shown.length < all ? t('shown', { shown: shown.length, all }) : t('count', { count: all })}
      </output>
      <ColumnChooser columns={columns} layout={{ columns: search.columns, sort: search.sort }} onLayout={show} />
    </div>
  )
}

/** The orders that have a name, and the column of each in the address; the first is the default. */
const ORDERS = { byExposure: undefined, byTca: 'next', byName: 'name' } as const
const ORDER_NAMES = Object.keys(ORDERS) as (keyof typeof ORDERS)[]
type OrderProps = { readonly sort: string | undefined; readonly onSort: (sort: string | undefined) => void }

function OrderMenu({ sort, onSort }: OrderProps) {
  const t = useWords(assetsWords)
  const order = ORDER_NAMES.find((one) => ORDERS[one] === sort) ?? 'ownOrder'
  return (
    <Menu
      label={`${t('order')} ${t(order)}`}
      className={chip.chip}
      trigger={
        <>
          <i>{t('order')}</i> {t(order)}
        </>
      }
      parts={[
        {
          title: t('order'),
          entries: ORDER_NAMES.map((id) => ({ id, label: t(id), onAction: () => onSort(ORDERS[id]) })),
        },
      ]}
    />
  )
}

type SelectionProps = {
  readonly count: number
  readonly onAll: () => void
  readonly onEdit: () => void
  readonly onClear: () => void
}

/** Shows the actions on several satellites at once. */
function Selection({ count, onAll, onEdit, onClear }: SelectionProps) {
  const t = useWords(assetsWords)
  return (
    <span className="inline-row gap-8 flex-none fs-13">
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

const INITIAL_SORT = [
  { id: 'exposure', desc: true },
  { id: 'next', desc: false },
]
const idOf = ({ id }: Asset) => id
const edgeOf = ({ worst }: Asset) => {
  if (worst === undefined || worst.isMitigated) return undefined
  return worst.risk === 'CRITICAL' ? 'critical' : worst.risk === 'HIGH' ? 'serious' : undefined
}

function Table({ view: { shown, columns }, selected, onSelect, all }: PartProps) {
  const t = useWords(assetsWords)
  const [search, show] = useSearchState(`/protected${paths.assets}`)
  const navigate = useNavigate()
  return (
    <div className={`stack grow line-top ${styles.table}`}>
      {shown.length === 0 ? <NoAsset filter={{ group: search.group, q: search.q }} onFilter={show} all={all} /> : null}
      <DataTable
        label={t('table')}
        rows={shown}
        columns={columns}
        idOf={idOf}
        edgeOf={edgeOf}
        initialSort={INITIAL_SORT}
        layout={{ columns: search.columns, sort: search.sort }}
        onLayout={show}
        selected={selected}
        onSelect={onSelect}
        onOpen={({ id }) => void navigate({ to: paths.satellite, params: { satellite_id: id } })}
      />
    </div>
  )
}
