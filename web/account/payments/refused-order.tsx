import type { Customer } from '@apsis/contract/payments/customer.ts'
import type { Order } from '@apsis/contract/payments/order.ts'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { AddCreditDialog } from './add-credit-dialog.tsx'
import styles from './payments.module.css'
import { useCancelOrder, useOrder } from './payments-query.ts'
import { shortNow } from './refusals.ts'
import { RequestLink } from './request-link.tsx'
import { paymentsWords } from './words.data.ts'

type Props = { readonly own: Customer; readonly order: Order }

/** The actions on an order that was refused: place it again if the balance is enough now, add the missing amount, or set it aside. */
export function RefusedOrder({ own, order }: Props) {
  const t = useWords(paymentsWords)
  const [isAdding, setIsAdding] = useState(false)
  const place = useOrder()
  const cancel = useCancelOrder()
  const short = shortNow(order, own.balance)
  const error = place.error ?? cancel.error
  const again = () =>
    place.mutate({
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
  return (
    <span className={`flex wrap gap-6 no-print ${styles.actions}`}>
      {error ? (
        <Strip level="caution" isUrgent>
          {problemInWords(error).message}
        </Strip>
      ) : null}
      {order['service-type'] === 'odt' ? (
        <RequestLink line={order.lines[0]} label={t('requestAgain')} />
      ) : short === 0 ? (
        <Button disabledReason={place.isPending ? t('ordering') : undefined} onClick={again}>
          {t('orderAgain')}
        </Button>
      ) : null}
      {short > 0 ? (
        <Button onClick={() => setIsAdding(true)}>
          {t('addMissing', { amount: formatMoney(short, order.currency) })}
        </Button>
      ) : null}
      <Button look="quiet" aria-disabled={cancel.isPending} onClick={() => cancel.mutate(order['order-id'])}>
        {t('dismiss')}
      </Button>
      {isAdding ? <AddCreditDialog own={own} amount={short} onClose={() => setIsAdding(false)} /> : null}
    </span>
  )
}
