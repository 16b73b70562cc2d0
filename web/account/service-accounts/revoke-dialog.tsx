import type { ServiceAccount } from '@apsis/contract/service-accounts/service-account.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { useRevoke } from './service-account-query.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

type Props = { readonly account: ServiceAccount; readonly onClose: () => void }

/** Asks before an account is ended for good. */
export function RevokeDialog({ account, onClose }: Props) {
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
