import { useQuery } from '@tanstack/react-query'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatDate } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Banner, Empty } from '../../ui/page/pane-states.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './payments.module.css'
import { invoicesQuery, useBook } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

type Props = {
  readonly customerId: string
  readonly currency: string
  readonly name?: string
  readonly mayBook?: boolean
}

/** Lists the requested credit and whether it was paid; an administrator books it. */
export function InvoicesPane({ customerId, currency, name, mayBook = false }: Props) {
  const t = useWords(paymentsWords)
  const query = useQuery(invoicesQuery(customerId))
  const book = useBook(customerId)
  return (
    <QueryPane
      title={name === undefined ? t('invoices') : t('invoicesOf', { name })}
      query={query}
      skeletonRows={2}
      failed={t('failed')}
      exports={{ call: { method: 'GET', path: `/api/v1/payments/customers/${customerId}/invoices` } }}
      className="flex-none"
    >
      {(invoices) => (
        <>
          {book.error ? (
            <Banner level="caution" isUrgent>
              {problemInWords(book.error).message}
            </Banner>
          ) : null}
          {invoices.length === 0 ? <Empty title={t('noInvoice')} /> : null}
          <ul>
            {invoices.map((invoice) => (
              <li className="row wrap gap-4-16 pad-6 faint-bottom fs-13" key={invoice.invoiceId}>
                <span className="mono">{invoice.number}</span>
                <span>{formatMoney(invoice.amount, currency)}</span>
                <StatusWord level={invoice.state === 'PAID' ? 'ok' : 'pending'} word={t(invoice.state)} />
                <span className={`soft fs-12 m-0 ${styles.small}`}>
                  {invoice.paidAt === null
                    ? t('dueOn', { date: formatDate(Date.parse(invoice.dueAt)) })
                    : t('paidOn', { date: formatDate(Date.parse(invoice.paidAt)) })}
                </span>
                {mayBook && invoice.state === 'OPEN' ? (
                  <Button onClick={() => book.mutate(invoice.invoiceId)}>{t('book')}</Button>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
    </QueryPane>
  )
}
