import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { listNeighbours, type Neighbour } from '@apsis/contract/ca/neighbour/neighbour.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { listObservations, type Observation } from '@apsis/contract/odt/observation/observation.ts'
import { getElementSetHistory, HISTORY_LIMITS } from '@apsis/contract/tle/history.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatInstant, formatMinute } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { OWN_TRACK, paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber, formatScientific, MISSING } from '../../ui/format/number.ts'
import { formatProbabilityPlain } from '../../ui/format/probability.ts'
import { formatMiss } from '../../ui/format/quantity.ts'
import { Empty } from '../../ui/page/pane-states.tsx'
import { DataAge } from '../../ui/status/data-age.tsx'
import { levelMeaning } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import { type EventRow, pairOf, stateOf } from '../event/event-row.ts'
import { conjunctionsWords } from '../event/words.data.ts'
import { neighboursFile } from '../neighbour/neighbours.ts'
import { neighbourColumns } from '../neighbour/neighbours-pane.tsx'
import { neighbourWords } from '../neighbour/words.data.ts'
import { type HistoryRow, historyRows, type ObjectEvents, OLD_SET_MS } from './object.ts'
import { MOST_TRACKS, objectHistoryQuery, objectTracksQuery, publishedQuery } from './queries.ts'
import { objectWords } from './words.data.ts'

/** A list longer than this is shown on demand, so that the next pane stays on the screen. */
const FEW = 8

type ListProps<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly PlainColumn<NoInfer<Row>>[]
  readonly idOf: (row: Row) => string
}

/** Shows the first few rows of a table, and the others on demand. */
function FewRows<Row>({ label, rows, columns, idOf }: ListProps<Row>) {
  const t = useWords(objectWords)
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      <div className="scroll-x">
        <PlainTable
          label={label}
          rows={isWhole ? rows : rows.slice(0, FEW)}
          columns={columns}
          idOf={idOf}
          phone="cards"
          isSmall
        />
      </div>
      {rows.length <= FEW ? null : (
        <p className="pad-6 no-print">
          <Button look="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('fewer') : t('more', { count: rows.length - FEW })}
          </Button>
        </p>
      )}
    </>
  )
}

type EventsProps = {
  readonly noradId: number
  /** True if the catalogue or the fleet has the object: without an orbit nobody can search for approaches. */
  readonly isKnown: boolean
  readonly query: UseQueryResult<unknown>
  readonly events: ObjectEvents
}

/** Lists the approaches of the object to the fleet: future ones by TCA, then past ones. */
export function ApproachesPane({ noradId, isKnown, query, events: { ahead, shown } }: EventsProps) {
  const t = useWords(objectWords)
  const say = useWords(conjunctionsWords)
  const nowMs = useNow('minute')
  const columns = eventColumns(t, say, nowMs)
  return (
    <QueryPane
      title={t('approaches')}
      note={query.data ? t('approachesNote', { ahead: ahead.length, past: shown.length - ahead.length }) : undefined}
      id="approaches"
      query={query}
      skeletonRows={6}
      failed={t('approachesFailed')}
      exports={{
        call: { method: listConjunctions.method, path: listConjunctions.path, query: { search: String(noradId) } },
        csv: { name: `approaches-${noradId}`, table: () => fileOf(columns, shown) },
      }}
    >
      {() =>
        shown.length === 0 ? (
          <Empty level="inactive" title={t('noApproaches')}>
            {t(isKnown ? 'noApproachesText' : 'noApproachesUnknown')}
          </Empty>
        ) : (
          <FewRows label={t('approaches')} rows={shown} columns={columns} idOf={({ id }) => id} />
        )
      }
    </QueryPane>
  )
}

function eventColumns(
  t: typeof objectWords,
  say: typeof conjunctionsWords,
  nowMs: number,
): readonly PlainColumn<EventRow>[] {
  return [
    {
      id: 'level',
      title: t('level'),
      value: 'risk',
      cell: ({ risk, isMitigated }) => <StatusWord {...levelMeaning({ risk, isMitigated })} />,
    },
    {
      id: 'pair',
      title: t('pair'),
      isRowHead: true,
      value: pairOf,
      cell: (row) => (
        <Link to={paths.conjunction} params={{ satellite_id: row.satelliteKey, conjunction_id: row.id }}>
          {pairOf(row)}
        </Link>
      ),
    },
    {
      id: 'tca_utc',
      title: t('tca'),
      isUnbroken: true,
      value: ({ event }) => event.conjunctionData.tca,
      cell: ({ tcaMs }) => (
        <>
          {formatInstant(tcaMs)}
          <small>{tcaMs > nowMs ? <Until at={tcaMs} /> : t('past')}</small>
        </>
      ),
    },
    {
      id: 'miss_m',
      title: t('miss'),
      unit: 'm',
      align: 'end',
      value: 'missM',
      cell: ({ missM }) => formatMiss(missM),
    },
    {
      id: 'probability',
      title: t('pc'),
      align: 'end',
      isUnbroken: true,
      value: ({ newestPc }) => formatProbabilityPlain(newestPc) || undefined,
      cell: ({ newestPc }) => <Probability value={newestPc} reason={t('notComputed')} />,
    },
    {
      id: 'state',
      title: t('state'),
      priority: 2,
      value: (row) => stateOf(row),
      cell: (row) => say(`state${stateOf(row)}`),
    },
    ...fileColumns<EventRow>({ conjunction_id: 'id' }),
  ]
}

