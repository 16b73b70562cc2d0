import { useSyncExternalStore } from 'react'
import type { Moving } from './book.ts'
import { beginMove, sendMove, undoMove } from './notifications.ts'

/** For how long it can be undone: as long as a toast would say so (ux.md R14). */
const UNDO_MS = 12_000

let marking: { readonly moving: Moving; readonly timer: ReturnType<typeof setTimeout> } | undefined
const watchers = new Set<() => void>()

function set(next: typeof marking): void {
  marking = next
  for (const watcher of watchers) watcher()
}

/**
 * Marks notifications read, at first on this screen alone: on the server a state never goes back (spec §4), so it is
 * told when undo is no longer offered, or when the page is left.
 */
export function markRead(ids: readonly string[]): void {
  finishMarking()
  set({ moving: beginMove(ids, 'read'), timer: setTimeout(finishMarking, UNDO_MS) })
}

export function undoMarking(): void {
  if (!marking) return
  clearTimeout(marking.timer)
  undoMove(marking.moving)
  set(undefined)
}

/** Tells the server what can no longer be undone. */
export function finishMarking(): void {
  if (!marking) return
  clearTimeout(marking.timer)
  sendMove(marking.moving)
  set(undefined)
}

/** How many were just marked read and can still be taken back; 0 when there is nothing to undo. */
export function useUndoable(): number {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => marking?.moving.ids.length ?? 0,
  )
}

if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') finishMarking()
  })
