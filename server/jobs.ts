import { welcome } from './notifications/welcome.job.ts'
import type { AnyJob } from './platform/jobs.ts'

/** Every kind of job that the worker runs. */
export const JOBS: readonly AnyJob[] = [welcome]
