import { HOUR_MS } from '@apsis/astro/constants.ts'
import { OLD_MS } from '@apsis/contract/notice-text/catalogue-in-words.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import type { CatalogueContent } from '@apsis/contract/tle/catalogue.ts'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatMinute } from '../../clock/format.ts'
import { resultInWords } from '../../reading/result-in-words.ts'
import { resultWords } from '../../reading/result-words.data.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../site/paths.ts'
import { formatNumber, MISSING } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { DataAge } from '../../ui/status/data-age.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { catalogueCall } from './catalogue-query.ts'
import { type CatalogueSource, standingOfSource } from './findings.ts'
import { catalogueWords } from './words.data.ts'

/** If the newest set of a source is older than this, it is very old, as in the status of the platform. */
const VERY_OLD_MS = 48 * HOUR_MS

/** Shows each source of the catalogue: its state, the result of its last reading, and the time of its next one. */
export function SourcesPane({ content }: { readonly content: CatalogueContent }) {
  const t = useWords(catalogueWords)
  const say = useWords(resultWords)
  const session = useSession()
  const nowMs = useNow('fiveSeconds')
  const { sources } = content
  const columns = columnsOf({ t, say, nowMs })
  const mayConnect = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  const toConnections = mayConnect ? (
    <Link to={paths.account} params={{ page: 'connections' }}>
      {t('toConnections')}
    </Link>
  ) : null
  return (
    <Pane
      id="sources"
      title={t('sources')}
      exports={{ call: catalogueCall, csv: { name: 'catalogue-sources', table: () => fileOf(columns, sources) } }}
      provenance={
        sources.length === 0 ? undefined : (
          <>
            {t('credit', { names: sources.map(({ name }) => name).join(', ') })}{' '}
            {sources.some(({ kind }) => kind !== 'SIMULATED') ? (
              <span className="no-print">{toConnections}</span>
            ) : null}
          </>
        )
      }
    >
      {sources.length === 0 ? (
        <Empty title={t('noSources')} actions={toConnections}>
          {t('noSourcesHelp')}
        </Empty>
      ) : (
        <PlainTable label={t('sources')} rows={sources} columns={columns} idOf={({ name }) => name} phone="cards" />
      )}
    </Pane>
  )
}

type Saying = { readonly t: typeof catalogueWords; readonly say: typeof resultWords; readonly nowMs: number }

function columnsOf({ t, say, nowMs }: Saying): readonly PlainColumn<CatalogueSource>[] {
  const age = (at: string) => formatAge(nowMs - Date.parse(at))
  return [
    {
      id: 'source',
      title: t('source'),
      isRowHead: true,
      value: 'name',
      className: 'break-anywhere',
      cell: ({ name, kind, isStaging, movedTo }) => (
        <>
          <b className="medium">{name}</b>
          <small>{t(kind)}</small>
          {isStaging ? <small>{t('staging')}</small> : null}
          {movedTo === null ? null : <small>{t('movedTo', { host: movedTo })}</small>}
        </>
      ),
    },
    { id: 'kind', value: 'kind' },
    { id: 'staging', value: 'isStaging' },
    {
      id: 'state',
      title: t('state'),
      value: (source) => standingOfSource(source, nowMs).word,
      cell: (source) => {
        const { level, word } = standingOfSource(source, nowMs)
        return <StatusWord level={level} word={t(word)} />
      },
    },
    {
      id: 'objects',
      title: t('objects'),
      align: 'end',
      value: 'objects',
      cell: ({ objects }) => formatNumber(objects),
    },
    {
      id: 'newest_set_utc',
      title: t('newest'),
      align: 'end',
      value: 'newestEpoch',
      cell: ({ newestEpoch: at }) =>
        at === null ? (
          MISSING
        ) : (
          <DataAge
            text={t('ago', { age: age(at) })}
            ageMs={nowMs - Date.parse(at)}
            cautionMs={OLD_MS}
            seriousMs={VERY_OLD_MS}
          />
        ),
    },
    {
      id: 'last_read_utc',
      title: t('lastRead'),
      value: 'lastReadAt',
      isUnbroken: true,
      cell: ({ lastReadAt, lastFailedAt }) => (
        <>
          {lastReadAt === null ? t('never') : formatMinute(Date.parse(lastReadAt))}
          {lastFailedAt === null ? null : <small>{t('failedAgo', { age: age(lastFailedAt) })}</small>}
        </>
      ),
    },
    { id: 'last_new_utc', value: 'lastNewAt' },
    { id: 'failed_utc', value: 'lastFailedAt' },
    {
      id: 'result',
      title: t('result'),
      value: 'lastResult',
      className: 'break-anywhere',
      cell: ({ lastResult, lastDetail, lastNewAt, lastReadAt }) => (
        <>
          {lastResult === null ? MISSING : resultInWords({ result: lastResult, detail: lastDetail, fact: null }, say)}
          {lastNewAt === null || lastNewAt === lastReadAt ? null : (
            <small>{t('since', { time: formatMinute(Date.parse(lastNewAt)) })}</small>
          )}
        </>
      ),
    },
    { id: 'detail', value: 'lastDetail' },
    {
      id: 'next_utc',
      title: t('next'),
      value: 'nextAt',
      isUnbroken: true,
      cell: ({ nextAt }) => (nextAt === null ? MISSING : formatMinute(Date.parse(nextAt))),
    },
    { id: 'moved_to', value: 'movedTo' },
  ]
}
