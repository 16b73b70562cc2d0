import type { Cell, PlotTable } from '../file/csv.ts'

type FileCell = Cell | boolean | null
type FieldOf<Row> = { [Name in keyof Row]: Row[Name] extends FileCell ? Name : never }[keyof Row]
/** The value of a row in a file: one of its fields, or a value computed from it. */
type ValueOf<Row> = FieldOf<Row> | ((row: Row) => FileCell)

/** A column of rows, defined once: plain tables, cards on a phone and files are made from it. */
export type PlainColumn<Row> = {
  /** The name of the column in files. It is the same in every language, because scripts read files. */
  readonly id: string
  /** The head on the screen; a column without a title is only in files, one with an empty title has no head. */
  readonly title?: string | undefined
  /** True if the title is read aloud but not visible. */
  readonly isTitleHidden?: boolean
  /** An element in the head that replaces the title. */
  readonly head?: React.ReactNode
  /** The unit, shown in the head; the cells then contain only numbers. */
  readonly unit?: string
  /** The value for files; a column without a value is only on the screen. */
  readonly value?: ValueOf<Row>
  /** Returns the content of the cell; if undefined, the value is shown. */
  readonly cell?: (row: Row, place: number) => React.ReactNode
  /** 'end' aligns quantities and times to the right. */
  readonly align?: 'end'
  /** A column of priority 2 is removed on a phone, one of 3 on a tablet too; the default is 1. */
  readonly priority?: number
  /** True if the cells are the heads of their rows. */
  readonly isRowHead?: boolean
  /** True if the text stays on one line. */
  readonly isUnbroken?: boolean
  /** The direction if the rows are sorted by this column. */
  readonly sort?: 'ascending' | 'descending'
  /** Returns the number of columns that the cell of a row covers; the covered columns are not drawn. */
  readonly span?: (row: Row) => number
  readonly className?: string | undefined
  /** Returns the class of one cell. */
  readonly classOf?: (row: Row) => string | undefined
}

/** A column of a data table. */
export type Column<Row> = Omit<PlainColumn<Row>, 'title' | 'value' | 'cell'> & {
  readonly title: string
  /** Returns the value for sorting; undefined is last in both directions. */
  readonly value: (row: Row) => number | string | undefined
  readonly cell: (row: Row) => React.ReactNode
  /** Returns the text for files if it differs from the value: times with Z, probabilities as `1.23E-04`. */
  readonly plain?: (row: Row) => Cell
  /** The minimum width. The column grows if its content would be cut; for a name (`LongName`) it grows only if there is room. */
  readonly widthPx: number
  /** True if its text, a name or an element with `data-words`, may be cut; then the column is not removed when its text needs more room. */
  readonly isYielding?: boolean
  /** Columns of 1 are never removed; on a narrow screen the highest number is removed first. */
  readonly priority: number
  /**
   * The place of the column in the two lines that a row has on a phone: identity and main value on the first, status and time on the
   * second.
   */
  readonly narrow?: NarrowPlace
}
export type NarrowPlace = 'identity' | 'main' | 'status' | 'time'

type WidthOf<Row> = (column: Column<Row>) => number

/**
 * Returns the columns for which there is room, in their order. The columns with the highest priority number are removed first. A yielding
 * column gets its needed width before the columns after it in priority, and is not removed as long as its set width fits.
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
 * Returns the widths of the yielding columns and of the columns whose names may be cut. They share the room that the other columns leave;
 * the first gets its full width first.
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

/** True if even the columns that are never removed are too wide for the table: then each row has two lines. */
export function needsTwoLines<Row>(columns: readonly Column<Row>[], roomPx: number, widthOf: WidthOf<Row>): boolean {
  const kept = columns.filter(({ priority }) => priority === 1)
  return kept.reduce((sum, column) => sum + widthOf(column), 0) > roomPx
}

const PLACES: readonly (NarrowPlace | undefined)[] = ['identity', 'main', 'status', 'time']

/** Returns the columns of the two-line rows in reading order; none if the table has no such rows. */
export function narrowColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return PLACES.flatMap((place) => columns.find(({ narrow }) => narrow !== undefined && narrow === place) ?? [])
}

/** Returns rows for a file: all given rows in their order, and each column with its unit. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): PlotTable {
  return {
    columns: columns.map(({ title, unit }) => (unit ? `${title}, ${unit}` : title)),
    rows: rows.map((row) => columns.map(({ value, plain = value }) => plain(row))),
  }
}

/** Returns columns that are in files only, by their heads. */
export const fileColumns = <Row>(columns: Readonly<Record<string, ValueOf<Row>>>): readonly PlainColumn<Row>[] =>
  Object.entries(columns).map(([id, value]) => ({ id, value }))

/** Returns the value of a row in a column, for a file. */
export function fileValue<Row>({ value }: PlainColumn<Row>, row: Row): Cell {
  if (value === undefined) return undefined
  const found = typeof value === 'function' ? value(row) : (row[value] as FileCell)
  return typeof found === 'boolean' ? String(found) : (found ?? undefined)
}

/** Returns rows in the form that scripts read: columns by their ids, and empty cells for missing values. */
export function fileOf<Row>(columns: readonly PlainColumn<Row>[], rows: readonly Row[]): PlotTable {
  const inFile = columns.filter(({ value }) => value !== undefined)
  return {
    columns: inFile.map(({ id }) => id),
    rows: rows.map((row) => inFile.map((column) => fileValue(column, row))),
  }
}

/**
 * Returns a file for data that is not drawn as a table: each head with the field that it contains, or with a function that computes its
 * value from a row.
 */
export const fileTable = <Row>(rows: readonly Row[], columns: Readonly<Record<string, ValueOf<Row>>>): PlotTable =>
  fileOf(fileColumns(columns), rows)

/** Orders values: numbers by size, texts by their words, and texts after numbers. */
export function compareValues(a: number | string | undefined, b: number | string | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return typeof a === typeof b ? 0 : typeof a === 'number' ? -1 : 1
}

const collator = new Intl.Collator('en', { numeric: true })
