import { Navigate } from '@tanstack/react-router'
import { useNow } from '../clock/clock.ts'
import { formatCountdown, formatTime } from '../clock/format.ts'
import { openSession, type Reach, signIn, useSession } from '../session/session.ts'
import { Message } from '../shell/page/message.tsx'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/button/button.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import styles from './connection-error.module.css'
import { connectionErrorWords } from './words.data.ts'

/** Shows which part is the reason why nobody can sign in, keeps trying, and opens Home by itself when a session exists (spec §2). */
export function ConnectionErrorPage() {
  const t = useWords(connectionErrorWords)
  const session = useSession()
  const goesOn = session.status === 'signed-in' || (session.status === 'signed-out' && session.recovered)
  if (goesOn) return <Navigate to={paths.home} replace />
  if (session.status === 'unreachable') return <Unreachable reach={session.reach} />
  return (
    <Message title={t('answers')} symbol={<StatusSymbol level="ok" size={14} />}>
      <p>{t('notSignedIn')}</p>
      <Button look="primary" onClick={() => void signIn()}>
        {t('login')}
      </Button>
    </Message>
  )
}

function Unreachable({ reach }: { readonly reach: Reach }) {
  const t = useWords(connectionErrorWords)
  return (
    <Message title={t('title')} symbol={<StatusSymbol level="serious" size={14} label={LEVEL_WORDS.serious} />}>
      <p role="alert">{t('text')}</p>
      <ul
        className={`w-full line-top fs-14 ${styles.checks}`}
        aria-label={t('checksAt', { time: formatTime(reach.triedAt) })}
      >
        <CheckRow name={t('site')} answers={reach.site} />
        <CheckRow name={t('provider')} answers={reach.provider} />
        <CheckRow name={t('api')} answers={reach.api} />
      </ul>
      <div className="row gap-12 muted fs-13 mt-4">
        <Button look="primary" disabled={reach.trying} onClick={() => void openSession()}>
          {t('tryNow')}
        </Button>
        {reach.trying ? <span>{t('trying')}</span> : <NextTry at={reach.nextTryAt} />}
      </div>
    </Message>
  )
}

function CheckRow({ name, answers }: { readonly name: string; readonly answers: boolean | undefined }) {
  const t = useWords(connectionErrorWords)
  return (
    <li className="row gap-10 faint-bottom ink">
      <StatusSymbol level={answers === undefined ? 'inactive' : answers ? 'ok' : 'serious'} />
      <span>{name}</span>
      <span className="ml-auto soft">
        {t(answers === undefined ? 'notChecked' : answers ? 'doesAnswer' : 'doesNotAnswer')}
      </span>
    </li>
  )
}

function NextTry({ at }: { readonly at: number }) {
  const t = useWords(connectionErrorWords)
  const now = useNow('second')
  return (
    <span>
      {t('nextTry')} <span className="mono">{formatCountdown(at - now)}</span>
    </span>
  )
}
