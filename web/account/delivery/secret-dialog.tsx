import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { formatInstant } from '../../clock/format.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import { deliveryWords } from './words.data.ts'

type Props = {
  readonly channel: Channel
  readonly secret: string
  readonly publicKey: string
  readonly oldSecretEndsAt: string | null
  readonly onClose: () => void
}

/** Shows the key that checks the signatures of a webhook; the secret is shown only once. */
export function SecretDialog({ channel, secret, publicKey, oldSecretEndsAt, onClose }: Props) {
  const t = useWords(deliveryWords)
  return (
    <Dialog isOpen isWide title={t('secretTitle', { name: channel.target })} onClose={onClose} close={t('kept')}>
      <p>
        {t('secretOnce')} <SecretBefore endsAt={oldSecretEndsAt} />
      </p>
      <Value name={t('secret')} value={secret} />
      <Value name={t('publicKey')} value={publicKey} />
    </Dialog>
  )
}

/** Shows what happens to the previous secret. */
export function SecretBefore({ endsAt }: { readonly endsAt: string | null }) {
  const t = useWords(deliveryWords)
  return endsAt === null ? t('secretBeforeEnded') : t('secretBefore', { time: formatInstant(Date.parse(endsAt)) })
}

type EndProps = { readonly endsAt: string; readonly onClose: () => void; readonly onEnd: () => void }

/** Asks for confirmation before a new secret ends both valid secrets: receivers that know only one of these then refuse messages. */
export function EndSecrets({ endsAt, onClose, onEnd }: EndProps) {
  const t = useWords(deliveryWords)
  return (
    <Dialog
      isOpen
      title={t('endSecretsTitle')}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('endSecrets'), onConfirm: onEnd }}
    >
      <p>{t('endSecretsText', { time: formatInstant(Date.parse(endsAt)) })}</p>
    </Dialog>
  )
}

function Value({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <figure className={styles.value}>
      <figcaption>{name}</figcaption>
      <code className="mono break-anywhere">{value}</code> <CopyButton what={name} text={() => value} />
    </figure>
  )
}
