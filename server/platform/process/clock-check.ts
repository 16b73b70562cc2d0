import type { Log } from '../log.ts'

const MAX_SKEW_S = 30
const ASK_MS = 5_000

type Question = { readonly issuer: string; readonly now: () => number; readonly log: Log }

/** Refuses a clock that differs from the identity provider's: good tokens would be refused, or old ones taken. */
export async function checkClock({ issuer, now, log }: Question): Promise<void> {
  let theirs: number
  try {
    const request = { redirect: 'manual', signal: AbortSignal.timeout(ASK_MS) } as const
    const response = await fetch(`${issuer}/.well-known/openid-configuration`, request)
    await response.body?.cancel()
    theirs = Date.parse(response.headers.get('date') ?? '')
  } catch (error) {
    // Who is signed in can work on without the provider, so a start must not depend on it.
    log.warn({ err: error, issuer }, 'the identity provider could not be asked for its time')
    return
  }
  const skewS = Math.abs(now() - theirs) / 1000
  if (skewS > MAX_SKEW_S) {
    throw new Error(
      `The clock differs by ${Math.round(skewS)} s from that of the identity provider (${issuer}): set it right`,
    )
  }
}
