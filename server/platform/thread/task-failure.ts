import { ApiError } from '../api-error.ts'
import { TaskLimitError } from './task.ts'

/** Runs a task. If it exceeds its limits, the request is refused with a sentence about the effort, and the error as the cause. */
export async function refuseTooCostly<T>(run: () => Promise<T>, sentenceOf: (what: string) => string): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof TaskLimitError) throw new ApiError('unprocessable', sentenceOf(error.what), { cause: error })
    throw error
  }
}

/** Returns the reason why a task has no answer: its input cannot be computed, or needs more than a task may use. Throws any other error again. */
export function reasonOf(error: unknown): string {
  if (error instanceof TaskLimitError) return `that takes ${error.what}`
  if (error instanceof RangeError) return error.message
  throw error
}
