import type { Priority } from '@apsis/contract/payments/amount.ts'
import { listCustomers } from '@apsis/contract/payments/customer.ts'
import { estimatePrice, type PriceEstimation } from '@apsis/contract/payments/price-estimation.ts'
import { allows, PAYMENTS_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, callAll } from '../api/call.ts'
import { useSession } from '../session/session.ts'

type WantedOrder = {
  /** The names of passes, which begin with the code of the sensor. */
  readonly names: readonly string[]
  /** The number of passes that the server chooses, if none is named. */
  readonly passes: number
  /** The sensors that the reader chose, if no pass is named; empty for all that can observe. */
  readonly sensors?: readonly string[]
  /** The sensors that can observe, if no pass is named. */
  readonly able?: readonly string[]
}

/** A part of an order: the passes of one sensor, or passes that any of several sensors may make. */
type Line = { readonly sensor?: string; readonly anyOf?: readonly string[]; readonly passes: number }

/**
 * Returns the number of ordered passes of each sensor. If no single sensor is named, the line lists all that may observe: the price of the
 * dearest is reserved (docs/domain/request.md).
 */
export function linesOfCost({ names, passes, sensors = [], able = [] }: WantedOrder): readonly Line[] {
  const [only, ...others] = sensors
  if (names.length === 0)
    return [only === undefined || others.length > 0 ? { anyOf: able, passes } : { sensor: only, passes }]
  const byCode = Map.groupBy(names, (name) => name.split('@')[0] ?? '')
  return [...byCode].map(([sensor, own]) => ({ sensor, passes: own.length }))
}

export type OrderCost = {
  /** The reserved amount, if every pass is delivered. */
  readonly high: number
  readonly expected: number
  /** The expected charge if the cheapest possible sensor observes. */
  readonly expectedLeast: number
  readonly currency: string
  readonly hasCustomer: boolean
  /** The amount that the balance lacks for everything; undefined if the estimates do not show it. */
  readonly shortBy: number | undefined
}

type EstimatedLine = { readonly high: number; readonly shortBy: number | null }

/**
 * Returns the amount that the balance lacks for all lines. An estimate gives the missing amount for its own line: for one line that is
 * enough. For several lines, a line with a missing amount reveals the balance; a balance that is enough for each line may not be enough for
 * all together.
 */
export function shortOf(lines: readonly EstimatedLine[]): number | undefined {
  const [first, ...others] = lines
  if (first !== undefined && others.length === 0) return first.shortBy ?? 0
  const short = lines.find(({ shortBy }) => (shortBy ?? 0) > 0)
  if (short === undefined) return undefined
  return lines.reduce((sum, { high }) => sum + high, 0) - (short.high - (short.shortBy ?? 0))
}

/** Reads the cost of passes, with one estimate for each sensor; null if there is no price. */
export const costQuery = (wanted: WantedOrder & { readonly priority: Priority }) => {
  const lines = linesOfCost(wanted)
  const { priority } = wanted
  return queryOptions({
    queryKey: ['payments', 'cost', lines, priority],
    queryFn: async ({ signal }): Promise<OrderCost | null> => {
      const estimates = await Promise.all(
        lines.map(async ({ sensor, anyOf = [], passes }) => {
          const query = { 'service-type': 'odt' as const, passes, priority }
          const found = await call(
            estimatePrice,
            { query: sensor === undefined ? query : { ...query, sensor } },
            signal,
          )
          return between(sensor === undefined ? anyOf : [sensor], found)
        }),
      )
      const known = estimates.flatMap((one) => (one ? [one] : []))
      const [first] = known
      if (!first || known.length < lines.length) return null
      return {
        high: known.reduce((sum, { high }) => sum + high, 0),
        expected: known.reduce((sum, { expected }) => sum + expected, 0),
        expectedLeast: known.reduce((sum, { expectedLeast }) => sum + expectedLeast, 0),
        shortBy: shortOf(known),
        currency: first.currency,
        hasCustomer: known.every(({ shortBy }) => shortBy !== null),
      }
    },
    meta: { silent: 'request-cost' },
  })
}

/** Returns the estimate of the dearest of some sensors, with the charge of the cheapest; a sensor without a factor costs the base price. */
function between(codes: readonly string[], found: readonly PriceEstimation[]) {
  const base = found.find(({ sensor }) => sensor === null)
  const each = codes.flatMap((code) => found.find(({ sensor }) => sensor === code) ?? base ?? [])
  const [dearest = base] = each.toSorted((a, b) => b.high - a.high)
  if (dearest === undefined) return undefined
  return { ...dearest, expectedLeast: Math.min(dearest.expected, ...each.map(({ expected }) => expected)) }
}

/**
 * Reads the price of one pass by the code of its sensor, and the currency; the price under `''` is for sensors without a price of their
 * own.
 */
export const passPricesQuery = (priority: Priority) =>
  queryOptions({
    queryKey: ['payments', 'pass-prices', priority],
    queryFn: async ({ signal }) => {
      const found = await call(estimatePrice, { query: { 'service-type': 'odt', passes: 1, priority } }, signal)
      return {
        currency: found[0]?.currency,
        bySensor: new Map(found.map(({ sensor, high }) => [sensor ?? '', high])),
      }
    },
    meta: { silent: 'request-cost' },
  })

/** Returns the customer who pays, if the caller may read it; otherwise undefined. */
export function usePayer() {
  const session = useSession()
  const who = session.status === 'signed-in' ? session.who : undefined
  const { data } = useQuery({
    queryKey: ['payments', 'customers'],
    queryFn: ({ signal }) => callAll(listCustomers, { query: { limit: 200 } }, signal),
    enabled: who !== undefined && allows([PAYMENTS_USER], who.roles),
  })
  return data?.find(({ userId }) => userId === who?.subject)
}

type Payer = { readonly balance: { readonly available: number; readonly limit: number } }

/** Returns the amount that the balance lacks: from the balance if it may be read, else from the estimates; undefined if it is not known. */
export const lackingOf = ({ high, shortBy }: OrderCost, payer: Payer | undefined): number | undefined =>
  payer === undefined ? shortBy : Math.max(0, high - payer.balance.available - payer.balance.limit)

/**
 * Returns the amount that may still be spent besides the named passes; passes that the server would choose instead of them are not counted.
 */
export const roomBeside = (names: readonly string[], { high }: Pick<OrderCost, 'high'>, { balance }: Payer): number =>
  balance.available + balance.limit - (names.length > 0 ? high : 0)

type Payable = { readonly priceOf: (code: string) => number | undefined; readonly limit: number }

/** Returns the number of passes that a sum pays for, each at the price of one, because fewer passes may get no discount. */
export const affordable = (limit: number, each: number): number =>
  each <= 0 ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor(limit / each))

/** Returns the first passes of a list, ordered best first, that a sum pays for together; undefined if a price is not known. */
export function payable(names: readonly string[], { priceOf, limit }: Payable): readonly string[] | undefined {
  let left = limit
  const paid: string[] = []
  for (const name of names) {
    const price = priceOf(name.split('@')[0] ?? '')
    if (price === undefined) return undefined
    if (price > left) continue
    left -= price
    paid.push(name)
  }
  return paid
}
