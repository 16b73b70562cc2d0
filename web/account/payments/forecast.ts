import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Balance } from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'

/** The use of a day is measured over this number of days. A month is 30 days (spec §9). */
export const MEASURED_DAYS = 30

export type Forecast = {
  /** The mean amount that one day captures, in the smallest unit. */
  readonly perDay: number
  /** The standard deviation of the amount that one day captures, in the smallest unit. */
  readonly spreadPerDay: number
  /**
   * The times at which the available amount reaches zero and at which the credit line is used up; undefined if that is more than a year
   * away.
   */
  readonly zeroAt: number | undefined
  readonly endAt: number | undefined
}

/** This number of standard deviations to each side contains 80 % of a normal distribution. */
const SIGMAS_OF_80_PERCENT = 1.2816

/** Returns how long a balance lasts if every day captures as much as the mean of the last 30 days; undefined if they captured nothing. */
export function forecastOf(
  { available, limit }: Balance,
  entries: readonly Entry[],
  now: number,
): Forecast | undefined {
  const since = now - MEASURED_DAYS * DAY_MS
  const ofDay = new Array<number>(MEASURED_DAYS).fill(0)
  for (const { at, captured } of entries) {
    const day = Math.floor((Date.parse(at) - since) / DAY_MS)
    const before = ofDay[day]
    if (before !== undefined) ofDay[day] = before + captured
  }
  const captured = ofDay.reduce((sum, amount) => sum + amount, 0)
  if (captured <= 0) return undefined
  const perDay = captured / MEASURED_DAYS
  const squares = ofDay.reduce((sum, amount) => sum + (amount - perDay) ** 2, 0)
  const at = (amount: number) => {
    const days = amount / perDay
    return amount > 0 && days <= 365 ? now + days * DAY_MS : undefined
  }
  return {
    perDay: Math.round(perDay),
    spreadPerDay: Math.sqrt(squares / (MEASURED_DAYS - 1)),
    zeroAt: at(available),
    endAt: at(available + limit),
  }
}

/**
 * Returns the amount that is available after a number of days, with its 80 % limits. The days are taken as independent, so the variance of
 * their sum grows with their number.
 */
export function availableAfter(
  { perDay, spreadPerDay }: Pick<Forecast, 'perDay' | 'spreadPerDay'>,
  available: number,
  days: number,
): { readonly expected: number; readonly low: number; readonly high: number } {
  const expected = available - perDay * days
  const half = SIGMAS_OF_80_PERCENT * spreadPerDay * Math.sqrt(days)
  // A day never captures less than nothing: without a payment the balance cannot rise.
  return { expected, low: expected - half, high: Math.min(available, expected + half) }
}

export type MonthUse = { readonly month: string; readonly amounts: Readonly<Record<'ca' | 'odt', number>> }

/** Returns the amount that was captured in each of the last months, less credit notes, by service. */
export function useByMonth(
  entries: readonly Entry[],
  { serviceOf, now, months }: { serviceOf: (orderId: string) => 'ca' | 'odt' | undefined; now: number; months: number },
): MonthUse[] {
  const last = new Date(now)
  return Array.from({ length: months }, (_, index) => {
    const month = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - months + 1 + index))
      .toISOString()
      .slice(0, 7)
    const own = entries.filter((entry) => entry.at.startsWith(month) && entry.captured !== 0)
    const of = (service: 'ca' | 'odt') =>
      own
        .filter(({ orderId }) => orderId !== null && serviceOf(orderId) === service)
        .reduce((sum, entry) => sum + entry.captured, 0)
    return { month, amounts: { ca: of('ca'), odt: of('odt') } }
  })
}
