import { welcome } from './notifications/welcome.job.ts'
import type { AnyJob } from './platform/jobs.ts'
import { part } from './screening/part.job.ts'

/** Every kind of job that the worker runs. */
export const JOBS: readonly AnyJob[] = [welcome, part]
