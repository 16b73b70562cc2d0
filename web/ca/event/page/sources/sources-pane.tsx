import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { UnfoundApproach } from '@apsis/contract/ca/event/estimate.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../../clock/clock.ts'
import { formatAge, formatInstant } from '../../../../clock/format.ts'
import { Unbroken } from '../../../../notifications/unbroken.tsx'
import { QueryPane } from '../../../../shell/page/query-pane.tsx'
import { paths } from '../../../../site/paths.ts'
import { formatProbabilityPlain } from '../../../../ui/format/probability.ts'
import { formatMiss } from '../../../../ui/format/quantity.ts'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../../../ui/status/status-word.tsx'
import { fileTable } from '../../../../ui/table/column.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { Probability } from '../../../../ui/value/quantity.tsx'
import { connectionsQuery } from '../../connections-query.ts'
import { estimateWords } from '../../estimates-words.data.ts'
import { estimatesQuery } from '../../queries.ts'
import { eventCalls } from '../view/calls.ts'
import {
  apartText,
  closestText,
  remarksOf,
  silenceText,
  sourceName,
  standingText,
  unfoundRemarks,
} from './source-text.ts'
import { sourceWords } from './source-words.data.ts'
import { type EventSource, type SilentSource, silentSources, sourcesOf } from './sources.ts'
import styles from './sources-pane.module.css'

type Event = { readonly conjunction: Conjunction; readonly cdms: readonly Cdm[] }

const NO_SOURCES: readonly EventSource[] = []

/** Shows the statement of each system on an event, with its time and its state, and the connected sources that are silent. */
export function SourcesPane({ conjunction, cdms, className }: Event & { readonly className?: string | undefined }) {
  const t = useWords(sourceWords)
  const query = useQuery(estimatesQuery(conjunction.conjunctionId))
  const sources = query.data ? sourcesOf(query.data.estimates, cdms) : NO_SOURCES
  return (
    <QueryPane
      title={t('sources')}
      note={t('note')}
      id="sources"
      query={query}
      skeletonRows={2}
      failed={t('failed')}
      className={className}
      exports={{
        call: eventCalls(conjunction.conjunctionId).estimates,
        csv: {
          name: 'sources',
          table: () => sourcesFile([...sources, ...(query.data?.unfound ?? []).map(rowOfUnfound)]),
        },
      }}
    >
      {({ unfound }) => <Sources sources={sources} unfound={unfound} tca={conjunction.conjunctionData.tca} />}
    </QueryPane>
  )
}

/** Shows the sources in the report; they are read when the page is opened, whichever tab it shows, because a printer does not wait for an answer. */
export function SourcesPaper({ conjunction, cdms }: Event) {
  const t = useWords(sourceWords)
  const { data } = useQuery(estimatesQuery(conjunction.conjunctionId))
  return (
    <section>
      <h2>{t('sources')}</h2>
      {data === undefined ? (
        <p>{t('failed')}.</p>
      ) : (
        <Sources
          sources={sourcesOf(data.estimates, cdms)}
          unfound={data.unfound}
          tca={conjunction.conjunctionData.tca}
        />
      )}
    </section>
  )
}

type SourcesProps = {
  readonly sources: readonly EventSource[]
  readonly unfound: readonly UnfoundApproach[]
  /** The TCA of the event. */
  readonly tca: string
}

function Sources({ sources, unfound, tca }: SourcesProps) {
  const t = useWords(sourceWords)
  const connections = useQuery(connectionsQuery())
  return (
    <ul className={`grid fs-13 lh-16 pad-x ${styles.sources}`}>
      {sources.length + unfound.length === 0 ? <li className="soft">{t('none')}</li> : null}
      {sources.map((one) => (
        <Source key={one.system} source={one} eventTca={tca} />
      ))}
      {unfound.map((one) => (
        <Unfound key={one.screeningId} screening={one} />
      ))}
      {silentSources(connections.data ?? []).map((one) => (
        <Silent key={one.id} source={one} />
      ))}
      {connections.isError ? <li className="soft">{t('connectionsUnknown')}</li> : null}
    </ul>
  )
}

