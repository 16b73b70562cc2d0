import { allows, CA_USER, TLE_USER } from '@apsis/contract/roles.ts'
import { type Check, getStatus, type Status, type StatusLevel } from '@apsis/contract/status/status.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { statusQuery, useStatus } from '../shell/status/platform-status.ts'
import { paths } from '../site/paths.ts'
import { formatNumber } from '../ui/format/number.ts'
import { Empty } from '../ui/page/pane-states.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { checkInWords } from './check-in-words.ts'
import styles from './status-pane.module.css'
import { nameOf } from './verdict.ts'
import { servicesWords } from './words.data.ts'

/** The unit of counted values (SI); it is not written. */
const COUNT = '1'

/** Shows each service with its level, and the checks behind it. */
export function StatusPane({ className }: { readonly className?: string | undefined }) {
  const t = useWords(servicesWords)
  const query = useQuery(statusQuery)
  const isKnown = useStatus() !== undefined
  return (
    <QueryPane
      className={className}
      title={t('services')}
      query={query}
      skeletonRows={9}
      failed={t('failed')}
      exports={{
        call: { method: getStatus.method, path: getStatus.path },
        ...(query.data ? { csv: { name: 'status', table: () => tableOf(query.data) } } : {}),
      }}
    >
      {({ services }) =>
        services.length > 0 ? <Services services={services} isKnown={isKnown} /> : <Empty title={t('noChecks')} />
      }
    </QueryPane>
  )
}

/** Returns every check as a row, in the words of the API. */
function tableOf({ services }: Pick<Status, 'services'>) {
  return {
    columns: ['service', 'check', 'level', 'message', 'value', 'unit'],
    rows: services.flatMap(({ service, checks }) =>
      checks.map(({ name, level, message, value, unit }) => [service, name, level, message, value, unit]),
    ),
  }
}

type ServicesProps = Pick<Status, 'services'> & {
  /** False if the last status may no longer be true. */
  readonly isKnown: boolean
}

function Services({ services, isKnown }: ServicesProps) {
  const t = useWords(servicesWords)
  return (
    <table className={`fs-14 ${styles.table}`}>
      <thead>
        <tr>
          <th className="muted fs-12" scope="col">
            {t('check')}
          </th>
          <th className="muted fs-12" scope="col">
            {t('level')}
          </th>
          <th className="muted fs-12" scope="col">
            {t('found')}
          </th>
          <th scope="col" className={`muted fs-12 ${styles.number}`}>
            {t('value')}
          </th>
        </tr>
      </thead>
      {services.map(({ service, level, checks }) => (
        <tbody key={service}>
          <tr className={`${styles.service} ${isKnown ? edgeOf(level) : ''}`}>
            <th className="soft" scope="rowgroup">
              {nameOf(service)}
            </th>
            <td colSpan={3}>
              <LevelWord level={isKnown ? level : undefined} />
            </td>
          </tr>
          {checks.map((check) => (
            <CheckRow key={check.name} check={check} isKnown={isKnown} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The findings about the data from connections; the page of the connections is for users of collision avoidance. */
const OF_CONNECTIONS: readonly (string | undefined)[] = ['feed-read', 'feed-never-read', 'no-feed']

/** The findings about the catalogue. */
const OF_CATALOGUE: readonly (string | undefined)[] = ['catalogue', 'catalogue-kinds', 'catalogue-none']

function CheckRow({ check, isKnown }: { readonly check: Check; readonly isKnown: boolean }) {
  const session = useSession()
  const may = (role: string) => session.status === 'signed-in' && allows([role], session.who.roles)
  const code = check.finding?.code
  return (
    <tr className={isKnown ? edgeOf(check.level) : undefined}>
      <th className="soft" scope="row">
        {OF_CONNECTIONS.includes(code) && may(CA_USER) ? (
          <Link to={paths.account} params={{ page: 'connections' }}>
            {nameOf(check.name)}
          </Link>
        ) : OF_CATALOGUE.includes(code) && may(TLE_USER) ? (
          <Link to={paths.catalogue}>{nameOf(check.name)}</Link>
        ) : (
          nameOf(check.name)
        )}
      </th>
      <td className={check.level === 'ok' ? 'muted' : undefined}>
        <LevelWord level={isKnown ? check.level : undefined} />
      </td>
      <td className="w-full soft fs-13" lang={check.finding ? undefined : 'en'}>
        {checkInWords(check)}
      </td>
      <td className={styles.number}>
        {check.value === undefined ? <span className="muted fs-12">–</span> : formatNumber(check.value)}
        {check.value !== undefined && check.unit && check.unit !== COUNT ? (
          <span className="muted fs-12"> {check.unit}</span>
        ) : null}
      </td>
    </tr>
  )
}

function LevelWord({ level }: { readonly level: StatusLevel | undefined }) {
  const t = useWords(servicesWords)
  return (
    <span className="row nowrap gap-8">
      <StatusSymbol level={level ?? 'inactive'} />
      {level ? LEVEL_WORDS[level] : t('notKnown')}
    </span>
  )
}

function edgeOf(level: StatusLevel): string {
  return (level === 'critical' || level === 'serious' ? styles[level] : '') ?? ''
}
