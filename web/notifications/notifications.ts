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

/** The largest number that one call lists; so that the badge can count more than 99. */
export const LIST_LIMIT = 200

/** The newest notifications of the server that are not hidden. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(listNotifications, { query: { limit: LIST_LIMIT } }, signal),
})

const NONE: readonly Notification[] = []
const book = createStore<Book>(EMPTY_BOOK)

/** Calls the listener when this tab's part of the notifications has changed. */
export const onBook = book.subscribe

let shown: { readonly served: readonly Notification[]; readonly book: Book; readonly notices: readonly Notice[] } = {
  served: NONE,
  book: EMPTY_BOOK,
  notices: [],
}

/** The one list, put together once for all components that show a part of it. */
function together(served: readonly Notification[]): readonly Notice[] {
  const own = book.read()
  if (shown.served !== served || shown.book !== own) shown = { served, book: own, notices: noticesOf(served, own) }
  return shown.notices
}

function served(): readonly Notification[] {
  return (isSignedIn() && queryClient.getQueryData(notificationsQuery.queryKey)) || NONE
}

/** Every notification that is not hidden, newest first, as it is now. */
export function currentNotices(): readonly Notice[] {
  return together(served())
}

/** The server's list, read while somebody is signed in. */
export function useNotificationsQuery() {
  return useQuery({ ...notificationsQuery, enabled: useSession().status === 'signed-in' })
}

/** Every notification that is not hidden, newest first; the component renders again when one changes. */
export function useNotices(): readonly Notice[] {
  const { data } = useNotificationsQuery()
  const session = useSession()
  useStore(book)
  return together((session.status === 'signed-in' && data) || NONE)
}

/** The number on the bell; undefined until the list is there. */
export function useUnreadCount(): number | undefined {
  const { data } = useNotificationsQuery()
  const notices = useNotices()
  return data === undefined && notices.length === 0 ? undefined : unreadCount(notices)
}

/** More of them at once would lie over their own subjects, and nobody reads them. */
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
 * Notifies the user, in this tab: a toast, and a line in the sidebar. The same again within a second is not doubled, unless
 * it has an action: that belongs to this one only.
 */
export function raise(raised: NoticeContent): void {
  const at = now()
  if (!raised.action && !mayRaise(raised, at)) return
  const id = crypto.randomUUID()
  if (raised.action) actions.set(id, raised.action)
  book.set(entered(book.read(), noticeOf(raised, { id, at })))
}

/** Returns the action of a notification; it can be done once, and the notification is read by that. */
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

/** Forgets the notifications and actions of this tab: somebody else has signed in. */
export function forgetNotices(): void {
  actions.clear()
  mayRaise = repostGate()
  book.set(EMPTY_BOOK)
}

/**
 * Moves notifications forward: on the screen at once, and those of the server there too. If the server refuses, the screen
 * goes back, and the user is notified.
 */
export function moveNotifications(ids: readonly string[], state: NotificationState): void {
  sendMove(beginMove(ids, state))
}

/** Moves them on this screen alone. */
export function beginMove(ids: readonly string[], state: NotificationState): Moving {
  const moving = { ids, state }
  if (ids.length > 0) book.set(moved(book.read(), moving))
  return moving
}

/** Takes a move back that the server has not heard of. */
export function undoMove(moving: Moving): void {
  book.set(unmoved(book.read(), moving))
}

/** Makes a move on the server that the screen has made already. */
export function sendMove(moving: Moving): void {
  void tellServer(moving, (failure) => {
    undoMove(moving)
    if (isSignedIn()) raise(raisedBy(failure))
  })
}

/**
 * Moves those to whom it only happened that their time was over. A server that refuses changes nothing here: they were
 * shown, and would come up again and again.
 */
export function moveInPassing(ids: readonly string[], state: NotificationState): void {
  void tellServer(beginMove(ids, state), (failure) => console.warn(`Not moved to ${state}.`, failure))
}

/** Sends moves to the server. A failure is shown before the list is read again: if one fails, the other may take long. */
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
