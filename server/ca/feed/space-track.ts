import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import {
  askOutside,
  type OutboundAnswer,
  type OutboundRequest,
  wordsOfError,
} from '../../platform/outbound/ask-outside.ts'
import { ProxyError } from '../../platform/outbound/proxy.ts'
import type { OutboundProxy } from '../../platform/outbound-settings.ts'
import type { Failure } from './space-track-plan.ts'

/** The reason why nothing was fetched. */
export class SpaceTrackError extends Error {
  readonly kind: Failure
  readonly retryAfterMs: number
  constructor(kind: Failure, message: string, retryAfterMs = 0) {
    super(message)
    this.name = 'SpaceTrackError'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

export type SpaceTrackAccount = { readonly url: string; readonly user: string; readonly password: string }

/** The limits of requests: `spend` is called before each, and throws if the budget is used up. */
export type SpaceTrackLine = {
  readonly spend: () => Promise<void>
  readonly signal: AbortSignal
  readonly proxy: OutboundProxy | undefined
  /** Only tests set these. */
  readonly timeoutMs?: number
  readonly mostBytes?: number
}

export type SpaceTrackSession = {
  /** Returns the messages of a query as received, and their parsed values; signs in again if the session has ended. */
  fetchCdms(query: string): Promise<FetchedCdms>
}

export type FetchedCdms = {
  readonly bytes: Buffer
  readonly count: number
  /** The newest CREATION_DATE as it is written; null without messages. */
  readonly newest: string | null
}

const TIMEOUT_MS = 60_000
const MOST_BYTES = 64 * 1024 ** 2
const SUSPENDED = /suspended|disabled|locked|deactivated/i
const THROTTLED = /violated your query rate limit/i

/**
 * Opens a session at Space-Track as its documentation says: POST /ajaxauth/login with identity and password gives a cookie, which each
 * query of class cdm carries. A wrong password is answered with 200 and {"Login":"Failed"}, throttling with 500 or 200 and a sentence.
 * Redirects are not followed, so that neither password nor cookie reach another server.
 */
export function openSpaceTrack(account: SpaceTrackAccount, line: SpaceTrackLine): SpaceTrackSession {
  let cookie: string | undefined
  const signIn = async () => {
    const body = new URLSearchParams({ identity: account.user, password: account.password }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': `${body.length}` }
    const answer = await send(line, `${account.url}/ajaxauth/login`, { method: 'POST', headers, body })
    const text = answer.bytes.toString('utf8', 0, 4096)
    if (answer.status === 401 || /"Login"\s*:\s*"Failed"/i.test(text)) {
      if (SUSPENDED.test(text)) throw new SpaceTrackError('suspended', 'Space-Track has suspended the account.')
      throw new SpaceTrackError('password', 'Space-Track refuses the account or its password.')
    }
    requireGood(answer, text)
    if (SUSPENDED.test(text)) throw new SpaceTrackError('suspended', 'Space-Track has suspended the account.')
    cookie = answer.cookies
    if (cookie === '') throw new SpaceTrackError('broken', 'Space-Track accepted the login without a cookie.')
  }
  const get = async (query: string) => {
    if (cookie === undefined) await signIn()
    return send(line, `${account.url}${query}`, { headers: { cookie: cookie ?? '' } })
  }
  return {
    async fetchCdms(query) {
      let answer = await get(query)
      if (answer.status === 401) {
        cookie = undefined
        answer = await get(query)
        if (answer.status === 401)
          throw new SpaceTrackError('suspended', 'Space-Track accepts the login, and refuses the messages: ask it why.')
      }
      requireGood(answer, answer.bytes.toString('utf8', 0, 4096))
      return readAnswer(answer.bytes)
    },
  }
}

type Answer = {
  readonly status: number
  readonly type: string
  readonly cookies: string
  readonly retryAfterMs: number
  readonly bytes: Buffer
}

async function send(
  line: SpaceTrackLine,
  url: string,
  asked: Pick<OutboundRequest, 'method' | 'headers' | 'body'>,
): Promise<Answer> {
  const { spend, signal, proxy, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = line
  await spend()
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const answer = await askOutside(url, { ...asked, proxy, signal: limit })
    const { headers } = answer
    return {
      status: answer.status,
      type: headers['content-type'] ?? '',
      cookies: (headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '').join('; '),
      retryAfterMs: Math.min(SECONDS_PER_DAY, Number(headers['retry-after']) || 0) * 1000,
      bytes: await readAtMost(answer, mostBytes),
    }
  } catch (error) {
    if (error instanceof SpaceTrackError) throw error
    if (error instanceof ProxyError)
      throw new SpaceTrackError('unreachable', `Space-Track was not reached: ${error.message}`)
    throw new SpaceTrackError('unreachable', `Space-Track was not reached, or broke off: ${wordsOfError(error)}.`)
  }
}

async function readAtMost({ body }: OutboundAnswer, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > most) throw new SpaceTrackError('broken', `The answer of Space-Track is larger than ${most} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function requireGood({ status, type, retryAfterMs }: Answer, text: string): void {
  if (status === 429 || THROTTLED.test(text))
    throw new SpaceTrackError('busy', 'Space-Track throttles the account.', retryAfterMs)
  if (status >= 300 && status < 400)
    throw new SpaceTrackError('broken', 'Space-Track sends elsewhere, which is not followed.')
  if (status === 403) throw new SpaceTrackError('suspended', 'Space-Track forbids the account to read messages.')
  if (status !== 200) throw new SpaceTrackError('broken', `Space-Track answered ${status}.`, retryAfterMs)
  if (type.includes('text/html') || text.trimStart().startsWith('<'))
    throw new SpaceTrackError('broken', 'Space-Track answered a page, not data: it may be under maintenance.')
}

/** An incomplete answer is refused as a whole. */
function readAnswer(bytes: Buffer): FetchedCdms {
  const text = bytes.toString('utf8')
  if (text.trim() === '' || /^NO RESULTS RETURNED/i.test(text.trim())) return { bytes, count: 0, newest: null }
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new SpaceTrackError('broken', `The answer of Space-Track is no JSON, or cut off after ${bytes.length} bytes.`)
  }
  if (!Array.isArray(list)) throw new SpaceTrackError('broken', 'The answer of Space-Track is no list of messages.')
  const dates = list.map((one: unknown) => readCreation(one)).sort()
  return { bytes, count: list.length, newest: dates.at(-1) ?? null }
}

function readCreation(message: unknown): string {
  const value: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'CREATION_DATE') : null
  if (typeof value === 'string' && !Number.isNaN(Date.parse(`${value}Z`))) return value
  throw new SpaceTrackError('broken', 'A message of Space-Track has no CREATION_DATE.')
}
