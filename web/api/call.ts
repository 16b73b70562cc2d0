import type { Answer, Endpoint, Sent } from '@apsis/contract/endpoint.ts'
import { bearerToken, isSignedIn, renewAfterRefusal, sessionSignal } from '../session/session.ts'
import { addressOf, type RequestParts } from './address.ts'
import { problemOfAnswer, problemOfFailure, unauthenticated } from './problem.ts'

const LIMIT_MS = 30_000

/** Calls an endpoint of the contract with the session's token; fails with an `ApiProblem` and nothing else. */
export async function call<E extends Endpoint>(e: E, sent: Sent<E>, signal?: AbortSignal): Promise<Answer<E>> {
  return (await callVersioned(e, sent, { signal })).answer
}

type Version = { readonly version?: string | undefined; readonly signal?: AbortSignal | undefined }

/** The answer with its version; a call that names a version is refused with 412 when somebody saved in between. */
export async function callVersioned<E extends Endpoint>(e: E, sent: Sent<E>, { version, signal }: Version) {
  try {
    const response = await send(e, sent as RequestParts, signal, version === undefined ? {} : { 'If-Match': version })
    if (!response.ok) throw problemOfAnswer(response, await bodyOf(response))
    const answer = (e.response ? e.response.parse(await response.json()) : undefined) as Answer<E>
    return { answer, version: response.headers.get('etag') ?? undefined }
  } catch (failure) {
    const problem = problemOfFailure(failure, isSignedIn())
    problem.path = e.path
    throw problem
  }
}

/** The answer as it came, for streams; a refused token is renewed once. */
export async function send(e: Endpoint, parts: RequestParts, signal?: AbortSignal, headers: HeadersInit = {}) {
  const request = async () => {
    const token = await bearerToken()
    if (token === undefined) throw unauthenticated()
    const limits = [sessionSignal(), ...(signal ? [signal] : []), ...(e.media ? [] : [AbortSignal.timeout(LIMIT_MS)])]
    return fetch(addressOf(e, parts), {
      method: e.method,
      headers: {
        Accept: e.media ?? 'application/json, application/problem+json',
        Authorization: `Bearer ${token}`,
        ...(parts.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: parts.body === undefined ? null : JSON.stringify(parts.body),
      cache: 'no-store',
      signal: AbortSignal.any(limits),
    })
  }
  const response = await request()
  return response.status === 401 && (await renewAfterRefusal()) ? request() : response
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    // Not a problem document: something between us and the server answered.
    return undefined
  }
}
