/** Lifetimes of tokens and sessions, in seconds (decisions.md 21, reliability §2.4). */
export const ACCESS_TOKEN_S = 300
export const CODE_S = 60
export const SESSION_IDLE_S = 1800
export const SESSION_MAX_S = 36_000
export const INTERACTION_S = 1800

/** Returns whole seconds, at least 1, until a session that began at `authTimeS` must end. */
export function remainingSessionS(authTimeS: number | undefined, nowMs: number): number {
  if (authTimeS === undefined) return SESSION_IDLE_S
  return Math.max(1, authTimeS + SESSION_MAX_S - Math.floor(nowMs / 1000))
}
