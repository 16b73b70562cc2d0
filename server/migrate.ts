import { JOBS } from './jobs.ts'
import { readConfig } from './platform/config.ts'
import { grantJobs, migrate, readMigrations } from './platform/database/migrate.ts'
import { installJobs } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { MIGRATIONS_DIR } from './platform/operation/runtime.ts'
import { runDoor } from './platform/process/lifecycle.ts'
import { PROJECT_DIR, VERSION } from './platform/process/version.ts'

/** Brings the schema and the job tables forward, with the owner's rights. Safe to repeat, and from several places at once. */
export async function bringForward(ownerUrl: string, log: Log): Promise<void> {
  await migrate(ownerUrl, readMigrations(MIGRATIONS_DIR), log)
  await installJobs({ url: ownerUrl, pool: 2, log }, JOBS)
  await grantJobs(ownerUrl)
}

if (import.meta.main) {
  await runDoor(async () => {
    const config = readConfig(process.env, PROJECT_DIR, 'database')
    if (config.databaseOwnerUrl === undefined)
      throw new Error('APSIS_DATABASE_OWNER_URL is missing: migrations run as the owner of the database')
    await bringForward(
      config.databaseOwnerUrl,
      createLog({ level: config.logLevel, process: 'migrate', version: VERSION }),
    )
  })
}
