import { useNow } from '../../clock/clock.ts'
import { formatTime } from '../../clock/format.ts'
import { useSession } from '../../session/session.ts'
import { bothNamesOf } from '../../session/who.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { useAppStatus } from '../status/app-status.ts'
import { useIsRouted } from '../use-is-routed.ts'
import { shellWords } from '../words.data.ts'
import styles from './footer.module.css'
import { NewestMessage } from './monitors.tsx'

/** Shows the age of the data, the account, and the time. */
export function Footer() {
  const t = useWords(shellWords)
  const session = useSession()
  const status = useAppStatus()
  const signedIn = session.status === 'signed-in'
  const isRouted = useIsRouted()
  return (
    <footer className={`no-print no-phone row clip gap-20 pad-x line-top muted fs-12 nowrap ${styles.foot}`}>
      <span className="row gap-8">
        <StatusSymbol level={status.level} />
        <b className="soft">{t(status.word)}</b>
      </span>
      {status.asOf > 0 ? <span className={styles.asOf}>{formatTime(status.asOf)} Z</span> : null}
      {signedIn && isRouted ? <NewestMessage /> : null}
      <span className="grow" />
      {session.config?.demo ? <span>{t('demoFoot')}</span> : null}
      {session.config ? <span className="mono">{session.config.version}</span> : null}
      {signedIn ? <b className="soft">{bothNamesOf(session.who)}</b> : null}
      <Time />
    </footer>
  )
}

function Time() {
  return <span className="mono">{formatTime(useNow('second'))} Z</span>
}
