import {
  MOST_SERVICE_ACCOUNTS,
  revokeServiceAccount,
  rotateServiceAccount,
  type ServiceAccount,
  type ServiceAccountSecret,
} from '@apsis/contract/service-accounts/service-account.ts'
import { createToken } from '@apsis/contract/session/token.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { formatInstant } from '../../clock/format.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { type Naming, useNaming } from '../../shell/status/people.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Select } from '../../ui/field/select.tsx'
import { Banner, Empty } from '../../ui/page/pane-states.tsx'
import { fileTable } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import { CreateDialog } from './create-dialog.tsx'
import { DaysField, isGoodLife, STANDARD_DAYS } from './days-field.tsx'
import { ServiceAccountItem } from './service-account-item.tsx'
import { rolesToGive, SERVICE_ACCOUNTS, serviceAccountsCall, serviceAccountsQuery } from './service-account-query.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

const OVERLAPS = ['0', '1', '24', '168'] as const
const STANDARD_OVERLAP = '24'

type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'rotate' | 'revoke'; readonly account: ServiceAccount }
  | { readonly dialog: 'secret'; readonly made: ServiceAccountSecret }

/** Lists the accounts of the organisation for programs, which are created, get a new secret, and are revoked here. */
export function ServiceAccountsTab({ who }: { readonly who: SignedInPerson }) {
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
        exports={{
          csv: { name: 'service-accounts', table: () => tableOf(query.data ?? [], signed) },
          call: serviceAccountsCall,
        }}
        className="grow"
      >
        {() => (
          <>
            {live?.length === 0 ? <Empty title={t('none')}>{t('noneHelp')}</Empty> : <ul>{live?.map(item)}</ul>}
            {revoked.length > 0 ? (
              <details>
                <summary className="pad-8 soft fs-13">{t('revokedOnes', { count: revoked.length })}</summary>
                <ul>{revoked.map(item)}</ul>
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
  /** The reason why no account can be created; undefined if one can. */
  readonly reason: string | undefined
  readonly onCreate: () => void
}

function Head({ reason, onCreate }: HeadProps) {
  const t = useWords(serviceAccountWords)
  return (
    <header className="grid items-center flex-none pad-10 line-bottom gap-4-16 wide-auto block-phone">
      <h2 className="fs-20 medium">{t('title')}</h2>
      <p className={`soft ${styles.explained}`}>
        {t('explained')}{' '}
        <Link to={paths.docs} params={{ page: 'account', file: 'service-accounts' }}>
          {t('guide')}
        </Link>
      </p>
      <span className={`no-print ${styles.create}`}>
        <Button look="primary" disabledReason={reason} onClick={onCreate}>
          {t('create')}
        </Button>
      </span>
    </header>
  )
}

type DialogProps = {
  readonly open: Open
  readonly who: SignedInPerson
  /** Opens the next dialog; undefined closes the current one. */
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

function reasonAgainst(who: SignedInPerson, count: number, t: typeof serviceAccountWords): string | undefined {
  if (rolesToGive(who.roles).length === 0) return t('noRoles')
  return count >= MOST_SERVICE_ACCOUNTS ? t('full', { most: MOST_SERVICE_ACCOUNTS }) : undefined
}

const tableOf = (all: readonly ServiceAccount[], signed: Naming['signed']) =>
  fileTable(all, {
    name: 'name',
    'client id': 'clientId',
    state: 'state',
    roles: ({ roles }) => roles.join(' '),
    'expires, UTC': 'expiresAt',
    'last used, UTC': 'lastUsedAt',
    'created, UTC': 'createdAt',
    'created by': ({ createdBy }) => signed(createdBy),
  })

type Props = { readonly account: ServiceAccount; readonly onClose: () => void }

/** Asks before an account is ended permanently. */
function RevokeDialog({ account, onClose }: Props) {
  const t = useWords(serviceAccountWords)
  const form = useForm({
    initial: {},
    save: () => call(revokeServiceAccount, { params: { 'service-account-id': account.serviceAccountId } }),
    writes: [SERVICE_ACCOUNTS],
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('revokeTitle', { name: account.name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('revoke')}
    >
      <p className="mono block soft break-anywhere fs-12">{account.clientId}</p>
      <p>{t('revokeText')}</p>
    </FormDialog>
  )
}

type RotateDialogProps = {
  readonly account: ServiceAccount
  readonly onClose: () => void
  readonly onMade: (made: ServiceAccountSecret) => void
}

/** Asks for the lifetime of the new secret, and for the time until which the old one is valid. */
function RotateDialog({ account, onClose, onMade }: RotateDialogProps) {
  const t = useWords(serviceAccountWords)
  const { serviceAccountId: id, name, state, oldSecretEndsAt } = account
  const hasTwo = oldSecretEndsAt !== null
  const form = useForm({
    initial: { days: STANDARD_DAYS, overlap: STANDARD_OVERLAP as string },
    check: ({ days }) => ({ days: isGoodLife(days) ? undefined : t('daysWrong') }),
    save: ({ days, overlap }) => {
      const body = { expiresInDays: days, oldSecretHours: hasTwo ? 0 : Number(overlap) }
      return call(rotateServiceAccount, { params: { 'service-account-id': id }, body })
    },
    writes: [SERVICE_ACCOUNTS],
    onSaved: onMade,
  })
  const { field, values } = form
  return (
    <FormDialog
      form={form}
      title={t('newSecretOf', { name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('confirmRotate')}
    >
      <p>{t('rotateExplained')}</p>
      {hasTwo ? (
        <Banner level="caution">
          {t('twoSecrets', { date: formatInstant(Date.parse(oldSecretEndsAt)).slice(0, 16) })}
        </Banner>
      ) : null}
      <DaysField {...field('days')} />
      {state === 'ACTIVE' && !hasTwo ? (
        <Select
          label={t('old')}
          options={OVERLAPS.map((hours) => ({ value: hours, label: t(`old${hours}`) }))}
          help={values.overlap === '0' ? undefined : t('oldHelp')}
          {...field('overlap')}
        />
      ) : null}
    </FormDialog>
  )
}

type SecretDialogProps = { readonly made: ServiceAccountSecret; readonly onClose: () => void }

/** Shows a secret, only this once; a user who closes without copying it is asked again. */
function SecretDialog({ made, onClose }: SecretDialogProps) {
  const t = useWords(serviceAccountWords)
  const [wasCopied, setWasCopied] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const { serviceAccount, clientSecret } = made
  const script = [
    `export APSIS=${window.location.origin}`,
    `export APSIS_CLIENT_ID=${serviceAccount.clientId}`,
    `export APSIS_CLIENT_SECRET=${clientSecret}`,
    `curl -sS "$APSIS${createToken.path}" \\`,
    '  -u "$APSIS_CLIENT_ID:$APSIS_CLIENT_SECRET" \\',
    '  -d grant_type=client_credentials',
  ].join('\n')
  const close = () => (wasCopied || wasAsked ? onClose() : setWasAsked(true))
  return (
    <Dialog isOpen isWide title={t('secretTitle', { name: serviceAccount.name })} onClose={close} close={t('kept')}>
      {/* Copying by hand counts, too. */}
      <div className="stack gap-10 mt-8" onCopy={() => setWasCopied(true)}>
        <p>{t('secretOnce')}</p>
        {wasAsked && !wasCopied ? (
          <Banner level="caution" isUrgent>
            {t('notKept')}
          </Banner>
        ) : null}
        <Value name={t('clientId')} value={serviceAccount.clientId} />
        <Value name={t('secret')} value={clientSecret} onCopied={() => setWasCopied(true)} />
        <Value name={t('tryIt')} value={script} onCopied={() => setWasCopied(true)} />
      </div>
    </Dialog>
  )
}

type ValueProps = { readonly name: string; readonly value: string; readonly onCopied?: () => void }

function Value({ name, value, onCopied }: ValueProps) {
  return (
    <figure className={styles.value}>
      <figcaption>{name}</figcaption>
      <div className={`inset flex items-start framed round ${styles.block}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that is wider than the page is scrolled by keyboard as well. */}
        <pre className="grow min-w-0 scroll-x m-0 ink fs-13" tabIndex={0}>
          {value}
        </pre>
        <CopyButton what={name} text={() => value} onCopied={onCopied} />
      </div>
    </figure>
  )
}
