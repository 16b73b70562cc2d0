import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/store.ts'
import type { Column } from './column.ts'

/** The key of the store is any list of columns: a table and the menu beside it are given the same one. */
type Columns = readonly Pick<Column<never>, 'id'>[]

/** The columns for which a table has no room, and the current row: that of the keys, else a selected one, else the first. */
export type NoRoom = {
  readonly ids: readonly string[]
  /** Rows have two lines, which show the same whatever is chosen. */
  readonly isNarrow: boolean
  readonly row: unknown
}

const noRoom = new WeakMap<Columns, NoRoom>()
const changes = createSignal()
const NONE: NoRoom = { ids: [], isNarrow: false, row: undefined }

/** Tells the menu of columns for which of them their table has no room now. */
export function tellNoRoom(columns: Columns, { ids, isNarrow, row }: NoRoom): void {
  const before = noRoom.get(columns) ?? NONE
  const isSame = before.row === row && before.isNarrow === isNarrow
  if (isSame && before.ids.length === ids.length && ids.every((id) => before.ids.includes(id))) return
  noRoom.set(columns, { ids, isNarrow, row })
  changes.tell()
}

/** For which of the columns their table has no room now; for the menu that offers them. */
export function useNoRoom(columns: Columns): NoRoom {
  return useSyncExternalStore(changes.subscribe, () => noRoom.get(columns) ?? NONE)
}
