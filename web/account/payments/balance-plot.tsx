import type { Customer } from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'
import type { Order } from '@apsis/contract/payments/order.ts'
import { useId, useState } from 'react'
import type { Place } from '../../chart/label-places.ts'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { useNow } from '../../clock/clock.ts'
import { formatDate, formatInstant } from '../../clock/format.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { formatAmount, formatMoney, symbolOf } from '../../ui/format/money.ts'
import { useWords } from '../../ui/text/language.ts'
import { balanceLabels } from './balance-labels.ts'
import { PERIODS, type Period, pointsOf, type Scene, sceneOfBalance } from './balance-scene.ts'
import { ledgerFile } from './ledger.tsx'
import styles from './payments.module.css'
import { requestText, useRequestNames } from './request-name.tsx'
import { paymentsWords } from './words.data.ts'

const HEIGHT_PX = 230

type Props = { readonly own: Customer; readonly entries: readonly Entry[]; readonly orders: readonly Order[] }

/** Draws the available and reserved money over a month or a year, the credit line, and the forecast from the last 30 days (P23). */
export function BalancePlot({ own, entries, orders }: Props) {
  const t = useWords(paymentsWords)
  const now = useNow('minute')
  const [period, setPeriod] = useState<Period>('month')
  const { currency, available, held } = own.balance
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <PlotFrame
      title={t('plot')}
      note={t('plotNote', { unit: symbolOf(currency) })}
      caption={t('plotSays', { available: money(available), held: money(held) })}
      provenance={t('plotFrom', { count: entries.length, time: formatInstant(now) })}
      fileName="balance"
      table={ledgerFile(entries)}
      call={{ method: 'GET', path: `/api/v1/payments/customers/${own.customerId}/transactions` }}
      heightPx={HEIGHT_PX}
      actions={
        <Segments
          label={t('period')}
          value={period}
          options={(Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: t(value) }))}
          onChange={setPeriod}
        />
      }
      className="flex-none"
      plot={(size): Plot => {
        const scene = sceneOfBalance({ own, entries, orders, now, period }, size)
        return { drawing: <BalanceDrawing scene={scene} currency={currency} />, points: pointsOf(scene, currency) }
      }}
    />
  )
}

type BalanceDrawingProps = { readonly scene: Scene; readonly currency: string }

/** Draws the balance as steps: the available part below, the reserved part hatched above it, and the forecast with its band after now. */
function BalanceDrawing({ scene, currency }: BalanceDrawingProps) {
  return (
    <>
      <Axes scene={scene} currency={currency} />
      <Past scene={scene} />
      <Ahead scene={scene} />
      <Marks scene={scene} currency={currency} />
    </>
  )
}

function Axes({ scene, currency }: BalanceDrawingProps) {
  const t = useWords(paymentsWords)
  const { area, amounts, dates, limit, limitY, now } = scene
  return (
    <g>
      {amounts.map(({ y, amount }) => (
        <g key={amount}>
          <line className="stroke-line-1" x1={area.left} x2={area.right} y1={y} y2={y} />
          <text className="fs-12 fill-muted" x={area.left - 8} y={y + 4} textAnchor="end">
            {formatAmount(amount, currency)}
          </text>
        </g>
      ))}
      {dates.map(({ x, at }) => (
        <text key={at} className="fs-12 fill-muted" x={x} y={area.bottom + 20} textAnchor={anchorOf(x, area)}>
          {Math.abs(x - now.x) < 1 ? t('now') : formatDate(at).slice(5)}
        </text>
      ))}
      {limit > 0 ? (
        <>
          <line className="stroke-muted dash-5-3" x1={area.left} x2={area.right} y1={limitY} y2={limitY} />
          <text className="fs-12 fill-muted" x={area.left + 4} y={limitY - 4}>
            {t('creditLine')}
          </text>
        </>
      ) : null}
    </g>
  )
}

/** A label at an edge stays inside the plot. */
function anchorOf(x: number, { left, right }: Scene['area']) {
  const half = 20
  if (x + half > right) return 'end'
  return x - half < left ? 'start' : 'middle'
}

function Past({ scene }: Pick<BalanceDrawingProps, 'scene'>) {
  const hatchId = useId()
  const { steps, zeroY, area, now } = scene
  const line = (heightOf: (step: Scene['steps'][number]) => number) =>
    `${steps.map((step, index) => `${index === 0 ? 'M' : 'H'}${step.x}${index === 0 ? ' ' : 'V'}${heightOf(step)}`).join('')}H${now.x}`
  const back = [...steps].reverse()
  // The path returns from the last step to the first, along the lower edge of the reserved part.
  const lower = back.map((step) => `V${step.y}H${step.x}`).join('')
  return (
    <g>
      <defs>
        <pattern id={hatchId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="6" className="stroke-series-1 stroke-w-1-2" />
        </pattern>
      </defs>
      <path className="fill-series-1 fill-16" d={`${line((step) => step.y)}V${zeroY}H${area.left}Z`} />
      <path fill={`url(#${hatchId})`} d={`${line((step) => step.heldY)}${lower}Z`} />
      <path className="fill-none stroke-series-1 stroke-w-1-5" d={line((step) => step.y)} />
    </g>
  )
}

function Ahead({ scene: { ahead } }: Pick<BalanceDrawingProps, 'scene'>) {
  if (ahead.length === 0) return null
  const band = [
    ...ahead.map(({ x, high }) => `${x},${high}`),
    ...ahead.toReversed().map(({ x, low }) => `${x},${low}`),
  ].join(' ')
  return (
    <g>
      <polygon className="fill-muted fill-16" points={band} />
      <polyline
        className="fill-none stroke-soft stroke-w-1-4 dash-4-3"
        points={ahead.map(({ x, expected }) => `${x},${expected}`).join(' ')}
      />
    </g>
  )
}

function Marks({ scene, currency }: BalanceDrawingProps) {
  const t = useWords(paymentsWords)
  const names = useRequestNames()
  const { reached, refused, now, area } = scene
  const last = refused.at(0)
  const have = t('plotHave', { available: formatMoney(now.available, currency) })
  const refusal =
    last &&
    t('plotRefused', {
      id: requestText(last.order['request-id'], names),
      price: formatAmount(last.order.price, currency),
    })
  const dates = reached.map(({ at }) => formatDate(at).slice(5))
  const places = balanceLabels(scene, { have, refused: refusal, reached: dates })
  return (
    <g>
      <line className="stroke-accent" x1={now.x} x2={now.x} y1={area.top} y2={area.bottom} />
      {reached.map(({ x, y, amount }, place) => (
        <g key={amount}>
          <circle className="fill-page stroke-soft stroke-w-1-4" cx={x} cy={y} r={4} />
          <Label at={places.reached[place]} className="fs-12 fill-muted" text={dates[place]} />
        </g>
      ))}
      {refused.map(({ x, y, order }) => (
        <path key={order['order-id']} className={styles.refusedMark} d={`M${x} ${y - 6}l6 6l-6 6l-6 -6Z`} />
      ))}
      <Label at={places.refused} className="fs-12 fill-muted" text={refusal} />
      <Label at={places.have} className="medium" text={have} />
    </g>
  )
}

type LabelProps = {
  /** The place of the label; undefined if there is no room for it. */
  readonly at: Place | undefined
  readonly className: string | undefined
  readonly text: string | undefined
}

function Label({ at, className, text }: LabelProps) {
  if (at === undefined) return null
  return (
    <text className={className} x={at.x} y={at.y} textAnchor={at.align}>
      {text}
    </text>
  )
}
