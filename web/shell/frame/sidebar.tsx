import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useSession } from '../../session/session.ts'
import { Icon } from '../../ui/button/icon.tsx'
import { choose } from '../../ui/preference/preference.ts'
import { usePreference } from '../../ui/preference/use-preference.ts'
import { useWords } from '../../ui/text/language.ts'
import type { Destination } from '../destinations.ts'
import { useDestinations } from '../use-destinations.ts'
import { shellWords } from '../words.data.ts'
import styles from './sidebar.module.css'

/** The first destinations of their groups; on a phone only these and the ungrouped ones are shown. */
const STARTS: readonly Destination['id'][] = ['screening', 'account']
const BESIDE: readonly Destination['id'][] = ['space', 'findConjunctions', 'ephemerides']

/** Shows the navigation by role: icons with names, or icons only. */
export function Sidebar() {
  const t = useWords(shellWords)
  const session = useSession()
  const destinations = useDestinations().filter((one) => one.sidebar !== undefined)
  const isWide = usePreference('sidebar') === 'wide'
  return (
    <nav
      className={`stack gap-2 no-print ${styles.sidebar} clip-y line-right ${isWide ? styles.wide : ''}`}
      aria-label={t('main')}
    >
      <ul className="stack gap-2">
        {destinations.map(({ id, sidebar, icon, link }) => (
          <Fragment key={id}>
            {STARTS.includes(id) && id !== destinations[0]?.id ? (
              <li aria-hidden="true" className={`no-phone line-top ${styles.gap}`} />
            ) : null}
            <li className={BESIDE.includes(id) ? 'no-phone' : undefined}>
              <Link
                {...link}
                className="row relative gap-12 w-full round muted nowrap plain-link"
                title={isWide ? undefined : t(sidebar)}
                activeOptions={{ includeSearch: false }}
              >
                <Icon name={icon} />
                <span>{t(sidebar)}</span>
              </Link>
            </li>
          </Fragment>
        ))}
      </ul>
      <span className="grow no-phone" />
      <button
        type="button"
        className={`no-phone row relative gap-12 w-full no-frame round no-ground muted nowrap pointer ${styles.switch}`}
        aria-expanded={isWide}
        aria-label={t(isWide ? 'narrow' : 'widen')}
        title={t(isWide ? 'narrow' : 'widen')}
        onClick={() => choose('sidebar', isWide ? 'narrow' : 'wide')}
      >
        <Icon name="open" />
      </button>
      <span className="pad-y-4 muted no-phone fs-11 font-mono center">{session.config?.version}</span>
    </nav>
  )
}
