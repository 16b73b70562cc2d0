import { now } from '../clock/clock.ts'

const KEY = 'apsis-reloaded-at'
const PAUSE_MS = 60_000

/** Reloads the page, unless it was reloaded for this reason less than a minute ago, so that a page never reloads without end. */
export function reloadAtMostOnceAMinute(): void {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (now() - last < PAUSE_MS) return
  sessionStorage.setItem(KEY, String(now()))
  location.reload()
}
