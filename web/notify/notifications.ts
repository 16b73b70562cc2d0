import {
  listNotifications,
  type Notification,
  type NotificationState,
  updateNotifications,
} from '@apsis/contract/notifications/notification.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'
import { now, onTick } from '../clock/clock.ts'
import { dueForUnread, moved, unreadCount } from './move.ts'

/** The newest notifications that are not hidden. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(listNotifications, { query: {} }, signal),
})

/** The number on the bell; undefined until the list is there. */
export function useUnreadCount(): number | undefined {
  return useQuery({ ...notificationsQuery, select: unreadCount }).data
}

/** Moves notifications forward: on the screen at once, then on the server, whose answer stands. */
export async function moveNotifications(ids: readonly string[], state: NotificationState): Promise<void> {
  if (ids.length === 0) return
  const moves = ids.map((id) => ({ id, state }))
  await queryClient.cancelQueries(notificationsQuery)
  queryClient.setQueryData(
    notificationsQuery.queryKey,
    (list: Notification[] | undefined) => list && moved(list, moves),
  )
  try {
    await call(updateNotifications, { body: moves })
  } finally {
    await queryClient.invalidateQueries(notificationsQuery)
  }
}

/** Lets fresh notifications become unread after 12 seconds on a visible page (spec §4), for as long as the page lives. */
export function ageNotifications(): void {
  const firstSeen = new Map<string, number>()
  onTick('second', () => {
    if (document.visibilityState !== 'visible') return
    const due = dueForUnread(queryClient.getQueryData(notificationsQuery.queryKey) ?? [], firstSeen, now())
    for (const id of due) firstSeen.delete(id)
    // A failure puts the list back as the server has it, and the twelve seconds begin again.
    moveNotifications(due, 'unread').catch((failure: unknown) => console.warn('Not moved to unread.', failure))
  })
}
