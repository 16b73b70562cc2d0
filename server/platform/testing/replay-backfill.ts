import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS_DIR } from '../operation/runtime.ts'
import type { TestDatabase } from './test-database.ts'

/** Runs once more what a migration does to the rows that are there; its columns are there already. */
export async function replayBackfill({ query }: Pick<TestDatabase, 'query'>, migration: string): Promise<void> {
  const text = readFileSync(join(MIGRATIONS_DIR, migration), 'utf8')
  const at = text.search(/^(-- The owner of the tables|alter table [a-z.]+ no force)/m)
  if (at < 0) throw new Error(`${migration} does not say where its statements on rows begin`)
  await query(text.slice(at))
}
