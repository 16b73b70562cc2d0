import pg from 'pg'
import { JOBS } from './jobs.ts'
import { grantJobs, migrate, readMigrations } from './platform/database/migrate.ts'
import { installJobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { MIGRATIONS_DIR } from './platform/operation/runtime.ts'

/**
 * Migrates the schema and the job tables, with the owner's rights, and returns the names of the migrations that were applied. It may be repeated, and
 * may run at several places at once.
 */
export async function bringForward(ownerUrl: string, log: Log): Promise<readonly string[]> {
  const names = await migrate(ownerUrl, readMigrations(MIGRATIONS_DIR), log)
  await installJobs({ url: ownerUrl, pool: 2, log }, JOBS)
  await grantJobs(ownerUrl)
  return names
}

/** Describes the migrations that were applied and the database: its address without the password. */
export function describeMigrations(ownerUrl: string, names: readonly string[]): string {
  const { database, host, port, user } = new pg.Client({ connectionString: ownerUrl })
  const many = names.length === 1 ? '1 migration' : `${names.length} migrations`
  const done = names.length === 0 ? 'is up to date' : `was brought forward by ${many}, to ${names.at(-1)}`
  return `The database ${database} at ${host}:${port} ${done} (as ${user}).`
}
