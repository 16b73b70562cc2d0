import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'

/** The waits before each try, s: 75 h 35 min 5 s in total (Standard Webhooks 1.0.0). */
export const SCHEDULE_S = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, SECONDS_PER_DAY] as const
/** A wait is longer or shorter by at most this fraction, so that deliveries that failed together are not retried together. */
export const JITTER = 0.1
/** The longest pause that a receiver can ask for. */
const MOST_RETRY_AFTER_S = SECONDS_PER_DAY

/** After this many failed tries, a CRITICAL notice is also sent by the channel of last resort. */
export const LAST_RESORT_AFTER_TRIES = 2
/** The last resort starts at once if the receiver asks for a longer pause than this. */
export const LAST_RESORT_WAIT_S = 60
/** After this many failures in a row, a receiver is paused; only CRITICAL notices are tried. */
export const BREAKER_FAILURES = 5
export const BREAKER_OPEN_S = 60
/** A receiver that has failed for this long without a success is suspended. */
export const SUSPEND_AFTER_S = 5 * SECONDS_PER_DAY

/** The reason of a try that ended while its content was being written: it exceeded the limits of writing, or the sending process ended. */
export const NOT_WRITTEN = 'not-written'
/** After this many tries with that reason, a delivery is set aside, so that it neither delays others nor is tried for ever. */
export const MOST_UNWRITTEN = 3

/** The reason of a simulated delivery: the platform accepted it, and nobody received it. */
export const SENT_TO_NOBODY = 'sent-to-nobody'

/** The reasons of a mail that a mail server accepted and later reported as undeliverable. */
export const RETURNED = ['bounced', 'returned', 'refused'] as const
/** The reason of a mail that a mail server accepted but has not passed on yet. */
export const DELAYED = 'delayed'
/** A delivery with one of these reasons was accepted, but as far as we know has not arrived. */
export const UNHEARD = [SENT_TO_NOBODY, DELAYED] as const

/** The result of a try. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** The target will never accept a delivery: it is suspended. */
  | { readonly kind: 'gone' }
  /** The delivery will never be accepted, however often it is tried; the target is not at fault. */
  | { readonly kind: 'refused' }
  /** `isBusy`: the server that answered is overloaded (BUSY). */
  | { readonly kind: 'failed'; readonly retryAfterS?: number; readonly isBusy?: true }

/** Statuses by which a receiver, or a server in front of it, reports too many requests (reliability.md §2.6; Standard Webhooks 1.0.0). */
const BUSY: readonly number[] = [429, 502, 504]

/**
 * The texts with which Slack reports that a webhook no longer works, whatever the status is (api.slack.com/messaging/webhooks, "Handling errors").
 */
const SLACK_GONE =
  /^(no_service|no_service_id|no_team|team_disabled|channel_not_found|channel_is_archived|invalid_token)$/

export type HttpAnswer = {
  readonly status: number
  readonly retryAfter: string | undefined
  /** The beginning of the receiver's text, if it sent one. */
  readonly words: string | undefined
}

/** Returns what an HTTP answer means; `nowMs` is needed for a Retry-After that is a date. */
export function judgeHttp({ status, retryAfter, words }: HttpAnswer, nowMs: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410 || (status >= 400 && words !== undefined && SLACK_GONE.test(words))) return { kind: 'gone' }
  const retryAfterS = retryAfterSeconds(retryAfter, nowMs)
  const isBusy = BUSY.includes(status)
  return { kind: 'failed', ...(retryAfterS !== undefined && { retryAfterS }), ...(isBusy && { isBusy }) }
}

/** Returns the seconds to wait according to `Retry-After` (RFC 9110 §10.2.3). */
function retryAfterSeconds(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000
  return Number.isFinite(value) ? Math.min(MOST_RETRY_AFTER_S, Math.max(0, Math.ceil(value))) : undefined
}

/**
 * Returns the seconds for which only CRITICAL deliveries are sent to a receiver's address; undefined if there is no pause. This is the
 * pause that the receiver asks for or, if it is busy, the time until the refused delivery is tried again, a minute at most. A `Retry-After`
 * of 0 asks for no pause.
 */
export function leftAloneS(outcome: Outcome, nextTryInS: number | undefined): number | undefined {
  if (outcome.kind !== 'failed') return undefined
  const { retryAfterS = 0, isBusy = false } = outcome
  if (retryAfterS > 0) return retryAfterS
  return isBusy ? Math.min(nextTryInS ?? BREAKER_OPEN_S, BREAKER_OPEN_S) : undefined
}

/**
 * Returns the seconds until the next try, after this many tries; undefined if there is no next try. The receiver's
 * request can make the wait longer, but not shorter. `random` is from 0 to 1.
 */
export function nextTryS(tries: number, retryAfterS: number | undefined, random: number): number | undefined {
  const base = SCHEDULE_S[tries]
  if (base === undefined) return undefined
  return Math.max(retryAfterS ?? 0, base * (1 + JITTER * (2 * random - 1)))
}
