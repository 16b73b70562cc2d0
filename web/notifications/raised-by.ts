import { ApiProblem } from '../api/problem.ts'
import { problemInWords } from '../api/problem-in-words.ts'
import type { NoticeContent } from './notice.ts'

/**
 * Returns the notification of a failed request (spec §8). Its code is the server's status, the error's code or 404; its title is the
 * server's error, the error's name or the status text; its message is the error's message.
 */
export function raisedBy(failure: unknown): NoticeContent {
  if (failure instanceof ApiProblem) return { code: failure.code, ...problemInWords(failure) }
  const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
  return { code: 404, title: name, message }
}
