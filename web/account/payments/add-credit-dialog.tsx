import { MOST_AMOUNT } from '@apsis/contract/payments/amount.ts'
import type { Customer } from '@apsis/contract/payments/customer.ts'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { decimalsOf, symbolOf, toAmount, toUnits } from '../../ui/format/money.ts'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './payments.module.css'
import { useAddCredit } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

type Props = {
  readonly own: Customer
  /** What is proposed, in the smallest unit. */
  readonly amount?: number
  readonly onClose: () => void
}

/** 100.00 where nothing is missing. */
const PROPOSED_UNITS = 100

/** Asks how much: an invoice is made, and an administrator books that it was paid. */
export function AddCreditDialog({ own, amount: missing, onClose }: Props) {
  const t = useWords(paymentsWords)
  const { currency } = own.balance
  const [units, setUnits] = useState(missing === undefined ? PROPOSED_UNITS : toUnits(missing, currency))
  const add = useAddCredit(own.customerId)
  const amount = toAmount(units, currency)
  const isGood = Number.isSafeInteger(amount) && amount >= 1 && amount <= MOST_AMOUNT
  const confirm = () => {
    if (isGood && !add.isPending) add.mutate(amount, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={t('addCredit')}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('makeInvoice'), onConfirm: confirm }}
    >
      <form
        className={`stack gap-10 ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        {add.error ? (
          <Strip level="caution" isUrgent>
            {problemInWords(add.error).message}
          </Strip>
        ) : null}
        <NumberField
          label={t('amount')}
          unit={symbolOf(currency)}
          value={units}
          onChange={setUnits}
          minValue={toUnits(1, currency)}
          step={1 / 10 ** decimalsOf(currency)}
          autoFocus
          help={own.isSimulated ? t('addCreditSimulated') : t('addCreditHelp')}
          error={isGood ? undefined : t('amountWrong')}
        />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}
