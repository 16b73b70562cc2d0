import { setTimeout } from 'node:timers/promises'

const CALM_MS = 200
/** What an overloaded process says (http.ts); other answers of 503 are what tests ask for. */
const SHED = 'The server is overloaded'

/** Whether an overloaded process has refused a request without looking at it. */
export const isShed = (status: number, text: string) => status === 503 && text.includes(SHED)

/**
 * The answer of a server that has time for the request. On a busy machine it refuses some before it has looked at them; whoever
 * tests what it answers asks again, as its Retry-After says.
 */
export function served(ask: () => Promise<Response>): Promise<Response> {
  return untilServed(ask, async (answer) => answer.status === 503 && isShed(503, await answer.clone().text()))
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
