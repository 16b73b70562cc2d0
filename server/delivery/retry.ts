import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'

/** Waits before each try in seconds, one after the other: 75 h 35 min 5 s in all (Standard Webhooks 1.0.0). */
export const SCHEDULE_S = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, SECONDS_PER_DAY] as const
/** A wait is longer or shorter by at most this share, so that what failed together is not tried together. */
export const JITTER = 0.1
/** A receiver cannot ask to be left alone for longer. */
const MOST_RETRY_AFTER_S = SECONDS_PER_DAY

/** After so many tries that failed, what is CRITICAL starts on the channel of last resort. */
export const LAST_RESORT_AFTER_TRIES = 2
/** It does so at once where the receiver asks to be left alone for longer than this. */
export const LAST_RESORT_WAIT_S = 60
/** After so many failures in a row, a receiver is left alone for a while; only what is CRITICAL is tried. */
export const BREAKER_FAILURES = 5
export const BREAKER_OPEN_S = 60
/** A receiver that failed for so long without a success is suspended. */
export const SUSPEND_AFTER_S = 5 * SECONDS_PER_DAY

/** The reason of a try that ended while its content was being written: by the limits of the writing, or with the process that sends. */
export const NOT_WRITTEN = 'not-written'
/** After so many of these a delivery is put aside, so that it neither costs others their turn nor is tried for ever. */
export const MOST_UNWRITTEN = 3

/** The reason of what was simulated: it was taken by us, and nobody has heard it. */
export const SENT_TO_NOBODY = 'sent-to-nobody'

/** The reasons of what a mail server took and could not pass on: what it told later. */
export const RETURNED = ['bounced', 'returned', 'refused'] as const
/** The reason of what a mail server took and has not passed on yet. */
export const DELAYED = 'delayed'
/** What was taken for one of these reasons has not arrived, as far as is known. */
export const UNHEARD = [SENT_TO_NOBODY, DELAYED] as const

/** How a try ended. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** Nothing will ever be taken at this target: it is suspended. */
  | { readonly kind: 'gone' }
  /** It will not be taken, however often it is tried; the target is not at fault. */
  | { readonly kind: 'refused' }
  /** `isBusy`: whoever answered has too much to do (BUSY). */
  | { readonly kind: 'failed'; readonly retryAfterS?: number; readonly isBusy?: true }

/** Statuses by which a receiver, or what stands before it, says that it is sent too much (reliability.md §2.6; Standard Webhooks 1.0.0). */
const BUSY: readonly number[] = [429, 502, 504]

/**
 * Words in which Slack says that a webhook does not work any more, whatever its status
 * (api.slack.com/messaging/webhooks, "Handling errors").
 */
const SLACK_GONE =
  /^(no_service|no_service_id|no_team|team_disabled|channel_not_found|channel_is_archived|invalid_token)$/

export type HttpAnswer = {
  readonly status: number
  readonly retryAfter: string | undefined
  /** The first words of the receiver, where it gave any. */
  readonly words: string | undefined
}

/** What an HTTP answer means; `nowMs` for a Retry-After that is a date. */
export function judgeHttp({ status, retryAfter, words }: HttpAnswer, nowMs: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410 || (status >= 400 && words !== undefined && SLACK_GONE.test(words))) return { kind: 'gone' }
  const retryAfterS = retryAfterSeconds(retryAfter, nowMs)
  const isBusy = BUSY.includes(status)
  return { kind: 'failed', ...(retryAfterS !== undefined && { retryAfterS }), ...(isBusy && { isBusy }) }
}

/** Seconds to wait as `Retry-After` says them (RFC 9110 §10.2.3). */
function retryAfterSeconds(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000
  return Number.isFinite(value) ? Math.min(MOST_RETRY_AFTER_S, Math.max(0, Math.ceil(value))) : undefined
}

/**
 * Seconds for which nothing but what is CRITICAL goes to the address of a receiver: as long as it asks for, else, where it is busy, until
 * what it refused is tried again, for a minute at most. `Retry-After: 0` asks for nothing. Undefined: it is sent to as ever.
 */
export function leftAloneS(outcome: Outcome, nextTryInS: number | undefined): number | undefined {
  if (outcome.kind !== 'failed') return undefined
  const { retryAfterS = 0, isBusy = false } = outcome
  if (retryAfterS > 0) return retryAfterS
  return isBusy ? Math.min(nextTryInS ?? BREAKER_OPEN_S, BREAKER_OPEN_S) : undefined
}

/**
 * Seconds until the next try, after so many that failed; undefined: there is none. The receiver's own wish makes the wait
 * longer, never shorter. `random` is from 0 to 1.
 */
export function nextTryS(tries: number, retryAfterS: number | undefined, random: number): number | undefined {
  const base = SCHEDULE_S[tries]
  if (base === undefined) return undefined
  return Math.max(retryAfterS ?? 0, base * (1 + JITTER * (2 * random - 1)))
}
