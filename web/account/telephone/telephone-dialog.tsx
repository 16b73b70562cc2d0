import { TELEPHONE_WAYS, type Telephone, type TelephoneWay } from '@apsis/contract/duty/telephone.ts'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../delivery/delivery.module.css'
import { deliveryWords } from '../delivery/words.data.ts'
import { usePutTelephone } from './telephone-query.ts'
import { telephoneWords } from './words.data.ts'

type Props = { readonly telephone: Telephone; readonly onClose: () => void }

/** E.164, once what people write between the digits is taken out. */
const NUMBER = /^\+[1-9]\d{6,14}$/
const BETWEEN_DIGITS = /[\s()./-]/g

/** Asks for the number at which the reader is called, and how. */
export function TelephoneDialog({ telephone, onClose }: Props) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const put = usePutTelephone()
  const [number, setNumber] = useState(telephone.number ?? '')
  const [ways, setWays] = useState<TelephoneWay[]>(telephone.number === null ? ['call'] : telephone.ways)
  const [wasAsked, setWasAsked] = useState(false)
  const plain = number.replace(BETWEEN_DIGITS, '')
  const isNumber = NUMBER.test(plain)
  const save = () => {
    setWasAsked(true)
    if (isNumber && ways.length > 0) put.mutate({ number: plain, ways }, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={t('set')}
      onClose={onClose}
      close={common('cancel')}
      confirm={{ label: t('save'), onConfirm: save }}
    >
      {put.isError ? (
        <Strip level="caution" isUrgent>
          {problemInWords(put.error).message}
        </Strip>
      ) : null}
      <div className={styles.fields}>
        <TextField
          label={t('number')}
          help={t('numberHelp')}
          type="tel"
          autoComplete="tel"
          value={number}
          onChange={setNumber}
          maxLength={40}
          error={wasAsked && !isNumber ? t('numberWrong') : undefined}
        />
        <CheckboxGroup
          label={t('ways')}
          options={TELEPHONE_WAYS.map((value) => ({ value, label: t(value) }))}
          value={ways}
          onChange={(chosen) => setWays(TELEPHONE_WAYS.filter((one) => chosen.includes(one)))}
          error={wasAsked && ways.length === 0 ? t('wayMissing') : undefined}
        />
      </div>
    </Dialog>
  )
}
