import type { Separation } from './confirmed.ts'

/** A distance is kept down to this share of what is asked for, as a plan is sufficient up to 1.01 of its target (flight rule F2). */
export const KEPT_SHARE = 1 / 1.01

/**
 * What the distances of a screened event say (flight rule F12 for a distance). Of the event of the plan: FAIL below the target as planned, or
 * below what is accepted with a burn 3σ off. Of another one: FAIL below what is accepted as planned, WARN where a burn 3σ off brings it there.
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
  // What the burn does not bring nearer is no warning of it.
  return offM < Math.min(acceptedM, before.missM) ? 'WARN' : 'PASS'
}
