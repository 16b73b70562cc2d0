import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bringForward } from '../../migrate.ts'
import { createLog } from '../log.ts'
import { startPostgres } from '../postgres/supervisor.ts'
import { provision, ROLES, socketUrl } from '../provision.ts'
import { TEMPLATE, TEST_PASSWORDS } from './test-database.ts'

/** Starts one real PostgreSQL for all server tests, with a migrated database that each test file copies. */
export async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-test-'))
  const log = createLog({ level: 'error', process: 'test', version: 'test' })
  const postgres = await startPostgres({ dataDir, osUser: 'nobody', log })
  const superuserUrl = socketUrl(postgres, postgres.superuser, 'postgres')
  await provision(superuserUrl, TEMPLATE, TEST_PASSWORDS)
  await bringForward(socketUrl(postgres, { user: ROLES.owner, password: TEST_PASSWORDS.owner }, TEMPLATE), log)
  process.env.APSIS_TEST_DATABASE_URL = superuserUrl
  return async () => {
    await postgres.stop()
    // Started as root, the cluster lies outside the data directory.
    rmSync(dirname(postgres.clusterDir), { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
