import { Navigate } from '@tanstack/react-router'
import { useNow } from '../clock/clock.ts'
import { formatCountdown, formatTime } from '../clock/format.ts'
import { paths } from '../paths.ts'
import { openSession, type Reach, signIn, useSession } from '../session/session.ts'
import { Message } from '../shell/message.tsx'
import { Button } from '../ui/button.tsx'
import { StatusSymbol } from '../ui/status-symbol.tsx'
import styles from './connection-error.module.css'

/** Says whose fault it is that nobody can sign in, keeps trying, and goes Home by itself when a session exists (spec §2). */
export function ConnectionErrorPage() {
  const session = useSession()
  const goesOn = session.status === 'signed-in' || (session.status === 'signed-out' && session.recovered)
  if (goesOn) return <Navigate to={paths.home} replace />
  if (session.status === 'unreachable') return <Unreachable reach={session.reach} />
  return (
    <Message title="The authentication provider answers" symbol={<StatusSymbol level="ok" size={14} />}>
      <p>You are not signed in.</p>
      <Button look="primary" onClick={() => void signIn()}>
        Login
      </Button>
    </Message>
  )
}

function Unreachable({ reach }: { readonly reach: Reach }) {
  return (
    <Message title="No connection" symbol={<StatusSymbol level="serious" size={14} label="Serious" />}>
      <p role="alert">
        Failed to connect to the authentication provider, please try again later. If the issue persists, please contact
        support.
      </p>
      <ul className={styles.checks} aria-label={`Checks at ${formatTime(reach.triedAt)} Z`}>
        <CheckRow name="This site" answers={reach.site} />
        <CheckRow name="Identity provider" answers={reach.provider} />
        <CheckRow name="API" answers={reach.api} />
      </ul>
      <div className={styles.again}>
        <Button look="primary" disabled={reach.trying} onClick={() => void openSession()}>
          Try now
        </Button>
        {reach.trying ? <span>Trying…</span> : <NextTry at={reach.nextTryAt} />}
      </div>
    </Message>
  )
}

function CheckRow({ name, answers }: { readonly name: string; readonly answers: boolean | undefined }) {
  return (
    <li>
      <StatusSymbol level={answers === undefined ? 'inactive' : answers ? 'ok' : 'serious'} />
      <span>{name}</span>
      <span className={styles.found}>
        {answers === undefined ? 'Not checked' : answers ? 'Answers' : 'Does not answer'}
      </span>
    </li>
  )
}

function NextTry({ at }: { readonly at: number }) {
  const now = useNow('second')
  return (
    <span>
      Next try in <span className="mono">{formatCountdown(at - now)}</span>
    </span>
  )
}
