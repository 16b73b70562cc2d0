import type { Customer } from '@apsis/contract/payments/customer.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../clock/clock.ts'
import { formatTime } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { formatAmount, symbolOf } from '../../ui/format/money.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { ledgerFile } from './ledger.tsx'
import styles from './payments.module.css'
import { statementQuery } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

/** Returns the month before or after a month. */
function monthBeside(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7)
}

/** Shows the opening balance, the movements, and the closing balance of a month. */
export function StatementPane({ own }: { readonly own: Customer }) {
  const t = useWords(paymentsWords)
  const current = new Date(useNow('minute')).toISOString().slice(0, 7)
  const [month, setMonth] = useState(current)
  const query = useQuery(statementQuery(own.customerId, month))
  const { currency } = own.balance
  const amount = (value: number, signed = false) => formatAmount(value, currency, { signed })
  return (
    <QueryPane
      id="statement"
      title={t('statement')}
      note={`${month}, ${symbolOf(currency)}`}
      query={query}
      skeletonRows={7}
      failed={t('failed')}
      exports={{
        csv: {
          name: `statement-${month}`,
          table: () => ledgerFile(query.data?.lines ?? []),
        },
        call: { method: 'GET', path: `/api/v1/payments/customers/${own.customerId}/statements/${month}` },
      }}
      className="flex-none"
    >
      {({ opening, totals, closing }) => (
        <div className="pad-8">
          <KeyValues
            rows={[
              [t('opening'), amount(opening.balance)],
              [t('paidIn'), amount(totals.paidIn, true)],
              [t('captured'), amount(-totals.captured, true)],
              ...(totals.credited ? ([[t('CREDIT_NOTE'), amount(totals.credited, true)]] as const) : []),
              ...(totals.refunded ? ([[t('REFUND'), amount(-totals.refunded, true)]] as const) : []),
              ...(totals.vat ? ([[t('VAT'), amount(-totals.vat, true)]] as const) : []),
              ...(totals.corrected ? ([[t('CORRECTION'), amount(totals.corrected, true)]] as const) : []),
              [t('balance'), <b key="balance">{amount(closing.balance)}</b>],
              [t('held'), amount(-closing.held, true)],
              [t('available'), <b key="available">{amount(closing.available)}</b>],
            ]}
          />
          <p className={`flex wrap gap-6 no-print ${styles.actions} ${styles.months}`}>
            <Button onClick={() => setMonth(monthBeside(month, -1))}>{monthBeside(month, -1)}</Button>
            {month < current ? (
              <Button onClick={() => setMonth(monthBeside(month, 1))}>{monthBeside(month, 1)}</Button>
            ) : null}
            <Button onClick={() => print()}>{t('print')}</Button>
          </p>
          <p className={`soft fs-12 ${styles.small}`}>
            {own.checkedAt === null ? (
              t('notChecked')
            ) : (
              <>
                <StatusSymbol level={own.faults.length === 0 ? 'ok' : 'critical'} />{' '}
                {own.faults.length === 0 ? t('checked', { time: formatTime(Date.parse(own.checkedAt)) }) : t('faults')}
              </>
            )}
          </p>
        </div>
      )}
    </QueryPane>
  )
}
