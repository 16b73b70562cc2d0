import {
  MOST_SERVICE_ACCOUNTS,
  type ServiceAccount,
  type ServiceAccountSecret,
} from '@apsis/contract/service-accounts/service-account.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { paths } from '../../paths.ts'
import type { Who } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { type Naming, useNaming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Empty, Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { CreateDialog } from './create-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { ServiceAccountItem } from './service-account-item.tsx'
import { rolesToGive, serviceAccountsCall, serviceAccountsQuery, useRevoke } from './service-account-query.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'rotate' | 'revoke'; readonly account: ServiceAccount }
  | { readonly dialog: 'secret'; readonly made: ServiceAccountSecret }

/** The organisation's accounts for programs: made, given a new secret, and revoked. */
export function ServiceAccountsTab({ who }: { readonly who: Who }) {
  const t = useWords(serviceAccountWords)
  const query = useQuery(serviceAccountsQuery())
  const { signed } = useNaming()
  const [open, setOpen] = useState<Open>()
  const live = query.data?.filter(({ state }) => state !== 'REVOKED')
  const revoked = query.data?.filter(({ state }) => state === 'REVOKED') ?? []
  const item = (account: ServiceAccount) => (
    <ServiceAccountItem
      key={account.serviceAccountId}
      who={who}
      account={account}
      onRotate={() => setOpen({ dialog: 'rotate', account })}
      onRevoke={() => setOpen({ dialog: 'revoke', account })}
    />
  )
  return (
    <>
      <Head reason={reasonAgainst(who, live?.length ?? 0, t)} onCreate={() => setOpen({ dialog: 'create' })} />
      <QueryPane
        id="service-accounts"
        title={t('accounts')}
        note={live && t('inUse', { count: live.length, most: MOST_SERVICE_ACCOUNTS })}
        query={query}
        skeletonRows={4}
        failed={t('failed')}
        exits={{
          csv: { name: 'service-accounts', table: () => tableOf(query.data ?? [], signed) },
          call: serviceAccountsCall,
        }}
        className={styles.pane}
      >
        {() => (
          <>
            {live?.length === 0 ? (
              <Empty title={t('none')}>{t('noneHelp')}</Empty>
            ) : (
              <ul className={styles.list}>{live?.map(item)}</ul>
            )}
            {revoked.length > 0 ? (
              <details className={styles.revoked}>
                <summary>{t('revokedOnes', { count: revoked.length })}</summary>
                <ul className={styles.list}>{revoked.map(item)}</ul>
              </details>
            ) : null}
          </>
        )}
      </QueryPane>
      {open ? <OpenDialog open={open} who={who} onOpen={setOpen} /> : null}
    </>
  )
}

type HeadProps = {
  /** Why no account can be made; undefined where one can. */
  readonly reason: string | undefined
  readonly onCreate: () => void
}

function Head({ reason, onCreate }: HeadProps) {
  const t = useWords(serviceAccountWords)
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>{t('title')}</h2>
      <p className={styles.explained}>
        {t('explained')}{' '}
        <Link to={paths.docs} params={{ page: 'account', file: 'service-accounts' }}>
          {t('guide')}
        </Link>
      </p>
      <span className={styles.create}>
        <Button look="primary" disabledReason={reason} onClick={onCreate}>
          {t('create')}
        </Button>
      </span>
    </header>
  )
}

type DialogProps = {
  readonly open: Open
  readonly who: Who
  /** Opens the next dialog; undefined closes this one. */
  readonly onOpen: (open: Open | undefined) => void
}

function OpenDialog({ open, who, onOpen }: DialogProps) {
  const close = () => onOpen(undefined)
  const show = (made: ServiceAccountSecret) => onOpen({ dialog: 'secret', made })
  if (open.dialog === 'create') return <CreateDialog who={who} onClose={close} onMade={show} />
  if (open.dialog === 'secret') return <SecretDialog made={open.made} onClose={close} />
  if (open.dialog === 'revoke') return <RevokeDialog account={open.account} onClose={close} />
  return <RotateDialog account={open.account} onClose={close} onMade={show} />
}

function reasonAgainst(who: Who, count: number, t: typeof serviceAccountWords): string | undefined {
  if (rolesToGive(who.roles).length === 0) return t('noRoles')
  return count >= MOST_SERVICE_ACCOUNTS ? t('full', { most: MOST_SERVICE_ACCOUNTS }) : undefined
}

function tableOf(all: readonly ServiceAccount[], signed: Naming['signed']) {
  return {
    columns: ['name', 'client id', 'state', 'roles', 'expires, UTC', 'last used, UTC', 'created, UTC', 'created by'],
    rows: all.map((one) => [
      one.name,
      one.clientId,
      one.state,
      one.roles.join(' '),
      one.expiresAt,
      one.lastUsedAt ?? undefined,
      one.createdAt,
      signed(one.createdBy),
    ]),
  }
}

type Props = { readonly account: ServiceAccount; readonly onClose: () => void }

/** Asks before an account is ended for good. */
function RevokeDialog({ account, onClose }: Props) {
  const t = useWords(serviceAccountWords)
  const revoke = useRevoke()
  const confirm = () => {
    if (!revoke.isPending) revoke.mutate(account.serviceAccountId, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={t('revokeTitle', { name: account.name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('revoke'), onConfirm: confirm }}
    >
      <div className={styles.form}>
        {revoke.error ? (
          <Strip level="caution" isUrgent>
            {problemInWords(revoke.error).message}
          </Strip>
        ) : null}
        <p className={`mono ${styles.id}`}>{account.clientId}</p>
        <p>{t('revokeText')}</p>
      </div>
    </Dialog>
  )
}
