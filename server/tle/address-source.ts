import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { isOnThisMachine } from '@apsis/contract/connections/connection.ts'
import {
  askService,
  headOf,
  isPage,
  type Line,
  type ServiceAnswer,
  ServiceError,
  wordsOf,
} from '../connections/ask.service.ts'
import type { Ledger } from '../connections/budget.service.ts'
import { limitKeyOf, openLedger } from '../connections/budget.service.ts'
import { type ConnectionWays, failureOf } from '../connections/reader.service.ts'
import type { GpSourceConfig } from '../platform/config.ts'
import type { WorkPlatform } from '../platform/jobs/recurring-work.ts'
import { pool } from '../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, TaskLimitError, task } from '../platform/thread/task.ts'
import type { GpContent, readGpAnswer } from './gp-format.ts'
import { claimSource, postponeHost, postponeSource, type SourceIdentity, type SourceRow } from './source.repository.ts'
import { recordOutcome, storeAnswer } from './source.service.ts'

/** An address from the settings, as a source. */
export type AddressSource = SourceIdentity & GpSourceConfig

/** The dependencies for reading an address, in addition to the platform. */
export type AddressWays = Pick<ConnectionWays, 'proxy' | 'limits' | 'ledgerClock'>

/** CelesTrak has new data every two hours, and blocks addresses that ask for them more often. */
export const PAUSE_MS = 2 * HOUR_MS
/** A request takes time to arrive, and must not arrive earlier than two hours after the previous one. */
const MARGIN_MS = 2 * MINUTE_MS
/** The longest random delay, which prevents all installations from asking in the same second. */
export const JITTER_MS = 10 * MINUTE_MS
const BLOCKED_MS = DAY_MS
const BUSY_MS = 6 * HOUR_MS
/** The whole catalogue as JSON of Space-Track has about 40 MB. */
export const MOST_BYTES = 128 * 1024 ** 2
const HEAD_MS = 2 * MINUTE_MS
/** This sentence occurs in answers with status 403 and in answers with status 200. */
const NOT_UPDATED = /^(?:Sup)?GP data has not updated since your last successful\s{1,4}download/
const NO_DATA = /^No (?:Sup)?GP data found/

const QUESTIONS = ['GROUP', 'SOURCE', 'FILE', 'SPECIAL', 'NAME', 'INTDES', 'CATNR']

/** Returns an address from the settings as a source; the source is supplemental if CelesTrak publishes supplemental sets there. */
export function addressSource({ url, format }: GpSourceConfig, rank: number): AddressSource {
  const { hostname, host, pathname, searchParams } = new URL(url)
  const isSupplemental = /\/sup-gp\.php$/i.test(pathname)
  const question = [...searchParams].find(([name]) => QUESTIONS.includes(name.toUpperCase()))
  const words = [
    hostname,
    ...(isSupplemental ? ['SupGP'] : []),
    ...(question === undefined ? [] : [`${question[0].toUpperCase()}=${question[1]}`]),
  ]
  return {
    id: createHash('sha256').update(url).digest('base64url').slice(0, 22),
    kind: isSupplemental ? 'SUPPLEMENTAL' : 'GENERAL',
    name: words.join(' ').slice(0, MOST_NAME),
    host,
    is_staging: isOnThisMachine(url),
    rank,
    url,
    format,
  }
}
const MOST_NAME = 120

/** Requests the sets of an address if it is due, and stores them. */
export async function readAddress(platform: WorkPlatform, source: AddressSource, ways: AddressWays): Promise<void> {
  const { db, now, log, signal } = platform
  const at = new Date(now())
  const nextAt = new Date(at.getTime() + PAUSE_MS + MARGIN_MS + (JITTER_MS - MARGIN_MS) * Math.random())
  const stored = await db.shared((tx) => claimSource(tx, source.id, { now: at, nextAt }))
  if (stored === undefined) return
  try {
    const answer = await ask(source, stored, lineFor(signal, ways), ledgerFor(platform, source, ways))
    if (answer === undefined) await db.shared((tx) => recordOutcome(tx, source.id, { ...UNCHANGED, at }))
    else await db.shared((tx) => storeAnswer(tx, source.id, { ...answer, receivedAt: at, isWhole: true }))
  } catch (error) {
    const failure = failureOf(error, at.getTime())
    if (failure === undefined) throw error
    // A stopped run is not a failure.
    if (signal.aborted) return
    log.warn(
      { source: source.name, result: failure.result, detail: failure.detail },
      'a source of the catalogue gave nothing',
    )
    const pauseMs = pauseOf(failure.result, stored)
    await db.shared(async (tx) => {
      await recordOutcome(tx, source.id, { ...failure, at })
      if (pauseMs >= BLOCKED_MS) await postponeHost(tx, source.host, new Date(at.getTime() + pauseMs))
      else await postponeSource(tx, source.id, new Date(Math.max(failure.againMs, at.getTime() + pauseMs)))
    })
  }
}

