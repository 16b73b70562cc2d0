import type { Separation } from './confirmed.ts'

/** A distance counts as kept down to this share of the target, because a plan is sufficient up to 1.01 of its target (flight rule F2). */
export const KEPT_SHARE = 1 / 1.01

/**
 * Returns the verdict on the distances of a screened event (flight rule F12 for a distance). For the event of the plan: FAIL below the
 * target as planned, or below the accepted distance with a burn 3σ off. For another one: FAIL below the accepted distance as planned, WARN
 * if a burn 3σ off brings it there.
 */
export function distanceVerdict({
  targetM,
  acceptedM,
  before,
  nominal,
  hot,
  cold,
}: Separation): 'PASS' | 'WARN' | 'FAIL' {
  const offM = Math.min(hot?.missM ?? Infinity, cold?.missM ?? Infinity)
  if (nominal.missM < KEPT_SHARE * Math.max(targetM ?? 0, acceptedM)) return 'FAIL'
  if (targetM !== null) return offM < acceptedM ? 'FAIL' : 'PASS'
  // A passage that the burn does not bring nearer is no warning about it.
  return offM < Math.min(acceptedM, before.missM) ? 'WARN' : 'PASS'
}
