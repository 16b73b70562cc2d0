import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** How many rows there are, of a list on all of its pages; `matching` is what stands behind the columns: `from … where …`. */
export async function countRows(tx: QueryExecutorProvider, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(tx)
  return rows[0]?.total ?? 0
}
