export type Cell = string | number | undefined
/** The values of a plot: what its table shows and its CSV holds. */
export type PlotTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] }

/** A file of comma-separated values as RFC 4180 has it; full precision, and nothing where there is no value. */
export function toCsv({ columns, rows }: PlotTable): string {
  return [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

function field(value: Cell): string {
  const text = value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
