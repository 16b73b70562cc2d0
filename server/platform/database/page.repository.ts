import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** Returns the number of rows on all pages of a list; `matching` is the text after the columns: `from … where …`. */
export async function countRows(tx: QueryExecutorProvider, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(tx)
  return rows[0]?.total ?? 0
}
