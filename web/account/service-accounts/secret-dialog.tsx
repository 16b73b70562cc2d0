import type { ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import { createToken } from '@apsis/contract/session/token.ts'
import { useState } from 'react'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

type Props = { readonly made: ServiceAccountSecret; readonly onClose: () => void }

/** Shows a secret, this once; who closes without having copied it is asked again. */
export function SecretDialog({ made, onClose }: Props) {
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
      {/* Copying by hand counts as well. */}
      <div className={styles.form} onCopy={() => setWasCopied(true)}>
        <p>{t('secretOnce')}</p>
        {wasAsked && !wasCopied ? (
          <Strip level="caution" isUrgent>
            {t('notKept')}
          </Strip>
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
      <div className={styles.block}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that is wider than the page is scrolled by keyboard as well. */}
        <pre tabIndex={0}>{value}</pre>
        <CopyButton what={name} text={() => value} onCopied={onCopied} />
      </div>
    </figure>
  )
}
