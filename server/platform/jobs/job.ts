import type { z } from 'zod'
import type { Database, TenantDb } from '../database/database.ts'
import type { Log } from '../log.ts'

export type JobContext = {
  readonly jobId: string
  readonly attempt: number
  readonly signal: AbortSignal
  readonly log: Log
  /** The connection for reading the data of the job. */
  readonly db: Database
  /** The number of threads that the job may use. */
  readonly threads: number
}

/** The result of the work, and the time at which it is stored. The job may have waited while others wrote. */
export type Outcome<R> = { readonly result: R; readonly now: Date }

/** One kind of job: its input, its retries, its computation, and the effect of its result, which happens exactly once. */
export type Job<I extends z.ZodType = z.ZodType, R = unknown> = {
  /** Folder and file name: `notifications.welcome` is `notifications/welcome.job.ts`. */
  readonly name: `${string}.${string}`
  readonly input: I
  readonly retry: { readonly limit: number; readonly delayS: number; readonly maxDelayS: number }
  readonly expireS: number
  /** The number of jobs of this kind that a worker takes at once; default 4. It is 1 if a job uses all threads. */
  readonly atOnce?: number
  readonly tenantOf: (input: z.output<I>) => string
  /** Returns the key of the effect: only one of two jobs with the same key has an effect. */
  readonly effectKey: (input: z.output<I>) => string
  /** Runs the long part of the job, outside any transaction; it may be repeated and must not write. */
  readonly work: (input: z.output<I>, context: JobContext) => Promise<R>
  /** Writes the result and all its consequences in the same transaction that marks the job as done. */
  readonly effect: (tx: TenantDb, input: z.output<I>, outcome: Outcome<R>) => Promise<void>
  /** Runs when the job is given up, before it becomes a dead letter; it may be repeated. */
  readonly givenUp?: (tx: TenantDb, input: z.output<I>, reason: string) => Promise<void>
}

/** Returns the job unchanged; the types of its input and result are inferred. */
export const job = <I extends z.ZodType, R>(definition: Job<I, R>): Job<I, R> => definition

// Jobs of every kind in one list: their inputs differ, and each parses its own.
// biome-ignore lint/suspicious/noExplicitAny: the input type is checked by the job's own schema before use
export type AnyJob = Job<any, any>
