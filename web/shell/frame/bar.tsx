import { Link } from '@tanstack/react-router'
import { useNow } from '../../clock/clock.ts'
import { formatDate, formatDayOfYear, formatTime } from '../../clock/format.ts'
import { isClockMoved } from '../../clock/moved-clock.ts'
import { useToasts, useUnreadCount } from '../../notifications/notifications.ts'
import { signIn, useSession } from '../../session/session.ts'
import { bothNamesOf, initialOf, type SignedInPerson } from '../../session/who.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Logo } from '../../ui/button/logo.tsx'
import { switchTheme } from '../../ui/preference/theme.ts'
import { useWords } from '../../ui/text/language.ts'
import { openOverlay } from '../key/overlay.ts'
import { fetchPalette, fetchSidebar } from '../overlay/overlays.tsx'
import { SIDEBAR_ID, type SidebarTab } from '../search.ts'
import { useSidebarState } from '../search-state.ts'
import { useIsRouted } from '../use-is-routed.ts'
import { shellWords } from '../words.data.ts'
import styles from './bar.module.css'
import { Monitors, NextCritical } from './monitors.tsx'
import { ServiceSwitcher } from './service-switcher.tsx'

/** Shows the global status bar: the same on every route, and dark in every theme. */
export function Bar() {
  const t = useWords(shellWords)
  const session = useSession()
  const { demo, devMode } = session.config ?? {}
  const isRouted = useIsRouted()
  const isSignedIn = isRouted && session.status === 'signed-in'
  return (
    <header
      className={`flex min-w-0 relative line-bottom ink no-print ${styles.bar} items-stretch ${demo ? styles.demo : ''}`}
    >
      <HomeLink isRouted={isRouted} />
      {demo ? (
        <span
          className={`soft fs-12 medium inline-row self-center h-20 mr-8 control-frame round ${styles.tag}`}
          title={t(isClockMoved ? 'movedTitle' : 'demoTitle')}
        >
          {t('demo')}
        </span>
      ) : null}
      {devMode ? (
        <span
          className={`soft fs-12 medium inline-row self-center h-20 mr-8 control-frame round no-desk ${styles.tag}`}
        >
          {t('developer')}
        </span>
      ) : null}
      {isSignedIn ? <ServiceSwitcher /> : null}
      <span className="grow" />
      {isSignedIn ? <NextCritical /> : null}
      <Clock />
      {isSignedIn ? <Monitors /> : null}
      <div className={`row gap-2 pad-x-12 faint-left ${styles.tools}`}>
        {isSignedIn ? (
          <Button
            look="icon"
            className={styles.wide}
            aria-label={t('find')}
            aria-keyshortcuts="Control+K"
            title={`${t('find')} (Ctrl K)`}
            onPointerEnter={fetchPalette}
            onFocus={fetchPalette}
            onClick={() => openOverlay('palette')}
          >
            <Icon name="search" />
          </Button>
        ) : null}
        <Button look="icon" aria-label={t('switchTheme')} title={t('switchTheme')} onClick={switchTheme}>
          <Icon name="theme" />
        </Button>
        {isSignedIn ? <SignedInTools who={session.who} /> : null}
        {session.status === 'signed-out' ? <Button onClick={() => void signIn()}>{t('login')}</Button> : null}
      </div>
    </header>
  )
}

function HomeLink({ isRouted }: { readonly isRouted: boolean }) {
  const t = useWords(shellWords)
  const content = (
    <>
      <Logo size={28} />
      <span>Apsis</span>
    </>
  )
  const shared = { className: `row gap-10 ink fs-16 bold plain-link ${styles.logo}`, 'aria-label': t('homeLink') }
  return isRouted ? (
    <Link to={paths.home} {...shared}>
      {content}
    </Link>
  ) : (
    <a href={paths.home} {...shared}>
      {content}
    </a>
  )
}

function Clock() {
  const t = useWords(shellWords)
  const at = useNow('second')
  return (
    <div
      className={`stack justify-center pad-x-16 faint-left same-ink nowrap plain-link ${styles.cell} ${styles.clockCell}`}
    >
      <span className="muted fs-12 lh-16">
        <span className="no-desk">{t('clock')}</span>
        <span className={styles.short}>{t('clockShort')}</span>
      </span>
      <time
        className={`flex items-baseline fs-15 h-20 font-mono lh-20 ${styles.clock}`}
        dateTime={new Date(at).toISOString()}
      >
        <span className={`muted no-desk ${styles.dayOfYear}`}>{formatDayOfYear(at)}</span>
        <span className={`soft no-desk ${styles.date}`}>{formatDate(at)}</span>
        {formatTime(at)}
        <span className={`muted fs-13 ${styles.zone}`}>UTC</span>
      </time>
    </div>
  )
}

function SignedInTools({ who }: { readonly who: SignedInPerson }) {
  const t = useWords(shellWords)
  const unread = useUnreadCount() ?? 0
  const { beyond } = useToasts()
  const [sidebar, open] = useSidebarState()
  /** Opens the sidebar at a tab and moves the focus there; if the tab is already open, closes the sidebar. */
  const show = async (tab: SidebarTab) => {
    const next = sidebar === tab ? undefined : tab
    await fetchSidebar()
    await open(next)
    if (next) document.getElementById(SIDEBAR_ID)?.focus()
  }
  return (
    <>
      <Button
        look="icon"
        className="relative"
        aria-label={t('bell', { count: unread })}
        aria-expanded={sidebar === 'notifications'}
        onClick={() => void show('notifications')}
      >
        <Icon name="bell" />
        {unread > 0 ? (
          <span className={`absolute fs-11 bold center ${styles.count}`}>{unread > 99 ? '99+' : unread}</span>
        ) : null}
        {beyond > 0 ? <span className={`absolute accent fs-11 ${styles.beyond}`} data-beyond={`+${beyond}`} /> : null}
      </Button>
      <Button
        look="icon"
        aria-label={t('signedInAs', { name: bothNamesOf(who) })}
        title={t('signedInAs', { name: bothNamesOf(who) })}
        aria-expanded={sidebar === 'profile'}
        onClick={() => void show('profile')}
      >
        <span className={`grid fs-12 bold control-frame ${styles.initial}`}>{initialOf(who)}</span>
      </Button>
    </>
  )
}