const UNCHANGED = { result: 'nothing-new', detail: null } as const

/**
 * Returns the pause after a failure: a day for the host after a block, or after two requests in a row without an answer; six hours if the
 * service limits requests.
 */
function pauseOf(result: string, { last_result }: SourceRow): number {
  if (result === 'blocked') return BLOCKED_MS
  if (result === 'unreachable' && last_result === 'unreachable') return BLOCKED_MS
  return result === 'throttled' ? BUSY_MS : 0
}

const lineFor = (signal: AbortSignal, { proxy, limits }: AddressWays): Line => ({
  signal,
  proxy,
  // The operator has set the address, so it may be inside the operator's network.
  rules: undefined,
  headMs: HEAD_MS,
  mostBytes: MOST_BYTES,
  ...limits,
})

/** Returns the request counts of a host; each source may be requested once in two hours. */
const ledgerFor = ({ db }: WorkPlatform, { url, name }: AddressSource, { ledgerClock: clock }: AddressWays): Ledger =>
  openLedger({
    db,
    limitKey: limitKeyOf(url, ''),
    budget: { limits: [{ classes: [name], allowed: 1, most: 1, withinMs: PAUSE_MS + MARGIN_MS }], hours: [] },
    clock,
  })

type Answer = GpContent & {
  readonly etag: string | null
  readonly lastModified: string | null
  readonly movedTo: string | null
}

/** Returns the content of an address; undefined if it has not changed. */
async function ask(
  source: AddressSource,
  { etag, last_modified: lastModified }: SourceRow,
  line: Line,
  ledger: Ledger,
): Promise<Answer | undefined> {
  const headers = {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
  // A redirect repeats the request, but the service answers it only once.
  const count = (redirects: number) => (redirects === 0 ? ledger.take(source.name) : Promise.resolve())
  const answer = await askService(line, source.url, { headers, count, follows: hasMoved })
  if (answer.status === 304 || NOT_UPDATED.test(headOf(answer))) return undefined
  requireData(answer)
  const movedTo = new URL(answer.url).host
  return {
    ...(await readSets(answer.bytes, source.format, line.signal)),
    etag: answer.headers.etag ?? null,
    lastModified: answer.headers['last-modified'] ?? null,
    movedTo: movedTo === source.host ? null : movedTo,
  }
}

/**
 * Returns true if a service answers the same request at another host name, as CelesTrak did from .com to .org. The request contains no
 * secret.
 */
const hasMoved = (status: number, from: URL, to: URL): boolean =>
  status === 301 && to.protocol === from.protocol && to.pathname === from.pathname && to.search === from.search

function requireData(answer: ServiceAnswer): void {
  const { status, retryAfterMs } = answer
  const refusal = (result: 'throttled' | 'blocked' | 'empty' | 'failed' | 'page', detail = wordsOf(answer)) =>
    new ServiceError(result, detail, { retryAfterMs })
  if (status === 429) throw refusal('throttled')
  if (status === 403) throw refusal('blocked')
  if (status === 404 && NO_DATA.test(headOf(answer))) throw refusal('empty')
  if (status === 204) throw refusal('empty', null)
  if (status !== 200) throw refusal('failed', `status ${status}`)
  if (isPage(answer)) throw refusal('page')
}

const READ = task<typeof readGpAnswer>({
  module: new URL('./gp-format.ts', import.meta.url),
  name: 'readGpAnswer',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 128 },
})

/** Reads the sets of an answer; throws a ServiceError if it has another format or is incomplete. */
export async function readSets(
  bytes: Uint8Array,
  format: GpSourceConfig['format'],
  signal: AbortSignal,
): Promise<GpContent> {
  const reading = await pool.run(READ, 'catalogue', { bytes, format }, signal).catch((error: unknown) => {
    if (error instanceof TaskLimitError) throw new ServiceError('too-large', error.what)
    throw error
  })
  if (!reading.ok) throw new ServiceError(reading.result, reading.detail)
  return reading
}
