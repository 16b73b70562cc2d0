import type { ServiceAccount, ServiceAccountRole } from '@apsis/contract/service-accounts/service-account.ts'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { useNaming } from '../../shell/status/people.ts'
import { shellWords } from '../../shell/words.data.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { accountWords } from '../form/account-words.data.ts'
import { CustomerName } from './customer-field.tsx'
import { roleLines } from './role-words.ts'
import { standingOfServiceAccount } from './service-account-query.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

const LEVELS: Readonly<Record<ReturnType<typeof standingOfServiceAccount>, Level>> = {
  ACTIVE: 'ok',
  soon: 'caution',
  EXPIRED: 'serious',
  REVOKED: 'inactive',
}

type Props = {
  readonly who: SignedInPerson
  readonly account: ServiceAccount
  readonly onRotate: () => void
  readonly onRevoke: () => void
}

/** Shows one service account: its name, its roles, its end, and its author. */
export function ServiceAccountItem({ who, account, onRotate, onRevoke }: Props) {
  const t = useWords(serviceAccountWords)
  const { signed } = useNaming()
  const standing = standingOfServiceAccount(account, useNow('minute'))
  const { name, clientId, description, roles, expiresAt, oldSecretEndsAt, lastUsedAt, revokedAt, revokedBy } = account
  const by = (userName: string | null) => (userName === null ? null : ` ${t('by', { name: signed(userName) })}`)
  return (
    <li className={`grid pad-10 faint-bottom gap-4-16 ${styles.account}`} aria-label={name}>
      <span className={styles.standing}>
        <StatusWord level={LEVELS[standing]} word={t(standing)} />
      </span>
      <div className={`min-w-0 ${styles.who}`}>
        <b className="break-anywhere">{name}</b>
        <span className="mono block soft break-anywhere fs-12">{clientId}</span>
        {description ? <p className="soft fs-13 break-anywhere">{description}</p> : null}
      </div>
      <dl className={`fs-13 ${styles.facts}`}>
        <Fact name={t('roles')}>{roleNames(roles).join(', ')}</Fact>
        {account.customerId === null ? null : (
          <Fact name={t('customer')}>
            <CustomerName who={who} customerId={account.customerId} />
          </Fact>
        )}
        {revokedAt === null ? (
          <Fact name={t(standing === 'EXPIRED' ? 'expired' : 'expires')}>
            <Time at={expiresAt} />
          </Fact>
        ) : (
          <Fact name={t('revoked')}>
            <Time at={revokedAt} />
            {by(revokedBy)}
          </Fact>
        )}
        {oldSecretEndsAt === null ? null : (
          <Fact name={t('oldSecret')}>
            <Time at={oldSecretEndsAt} />
          </Fact>
        )}
        <Fact name={t('lastUsed')}>{lastUsedAt === null ? t('never') : <Time at={lastUsedAt} />}</Fact>
        <Fact name={t('created')}>
          <Time at={account.createdAt} />
          {by(account.createdBy)}
        </Fact>
      </dl>
      <span className={`flex items-start justify-end gap-4 no-print ${styles.actions}`}>
        {account.mayRotate ? (
          <Button look="quiet" aria-label={t('newSecretOf', { name })} onClick={onRotate}>
            {t('newSecret')}
          </Button>
        ) : null}
        {account.mayRevoke ? (
          <Button look="quiet" aria-label={t('revokeOf', { name })} onClick={onRevoke}>
            {t('revoke')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}

function Fact({ name, children }: React.PropsWithChildren<{ readonly name: string }>) {
  return (
    <div className="grid">
      <dt>{name}</dt>
      <dd className="break-anywhere">{children}</dd>
    </div>
  )
}

/** Shows a time without seconds, which do not matter here. */
function Time({ at }: { readonly at: string }) {
  return (
    <time className="mono" dateTime={at}>
      {formatInstant(Date.parse(at)).slice(0, 16)} Z
    </time>
  )
}

/** Returns roles as text, each with its service; a component that shows them is drawn again when the language changes. */
function roleNames(roles: readonly ServiceAccountRole[]): string[] {
  return roles.flatMap((one) =>
    roleLines(new Set([one])).flatMap(({ resource, words }) =>
      words.map((word) => serviceAccountWords('role', { resource: shellWords(resource), role: accountWords(word) })),
    ),
  )
}
