import type { Notice } from './notice.ts'

/** A clock that runs only while toasts can be read: the page is visible, and neither pointer nor focus is on a toast. */
export type ShownClock = { readonly ms: number; readonly runsSince: number | undefined }

export const STOPPED: ShownClock = { ms: 0, runsSince: undefined }

export function shownMs({ ms, runsSince }: ShownClock, at: number): number {
  return runsSince === undefined ? ms : ms + at - runsSince
}

export function started(clock: ShownClock, at: number): ShownClock {
  return clock.runsSince === undefined ? { ms: clock.ms, runsSince: at } : clock
}

export function stopped(clock: ShownClock, at: number): ShownClock {
  return { ms: shownMs(clock, at), runsSince: undefined }
}

/** The toast timeout, and the delay from fresh to unread (spec §9). */
export const FRESH_FOR_MS = 12_000

/** The notifications whose time is over, and the time that is left for the next one. */
export type Due = { readonly ids: readonly string[]; readonly nextInMs: number | undefined }

/**
 * Returns the notifications whose time is over. `firstSeen` stores the reading of the clock at which each fresh one appeared; others are
 * removed from it.
 */
export function dueAt(notices: readonly Notice[], firstSeen: Map<string, number>, reading: number): Due {
  const fresh = new Set(notices.filter((one) => one.state === 'fresh').map((one) => one.id))
  for (const id of firstSeen.keys()) if (!fresh.has(id)) firstSeen.delete(id)
  for (const id of fresh) if (!firstSeen.has(id)) firstSeen.set(id, reading)
  const left = [...firstSeen].map(([id, since]) => ({ id, ms: since + FRESH_FOR_MS - reading }))
  const later = left.filter(({ ms }) => ms > 0).map(({ ms }) => ms)
  return {
    ids: left.filter(({ ms }) => ms <= 0).map(({ id }) => id),
    nextInMs: later.length > 0 ? Math.min(...later) : undefined,
  }
}
