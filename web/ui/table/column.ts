import type { Cell, PlotTable } from '../file/csv.ts'

/** A column of a data table. */
export type Column<Row> = {
  readonly id: string
  readonly title: string
  /** Stands in the head; the cells then hold numbers only. */
  readonly unit?: string
  /** What is sorted by; undefined is last both ways. */
  readonly value: (row: Row) => number | string | undefined
  readonly cell: (row: Row) => React.ReactNode
  /** As it goes into files, where that is not the value: times with Z, probabilities as `1.23E-04`. */
  readonly plain?: (row: Row) => Cell
  /** Quantities and times end at the right. */
  readonly align?: 'end'
  /** How wide it is at least; it grows where something in it would be cut, for a name (`LongName`) only where there is room. */
  readonly widthPx: number
  /** Its words, which are a name or in `data-words`, may be cut: it does not leave for want of all that they need. */
  readonly isYielding?: boolean
  /** 1 is never dropped; on a narrow screen the highest goes first. */
  readonly priority: number
  /** Its place in the two lines that a row has on a phone: identity and main value above, status and time below. */
  readonly narrow?: NarrowPlace
}
export type NarrowPlace = 'identity' | 'main' | 'status' | 'time'

type WidthOf<Row> = (column: Column<Row>) => number

/**
 * The columns for which there is room, in their order: those of the highest priority number go first. One that yields
 * has all that it needs before those after it come, and stays with its usual width.
 */
export function fittingColumns<Row>(
  columns: readonly Column<Row>[],
  roomPx: number,
  widthOf: WidthOf<Row> = ({ widthPx }) => widthPx,
): readonly Column<Row>[] {
  const fitting = new Set<Column<Row>>()
  let used = 0
  for (const column of columns.toSorted((a, b) => a.priority - b.priority)) {
    const needs = widthOf(column)
    used += column.isYielding ? Math.min(needs, Math.max(column.widthPx, roomPx - used)) : needs
    if (used > roomPx && column.priority > 1) break
    fitting.add(column)
  }
  return columns.filter((column) => fitting.has(column))
}

/**
 * The widths of the columns that yield and of those whose names are cut. They share what the other columns leave of the
 * room: the first is made whole first.
 */
export function yieldingWidths<Row>(
  shown: readonly Column<Row>[],
  roomPx: number,
  leastOf: WidthOf<Row>,
  wholeOf: WidthOf<Row>,
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>()
  const usual = (column: Column<Row>) => (column.isYielding ? column.widthPx : leastOf(column))
  let left = Math.max(0, roomPx - shown.reduce((sum, column) => sum + usual(column), 0))
  for (const column of shown) {
    const more = Math.min(left, Math.max(0, wholeOf(column) - usual(column)))
    left -= more
    if (column.isYielding || more > 0) widths.set(column.id, usual(column) + more)
  }
  return widths
}

/** Whether even the columns that never leave are too wide for their place: then each row takes two lines. */
export function needsTwoLines<Row>(columns: readonly Column<Row>[], roomPx: number, widthOf: WidthOf<Row>): boolean {
  const kept = columns.filter(({ priority }) => priority === 1)
  return kept.reduce((sum, column) => sum + widthOf(column), 0) > roomPx
}

const PLACES: readonly (NarrowPlace | undefined)[] = ['identity', 'main', 'status', 'time']

/** The columns of the two-line rows, in the order they are read; none where the table has no such rows. */
export function narrowColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return PLACES.flatMap((place) => columns.find(({ narrow }) => narrow !== undefined && narrow === place) ?? [])
}

/** Rows as a file holds them: all that are given, in their order, each column with its unit. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): PlotTable {
  return {
    columns: columns.map(({ title, unit }) => (unit ? `${title}, ${unit}` : title)),
    rows: rows.map((row) => columns.map(({ value, plain = value }) => plain(row))),
  }
}

/** Orders values: numbers by size, texts by their words; for mixtures, texts after numbers. */
export function compareValues(a: number | string | undefined, b: number | string | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return typeof a === typeof b ? 0 : typeof a === 'number' ? -1 : 1
}

const collator = new Intl.Collator('en', { numeric: true })
