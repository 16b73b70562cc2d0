import type { Separation } from './confirmed.ts'

/** A distance is sufficient down to this share of the target, because a plan is sufficient up to 1.01 times its target (flight rule F2). */
export const KEPT_SHARE = 1 / 1.01

/**
 * Returns the verdict on the distances of a screened event (flight rule F12 for a distance). For the event of the plan: FAIL if the planned burn
 * gives less than the target, or a burn with an error of 3σ gives less than the accepted distance. For another event: FAIL if the planned burn gives
 * less than the accepted distance, WARN if only a burn with an error of 3σ does.
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
  // If the burn does not make the passage closer, there is no warning about it.
  return offM < Math.min(acceptedM, before.missM) ? 'WARN' : 'PASS'
}
