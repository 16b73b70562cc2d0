import type { Order } from '@apsis/contract/payments/order.ts'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './payments.module.css'
import { useCancelOrder } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

/** An order that holds money and stands for no request: what it holds can be given back. */
export function GiveBack({ order }: { readonly order: Order }) {
  const t = useWords(paymentsWords)
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useCancelOrder()
  const amount = formatMoney(order.held, order.currency)
  const giveBack = () => {
    if (!cancel.isPending) cancel.mutate(order['order-id'], { onSuccess: () => setIsAsking(false) })
  }
  return (
    <span className={styles.actions}>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        {t('giveBack', { amount })}
      </Button>
      <Dialog
        isOpen={isAsking}
        title={t('giveBackTitle', { id: order['request-id'] })}
        onClose={() => setIsAsking(false)}
        close={t('cancel')}
        confirm={{ label: t('giveBack', { amount }), onConfirm: giveBack }}
      >
        {cancel.error ? (
          <Strip level="caution" isUrgent>
            {problemInWords(cancel.error).message}
          </Strip>
        ) : null}
        <p>{t('giveBackHelp', { amount })}</p>
      </Dialog>
    </span>
  )
}
