import type Keycloak from 'keycloak-js'

/** A token that is valid for less than this is renewed before it is used (spec §9). */
export const REFRESH_BELOW_S = 30
const LOCK = 'apsis-token-refresh'
const LOCK_LIMIT_MS = 5_000
const REFRESH_LIMIT_MS = 10_000

let refreshing: Promise<void> | undefined

/** Refreshes the token: once for all callers in this tab, and one tab after the other. */
export function refreshOnce(adapter: Keycloak, minimumS: number): Promise<void> {
  refreshing ??= underLock(() => refresh(adapter, minimumS)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/**
 * True if the provider has refused. An error of the provider (5xx), a missing answer and "too many requests" do not end the session: only a
 * permanent refusal does.
 */
export function isRefusal(failure: unknown): boolean {
  const response = failure instanceof Error ? Reflect.get(failure, 'response') : undefined
  if (!(response instanceof Response)) return false
  return response.status >= 400 && response.status < 500 && response.status !== 429
}

async function refresh(adapter: Keycloak, minimumS: number): Promise<void> {
  await Promise.race([
    adapter.updateToken(minimumS),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The provider did not answer in time.')), REFRESH_LIMIT_MS)
    }),
  ])
}

/** Waits for the other tabs, but not for one that hangs: the lock reduces the load on the provider, and nothing depends on it. */
async function underLock(work: () => Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), LOCK_LIMIT_MS)
  let started = false
  try {
    await navigator.locks.request(LOCK, { signal: waiting.signal }, () => {
      started = true
      clearTimeout(timer)
      return work()
    })
  } catch (failure) {
    if (started) throw failure
    await work()
  }
}
