/** Answers by their inputs, so that the same question with the same data is computed once. */
export type KeptAnswers = {
  /** The answer kept under a key, or what `compute` gives; whoever asks while it is computed waits for the same one. */
  answer<T>(key: string, compute: () => Promise<T>): Promise<T>
}

/** The number of answers that are kept. Each has a few hundred kilobytes at most. */
const MOST_KEPT_ANSWERS = 100

/** Keeps the answers that were asked for last. */
export function keepAnswers(most = MOST_KEPT_ANSWERS): KeptAnswers {
  const kept = new Map<string, Promise<unknown>>()
  return {
    async answer<T>(key: string, compute: () => Promise<T>): Promise<T> {
      const known = kept.get(key) as Promise<T> | undefined
      const answer = known ?? compute()
      // The newest stand last: the map gives its keys in the order of their setting.
      kept.delete(key)
      kept.set(key, answer)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      try {
        return await answer
      } catch (error) {
        // What failed is tried again by the next who asks.
        if (kept.get(key) === answer) kept.delete(key)
        throw error
      }
    },
  }
}
