import { reassess } from './ca/event/reassess.job.ts'
import { part } from './ca/screening/run/part.job.ts'
import { welcome } from './notifications/welcome.job.ts'
import type { AnyJob } from './platform/jobs/job.ts'

/** Every kind of job that the worker runs. */
export const JOBS: readonly AnyJob[] = [welcome, part, reassess]
