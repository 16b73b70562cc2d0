/** One page of a list, and of how many rows the whole list was when the server wrote it. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly total: number }

/** The number of readings of a list that changes while it is read. After these the last one is taken. */
const MOST_READINGS = 3

/**
 * Returns all rows of a list, page after page. If rows came or went in between, pages overlap or leave a row out,
 * and the total number shows it: then it is read from the start again.
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
