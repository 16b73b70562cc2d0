import { useQuery } from '@tanstack/react-query'
import { useNow } from '../clock/clock.ts'
import { formatDate, formatDayOfYear, formatTime } from '../clock/format.ts'
import { useUnreadCount } from '../notify/notifications.ts'
import { paths } from '../paths.ts'
import { signIn, signOut, useSession } from '../session/session.ts'
import { initialOf, type Who } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../ui/status-symbol.tsx'
import { switchTheme } from '../ui/theme.ts'
import styles from './bar.module.css'
import { statusQuery } from './platform-status.ts'

/** The global status bar: the same on every route, and dark in both themes. */
export function Bar({ links }: { readonly links?: React.ReactNode }) {
  const session = useSession()
  const { demo, devMode } = session.config ?? {}
  return (
    <header className={`${styles.bar} ${demo ? styles.demo : ''}`}>
      <a className={styles.logo} href={paths.home} aria-label="Apsis, home">
        <Logo size={28} />
        <span>Apsis</span>
      </a>
      {demo ? (
        <span className={styles.tag} title="All data on this screen is simulated">
          Demo
        </span>
      ) : null}
      {devMode ? <span className={`${styles.tag} ${styles.developer}`}>Developer</span> : null}
      {session.status === 'signed-in' ? links : null}
      <span className={styles.space} />
      {session.status === 'signed-in' ? <PlatformCell /> : null}
      <Clock />
      <div className={styles.tools}>
        <Button look="icon" aria-label="Switch theme" onClick={switchTheme}>
          <Icon name="theme" />
        </Button>
        {session.status === 'signed-in' ? <SignedInTools who={session.who} /> : null}
        {session.status === 'signed-out' ? <Button onClick={() => void signIn()}>Login</Button> : null}
      </div>
    </header>
  )
}

function Clock() {
  const at = useNow('second')
  return (
    <div className={`${styles.cell} ${styles.clockCell}`}>
      <span>Day of year, date, time</span>
      <time className={styles.clock} dateTime={new Date(at).toISOString()}>
        <span className={styles.dayOfYear}>{formatDayOfYear(at)}</span>
        <span className={styles.date}>{formatDate(at)}</span>
        {formatTime(at)}
        <span className={styles.zone}>UTC</span>
      </time>
    </div>
  )
}

function PlatformCell() {
  const { data } = useQuery(statusQuery)
  return (
    <div className={styles.cell}>
      <span>Services</span>
      <span className={styles.level}>
        <StatusSymbol level={data?.level ?? 'inactive'} />
        {data ? LEVEL_WORDS[data.level] : 'Not known'}
      </span>
    </div>
  )
}

function SignedInTools({ who }: { readonly who: Who }) {
  const unread = useUnreadCount() ?? 0
  return (
    <>
      <a className={styles.bell} href="#notifications" aria-label={`Notifications, ${unread} unread`}>
        <Icon name="bell" />
        {unread > 0 ? <span className={styles.count}>{unread > 99 ? '99+' : unread}</span> : null}
      </a>
      <span className={styles.initial} role="img" aria-label={`Signed in as ${who.name}`}>
        {initialOf(who)}
      </span>
      <Button look="icon" aria-label="Log out" title="Log out" onClick={() => void signOut()}>
        <Icon name="leave" />
      </Button>
    </>
  )
}
