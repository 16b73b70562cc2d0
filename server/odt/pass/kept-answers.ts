/** Answers that are cached for a while, so that the same question is not computed again (domain.md C19). */
export type KeptAnswers<T> = {
  find(key: string): T | undefined
  keep(key: string, answer: T): void
}

const KEEP_MS = 3 * 60_000
/** A week of passes over twenty sensors is half a megabyte. */
const MOST_ANSWERS = 40

export function keepAnswers<T>(now: () => number): KeptAnswers<T> {
  const answers = new Map<string, { readonly answer: T; readonly untilMs: number }>()
  return {
    find(key) {
      const known = answers.get(key)
      return known !== undefined && known.untilMs > now() ? known.answer : undefined
    },
    keep(key, answer) {
      answers.delete(key)
      answers.set(key, { answer, untilMs: now() + KEEP_MS })
      // The oldest answer is deleted first: a Map keeps the order of insertion.
      for (const oldest of answers.keys()) {
        if (answers.size <= MOST_ANSWERS) break
        answers.delete(oldest)
      }
    },
  }
}
