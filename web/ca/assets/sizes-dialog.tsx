import {
  listObjectSizes,
  loadObjectSizes,
  type ObjectSize,
  removeObjectSize,
} from '@apsis/contract/ca/satellite/object-size.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call, callAll, upload } from '../../api/call.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatMinute } from '../../clock/format.ts'
import { blobOf, FileLoad, useFileLoad } from '../../encounter/file-load.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Empty, Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KEYS } from '../event/queries.ts'
import styles from './sizes.module.css'
import { sizesWords } from './sizes-words.data.ts'

const KEY = ['object-sizes']
/** The table shows at most so many rows; the file has all of them. */
const MOST_ROWS_SHOWN = 500

const sizesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => callAll(listObjectSizes, { query: { limit: 1_000 } }, signal),
})

/** The table of sizes and masses that an organisation has loaded: what it is for, a file into it, and its rows. */
export function SizesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(sizesWords)
  const query = useQuery(sizesQuery)
  const table = () => tableOf(query.data ?? [])
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
        exits={{
          csv: { name: 'object-sizes', table },
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
  const value = (number: number | null) => (number === null ? t('notSaid') : formatNumber(number, { significant: 3 }))
  return (
    <>
      {remove.error ? <Strip level="caution">{problemInWords(remove.error).message}</Strip> : null}
      <div className={styles.rows}>
        <table className={`fs-14 ${styles.table}`} aria-label={t('table')}>
          <thead>
            <tr>
              <th scope="col">{t('number')}</th>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('radius')} m</th>
              <th scope="col">{t('core')} m</th>
              <th scope="col">{t('mass')} kg</th>
              <th scope="col">{t('source')}</th>
              <th scope="col">{t('at')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sizes.slice(0, MOST_ROWS_SHOWN).map((size) => (
              <tr key={size.noradId}>
                <th scope="row">{size.noradId}</th>
                <td>{size.name}</td>
                <td>{value(size.radiusM)}</td>
                <td>{value(size.coreRadiusM)}</td>
                <td>{value(size.massKg)}</td>
                <td>{size.source}</td>
                <td>{formatMinute(Date.parse(size.loadedAt))}</td>
                <td>
                  <Button look="quiet" onClick={() => remove.mutate(size.noradId)}>
                    {t('remove')}
                    <span className="visually-hidden"> {size.name || size.noradId}</span>
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sizes.length > MOST_ROWS_SHOWN ? <p>{t('first', { count: MOST_ROWS_SHOWN, all: sizes.length })}</p> : null}
    </>
  )
}

/** The columns are those of an upload, so that the file can be loaded again. */
function tableOf(sizes: readonly ObjectSize[]): PlotTable {
  return {
    columns: ['norad_id', 'name', 'radius_m', 'core_radius_m', 'mass_kg', 'source'],
    rows: sizes.map(({ noradId, name, radiusM, coreRadiusM, massKg, source }) => [
      noradId,
      name,
      radiusM ?? undefined,
      coreRadiusM ?? undefined,
      massKg ?? undefined,
      source,
    ]),
  }
}
