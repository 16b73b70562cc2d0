import { listSensors, type Sensor } from '@apsis/contract/odt/sensor.ts'
import { allows, ODT_ADMIN } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { now, useNow } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { Button } from '../ui/button/button.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { Empty, Strip } from '../ui/page/pane-states.tsx'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { tableOf } from '../ui/table/column.ts'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { TableLayout } from '../ui/table/layout.ts'
import { hasWords } from '../ui/text/has-words.ts'
import { useWords } from '../ui/text/language.ts'
import { ProvidersDialog } from './provider/providers-dialog.tsx'
import lead from './sensor/lead.module.css'
import { sensorsQuery } from './sensor/sensor-query.ts'
import { sensorWords } from './sensor/words.data.ts'
import { clearColumns, sensorColumns } from './sensors/columns.tsx'
import { SensorDetail } from './sensors/sensor-detail.tsx'
import { RemoveDialog, RetireDialog, SensorDialog } from './sensors/sensor-dialog.tsx'
import { HEIGHTS, SensorMap } from './sensors/sensor-map.tsx'
import styles from './sensors/sensors.module.css'
import { sensorsWords } from './sensors/words.data.ts'

const NO_ROWS: readonly Sensor[] = []
const NO_SELECTION: ReadonlySet<string> = new Set()
const idOf = ({ sensorCode }: Sensor) => sensorCode
const edgeOf = ({ status }: Sensor) => (status === 'DOWN' ? 'serious' : undefined)

/** Which sensors can observe, and what each of them can do. */
export function SensorsPage() {
  const t = useWords(sensorsWords)
  const say = useWords(sensorWords)
  const [search, show] = useSearchState(`/protected${paths.sensors}`)
  const session = useSession()
  const mayWrite = session.status === 'signed-in' && allows([ODT_ADMIN], session.who.roles)
  const isSpecialMode = search.special === 'on'
  const query = useQuery(sensorsQuery(isSpecialMode))
  const [selected, setSelected] = useState(NO_SELECTION)
  const all = query.data ?? NO_ROWS
  const text = search.q?.trim() ?? ''
  const rows = useMemo(
    () => all.filter(({ sensorCode, groundSensorName }) => hasWords(`${sensorCode} ${groundSensorName}`, text)),
    [all, text],
  )
  const nowMs = useNow('minute')
  const columns = useMemo(() => sensorColumns({ t, sensor: say, isSpecialMode, nowMs }), [t, say, isSpecialMode, nowMs])
  const chosen = all.find(({ sensorCode }) => sensorCode === search.sensor) ?? rows[0]
  const layout: TableLayout = { columns: search.columns, sort: search.sort }
  const closed = () => show({ dialog: undefined })
  return (
    <FileMarking value={{ isSimulated: all.some((one) => one.isSimulated), stamp: () => formatFileInstant(now()) }}>
      <title>{`${t('title')} · Apsis`}</title>
      <h1 className="visually-hidden">{t('title')}</h1>
      <PageHead>
        {mayWrite ? (
          <>
            <Button onClick={() => show({ dialog: 'providers' })}>{t('providers')}</Button>
            <Button onClick={() => show({ dialog: 'add' })}>{t('add')}</Button>
          </>
        ) : null}
      </PageHead>
      <Lead sensors={query.data} />
      {isSpecialMode ? (
        <Strip
          level="caution"
          action={
            <Button look="quiet" onClick={() => show({ special: undefined })}>
              {say('specialOff')}
            </Button>
          }
        >
          {say('specialMode')}
        </Strip>
      ) : null}
      <div className={styles.page}>
        <QueryPane
          id="sensors"
          className={styles.list}
          title={t('title')}
          query={query}
          skeletonRows={8}
          failed={t('failed')}
          exits={{
            csv: { name: 'sensors', table: () => tableOf([...columns, ...clearColumns({ t })], rows) },
            call: {
              method: listSensors.method,
              path: listSensors.path,
              ...(isSpecialMode ? { query: { 'special-mode': true } } : {}),
            },
          }}
        >
          {(sensors) =>
            sensors.length === 0 ? (
              <Empty
                title={t('empty')}
                actions={mayWrite ? <Button onClick={() => show({ dialog: 'add' })}>{t('add')}</Button> : null}
              >
                {t(mayWrite ? 'emptyText' : 'emptyReader')}
              </Empty>
            ) : (
              <>
                <div className={styles.tools}>
                  <label className={styles.search}>
                    {t('search')}
                    <input
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
                  <span className={styles.space} />
                  <output className={styles.count}>{t('count', { count: rows.length })}</output>
                  <ColumnChooser columns={columns} layout={layout} onLayout={show} />
                </div>
                <div className={styles.table}>
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
      {mayWrite && search.dialog === 'providers' ? <ProvidersDialog onClose={closed} /> : null}
      {mayWrite && search.dialog === 'add' ? (
        <SensorDialog sensor={undefined} onClose={closed} onSaved={(sensor) => show({ dialog: undefined, sensor })} />
      ) : null}
      {mayWrite && chosen && !chosen.isSimulated ? (
        <>
          {search.dialog === 'edit' ? (
            <SensorDialog key={chosen.sensorCode} sensor={chosen} onClose={closed} onSaved={closed} />
          ) : null}
          {search.dialog === 'retire' ? <RetireDialog sensor={chosen} onClose={closed} onDone={closed} /> : null}
          {search.dialog === 'remove' ? (
            <RemoveDialog
              sensor={chosen}
              onClose={closed}
              onDone={() => show({ dialog: undefined, sensor: undefined })}
            />
          ) : null}
        </>
      ) : null}
    </FileMarking>
  )
}

/** How many can observe now, in a sentence. */
function Lead({ sensors }: { readonly sensors: readonly Sensor[] | undefined }) {
  const t = useWords(sensorsWords)
  const down = sensors?.filter(({ status }) => status === 'DOWN').length ?? 0
  const able = sensors?.filter(
    ({ status, sensorType }) =>
      status === 'OPERATIONAL' && (sensorType === 'OPTICAL_PASSIVE' || sensorType === 'RADAR_ACTIVE'),
  )
  const radars = able?.filter(({ sensorType }) => sensorType === 'RADAR_ACTIVE').length ?? 0
  return (
    <div className={lead.lead}>
      <p className={lead.sentence} role="status">
        <StatusSymbol level={!able || able.length === 0 ? 'inactive' : down > 0 ? 'caution' : 'ok'} size={14} />
        <span>
          {!able ? (
            t('reading')
          ) : able.length === 0 ? (
            t('leadNone')
          ) : (
            <>
              <b>{t('lead', { count: able.length })}</b>{' '}
              {t('leadParts', {
                telescopes: able.length - radars,
                radars,
                down,
                simulated: able.filter(({ isSimulated }) => isSimulated).length,
              })}
            </>
          )}
        </span>
      </p>
    </div>
  )
}
