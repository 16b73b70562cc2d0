import { setTimeout } from 'node:timers/promises'

const CALM_MS = 200
/**
 * By status, what a busy process says: that it is overloaded (http.ts), or that a search takes longer than a caller waits
 * (ca/find/search-queue.ts). Other answers of 503 and 504 are what tests ask for.
 */
const BUSY: Readonly<Record<number, string>> = { 503: 'The server is overloaded', 504: 'The search takes too long' }

/** Whether a process has refused a request because it, or the machine, is busy: it says itself that one tries again. */
export const isBusy = (status: number, text: string) => status in BUSY && text.includes(BUSY[status] ?? '')

/**
 * The answer of a server that has time for the request. On a busy machine it refuses some before it has looked at them; whoever
 * tests what it answers asks again, as its Retry-After says.
 */
export function served(ask: () => Promise<Response>): Promise<Response> {
  return untilServed(ask, async (answer) => answer.status in BUSY && isBusy(answer.status, await answer.clone().text()))
}

/** The same for whoever asks in another way, and says which answer is such a refusal. */
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
