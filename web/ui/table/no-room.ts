import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/store.ts'
import type { Column } from './column.ts'

/** Any list of columns: a table and the menu beside it are given the same one. */
type Columns = readonly Pick<Column<never>, 'id'>[]

const noRoom = new WeakMap<Columns, ReadonlySet<string>>()
const changes = createSignal()
const NONE: ReadonlySet<string> = new Set()

/** Tells the menu of columns for which of them their table has no room now. */
export function tellNoRoom(columns: Columns, ids: readonly string[]): void {
  const before = noRoom.get(columns) ?? NONE
  if (before.size === ids.length && ids.every((id) => before.has(id))) return
  noRoom.set(columns, new Set(ids))
  changes.tell()
}

/** For which of the columns their table has no room now. */
export function useNoRoom(columns: Columns): ReadonlySet<string> {
  return useSyncExternalStore(changes.subscribe, () => noRoom.get(columns) ?? NONE)
}
