import { MOST_AMOUNT } from '@apsis/contract/payments/amount.ts'
import { type Customer, createInvoice } from '@apsis/contract/payments/customer.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { NumberField } from '../../ui/field/number-field.tsx'
import { decimalsOf, symbolOf, toAmount, toUnits } from '../../ui/format/money.ts'
import { useWords } from '../../ui/text/language.ts'
import { PAYMENTS_WRITES } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

type Props = {
  readonly own: Customer
  /** The proposed amount, in the smallest unit. */
  readonly amount?: number
  readonly onClose: () => void
}

/** The proposal is 100.00 if no amount is missing. */
const PROPOSED_UNITS = 100

/** Asks for an amount: an invoice is created, and an administrator books the payment. */
export function AddCreditDialog({ own, amount: missing, onClose }: Props) {
  const t = useWords(paymentsWords)
  const { currency } = own.balance
  const amountOf = (units: number) => toAmount(units, currency)
  const isGood = (amount: number) => Number.isSafeInteger(amount) && amount >= 1 && amount <= MOST_AMOUNT
  const form = useForm({
    initial: { units: missing === undefined ? PROPOSED_UNITS : toUnits(missing, currency) },
    check: ({ units }) => ({ units: isGood(amountOf(units)) ? undefined : t('amountWrong') }),
    save: ({ units }) => {
      const params = { 'customer-id': own.customerId }
      return call(createInvoice, { params, body: { amount: amountOf(units) } })
    },
    writes: PAYMENTS_WRITES,
    onSaved: onClose,
  })
  const { field, values } = form
  return (
    <FormDialog form={form} title={t('addCredit')} onClose={onClose} close={t('cancel')} confirm={t('makeInvoice')}>
      <NumberField
        label={t('amount')}
        unit={symbolOf(currency)}
        minValue={toUnits(1, currency)}
        step={1 / 10 ** decimalsOf(currency)}
        autoFocus
        help={own.isSimulated ? t('addCreditSimulated') : t('addCreditHelp')}
        {...field('units')}
        error={isGood(amountOf(values.units)) ? undefined : t('amountWrong')}
      />
    </FormDialog>
  )
}
