/**
 * The two heap sizes of the product's tasks: for one text or one burn, and for long files and histories. With only two sizes, a
 * process that was started for one task serves nearly all others. When each task had its own size, most tasks on a machine with
 * two processors, and so two pool processes, ended an idle process and waited for the start of another one.
 */
export const SMALL_MEMORY_MIB = 256
export const LARGE_MEMORY_MIB = 512

/** The limits of one run of a task; a run that exceeds them is ended, and other runs are not affected. */
export type TaskLimits = {
  /** Processor time if the system reports it, so that a busy machine refuses no task; the limit of clock time is ten times as long. */
  readonly seconds: number
  /** The size of the JavaScript heap. Buffers are outside the heap: a task limits them by the sizes that it accepts. */
  readonly memoryMiB: number
  readonly answerMiB: number
}

/** A function that the pool runs in a separate process; it is named by its module and its name there. */
export type Task<I, O> = {
  readonly module: string
  readonly name: string
  readonly limits: TaskLimits
  /** Never set: it only carries the types of input and output. */
  readonly types?: { readonly input: I; readonly output: O }
}

type Place = { readonly module: URL; readonly name: string; readonly limits: TaskLimits }

/** Returns a task with the types of its function: `task<typeof import('./read-upload.ts').readUpload>({…})`. */
export function task<F extends (input: never) => unknown>({
  module,
  ...rest
}: Place): Task<Parameters<F>[0], Awaited<ReturnType<F>>> {
  return { module: module.href, ...rest }
}

/** The task was ended because it exceeded a limit, which `what` describes, for example "more than 30 s". */
export class TaskLimitError extends Error {
  readonly what: string
  /** True if the task took too long: it may succeed another time. A task that exceeds the memory will exceed it again. */
  readonly isOfTime: boolean
  /** The limit itself, in s or MiB; null if the answer is too long. */
  readonly most: number | null
  constructor(what: string, isOfTime = false, most: number | null = null) {
    super(what)
    this.name = 'TaskLimitError'
    this.what = what
    this.isOfTime = isOfTime
    this.most = most
  }
}

/** The process of the task was lost for a reason outside the task, so the task may be tried again. */
export class PoolLossError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PoolLossError'
  }
}

/** The message to a process of the pool, and its answer. */
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
