export type Cell = string | number | undefined
/** Values in rows: the contents of a plot's table and of a CSV file. */
export type PlotTable = {
  /** The names in files. They are the same in every language, because scripts read the files. */
  readonly columns: readonly string[]
  /** The names on the screen, if they are different. */
  readonly heads?: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** The first line of every file with made-up data (decisions.md 4). */
export const SIMULATED_LINE = '# SIMULATED: made-up data, of no real object'

/**
 * Returns a file of comma-separated values in the format of RFC 4180, with full precision; a missing value is empty. Names come from the
 * senders of messages, and a spreadsheet runs a text that begins like a formula: such a text gets an apostrophe in front.
 */
export function toCsv({ columns, rows }: PlotTable, { isSimulated }: { readonly isSimulated: boolean }): string {
  const head = isSimulated ? `${SIMULATED_LINE}\r\n` : ''
  return head + [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

/**
 * Matches the start of a formula in a spreadsheet; in some languages it is also a full-width character. A number may begin with its sign,
 * also if it is given as text.
 */
const FORMULA = /^(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$)[=+\-@＝＋－＠\t\r]/i

function field(value: Cell): string {
  const given = value === undefined ? '' : String(value)
  const text = FORMULA.test(given) ? `'${given}` : given
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
