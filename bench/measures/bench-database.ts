import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bringForward } from '@apsis/server/migrate.ts'
import { provision, ROLES, socketUrl } from '@apsis/server/platform/database/provision.ts'
import type { Log } from '@apsis/server/platform/log.ts'
import { startPostgres } from '@apsis/server/platform/postgres/supervisor.ts'

const PASSWORDS = { owner: 'owner-of-a-bench', app: 'program-of-a-bench', identity: 'identity-of-a-bench' }

export type BenchDatabase = {
  readonly dataDir: string
  /** As the owner of the tables, and as the program that is measured. */
  readonly ownerUrl: string
  readonly appUrl: string
  /** Stops the database and removes all that it stored. */
  readonly clear: () => Promise<void>
}

/** A migrated database of its own, in a folder of its own, for one measurement. */
export async function startBenchDatabase(log: Log): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-bench-'))
  const postgres = await startPostgres({ dataDir, osUser: 'nobody', log })
  await provision(socketUrl(postgres, postgres.superuser, 'postgres'), 'apsis', PASSWORDS)
  const ownerUrl = socketUrl(postgres, { user: ROLES.owner, password: PASSWORDS.owner }, 'apsis')
  await bringForward(ownerUrl, log)
  return {
    dataDir,
    ownerUrl,
    appUrl: socketUrl(postgres, { user: ROLES.app, password: PASSWORDS.app }, 'apsis'),
    clear: async () => {
      await postgres.stop()
      // Started as root, the cluster lies outside the data directory.
      rmSync(dirname(postgres.clusterDir), { recursive: true, force: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
