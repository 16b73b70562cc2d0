import { ApiProblem } from '../api/problem.ts'
import type { NoticeContent } from './notice.ts'

/** Takes the result of a request; `what` names a read that comes again and again, and is absent for a write. */
export type RequestOutcome = {
  readonly what: string | undefined
  readonly problem: ApiProblem | undefined
  readonly isSilent: boolean
}

type Doors = {
  readonly raise: (raised: NoticeContent) => void
  readonly raisedBy: (problem: ApiProblem) => NoticeContent
}

/**
 * Reports failures (spec §8), each failing read once until it succeeds again, and not at all if another one that
 * still fails has reported the same: the panes and the footer go on showing it. A write is an act of the user and
 * is answered each time.
 */
export function failureTeller({ raise, raisedBy }: Doors) {
  const failing = new Map<string, string>()
  const known = new WeakSet<ApiProblem>()
  return {
    /** The cache has had this failure: it is shown, or is silent for its reason. */
    seen(problem: ApiProblem): void {
      known.add(problem)
    },
    /** A call outside the cache failed, and its caller caught nothing: it is shown here, so that none is lost. */
    unhandled(reason: unknown): void {
      if (reason instanceof ApiProblem && reason.code !== 501 && !known.has(reason)) raise(raisedBy(reason))
    },
    ended({ what, problem, isSilent }: RequestOutcome): void {
      if (problem === undefined) {
        if (what !== undefined) failing.delete(what)
        return
      }
      // The end of the session is shown once, by itself, and not by each request that it cut off.
      if (isSilent || problem.code === 501 || (what !== undefined && failing.has(what))) return
      const raised = raisedBy(problem)
      const words = JSON.stringify(raised)
      const isSaid = [...failing.values()].includes(words)
      if (what !== undefined) failing.set(what, words)
      if (what === undefined || !isSaid) raise(raised)
    },
    /** A read that nobody needs any more fails no longer. */
    forgotten(what: string): void {
      failing.delete(what)
    },
  }
}
