import type { RankedPass, TrackedObject } from '@apsis/contract/odt/tracking/conjunction.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { costQuery, lackingOf, passPricesQuery, payable, usePayer } from '../../../../price/order-cost.ts'
import { paths } from '../../../../site/paths.ts'
import button from '../../../../ui/button/button.module.css'
import { Button } from '../../../../ui/button/button.tsx'
import { formatMoney } from '../../../../ui/format/money.ts'
import { StatusSymbol } from '../../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { trackingWords } from './words.data.ts'

type Props = {
  readonly object: TrackedObject
  readonly chosen: readonly RankedPass[]
  readonly conjunctionId: string
  /** Reduces the selection to the given passes. */
  readonly onTake: (names: readonly string[]) => void
}

/** Shows the link that orders the chosen passes, with their cost, or the reason why they cannot be ordered together. */
export function Order({ object, chosen, conjunctionId, onTake }: Props) {
  const t = useWords(trackingWords)
  const types = new Set(chosen.map(({ measurementType }) => measurementType))
  if (chosen.length === 0) return <p className="row wrap gap-12 pad-8 muted fs-13 no-print">{t('orderNone')}</p>
  if (types.size > 1) return <p className="row wrap gap-12 pad-8 muted fs-13 no-print">{t('oneType')}</p>
  return (
    <p className="row wrap gap-12 pad-8 muted fs-13 no-print">
      <Link
        to={paths.observations}
        search={requestOf({ object, chosen, conjunctionId })}
        className={`${button.button} ${button.primary}`}
        data-primary
      >
        {chosen.length === 1 ? t('orderOne') : t('order', { count: chosen.length })}
      </Link>
      <Cost names={chosen.map(({ name }) => name)} onTake={onTake} />
    </p>
  )
}

/** Returns the address of the request: it contains the id of an own satellite, so that the dialog shows its name. */
export const requestOf = ({
  object,
  chosen,
  conjunctionId,
}: Pick<Props, 'chosen' | 'conjunctionId'> & OrderTarget) => ({
  dialog: 'new-observation',
  satellite: object.satelliteId ?? String(object.catalogueId),
  event: conjunctionId,
  type: chosen[0]?.measurementType,
  passes: chosen.map(({ name }) => name).join(','),
})
type OrderTarget = { readonly object: Pick<TrackedObject, 'satelliteId' | 'catalogueId'> }

/** Shows before the order whether the balance is enough for the passes: the reserved amount, and the missing amount. */
function Cost({ names, onTake }: Pick<Props, 'onTake'> & { readonly names: readonly string[] }) {
  const t = useWords(trackingWords)
  const payer = usePayer()
  const { data: cost } = useQuery(costQuery({ names, passes: names.length, priority: 'standard' }))
  const { data: prices } = useQuery(passPricesQuery('standard'))
  if (cost === undefined) return null
  if (cost === null) return <span>{t('noPrice')}</span>
  const money = (amount: number) => formatMoney(amount, cost.currency)
  const balance = (
    <Link to={paths.account} params={{ page: 'balance' }}>
      {t('balance')}
    </Link>
  )
  if (!cost.hasCustomer)
    return (
      <span>
        <StatusSymbol level="serious" /> {t('noCustomer', { amount: money(cost.high) })} {balance}
      </span>
    )
  const lacking = lackingOf(cost, payer)
  if (lacking === undefined) return <span>{t('priceAlone', { amount: money(cost.high) })}</span>
  if (lacking === 0) return <span>{t('canPay', { amount: money(cost.high) })}</span>
  const priceOf = (code: string) => prices?.bySensor.get(code) ?? prices?.bySensor.get('')
  const kept = payable(names, { priceOf, limit: cost.high - lacking }) ?? []
  return (
    <span>
      <StatusSymbol level="serious" /> {t('cannotPay', { amount: money(cost.high), lacking: money(lacking) })} {balance}{' '}
      {kept.length > 0 ? (
        <Button look="quiet" onClick={() => onTake(kept)}>
          {t('take', { count: kept.length })}
        </Button>
      ) : null}
    </span>
  )
}