/** Lists the element sets of the default number of days, newest first, with the change of the orbit from set to set. */
export function SetsPane({ noradId }: { readonly noradId: number }) {
  const t = useWords(objectWords)
  const nowMs = useNow('minute')
  const query = useQuery(objectHistoryQuery(noradId))
  const days = HISTORY_LIMITS.usualDays
  const rows = historyRows(query.data?.sets ?? [])
  const columns = setColumns(t, nowMs)
  return (
    <QueryPane
      title={t('history')}
      note={query.data ? t('historyNote', { count: rows.length, days }) : undefined}
      id="sets"
      query={query}
      skeletonRows={8}
      failed={t('failed')}
      exports={{
        call: { method: getElementSetHistory.method, path: getElementSetHistory.path, query: { noradId, days } },
        csv: { name: `element-sets-${noradId}`, table: () => fileOf(columns, rows) },
      }}
      actions={
        <Link
          to={paths.elementSets}
          params={{ norad_id: String(noradId) }}
          className={`${button.button} ${button.quiet} plain-link`}
        >
          {t('allElements')}
        </Link>
      }
    >
      {({ isCut }) =>
        rows.length === 0 ? (
          <Empty title={t('noHistory', { days })} />
        ) : (
          <>
            {isCut ? (
              <p className="muted fs-13 pad-6">{t('historyCut', { count: formatNumber(HISTORY_LIMITS.sets) })}</p>
            ) : null}
            <FewRows
              label={t('history')}
              rows={rows}
              columns={columns}
              idOf={({ set: { epoch, source, receivedAt } }) => `${epoch} ${source} ${receivedAt}`}
            />
          </>
        )
      }
    </QueryPane>
  )
}

function setColumns(t: typeof objectWords, nowMs: number): readonly PlainColumn<HistoryRow>[] {
  return [
    {
      id: 'epoch_utc',
      title: t('epoch'),
      isRowHead: true,
      isUnbroken: true,
      value: ({ set }) => set.epoch,
      cell: ({ set }) => {
        const ageMs = nowMs - Date.parse(set.epoch)
        return (
          <>
            {formatMinute(Date.parse(set.epoch))}
            {ageMs < 0 ? null : (
              <small>
                <DataAge text={t('old', { age: formatAge(ageMs) })} ageMs={ageMs} cautionMs={OLD_SET_MS} />
              </small>
            )}
          </>
        )
      },
    },
    {
      id: 'source',
      title: t('source'),
      className: 'break-anywhere',
      value: ({ set }) => set.source,
    },
    {
      id: 'semi_major_axis_km',
      title: t('axis'),
      unit: 'km',
      align: 'end',
      value: ({ set }) => (set.semiMajorAxisM === null ? undefined : set.semiMajorAxisM / 1_000),
      cell: ({ set }) =>
        set.semiMajorAxisM === null ? MISSING : formatNumber(set.semiMajorAxisM / 1_000, { decimals: 3 }),
    },
    {
      id: 'change_of_axis_m',
      title: t('change'),
      unit: 'm',
      align: 'end',
      value: 'changeM',
      cell: ({ changeM }) => (changeM === undefined ? MISSING : formatNumber(changeM, { decimals: 0, signed: true })),
    },
    {
      id: 'eccentricity',
      title: t('eccentricity'),
      align: 'end',
      priority: 3,
      value: ({ set }) => set.eccentricity,
      cell: ({ set }) => formatNumber(set.eccentricity, { decimals: 7 }),
    },
    {
      id: 'inclination_deg',
      title: t('inclination'),
      unit: '°',
      align: 'end',
      priority: 3,
      value: ({ set }) => set.inclinationDeg,
      cell: ({ set }) => formatNumber(set.inclinationDeg, { decimals: 4 }),
    },
    {
      id: 'bstar_per_earth_radius',
      title: t('bstar'),
      unit: '1/R',
      align: 'end',
      isUnbroken: true,
      priority: 2,
      value: ({ set }) => set.bstar,
      cell: ({ set }) => formatScientific(set.bstar, { decimals: 4 }),
    },
    {
      id: 'received_utc',
      title: t('received'),
      isUnbroken: true,
      priority: 3,
      value: ({ set }) => set.receivedAt,
      cell: ({ set }) => formatMinute(Date.parse(set.receivedAt)),
    },
  ]
}

