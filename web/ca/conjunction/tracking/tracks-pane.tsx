import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../../clock/format.ts'
import { OWN_TRACK, paths } from '../../../site/paths.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import type { ApiCall } from '../../../ui/page/pane-menu.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import cards from '../../../ui/table/cards.module.css'
import { useWords } from '../../../ui/text/language.ts'
import { chanceText, percent, seenText } from './chance-text.ts'
import styles from './tracking-tab.module.css'
import { trackingWords } from './words.data.ts'

type Props = { readonly found: EventTracking; readonly call: ApiCall }

/** A track that was made, or a pass that is ordered; of either object of the event. */
export type TrackRow = {
  readonly object: string
  readonly sensorCode: string
  readonly start: string
  readonly end: string
  /** Of a track that was made; undefined: the pass is still to come. */
  readonly track?: EventTracking['objects'][number]['made'][number]
  readonly pass?: EventTracking['objects'][number]['tasked'][number]
  readonly requestId: string
}

/** Which sensor tracked which object when, and which one is to: what is to come first, then the newest track. */
export function TracksPane({ found, call }: Props) {
  const t = useWords(trackingWords)
  const rows = observedOf(found)
  return (
    <Pane
      title={t('observed')}
      note={t('observedNote')}
      className={styles.wide}
      exits={{ call, csv: { name: 'tracks-and-passes', table: () => observedTable(rows) } }}
    >
      {rows.length === 0 ? (
        <p className="row wrap gap-12 pad-8 muted fs-13 no-print">{t('noneObserved')}</p>
      ) : (
        <div className="pad-end scroll-x">
          <table className={`fs-13 ${styles.table} ${cards.cards}`} aria-label={t('observed')}>
            <thead>
              <tr>
                <th scope="col">{t('object')}</th>
                <th scope="col">{t('sensor')}</th>
                <th scope="col">{t('time')}</th>
                <th scope="col">{t('state')}</th>
                <th scope="col">{t('detection')}</th>
                <th scope="col" className={styles.number}>
                  {t('measurements')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={`${row.sensorCode} ${row.start} ${row.object}`} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Pane>
  )
}

function Row({ row: { object, sensorCode, start, track, pass, requestId } }: { readonly row: TrackRow }) {
  const t = useWords(trackingWords)
  return (
    <tr>
      <th scope="row">{object}</th>
      <td className="mono" data-name={t('sensor')}>
        {sensorCode}
      </td>
      <td className={styles.number} data-name={t('time')}>
        <Link
          to={paths.observation}
          params={{ observation_request_id: requestId, observation_file_id: track?.observationFileId }}
        >
          {formatInstant(Date.parse(start))}
        </Link>
      </td>
      <td data-name={t('state')}>
        {pass ? (
          <StatusWord {...meaningOf('request', pass.status)} />
        ) : (
          t(track?.isSimulated ? 'trackSimulated' : 'trackMade')
        )}
      </td>
      <td className={styles.number} data-name={t('detection')}>
        {pass ? (
          <>
            {pass.detection.probability === null ? null : `${percent(pass.detection.probability)}\u00a0%`}
            <small>{chanceText(pass.detection)}</small>
            <small>{seenText(pass)}</small>
          </>
        ) : null}
      </td>
      <td className={styles.number} data-name={t('measurements')}>
        {track ? formatNumber(track.measurements, { decimals: 0 }) : t('toCome')}
      </td>
    </tr>
  )
}

/** Tracks and ordered passes of both objects: the next pass first, then the newest track. */
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

export const observedTable = (rows: readonly TrackRow[]) => ({
  columns: [
    ...['object', 'sensor', 'start', 'end', 'state', 'measurements', 'request_id', 'file_id', 'simulated'],
    ...['track_probability', 'track_theoretical', 'track_empirical', 'sensor_tries', 'sensor_successes'],
    ...['maximum_elevation_deg', 'magnitude', 'phase_angle_deg', 'clear_sky'],
  ],
  rows: rows.map(({ object, sensorCode, start, end, track, pass, requestId }) => [
    ...[object, sensorCode, start, end, pass ? pass.status : 'TRACK', track?.measurements],
    ...[requestId, track?.observationFileId, track ? String(track.isSimulated) : undefined],
    ...[pass?.detection.probability ?? undefined, pass?.detection.theoretical ?? undefined],
    ...[pass?.detection.empirical ?? undefined, pass?.detection.tries, pass?.detection.successes],
    ...[pass?.maximumElevation ?? undefined, pass?.magnitude ?? undefined, pass?.phaseAngle ?? undefined],
    ...[pass?.clearSky ?? undefined],
  ]),
})
