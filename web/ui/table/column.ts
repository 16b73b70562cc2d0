import type { Cell, PlotTable } from '../file/csv.ts'

type FileCell = Cell | boolean | null
type FieldOf<Row> = { [Name in keyof Row]: Row[Name] extends FileCell ? Name : never }[keyof Row]
/** The value of a row in a file: one of its fields, or a value computed from it. */
type ValueOf<Row> = FieldOf<Row> | ((row: Row) => FileCell)

/** A column of rows, written once: plain tables, cards on a phone and files are made of it. */
export type PlainColumn<Row> = {
  /** Its head in files, which scripts read, in every language the same. */
  readonly id: string
  /** The head on the screen; a column without a title is in files only, one with an empty title has no head. */
  readonly title?: string | undefined
  /** The title is read aloud and not seen. */
  readonly isTitleHidden?: boolean
  /** The element in the head that replaces the title. */
  readonly head?: React.ReactNode
  /** The unit is in the head; the cells then have numbers only. */
  readonly unit?: string
  /** The value for files; a column without a value is on the screen only. */
  readonly value?: ValueOf<Row>
  /** Returns the content of the cell; without it, the value is shown. */
  readonly cell?: (row: Row, place: number) => React.ReactNode
  /** Quantities and times end at the right. */
  readonly align?: 'end'
  /** On a phone a column of 2 leaves, and one of 3 on a tablet, too; 1 without it. */
  readonly priority?: number
  /** Its cells are the heads of their rows. */
  readonly isRowHead?: boolean
  /** Its words stay in one line. */
  readonly isUnbroken?: boolean
  /** The rows are sorted by it. */
  readonly sort?: 'ascending' | 'descending'
  /** The number of columns that the cell of a row takes; the columns under it are not drawn. */
  readonly span?: (row: Row) => number
  readonly className?: string | undefined
  /** The class of one cell. */
  readonly classOf?: (row: Row) => string | undefined
}

/** A column of a data table. */
export type Column<Row> = Omit<PlainColumn<Row>, 'title' | 'value' | 'cell'> & {
  readonly title: string
  /** Returns the value for sorting; undefined is last both ways. */
  readonly value: (row: Row) => number | string | undefined
  readonly cell: (row: Row) => React.ReactNode
  /** Returns the text for files, if it is not the value: times with Z, probabilities as `1.23E-04`. */
  readonly plain?: (row: Row) => Cell
  /** The least width; the column grows if its content would be cut, for a name (`LongName`) only if there is room. */
  readonly widthPx: number
  /** True if its words, which are a name or in `data-words`, may be cut: it is not removed because they need more room. */
  readonly isYielding?: boolean
  /** 1 is never dropped; on a narrow screen the highest goes first. */
  readonly priority: number
  /** Its place in the two lines that a row has on a phone: identity and main value above, status and time below. */
  readonly narrow?: NarrowPlace
}
export type NarrowPlace = 'identity' | 'main' | 'status' | 'time'

type WidthOf<Row> = (column: Column<Row>) => number

/**
 * Returns the columns for which there is room, in their order: those of the highest priority number are removed first.
 * A column that yields has all that it needs before those after it come, and stays with its usual width.
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

/** True if even the columns that are never removed are too wide for their place: then each row takes two lines. */
export function needsTwoLines<Row>(columns: readonly Column<Row>[], roomPx: number, widthOf: WidthOf<Row>): boolean {
  const kept = columns.filter(({ priority }) => priority === 1)
  return kept.reduce((sum, column) => sum + widthOf(column), 0) > roomPx
}

const PLACES: readonly (NarrowPlace | undefined)[] = ['identity', 'main', 'status', 'time']

/** Returns the columns of the two-line rows, in the order they are read; none if the table has no such rows. */
export function narrowColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return PLACES.flatMap((place) => columns.find(({ narrow }) => narrow !== undefined && narrow === place) ?? [])
}

/** Returns rows for a file: all that are given, in their order, each column with its unit. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): PlotTable {
  return {
    columns: columns.map(({ title, unit }) => (unit ? `${title}, ${unit}` : title)),
    rows: rows.map((row) => columns.map(({ value, plain = value }) => plain(row))),
  }
}

/** Returns columns that are in files only, by their heads. */
export const fileColumns = <Row>(columns: Readonly<Record<string, ValueOf<Row>>>): readonly PlainColumn<Row>[] =>
  Object.entries(columns).map(([id, value]) => ({ id, value }))

/** Returns the value of a file in a column of a row. */
export function fileValue<Row>({ value }: PlainColumn<Row>, row: Row): Cell {
  if (value === undefined) return undefined
  const found = typeof value === 'function' ? value(row) : (row[value] as FileCell)
  return typeof found === 'boolean' ? String(found) : (found ?? undefined)
}

/** Rows as scripts read them: columns by their ids, and nothing where there is no value. */
export function fileOf<Row>(columns: readonly PlainColumn<Row>[], rows: readonly Row[]): PlotTable {
  const inFile = columns.filter(({ value }) => value !== undefined)
  return {
    columns: inFile.map(({ id }) => id),
    rows: rows.map((row) => inFile.map((column) => fileValue(column, row))),
  }
}

/** Returns a file for data that is not drawn as a table: each head with the field below it, or with a value computed from a row. */
export const fileTable = <Row>(rows: readonly Row[], columns: Readonly<Record<string, ValueOf<Row>>>): PlotTable =>
  fileOf(fileColumns(columns), rows)

/** Orders values: numbers by size, texts by their words; for mixtures, texts after numbers. */
export function compareValues(a: number | string | undefined, b: number | string | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return typeof a === typeof b ? 0 : typeof a === 'number' ? -1 : 1
}

const collator = new Intl.Collator('en', { numeric: true })