function Source({ source, eventTca }: { readonly source: EventSource; readonly eventTca: string }) {
  const t = useWords(sourceWords)
  const e = useWords(estimateWords)
  const nowMs = useNow('minute')
  const { riskLevel, missM, probability, maximumProbability, neighbour, tca, madeAt, isSimulated } = source
  const remarks = remarksOf(source, t, e)
  return (
    <li className="min-w-0">
      <p className="row wrap gap-0-12">
        <StatusWord {...meaningOf('risk', riskLevel)} />
        <b className="break-anywhere">{sourceName(source, t)}</b>
        {isSimulated ? <b>{t('simulated')}</b> : null}
        <span className="soft">{standingText(source, t, e)}</span>
      </p>
      <p className="row wrap soft fs-12 gap-0-12">
        <span className="ink nowrap">{formatMiss(missM)} m</span>
        <span className="nowrap">
          {t('pc')} <Probability value={probability ?? undefined} reason={e('noPc')} />
        </span>
        {neighbour?.isEnvelope === true ? (
          <span className="nowrap">
            {t('maximumOf')} <Probability value={maximumProbability ?? undefined} reason={e('noPc')} />
          </span>
        ) : null}
        <span className="nowrap">
          {t('tca')} <span className="mono">{closestText(tca, eventTca)}</span>
        </span>
        <span className="nowrap" title={formatInstant(Date.parse(madeAt))}>
          {t('ago', { age: formatAge(nowMs - Date.parse(madeAt)) })}
        </span>
      </p>
      {remarks.length === 0 ? null : (
        <p className="muted fs-12 break-anywhere">
          <Unbroken text={remarks.join('; ')} />
        </p>
      )}
    </li>
  )
}

/** Shows a screening that covers the TCA and found no approach; it has no level, and does not clear the event. */
function Unfound({ screening }: { readonly screening: UnfoundApproach }) {
  const t = useWords(sourceWords)
  const nowMs = useNow('minute')
  const { madeAt, isSimulated } = screening
  const apart = apartText(screening, t)
  return (
    <li className="min-w-0">
      <p className="row wrap gap-0-12">
        <b className="break-anywhere">{t('EPH')}</b>
        {isSimulated ? <b>{t('simulated')}</b> : null}
        <span className="soft">{t('unfound')}</span>
      </p>
      <p className="row wrap soft fs-12 gap-0-12">
        {apart === undefined ? null : <span className="ink">{apart}</span>}
        <span className="nowrap" title={formatInstant(Date.parse(madeAt))}>
          {t('ago', { age: formatAge(nowMs - Date.parse(madeAt)) })}
        </span>
      </p>
      <p className="muted fs-12 break-anywhere">
        <Unbroken text={unfoundRemarks(screening, t).join('; ')} />
      </p>
    </li>
  )
}

function Silent({ source }: { readonly source: SilentSource }) {
  const t = useWords(sourceWords)
  return (
    <li className="min-w-0">
      <p>
        <StatusSymbol level="caution" />{' '}
        <b className="break-anywhere">
          <Unbroken text={silenceText(source, t)} />
        </b>
      </p>
      <p className="soft">
        {t('mayLack')}{' '}
        <Link to={paths.account} params={{ page: 'connections' }} className="no-print">
          {t('toConnections')}
        </Link>
      </p>
    </li>
  )
}

/** A source in the file; a screening that found no approach has neither level nor miss distance. */
type FileRow = Omit<Partial<EventSource>, 'state'> & { readonly state: EventSource['state'] | 'NOT_FOUND' }

const rowOfUnfound = ({ madeAt, tca, fileName, neighbour, isSimulated }: UnfoundApproach): FileRow => ({
  source: 'OWN_SCREENING',
  against: 'EPH',
  state: 'NOT_FOUND',
  madeAt,
  tca,
  fileName,
  neighbour,
  isSimulated,
})

const sourcesFile = (sources: readonly FileRow[]) =>
  fileTable(sources, {
    source: 'source',
    originator: 'originator',
    via: ({ via }) => via,
    against: 'against',
    level: 'riskLevel',
    state: 'state',
    made_utc: 'madeAt',
    tca_utc: 'tca',
    miss_m: 'missM',
    pc: ({ probability }) => formatProbabilityPlain(probability ?? undefined),
    pc_max: ({ maximumProbability }) => formatProbabilityPlain(maximumProbability ?? undefined),
    own_file: 'fileName',
    published_by: ({ neighbour }) => neighbour?.source,
    published_file: ({ neighbour }) => neighbour?.file,
    envelope: ({ neighbour }) => neighbour?.isEnvelope,
    simulated: 'isSimulated',
  })
