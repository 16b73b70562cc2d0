import { listProviders, type Provider } from '@apsis/contract/odt/provider/provider.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { PaneMenu } from '../../ui/page/pane-menu.tsx'
import { Banner, Skeleton } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import styles from './provider.module.css'
import { ProviderForm } from './provider-form.tsx'
import { ProviderLog } from './provider-log.tsx'
import { providersQuery } from './provider-query.ts'
import { NewSecret, RemoveProvider } from './provider-steps.tsx'
import { providerTable } from './provider-table.ts'
import { resultWords } from './result-words.data.ts'
import { providerWords } from './words.data.ts'

type Step = 'add' | 'edit' | 'secret' | 'log' | 'remove'
type At = { readonly step: Step; readonly id?: string }

/** Lists the networks of sensors that take orders over HTTP, with the forms to add, change and remove them, and their messages. */
export function ProvidersDialog({ onClose }: { readonly onClose: () => void }) {
  const [at, setAt] = useState<At>()
  const { data } = useQuery(providersQuery())
  const provider = data?.find(({ providerId }) => providerId === at?.id)
  const back = () => setAt(undefined)
  if (at?.step === 'add') return <ProviderForm provider={undefined} onDone={back} onClose={back} />
  if (provider !== undefined) {
    const props = { provider, onClose: back }
    if (at?.step === 'edit') return <ProviderForm {...props} onDone={back} />
    if (at?.step === 'secret') return <NewSecret {...props} />
    if (at?.step === 'log') return <ProviderLog {...props} />
    if (at?.step === 'remove') return <RemoveProvider {...props} />
  }
  return <List onStep={setAt} onClose={onClose} />
}

type ListProps = { readonly onStep: (at: At) => void; readonly onClose: () => void }

function List({ onStep, onClose }: ListProps) {
  const t = useWords(providerWords)
  const { data, error } = useQuery(providersQuery())
  return (
    <Dialog
      isOpen
      isWide
      title={t('title')}
      onClose={onClose}
      close={t('close')}
      confirm={{ label: t('add'), onConfirm: () => onStep({ step: 'add' }) }}
    >
      <div className="flex items-start justify-between gap-8">
        <p>{t('intro')}</p>
        <PaneMenu
          of={t('title')}
          csv={{ name: 'providers', table: () => providerTable(data ?? []) }}
          call={{ method: listProviders.method, path: listProviders.path }}
        />
      </div>
      {error ? (
        <Banner level="caution" isUrgent>
          {t('failed')} {problemInWords(error).message}
        </Banner>
      ) : data === undefined ? (
        <Skeleton rows={4} />
      ) : data.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ul className="grid gap-16">
          {data.map((provider) => (
            <Item
              key={provider.providerId}
              provider={provider}
              onStep={(step) => onStep({ step, id: provider.providerId })}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Item({ provider, onStep }: { readonly provider: Provider; readonly onStep: (step: Step) => void }) {
  const t = useWords(providerWords)
  const say = useWords(resultWords)
  const { name, providerId, url, isTest, isEnabled, hasSecret, callbackUrl } = provider
  const time = (at: string | null) => (at === null ? t('never') : formatInstant(Date.parse(at)))
  const isFine = provider.waiting === 0 || provider.lastResult === null || provider.lastResult === 'delivered'
  const level = !hasSecret || !isEnabled ? 'inactive' : isFine ? 'ok' : 'caution'
  const steps = [
    ['edit', t('edit')],
    ['secret', t('newSecret')],
    ['log', t('messages')],
    ['remove', t('remove')],
  ] as const
  return (
    <li className={`grid gap-8 line-bottom ${styles.provider}`}>
      <h3 className={`grid items-baseline gap-4-8 ${styles.name}`}>
        <StatusSymbol level={level} />
        <span>
          {name} <small className="mono regular break-anywhere">{providerId}</small>
        </span>
        {isTest ? <span>{t('test')}</span> : null}
        {isEnabled ? null : <span>{t('off')}</span>}
      </h3>
      <dl className={`pad-x ${styles.addresses}`}>
        <dt>{t('url')}</dt>
        <dd className="mono break-anywhere">{url}</dd>
        <dt>{t('callback')}</dt>
        <dd className="break-anywhere">
          <span className="mono">{callbackUrl}</span> <CopyButton what={t('callback')} text={() => callbackUrl} />
        </dd>
      </dl>
      <KeyValues
        rows={[
          [t('secret'), secretText(provider, t)],
          [t('delivered'), time(provider.lastDeliveredAt)],
          [t('heard'), time(provider.lastHeardAt)],
          [t('waiting'), formatNumber(provider.waiting, { decimals: 0 })],
          ...(provider.lastResult === null
            ? []
            : [
                [t('last'), [say(provider.lastResult), provider.lastStatus ?? ''].join(' ').trim()] as [string, string],
              ]),
        ]}
      />
      <p className="flex wrap gap-8">
        {steps.map(([step, label]) => (
          <Button key={step} look="quiet" aria-label={`${label}: ${name}`} onClick={() => onStep(step)}>
            {label}
          </Button>
        ))}
      </p>
    </li>
  )
}

function secretText({ hasSecret, oldSecretEndsAt }: Provider, t: typeof providerWords): string {
  if (!hasSecret) return t('noSecret')
  if (oldSecretEndsAt === null) return t('hasSecret')
  return t('oldSecret', { time: formatInstant(Date.parse(oldSecretEndsAt)) })
}
