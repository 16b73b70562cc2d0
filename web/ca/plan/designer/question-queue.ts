/** A queue of queries to one thread: the next one is posted when the last one is answered. */
export type QuestionQueue<Q> = {
  /** Rejects with the reason of the signal when the caller cancels; a query that was not posted by then is never posted. */
  readonly ask: (question: Q, signal: AbortSignal) => Promise<unknown>
  readonly answered: (id: number, outcome: Outcome) => void
  /** Rejects all waiting queries with the reason, because the thread is gone. */
  readonly lost: (why: Error) => void
}
type Outcome = { readonly answer: unknown } | { readonly failure: Error }
type Waiting<Q> = {
  readonly id: number
  readonly question: Q
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Opens a queue. A drag over the map sends queries faster than the thread can answer: cancelled queries are not computed, and those that
 * follow the pointer come before slow ones (`rank`, the smallest first).
 */
export function openQueue<Q>(post: (id: number, question: Q) => void, rank: (question: Q) => number): QuestionQueue<Q> {
  let waiting: readonly Waiting<Q>[] = []
  let busy: Waiting<Q> | undefined
  let last = 0
  const next = () => {
    if (busy !== undefined || waiting.length === 0) return
    const first = waiting.reduce((best, one) => (rank(one.question) < rank(best.question) ? one : best))
    waiting = waiting.filter((one) => one !== first)
    busy = first
    post(first.id, first.question)
  }
  return {
    ask(question, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      last += 1
      const one = { id: last, question, resolve, reject }
      waiting = [...waiting, one]
      signal.addEventListener('abort', () => {
        waiting = waiting.filter((other) => other !== one)
        reject(signal.reason)
      })
      next()
      return promise
    },
    answered(id, outcome) {
      if (busy?.id !== id) return
      const { resolve, reject } = busy
      busy = undefined
      if ('failure' in outcome) reject(outcome.failure)
      else resolve(outcome.answer)
      next()
    },
    lost(why) {
      const all = busy === undefined ? waiting : [busy, ...waiting]
      busy = undefined
      waiting = []
      for (const { reject } of all) reject(why)
    },
  }
}
