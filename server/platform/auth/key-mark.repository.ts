import { sql } from 'kysely'
import type { SharedDb } from '../database/database.ts'

/** Stores the mark of a key if none is stored yet; returns the stored one. */
export async function keepKeyMark(
  tx: SharedDb,
  { name, mark }: { readonly name: string; readonly mark: string },
): Promise<string> {
  await sql`insert into platform.key_mark (name, mark) values (${name}, ${mark}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ mark: string }>`select mark from platform.key_mark where name = ${name}`.execute(tx)
  return rows[0]?.mark ?? mark
}
