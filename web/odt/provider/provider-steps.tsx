import type { Provider } from '@apsis/contract/odt/provider.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
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

/** Makes a signing secret, and shows it this once. */
export function NewSecret({ provider: { providerId, name }, onClose }: Props) {
  const t = useWords(providerWords)
  const rotate = useRotateSecret()
  const secret = rotate.data?.secret
  // A second secret would take the place of the first on the server, while the page shows but one of them.
  const onConfirm = () => {
    if (!rotate.isPending) rotate.mutate(providerId)
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
      {secret === undefined ? null : (
        <p className={styles.value}>
          <code className="mono">{secret}</code> <CopyButton what={t('secret')} text={() => secret} />
        </p>
      )}
      {rotate.error ? <Fault what={t('noNewSecret')} problem={rotate.error} /> : null}
    </Dialog>
  )
}
