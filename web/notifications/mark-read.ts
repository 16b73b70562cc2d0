import { createPageStore, useStorePart } from '../ui/store/store.ts'
import type { Moving } from './book.ts'
import { beginMove, sendMove, undoMove } from './notifications.ts'

/** Marking can be undone for this time, which is also the time for which a toast is shown (ux.md R14). */
const UNDO_MS = 12_000

type Marking = { readonly moving: Moving; readonly timer: ReturnType<typeof setTimeout> }

const marking = createPageStore<Marking | undefined>(undefined)

/**
 * Marks notifications as read, at first only on this screen: on the server a state never goes back (spec §4), so the state is sent when
 * undo is no longer offered, or when the page is left.
 */
export function markRead(ids: readonly string[]): void {
  finishMarking()
  marking.set({ moving: beginMove(ids, 'read'), timer: setTimeout(finishMarking, UNDO_MS) })
}

export function undoMarking(): void {
  const last = marking.read()
  if (!last) return
  clearTimeout(last.timer)
  undoMove(last.moving)
  marking.set(undefined)
}

/** Sends the moves to the server that can no longer be undone. */
export function finishMarking(): void {
  const last = marking.read()
  if (!last) return
  clearTimeout(last.timer)
  sendMove(last.moving)
  marking.set(undefined)
}

/** Returns the number of notifications that were just marked as read and can still be undone; 0 if there is nothing to undo. */
export function useUndoable(): number {
  return useStorePart(marking, (last) => last?.moving.ids.length ?? 0)
}

if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') finishMarking()
  })
