import pg from 'pg'
import { JOBS } from './jobs.ts'
import { readConfig } from './platform/config.ts'
import { grantJobs, migrate, readMigrations } from './platform/database/migrate.ts'
import { installJobs } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { MIGRATIONS_DIR } from './platform/operation/runtime.ts'
import { runDoor } from './platform/process/lifecycle.ts'
import { PROJECT_DIR, VERSION } from './platform/process/version.ts'

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

/** Describes the changes and the database: its address without the password. */
function describe(ownerUrl: string, names: readonly string[]): string {
  const { database, host, port, user } = new pg.Client({ connectionString: ownerUrl })
  const many = names.length === 1 ? '1 migration' : `${names.length} migrations`
  const done = names.length === 0 ? 'is up to date' : `was brought forward by ${many}, to ${names.at(-1)}`
  return `The database ${database} at ${host}:${port} ${done} (as ${user}).`
}

if (import.meta.main) {
  await runDoor(async () => {
    const config = readConfig(process.env, PROJECT_DIR, 'database')
    if (config.databaseOwnerUrl === undefined)
      throw new Error('APSIS_DATABASE_OWNER_URL is missing: migrations run as the owner of the database')
    const { databaseOwnerUrl: ownerUrl, logLevel: level } = config
    const names = await bringForward(ownerUrl, createLog({ level, process: 'migrate', version: VERSION }))
    process.stdout.write(`${describe(ownerUrl, names)}\n`)
  })
}
