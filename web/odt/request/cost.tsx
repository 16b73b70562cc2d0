import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { problemInWords } from '../../api/problem-in-words.ts'
import { affordable, lackingOf, type OrderCost, passPricesQuery, payable, usePayer } from '../../price/order-cost.ts'
import { paymentsDemoQuery, useOpenDemo } from '../../price/simulated-account.ts'
import { paths } from '../../site/paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { bestFirst, type Choice } from './choices.ts'
import { type Draft, isEmpty } from './draft.ts'
import styles from './request.module.css'
import { requestWords } from './words.data.ts'

type Props = {
  readonly draft: Draft
  readonly query: { readonly data: OrderCost | null | undefined; readonly isPending: boolean }
  readonly onChange: (part: Partial<Draft>) => void
  /** The sensors that may observe if no pass is named. */
  readonly able: readonly string[]
  /** The choices: their order decides for which passes the balance is used if it is not enough for all of them. */
  readonly choices: readonly Choice[]
}

/** Shows the cost before the order: the reserved amount, the likely charge, the payer, and the remaining or missing amount. */
export function Cost({ draft, query, ...rest }: Props) {
  const t = useWords(requestWords)
  return (
    <Pane title={t('costTitle')} note={t('costNote', { priority: t(draft.priority) })} exports={false}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen it scrolls, and what scrolls has to be reached by keys. */}
      <div className="stack scroll gap-6 fs-13 pad-end" aria-live="polite" tabIndex={0}>
        {isEmpty(draft) ? (
          <p>{t('nothingHeld')}</p>
        ) : query.data ? (
          <Sums draft={draft} cost={query.data} {...rest} />
        ) : query.isPending ? (
          <Skeleton rows={3} />
        ) : (
          <NoPrice />
        )}
      </div>
    </Pane>
  )
}

type SumsProps = Omit<Props, 'query'> & { readonly cost: OrderCost }

function Sums({ draft, cost, ...rest }: SumsProps) {
  const t = useWords(requestWords)
  const payer = usePayer()
  const { high, expected, expectedLeast, currency, hasCustomer } = cost
  const money = (amount: number) => formatMoney(amount, currency)
  const lacking = hasCustomer ? lackingOf(cost, payer) : undefined
  const balance = payer?.balance
  const credit = Math.min(balance?.limit ?? 0, (balance?.available ?? 0) + (balance?.limit ?? 0) - high)
  return (
    <>
      <dl className={`grid ${styles.sums}`}>
        <dt>{t('held', { count: draft.names.length || draft.passes })}</dt>
        <dd className="fs-14 nowrap right">
          <b>{money(high)}</b>
        </dd>
        <dt>{t('likely')}</dt>
        <dd className="fs-14 nowrap right">
          {expectedLeast < expected
            ? t('likelyRange', { least: money(expectedLeast), most: money(expected) })
            : money(expected)}
        </dd>
        {balance ? (
          <>
            <dt>{t('available')}</dt>
            <dd className="fs-14 nowrap right">{money(balance.available)}</dd>
            <dt className="line-top medium ink">{t('afterThis')}</dt>
            <dd className="line-top ink fs-14 medium nowrap right">{money(balance.available - high)}</dd>
            {balance.limit > 0 ? (
              <>
                <dt>{t('credit')}</dt>
                <dd className="fs-14 nowrap right">
                  {t('creditOf', { left: money(Math.max(0, credit)), all: money(balance.limit) })}
                </dd>
              </>
            ) : null}
          </>
        ) : null}
      </dl>
      {hasCustomer ? null : <NoCustomer />}
      {lacking !== undefined && lacking > 0 ? (
        <p className="flex items-baseline gap-6">
          <StatusSymbol level="serious" />
          <span>
            {t('short', { amount: money(lacking) })} <AddCredit />{' '}
            <Fewer draft={draft} cost={cost} lacking={lacking} {...rest} />
          </span>
        </p>
      ) : null}
      {expectedLeast < expected ? <p className="muted fs-12">{t('heldDearest')}</p> : null}
      {hasCustomer ? (
        <p className="muted fs-12">
          {payer ? `${t('paidBy', { payer: payer.name })} ` : ''}
          {t('heldUntil')}
        </p>
      ) : null}
    </>
  )
}

/** Shows that there are no prices: an organisation without an account may have none, and a simulated account provides them. */
function NoPrice() {
  const t = useWords(requestWords)
  const { data: demo } = useQuery(paymentsDemoQuery())
  return demo?.isAllowed === true && !demo.open ? <NoCustomer /> : <p>{t('noPrice')}</p>
}

/** Shows that there is no payer yet: an administrator creates a customer, or the reader opens a simulated account if that is allowed. */
function NoCustomer() {
  const t = useWords(requestWords)
  const { data: demo } = useQuery(paymentsDemoQuery())
  const open = useOpenDemo()
  if (demo?.isAllowed !== true) return <p>{t('noCustomer')}</p>
  return (
    <>
      <p>{t('noCustomerDemo')}</p>
      {open.error ? (
        <p className="flex items-baseline gap-6" role="alert">
          <StatusSymbol level="serious" />
          <span>{problemInWords(open.error).message}</span>
        </p>
      ) : null}
      <p>
        <Button aria-disabled={open.isPending} onClick={() => (open.isPending ? undefined : open.mutate())}>
          {t('openDemo')}
        </Button>
      </p>
    </>
  )
}

type FewerProps = SumsProps & { readonly lacking: number }

/** Offers the largest part of the request that the balance can pay; if passes are named, it contains the passes with the highest value. */
function Fewer({ draft, cost, lacking, able, onChange, choices }: FewerProps) {
  const t = useWords(requestWords)
  const prices = useQuery(passPricesQuery(draft.priority))
  const { names } = draft
  const count = names.length || draft.passes
  const best = bestFirst(names, choices)
  const priceOf = (code: string) => prices.data?.bySensor.get(code) ?? prices.data?.bySensor.get('')
  const limit = cost.high - lacking
  const [only, ...others] = draft.sensors
  const open = able.flatMap((code) => priceOf(code) ?? [])
  const each =
    others.length === 0 && only !== undefined ? priceOf(only) : open.length > 0 ? Math.max(...open) : priceOf('')
  const kept = payable(best, { priceOf, limit }) ?? []
  const most = names.length > 0 ? kept.length : each === undefined ? 0 : affordable(limit, each)
  if (most < 1 || most >= count) return null
  return (
    <Button look="quiet" onClick={() => onChange(names.length > 0 ? { names: kept, passes: most } : { passes: most })}>
      {t('takeFewer', { count: most })}
    </Button>
  )
}

/** Links to the page on which a user adds to the balance. */
export function AddCredit() {
  const t = useWords(requestWords)
  return (
    <Link to={paths.account} params={{ page: 'balance' }}>
      {t('addCredit')}
    </Link>
  )
}
