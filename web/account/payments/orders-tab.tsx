import type { Customer } from '@apsis/contract/payments/customer.ts'
import { cancelOrder, type Order } from '@apsis/contract/payments/order.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Instant } from '../../clock/instant.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { formatAmount, formatMoney, symbolOf } from '../../ui/format/money.ts'
import { Empty } from '../../ui/page/pane-states.tsx'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { CustomerGate } from './customer-gate.tsx'
import { OrderForm } from './order-form.tsx'
import styles from './payments.module.css'
import { ordersQuery, PAYMENTS_WRITES } from './payments-query.ts'
import { isOpenRefusal, shortNow } from './refusals.ts'
import { RefusedOrder } from './refused-order.tsx'
import { RequestName, type RequestNames, useRequestNames } from './request-name.tsx'
import { paymentsWords } from './words.data.ts'

const LEVELS: Readonly<Record<Order['state'], Level>> = {
  HELD: 'pending',
  DELIVERED: 'ok',
  REFUSED: 'serious',
  EXPIRED: 'inactive',
}

/** Lists the orders, their prices, and what happened to the money. */
export function OrdersTab({ who }: { readonly who: SignedInPerson }) {
  return <CustomerGate who={who}>{(own) => <Orders own={own} />}</CustomerGate>
}

function Orders({ own }: { readonly own: Customer }) {
  const t = useWords(paymentsWords)
  const query = useQuery(ordersQuery(own.customerId))
  const { currency } = own.balance
  const columns = columnsOf(t, own, useRequestNames())
  return (
    <>
      <div className={styles.beside} data-wide>
        <OrderForm own={own} />
        <QueryPane
          id="orders"
          title={t('orders')}
          note={query.data && t('ordersNote', { count: query.data.length, unit: symbolOf(currency) })}
          query={query}
          skeletonRows={10}
          failed={t('failed')}
          exports={{
            csv: { name: 'orders', table: () => fileOf(columns, query.data ?? []) },
            call: { method: 'GET', path: '/api/v1/payments/orders' },
          }}
          className="flex-none"
        >
          {(orders) =>
            orders.length === 0 ? (
              <Empty title={t('noOrder')} />
            ) : (
              <PlainTable
                rows={orders}
                columns={columns}
                idOf={(order) => order['order-id']}
                rowClass={(order) => (isOpenRefusal(order) ? styles.refused : undefined)}
                phone="pairs"
                isSmall
                className={styles.orders}
              />
            )
          }
        </QueryPane>
      </div>
      {own.isSimulated ? <p className="pad-6 soft fs-13">{t('simulated')}</p> : null}
    </>
  )
}

function columnsOf(t: typeof paymentsWords, own: Customer, names: RequestNames): readonly PlainColumn<Order>[] {
  const { currency } = own.balance
  return [
    {
      id: 'request-id',
      title: t('request'),
      isUnbroken: true,
      value: 'request-id',
      cell: (order) => <RequestName id={order['request-id']} names={names} />,
    },
    ...fileColumns<Order>({ 'service-type': 'service-type', state: 'state' }),
    {
      id: 'created, UTC',
      title: t('ordered'),
      className: styles.ordered,
      value: 'createdAt',
      cell: ({ createdAt }) => <Instant at={Date.parse(createdAt)} isStop={false} />,
    },
    { id: 'what', title: t('what'), cell: (order) => sensorText(order, t) },
    {
      id: 'passes',
      title: t('passes'),
      align: 'end',
      value: passesOf,
      cell: (order) => t('ofPasses', { done: order.passesCaptured, all: passesOf(order) }),
    },
    { id: 'standing', title: t('state'), cell: (order) => <StateOf own={own} order={order} /> },
    ...fileColumns<Order>({ 'captured passes': 'passesCaptured', currency: 'currency' }),
    ...(['price', 'released', 'held', 'captured'] as const).map(
      (name): PlainColumn<Order> => ({
        id: name,
        title: t(name),
        unit: symbolOf(currency),
        align: 'end',
        value: name,
        cell: (order) => (order[name] === 0 ? <span className="muted">–</span> : formatAmount(order[name], currency)),
      }),
    ),
  ]
}

function sensorText({ lines, 'product-id': product }: Order, t: typeof paymentsWords): string {
  const texts = lines.map(
    ({ 'sensor-code': code, heldAs }) => code ?? (heldAs === undefined ? product : t('anySensor', { dearest: heldAs })),
  )
  return texts.join(', ')
}

/** Shows the state of an order, and its actions. */
function StateOf({ own, order }: { readonly own: Customer; readonly order: Order }) {
  const t = useWords(paymentsWords)
  const isOpen = isOpenRefusal(order)
  const short = shortNow(order, own.balance)
  const level = order.state === 'REFUSED' && !isOpen ? 'inactive' : LEVELS[order.state]
  return (
    <div className={`row wrap gap-4-8 ${styles.stateOf}`}>
      <StatusWord level={level} word={t(order.setAsideAt === null ? order.state : 'setAside')} />
      {isOpen ? (
        <>
          <span className={`soft fs-12 m-0 ${styles.small}`}>
            {short > 0 ? t('shortNow', { amount: formatMoney(short, order.currency) }) : t('goesThrough')}
          </span>
          <RefusedOrder own={own} order={order} />
        </>
      ) : null}
      {order.held > 0 && !order.isOfRequest ? <GiveBack order={order} /> : null}
    </div>
  )
}

const passesOf = ({ lines }: Order): number => lines.reduce((sum, { passes }) => sum + passes, 0)

/** Releases the reserved amount of an order that has no request. */
function GiveBack({ order }: { readonly order: Order }) {
  const t = useWords(paymentsWords)
  const [isAsking, setIsAsking] = useState(false)
  const amount = formatMoney(order.held, order.currency)
  return (
    <span className={`flex wrap gap-6 no-print ${styles.actions}`}>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        {t('giveBack', { amount })}
      </Button>
      {isAsking ? <GiveBackDialog order={order} amount={amount} onClose={() => setIsAsking(false)} /> : null}
    </span>
  )
}

type GiveBackProps = { readonly order: Order; readonly amount: string; readonly onClose: () => void }

function GiveBackDialog({ order, amount, onClose }: GiveBackProps) {
  const t = useWords(paymentsWords)
  const form = useForm({
    initial: {},
    save: () => call(cancelOrder, { params: { 'order-id': order['order-id'] } }),
    writes: PAYMENTS_WRITES,
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('giveBackTitle', { id: order['request-id'] })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('giveBack', { amount })}
    >
      <p>{t('giveBackHelp', { amount })}</p>
    </FormDialog>
  )
}
