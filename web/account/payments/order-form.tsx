import { MOST_PASSES, PRIORITIES, type Priority } from '@apsis/contract/payments/amount.ts'
import type { Customer } from '@apsis/contract/payments/customer.ts'
import { createOrder, OrderLine } from '@apsis/contract/payments/order.ts'
import type { Price } from '@apsis/contract/payments/price.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Refusal } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { Select } from '../../ui/field/select.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './payments.module.css'
import { estimateQuery, PAYMENTS_WRITES, pricesQuery } from './payments-query.ts'
import { RequestLink } from './request-link.tsx'
import { paymentsWords } from './words.data.ts'

/** Shows the cost of an order before it is placed, and whether the balance is enough. */
export function OrderForm({ own }: { readonly own: Customer }) {
  const t = useWords(paymentsWords)
  const prices = useQuery(pricesQuery())
  return (
    <QueryPane
      id="price"
      title={t('priceCheck')}
      query={prices}
      skeletonRows={2}
      failed={t('failed')}
      exports={{ call: { method: 'GET', path: '/api/v1/payments/price_estimation' } }}
      className="flex-none no-print"
    >
      {(list) =>
        list.length === 0 ? <Empty title={t('noPrice')}>{t('noPriceHelp')}</Empty> : <Form own={own} prices={list} />
      }
    </QueryPane>
  )
}

/** Returns the chosen product and sensor, and the line of their order. */
function chosenOf(prices: readonly Price[], { productId, sensor, passes, priority }: Values) {
  // Orders of single passes are far more common than subscriptions.
  const first = prices.find(({ unit }) => unit === 'PASS') ?? prices[0]
  const price = prices.find((one) => one.productId === productId) ?? first
  const sensors = Object.keys(price?.sensorFactors ?? {}).sort()
  const code = sensors.includes(sensor) ? sensor : sensors[0]
  const line = { passes, priority, ...(code === undefined ? {} : { 'sensor-code': code }) }
  return { price, service: price?.serviceType ?? ('odt' as const), sensors, code, line }
}
const FIRST = { productId: '', sensor: '', passes: 1, priority: 'standard' as Priority }
type Values = typeof FIRST

function Form({ own, prices }: { readonly own: Customer; readonly prices: readonly Price[] }) {
  const t = useWords(paymentsWords)
  const form = useForm({
    initial: FIRST,
    save: (values) => {
      const { price, service, line } = chosenOf(prices, values)
      return call(createOrder, {
        body: {
          'customer-id': own.customerId,
          'service-type': service,
          'product-id': price?.productId,
          lines: [line],
        },
      })
    },
    writes: PAYMENTS_WRITES,
  })
  const { field } = form
  const { price, service, sensors, code, line } = chosenOf(prices, form.values)
  const isGood = OrderLine.safeParse(line).success
  const question = { 'service-type': service, passes: line.passes, priority: line.priority }
  const { data } = useQuery({
    ...estimateQuery(code === undefined ? question : { ...question, sensor: code }),
    enabled: isGood,
  })
  const estimate = data?.find((one) => one.productId === price?.productId)
  const money = (amount: number) => formatMoney(amount, own.balance.currency)
  const short = estimate?.shortBy ? t('shortBy', { amount: money(estimate.shortBy) }) : undefined
  return (
    <div className="pad-8">
      <Refusal problem={form.problem} />
      <div className={`grid gap-8-16 ${styles.fields}`}>
        <Select
          label={t('product')}
          options={prices.map((one) => ({ value: one.productId, label: one.productId }))}
          {...field('productId')}
          value={price?.productId ?? ''}
        />
        {code === undefined ? null : (
          <Select
            label={t('sensor')}
            options={sensors.map((one) => ({ value: one, label: one }))}
            {...field('sensor')}
            value={code}
          />
        )}
        <NumberField
          label={price?.unit === 'MONTH' ? t('months') : t('passes')}
          minValue={1}
          maxValue={MOST_PASSES}
          {...field('passes')}
          error={isGood ? undefined : t('passesWrong')}
        />
        <Select
          label={t('priority')}
          options={PRIORITIES.map((value) => ({ value, label: t(value) }))}
          {...field('priority')}
        />
      </div>
      <p className={`my-6 ${styles.estimate}`} aria-live="polite">
        {estimate && isGood ? (
          <>
            <b>{money(estimate.high)}</b>{' '}
            {t('expected', { expected: money(estimate.expected), low: money(estimate.low) })}{' '}
            {short === undefined ? t('reaches') : <b className="medium">{short}</b>}
          </>
        ) : null}
      </p>
      {service === 'odt' ? (
        <p className="row wrap gap-4-16">
          <RequestLink line={isGood ? line : undefined} label={t('requestPasses')} look="primary" />{' '}
          <span className={`soft fs-12 m-0 ${styles.small}`}>{t('requestPassesHelp')}</span>
        </p>
      ) : (
        <Button look="primary" disabledReason={isGood ? short : t('passesWrong')} onClick={form.submit}>
          {form.isSaving ? t('ordering') : t('order')}
        </Button>
      )}
    </div>
  )
}
