import type { TestDatabase } from './test-database.ts'

/** Tables that change by themselves while a process runs: heartbeats, and the maintenance of the queue. */
const RESTLESS = /^(platform\.process|pgboss\.(?!job(_|$)).*)$/

/** Returns a hash of the rows of each table, read without row-level security. */
export async function hashTables(database: TestDatabase): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const still = tables.map((table) => table.name).filter((name) => !RESTLESS.test(name))
  const parts = still.map(
    (name) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
      as hash from ${name} t`,
  )
  const rows = await database.query<{ name: string; hash: string }>(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
