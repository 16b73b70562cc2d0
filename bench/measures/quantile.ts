/** Returns the smallest value that the given share of the sorted values does not exceed (nearest rank); NaN if there is none. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export type Spread = {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

/** Returns the spread of values. */
export function spreadOf(values: Iterable<number>): Spread {
  const sorted = Float64Array.from(values).sort()
  return {
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    p999: quantile(sorted, 0.999),
    max: quantile(sorted, 1),
  }
}
