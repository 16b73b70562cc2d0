import { ApiProblem } from '../api/problem.ts'
import type { NoticeContent } from './notice.ts'

/** The result of a request; `what` names a read that is repeated, and is absent for a write. */
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
 * Reports failures (spec §8): each failing read once until it succeeds again, and not at all if another read that still fails has reported
 * the same failure; the panes and the footer continue to show it. A write is an action of the user, so each of its failures is reported.
 */
export function failureTeller({ raise, raisedBy }: Doors) {
  const failing = new Map<string, string>()
  const known = new WeakSet<ApiProblem>()
  return {
    /** The cache has handled this failure: it is shown, or is silent for a stated reason. */
    seen(problem: ApiProblem): void {
      known.add(problem)
    },
    /** A call outside the cache failed, and its caller did not catch the failure: it is reported here, so that none is lost. */
    unhandled(reason: unknown): void {
      if (reason instanceof ApiProblem && reason.code !== 501 && !known.has(reason)) raise(raisedBy(reason))
    },
    ended({ what, problem, isSilent }: RequestOutcome): void {
      if (problem === undefined) {
        if (what !== undefined) failing.delete(what)
        return
      }
      // The end of the session is reported once and separately, not by each request that it cut off.
      if (isSilent || problem.code === 501 || (what !== undefined && failing.has(what))) return
      const raised = raisedBy(problem)
      const words = JSON.stringify(raised)
      const isSaid = [...failing.values()].includes(words)
      if (what !== undefined) failing.set(what, words)
      if (what === undefined || !isSaid) raise(raised)
    },
    /** A read that is no longer needed does not count as failing. */
    forgotten(what: string): void {
      failing.delete(what)
    },
  }
}
