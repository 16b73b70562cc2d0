import type { Customer } from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'
import { useNow } from '../../clock/clock.ts'
import { formatDate } from '../../clock/format.ts'
import { DAY_MS } from '../../clock/units.ts'
import { formatAmount, formatMoney, symbolOf } from '../../ui/format/money.ts'
import { useSize } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { forecastOf } from './forecast.ts'
import styles from './payments.module.css'
import { paymentsWords } from './words.data.ts'

const BACK_DAYS = 60
const AHEAD_DAYS = 30
const HEIGHT = 220
const SIDE = { left: 64, right: 16, top: 12, bottom: 24 }
const MOST_TICKS = 5

type Props = { readonly own: Customer; readonly entries: readonly Entry[] }

/** What was available and held over the last two months, the credit line, and where the last 30 days lead to. */
export function BalancePlot({ own, entries }: Props) {
  const t = useWords(paymentsWords)
  const now = useNow('minute')
  const [box, { width }] = useSize<HTMLElement>()
  const { currency, available, limit } = own.balance
  const [from, to] = [now - BACK_DAYS * DAY_MS, now + AHEAD_DAYS * DAY_MS]
  const points = stepsOf(entries, from, now)
  const low = Math.min(0, -limit, ...points.map((point) => point.available))
  const high = Math.max(1, ...points.map((point) => point.available + point.held))
  const x = (at: number) => SIDE.left + ((at - from) / (to - from)) * Math.max(0, width - SIDE.left - SIDE.right)
  const y = (amount: number) => SIDE.top + ((high - amount) / (high - low)) * (HEIGHT - SIDE.top - SIDE.bottom)
  const line = (heightOf: (point: Point) => number) =>
    [
      ...points.map(
        (point, index) => `${index === 0 ? 'M' : 'H'}${x(point.at)}${index === 0 ? ' ' : 'V'}${y(heightOf(point))}`,
      ),
      `H${x(now)}`,
    ].join('')
  const forecast = forecastOf(own.balance, entries, now)
  const reached = [
    { at: forecast?.zeroAt, amount: 0 },
    { at: limit > 0 ? forecast?.endAt : undefined, amount: -limit },
  ].flatMap(({ at, amount }) => (at !== undefined && at < to ? [{ at, amount }] : []))
  const ticks = roundTicks(low, high)
  const dates = [from, from + 30 * DAY_MS, now, to]
  return (
    <figure ref={box} className={styles.plot}>
      <figcaption>{t('plotTitle', { unit: symbolOf(currency) })}</figcaption>
      {width > 0 ? (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={t('plotSays', { available: formatMoney(available, currency) })}
        >
          {ticks.map((amount) => (
            <g key={amount}>
              <line className={styles.grid} x1={SIDE.left} x2={width - SIDE.right} y1={y(amount)} y2={y(amount)} />
              <text className={styles.tick} x={SIDE.left - 8} y={y(amount) + 4} textAnchor="end">
                {formatAmount(amount, currency)}
              </text>
            </g>
          ))}
          {dates.map((at) => (
            <text key={at} className={styles.tick} x={x(at)} y={HEIGHT - 6} textAnchor={at === to ? 'end' : 'middle'}>
              {at === now ? t('now') : formatDate(at).slice(5)}
            </text>
          ))}
          <path className={styles.held} d={`${line((point) => point.available + point.held)}V${y(0)}H${x(from)}Z`} />
          <path className={styles.area} d={`${line((point) => point.available)}V${y(0)}H${x(from)}Z`} />
          <path className={styles.step} d={line((point) => point.available)} />
          <line className={styles.credit} x1={SIDE.left} x2={width - SIDE.right} y1={y(-limit)} y2={y(-limit)} />
          <text className={styles.tick} x={SIDE.left + 4} y={y(-limit) - 4}>
            {t('creditLine')}
          </text>
          {forecast ? (
            <line
              className={styles.forecast}
              x1={x(now)}
              y1={y(available)}
              {...endOf({ now, to, available, low, perDay: forecast.perDay }, x, y)}
            />
          ) : null}
          {reached.map(({ at, amount }) => (
            <g key={amount}>
              <circle className={styles.reached} cx={x(at)} cy={y(amount)} r={4} />
              <text className={styles.tick} x={x(at) + 9} y={y(amount) - 5}>
                {formatDate(at).slice(5)}
              </text>
            </g>
          ))}
          <text className={styles.have} x={x(now) + 8} y={y(available) - 6}>
            {t('plotHave', { available: formatMoney(available, currency) })}
          </text>
          <line className={styles.present} x1={x(now)} x2={x(now)} y1={SIDE.top} y2={HEIGHT - SIDE.bottom} />
        </svg>
      ) : null}
    </figure>
  )
}

type Point = { readonly at: number; readonly available: number; readonly held: number }

/** What there was from each entry on, beginning with what there was at the left edge. */
function stepsOf(entries: readonly Entry[], from: number, now: number): Point[] {
  const all = entries
    .map(({ at, availableAfter, heldAfter }) => ({ at: Date.parse(at), available: availableAfter, held: heldAfter }))
    .toReversed()
  const before = all.findLast(({ at }) => at < from) ?? { available: 0, held: 0 }
  return [{ ...before, at: from }, ...all.filter(({ at }) => at >= from && at <= now)]
}

type Course = { now: number; to: number; available: number; low: number; perDay: number }

/** Where the forecast leaves the plot: at its right edge or at its bottom. */
function endOf({ now, to, available, low, perDay }: Course, x: (at: number) => number, y: (amount: number) => number) {
  const days = Math.min((to - now) / DAY_MS, Math.max(0, (available - low) / perDay))
  return { x2: x(now + days * DAY_MS), y2: y(available - days * perDay) }
}

/** Round amounts between two, at most so many: steps of 1, 2 or 5 times a power of ten. */
function roundTicks(low: number, high: number): number[] {
  const least = (high - low) / MOST_TICKS
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step)
}
