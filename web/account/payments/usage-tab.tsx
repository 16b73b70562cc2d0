import type { Customer } from '@apsis/contract/payments/customer.ts'
import type { Price } from '@apsis/contract/payments/price.ts'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../clock/clock.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { formatAmount, formatMoney, symbolOf } from '../../ui/format/money.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Empty } from '../../ui/page/pane-states.tsx'
import { fileTable, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { CustomerGate } from './customer-gate.tsx'
import { type MonthUse, useByMonth } from './forecast.ts'
import styles from './payments.module.css'
import { ledgerQuery, ordersQuery, pricesQuery } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

const MONTHS_SHOWN = 12
const SERVICES = ['odt', 'ca'] as const

/** Shows the use of each service by month, and the prices. */
export function UsageTab({ who }: { readonly who: SignedInPerson }) {
  return <CustomerGate who={who}>{(own) => <Usage own={own} />}</CustomerGate>
}

function Usage({ own }: { readonly own: Customer }) {
  const t = useWords(paymentsWords)
  const now = useNow('minute')
  const ledger = useQuery(ledgerQuery(own))
  const { data: orders = [] } = useQuery(ordersQuery(own.customerId))
  const services = new Map(orders.map((order) => [order['order-id'], order['service-type']]))
  const { currency } = own.balance
  const months = useByMonth(ledger.data ?? [], { serviceOf: (id) => services.get(id), now, months: MONTHS_SHOWN })
  const { perService, period } = own.service_usage_snapshot
  return (
    <>
      <div className={styles.beside}>
        <QueryPane
          id="usage"
          title={t('usage')}
          note={t('usageNote', { unit: symbolOf(currency) })}
          query={ledger}
          skeletonRows={8}
          failed={t('failed')}
          exports={{
            csv: {
              name: 'usage',
              table: () =>
                fileTable(months, {
                  month: 'month',
                  ca: ({ amounts }) => amounts.ca,
                  odt: ({ amounts }) => amounts.odt,
                }),
            },
          }}
          className="flex-none"
        >
          {() => (
            <>
              {SERVICES.map((service) => (
                <Bars key={service} title={t(service)} months={months} service={service} currency={currency} />
              ))}
              <div className={`pad-8 ${styles.use}`}>
                <h3>{t('thisMonth', { month: period.from.slice(0, 7) })}</h3>
                <KeyValues
                  rows={[
                    [t('requests'), formatNumber(perService.odt.requests + perService.ca.requests)],
                    [t('passesRequested'), formatNumber(perService.odt.passesRequested)],
                    [t('passesSuccessful'), formatNumber(perService.odt.passesSuccessful)],
                    [t('cdms'), formatNumber(perService.ca.cdms)],
                    [t('screenings'), formatNumber(perService.ca.screenings)],
                    [t('captured'), formatMoney(perService.ca.amountCents + perService.odt.amountCents, currency)],
                  ]}
                />
              </div>
            </>
          )}
        </QueryPane>
        <PriceList />
      </div>
      {own.isSimulated ? <p className="pad-6 soft fs-13">{t('simulated')}</p> : null}
    </>
  )
}

type BarsProps = {
  readonly title: string
  readonly months: readonly MonthUse[]
  readonly service: (typeof SERVICES)[number]
  readonly currency: string
}

/** Draws a bar for each month, the current one in the colour of the user's own data; the values are below. */
function Bars({ title, months, service, currency }: BarsProps) {
  const most = Math.max(1, ...months.map(({ amounts }) => amounts[service]))
  return (
    <section className={`pad-8 ${styles.bars}`}>
      <h3>{title}</h3>
      <ol className="grid gap-4">
        {months.map(({ month, amounts }, place) => (
          <li className="grid items-end center" key={month} data-now={place === months.length - 1 || undefined}>
            <span
              className={`block ${styles.bar}`}
              style={{ height: `calc(${Math.max(0, amounts[service]) / most} * var(--bar-h))` }}
            />
            <span className="fs-12">{amounts[service] === 0 ? '–' : formatAmount(amounts[service], currency)}</span>
            <span className="muted fs-12">{month.slice(2)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function PriceList() {
  const t = useWords(paymentsWords)
  const query = useQuery(pricesQuery())
  return (
    <QueryPane
      id="prices"
      title={t('priceList')}
      note={t('priceNote')}
      query={query}
      skeletonRows={3}
      failed={t('failed')}
      exports={{ call: { method: 'GET', path: '/api/v1/payments/price' } }}
      className="flex-none"
    >
      {(prices) =>
        prices.length === 0 ? (
          <Empty title={t('noPrice')}>{t('noPriceHelp')}</Empty>
        ) : (
          <PlainTable
            rows={prices}
            columns={priceColumns(t)}
            idOf={({ productId }) => productId}
            phone="pairs"
            isSmall
          />
        )
      }
    </QueryPane>
  )
}

const priceColumns = (t: typeof paymentsWords): readonly PlainColumn<Price>[] => [
  {
    id: 'product',
    title: t('product'),
    cell: ({ productId, isSimulated }) => [productId, ...(isSimulated ? [t('simulatedTag')] : [])].join(' '),
  },
  {
    id: 'price',
    title: t('basePrice'),
    align: 'end',
    cell: ({ unit, amountCents, currency }) => t(unit, { amount: formatMoney(amountCents, currency) }),
  },
  {
    id: 'factors',
    title: t('factors'),
    cell: ({ sensorFactors, priorityFactors }) => factorsOf({ ...sensorFactors, ...priorityFactors }),
  },
  {
    id: 'discounts',
    title: t('discounts'),
    cell: ({ discounts }) =>
      discounts
        .map(({ fromPasses, perMille }) => t('discount', { from: fromPasses, percent: formatNumber(perMille / 10) }))
        .join(', ') || '–',
  },
  { id: 'version', title: t('version'), align: 'end', cell: ({ version }) => version },
]

const factorsOf = (factors: Readonly<Record<string, number>>): string =>
  Object.entries(factors)
    .filter(([, factor]) => factor !== 1_000)
    .map(([name, factor]) => `${name} × ${formatNumber(factor / 1_000)}`)
    .join(', ') || '–'
