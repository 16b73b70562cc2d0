import type { Customer } from '@apsis/contract/payments/customer.ts'
import { cancelOrder, createOrder, type Order } from '@apsis/contract/payments/order.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Refusal } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { useWords } from '../../ui/text/language.ts'
import { AddCreditDialog } from './add-credit-dialog.tsx'
import styles from './payments.module.css'
import { PAYMENTS_WRITES } from './payments-query.ts'
import { shortNow } from './refusals.ts'
import { RequestLink } from './request-link.tsx'
import { paymentsWords } from './words.data.ts'

type Props = { readonly own: Customer; readonly order: Order }

/** Shows the actions on a refused order: place it again if the balance is enough now, add the missing amount, or set it aside. */
export function RefusedOrder({ own, order }: Props) {
  const t = useWords(paymentsWords)
  const [isAdding, setIsAdding] = useState(false)
  const again = useForm({
    initial: {},
    save: () => call(createOrder, { body: wishOf(own, order) }),
    writes: PAYMENTS_WRITES,
  })
  const dismissal = useForm({
    initial: {},
    save: () => call(cancelOrder, { params: { 'order-id': order['order-id'] } }),
    writes: PAYMENTS_WRITES,
  })
  const short = shortNow(order, own.balance)
  return (
    <span className={`flex wrap gap-6 no-print ${styles.actions}`}>
      <Refusal problem={again.problem ?? dismissal.problem} />
      {order['service-type'] === 'odt' ? (
        <RequestLink line={order.lines[0]} label={t('requestAgain')} />
      ) : short === 0 ? (
        <Button disabledReason={again.isSaving ? t('ordering') : undefined} onClick={again.submit}>
          {t('orderAgain')}
        </Button>
      ) : null}
      {short > 0 ? (
        <Button onClick={() => setIsAdding(true)}>
          {t('addMissing', { amount: formatMoney(short, order.currency) })}
        </Button>
      ) : null}
      <Button look="quiet" aria-disabled={dismissal.isSaving} onClick={dismissal.submit}>
        {t('dismiss')}
      </Button>
      {isAdding ? <AddCreditDialog own={own} amount={short} onClose={() => setIsAdding(false)} /> : null}
    </span>
  )
}

/** Returns the same order, so that it can be placed again. */
const wishOf = (own: Customer, order: Order) => ({
  'customer-id': own.customerId,
  'service-type': order['service-type'],
  'request-id': order['request-id'],
  'product-id': order['product-id'],
  lines: order.lines.map(({ 'sensor-code': sensor, passes, priority }) => ({
    ...(sensor === null ? {} : { 'sensor-code': sensor }),
    passes,
    priority,
  })),
})
