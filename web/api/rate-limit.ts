import { MINUTE_MS } from '@apsis/astro/constants.ts'

/** The last answer of the server about the reads per minute, and its time. */
type RateLimit = { readonly remaining: number; readonly perMinute: number; readonly atMs: number }

/** Above this share of the rate limit no read is delayed, so that a user who works does not wait. */
const FREE_SHARE = 0.5
/** The pause if nothing is left. With it, ten open pages of one user together stay within the limit. */
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
 * Returns the pause before changes are read again. While a fleet is loaded it changes many times a second, and each change would cause its
 * lists to be read: pages that are only watched would exhaust the rate limit, which all open pages of a user share. The less of it is left,
 * the longer the pause is, so that the pages together read only as much as is refilled.
 */
export function pauseBeforeReadingMs(nowMs: number): number {
  if (last === undefined) return 0
  const { remaining, perMinute, atMs } = last
  // The page's clock follows the server's and may be set back.
  const flowedBack = (Math.max(0, nowMs - atMs) / MINUTE_MS) * perMinute
  const share = Math.min(1, (remaining + flowedBack) / perMinute)
  return Math.round(LONGEST_PAUSE_MS * Math.max(0, 1 - share / FREE_SHARE))
}
