import type { Provider } from '@apsis/contract/odt/provider.ts'
import { useState } from 'react'
import { formatInstant } from '../../clock/format.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Select } from '../../ui/field/select.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './provider.module.css'
import { Fault } from './provider-fault.tsx'
import { useRemoveProvider, useRotateSecret } from './provider-query.ts'
import { providerWords } from './words.data.ts'

type Props = { readonly provider: Provider; readonly onClose: () => void }

/** Asks before a provider is removed for good. */
export function RemoveProvider({ provider: { providerId, name }, onClose }: Props) {
  const t = useWords(providerWords)
  const remove = useRemoveProvider()
  const onConfirm = () => {
    if (!remove.isPending) remove.mutate(providerId, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={t('removeTitle', { name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('remove'), onConfirm }}
    >
      <p>{t('removeText')}</p>
      {remove.error ? <Fault what={t('notRemoved')} problem={remove.error} /> : null}
    </Dialog>
  )
}

const OVERLAPS = ['24', '0'] as const

/** Makes a signing secret, and shows it this once; asks what becomes of the one before. */
export function NewSecret({ provider: { providerId: id, name, hasSecret, oldSecretEndsAt }, onClose }: Props) {
  const t = useWords(providerWords)
  const rotate = useRotateSecret()
  const [overlap, setOverlap] = useState<string>(OVERLAPS[0])
  const hasTwo = oldSecretEndsAt !== null
  const secret = rotate.data?.secret
  // A second secret would take the place of the first on the server, while the page shows but one of them.
  const onConfirm = () => {
    if (!rotate.isPending) rotate.mutate({ id, oldSecretHours: hasTwo ? 0 : Number(overlap) })
  }
  return (
    <Dialog
      isOpen
      isWide
      title={t('secretTitle', { name })}
      onClose={onClose}
      close={t(secret === undefined ? 'cancel' : 'kept')}
      confirm={secret === undefined ? { label: t('newSecret'), onConfirm } : undefined}
    >
      <p>{t('secretOnce')}</p>
      {hasTwo && secret === undefined ? (
        <Strip level="caution">{t('twoSecrets', { time: formatInstant(Date.parse(oldSecretEndsAt)) })}</Strip>
      ) : null}
      {hasSecret && !hasTwo && secret === undefined ? (
        <Select
          label={t('before')}
          options={OVERLAPS.map((hours) => ({ value: hours, label: t(`before${hours}`) }))}
          value={overlap}
          onChange={setOverlap}
          help={overlap === '0' ? t('beforeHelp') : undefined}
        />
      ) : null}
      {secret === undefined ? null : (
        <p className={styles.value}>
          <code className="mono">{secret}</code> <CopyButton what={t('secret')} text={() => secret} />
        </p>
      )}
      {rotate.error ? <Fault what={t('noNewSecret')} problem={rotate.error} /> : null}
    </Dialog>
  )
}
