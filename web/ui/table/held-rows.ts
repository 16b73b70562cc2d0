import { useMemo, useState } from 'react'

/** Rows that stay in their places while other rows are added or removed, until the user loads the new ones. */
export type HeldRows<Row> = {
  /** The rows as they were when they were ordered: they are sorted by the values of that time. */
  readonly order: readonly Row[]
  /** The current values of a row; a removed row keeps its last values. */
  readonly latest: ReadonlyMap<string, Row>
  readonly gone: ReadonlySet<string>
  /** The number of new rows that wait. */
  readonly fresh: number
}

/** Compares the shown rows with the current ones. */
export function holdRows<Row>(order: readonly Row[], rows: readonly Row[], idOf: (row: Row) => string): HeldRows<Row> {
  const latest = new Map(rows.map((row) => [idOf(row), row]))
  const gone = new Set<string>()
  for (const row of order) {
    const id = idOf(row)
    if (latest.has(id)) continue
    gone.add(id)
    latest.set(id, row)
  }
  return { order, latest, gone, fresh: rows.length - (order.length - gone.size) }
}

/** The rows that are held, and the query that they answer. */
type RowsOfQuestion<Row> = { readonly hold: string | undefined; readonly rows: readonly Row[] }

/** Returns the rows that are held from now on: the new rows if the query has changed, or if no row is shown that could be shifted. */
export function holdNext<Row>(held: RowsOfQuestion<Row>, there: RowsOfQuestion<Row>): RowsOfQuestion<Row> {
  const isFirst = held.rows.length === 0 && held.rows !== there.rows
  return held.hold !== there.hold || isFirst ? there : held
}

type RowsToHold<Row> = RowsOfQuestion<Row> & { readonly idOf: (row: Row) => string }

/** Holds rows in their order while the query stays the same: new rows wait until they are loaded (ux.md R7). */
export function useHeldRows<Row>({ rows, idOf, hold }: RowsToHold<Row>): HeldRows<Row> & { readonly load: () => void } {
  const [held, setHeld] = useState<RowsOfQuestion<Row>>({ hold, rows })
  const next = holdNext(held, { hold, rows })
  if (next !== held) setHeld(next)
  const order = hold === undefined ? rows : next.rows
  const state = useMemo(() => holdRows(order, rows, idOf), [order, rows, idOf])
  return { ...state, load: () => setHeld({ hold, rows }) }
}
