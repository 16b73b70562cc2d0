import type { Customer } from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'
import type { Order } from '@apsis/contract/payments/order.ts'
import { useState } from 'react'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { useNow } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { formatMoney, symbolOf } from '../../ui/format/money.ts'
import { useWords } from '../../ui/text/language.ts'
import { BalanceDrawing } from './balance-drawing.tsx'
import { PERIODS, type Period, pointsOf, sceneOf } from './balance-scene.ts'
import { ledgerCsv } from './ledger-table.tsx'
import styles from './payments.module.css'
import { paymentsWords } from './words.data.ts'

const HEIGHT_PX = 230

type Props = { readonly own: Customer; readonly entries: readonly Entry[]; readonly orders: readonly Order[] }

/** What was available and held over a month or a year, the credit line, and where the last 30 days lead to (P23). */
export function BalancePlot({ own, entries, orders }: Props) {
  const t = useWords(paymentsWords)
  const now = useNow('minute')
  const [period, setPeriod] = useState<Period>('month')
  const { currency, available, held } = own.balance
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <PlotFrame
      title={t('plot')}
      note={t('plotNote', { unit: symbolOf(currency) })}
      caption={t('plotSays', { available: money(available), held: money(held) })}
      provenance={t('plotFrom', { count: entries.length, time: formatInstant(now) })}
      fileName="balance"
      table={ledgerCsv(entries)}
      call={{ method: 'GET', path: `/api/v1/payments/customers/${own.customerId}/transactions` }}
      heightPx={HEIGHT_PX}
      actions={
        <Segments
          label={t('period')}
          value={period}
          options={(Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: t(value) }))}
          onChange={setPeriod}
        />
      }
      className={styles.pane}
      plot={(size): Plot => {
        const scene = sceneOf({ own, entries, orders, now, period }, size)
        return { drawing: <BalanceDrawing scene={scene} currency={currency} />, points: pointsOf(scene, currency) }
      }}
    />
  )
}
