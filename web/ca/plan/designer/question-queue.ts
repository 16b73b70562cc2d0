/** What one thread is asked, one question after the other: the next is posted when the last is answered. */
export type QuestionQueue<Q> = {
  /** Rejects with the reason of the signal once nobody waits any more; what was not posted by then never is. */
  readonly ask: (question: Q, signal: AbortSignal) => Promise<unknown>
  readonly answered: (id: number, outcome: Outcome) => void
  /** The thread is gone: all that wait are told why. */
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
 * Whoever drags over the map asks faster than anybody can answer: what is no longer waited for is not computed, and what follows the pointer
 * goes before what takes long (`rank`, the smallest first).
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
