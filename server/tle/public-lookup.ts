import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { GpSourceConfig } from '../platform/config.ts'
import { downloadText } from '../platform/http/download.ts'
import { DownloadError } from '../platform/http/download-error.ts'
import type { Log } from '../platform/log.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { pool } from '../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../platform/thread/task.ts'
import type { KnownSet } from './element-set.service.ts'
import type { readLookup } from './gp-format.ts'

/** Looks up the newest set of a number in the public catalogue; returns undefined if the catalogue has none, or was not asked. */
export type Lookup = (tenantId: string, noradId: number) => Promise<KnownSet | undefined>

type Doing = {
  readonly version: string
  readonly proxy: OutboundProxy | undefined
  readonly log: Log
  readonly now: () => number
}

/** The source has new data every two hours, and blocks clients that ask more often. */
const KEPT_MS = 2 * HOUR_MS
/** The number of answers that a process caches. */
const MOST_KEPT_ANSWERS = 1_000
/** The timeout is short, because a user waits for the answer. */
const TIMEOUT_MS = 10_000
/** One object has less than 2 kB in every format. */
const MOST_BYTES = 64 * 1024
/** The limit for all users of a process together. */
const MOST_LOOKUPS_PER_HOUR = 60

const READ = task<typeof readLookup>({
  module: new URL('./gp-format.ts', import.meta.url),
  name: 'readLookup',
  limits: { seconds: 5, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** Returns a function that looks up a number in the public catalogue (spec §7), at most once in two hours; without a source it does nothing. */
export function publicLookup(source: GpSourceConfig | undefined, { version, proxy, log, now }: Doing): Lookup {
  const kept = new Map<number, { readonly atMs: number; readonly answer: Promise<KnownSet | undefined> }>()
  const askedMs: number[] = []
  let pausedUntilMs = 0
  const download = async ({ url, format }: GpSourceConfig, tenantId: string, noradId: number) => {
    const known = { etag: null, lastModified: null }
    const signal = new AbortController().signal
    const options = { signal, version, proxy, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES }
    const receivedAt = new Date(now())
    const answer = await downloadText(url.replaceAll('{noradId}', String(noradId)), known, options)
    if (answer.kind === 'unchanged') return undefined
    const found = await pool.run(READ, tenantId, { text: answer.text, format, noradId })
    if (found === null) return undefined
    return { set: found, lines: found.lines, source: new URL(url).hostname, receivedAt, isSimulated: false }
  }
  return async (tenantId, noradId) => {
    if (source === undefined) return undefined
    const last = kept.get(noradId)
    if (last !== undefined && now() - last.atMs < KEPT_MS) return last.answer
    while (askedMs[0] !== undefined && now() - askedMs[0] > HOUR_MS) askedMs.shift()
    if (now() < pausedUntilMs || askedMs.length >= MOST_LOOKUPS_PER_HOUR) {
      log.warn({ noradId }, 'the public catalogue is not asked for an object: it was asked too often')
      return undefined
    }
    askedMs.push(now())
    const answer = download(source, tenantId, noradId).catch((error: unknown) => {
      if (!(error instanceof DownloadError)) {
        kept.delete(noradId)
        throw error
      }
      pausedUntilMs = Math.max(pausedUntilMs, now() + error.retryAfterS * 1000)
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
