import type { OrderLine, PricedLine } from '@apsis/contract/payments/order.ts'
import type { NewPrice } from '@apsis/contract/payments/product.ts'

const PER_MILLE = 1_000
/** Sensor factor, priority factor and discount are thousandths each. */
const SCALE = BigInt(PER_MILLE) ** 3n

/** What a price is computed from: a version of the price of a product. */
export type PriceTable = Pick<NewPrice, 'amountCents' | 'sensorFactors' | 'priorityFactors' | 'discounts'>

/**
 * Divides and rounds to the nearest integer, a half to the even one, so that many roundings do not add up in one direction
 * (IEEE 754-2019 §4.3.1, roundTiesToEven). For amounts of 0 or more.
 */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n || divisor <= 0n) throw new RangeError('only amounts of 0 or more are divided')
  const [quotient, twiceRest] = [dividend / divisor, (dividend % divisor) * 2n]
  if (twiceRest < divisor) return quotient
  return twiceRest > divisor || quotient % 2n === 1n ? quotient + 1n : quotient
}

/** The discount in thousandths for so many passes of one line: the largest that is reached. */
export function discountFor({ discounts }: Pick<PriceTable, 'discounts'>, passes: number): number {
  return Math.max(0, ...discounts.filter(({ fromPasses }) => passes >= fromPasses).map(({ perMille }) => perMille))
}

/** The price of a line: base × sensor factor × priority factor × passes × (1 − discount), rounded once. */
export function priceOfLine(table: PriceTable, line: OrderLine): PricedLine {
  const { 'sensor-code': sensor, passes, priority } = line
  const sensorFactor = sensor === undefined ? PER_MILLE : (table.sensorFactors[sensor] ?? PER_MILLE)
  const left = PER_MILLE - discountFor(table, passes)
  const factors = [sensorFactor, table.priorityFactors[priority], left, passes].map(BigInt)
  const exact = factors.reduce((product, factor) => product * factor, BigInt(table.amountCents))
  return { 'sensor-code': sensor ?? null, passes, priority, amount: Number(divideHalfEven(exact, SCALE)) }
}

export const priceOfLines = (table: PriceTable, lines: readonly OrderLine[]): PricedLine[] =>
  lines.map((line) => priceOfLine(table, line))

export const sumOf = (lines: readonly Pick<PricedLine, 'amount'>[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/**
 * What the delivery of one more pass costs, of an amount for so many passes of which so many were delivered. The shares differ by
 * one unit at most, and all of them together are the amount.
 */
export function shareOfPass(amount: number, { delivered, passes }: { delivered: number; passes: number }): number {
  if (delivered < 0 || delivered >= passes) throw new RangeError(`there is no pass ${delivered + 1} of ${passes}`)
  const until = (count: number) => divideHalfEven(BigInt(amount) * BigInt(count), BigInt(passes))
  return Number(until(delivered + 1) - until(delivered))
}

/** How many of so many passes succeed at least in nine of ten cases: the tenth percentile of a binomial distribution. */
export function fewestLikely(passes: number, successPerMille: number): number {
  const success = successPerMille / PER_MILLE
  if (success >= 1) return passes
  if (success <= 0) return 0
  // Logarithms, since the first term of a thousand passes is smaller than a double can hold.
  let [logTerm, below] = [passes * Math.log1p(-success), 0]
  for (let count = 0; count < passes; count++) {
    below += Math.exp(logTerm)
    if (below > LOW_QUANTILE) return count
    logTerm += Math.log((passes - count) / (count + 1)) + Math.log(success) - Math.log1p(-success)
  }
  return passes
}
const LOW_QUANTILE = 0.1
