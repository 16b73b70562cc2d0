import type { Endpoint } from '@apsis/contract/endpoint.ts'
import { isSignedIn } from '../session/session.ts'
import type { RequestParts } from './address.ts'
import { send } from './call.ts'
import { problemOfFailure } from './problem.ts'

/** The answer to a call that the user tries, whatever its status. */
export type Trial = {
  readonly status: number
  readonly statusText: string
  readonly ms: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}

/** Headers with information about the call; the others are the same for every answer. */
const HEADERS = [
  'content-type',
  'etag',
  'x-total-count',
  'link',
  'ratelimit-policy',
  'ratelimit',
  'retry-after',
  'x-request-id',
]

/** Makes a call with the session's token and returns the answer; fails only if there was none. */
export async function trial(
  e: Endpoint,
  { headers = {}, ...parts }: RequestParts & { readonly headers?: Readonly<Record<string, string>> },
  now: () => number,
): Promise<Trial> {
  const began = now()
  try {
    const response = await send(e, parts, undefined, headers)
    const text = await response.text()
    return {
      status: response.status,
      statusText: response.statusText,
      ms: now() - began,
      headers: HEADERS.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      }),
      text: readable(text),
    }
  } catch (failure) {
    throw problemOfFailure(failure, isSignedIn())
  }
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // The answer is not JSON, so the text is returned unchanged.
    return text
  }
}
