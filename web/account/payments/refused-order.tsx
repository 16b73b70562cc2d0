import type { Customer } from '@apsis/contract/payments/customer.ts'
import type { Order, OrderLine } from '@apsis/contract/payments/order.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { AddCreditDialog } from './add-credit-dialog.tsx'
import styles from './payments.module.css'
import { estimateQuery, useOrder } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

type Props = { readonly own: Customer; readonly order: Order }

/** Ways on from an order that was refused: without urgency, a single pass, or more credit. Each says what it costs today. */
export function RefusedOrder({ own, order }: Props) {
  const t = useWords(paymentsWords)
  const [isAdding, setIsAdding] = useState(false)
  const place = useOrder()
  const line = order.lines.length === 1 ? order.lines[0] : undefined
  const again = (lines: readonly OrderLine[]) =>
    place.mutate({
      'customer-id': own.customerId,
      'service-type': order['service-type'],
      'request-id': order['request-id'],
      'product-id': order['product-id'],
      lines: [...lines],
    })
  const sensor = line?.['sensor-code'] ?? undefined
  const common = { ...(sensor === undefined ? {} : { 'sensor-code': sensor }) }
  return (
    <div className={styles.actions}>
      {place.error ? (
        <Strip level="caution" isUrgent>
          {problemInWords(place.error).message}
        </Strip>
      ) : null}
      {line && line.priority !== 'standard' ? (
        <Way
          order={order}
          line={{ ...common, passes: line.passes, priority: 'standard' }}
          way="orderStandard"
          isBusy={place.isPending}
          onPlace={again}
        />
      ) : null}
      {line && line.passes > 1 ? (
        <Way
          order={order}
          line={{ ...common, passes: 1, priority: line.priority }}
          way="orderOne"
          isBusy={place.isPending}
          onPlace={again}
        />
      ) : null}
      <Button onClick={() => setIsAdding(true)}>
        {t('addMissing', { amount: formatMoney(order.shortBy, order.currency) })}
      </Button>
      {isAdding ? <AddCreditDialog own={own} amount={order.shortBy} onClose={() => setIsAdding(false)} /> : null}
    </div>
  )
}

type WayProps = {
  readonly order: Order
  readonly line: OrderLine
  readonly way: 'orderStandard' | 'orderOne'
  readonly isBusy: boolean
  readonly onPlace: (lines: readonly OrderLine[]) => void
}

/** Offered only where the balance is enough for it. */
function Way({ order, line, way, isBusy, onPlace }: WayProps) {
  const t = useWords(paymentsWords)
  const sensor = line['sensor-code']
  const { data } = useQuery(
    estimateQuery({
      'service-type': order['service-type'],
      passes: line.passes,
      priority: line.priority,
      ...(sensor === undefined ? {} : { sensor }),
    }),
  )
  const estimate = data?.find((one) => one.productId === order['product-id'] && one.sensor === (sensor ?? null))
  if (estimate?.shortBy !== 0) return null
  return (
    <Button disabledReason={isBusy ? t('ordering') : undefined} onClick={() => onPlace([line])}>
      {t(way, { amount: formatMoney(estimate.high, estimate.currency) })}
    </Button>
  )
}
