import type { OrderLine, PricedLine } from '@apsis/contract/payments/order.ts'
import type { NewPrice } from '@apsis/contract/payments/product.ts'

const PER_MILLE = 1_000
/** The product of sensor factor, priority factor and discount, each in thousandths, has this scale. */
const SCALE = BigInt(PER_MILLE) ** 3n

/** The version of a product's price that is used to compute a price. */
export type PriceTable = Pick<NewPrice, 'amountCents' | 'sensorFactors' | 'priorityFactors' | 'discounts'>

/**
 * Divides and rounds to the nearest integer, and a half to the even one, so that roundings do not accumulate in one direction (IEEE 754-2019 §4.3.1,
 * roundTiesToEven). For amounts of 0 or more.
 */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n || divisor <= 0n) throw new RangeError('only amounts of 0 or more are divided')
  const [quotient, twiceRest] = [dividend / divisor, (dividend % divisor) * 2n]
  if (twiceRest < divisor) return quotient
  return twiceRest > divisor || quotient % 2n === 1n ? quotient + 1n : quotient
}

/** Returns the discount in thousandths for the number of passes in a line: the largest one whose number of passes is reached. */
export function discountFor({ discounts }: Pick<PriceTable, 'discounts'>, passes: number): number {
  return Math.max(0, ...discounts.filter(({ fromPasses }) => passes >= fromPasses).map(({ perMille }) => perMille))
}

/** A line of a request that leaves open which of several sensors observes. */
export type WantedLine = OrderLine & { readonly anyOf?: readonly string[] }

const factorOf = ({ sensorFactors }: PriceTable, sensor: string | undefined): number =>
  sensor === undefined ? PER_MILLE : (sensorFactors[sensor] ?? PER_MILLE)

/** Returns the most expensive of some sensors (if several are equal, the first by code); undefined if there is none. */
function dearestOf(table: PriceTable, sensors: readonly string[]): string | undefined {
  const [dearest] = sensors.toSorted((a, b) => factorOf(table, b) - factorOf(table, a) || (a < b ? -1 : 1))
  return dearest
}

/**
 * Returns the price of a line: base × sensor factor × priority factor × passes × (1 − discount), rounded once. If the sensor is left open, the price
 * of the most expensive allowed sensor is used.
 */
export function priceOfLine(table: PriceTable, line: WantedLine): PricedLine {
  const { 'sensor-code': sensor, passes, priority, anyOf = [] } = line
  const heldAs = sensor === undefined ? dearestOf(table, anyOf) : undefined
  const sensorFactor = factorOf(table, sensor ?? heldAs)
  const left = PER_MILLE - discountFor(table, passes)
  const factors = [sensorFactor, table.priorityFactors[priority], left, passes].map(BigInt)
  const exact = factors.reduce((product, factor) => product * factor, BigInt(table.amountCents))
  const amount = Number(divideHalfEven(exact, SCALE))
  return { 'sensor-code': sensor ?? null, ...(heldAs === undefined ? {} : { heldAs }), passes, priority, amount }
}

export const priceOfLines = (table: PriceTable, lines: readonly WantedLine[]): PricedLine[] =>
  lines.map((line) => priceOfLine(table, line))

export const sumOf = (lines: readonly Pick<PricedLine, 'amount'>[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Returns the price of the next delivered pass: a share of the amount for all passes, given how many were already delivered. The shares differ by one
 * unit at most, and add up to the amount.
 */
export function shareOfPass(amount: number, { delivered, passes }: { delivered: number; passes: number }): number {
  if (delivered < 0 || delivered >= passes) throw new RangeError(`there is no pass ${delivered + 1} of ${passes}`)
  const until = (count: number) => divideHalfEven(BigInt(amount) * BigInt(count), BigInt(passes))
  return Number(until(delivered + 1) - until(delivered))
}

/**
 * Returns the number of passes that succeed at least in nine of ten cases: the tenth percentile of a binomial
 * distribution.
 */
export function fewestLikely(passes: number, successPerMille: number): number {
  const success = successPerMille / PER_MILLE
  if (success >= 1) return passes
  if (success <= 0) return 0
  // Logarithms are used, because the first term for a thousand passes is smaller than a double can represent.
  let [logTerm, below] = [passes * Math.log1p(-success), 0]
  for (let count = 0; count < passes; count++) {
    below += Math.exp(logTerm)
    if (below > LOW_QUANTILE) return count
    logTerm += Math.log((passes - count) / (count + 1)) + Math.log(success) - Math.log1p(-success)
  }
  return passes
}
const LOW_QUANTILE = 0.1

/**
 * Returns the charge for the next delivered pass of a line, and the part of its hold that is released. If the line left the sensor open,
 * the price of the observing sensor is charged, but never more than is held for the pass.
 */
export function chargeOfPass(
  table: PriceTable,
  line: PricedLine,
  { delivered, sensor }: { readonly delivered: number; readonly sensor: string | undefined },
): { readonly captured: number; readonly rest: number } {
  const { passes, priority } = line
  const held = shareOfPass(line.amount, { delivered, passes })
  if (line.heldAs === undefined || sensor === undefined) return { captured: held, rest: 0 }
  const { amount } = priceOfLine(table, { 'sensor-code': sensor, passes, priority })
  const captured = Math.min(held, shareOfPass(amount, { delivered, passes }))
  return { captured, rest: held - captured }
}
