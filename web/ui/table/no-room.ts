import { useSyncExternalStore } from 'react'
import type { Column } from './column.ts'

/** Any list of columns: a table and the menu beside it are given the same one. */
type Columns = readonly Pick<Column<never>, 'id'>[]

const noRoom = new WeakMap<Columns, ReadonlySet<string>>()
const watchers = new Set<() => void>()
const NONE: ReadonlySet<string> = new Set()

/** Tells the menu of columns for which of them their table has no room now. */
export function tellNoRoom(columns: Columns, ids: readonly string[]): void {
  const before = noRoom.get(columns) ?? NONE
  if (before.size === ids.length && ids.every((id) => before.has(id))) return
  noRoom.set(columns, new Set(ids))
  for (const watcher of watchers) watcher()
}

/** For which of the columns their table has no room now. */
export function useNoRoom(columns: Columns): ReadonlySet<string> {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => noRoom.get(columns) ?? NONE,
  )
}
