import { setTimeout } from 'node:timers/promises'

const CALM_MS = 200
/** What an overloaded process says (http.ts); other answers of 503 are what tests ask for. */
const SHED = 'The server is overloaded'

/**
 * The answer of a server that has time for the request. On a busy machine it refuses some before it has looked at them; whoever
 * tests what it answers asks again, as its Retry-After says.
 */
export async function served(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503 || !(await answer.clone().text()).includes(SHED)) return answer
    await setTimeout(CALM_MS)
  }
}
