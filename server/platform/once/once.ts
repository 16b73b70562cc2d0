import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { ERRORS } from '@apsis/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import type { SecretBox } from '../auth/secret-box.ts'
import { type Database, endOfEach, type TenantDb } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { AnswerKey } from './kept-answer.repository.ts'
import * as repository from './kept-answer.repository.ts'

/** Processes requests with the header Idempotency-Key, so that each call that writes has its effect once (record 170). */
export type OncePlatform = {
  readonly db: Database
  readonly box: SecretBox
  readonly now: () => number
  readonly log: Pick<Log, 'warn'>
}

/** An answer in the form in which it was sent. */
export type SentAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON; null if there is none. */
  readonly body: string | null
}

const KEEP_MS = DAY_MS
const KEY = /^[\x21-\x7e]{1,255}$/
/** A second request waits this long for the answer of the first. */
const WAIT_MS = 10_000
const FIRST_LOOK_MS = 25
const LONGEST_LOOK_MS = 400

/** A request with a key that is being processed. */
type Attempt = {
  readonly key: AnswerKey
  /** Takes the key for the sent content; throws `KnownAnswer` if the key already has an answer. */
  readonly take: (sent: unknown) => Promise<void>
  isHeld: boolean
  /** The outcome that an earlier attempt has committed. */
  known?: unknown
  hasOutcome: boolean
}

const attempts = new AsyncLocalStorage<Attempt>()

/** Ends an attempt for which an answer is already stored. */
class KnownAnswer extends Error {
  readonly answer: SentAnswer
  constructor(answer: SentAnswer) {
    super('the request was answered before')
    this.answer = answer
  }
}

export type KeyedRequest = Omit<AnswerKey, 'key'> & {
  /** The value of the header as it was sent. */
  readonly header: string
  /** The work ends within this time, ms; after it a repeated request may do the work. */
  readonly workMs: number
  /** The sent content; undefined for files, whose content `withFiles` adds when they have arrived. */
  readonly sent: unknown
}

/**
 * Does the work of a request with a key once. If the same request is sent again, it gets the first answer; a different request
 * with the same key is refused. A refusal stores nothing, and the request may be repeated.
 */
export async function once(
  platform: OncePlatform,
  { header, workMs, sent, ...rest }: KeyedRequest,
  work: () => Promise<SentAnswer>,
): Promise<SentAnswer> {
  if (!KEY.test(header)) throw keyError('request-invalid', 'must be 1 to 255 visible characters of ASCII')
  const key: AnswerKey = { ...rest, key: header }
  const attempt: Attempt = {
    key,
    isHeld: false,
    hasOutcome: false,
    take: async (given) => {
      attempt.known = await take(platform, key, { sentHash: hashOf(given), workMs })
      attempt.isHeld = true
    },
  }
  const noteIfWritten = async (tx: TenantDb) => {
    if (attempt.isHeld) await repository.noteWritten(tx, key)
  }
  try {
    if (sent !== undefined) await attempt.take(sent)
    const answer = await attempts.run(attempt, () => endOfEach.run(noteIfWritten, work))
    if (attempt.isHeld) await keep(platform, key, answer)
    return answer
  } catch (error) {
    if (error instanceof KnownAnswer) return error.answer
    if (attempt.isHeld) await giveUp(platform, key, error)
    throw error
  }
}

/** If this request has a key, adds the files that came with it to the content of the attempt. */
export async function takeForFiles(sent: unknown): Promise<void> {
  await attempts.getStore()?.take(sent)
}

/**
 * Does a write that is one transaction. If the request has a key, the outcome is stored in the same transaction. A process that ends before
 * it can answer leaves both the write and its outcome, or neither, and the next attempt answers from the stored outcome.
 */
export async function writeOnce<T>(db: Database, tenantId: string, work: (tx: TenantDb) => Promise<T>): Promise<T> {
  const attempt = attempts.getStore()
  if (attempt === undefined) return db.tenant(tenantId, work)
  if (attempt.hasOutcome) throw new TypeError(`${attempt.key.call} writes twice, and only one outcome is kept`)
  // The stored value is the result of the same work.
  if (attempt.known !== undefined) return attempt.known as T
  const outcome = await db.tenant(tenantId, async (tx) => {
    const made = await work(tx)
    await repository.setOutcome(tx, attempt.key, made)
    return made
  })
  attempt.hasOutcome = true
  return outcome
}

const hashOf = (sent: unknown) => createHash('sha256').update(JSON.stringify(sent)).digest()

/** Takes a key, or returns the outcome that an ended attempt has committed for it; waits for a running attempt. */
async function take(
  { db, box, now }: OncePlatform,
  key: AnswerKey,
  { sentHash, workMs }: { readonly sentHash: Buffer; readonly workMs: number },
): Promise<unknown> {
  let waited = 0
  for (let look = FIRST_LOOK_MS; ; look = Math.min(2 * look, LONGEST_LOOK_MS)) {
    const at = now()
    const times = { now: new Date(at), until: new Date(at + workMs), since: new Date(at - KEEP_MS) }
    const known = await db.tenant(key.tenantId, async (tx) => {
      if (await repository.takeKey(tx, key, { sentHash, ...times })) {
        await repository.deleteSomeOld(tx, key.tenantId, times.since)
        return 'taken' as const
      }
      const row = await repository.findKept(tx, key)
      if (row?.sentHash === sentHash.toString('hex') && (await repository.takeOver(tx, key, times)))
        return { ...row, isTakenOver: true }
      return row && { ...row, isTakenOver: false }
    })
    if (known === 'taken') return undefined
    // If the key was released meanwhile, it can be taken the next time.
    if (known !== undefined) {
      if (known.sentHash !== sentHash.toString('hex'))
        throw keyError('unprocessable', 'was used for another request in the last 24 hours')
      if (known.answer !== null) throw new KnownAnswer(JSON.parse(box.open(known.answer)))
      if (known.isTakenOver) return known.outcome ?? undefined
      if (known.workUntil.getTime() <= at)
        throw keyError(
          'conflict',
          'came with a request that was done at least in part, and whose answer was lost: read what there is before you send it with another key',
        )
    }
    if (waited >= WAIT_MS)
      throw keyError('conflict', 'came with a request that is still worked on', { 'retry-after': '2' })
    await new Promise((resolve) => setTimeout(resolve, look))
    waited += look
  }
}

async function keep({ db, box, log }: OncePlatform, key: AnswerKey, answer: SentAnswer): Promise<void> {
  try {
    await db.tenant(key.tenantId, (tx) => repository.setAnswer(tx, key, box.seal(JSON.stringify(answer))))
  } catch (error) {
    // The work is done, so its answer is sent; only a repeated request will not get it.
    log.warn({ err: error, call: key.call }, 'the answer to a request with an Idempotency-Key could not be kept')
  }
}

async function giveUp({ db, now, log }: OncePlatform, key: AnswerKey, error: unknown): Promise<void> {
  const isRefused = error instanceof ApiError && ERRORS[error.code].status < 500
  try {
    await db.tenant(key.tenantId, (tx) =>
      isRefused ? repository.deleteKept(tx, key) : repository.endWork(tx, key, new Date(now())),
    )
  } catch (reason) {
    // The key becomes free when the time limit of the work is over.
    log.warn({ err: reason, call: key.call }, 'an Idempotency-Key could not be given back')
  }
}

function keyError(
  code: 'request-invalid' | 'unprocessable' | 'conflict',
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  const errors = [{ code: 'header.idempotency-key', header: 'Idempotency-Key', message }]
  return new ApiError(code, `Idempotency-Key: ${message}`, { errors, headers })
}
