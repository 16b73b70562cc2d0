import {
  listObjectSizes,
  loadObjectSizes,
  type ObjectSize,
  removeObjectSize,
} from '@apsis/contract/ca/satellite/object-size.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call, callAll, upload } from '../../../api/call.ts'
import { problemInWords } from '../../../api/problem-in-words.ts'
import { formatMinute } from '../../../clock/format.ts'
import { blobOf, FileLoad, useFileLoad } from '../../../encounter/file-load.tsx'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { Banner, Empty } from '../../../ui/page/pane-states.tsx'
import { fileOf, type PlainColumn } from '../../../ui/table/column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { KEYS } from '../../event/queries.ts'
import styles from './sizes.module.css'
import { sizesWords } from './sizes-words.data.ts'

const KEY = ['object-sizes']
/** The table shows at most this number of rows; the file has all of them. */
const MOST_ROWS_SHOWN = 500

const sizesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => callAll(listObjectSizes, { query: { limit: 1_000 } }, signal),
})

/** Shows the dialog for the table of sizes and masses of an organisation: its purpose, the upload of a file, and its rows. */
export function SizesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(sizesWords)
  const query = useQuery(sizesQuery)
  return (
    <Dialog isOpen isWide title={t('title')} onClose={onClose} close={t('close')}>
      <p>{t('why')}</p>
      <Load />
      <QueryPane
        title={t('table')}
        note={query.data === undefined ? undefined : t('count', { count: query.data.length })}
        query={query}
        skeletonRows={6}
        failed={t('failed')}
        exports={{
          csv: { name: 'object-sizes', table: () => fileOf(columnsOf(t), query.data ?? []) },
          call: { method: listObjectSizes.method, path: listObjectSizes.path },
        }}
      >
        {(sizes) => (sizes.length === 0 ? <Empty title={t('none')}>{t('noneWhy')}</Empty> : <Rows sizes={sizes} />)}
      </QueryPane>
    </Dialog>
  )
}

function Load() {
  const t = useWords(sizesWords)
  const load = useFileLoad((file) => upload(loadObjectSizes, blobOf(file, 'text/csv')), [KEY, KEYS.conjunctions])
  return (
    <FileLoad
      load={load}
      accept=".csv,text/csv"
      words={{ drop: t('drop'), choose: t('choose'), loading: t('loading') }}
      loaded={({ loaded, total, reassessed }) => t('loaded', { count: loaded, total, events: reassessed })}
      refused={(why) => t('refused', { why })}
    >
      {t('form')}
    </FileLoad>
  )
}

function Rows({ sizes }: { readonly sizes: readonly ObjectSize[] }) {
  const t = useWords(sizesWords)
  const remove = useMutation({
    meta: { silent: 'remove-size', writes: [KEY, KEYS.conjunctions] },
    mutationFn: (noradId: number) => call(removeObjectSize, { params: { 'norad-id': noradId } }),
  })
  return (
    <>
      {remove.error ? <Banner level="caution">{problemInWords(remove.error).message}</Banner> : null}
      <div className={`scroll ${styles.rows}`}>
        <PlainTable
          label={t('table')}
          rows={sizes.slice(0, MOST_ROWS_SHOWN)}
          columns={[
            ...columnsOf(t),
            { id: 'at', title: t('at'), priority: 2, cell: ({ loadedAt }) => formatMinute(Date.parse(loadedAt)) },
            {
              id: 'remove',
              title: t('remove'),
              isTitleHidden: true,
              cell: ({ noradId, name }) => (
                <Button look="quiet" onClick={() => remove.mutate(noradId)}>
                  {t('remove')}
                  <span className="visually-hidden"> {name || noradId}</span>
                </Button>
              ),
            },
          ]}
          idOf={({ noradId }) => String(noradId)}
        />
      </div>
      {sizes.length > MOST_ROWS_SHOWN ? <p>{t('first', { count: MOST_ROWS_SHOWN, all: sizes.length })}</p> : null}
    </>
  )
}

/** Returns the columns in the format of an upload, so that the file can be loaded again. */
function columnsOf(t: typeof sizesWords): readonly PlainColumn<ObjectSize>[] {
  const written = (number: number | null) => (number === null ? t('notSaid') : formatNumber(number, { significant: 3 }))
  return [
    { id: 'norad_id', title: t('number'), isRowHead: true, value: 'noradId' },
    { id: 'name', title: t('name'), value: 'name' },
    {
      id: 'radius_m',
      title: t('radius'),
      unit: 'm',
      align: 'end',
      value: 'radiusM',
      cell: ({ radiusM }) => written(radiusM),
    },
    {
      id: 'core_radius_m',
      title: t('core'),
      unit: 'm',
      align: 'end',
      priority: 2,
      value: 'coreRadiusM',
      cell: ({ coreRadiusM }) => written(coreRadiusM),
    },
    {
      id: 'mass_kg',
      title: t('mass'),
      unit: 'kg',
      align: 'end',
      value: 'massKg',
      cell: ({ massKg }) => written(massKg),
    },
    { id: 'source', title: t('source'), priority: 2, value: 'source' },
  ]
}
