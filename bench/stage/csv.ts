/** Yields the rows of a table with a head and commas between cells, without quotes, one at a time; cells are named by their columns. */
export function* readTable(text: string): Generator<ReadonlyMap<string, string>> {
  const [head = '', ...rows] = text.trim().split(/\r?\n/)
  const names = head.split(',')
  for (const row of rows) yield new Map(row.split(',').map((cell, k) => [names[k] ?? '', cell]))
}
