import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { bringForward } from '@apsis/server/migrate.ts'
import { provision, ROLES, socketUrl } from '@apsis/server/platform/database/provision.ts'
import type { Log } from '@apsis/server/platform/log.ts'
import { listClusterProcesses } from '@apsis/server/platform/postgres/processes.ts'
import { startPostgres } from '@apsis/server/platform/postgres/supervisor.ts'

const PASSWORDS = { owner: 'owner-of-a-bench', app: 'program-of-a-bench', identity: 'identity-of-a-bench' }

/** The number of clock ticks in one second of processor time (USER_HZ of Linux). */
const TICKS_PER_S = 100

/** Returns the user and system time of a process: the 12th and 13th field after its name, which may contain blanks (proc_pid_stat(5)). */
function processorTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

export type BenchDatabase = {
  readonly dataDir: string
  /** The database URLs: one for the owner of the tables, one for the program that is measured. */
  readonly ownerUrl: string
  readonly appUrl: string
  /** Returns the processor time, s, that the database's present processes have used so far. */
  readonly processorSeconds: () => number
  /** Stops the database and removes everything that it stored. */
  readonly clear: () => Promise<void>
}

/** Starts a migrated database for one measurement, in its own folder. */
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
    processorSeconds: () =>
      listClusterProcesses(postgres.clusterDir, basename(postgres.socketDir))
        .map(({ pid }) => processorTicks(pid) / TICKS_PER_S)
        .reduce((sum, one) => sum + one, 0),
    clear: async () => {
      await postgres.stop()
      // If root starts it, the cluster is in another folder than the data directory, so both are removed.
      rmSync(dirname(postgres.clusterDir), { recursive: true, force: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
