import { sql } from 'kysely'
import type { SharedDb } from '../database/database.ts'

/** Keeps the mark of a key where none is kept yet; returns the one that is kept. */
export async function keepKeyMark(
  tx: SharedDb,
  { name, mark }: { readonly name: string; readonly mark: string },
): Promise<string> {
  await sql`insert into platform.key_mark (name, mark) values (${name}, ${mark}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ mark: string }>`select mark from platform.key_mark where name = ${name}`.execute(tx)
  return rows[0]?.mark ?? mark
}
