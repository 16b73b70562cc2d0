import type { Entry } from '@apsis/contract/payments/entry.ts'
import { Instant } from '../../clock/instant.tsx'
import { formatAmount, symbolOf } from '../../ui/format/money.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './payments.module.css'
import { partOf, RequestName, type RequestNames, useRequestNames } from './request-name.tsx'
import { paymentsWords } from './words.data.ts'

const SHOWN = ['paidIn', 'available', 'held', 'captured'] as const

/** Every entry, newest first; each sums to zero over all accounts. */
export function LedgerTable({ entries, currency }: { readonly entries: readonly Entry[]; readonly currency: string }) {
  const t = useWords(paymentsWords)
  const unit = symbolOf(currency)
  const names = useRequestNames()
  return (
    <table className={`${styles.table} ${styles.ledger}`} data-wide>
      <thead>
        <tr>
          <th>{t('time')}</th>
          <th>{t('entry')}</th>
          <th>{t('for')}</th>
          {SHOWN.map((account) => (
            <th key={account} className={styles.number}>{`${t(account)} ${unit}`}</th>
          ))}
          <th className={styles.number}>{`${t('after')} ${unit}`}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.transactionId}>
            <td data-name={t('time')}>
              <Instant at={Date.parse(entry.at)} isStop={false} />
            </td>
            <td data-name={t('entry')}>{t(entry.kind)}</td>
            <td data-name={t('for')}>
              <Purpose entry={entry} names={names} />
            </td>
            {SHOWN.map((account) => (
              <td key={account} data-name={t(account)} className={styles.number}>
                <Moved amount={account === 'paidIn' ? -entry.paidIn : entry[account]} currency={currency} />
              </td>
            ))}
            <td data-name={t('after')} className={`${styles.number} ${styles.after}`}>
              {formatAmount(entry.availableAfter, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type PurposeProps = { readonly entry: Entry; readonly names: RequestNames }

/** What an entry is for: its request by name, and the pass of it. */
function Purpose({ entry, names }: PurposeProps) {
  const t = useWords(paymentsWords)
  const { pass, text, isRest } = partOf(entry)
  const said = text === 'given-back' ? t('givenBack') : text
  const part = pass === undefined ? said : t(isRest ? 'passRest' : 'pass', { number: pass })
  if (entry.requestId === null) return part
  return (
    <>
      <RequestName id={entry.requestId} names={names} />
      {part ? `, ${part}` : null}
    </>
  )
}

function Moved({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  if (amount === 0) return <span className={styles.none}>–</span>
  return formatAmount(amount, currency, { signed: true })
}

/** The ledger as a file: amounts in the smallest unit, as the API has them. */
export function ledgerCsv(entries: readonly Entry[]) {
  const columns = [
    ...(['place', 'at', 'kind', 'requestId', 'reference', 'note', 'available', 'held', 'captured'] as const),
    ...(['paidIn', 'vat', 'correction', 'availableAfter', 'heldAfter', 'transactionId'] as const),
  ]
  return { columns, rows: entries.map((entry) => columns.map((column) => entry[column] ?? undefined)) }
}
