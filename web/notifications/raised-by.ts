import { ApiProblem } from '../api/problem.ts'
import { problemInWords } from '../api/problem-in-words.ts'
import type { NoticeContent } from './notice.ts'

/**
 * Returns the notification of a failed request (spec §8): the code is the server's status, the error's code or
 * 404; the title the server's error, its name or the status text; and its message.
 */
export function raisedBy(failure: unknown): NoticeContent {
  if (failure instanceof ApiProblem) return { code: failure.code, ...problemInWords(failure) }
  const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
  return { code: 404, title: name, message }
}
