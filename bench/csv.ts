/** The rows of a table with a head and commas between cells, without quotes: by the names of the columns. */
export function readTable(text: string): ReadonlyMap<string, string>[] {
  const [head = '', ...rows] = text.trim().split(/\r?\n/)
  const names = head.split(',')
  return rows.map((row) => new Map(row.split(',').map((cell, k) => [names[k] ?? '', cell])))
}
