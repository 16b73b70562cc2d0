import { queryClient } from '../api/queries.ts'
import { now } from '../clock/clock.ts'
import { onSession } from '../session/session.ts'
import { afterTimeout } from './book.ts'
import { currentNotices, moveInPassing, notificationsQuery, onBook } from './notifications.ts'
import { dueAt, STOPPED, shownMs, started, stopped } from './shown-clock.ts'

let clock = STOPPED
let timer: ReturnType<typeof setTimeout> | undefined
const firstSeen = new Map<string, number>()
/** The number of holds on each toast: one for the pointer and one for the focus. */
const holds = new Map<string, number>()
const restedOn = new Set<string>()

/**
 * Notes that the pointer or the focus is on a toast. The time of all toasts stops meanwhile (WCAG 2.2.1): if another toast disappeared,
 * this one would move away from the pointer.
 */
export function holdToast(id: string): void {
  holds.set(id, (holds.get(id) ?? 0) + 1)
  restedOn.add(id)
  age()
}

export function releaseToast(id: string): void {
  const left = (holds.get(id) ?? 0) - 1
  if (left > 0) holds.set(id, left)
  else holds.delete(id)
  age()
}

/** Moves the notifications whose time is over, and runs again when the time of the next one is over. */
function age(): void {
  clearTimeout(timer)
  const at = now()
  const notices = currentNotices()
  const fresh = new Set(notices.filter((one) => one.state === 'fresh').map((one) => one.id))
  // An element that is removed under the pointer fires no leave event.
  for (const id of holds.keys()) if (!fresh.has(id)) holds.delete(id)
  for (const id of restedOn) if (!fresh.has(id)) restedOn.delete(id)
  const isRead = document.visibilityState === 'visible' && holds.size === 0
  clock = isRead ? started(clock, at) : stopped(clock, at)
  const due = dueAt(notices, firstSeen, shownMs(clock, at))
  if (isRead && due.nextInMs !== undefined) timer = setTimeout(age, due.nextInMs)
  const targets = notices
    .filter((one) => due.ids.includes(one.id))
    .map((one) => ({ id: one.id, state: afterTimeout(one, restedOn.has(one.id)) }))
  for (const state of ['unread', 'read'] as const) {
    const ids = targets.filter((one) => one.state === state).map((one) => one.id)
    if (ids.length > 0) moveInPassing(ids, state)
  }
}

/** Lets fresh notifications age as long as the page exists: they are readable for 12 seconds (spec §4). */
export function ageNotifications(): void {
  const listHash = JSON.stringify(notificationsQuery.queryKey)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryHash === listHash && event.type === 'updated') age()
  })
  onBook(age)
  onSession(age)
  document.addEventListener('visibilitychange', age)
  age()
}
