import { rmSync } from 'node:fs'
import { bringForward } from '../../migrate.ts'
import { provision, ROLES, socketUrl } from '../database/provision.ts'
import { createLog } from '../log.ts'
import { startPostgres } from '../postgres/supervisor.ts'
import { DATABASE_ACCOUNT, makeDataDir } from './data-dir.ts'
import { TEMPLATE, TEST_PASSWORDS } from './test-database.ts'

/**
 * Each file that runs has processes with connections of their own. The log of this database lies in memory and is never read:
 * packing its pages took a third of a second of processor time for each copy of the template.
 */
const SETTINGS = { max_connections: '400', wal_compression: 'off' }

/** Starts one real PostgreSQL for all server tests, with a migrated database that each test file copies. */
export async function setup(): Promise<() => Promise<void>> {
  const dataDir = makeDataDir('test')
  const log = createLog({ level: 'error', process: 'test', version: 'test' })
  const postgres = await startPostgres({ dataDir, osUser: DATABASE_ACCOUNT, settings: SETTINGS, log })
  const superuserUrl = socketUrl(postgres, postgres.superuser, 'postgres')
  await provision(superuserUrl, TEMPLATE, TEST_PASSWORDS)
  await bringForward(socketUrl(postgres, { user: ROLES.owner, password: TEST_PASSWORDS.owner }, TEMPLATE), log)
  process.env.APSIS_TEST_DATABASE_URL = superuserUrl
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
