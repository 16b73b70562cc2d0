import { allows, CA_USER, ODT_USER } from '@apsis/contract/roles.ts'
import type { Status, StatusLevel } from '@apsis/contract/status/status.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/language.ts'
import { Menu } from '../ui/menu.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../ui/status-symbol.tsx'
import styles from './bar.module.css'
import { type Service, usePlace } from './place.ts'
import { statusQuery } from './platform-status.ts'
import { shellWords } from './words.data.ts'

const SERVICES = [
  { id: 'ca', access: CA_USER, to: paths.conjunctions },
  { id: 'odt', access: ODT_USER, to: paths.observations },
] as const

function levelOf(status: Status | undefined, service: Service): StatusLevel {
  return status?.services.find((one) => one.service === service)?.level ?? 'inactive'
}

/** Leads from service to service, and says how each is: the worst of its checks. */
export function ServiceSwitcher() {
  const t = useWords(shellWords)
  const session = useSession()
  const navigate = useNavigate()
  const { data } = useQuery(statusQuery)
  const { service } = usePlace()
  if (session.status !== 'signed-in') return null
  const { roles } = session.who
  const permitted = SERVICES.filter(({ access }) => allows([access], roles))
  return (
    <Menu
      label={t('chooseService')}
      className={styles.switcher}
      trigger={
        <>
          <span>{t('service')}</span>
          <b>
            {service ? t(service) : t('allServices')}
            <Icon name="down" />
          </b>
        </>
      }
      parts={[
        {
          title: t('services'),
          entries: [
            ...permitted.map(({ id, to }) => ({
              id,
              label: t(id),
              note: LEVEL_WORDS[levelOf(data, id)],
              symbol: <StatusSymbol level={levelOf(data, id)} />,
              onAction: () => void navigate({ to }),
            })),
            {
              id: 'all',
              label: t('allServices'),
              note: data ? LEVEL_WORDS[data.level] : t('notKnown'),
              symbol: <StatusSymbol level={data?.level ?? 'inactive'} />,
              onAction: () => void navigate({ to: paths.services }),
            },
          ],
        },
      ]}
    />
  )
}

/** How everything together is. */
export function PlatformLevel() {
  const t = useWords(shellWords)
  const { data } = useQuery(statusQuery)
  return (
    <div className={`${styles.cell} ${styles.platform}`}>
      <span>{t('services')}</span>
      <span className={styles.level}>
        <StatusSymbol level={data?.level ?? 'inactive'} />
        {data ? LEVEL_WORDS[data.level] : t('notKnown')}
      </span>
    </div>
  )
}
