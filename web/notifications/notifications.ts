import {
  listNotifications,
  type Notification,
  type NotificationState,
  updateNotifications,
} from '@apsis/contract/notifications/notification.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient, readAgain } from '../api/queries.ts'
import { now } from '../clock/clock.ts'
import { isSignedIn, useSession } from '../session/session.ts'
import { useMedia } from '../ui/page/size.ts'
import { createStore, useStore } from '../ui/store/store.ts'
import {
  type Book,
  EMPTY_BOOK,
  entered,
  type Moving,
  moved,
  noticesOf,
  settled,
  toastsAtOnce,
  toastsOf,
  unmoved,
  unreadCount,
} from './book.ts'
import { type Notice, type NoticeContent, noticeOf } from './notice.ts'
import { raisedBy } from './raised-by.ts'
import { repostGate } from './repost.ts'

/** The maximum number that one call lists, so that the badge can count more than 99. */
export const LIST_LIMIT = 200

/** Reads the newest notifications of the server that are not hidden. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(listNotifications, { query: { limit: LIST_LIMIT } }, signal),
})

const NONE: readonly Notification[] = []
const book = createStore<Book>(EMPTY_BOOK)

/** Calls the listener when the notifications of this tab have changed. */
export const onBook = book.subscribe

let shown: { readonly served: readonly Notification[]; readonly book: Book; readonly notices: readonly Notice[] } = {
  served: NONE,
  book: EMPTY_BOOK,
  notices: [],
}

/** Returns the list of all notifications, which is combined once for all components that show a part of it. */
function together(served: readonly Notification[]): readonly Notice[] {
  const own = book.read()
  if (shown.served !== served || shown.book !== own) shown = { served, book: own, notices: noticesOf(served, own) }
  return shown.notices
}

function served(): readonly Notification[] {
  return (isSignedIn() && queryClient.getQueryData(notificationsQuery.queryKey)) || NONE
}

/** Returns every notification that is not hidden now, newest first. */
export function currentNotices(): readonly Notice[] {
  return together(served())
}

/** Reads the server's list while a user is signed in. */
export function useNotificationsQuery() {
  return useQuery({ ...notificationsQuery, enabled: useSession().status === 'signed-in' })
}

/** Returns every notification that is not hidden, newest first; the component renders again when one changes. */
export function useNotices(): readonly Notice[] {
  const { data } = useNotificationsQuery()
  const session = useSession()
  useStore(book)
  return together((session.status === 'signed-in' && data) || NONE)
}

/** Returns the number on the bell; undefined until the list has been read. */
export function useUnreadCount(): number | undefined {
  const { data } = useNotificationsQuery()
  const notices = useNotices()
  return data === undefined && notices.length === 0 ? undefined : unreadCount(notices)
}

/** The maximum number of toasts: more of them would cover the content that they are about, and nobody would read them. */
const MOST_TOASTS = 2
const MOST_TOASTS_ON_PHONES = 1

/** Returns the toasts that are shown now, newest first, and the number of other fresh notifications. */
export function useToasts(): { readonly shown: readonly Notice[]; readonly beyond: number } {
  const atMost = useMedia('(width <= 760px)') ? MOST_TOASTS_ON_PHONES : MOST_TOASTS
  const fresh = toastsOf(useNotices())
  const shown = toastsAtOnce(fresh, book.read(), atMost)
  return { shown, beyond: fresh.length - shown.length }
}

let mayRaise = repostGate()
/** The actions of notifications of this tab, by their ids. */
const actions = new Map<string, NonNullable<NoticeContent['action']>>()

/**
 * Notifies the user in this tab: with a toast, and a line in the sidebar. The same notice within a second is not repeated, unless it has an
 * action, because each action belongs to one notice.
 */
export function raise(raised: NoticeContent): void {
  const at = now()
  if (!raised.action && !mayRaise(raised, at)) return
  const id = crypto.randomUUID()
  if (raised.action) actions.set(id, raised.action)
  book.set(entered(book.read(), noticeOf(raised, { id, at })))
}

/** Returns the action of a notification; it can be used once, and this marks the notification as read. */
export function actionOf(id: string) {
  const action = actions.get(id)
  if (action === undefined) return undefined
  const onAction = () => {
    actions.delete(id)
    moveNotifications([id], 'read')
    action.run()
  }
  return { label: action.label, onAction }
}

/** Discards the notifications and actions of this tab, because another user has signed in. */
export function forgetNotices(): void {
  actions.clear()
  mayRaise = repostGate()
  book.set(EMPTY_BOOK)
}

/**
 * Changes the state of notifications: on the screen at once, and also on the server if they came from it. If the server refuses, the screen
 * reverts the change, and the user is notified.
 */
export function moveNotifications(ids: readonly string[], state: NotificationState): void {
  sendMove(beginMove(ids, state))
}

/** Changes the state of notifications on this screen only. */
export function beginMove(ids: readonly string[], state: NotificationState): Moving {
  const moving = { ids, state }
  if (ids.length > 0) book.set(moved(book.read(), moving))
  return moving
}

/** Reverts a change on this screen that was not sent to the server, or that the server refused. */
export function undoMove(moving: Moving): void {
  book.set(unmoved(book.read(), moving))
}

/** Sends a change to the server that is already on the screen. */
export function sendMove(moving: Moving): void {
  void tellServer(moving, (failure) => {
    undoMove(moving)
    if (isSignedIn()) raise(raisedBy(failure))
  })
}

/**
 * Changes the state of fresh notifications whose time is over. If the server refuses, nothing is reverted here: they were shown, and would
 * otherwise reappear again and again.
 */
export function moveInPassing(ids: readonly string[], state: NotificationState): void {
  void tellServer(beginMove(ids, state), (failure) => console.warn(`Not moved to ${state}.`, failure))
}

/**
 * Sends the new state of notifications to the server. A failure is shown before the list is read again, because that read may take long if
 * the server has problems.
 */
async function tellServer({ ids, state }: Moving, onFailure: (failure: unknown) => void): Promise<void> {
  const known = new Set(served().map((one) => one.id))
  const moves = ids.filter((id) => known.has(id)).map((id) => ({ id, state }))
  if (moves.length === 0) return
  try {
    await call(updateNotifications, { body: moves })
  } catch (failure) {
    onFailure(failure)
  }
  await readAgain(notificationsQuery)
  book.set(settled(book.read(), served()))
}
