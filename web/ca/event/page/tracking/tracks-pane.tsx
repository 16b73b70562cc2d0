import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../../../clock/format.ts'
import { OWN_TRACK, paths } from '../../../../site/paths.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import { Pane } from '../../../../ui/page/pane.tsx'
import type { ApiCall } from '../../../../ui/page/pane-menu.tsx'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../../ui/status/status-word.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../../../ui/table/column.ts'
import { PlainTable } from '../../../../ui/table/plain-table.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { chanceText, percent, seenText } from './chance-text.ts'
import styles from './tracking-tab.module.css'
import { trackingWords } from './words.data.ts'

type Props = { readonly found: EventTracking; readonly call: ApiCall }

/** A track that was made, or an ordered pass, of one of the event's objects. */
export type TrackRow = {
  readonly object: string
  readonly sensorCode: string
  readonly start: string
  readonly end: string
  /** The track that was made; undefined for a future pass. */
  readonly track?: EventTracking['objects'][number]['made'][number]
  readonly pass?: EventTracking['objects'][number]['tasked'][number]
  readonly requestId: string
}

/** Lists the sensors with the object and the time of each track and ordered pass: future passes first, then the newest track. */
export function TracksPane({ found, call }: Props) {
  const t = useWords(trackingWords)
  const rows = observedOf(found)
  const columns = trackColumns(t)
  return (
    <Pane
      title={t('observed')}
      note={t('observedNote')}
      className="span-all pb-8"
      exports={{ call, csv: { name: 'tracks-and-passes', table: () => fileOf(columns, rows) } }}
    >
      {rows.length === 0 ? (
        <p className="row wrap gap-12 pad-8 muted fs-13 no-print">{t('noneObserved')}</p>
      ) : (
        <div className="pad-end scroll-x">
          <PlainTable
            label={t('observed')}
            rows={rows}
            columns={columns}
            idOf={({ sensorCode, start, object }) => `${sensorCode} ${start} ${object}`}
            phone="cards"
            isSmall
            className={styles.table}
          />
        </div>
      )}
    </Pane>
  )
}

export const trackColumns = (t: typeof trackingWords): readonly PlainColumn<TrackRow>[] => [
  { id: 'object', title: t('object'), isRowHead: true, value: 'object' },
  { id: 'sensor', title: t('sensor'), className: 'mono', value: 'sensorCode' },
  {
    id: 'start',
    title: t('time'),
    isUnbroken: true,
    value: 'start',
    cell: ({ start, track, requestId }) => (
      <Link
        to={paths.observation}
        params={{ observation_request_id: requestId, observation_file_id: track?.observationFileId }}
      >
        {formatInstant(Date.parse(start))}
      </Link>
    ),
  },
  { id: 'end', value: 'end' },
  {
    id: 'state',
    title: t('state'),
    value: ({ pass }) => pass?.status ?? 'TRACK',
    cell: ({ pass, track }) =>
      pass ? (
        <StatusWord {...meaningOf('request', pass.status)} />
      ) : (
        t(track?.isSimulated ? 'trackSimulated' : 'trackMade')
      ),
  },
  {
    id: 'detection',
    title: t('detection'),
    isUnbroken: true,
    cell: ({ pass }) =>
      pass ? (
        <>
          {pass.detection.probability === null ? null : `${percent(pass.detection.probability)}\u00a0%`}
          <small>{chanceText(pass.detection)}</small>
          <small>{seenText(pass)}</small>
        </>
      ) : null,
  },
  {
    id: 'measurements',
    title: t('measurements'),
    isUnbroken: true,
    value: ({ track }) => track?.measurements,
    cell: ({ track }) => (track ? formatNumber(track.measurements, { decimals: 0 }) : t('toCome')),
  },
  ...fileColumns<TrackRow>({
    request_id: 'requestId',
    file_id: ({ track }) => track?.observationFileId,
    simulated: ({ track }) => track?.isSimulated,
    track_probability: ({ pass }) => pass?.detection.probability,
    track_theoretical: ({ pass }) => pass?.detection.theoretical,
    track_empirical: ({ pass }) => pass?.detection.empirical,
    sensor_tries: ({ pass }) => pass?.detection.tries,
    sensor_successes: ({ pass }) => pass?.detection.successes,
    maximum_elevation_deg: ({ pass }) => pass?.maximumElevation,
    magnitude: ({ pass }) => pass?.magnitude,
    phase_angle_deg: ({ pass }) => pass?.phaseAngle,
    clear_sky: ({ pass }) => pass?.clearSky,
  }),
]

/** Returns tracks and ordered passes of both objects: the next pass first, then the newest track. */
export function observedOf({ objects }: EventTracking): readonly TrackRow[] {
  const ahead = objects.flatMap(({ name, tasked }) =>
    tasked.map((pass): TrackRow => ({ ...timesOf(name, pass), pass, requestId: pass.observationRequestId })),
  )
  const made = objects.flatMap(({ name, made: tracks }) =>
    tracks.map(
      (track): TrackRow => ({
        ...timesOf(name, track),
        track,
        requestId: track.observationRequestId ?? OWN_TRACK,
      }),
    ),
  )
  return [
    ...ahead.toSorted((a, b) => a.start.localeCompare(b.start)),
    ...made.toSorted((a, b) => b.start.localeCompare(a.start)),
  ]
}

const timesOf = (
  object: string,
  { sensorCode, start, end }: { readonly sensorCode: string; readonly start: string; readonly end: string },
) => ({ object, sensorCode, start, end })
