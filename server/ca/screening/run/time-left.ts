/** The measured pace of a running screening. */
export type Pace = {
  readonly partsLeft: number
  /** The mean time of a part, s; undefined before the first part is done. */
  readonly meanS: number | undefined
  /** The work that the running parts have done, s; each part counts at most the mean time. */
  readonly behindS: number
  /** The number of live worker processes. */
  readonly workers: number
}

/** Returns the seconds until the last part is done, if the workers have no other work; undefined before the first part is done. */
export function timeLeftS({ partsLeft, meanS, behindS, workers }: Pace): number | undefined {
  if (meanS === undefined) return undefined
  if (partsLeft === 0) return 0
  return Math.max(0, meanS * partsLeft - behindS) / Math.max(1, Math.min(workers, partsLeft))
}
