import { mayMove, type Notification, type NotificationState } from '@apsis/contract/notifications/notification.ts'

export type Move = { readonly id: string; readonly state: NotificationState }

/** The list once the moves are made: never a step back, and without what is hidden (spec §4). */
export function moved(list: readonly Notification[], moves: readonly Move[]): Notification[] {
  const wanted = new Map(moves.map((move) => [move.id, move.state]))
  return list
    .map((one) => {
      const state = wanted.get(one.id)
      return state && mayMove(one.state, state) ? { ...one, state } : one
    })
    .filter((one) => one.state !== 'hidden')
}

/** How many the badge counts: those below read (spec §4). */
export function unreadCount(list: readonly Notification[]): number {
  return list.filter((one) => one.state === 'fresh' || one.state === 'unread').length
}

const FRESH_FOR_MS = 12_000

/**
 * The fresh notifications that have been on the screen for 12 seconds and so become unread (spec §4). `firstSeen` keeps
 * since when each was there; what is no longer fresh is forgotten.
 */
export function dueForUnread(list: readonly Notification[], firstSeen: Map<string, number>, at: number): string[] {
  const fresh = new Set(list.filter((one) => one.state === 'fresh').map((one) => one.id))
  for (const id of firstSeen.keys()) if (!fresh.has(id)) firstSeen.delete(id)
  for (const id of fresh) if (!firstSeen.has(id)) firstSeen.set(id, at)
  return [...fresh].filter((id) => at - (firstSeen.get(id) ?? at) >= FRESH_FOR_MS)
}
