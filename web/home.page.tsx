import { useQuery } from '@tanstack/react-query'
import styles from './home.module.css'
import { NotificationsPane } from './notify/notifications-pane.tsx'
import { rolesInWords } from './session/roles-in-words.ts'
import { accountAddress, useSession } from './session/session.ts'
import type { Who } from './session/who.ts'
import { statusQuery } from './shell/platform-status.ts'
import { StatusPane } from './status/status-pane.tsx'
import { levelCounts, verdictOf } from './status/verdict.ts'
import { KeyValues } from './ui/key-values.tsx'
import { Pane } from './ui/pane.tsx'
import { LEVEL_WORDS, StatusSymbol } from './ui/status-symbol.tsx'
import { SettingsPane } from './userconfig/settings-pane.tsx'

/** How the platform is, what happened, and who is looking. */
export function HomePage() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return (
    <>
      <title>Home · Apsis</title>
      <Lead />
      <div className={styles.grid}>
        <div className={styles.left}>
          <WhoPane who={session.who} />
          <SettingsPane className={styles.below} subject={session.who.subject} />
        </div>
        <StatusPane className={styles.middle} />
        <NotificationsPane className={styles.right} />
      </div>
    </>
  )
}

function Lead() {
  const { data, isError } = useQuery(statusQuery)
  if (!data)
    return (
      <div className={styles.lead}>
        <StatusSymbol level="inactive" size={14} />
        <h1 className={styles.verdict}>
          {isError ? 'The state of the services is not known.' : 'Reading the state of the services…'}
        </h1>
      </div>
    )
  const { level, what, rest } = verdictOf(data)
  return (
    <div className={styles.lead}>
      <StatusSymbol level={level} label={LEVEL_WORDS[level]} size={14} />
      <h1 className={styles.verdict}>
        <b>{what}</b> {rest}
      </h1>
      <ul className={styles.counts}>
        {levelCounts(data).map(({ level: each, count }) => (
          <li key={each}>
            <StatusSymbol level={each} />
            <b>{count}</b> {LEVEL_WORDS[each].toLowerCase()}
          </li>
        ))}
      </ul>
    </div>
  )
}

function WhoPane({ who }: { readonly who: Who }) {
  const account = accountAddress()
  return (
    <Pane title="Signed in">
      <p className={styles.name}>{who.name}</p>
      <KeyValues
        rows={[
          [
            'User name',
            <span key="u" className="mono">
              {who.userName}
            </span>,
          ],
          ['E-mail', who.email],
          ['Organisation', who.organisation],
          ...rolesInWords(who.roles).map(({ resource, words }) => [resource, words] as const),
        ]}
      />
      {account ? (
        <p className={styles.account}>
          <a href={account}>Manage the account</a>
        </p>
      ) : null}
    </Pane>
  )
}
