import { reassess } from './ca/conjunction/reassess.job.ts'
import { part } from './ca/screening/run/part.job.ts'
import { settleScreening } from './ca/screening/run/settle-screening.ts'
import { welcome } from './notifications/welcome.job.ts'
import type { AnyJob } from './platform/jobs/job.ts'

/** With the last part, what came out is written down for those who asked. */
const settledPart: AnyJob = {
  ...part,
  effect: async (tx, input, found) => {
    await part.effect(tx, input, found)
    await settleScreening(tx, input, new Date())
  },
}

/** What a changed satellite changes is written at the time at which it does: the job may have waited while others wrote. */
const timedReassess: AnyJob = {
  ...reassess,
  effect: (tx, input, assessed) => reassess.effect(tx, { ...input, at: new Date().toISOString() }, assessed),
}

/** Every kind of job that the worker runs. */
export const JOBS: readonly AnyJob[] = [welcome, settledPart, timedReassess]
