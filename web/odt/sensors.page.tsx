import { listSensors, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { allows, ODT_ADMIN } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { now, useNow } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { useSession } from '../session/session.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/button/button.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { Banner, Empty } from '../ui/page/pane-states.tsx'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { tableOf } from '../ui/table/column.ts'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { TableLayout } from '../ui/table/layout.ts'
import { hasWords } from '../ui/text/has-words.ts'
import { useWords } from '../ui/text/language.ts'
import { ProvidersDialog } from './provider/providers-dialog.tsx'
import lead from './sensor/lead.module.css'
import { countAble } from './sensor/list/able.ts'
import { clearColumns, clearSourcesOf, sensorColumns } from './sensor/list/columns.tsx'
import { SensorDetail } from './sensor/list/sensor-detail.tsx'
import { RemoveDialog, RetireDialog, SensorDialog } from './sensor/list/sensor-dialog.tsx'
import { HEIGHTS, SensorMap } from './sensor/list/sensor-map.tsx'
import styles from './sensor/list/sensors.module.css'
import { sensorsWords } from './sensor/list/words.data.ts'
import { sensorsQuery } from './sensor/sensor-query.ts'
import { sensorWords } from './sensor/words.data.ts'

const NO_ROWS: readonly Sensor[] = []
const NO_SELECTION: ReadonlySet<string> = new Set()
const idOf = ({ sensorCode }: Sensor) => sensorCode
const edgeOf = ({ status }: Sensor) => (status === 'DOWN' ? 'serious' : undefined)

/** Returns the sensors that match the address, the one that is shown in detail, and whether the user may change them. */
function useSensors() {
  const [search, show] = useSearchState(`/protected${paths.sensors}`)
  const session = useSession()
  const isSpecialMode = search.special === 'on'
  const query = useQuery(sensorsQuery(isSpecialMode))
  const all = query.data ?? NO_ROWS
  const text = search.q?.trim() ?? ''
  const rows = useMemo(
    () => all.filter(({ sensorCode, groundSensorName }) => hasWords(`${sensorCode} ${groundSensorName}`, text)),
    [all, text],
  )
  return {
    query,
    all,
    rows,
    text,
    isSpecialMode,
    chosen: all.find(({ sensorCode }) => sensorCode === search.sensor) ?? rows[0],
    mayWrite: session.status === 'signed-in' && allows([ODT_ADMIN], session.who.roles),
    search,
    show,
  }
}

/** Lists the sensors that can observe, and what each can do. */
export function SensorsPage() {
  const t = useWords(sensorsWords)
  const page = useSensors()
  const { query, all, rows, isSpecialMode, chosen, mayWrite, search, show } = page
  return (
    <FileMarking value={{ isSimulated: all.some((one) => one.isSimulated), stamp: () => formatFileInstant(now()) }}>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead main={mayWrite ? <Button onClick={() => show({ dialog: 'add' })}>{t('add')}</Button> : null}>
        {mayWrite ? <Button onClick={() => show({ dialog: 'providers' })}>{t('providers')}</Button> : null}
      </PageHead>
      <Lead sensors={query.data} />
      {isSpecialMode ? <SpecialMode onLeave={() => show({ special: undefined })} /> : null}
      <div className={`grid grow min-h-0 scroll stack-tablet ${styles.page}`}>
        <SensorList page={page} />
        <SensorDetail
          sensor={chosen}
          isSpecialMode={isSpecialMode}
          mayWrite={mayWrite}
          onDialog={(dialog) => show({ dialog, sensor: chosen?.sensorCode })}
        />
        <SensorMap
          sensors={rows}
          chosen={chosen}
          height={HEIGHTS.find((height) => height === search.height) ?? '800'}
          onHeight={(height) => show({ height })}
          satellite={search.satellite ?? ''}
          onSatellite={(satellite) => show({ satellite: satellite || undefined })}
          onChoose={(code) => show({ sensor: code })}
        />
      </div>
      {mayWrite ? <Dialogs page={page} /> : null}
    </FileMarking>
  )
}

type PartProps = { readonly page: ReturnType<typeof useSensors> }

/** Shows that types of sensors which no request can use are also listed, and the button that ends this mode. */
function SpecialMode({ onLeave }: { readonly onLeave: () => void }) {
  const say = useWords(sensorWords)
  return (
    <Banner
      level="caution"
      action={
        <Button look="quiet" onClick={onLeave}>
          {say('specialOff')}
        </Button>
      }
    >
      {say('specialMode')}
    </Banner>
  )
}

/** Returns the columns of the table, and the sources of the clear nights, which the table numbers. */
function useColumns({ rows, isSpecialMode }: PartProps['page']) {
  const t = useWords(sensorsWords)
  const say = useWords(sensorWords)
  const nowMs = useNow('minute')
  return useMemo(() => {
    const clearSources = clearSourcesOf(rows)
    return { columns: sensorColumns({ t, sensor: say, isSpecialMode, nowMs, clearSources }), clearSources }
  }, [t, say, isSpecialMode, nowMs, rows])
}

/** Shows the sensors as a table, with the search above it. */
function SensorList({ page }: PartProps) {
  const { query, rows, text, isSpecialMode, mayWrite, search, show } = page
  const t = useWords(sensorsWords)
  const [selected, setSelected] = useState(NO_SELECTION)
  const { columns, clearSources } = useColumns(page)
  const layout: TableLayout = { columns: search.columns, sort: search.sort }
  const special = isSpecialMode ? { query: { 'special-mode': true } } : {}
  return (
    <QueryPane
      id="sensors"
      className={`min-h-0 ${styles.list}`}
      title={t('title')}
      query={query}
      skeletonRows={8}
      failed={t('failed')}
      exports={{
        csv: { name: 'sensors', table: () => tableOf([...columns, ...clearColumns({ t })], rows) },
        call: { method: listSensors.method, path: listSensors.path, ...special },
      }}
    >
      {(sensors) =>
        sensors.length === 0 ? (
          <NoSensor mayWrite={mayWrite} onAdd={() => show({ dialog: 'add' })} />
        ) : (
          <>
            <Tools page={page}>
              <ColumnChooser columns={columns} layout={layout} onLayout={show} />
            </Tools>
            <ClearSources sources={clearSources} />
            <div className={`stack grow line-top ${styles.table}`}>
              {rows.length === 0 ? (
                <Empty
                  title={t('noMatch', { count: sensors.length, text })}
                  actions={<Button onClick={() => show({ q: undefined })}>{t('clearSearch')}</Button>}
                />
              ) : null}
              <DataTable
                label={t('table')}
                rows={rows}
                columns={columns}
                idOf={idOf}
                edgeOf={edgeOf}
                layout={layout}
                onLayout={show}
                selected={selected}
                onSelect={(codes) => {
                  setSelected(codes)
                  const [code] = [...codes].slice(-1)
                  if (code !== undefined) show({ sensor: code })
                }}
                onOpen={({ sensorCode }) => show({ sensor: sensorCode })}
              />
            </div>
          </>
        )
      }
    </QueryPane>
  )
}

/** Lists the sources of the shares of clear nights; they are numbered if there are several. */
function ClearSources({ sources }: { readonly sources: readonly string[] }) {
  const t = useWords(sensorsWords)
  if (sources.length === 0) return null
  const said = sources.map((source, at) => (sources.length > 1 ? `${at + 1} ${source}` : source))
  return <p className="flex-none muted fs-12 pad-end">{t('clearSources', { sources: said.join('; ') })}</p>
}

/** Shows that there is no sensor at all; a user who may add one gets a button for the first. */
function NoSensor({ mayWrite, onAdd }: { readonly mayWrite: boolean; readonly onAdd: () => void }) {
  const t = useWords(sensorsWords)
  return (
    <Empty title={t('empty')} actions={mayWrite ? <Button onClick={onAdd}>{t('add')}</Button> : null}>
      {t(mayWrite ? 'emptyText' : 'emptyReader')}
    </Empty>
  )
}

/** Shows the search by code and name, the special mode, and the number of listed sensors. */
function Tools({ page: { rows, isSpecialMode, search, show }, children }: React.PropsWithChildren<PartProps>) {
  const t = useWords(sensorsWords)
  return (
    <div className="row wrap flex-none line-top pad-4 no-print gap-4-8 min-h-40">
      <label className={`row gap-6 muted fs-13 nowrap ${styles.search}`}>
        {t('search')}
        <input
          className="h-24 pad-x-8 control-frame round inset ink"
          type="search"
          aria-keyshortcuts="/"
          value={search.q ?? ''}
          onChange={({ target }) => show({ q: target.value || undefined })}
        />
      </label>
      <Button
        look="quiet"
        aria-pressed={isSpecialMode}
        onClick={() => show({ special: isSpecialMode ? undefined : 'on' })}
      >
        {t('special')}
      </Button>
      <span className="grow" />
      <output className="muted fs-13 nowrap">{t('count', { count: rows.length })}</output>
      {children}
    </div>
  )
}

/** Shows the dialogs for administrators, who cannot change a simulated sensor. */
function Dialogs({ page: { chosen, search, show } }: PartProps) {
  const close = () => show({ dialog: undefined })
  if (search.dialog === 'providers') return <ProvidersDialog onClose={close} />
  if (search.dialog === 'add')
    return <SensorDialog sensor={undefined} onClose={close} onSaved={(sensor) => show({ dialog: undefined, sensor })} />
  if (!chosen || chosen.isSimulated) return null
  if (search.dialog === 'edit')
    return <SensorDialog key={chosen.sensorCode} sensor={chosen} onClose={close} onSaved={close} />
  if (search.dialog === 'retire') return <RetireDialog sensor={chosen} onClose={close} onDone={close} />
  if (search.dialog !== 'remove') return null
  return <RemoveDialog sensor={chosen} onClose={close} onDone={() => show({ dialog: undefined, sensor: undefined })} />
}

/** Shows a sentence on how many sensors can observe now. */
function Lead({ sensors }: { readonly sensors: readonly Sensor[] | undefined }) {
  const t = useWords(sensorsWords)
  const count = sensors && countAble(sensors)
  return (
    <div className="flex wrap items-center flex-none line-bottom gap-4-16 pad-10">
      <p className={`flex items-baseline min-w-0 gap-10 soft ${lead.sentence}`} role="status">
        <StatusSymbol level={!count || count.able === 0 ? 'inactive' : count.down > 0 ? 'caution' : 'ok'} size={14} />
        <span>
          {!count ? (
            t('reading')
          ) : count.able === 0 ? (
            t('leadNone')
          ) : (
            <>
              <b>{t('lead', { count: count.able })}</b> {t('leadParts', count)}
            </>
          )}
          {count && count.unasked > 0 ? ` ${t('leadUnasked', { count: count.unasked })}` : ''}
        </span>
      </p>
    </div>
  )
}
