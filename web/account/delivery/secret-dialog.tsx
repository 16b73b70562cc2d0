import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import { deliveryWords } from './words.data.ts'

type Props = {
  readonly channel: Channel
  readonly secret: string
  readonly publicKey: string
  readonly onClose: () => void
}

/** Shows what checks the signatures of a webhook; the secret is shown this once. */
export function SecretDialog({ channel, secret, publicKey, onClose }: Props) {
  const t = useWords(deliveryWords)
  return (
    <Dialog isOpen isWide title={t('secretTitle', { name: channel.target })} onClose={onClose} close={t('kept')}>
      <p>{t('secretOnce')}</p>
      <Value name={t('secret')} value={secret} />
      <Value name={t('publicKey')} value={publicKey} />
    </Dialog>
  )
}

function Value({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <figure className={styles.value}>
      <figcaption>{name}</figcaption>
      <code className="mono">{value}</code> <CopyButton what={name} text={() => value} />
    </figure>
  )
}
