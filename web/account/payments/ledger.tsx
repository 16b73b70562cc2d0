import type { Entry } from '@apsis/contract/payments/entry.ts'
import { Instant } from '../../clock/instant.tsx'
import { formatAmount, symbolOf } from '../../ui/format/money.ts'
import { fileColumns, fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { useWords } from '../../ui/text/language.ts'
import { partOf, RequestName, type RequestNames } from './request-name.tsx'
import { paymentsWords } from './words.data.ts'

/** The columns of the ledger; its file has amounts in the smallest unit, as the API has them. */
export function ledgerColumns(
  t: typeof paymentsWords,
  currency: string,
  names: RequestNames,
): readonly PlainColumn<Entry>[] {
  const unit = symbolOf(currency)
  return [
    ...fileColumns<Entry>({ place: 'place' }),
    {
      id: 'at',
      title: t('time'),
      isUnbroken: true,
      value: 'at',
      cell: ({ at }) => <Instant at={Date.parse(at)} isStop={false} />,
    },
    { id: 'kind', title: t('entry'), isUnbroken: true, value: 'kind', cell: ({ kind }) => t(kind) },
    {
      id: 'for',
      title: t('for'),
      cell: (entry) => <Purpose entry={entry} names={names} />,
    },
    ...fileColumns<Entry>({ requestId: 'requestId', reference: 'reference', note: 'note' }),
    {
      id: 'paid',
      title: t('paidIn'),
      unit,
      align: 'end',
      cell: ({ paidIn }) => <Moved amount={-paidIn} currency={currency} />,
    },
    ...(['available', 'held', 'captured'] as const).map(
      (account): PlainColumn<Entry> => ({
        id: account,
        title: t(account),
        unit,
        align: 'end',
        value: account,
        cell: (entry) => <Moved amount={entry[account]} currency={currency} />,
      }),
    ),
    ...fileColumns<Entry>({ paidIn: 'paidIn', vat: 'vat', correction: 'correction' }),
    {
      id: 'availableAfter',
      title: t('after'),
      unit,
      align: 'end',
      className: 'medium',
      value: 'availableAfter',
      cell: ({ availableAfter }) => formatAmount(availableAfter, currency),
    },
    ...fileColumns<Entry>({ heldAfter: 'heldAfter', transactionId: 'transactionId' }),
  ]
}

/** Returns the ledger as a file, without the sign of the currency and without the names of the requests. */
export const ledgerFile = (entries: readonly Entry[]) => fileOf(ledgerColumns(paymentsWords, '', new Map()), entries)

type PurposeProps = { readonly entry: Entry; readonly names: RequestNames }

/** Shows what an entry is for: its request by name, and its pass. */
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
  if (amount === 0) return <span className="muted">–</span>
  return formatAmount(amount, currency, { signed: true })
}
