import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import {
  askService,
  headOf,
  isPage,
  type Line,
  readJsonList,
  type ServiceAnswer,
  ServiceError,
  wordsOf,
} from './ask.service.ts'
import type { Ledger } from './budget.service.ts'
import type { RequestClass } from './budget.ts'

export type SpaceTrackAccount = { readonly url: string; readonly user: string; readonly password: string }

/** An answer with its bytes as received, and its records. */
export type SpaceTrackAnswer = { readonly bytes: Buffer; readonly records: readonly unknown[] }

export type SpaceTrackSession = {
  /** Signs in, even if the session is open. */
  signIn(): Promise<void>
  /** Returns the answer to a query in JSON; signs in first, and again if the session has ended. */
  ask(asked: RequestClass, query: string): Promise<SpaceTrackAnswer>
  /** Returns the answer as bytes, for large answers that are parsed elsewhere. */
  download(asked: RequestClass, query: string): Promise<Buffer>
}

const SUSPENDED = /suspended|disabled|locked|deactivated/i
const THROTTLED = /violated your query rate limit/i
/** An error in place of records, as an object or as a list of one. */
const ERROR = /^\[?\s{0,8}\{\s{0,8}"error"/
const SIGNED_OUT = /auth\/login|You must be logged in/i

/**
 * Opens a session at Space-Track as its documentation says: POST /ajaxauth/login with identity and password gives a cookie, which each
 * query carries. A wrong password is answered with 200 and {"Login":"Failed"}, a broken limit with 500 or 200 and a sentence.
 */
export function openSpaceTrack(account: SpaceTrackAccount, line: Line, ledger: Ledger): SpaceTrackSession {
  let cookie: string | undefined
  /** The number of the last request that counts for a class. */
  let counted: number | undefined
  const signIn = async () => {
    const body = new URLSearchParams({ identity: account.user, password: account.password }).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    }
    const count = () => ledger.take('session')
    const answer = await askService(line, `${account.url}/ajaxauth/login`, { method: 'POST', headers, body, count })
    const head = headOf(answer)
    if (SUSPENDED.test(head)) throw new ServiceError('suspended', wordsOf(answer))
    if (answer.status === 401 || /"Login"\s*:\s*"Failed"/i.test(head)) throw new ServiceError('password')
    requireGood(answer)
    cookie = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '').join('; ')
    if (cookie === '') {
      cookie = undefined
      throw new ServiceError('failed', 'the login was accepted without a cookie')
    }
  }
  const get = async (asked: RequestClass, query: string) => {
    if (cookie === undefined) await signIn()
    const headers = { cookie: cookie ?? '', accept: 'application/json' }
    // A redirect repeats the query, but the service answers it only once.
    const count = async (redirects: number) => {
      const request = await ledger.take(redirects === 0 ? asked : 'session')
      if (redirects === 0 && asked !== 'session') counted = request
    }
    return askService(line, `${account.url}${query}`, { headers, count })
  }
  const fetchGood = async <T>(asked: RequestClass, query: string, read: (answer: ServiceAnswer) => T): Promise<T> => {
    counted = undefined
    try {
      let answer = await get(asked, query)
      if (isSignedOut(answer)) {
        cookie = undefined
        // The service did not answer the query, so its class is not counted again.
        answer = await get('session', query)
        if (isSignedOut(answer)) throw new ServiceError('no-rights', wordsOf(answer), { isUnanswered: true })
      }
      requireGood(answer)
      return read(answer)
    } catch (error) {
      // A query without an answer counts as a request, but not for its class: it may soon be repeated.
      if (counted !== undefined && error instanceof ServiceError && error.isUnanswered) await ledger.release(counted)
      throw error
    }
  }
  return {
    signIn,
    ask: (asked, query) => fetchGood(asked, query, (answer) => ({ bytes: answer.bytes, records: readRecords(answer) })),
    download: (asked, query) =>
      fetchGood(asked, query, (answer) => {
        if (ERROR.test(headOf(answer))) throw new ServiceError('failed', wordsOf(answer))
        return answer.bytes
      }),
  }
}

const isSignedOut = (answer: ServiceAnswer) =>
  answer.status === 401 || (answer.status === 200 && isPage(answer) && SIGNED_OUT.test(headOf(answer)))

function requireGood(answer: ServiceAnswer): void {
  const { status, retryAfterMs } = answer
  const head = headOf(answer)
  const refusal = (result: ReadingResult, detail = wordsOf(answer)) =>
    new ServiceError(result, detail, { retryAfterMs, isUnanswered: true })
  if (status === 429 || THROTTLED.test(head)) throw refusal('throttled')
  if (status === 403) throw refusal(SUSPENDED.test(head) ? 'suspended' : 'no-rights')
  if (status !== 200 && status !== 204) throw refusal('failed', sayStatus(answer))
  if (isPage(answer)) throw refusal('page')
}

function sayStatus(answer: ServiceAnswer): string {
  const words = wordsOf(answer)
  return words === null ? `status ${answer.status}` : `status ${answer.status}: ${words}`
}

/** An error may come as a list of one record, or as an object. */
function readRecords(answer: ServiceAnswer): readonly unknown[] {
  const records = readJsonList(answer)
  const [first] = records
  const isError = typeof first === 'object' && first !== null && Object.hasOwn(first, 'error')
  if (isError) throw new ServiceError('failed', wordsOf(answer))
  return records
}
