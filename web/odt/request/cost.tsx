import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { affordable, lackingOf, type OrderCost, usePayer } from '../../price/order-cost.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { Draft } from './draft.ts'
import styles from './request.module.css'
import { requestWords } from './words.data.ts'

type Props = {
  readonly draft: Draft
  readonly query: { readonly data: OrderCost | null | undefined; readonly isPending: boolean }
  readonly onChange: (part: Partial<Draft>) => void
}

/** What it costs before it is ordered: what is held, what is likely charged, who pays, and what is left or lacking. */
export function Cost({ draft, query, onChange }: Props) {
  const t = useWords(requestWords)
  const payer = usePayer()
  const cost = query.data
  if (!cost) return <p className={styles.cost}>{query.isPending ? null : t('noPrice')}</p>
  const { high, expected, currency, hasCustomer } = cost
  const money = (amount: number) => formatMoney(amount, currency)
  if (!hasCustomer) return <p className={styles.cost}>{t('noCustomer')}</p>
  const lacking = lackingOf(cost, payer)
  return (
    <div className={styles.cost} aria-live="polite">
      <p>
        {payer ? t('cost', { amount: money(high), payer: payer.name }) : t('costAlone', { amount: money(high) })}{' '}
        {t('likely', { amount: money(expected) })}{' '}
        {payer && lacking === 0 ? t('after', { amount: money(payer.balance.available - high) }) : null}
      </p>
      {lacking !== undefined && lacking > 0 ? (
        <p className={styles.line}>
          <StatusSymbol level="serious" /> {t('short', { amount: money(lacking) })} <AddCredit />{' '}
          <Fewer draft={draft} cost={cost} lacking={lacking} onChange={onChange} />
        </p>
      ) : null}
    </div>
  )
}

type FewerProps = Pick<Props, 'draft' | 'onChange'> & { readonly cost: OrderCost; readonly lacking: number }

/** The largest part of the request that the balance reaches for. */
function Fewer({ draft, cost, lacking, onChange }: FewerProps) {
  const t = useWords(requestWords)
  const count = draft.names.length || draft.passes
  const most = affordable({ count, high: cost.high, lacking })
  if (most < 1 || most >= count) return null
  const take = () => onChange(draft.names.length > 0 ? { names: draft.names.slice(0, most) } : { passes: most })
  return (
    <Button look="quiet" onClick={take}>
      {t('takeFewer', { count: most })}
    </Button>
  )
}

/** Where a balance is loaded. */
export function AddCredit() {
  const t = useWords(requestWords)
  return (
    <Link to={paths.account} params={{ page: 'balance' }}>
      {t('addCredit')}
    </Link>
  )
}
