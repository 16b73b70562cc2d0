import type { Answer, Endpoint, SentRequest } from '@apsis/contract/endpoint.ts'
import { now } from '../clock/clock.ts'
import { bearerToken, isSignedIn, renewAfterRefusal, sessionSignal } from '../session/session.ts'
import { addressOf, type RequestParts } from './address.ts'
import { noteCall } from './outage.ts'
import { allPages } from './pages.ts'
import { problemOfAnswer, problemOfFailure, unauthenticated } from './problem.ts'
import { noteRateLimit } from './rate-limit.ts'
import { beforeCall } from './stream-start.ts'

const LIMIT_MS = 30_000
/** The time limit for an upload, which allows a large file over a slow line. */
const UPLOAD_LIMIT_MS = 300_000
/** The number of times that a call waits for an exhausted rate limit, and the longest wait: the limit is soon available again. */
const MOST_WAITS = 5
const LONGEST_WAIT_S = 5
const TOO_MANY_REQUESTS_STATUS = 429

/** Calls an endpoint of the contract with the session's token; it only ever fails with an `ApiProblem`. */
export async function call<E extends Endpoint>(e: E, sent: SentRequest<E>, signal?: AbortSignal): Promise<Answer<E>> {
  return (await callVersioned(e, sent, { signal })).answer
}

type Rows<E extends Endpoint> = Answer<E> extends readonly (infer Row)[] ? Row : never

/**
 * Returns a complete list, however many pages it has: a list of which all rows are shown, counted or drawn must be complete (decisions.md
 * 24). The `limit` in the request is the size of a page.
 */
export function callAll<E extends Endpoint>(
  e: E,
  sent: SentRequest<E> & { readonly query: object },
  signal?: AbortSignal,
) {
  return allPages<Rows<E>>(async (page) => {
    const { answer, total } = await callVersioned(e, { ...sent, query: { ...sent.query, page } }, { signal })
    const rows = answer as unknown as readonly Rows<E>[]
    // A list without its total number has one page.
    return { rows, total: total ?? rows.length }
  })
}

type Version = {
  readonly version?: string | undefined
  /** The idempotency key: a call that is sent again with the same key has its effect only once. */
  readonly key?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Returns the answer with its version; a call that names a version is refused with 412 if somebody has saved in between. */
export async function callVersioned<E extends Endpoint>(e: E, sent: SentRequest<E>, { version, key, signal }: Version) {
  return noted(e, async () => {
    const headers = {
      ...(version === undefined ? {} : { 'If-Match': version }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    }
    const response = await send(e, sent as RequestParts, signal, headers)
    if (!response.ok) throw problemOfAnswer(response, await bodyOf(response))
    const answer = (e.response ? e.response.parse(await response.json()) : undefined) as Answer<E>
    const total = response.headers.get('x-total-count')
    return {
      answer,
      version: response.headers.get('etag') ?? undefined,
      total: total === null ? undefined : Number(total),
    }
  })
}

/** Turns every failure into an `ApiProblem` with its endpoint, and reports the result, which shows whether the server can be reached. */
async function noted<T>({ path, method }: Endpoint, work: () => Promise<T>): Promise<T> {
  await beforeCall(method === 'GET')
  try {
    const answer = await work()
    noteCall(undefined)
    return answer
  } catch (failure) {
    const problem = problemOfFailure(failure, isSignedIn())
    problem.path = path
    noteCall(problem)
    throw problem
  }
}

/** A file in the answer of a call, with its name from the server. */
export type AnsweredFile = { readonly blob: Blob; readonly name: string | undefined }

type FileOptions = {
  readonly accept?: string
  readonly signal?: AbortSignal | undefined
  /** Is called when bytes arrive; `of` is given only if the server states the total. */
  readonly onProgress?: (read: number, of: number | undefined) => void
}

/** Calls an endpoint whose answer is a file. */
export async function callFile<E extends Endpoint>(
  e: E,
  sent: SentRequest<E>,
  { accept, signal, onProgress }: FileOptions = {},
) {
  return noted(e, async () => {
    const response = await send(e, sent as RequestParts, signal, { Accept: accept ?? '*/*' })
    if (!response.ok) throw problemOfAnswer(response, await bodyOf(response))
    const name = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    return { blob: await blobOf(response, onProgress), name } satisfies AnsweredFile
  })
}

/** Reads the body as it arrives, so that a large file can show its progress. */
async function blobOf(response: Response, onProgress: FileOptions['onProgress']): Promise<Blob> {
  if (!onProgress || !response.body) return response.blob()
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  // The stated length of a compressed answer is not its length after decompression.
  const isPlain = response.headers.get('content-encoding') === null
  let read = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, out) {
        read += bytes.byteLength
        onProgress(read, isPlain && length > 0 ? length : undefined)
        out.enqueue(bytes)
      },
    }),
  )
  const type = response.headers.get('content-type') ?? ''
  return new Response(counted, { headers: { 'Content-Type': type } }).blob()
}

type UploadOptions = {
  readonly query?: RequestParts['query']
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** Calls an endpoint that takes files: a form, or the bytes themselves with their media type. */
export async function upload<E extends Endpoint>(
  e: E,
  bytes: FormData | Blob,
  { params = {}, query, signal }: UploadOptions = {},
) {
  return noted(e, async () => {
    const response = await send(e, { params, ...(query === undefined ? {} : { query }), bytes }, signal)
    if (!response.ok) throw problemOfAnswer(response, await bodyOf(response))
    return (e.response ? e.response.parse(await response.json()) : undefined) as Answer<E>
  })
}

/** Returns the unread answer, for streams; a refused token is renewed once, and the call waits for an exhausted rate limit. */
export async function send(e: Endpoint, parts: RequestParts, signal?: AbortSignal, headers: HeadersInit = {}) {
  const request = async () => {
    const token = await bearerToken()
    if (token === undefined) throw isSignedIn() ? noTokenForNow() : unauthenticated()
    const limit = AbortSignal.timeout(parts.bytes === undefined ? LIMIT_MS : UPLOAD_LIMIT_MS)
    const limits = [sessionSignal(), ...(signal ? [signal] : []), ...(e.media ? [] : [limit])]
    return fetch(addressOf(e, parts), {
      method: e.method,
      headers: {
        Accept: e.media ?? 'application/json, application/problem+json',
        Authorization: `Bearer ${token}`,
        ...(parts.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      // The browser sets the content type of a form, and of a file.
      body: parts.bytes ?? (parts.body === undefined ? null : JSON.stringify(parts.body)),
      cache: 'no-store',
      signal: AbortSignal.any(limits),
    })
  }
  let response = await request()
  if (response.status === 401) {
    if (await renewAfterRefusal()) response = await request()
    else if (isSignedIn()) throw noTokenForNow()
  }
  // A call that is refused because of the rate limit has had no effect, so it can be sent again.
  for (let waits = 0; response.status === TOO_MANY_REQUESTS_STATUS && waits < MOST_WAITS; waits += 1) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    if (!(seconds <= LONGEST_WAIT_S)) break
    await pause(1000 * (seconds + Math.random() / 2), AbortSignal.any([sessionSignal(), ...(signal ? [signal] : [])]))
    response = await request()
  }
  noteRateLimit(response.headers, now())
  return response
}

/** The session continues but no token can be obtained: this counts as no connection, until the provider works again. */
const noTokenForNow = () => new Error('The token could not be renewed for now.')

/** Waits; rejects like a call if it is cancelled meanwhile. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', fail)
      resolve()
    }, ms)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    // The answer is not a problem document, so something between us and the server has answered.
    return undefined
  }
}
