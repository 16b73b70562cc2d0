import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/store.ts'
import type { Column } from './column.ts'

/** The key of the store, a list of columns: a table and the menu beside it get the same list. */
type Columns = readonly Pick<Column<never>, 'id'>[]

/**
 * The columns for which a table has no room, and the current row: the row that the keys have reached, else a selected row, else the first.
 */
export type NoRoom = {
  readonly ids: readonly string[]
  /** True if rows have two lines, which do not depend on the choice of columns. */
  readonly isNarrow: boolean
  readonly row: unknown
}

const noRoom = new WeakMap<Columns, NoRoom>()
const changes = createSignal()
const NONE: NoRoom = { ids: [], isNarrow: false, row: undefined }

/** Stores for which columns a table has no room now; its menu of columns reads this. */
export function tellNoRoom(columns: Columns, { ids, isNarrow, row }: NoRoom): void {
  const before = noRoom.get(columns) ?? NONE
  const isSame = before.row === row && before.isNarrow === isNarrow
  if (isSame && before.ids.length === ids.length && ids.every((id) => before.ids.includes(id))) return
  noRoom.set(columns, { ids, isNarrow, row })
  changes.tell()
}

/** Returns the columns for which their table has no room now; for the menu that offers them. */
export function useNoRoom(columns: Columns): NoRoom {
  return useSyncExternalStore(changes.subscribe, () => noRoom.get(columns) ?? NONE)
}