/** Lists the tracks of the object that the reader's organisation has measured or ordered. */
export function TracksPane({ noradId }: { readonly noradId: number }) {
  const t = useWords(objectWords)
  const query = useQuery(objectTracksQuery(noradId))
  const tracks = query.data ?? []
  const columns = trackColumns(t)
  return (
    <QueryPane
      title={t('tracks')}
      note={query.data ? t('tracksNote', { count: tracks.length }) : undefined}
      id="tracks"
      query={query}
      skeletonRows={4}
      failed={t('tracksFailed')}
      exports={{
        call: { method: listObservations.method, path: listObservations.path, query: { 'catalogue-id': noradId } },
        csv: { name: `tracks-${noradId}`, table: () => fileOf(columns, tracks) },
      }}
    >
      {() =>
        tracks.length === 0 ? (
          <Empty level="inactive" title={t('noTracks')}>
            {t('noTracksText')}
          </Empty>
        ) : (
          <>
            <FewRows
              label={t('tracks')}
              rows={tracks}
              columns={columns}
              idOf={({ observationFileId }) => observationFileId}
            />
            {tracks.length < MOST_TRACKS ? null : (
              <p className="muted fs-13 pad-6">{t('mostTracks', { count: MOST_TRACKS })}</p>
            )}
          </>
        )
      }
    </QueryPane>
  )
}

function trackColumns(t: typeof objectWords): readonly PlainColumn<Observation>[] {
  return [
    {
      id: 'start_utc',
      title: t('from'),
      isRowHead: true,
      isUnbroken: true,
      value: 'start',
      cell: ({ start, observationRequestId, observationFileId }) => (
        <Link
          to={paths.observation}
          params={{
            observation_request_id: observationRequestId ?? OWN_TRACK,
            observation_file_id: observationFileId,
          }}
        >
          {formatInstant(Date.parse(start))}
        </Link>
      ),
    },
    { id: 'end_utc', value: 'end' },
    { id: 'sensor', title: t('sensor'), className: 'mono', value: 'sensorCode' },
    {
      id: 'measurements',
      title: t('measurements'),
      align: 'end',
      value: 'numberOfMeasurements',
      cell: ({ numberOfMeasurements }) => formatNumber(numberOfMeasurements),
    },
    {
      id: 'rms_arcsec',
      title: t('rms'),
      unit: '″',
      align: 'end',
      value: 'rmsArcsec',
      cell: ({ rmsArcsec }) => (rmsArcsec === null ? MISSING : formatNumber(rmsArcsec, { significant: 3 })),
    },
    {
      id: 'state',
      title: t('state'),
      value: ({ withdrawn }) => (withdrawn === null ? 'counts' : 'withdrawn'),
      cell: ({ withdrawn, isSimulated }) =>
        withdrawn === null ? t(isSimulated ? 'simulatedTrack' : 'counts') : t('withdrawn'),
    },
    ...fileColumns<Observation>({ file_id: 'observationFileId', simulated: 'isSimulated' }),
  ]
}

type PublishedProps = { readonly noradId: number; readonly satellites: readonly Satellite[] }

/** Lists the published ephemerides of the object for each satellite that it comes near; shows nothing if there are none. */
export function PublishedPane({ noradId, satellites }: PublishedProps) {
  const t = useWords(objectWords)
  const say = useWords(neighbourWords)
  const query = useQuery(publishedQuery(noradId))
  const neighbours = query.data ?? []
  if (neighbours.length === 0 && !query.isError) return null
  const nameOf = ({ satelliteId }: Neighbour) =>
    satellites.find((one) => one.satelliteId === satelliteId)?.name ?? MISSING
  const columns: readonly PlainColumn<Neighbour>[] = [
    { id: 'satellite', title: t('near'), isRowHead: true, value: nameOf },
    ...neighbourColumns(say).filter(({ id }) => id !== 'object'),
  ]
  return (
    <QueryPane
      title={t('published')}
      note={t('publishedNote')}
      id="published"
      query={query}
      skeletonRows={3}
      failed={t('publishedFailed')}
      exports={{
        call: { method: listNeighbours.method, path: listNeighbours.path },
        csv: { name: `published-${noradId}`, table: () => neighboursFile(neighbours) },
      }}
    >
      {() => (
        <FewRows label={t('published')} rows={neighbours} columns={columns} idOf={({ satelliteId }) => satelliteId} />
      )}
    </QueryPane>
  )
}
