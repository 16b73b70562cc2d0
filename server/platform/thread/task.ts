/**
 * The two sizes of heap that tasks of the product have: for what one text or one burn needs, and for long files and
 * histories. With only two, a process that was started for one task serves nearly all others; each had its own size before,
 * and where two processors allow two processes, most tasks ended an idle one and waited for the start of their own.
 */
export const SMALL_MEMORY_MIB = 256
export const LARGE_MEMORY_MIB = 512

/** What one run of a task may cost; what costs more is ended, and nobody else notices. */
export type TaskLimits = {
  /** Of processor time where the system tells it, so that a busy machine refuses nobody; ten times as long by the clock. */
  readonly seconds: number
  /** Of the JavaScript heap. Buffers lie outside of it: a task bounds them by the sizes that it takes. */
  readonly memoryMiB: number
  readonly answerMiB: number
}

/** A function that the pool runs in a process of its own, by its module and its name there. */
export type Task<I, O> = {
  readonly module: string
  readonly name: string
  readonly limits: TaskLimits
  /** Never there: only carries the types of what goes in and what comes out. */
  readonly types?: { readonly input: I; readonly output: O }
}

type Place = { readonly module: URL; readonly name: string; readonly limits: TaskLimits }

/** A task with the types of its function: `task<typeof import('./read-upload.ts').readUpload>({…})`. */
export function task<F extends (input: never) => unknown>({
  module,
  ...rest
}: Place): Task<Parameters<F>[0], Awaited<ReturnType<F>>> {
  return { module: module.href, ...rest }
}

/** The task was ended, because it took more than it may; `what` says of what: "more than 30 s". */
export class TaskLimitError extends Error {
  readonly what: string
  /** Whether it took too long: that can end otherwise on another day, what takes too much memory does not. */
  readonly isOfTime: boolean
  /** The limit itself, in s or MiB; null: of an answer, that is too long. */
  readonly most: number | null
  constructor(what: string, isOfTime = false, most: number | null = null) {
    super(what)
    this.name = 'TaskLimitError'
    this.what = what
    this.isOfTime = isOfTime
    this.most = most
  }
}

/** The process that had the task was lost, for no reason that lies in the task: it may be tried again. */
export class PoolLossError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PoolLossError'
  }
}

/** What a process of the pool is sent, and what it answers. */
export type Order = {
  readonly id: number
  readonly module: string
  readonly name: string
  readonly answerBytes: number
  readonly input: unknown
}
export type Reply =
  | { readonly id: number; readonly kind: 'answer'; readonly bytes: Uint8Array }
  | { readonly id: number; readonly kind: 'too-large' }
  | { readonly id: number; readonly kind: 'error'; readonly error: Error }
