import { setTimeout } from 'node:timers/promises'

const CALM_MS = 200
/**
 * The texts, by status, of a process that is too busy: it is overloaded (http.ts), or a search takes longer than a caller waits
 * (ca/find/search-queue.ts). Other answers of 503 and 504 are what a test expects.
 */
const BUSY: Readonly<Record<number, string>> = { 503: 'The server is overloaded', 504: 'The search takes too long' }

/** Returns true if a process has refused a request because the process or the machine is busy: its answer says to try again. */
export const isBusy = (status: number, text: string) => status in BUSY && text.includes(BUSY[status] ?? '')

/**
 * Returns the answer of a server that is not overloaded. On a busy machine the server refuses some requests before it has read
 * them; the test repeats these requests after the time in Retry-After.
 */
export function served(ask: () => Promise<Response>): Promise<Response> {
  return untilServed(ask, async (answer) => answer.status in BUSY && isBusy(answer.status, await answer.clone().text()))
}

/** Works like served() for other kinds of requests; the caller recognises the refusals. */
export async function untilServed<Answer>(
  ask: () => Promise<Answer>,
  isRefusal: (answer: Answer) => boolean | Promise<boolean>,
): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (!(await isRefusal(answer))) return answer
    await setTimeout(CALM_MS)
  }
}
