/** What is known of the pace of a screening that runs. */
export type Pace = {
  readonly partsLeft: number
  /** What a part took on average, s; undefined before the first is done. */
  readonly meanS: number | undefined
  /** Work that the running parts have behind them, s, each of them no more than the mean. */
  readonly behindS: number
  /** Worker processes that live. */
  readonly workers: number
}

/** Seconds until the last part is done, if the workers have nothing else to do; undefined before the first one is. */
export function timeLeftS({ partsLeft, meanS, behindS, workers }: Pace): number | undefined {
  if (meanS === undefined) return undefined
  if (partsLeft === 0) return 0
  return Math.max(0, meanS * partsLeft - behindS) / Math.max(1, Math.min(workers, partsLeft))
}
