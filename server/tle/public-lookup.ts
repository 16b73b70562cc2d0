import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { BudgetError, type Ledger, limitKeyOf, openLedger } from '../connections/budget.service.ts'
import type { GpSourceConfig } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { type DownloadOptions, downloadText } from '../platform/http/download.ts'
import { DownloadError } from '../platform/http/download-error.ts'
import type { Log } from '../platform/log.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { pool } from '../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../platform/thread/task.ts'
import { findLookedUp, type LookedUp, storeLookedUp } from './element-set.repository.ts'
import type { KnownSet } from './element-set.service.ts'
import type { readLookup } from './gp-format.ts'

/** Looks up the newest set of a number in the public catalogue; returns undefined if the catalogue has none, or was not asked. */
export type Lookup = (tenantId: string, noradId: number) => Promise<KnownSet | undefined>

type Doing = {
  readonly db: Database
  readonly version: string
  readonly proxy: OutboundProxy | undefined
  readonly log: Log
  readonly now: () => number
  /** The clock by which requests are counted. Only tests set it; otherwise the time of the database is used. */
  readonly ledgerClock?: () => number
}

/** The source has new data every two hours, and blocks clients that ask more often. */
const KEPT_MS = 2 * HOUR_MS
/** A request takes time to arrive, and must not arrive earlier than two hours after the previous one. */
const MARGIN_MS = 2 * MINUTE_MS
/** The maximum number of look-ups of all processes together within an hour; the source states no number. */
const LOOKUPS_PER_HOUR = { allowed: 60, most: 50 } as const
/** A source that refuses is not asked again for six hours, or for a day if it names a longer time. */
const REFUSED = { refused: 6 * HOUR_MS, 'refused for a day': DAY_MS } as const
/** The number of answers that a process caches. */
const MOST_KEPT_ANSWERS = 1_000
/** The timeout is short, because a user waits for the answer. */
const TIMEOUT_MS = 10_000
/** One object has less than 2 kB in every format. */
const MOST_BYTES = 64 * 1024

const READ = task<typeof readLookup>({
  module: new URL('./gp-format.ts', import.meta.url),
  name: 'readLookup',
  limits: { seconds: 5, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** Returns a function that looks up a number in the public catalogue (spec §7), at most once in two hours; without a source it does nothing. */
export function publicLookup(
  source: GpSourceConfig | undefined,
  { db, version, proxy, log, now, ledgerClock }: Doing,
): Lookup {
  const kept = new Map<number, { readonly atMs: number; readonly answer: Promise<KnownSet | undefined> }>()
  const download = async ({ url, format }: GpSourceConfig, tenantId: string, noradId: number) => {
    const signal = new AbortController().signal
    const options = { signal, version, proxy, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES }
    const stored = await db.shared((tx) => findLookedUp(tx, noradId, new Date(now() - KEPT_MS)))
    const { answer, receivedAt } = stored ?? (await ask(url, noradId, options))
    if (answer === null) return undefined
    const found = await pool.run(READ, tenantId, { text: answer, format, noradId })
    if (found === null) return undefined
    return { set: found, lines: found.lines, source: new URL(url).hostname, receivedAt, isSimulated: false }
  }
  /** Asks the source, and stores its answer for all processes. */
  const ask = async (url: string, noradId: number, options: DownloadOptions): Promise<LookedUp> => {
    const known = { etag: null, lastModified: null }
    const receivedAt = new Date(now())
    const address = url.replaceAll('{noradId}', String(noradId))
    const refusals = refusalsOf(db, address, ledgerClock)
    // Both counts include the requests of all processes.
    for (const name of REFUSALS) if ((await refusals.wait(name)) > 0) throw new BudgetError(now())
    await ledgerFor(db, address, ledgerClock).take(address)
    const found = await downloadText(address, known, options).catch(async (error: unknown) => {
      if (error instanceof DownloadError && error.retryAfterS > 0)
        await refusals.take(error.retryAfterS * 1_000 > REFUSED.refused ? 'refused for a day' : 'refused')
      throw error
    })
    const lookedUp = { answer: found.kind === 'unchanged' ? null : found.text, receivedAt }
    await db.shared((tx) => storeLookedUp(tx, noradId, { ...lookedUp, before: new Date(now() - KEPT_MS) }))
    return lookedUp
  }
  return async (tenantId, noradId) => {
    if (source === undefined) return undefined
    const last = kept.get(noradId)
    if (last !== undefined && now() - last.atMs < KEPT_MS) return last.answer
    const answer = download(source, tenantId, noradId).catch((error: unknown) => {
      if (error instanceof BudgetError) {
        kept.delete(noradId)
        log.warn({ noradId }, 'the public catalogue is not asked for an object: it was asked too often')
        return undefined
      }
      if (!(error instanceof DownloadError)) {
        kept.delete(noradId)
        throw error
      }
      log.warn({ err: error, noradId }, 'the public catalogue did not answer for an object')
      return undefined
    })
    kept.delete(noradId)
    kept.set(noradId, { atMs: now(), answer })
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest)
    return answer
  }
}

/** Returns the counts of look-ups at a host: each object once in two hours, and all objects together within an hour. */
function ledgerFor(db: Database, address: string, clock: (() => number) | undefined): Ledger {
  const limits = [
    { classes: [address], allowed: 1, most: 1, withinMs: KEPT_MS + MARGIN_MS },
    { ...LOOKUPS_PER_HOUR, withinMs: HOUR_MS },
  ]
  return openLedger({ db, limitKey: limitKeyOf(address, 'look-ups'), budget: { limits, hours: [] }, clock })
}

const REFUSALS = Object.keys(REFUSED) as (keyof typeof REFUSED)[]

/** Returns the counts of refusals by a host; each refusal forbids the next request for its time. */
function refusalsOf(db: Database, address: string, clock: (() => number) | undefined): Ledger {
  const limits = REFUSALS.map((name) => ({ classes: [name], allowed: 1, most: 1, withinMs: REFUSED[name] }))
  return openLedger({ db, limitKey: limitKeyOf(address, 'refused look-ups'), budget: { limits, hours: [] }, clock })
}
