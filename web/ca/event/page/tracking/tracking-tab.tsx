import { type EventTracking, getEventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../../api/call.ts'
import { onChange } from '../../../../api/changes.ts'
import { readAgain } from '../../../../api/queries.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { useSession } from '../../../../session/session.ts'
import { QueryPane } from '../../../../shell/page/query-pane.tsx'
import { ReadBy } from '../../../../shell/page/read-by.tsx'
import { useNaming } from '../../../../shell/status/people.ts'
import { OWN_TRACK, paths } from '../../../../site/paths.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../../ui/format/probability.ts'
import { formatMiss } from '../../../../ui/format/quantity.ts'
import { Pane } from '../../../../ui/page/pane.tsx'
import { Empty } from '../../../../ui/page/pane-states.tsx'
import { Scroll } from '../../../../ui/page/scroll.tsx'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../../ui/status/status-word.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../../../ui/table/column.ts'
import { PlainTable } from '../../../../ui/table/plain-table.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { KEYS } from '../../queries.ts'
import type { Event } from '../view/use-event.ts'
import { RankedPasses } from './ranked-passes.tsx'
import { TrackingTimeline } from './timeline.tsx'
import styles from './tracking-tab.module.css'
import { TracksPane } from './tracks-pane.tsx'
import { trackingWords } from './words.data.ts'

const KEY = [...KEYS.conjunctions, 'tracking'] as const
const OBSERVATION = 'observation'

/** The effect of a track is known only after its message exists, which is later than the change of the event. */
onChange(OBSERVATION, async () => {
  await Promise.all([readAgain({ queryKey: [OBSERVATION] }), readAgain({ queryKey: KEY })])
})

/** Shows past and ordered tracking of both objects, the value of each pass for the decision, and the changes by tracks. */
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
      <div className={`grid grow panes ${styles.tracking}`}>
        {found.objects.map((object) => (
          <RankedPasses key={object.place} object={object} found={found} call={call} />
        ))}
        <TrackingTimeline found={found} call={call} />
        <TracksPane found={found} call={call} />
        <Pane
          title={t('changed')}
          note={t('changedNote')}
          exports={{
            call,
            csv: { name: 'tracks-in-event', table: () => fileOf(updateColumns(found, t), found.updates) },
          }}
        >
          <Changes found={found} />
        </Pane>
        <Pane
          title={t('stated')}
          note={t('statedNote')}
          exports={{
            call,
            csv: { name: 'stated-tracking', table: () => fileOf(statementColumns(t), statementsOf(found).flat()) },
          }}
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
      <PlainTable
        label={t('changed')}
        rows={found.updates}
        columns={updateColumns(found, t)}
        idOf={({ updateId }) => updateId}
        phone="cards"
        isSmall
        className={styles.table}
      />
    </Scroll>
  )
}

type Update = EventTracking['updates'][number]

const updateColumns = (found: EventTracking, t: typeof trackingWords): readonly PlainColumn<Update>[] => [
  {
    id: 'track',
    title: t('detection'),
    isRowHead: true,
    cell: (update) => (
      <>
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
      </>
    ),
  },
  { id: 'before', title: t('before'), isUnbroken: true, cell: ({ before }) => <Told one={before} /> },
  { id: 'after', title: t('after'), cell: (update) => <After update={update} /> },
  ...fileColumns<Update>({
    at: 'at',
    file_id: 'observationFileId',
    request_id: 'observationRequestId',
    sensor: 'sensorCode',
    catalogue_id: 'catalogueId',
    track_start: 'trackStart',
    outcome: 'outcome',
    before_cdm_id: ({ before }) => before.cdmId,
    before_originator: ({ before }) => before.originator,
    before_probability: ({ before }) => before.probability,
    before_miss_m: ({ before }) => before.missM,
    after_cdm_id: ({ after }) => after?.cdmId,
    after_probability: ({ after }) => after?.probability,
    after_miss_m: ({ after }) => after?.missM,
    scale_factor: 'scaleFactor',
    weighted_rms: 'weightedRms',
    used: 'measurementsUsed',
    edited: 'measurementsEdited',
    simulated: 'isSimulated',
    withdrawn: ({ withdrawn }) => withdrawn?.at,
    withdrawn_why: ({ withdrawn }) => withdrawn?.reason,
  }),
]

/** Shows the values of a message that includes the track, or the reason why there is none. */
function After({ update }: { readonly update: Update }) {
  const t = useWords(trackingWords)
  return (
    <>
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
    </>
  )
}

/** Shows the values of a message about the event. */
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

/** Shows that the track was withdrawn later, with the person and the reason. */
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

/** The newest messages matter most. Older ones are in the list of messages. */
const MESSAGES_SHOWN = 6

type Statement = EventTracking['objects'][number]['stated'][number] & { readonly name: string }

/** Returns the statements of the messages about each object, in their order. */
const statementsOf = ({ objects }: EventTracking): readonly (readonly Statement[])[] =>
  objects.map(({ name, stated }) => stated.map((one) => ({ ...one, name })))

function Stated({ found }: { readonly found: EventTracking }) {
  const t = useWords(trackingWords)
  return (
    <Scroll className="pad-end">
      <PlainTable
        label={t('stated')}
        rows={statementsOf(found).flatMap((of) => of.slice(-MESSAGES_SHOWN).toReversed())}
        columns={statementColumns(t)}
        idOf={({ name, cdmId }) => `${name} ${cdmId}`}
        phone="cards"
        isSmall
        className={styles.table}
      />
    </Scroll>
  )
}

function statementColumns(t: typeof trackingWords): readonly PlainColumn<Statement>[] {
  const count = (value: number | null) => (value === null ? t('notSaid') : formatNumber(value, { decimals: 0 }))
  return [
    { id: 'object', title: t('object'), isRowHead: true, value: 'name' },
    ...fileColumns<Statement>({
      cdm_id: 'cdmId',
      originator: 'originator',
      created: 'creationDate',
      last_observed_from: 'lastObservationFrom',
    }),
    {
      id: 'last_observed_to',
      title: t('lastObserved'),
      isUnbroken: true,
      value: 'lastObservationTo',
      cell: ({ lastObservationTo: to }) => (to === null ? t('notSaid') : formatInstant(Date.parse(to))),
    },
    { id: 'tracks_available', value: 'tracksAvailable' },
    { id: 'tracks_used', title: t('tracks'), value: 'tracksUsed', cell: ({ tracksUsed }) => count(tracksUsed) },
    {
      id: 'observations_used',
      title: t('observations'),
      value: 'observationsUsed',
      cell: ({ observationsUsed }) => count(observationsUsed),
    },
    {
      id: 'message',
      title: t('message'),
      isUnbroken: true,
      cell: ({ originator, creationDate }) => `${originator}, ${formatInstant(Date.parse(creationDate))}`,
    },
  ]
}

/** Reads the tracking of the objects of an event; it is read again when the event, a request or a track changes. */
const trackingQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...KEY, conjunctionId],
    queryFn: ({ signal }) => call(getEventTracking, { params: { 'conjunction-id': conjunctionId } }, signal),
  })

const trackingCall = (conjunctionId: string) => ({
  method: getEventTracking.method,
  path: getEventTracking.path.replace('{conjunction-id}', conjunctionId),
})
