import type { ServiceAccount, ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Select } from '../../ui/field/select.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { DaysField, isGoodLife, STANDARD_DAYS } from './days-field.tsx'
import { useRotate } from './service-account-query.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

const OVERLAPS = ['0', '1', '24', '168'] as const
const STANDARD_OVERLAP = '24'

type Props = {
  readonly account: ServiceAccount
  readonly onClose: () => void
  readonly onMade: (made: ServiceAccountSecret) => void
}

/** Asks how long the new secret lives, and what becomes of the old one. */
export function RotateDialog({ account, onClose, onMade }: Props) {
  const t = useWords(serviceAccountWords)
  const { serviceAccountId: id, name, state, oldSecretEndsAt } = account
  const [days, setDays] = useState(STANDARD_DAYS)
  const [overlap, setOverlap] = useState<string>(STANDARD_OVERLAP)
  const rotate = useRotate()
  const hasTwo = oldSecretEndsAt !== null
  const confirm = () => {
    if (rotate.isPending || !isGoodLife(days)) return
    rotate.mutate({ id, expiresInDays: days, oldSecretHours: hasTwo ? 0 : Number(overlap) }, { onSuccess: onMade })
  }
  return (
    <Dialog
      isOpen
      title={t('newSecretOf', { name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('confirmRotate'), onConfirm: confirm }}
    >
      <div className={styles.form}>
        <p>{t('rotateExplained')}</p>
        {rotate.error ? (
          <Strip level="caution" isUrgent>
            {problemInWords(rotate.error).message}
          </Strip>
        ) : null}
        {hasTwo ? (
          <Strip level="caution">
            {t('twoSecrets', { date: formatInstant(Date.parse(oldSecretEndsAt)).slice(0, 16) })}
          </Strip>
        ) : null}
        <DaysField value={days} onChange={setDays} />
        {state === 'ACTIVE' && !hasTwo ? (
          <Select
            label={t('old')}
            options={OVERLAPS.map((hours) => ({ value: hours, label: t(`old${hours}`) }))}
            value={overlap}
            onChange={setOverlap}
            help={overlap === '0' ? undefined : t('oldHelp')}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
