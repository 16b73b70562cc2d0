import { allows, CA_USER, ODT_USER } from '@apsis/contract/roles.ts'
import type { Status, StatusLevel } from '@apsis/contract/status/status.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useSession } from '../../session/session.ts'
import { paths } from '../../site/paths.ts'
import { Icon } from '../../ui/button/icon.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type Service, usePlace } from '../place.ts'
import { type Alarm, useAlarm } from '../status/conjunction-alarm.ts'
import { useStatus } from '../status/platform-status.ts'
import { shellWords } from '../words.data.ts'
import styles from './bar.module.css'

const SERVICES = [
  { id: 'ca', access: CA_USER, to: paths.conjunctions },
  { id: 'odt', access: ODT_USER, to: paths.observations },
] as const

/** Returns the worst level of a service's checks and of the things that it monitors. */
function levelOf(status: Status | undefined, service: Service, alarm: Alarm | undefined): StatusLevel {
  if (service === 'ca' && alarm && alarm.level !== 'inactive') return alarm.level
  return status?.services.find((one) => one.service === service)?.level ?? 'inactive'
}

/** Shows the links to the services, and the state of each: the worst of its checks. */
export function ServiceSwitcher() {
  const t = useWords(shellWords)
  const { service } = usePlace()
  const list = useId()
  return (
    <>
      <button
        type="button"
        className={`stack items-start ink regular nowrap justify-center h-full pad-x-16 no-frame faint-left no-ground pointer ${styles.switcher}`}
        popoverTarget={list}
      >
        <span className="muted fs-12 lh-16">{t('service')}</span>
        <b className="row gap-4 fs-14">
          {service ? t(service) : t('allServices')}
          <Icon name="down" />
        </b>
      </button>
      <nav
        id={list}
        popover="auto"
        aria-label={t('services')}
        className={`pad-y-4 raised ink m-0 no-frame pop ${styles.services}`}
        onBeforeToggle={putBelow}
      >
        <ServiceLinks />
      </nav>
    </>
  )
}

/** Puts the list below the button that opens it: the list is above the other content, so the layout of the bar cannot place it. */
function putBelow({ currentTarget: list }: React.ToggleEvent<HTMLElement>): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(list.id)}"]`)
  list.style.left = `${button?.getBoundingClientRect().left ?? 0}px`
}

function ServiceLinks() {
  const t = useWords(shellWords)
  const session = useSession()
  const data = useStatus()
  const alarm = useAlarm()
  if (session.status !== 'signed-in') return null
  const { roles } = session.who
  const close = (event: React.MouseEvent<HTMLElement>) =>
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  return (
    <ul>
      {SERVICES.filter(({ access }) => allows([access], roles)).map(({ id, to }) => (
        <li key={id}>
          <Link to={to} className="row gap-10 pad-x-16 ink plain-link" onClick={close}>
            <StatusSymbol level={levelOf(data, id, alarm)} />
            {t(id)}
            <span className="pl-24 ml-auto muted fs-12">
              {data ? LEVEL_WORDS[levelOf(data, id, alarm)] : t('notKnown')}
            </span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={paths.services} className="row gap-10 pad-x-16 ink plain-link" onClick={close}>
          <StatusSymbol level={data?.level ?? 'inactive'} />
          {t('allServices')}
          <span className="pl-24 ml-auto muted fs-12">{data ? LEVEL_WORDS[data.level] : t('notKnown')}</span>
        </Link>
      </li>
    </ul>
  )
}

/** Shows the state of the platform as a whole. */
export function PlatformLevel() {
  const t = useWords(shellWords)
  const data = useStatus()
  return (
    <div
      className={`stack justify-center pad-x-16 faint-left same-ink nowrap plain-link ${styles.cell} ${styles.platform}`}
    >
      <span className="muted fs-12 lh-16">{t('services')}</span>
      <span className="row gap-8 h-20 lh-20">
        <StatusSymbol level={data?.level ?? 'inactive'} />
        {data ? LEVEL_WORDS[data.level] : t('notKnown')}
      </span>
    </div>
  )
}
