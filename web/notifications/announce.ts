import { getOutage, probe } from '../api/outage.ts'
import { type ApiProblem, isOutage, unauthenticated } from '../api/problem.ts'
import { onEnded, queryClient } from '../api/queries.ts'
import { isSilentPath } from '../api/silence.data.ts'
import { getSession, isSignedIn, onSession } from '../session/session.ts'
import { failureTeller } from './failures.ts'
import { raise } from './notifications.ts'
import { raisedBy } from './raised-by.ts'

const { ended, forgotten, seen, unhandled } = failureTeller({ raise, raisedBy })

/** Without the server no read works: the banner at the top reports that once, with the age of the data. */
async function saidByTheStrip(what: string | undefined, problem: ApiProblem | undefined): Promise<boolean> {
  if (what === undefined || problem === undefined || problem.status !== undefined || !isOutage(problem)) return false
  await probe()
  return getOutage()?.kind === 'unreachable'
}

/** Reports failures, and the end of the session, as long as the page exists (spec §8). */
export function announceFailures(): void {
  onEnded(({ what, problem, isSilent }) => {
    if (problem) seen(problem)
    // The page tells the user that they are signed out, so a failure for that reason alone is not reported.
    if (problem && !isSignedIn()) return
    void saidByTheStrip(what, problem).then((isSaid) => {
      if (!isSaid) ended({ what, problem, isSilent: isSilent || isSilentPath(problem?.path) })
    })
  })
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'removed') forgotten(event.query.queryHash)
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isSignedIn()) unhandled(reason)
  })
  let isTold = false
  onSession(() => {
    const session = getSession()
    const isEnding = session.status === 'signed-in' && session.isEnding === true
    if (isEnding && !isTold) raise(raisedBy(unauthenticated()))
    isTold = isEnding
  })
}
