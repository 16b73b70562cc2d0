import { MINUTE_MS } from '@apsis/astro/constants.ts'

/** The last answer of the server on the reads that a minute allows, and its time. */
type RateLimit = { readonly remaining: number; readonly perMinute: number; readonly atMs: number }

/** Above this share of the rate limit no read is delayed: a person who works reads without waiting. */
const FREE_SHARE = 0.5
/** The pause if nothing is left. Ten pages of one user that are open at once then read no more than is allowed. */
const LONGEST_PAUSE_MS = 10_000

let last: RateLimit | undefined

/** Stores the rate limit for reads from an answer (RateLimit header fields for HTTP, IETF draft). */
export function noteRateLimit(headers: Headers, nowMs: number): void {
  const remaining = /^"read";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
  const perMinute = /^"read";q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]
  if (remaining === undefined || perMinute === undefined) return
  last = { remaining: Number(remaining), perMinute: Number(perMinute), atMs: nowMs }
}

/**
 * Returns the pause before changes are read again. A fleet changes many times a second while it is loaded, and each
 * change would cause its lists to be read: the rate limit of the user, which all open pages share, would be used up by
 * pages that only watch. The less of it is left, the longer is the pause, so that the pages together read what flows
 * back into it.
 */
export function pauseBeforeReadingMs(nowMs: number): number {
  if (last === undefined) return 0
  const { remaining, perMinute, atMs } = last
  // The clock of the page follows the server's and may be set back.
  const flowedBack = (Math.max(0, nowMs - atMs) / MINUTE_MS) * perMinute
  const share = Math.min(1, (remaining + flowedBack) / perMinute)
  return Math.round(LONGEST_PAUSE_MS * Math.max(0, 1 - share / FREE_SHARE))
}
