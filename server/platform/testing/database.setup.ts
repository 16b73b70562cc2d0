import { rmSync } from 'node:fs'
import { bringForward } from '../../migrate.ts'
import { moveClock } from '../database/moved-clock.ts'
import { provision, ROLES, socketUrl } from '../database/provision.ts'
import { createLog } from '../log.ts'
import { clusterOf, socketDirOf } from '../postgres/place.ts'
import { startPostgres } from '../postgres/supervisor.ts'
import { DATABASE_ACCOUNT, makeDataDir } from './data-dir.ts'
import { noteForKeeper } from './keeper.ts'
import { asSuperuser, TEMPLATE, TEST_PASSWORDS } from './test-database.ts'

/**
 * Each test file that runs has processes with their own connections. The log of this database is in memory and never read:
 * compressing its pages took a third of a second of processor time for each copy of the template.
 */
const SETTINGS = { max_connections: '400', wal_compression: 'off' }

/** Starts one real PostgreSQL for all server tests, with a migrated database that each test file copies. */
export async function setup(): Promise<() => Promise<void>> {
  const dataDir = makeDataDir('test')
  const log = createLog({ level: 'error', process: 'test', version: 'test' })
  // This is called before anything is created there, because the run may be ended while PostgreSQL creates its database.
  noteForKeeper('folder', socketDirOf(clusterOf(dataDir)))
  const postgres = await startPostgres({ dataDir, osUser: DATABASE_ACCOUNT, settings: SETTINGS, log })
  const superuserUrl = socketUrl(postgres, postgres.superuser, 'postgres')
  const pid = postgres.processId()
  if (pid !== undefined) noteForKeeper('process', pid)
  await provision(superuserUrl, TEMPLATE, TEST_PASSWORDS)
  await bringForward(socketUrl(postgres, { user: ROLES.owner, password: TEST_PASSWORDS.owner }, TEMPLATE), log)
  if (process.env.APSIS_TEST_AHEAD_MS !== undefined) await follow(superuserUrl)
  process.env.APSIS_TEST_DATABASE_URL = superuserUrl
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** If the tests run at another instant (tools/hours.ts), the clocks of their databases are moved to that instant, too. */
async function follow(superuserUrl: string): Promise<void> {
  await moveClock(superuserUrl.replace(/\/[^/]*$/, `/${TEMPLATE}`), new Date().toISOString())
  // A search path that is set for a database is not copied with it; one that is set for a role is.
  await asSuperuser(superuserUrl, async (client) => {
    for (const role of [ROLES.app, ROLES.owner, 'current_user'])
      await client.query(`alter role ${role} set search_path = clock, pg_catalog, "$user", public`)
  })
}
