import type { Log } from '../log.ts'
import { askOutside } from '../outbound/ask-outside.ts'
import type { OutboundProxy } from '../outbound-settings.ts'

export const MAX_SKEW_S = 30
const ASK_MS = 5_000

type Question = {
  readonly issuer: string
  readonly proxy: OutboundProxy | undefined
  readonly now: () => number
  readonly log: Log
}

/**
 * Refuses a clock that differs from the identity provider's: valid tokens would be refused, or old ones accepted. Returns by how
 * many seconds the clock is ahead; undefined if the provider did not answer.
 */
export async function checkClock({ issuer, proxy, now, log }: Question): Promise<number | undefined> {
  let theirs: number
  try {
    const request = { proxy, signal: AbortSignal.timeout(ASK_MS) }
    const answer = await askOutside(`${issuer}/.well-known/openid-configuration`, request)
    answer.discard()
    theirs = Date.parse(answer.headers.date ?? '')
  } catch (error) {
    // Signed-in people can continue without the provider, so a start must not depend on it.
    log.warn({ err: error, issuer }, 'the identity provider could not be asked for its time')
    return undefined
  }
  if (Number.isNaN(theirs)) {
    log.warn({ issuer }, 'the identity provider does not tell its time')
    return undefined
  }
  const aheadS = (now() - theirs) / 1000
  if (Math.abs(aheadS) > MAX_SKEW_S) {
    const skewS = Math.round(Math.abs(aheadS))
    throw new Error(`The clock differs by ${skewS} s from that of the identity provider (${issuer}): set it right`)
  }
  return aheadS
}

/**
 * Logs that the database's clock is wrong, because the provider agrees with the machine's clock. The start is not
 * refused: the processes agree with each other, tokens are accepted, and if no process ran, nobody would be notified
 * of anything.
 */
export function judgeDatabaseClock(log: Log, aheadS: number): void {
  if (Math.abs(aheadS) <= MAX_SKEW_S) return
  log.error(
    { aheadS: Math.round(aheadS) },
    'the clock of the database is off from the identity provider’s: set it right',
  )
}
