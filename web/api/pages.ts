/** One page of a list, and the number of rows in the complete list at that time. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly total: number }

/** The maximum number of times that a changing list is read; after these the last result is used. */
const MOST_READINGS = 3

/**
 * Returns all rows of a list, page after page. If rows were added or removed in between, pages overlap or omit a row, and the total number
 * shows this: then the list is read again from the start.
 */
export async function allPages<Row>(read: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  for (let start = 1; ; start += 1) {
    const first = await read(1)
    const rows = [...first.rows]
    let last = first
    for (let page = 2; rows.length < last.total && last.rows.length > 0; page += 1) {
      last = await read(page)
      rows.push(...last.rows)
    }
    const isWhole = last.total === first.total && rows.length === first.total
    if (isWhole || start >= MOST_READINGS) return rows
  }
}
