import { PRIORITIES, type Priority } from '@apsis/contract/payments/amount.ts'
import type { Customer } from '@apsis/contract/payments/customer.ts'
import type { Price } from '@apsis/contract/payments/price.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { Select } from '../../ui/field/select.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Empty, Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './payments.module.css'
import { estimateQuery, pricesQuery, useOrder } from './payments-query.ts'
import { RequestLink } from './request-link.tsx'
import { paymentsWords } from './words.data.ts'

const MOST_PASSES = 1_000

/** Shows the cost of an order before it is placed, and if the balance is enough. */
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

function Form({ own, prices }: { readonly own: Customer; readonly prices: readonly Price[] }) {
  const t = useWords(paymentsWords)
  const [productId, setProductId] = useState('')
  // Orders of single passes are far more common than subscriptions.
  const first = prices.find(({ unit }) => unit === 'PASS') ?? prices[0]
  const price = prices.find((one) => one.productId === productId) ?? first
  const sensors = Object.keys(price?.sensorFactors ?? {}).sort()
  const [sensor, setSensor] = useState('')
  const [passes, setPasses] = useState(1)
  const [priority, setPriority] = useState<Priority>('standard')
  const chosen = sensors.includes(sensor) ? sensor : sensors[0]
  const question = {
    'service-type': price?.serviceType ?? ('odt' as const),
    passes,
    priority,
    ...(chosen === undefined ? {} : { sensor: chosen }),
  }
  const isGood = Number.isInteger(passes) && passes >= 1 && passes <= MOST_PASSES
  const { data } = useQuery({ ...estimateQuery(question), enabled: isGood })
  const estimate = data?.find((one) => one.productId === price?.productId)
  const order = useOrder()
  const money = (amount: number) => formatMoney(amount, own.balance.currency)
  const short = estimate?.shortBy ? t('shortBy', { amount: money(estimate.shortBy) }) : undefined
  const line = { passes, priority, ...(chosen === undefined ? {} : { 'sensor-code': chosen }) }
  const place = () =>
    order.mutate({
      'customer-id': own.customerId,
      'service-type': question['service-type'],
      'product-id': price?.productId,
      lines: [line],
    })
  return (
    <div className="pad-8">
      {order.error ? (
        <Strip level="caution" isUrgent>
          {problemInWords(order.error).message}
        </Strip>
      ) : null}
      <div className={`grid gap-8-16 ${styles.fields}`}>
        <Select
          label={t('product')}
          options={prices.map((one) => ({ value: one.productId, label: one.productId }))}
          value={price?.productId ?? ''}
          onChange={setProductId}
        />
        {chosen === undefined ? null : (
          <Select
            label={t('sensor')}
            options={sensors.map((code) => ({ value: code, label: code }))}
            value={chosen}
            onChange={setSensor}
          />
        )}
        <NumberField
          label={price?.unit === 'MONTH' ? t('months') : t('passes')}
          value={passes}
          onChange={setPasses}
          minValue={1}
          maxValue={MOST_PASSES}
          error={isGood ? undefined : t('passesWrong')}
        />
        <Select
          label={t('priority')}
          options={PRIORITIES.map((value) => ({ value, label: t(value) }))}
          value={priority}
          onChange={(value) => setPriority(PRIORITIES.find((one) => one === value) ?? 'standard')}
        />
      </div>
      <p className={styles.estimate} aria-live="polite">
        {estimate && isGood ? (
          <>
            <b>{money(estimate.high)}</b>{' '}
            {t('expected', { expected: money(estimate.expected), low: money(estimate.low) })}{' '}
            {short === undefined ? t('reaches') : <b className="medium">{short}</b>}
          </>
        ) : null}
      </p>
      {question['service-type'] === 'odt' ? (
        <p className="row wrap gap-4-16">
          <RequestLink line={isGood ? line : undefined} label={t('requestPasses')} look="primary" />{' '}
          <span className={`soft fs-12 ${styles.small}`}>{t('requestPassesHelp')}</span>
        </p>
      ) : (
        <Button look="primary" disabledReason={isGood ? short : t('passesWrong')} onClick={place}>
          {order.isPending ? t('ordering') : t('order')}
        </Button>
      )}
    </div>
  )
}
