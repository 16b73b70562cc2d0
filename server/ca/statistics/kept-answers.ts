/** A cache of answers by their inputs, so that the same question with the same data is computed once. */
export type KeptAnswers = {
  /** Returns the answer stored under a key, or the result of `compute`; callers during the computation wait for the same result. */
  answer<T>(key: string, compute: () => Promise<T>): Promise<T>
}

/** The number of answers that are kept. Each has a few hundred kilobytes at most. */
const MOST_KEPT_ANSWERS = 100

/** Makes a cache of the answers that were used last. */
export function keepAnswers(most = MOST_KEPT_ANSWERS): KeptAnswers {
  const kept = new Map<string, Promise<unknown>>()
  return {
    async answer<T>(key: string, compute: () => Promise<T>): Promise<T> {
      const known = kept.get(key) as Promise<T> | undefined
      const answer = known ?? compute()
      // The newest are last: the map returns its keys in the order of their insertion.
      kept.delete(key)
      kept.set(key, answer)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      try {
        return await answer
      } catch (error) {
        // A failed computation is repeated by the next caller.
        if (kept.get(key) === answer) kept.delete(key)
        throw error
      }
    },
  }
}
