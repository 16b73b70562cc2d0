import type { Customer } from '@apsis/contract/payments/customer.ts'
import { PAYMENTS_ADMIN } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../clock/clock.ts'
import { formatDate, formatInstant } from '../../clock/format.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { formatMoney, symbolOf } from '../../ui/format/money.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { AddCreditDialog } from './add-credit-dialog.tsx'
import { BalancePlot } from './balance-plot.tsx'
import { CustomerGate } from './customer-gate.tsx'
import { CustomersPane } from './customers-pane.tsx'
import { forecastOf } from './forecast.ts'
import { InvoicesPane } from './invoices-pane.tsx'
import { ledgerColumns, ledgerFile } from './ledger.tsx'
import styles from './payments.module.css'
import { ledgerQuery, ordersQuery } from './payments-query.ts'
import { newestRefusal, shortNow } from './refusals.ts'
import { RefusedOrder } from './refused-order.tsx'
import { requestText, useRequestNames } from './request-name.tsx'
import { StatementPane } from './statement-pane.tsx'
import { paymentsWords } from './words.data.ts'

/** Shows the balance of a customer, the reserved part, and how long it lasts. */
export function BalanceTab({ who }: { readonly who: SignedInPerson }) {
  return (
    <>
      <CustomerGate who={who}>{(own) => <Balance own={own} />}</CustomerGate>
      {who.roles.has(PAYMENTS_ADMIN as 'payments:admin') ? <CustomersPane /> : null}
    </>
  )
}

function Balance({ own }: { readonly own: Customer }) {
  const t = useWords(paymentsWords)
  const ledger = useQuery(ledgerQuery(own))
  const { data: orders = [] } = useQuery(ordersQuery(own.customerId))
  const [isAdding, setIsAdding] = useState(false)
  const { currency } = own.balance
  const columns = ledgerColumns(t, currency, useRequestNames())
  return (
    <>
      <Lead own={own} onAdd={() => setIsAdding(true)} />
      <Notices own={own} />
      <div className={`grid flex-none one-column-desk ${styles.columns}`} data-wide>
        <div className={`min-w-0 ${styles.main}`}>
          {ledger.data ? <BalancePlot own={own} entries={ledger.data} orders={orders} /> : null}
          <QueryPane
            id="ledger"
            title={t('ledger')}
            note={ledger.data && t('entries', { count: ledger.data.length, unit: symbolOf(currency) })}
            query={ledger}
            skeletonRows={12}
            failed={t('failed')}
            exports={{
              csv: { name: 'ledger', table: () => ledgerFile(ledger.data ?? []) },
              call: { method: 'GET', path: `/api/v1/payments/customers/${own.customerId}/transactions` },
            }}
            className="flex-none"
          >
            {(entries) => (
              <PlainTable
                rows={entries}
                columns={columns}
                idOf={({ transactionId }) => transactionId}
                phone="pairs"
                isSmall
              />
            )}
          </QueryPane>
        </div>
        <div className={`min-w-0 line-left ${styles.side}`}>
          <StatementPane own={own} />
          <InvoicesPane customerId={own.customerId} currency={currency} />
        </div>
      </div>
      {isAdding ? <AddCreditDialog own={own} onClose={() => setIsAdding(false)} /> : null}
    </>
  )
}

/** Shows that simulated money is simulated, and a warning if values contradict each other. */
function Notices({ own }: { readonly own: Customer }) {
  const t = useWords(paymentsWords)
  return (
    <>
      {own.faults.length > 0 ? (
        <Banner level="critical" isUrgent>
          {t('faults')} <span lang="en">{own.faults.join('; ')}</span>
        </Banner>
      ) : null}
      {own.isSimulated ? <p className="pad-6 soft fs-13">{t('simulated')}</p> : null}
    </>
  )
}

function Lead({ own, onAdd }: { readonly own: Customer; readonly onAdd: () => void }) {
  const t = useWords(paymentsWords)
  const now = useNow('minute')
  const { available, limit, held, currency } = own.balance
  const { data: entries = [] } = useQuery(ledgerQuery(own))
  const { data: orders = [] } = useQuery(ordersQuery(own.customerId))
  const money = (amount: number) => formatMoney(amount, currency)
  const names = useRequestNames()
  const refused = newestRefusal(orders, now)
  const short = refused ? shortNow(refused, own.balance) : 0
  const forecast = forecastOf(own.balance, entries, now)
  const level = short > 0 || available < 0 ? 'serious' : refused ? 'caution' : 'ok'
  return (
    <header className={`grid items-center flex-none pad-10 line-bottom gap-4-16 wide-auto ${styles.lead}`}>
      <h2 className="fs-20 medium">
        <StatusSymbol level={level} size={14} />{' '}
        {refused
          ? t(short > 0 ? 'refusedLead' : 'againLead', {
              id: requestText(refused['request-id'], names),
              time: formatInstant(Date.parse(refused.refusedAt ?? refused.createdAt)),
              price: money(refused.price),
              short: money(short),
              spend: money(available + limit),
            })
          : t('lead', { spend: money(available + limit) })}
      </h2>
      <p className={`soft ${styles.detail}`}>
        {t('detail', { available: money(available), held: money(held), limit: money(limit) })}{' '}
        {forecast?.endAt === undefined
          ? null
          : t(forecast.zeroAt === undefined ? 'forecastEnd' : 'forecast', {
              perDay: money(forecast.perDay),
              zero: formatDate(forecast.zeroAt ?? now),
              end: formatDate(forecast.endAt),
            })}
      </p>
      <span className={`row wrap justify-end gap-6 no-print ${styles.leadAction}`}>
        {refused ? <RefusedOrder own={own} order={refused} /> : null}
        <Button look="primary" onClick={onAdd}>
          {t('addCredit')}
        </Button>
      </span>
    </header>
  )
}
