import { realpathSync } from 'node:fs'
import { SUPERUSER } from './cluster.ts'
import { findPlace, SYSTEM_DIR, socketDirOf } from './place.ts'
import { listClusterProcesses } from './processes.ts'
import { readSecret } from './secret.ts'
import { type EmbeddedPostgres, secretPath } from './supervisor.ts'

/** Returns the embedded PostgreSQL that another process runs on a data directory; undefined if none runs. */
export function findRunningPostgres(options: {
  readonly dataDir: string
  readonly osUser: string | undefined
  readonly systemDir?: string
}): Omit<EmbeddedPostgres, 'stop' | 'processId'> | undefined {
  const dataDir = realpathSync(options.dataDir)
  const place = findPlace({ dataDir, osUser: options.osUser, systemDir: options.systemDir ?? SYSTEM_DIR })
  if (place === undefined || listClusterProcesses(place.clusterDir, place.name).length === 0) return undefined
  return {
    socketDir: socketDirOf(place),
    port: 5432,
    superuser: { user: SUPERUSER, password: readSecret(secretPath(dataDir)) },
    clusterDir: place.clusterDir,
  }
}
