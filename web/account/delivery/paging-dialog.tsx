import { PAGERDUTY_URL, type Paging } from '@apsis/contract/duty/paging.ts'
import { DELIVERY_REASONS } from '@apsis/contract/notifications/delivery.ts'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import { usePutPaging } from './paging-query.ts'
import { pagingWords } from './paging-words.data.ts'
import { deliveryWords } from './words.data.ts'

type Props = { readonly paging: Paging; readonly onClose: () => void }

/** Asks where the on-call system takes events, and by which keys; keys that are set are not shown again. */
export function PagingDialog({ paging, onClose }: Props) {
  const t = useWords(pagingWords)
  const common = useWords(deliveryWords)
  const put = usePutPaging()
  const isSet = paging.url !== null
  const [url, setUrl] = useState(paging.url ?? PAGERDUTY_URL)
  const [routingKey, setRoutingKey] = useState('')
  const [callbackSecret, setCallbackSecret] = useState('')
  const [isSecretRemoved, setSecretRemoved] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const missingUrl = url.trim() === '' ? t('missing') : undefined
  const refused = put.error?.details.find(({ pointer }) => pointer === '#/url')?.code
  const reason = DELIVERY_REASONS.find((one) => one === refused)
  // The key that is kept was entered for the address that is kept: another address needs it again.
  const isKept = isSet && url === paging.url
  const missingKey = !isKept && routingKey.trim() === '' ? t('missing') : undefined
  const save = () => {
    setWasAsked(true)
    if (missingUrl !== undefined || missingKey !== undefined) return
    const given = {
      url,
      ...(routingKey.trim() === '' ? {} : { routingKey }),
      ...(isSecretRemoved ? { callbackSecret: null } : callbackSecret.trim() === '' ? {} : { callbackSecret }),
    }
    put.mutate(given, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={t('set')}
      onClose={onClose}
      close={common('cancel')}
      confirm={{ label: t('save'), onConfirm: save }}
    >
      {put.isError && reason === undefined ? (
        <Strip level="caution" isUrgent>
          {problemInWords(put.error).message}
        </Strip>
      ) : null}
      <div className={styles.fields}>
        <p className={styles.soft}>{t('setHelp')}</p>
        <TextField
          label={t('url')}
          help={t('urlHelp')}
          value={url}
          onChange={setUrl}
          maxLength={2048}
          error={reason === undefined ? (wasAsked ? missingUrl : undefined) : common(reason)}
        />
        <TextField
          label={t('routingKey')}
          help={t(isKept ? 'keptHelp' : 'routingKeyHelp')}
          type="password"
          autoComplete="off"
          value={routingKey}
          onChange={setRoutingKey}
          maxLength={255}
          error={wasAsked ? missingKey : undefined}
        />
        <TextField
          label={t('callbackSecret')}
          help={t(paging.hasCallbackSecret ? 'keptHelp' : 'callbackSecretHelp')}
          type="password"
          autoComplete="off"
          value={callbackSecret}
          onChange={setCallbackSecret}
          maxLength={255}
          isDisabled={isSecretRemoved}
        />
        {paging.hasCallbackSecret ? (
          <CheckboxGroup
            label={t('removeSecretLabel')}
            help={t('removeSecretHelp')}
            options={[{ value: 'remove', label: t('removeSecret') }]}
            value={isSecretRemoved ? ['remove'] : []}
            onChange={(chosen) => setSecretRemoved(chosen.length > 0)}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
