import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Customer } from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'
import type { Order } from '@apsis/contract/payments/order.ts'
import type { PlotPoint } from '../../chart/points.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatMoney } from '../../ui/format/money.ts'
import type { Size } from '../../ui/page/size.ts'
import { availableAfter, type Forecast, forecastOf } from './forecast.ts'
import { isOpenRefusal } from './refusals.ts'
import { paymentsWords } from './words.data.ts'

/** The number of days that are shown before and after now. A month is 30 days, and a year 365.25 days (spec §9). */
export const PERIODS = {
  month: { backDays: 30, aheadDays: 30 },
  year: { backDays: 365.25, aheadDays: 91 },
} as const
export type Period = keyof typeof PERIODS

const SIDE = { left: 64, right: 16, top: 14, bottom: 26 }
const MOST_TICKS = 5
/** The width that a date needs below the axis, and the possible distances of ticks in days. */
const DATE_PX = 76
const TICK_DAYS = [7, 14, 30, 61, 91, 182] as const
const BAND_POINTS = 24

type BalanceHistory = {
  readonly own: Customer
  readonly entries: readonly Entry[]
  readonly orders: readonly Order[]
  readonly now: number
  readonly period: Period
}

export type Step = { readonly at: number; readonly available: number; readonly held: number }
type Mark = { readonly x: number; readonly y: number }

/** The places of all parts of the plot, in pixels. */
export type Scene = {
  readonly area: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  readonly steps: readonly (Step & { readonly x: number; readonly y: number; readonly heldY: number })[]
  readonly zeroY: number
  readonly limitY: number
  readonly limit: number
  readonly now: Mark & { readonly available: number; readonly held: number }
  readonly amounts: readonly { readonly y: number; readonly amount: number }[]
  readonly dates: readonly { readonly x: number; readonly at: number }[]
  /** The expected balance and the 80 % band, from now to the right edge. */
  readonly ahead: readonly {
    readonly x: number
    readonly expected: number
    readonly low: number
    readonly high: number
  }[]
  readonly reached: readonly (Mark & { readonly at: number; readonly amount: number })[]
  readonly refused: readonly (Mark & { readonly order: Order })[]
}

export function sceneOfBalance({ own, entries, orders, now, period }: BalanceHistory, { width, height }: Size): Scene {
  const { available, held, limit } = own.balance
  const { backDays, aheadDays } = PERIODS[period]
  const [from, to] = [now - backDays * DAY_MS, now + aheadDays * DAY_MS]
  const steps = stepsOf(entries, from, now)
  const refusedMs = ({ refusedAt, createdAt }: Order) => Date.parse(refusedAt ?? createdAt)
  const refused = orders.filter((order) => isOpenRefusal(order) && refusedMs(order) >= from)
  const low = Math.min(0, -limit, ...steps.map((step) => step.available))
  const high = Math.max(1, ...steps.map((step) => step.available + step.held), ...refused.map(({ price }) => price))
  const area = {
    left: SIDE.left,
    right: Math.max(SIDE.left + 1, width - SIDE.right),
    top: SIDE.top,
    bottom: height - SIDE.bottom,
  }
  const x = (at: number) => area.left + ((at - from) / (to - from)) * (area.right - area.left)
  const y = (amount: number) =>
    area.top + ((high - Math.min(high, Math.max(low, amount))) / (high - low)) * (area.bottom - area.top)
  const forecast = forecastOf(own.balance, entries, now)
  const reached = [
    { at: forecast?.zeroAt, amount: 0 },
    { at: limit > 0 ? forecast?.endAt : undefined, amount: -limit },
  ].flatMap(({ at, amount }) => (at !== undefined && at < to ? [{ at, amount, x: x(at), y: y(amount) }] : []))
  return {
    area,
    steps: steps.map((step) => ({
      ...step,
      x: x(step.at),
      y: y(step.available),
      heldY: y(step.available + step.held),
    })),
    zeroY: y(0),
    limitY: y(-limit),
    limit,
    now: { x: x(now), y: y(available), available, held },
    amounts: roundTicks(low, high).map((amount) => ({ amount, y: y(amount) })),
    dates: datesOf(from, now, to, area.right - area.left).map((at) => ({ at, x: x(at) })),
    ahead: aheadOf(forecast, { available, low, aheadDays }).map(({ days, expected, low: least, high: most }) => ({
      x: x(now + days * DAY_MS),
      expected: y(expected),
      low: y(least),
      high: y(most),
    })),
    reached,
    refused: refused.map((order) => ({ order, x: x(refusedMs(order)), y: y(order.price) })),
  }
}

/** Returns the balance after each entry, beginning with the balance at the left edge. */
function stepsOf(entries: readonly Entry[], from: number, now: number): Step[] {
  const all = entries
    .map(({ at, availableAfter: after, heldAfter }) => ({ at: Date.parse(at), available: after, held: heldAfter }))
    .toReversed()
  const before = all.findLast(({ at }) => at < from) ?? { available: 0, held: 0 }
  return [{ ...before, at: from }, ...all.filter(({ at }) => at >= from && at <= now)]
}

/** Returns the expected balance until the end of the plot, or until it leaves the plot at the bottom. */
function aheadOf(
  forecast: Forecast | undefined,
  { available, low, aheadDays }: { available: number; low: number; aheadDays: number },
) {
  if (forecast === undefined) return []
  const lastDay = Math.min(aheadDays, Math.max(0, (available - low) / forecast.perDay))
  return Array.from({ length: BAND_POINTS + 1 }, (_, index) => {
    const days = (lastDay * index) / BAND_POINTS
    return { days, ...availableAfter(forecast, available, days) }
  })
}

/** Returns dates at equal steps before and after now, as many as there is room for; now itself has no date. */
function datesOf(from: number, now: number, to: number, widthPx: number): number[] {
  const most = Math.max(2, Math.floor(widthPx / DATE_PX))
  const days = (to - from) / DAY_MS
  const step = (TICK_DAYS.find((one) => days / one <= most) ?? 365) * DAY_MS
  const back = Math.floor((now - from) / step)
  const ahead = Math.floor((to - now) / step)
  return Array.from({ length: back + ahead + 1 }, (_, index) => now + (index - back) * step)
}

/** Returns round amounts between two values, at most the maximum number of ticks: steps of 1, 2 or 5 times a power of ten. */
function roundTicks(low: number, high: number): number[] {
  const least = (high - low) / MOST_TICKS
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step)
}

/**
 * Returns the points that can be read: each change of the balance, each refused order, and the points at which the forecast reaches a line.
 */
export function pointsOf({ steps, refused, reached }: Scene, currency: string): PlotPoint[] {
  const t = paymentsWords
  const money = (amount: number) => formatMoney(amount, currency)
  return [
    ...steps.map(({ x, y, at, available, held }) => ({
      x,
      y,
      text: t('pointStep', { time: formatInstant(at), available: money(available), held: money(held) }),
    })),
    ...refused.map(({ x, y, order }) => ({
      x,
      y,
      text: t('pointRefused', {
        id: order['request-id'],
        time: formatInstant(Date.parse(order.refusedAt ?? order.createdAt)),
        price: money(order.price),
        short: money(order.shortBy),
      }),
    })),
    ...reached.map(({ x, y, at, amount }) => ({
      x,
      y,
      text: t('pointReached', { time: formatInstant(at), amount: money(amount) }),
    })),
  ].sort((a, b) => a.x - b.x)
}
