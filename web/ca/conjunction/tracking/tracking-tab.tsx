import { type EventTracking, getEventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { onChange } from '../../../api/changes.ts'
import { readAgain } from '../../../api/queries.ts'
import { formatInstant } from '../../../clock/format.ts'
import { useSession } from '../../../session/session.ts'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { ReadBy } from '../../../shell/page/read-by.tsx'
import { useNaming } from '../../../shell/status/people.ts'
import { OWN_TRACK, paths } from '../../../site/paths.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Empty } from '../../../ui/page/pane-states.tsx'
import { Scroll } from '../../../ui/page/scroll.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import cards from '../../../ui/table/cards.module.css'
import { useWords } from '../../../ui/text/language.ts'
import { KEYS } from '../../event/queries.ts'
import type { Event } from '../view/use-event.ts'
import { RankedPasses } from './ranked-passes.tsx'
import { TrackingTimeline } from './timeline.tsx'
import styles from './tracking-tab.module.css'
import { TracksPane } from './tracks-pane.tsx'
import { trackingWords } from './words.data.ts'

const KEY = [...KEYS.conjunctions, 'tracking'] as const
const OBSERVATION = 'observation'

/** What a track changed is known after the message that it became: the change of the event alone comes too early. */
onChange(OBSERVATION, async () => {
  await Promise.all([readAgain({ queryKey: [OBSERVATION] }), readAgain({ queryKey: KEY })])
})

/** Who tracked both objects, who will, what each pass is worth to the decision, and what tracks have changed. */
export function TrackingTab({ event }: { readonly event: Event }) {
  const t = useWords(trackingWords)
  const session = useSession()
  const { conjunctionId } = event.conjunction
  const isAllowed = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  const query = useQuery({ ...trackingQuery(conjunctionId), enabled: isAllowed })
  if (!isAllowed)
    return (
      <Empty level="inactive" title={t('tab')}>
        {t('noRole')}
      </Empty>
    )
  if (query.data === undefined)
    return (
      <QueryPane title={t('tab')} query={query} skeletonRows={16} failed={t('failed')}>
        {() => null}
      </QueryPane>
    )
  const found = query.data
  const call = trackingCall(conjunctionId)
  return (
    <ReadBy answers={[query]}>
      <div className={`grid grow ${styles.tracking}`}>
        {found.objects.map((object) => (
          <RankedPasses key={object.place} object={object} found={found} call={call} />
        ))}
        <TrackingTimeline found={found} call={call} />
        <TracksPane found={found} call={call} />
        <Pane
          title={t('changed')}
          note={t('changedNote')}
          exits={{ call, csv: { name: 'tracks-in-event', table: () => changesTable(found) } }}
        >
          <Changes found={found} />
        </Pane>
        <Pane
          title={t('stated')}
          note={t('statedNote')}
          exits={{ call, csv: { name: 'stated-tracking', table: () => statedTable(found) } }}
        >
          <Stated found={found} />
        </Pane>
      </div>
    </ReadBy>
  )
}

function Changes({ found }: { readonly found: EventTracking }) {
  const t = useWords(trackingWords)
  if (found.updates.length === 0) return <p className="row wrap gap-12 pad-8 muted fs-13 no-print">{t('noChange')}</p>
  return (
    <Scroll className="pad-end">
      <table className={`fs-13 ${styles.table} ${cards.cards}`} aria-label={t('changed')}>
        <thead>
          <tr>
            <th scope="col">{t('detection')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {found.updates.map((update) => (
            <tr key={update.updateId}>
              <th scope="row">
                <Link
                  to={paths.observation}
                  params={{
                    observation_request_id: update.observationRequestId ?? OWN_TRACK,
                    observation_file_id: update.observationFileId,
                  }}
                >
                  {t('trackOf', { sensor: update.sensorCode, time: formatInstant(Date.parse(update.trackStart)) })}
                </Link>
                <small>{nameOf(found, update.catalogueId)}</small>
              </th>
              <td className={styles.number} data-name={t('before')}>
                <Told one={update.before} />
              </td>
              <td data-name={t('after')}>
                {update.after ? <Told one={update.after} /> : null}
                <small>
                  {update.outcome === 'NO_COVARIANCE' ? t('NO_COVARIANCE') : t(update.outcome)}
                  {update.scaleFactor !== null
                    ? `; ${t('scale', {
                        factor: formatNumber(update.scaleFactor, { decimals: 2 }),
                        rms: formatNumber(update.weightedRms ?? 0, { decimals: 2 }),
                        used: update.measurementsUsed ?? 0,
                        edited: update.measurementsEdited ?? 0,
                      })}`
                    : ''}
                </small>
                <Withdrawn update={update} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** What a message says of the event. */
function Told({ one }: { readonly one: EventTracking['updates'][number]['before'] }) {
  return (
    <>
      <StatusWord {...meaningOf('risk', one.riskLevel)} /> {formatProbabilityLine(one.probability ?? undefined)}
      <small>
        {formatMiss(one.missM)} m · {one.originator}
      </small>
    </>
  )
}

/** That the track was withdrawn since, by whom and why. */
function Withdrawn({ update: { withdrawn, after } }: { readonly update: EventTracking['updates'][number] }) {
  const t = useWords(trackingWords)
  const naming = useNaming()
  if (withdrawn === null) return null
  const { at, by, reason } = withdrawn
  const said = t('withdrawn', { time: formatInstant(Date.parse(at)), by: naming.nameOf(by), reason })
  return (
    <small>
      <StatusWord level="serious" word={after === null ? said : `${said} ${t('withdrawnMessage')}`} />
    </small>
  )
}

const nameOf = ({ objects }: EventTracking, catalogueId: number | null) =>
  objects.find((one) => one.catalogueId === catalogueId)?.name ?? ''

/** The newest messages say most. Older ones are in the list of messages. */
const MESSAGES_SHOWN = 6

function Stated({ found }: { readonly found: EventTracking }) {
  const t = useWords(trackingWords)
  const rows = found.objects.flatMap(({ name, stated }) =>
    stated
      .slice(-MESSAGES_SHOWN)
      .toReversed()
      .map((one) => ({ name, one })),
  )
  const count = (value: number | null) => (value === null ? t('notSaid') : formatNumber(value, { decimals: 0 }))
  return (
    <Scroll className="pad-end">
      <table className={`fs-13 ${styles.table} ${cards.cards}`} aria-label={t('stated')}>
        <thead>
          <tr>
            <th scope="col">{t('object')}</th>
            <th scope="col">{t('lastObserved')}</th>
            <th scope="col">{t('tracks')}</th>
            <th scope="col">{t('observations')}</th>
            <th scope="col">{t('message')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, one }) => (
            <tr key={`${name} ${one.cdmId}`}>
              <th scope="row">{name}</th>
              <td className={styles.number} data-name={t('lastObserved')}>
                {one.lastObservationTo === null ? t('notSaid') : formatInstant(Date.parse(one.lastObservationTo))}
              </td>
              <td className={styles.number} data-name={t('tracks')}>
                {count(one.tracksUsed)}
              </td>
              <td className={styles.number} data-name={t('observations')}>
                {count(one.observationsUsed)}
              </td>
              <td className={styles.number} data-name={t('message')}>
                {one.originator}, {formatInstant(Date.parse(one.creationDate))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const changesTable = ({ updates }: EventTracking) => ({
  columns: [
    ...['at', 'file_id', 'request_id', 'sensor', 'catalogue_id', 'track_start', 'outcome', 'before_cdm_id'],
    ...[
      'before_originator',
      'before_probability',
      'before_miss_m',
      'after_cdm_id',
      'after_probability',
      'after_miss_m',
    ],
    ...['scale_factor', 'weighted_rms', 'used', 'edited', 'simulated', 'withdrawn', 'withdrawn_why'],
  ],
  rows: updates.map((one) => [
    ...[
      one.at,
      one.observationFileId,
      one.observationRequestId ?? undefined,
      one.sensorCode,
      one.catalogueId ?? undefined,
    ],
    ...[one.trackStart, one.outcome, one.before.cdmId, one.before.originator, one.before.probability ?? undefined],
    ...[one.before.missM, one.after?.cdmId, one.after?.probability ?? undefined, one.after?.missM],
    ...[one.scaleFactor ?? undefined, one.weightedRms ?? undefined, one.measurementsUsed ?? undefined],
    ...[one.measurementsEdited ?? undefined, String(one.isSimulated), one.withdrawn?.at, one.withdrawn?.reason],
  ]),
})

const statedTable = ({ objects }: EventTracking) => ({
  columns: [
    ...['object', 'cdm_id', 'originator', 'created', 'last_observed_from', 'last_observed_to'],
    ...['tracks_available', 'tracks_used', 'observations_used'],
  ],
  rows: objects.flatMap(({ name, stated }) =>
    stated.map((one) => [
      ...[name, one.cdmId, one.originator, one.creationDate, one.lastObservationFrom ?? undefined],
      ...[one.lastObservationTo ?? undefined, one.tracksAvailable ?? undefined, one.tracksUsed ?? undefined],
      one.observationsUsed ?? undefined,
    ]),
  ),
})

/** Who tracks the objects of an event; read again when the event, a request or a track changes. */
const trackingQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...KEY, conjunctionId],
    queryFn: ({ signal }) => call(getEventTracking, { params: { 'conjunction-id': conjunctionId } }, signal),
  })

const trackingCall = (conjunctionId: string) => ({
  method: getEventTracking.method,
  path: getEventTracking.path.replace('{conjunction-id}', conjunctionId),
})
