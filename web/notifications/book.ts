import { mayMove, type Notification, type NotificationState } from '@apsis/contract/notifications/notification.ts'
import { LEVELS } from '../ui/status/status-symbol.tsx'
import { levelOf, type Notice } from './notice.ts'

/**
 * The notifications that this tab has raised, and the states to which it has moved these or the server's notifications. A notification is
 * in the furthest state that the tab or the server knows, so states only ascend, and the screen need not wait for the server. Each move is
 * stored, not only the furthest, because any of them may be refused, in any order.
 */
export type Book = {
  readonly own: readonly Notice[]
  readonly moves: ReadonlyMap<string, readonly NotificationState[]>
}

export const EMPTY_BOOK: Book = { own: [], moves: new Map() }

const further = (a: NotificationState, b: NotificationState) => (mayMove(a, b) ? b : a)
const stateIn = ({ moves }: Book, { id, state }: Pick<Notice, 'id' | 'state'>) =>
  (moves.get(id) ?? []).reduce(further, state)

/** Returns every notification that is not hidden, newest first: toasts, badge and sidebar each show a part of these. */
export function noticesOf(served: readonly Notification[], book: Book): Notice[] {
  return [...book.own, ...served]
    .map((one) => ({ ...one, state: stateIn(book, one) }))
    .filter((one) => one.state !== 'hidden')
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
}

/** Returns the notifications for toasts: the states up to fresh (spec §4). */
export function toastsOf(notices: readonly Notice[]): Notice[] {
  return notices.filter((one) => one.state === 'fresh')
}

/**
 * Returns the toasts that are shown at once, newest first: the responses to the user's actions on this page, and only the worst of the
 * platform's own notices, so that a burst of notices does not cover the page. The bell counts the others.
 */
export function toastsAtOnce(
  notices: readonly Notice[],
  { own }: Pick<Book, 'own'>,
  atMost: number,
): readonly Notice[] {
  const isOwn = new Set(own.map(({ id }) => id))
  const rankOf = (one: Notice) => LEVELS.indexOf(levelOf(one))
  const told = notices.filter(({ id }) => !isOwn.has(id)).toSorted((a, b) => rankOf(b) - rankOf(a))
  return notices.filter((one) => isOwn.has(one.id) || one === told[0]).slice(0, atMost)
}

/** Returns the number in the badge: the notifications below read (spec §4). */
export function unreadCount(notices: readonly Notice[]): number {
  return notices.filter((one) => one.state === 'fresh' || one.state === 'unread').length
}

/** Returns the book with a further notification of this tab. */
export function entered(book: Book, notice: Notice): Book {
  return { ...book, own: [notice, ...book.own] }
}

/** Some notifications that are being moved to a state. */
export type Moving = { readonly ids: readonly string[]; readonly state: NotificationState }

/** Returns the book with some notifications moved forward; a move back changes nothing. */
export function moved(book: Book, { ids, state }: Moving): Book {
  const moves = new Map(book.moves)
  for (const id of ids) moves.set(id, [...(moves.get(id) ?? []), state])
  return { own: book.own.filter((one) => stateIn({ ...book, moves }, one) !== 'hidden'), moves }
}

/** Returns the moves without one that was refused, or taken back; other moves of the same notifications are still valid. */
export function unmoved(book: Book, { ids, state }: Moving): Book {
  const moves = new Map(book.moves)
  for (const id of ids) {
    const states = moves.get(id) ?? []
    const at = states.indexOf(state)
    if (at >= 0) moves.set(id, states.toSpliced(at, 1))
  }
  return { ...book, moves }
}

/** Returns the book without the moves that the server has also made, or whose notification it no longer lists. */
export function settled(book: Book, served: readonly Notification[]): Book {
  const stands = new Map(served.map((one) => [one.id, one.state]))
  const isOwn = new Set(book.own.map((one) => one.id))
  const open = [...book.moves].filter(([id, states]) => {
    const there = stands.get(id)
    return isOwn.has(id) || (there !== undefined && !states.every((state) => mayMove(state, there)))
  })
  return open.length === book.moves.size ? book : { ...book, moves: new Map(open) }
}

/**
 * Returns the state to which the pointer alone moves a notification in the sidebar: read. One that was sent as CRITICAL or HIGH needs a
 * decision, and stays unread until it is clicked (docs/domain/page.md).
 */
export function afterHover(notice: Notice): NotificationState {
  return notice.level === 'critical' || notice.level === 'serious' ? notice.state : afterClick(notice)
}

/** Returns the state to which a click moves a notification in the sidebar, whatever its level. */
export function afterClick(notice: Notice): NotificationState {
  return further(notice.state, 'read')
}

/**
 * Returns the state of a fresh notification when its time is over: unread, or read, "if another timeout state applies" (spec §4), because
 * the pointer was on its toast.
 */
export function afterTimeout(notice: Notice, wasRestedOn: boolean): NotificationState {
  return wasRestedOn ? further('unread', afterHover(notice)) : 'unread'
}
