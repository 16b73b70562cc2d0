/** Runs the whole product as `npm start` does: one process with the API, which starts the database and a worker. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Database } from '@apsis/server/platform/database/database.ts'
import { socketUrl } from '@apsis/server/platform/database/provision.ts'
import { listClusterProcesses, signalProcess } from '@apsis/server/platform/postgres/processes.ts'
import { findRunningPostgres } from '@apsis/server/platform/postgres/running.ts'
import { type DoorProcess, startDoor } from '@apsis/server/platform/testing/door-process.ts'
import { freePort } from '@apsis/server/platform/testing/test-api.ts'
import { startTestIssuer, type TestIssuer } from '@apsis/server/platform/testing/test-issuer.ts'
import { benchSettings, DATABASE, openAsSuperuser, raise } from './parts.ts'

export type Whole = {
  readonly origin: string
  readonly opsOrigin: string
  readonly issuer: TestIssuer
  readonly database: Database
  readonly door: () => DoorProcess
  /** The folder of the database's files. */
  readonly clusterDir: string
  restart(): void
  killDatabase(): void
  stop(): Promise<void>
}

/** Starts the product in a new data directory, with additional settings, and resolves when it reports that it is ready. */
export async function startWhole(more: Readonly<Record<string, string>> = {}): Promise<Whole> {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-bench-'))
  const [issuer, port, opsPort] = await Promise.all([startTestIssuer(), freePort(), freePort()])
  const settings = {
    ...benchSettings(issuer),
    ...more,
    APSIS_DATA_DIR: dataDir,
    APSIS_PORT: String(port),
    APSIS_OPS_PORT: String(opsPort),
  }
  const start = () => startDoor('server/start.ts', settings)
  let door = start()
  await door.line(/Apsis is ready/)
  const postgres = findRunningPostgres({ dataDir, osUser: 'nobody' }) ?? raise('the embedded database is not running')
  const database = openAsSuperuser(socketUrl(postgres, postgres.superuser, DATABASE))
  return {
    origin: `http://localhost:${port}`,
    opsOrigin: `http://localhost:${opsPort}`,
    issuer,
    database,
    door: () => door,
    clusterDir: postgres.clusterDir,
    restart() {
      door = start()
      void door.ended.then(({ code, signal }) => {
        if (signal !== 'SIGKILL' && code !== 0)
          process.stdout.write(`  the product ended (${code ?? signal}):\n${door.lines.join('\n')}\n`)
      })
    },
    killDatabase() {
      for (const { pid } of listClusterProcesses(postgres.clusterDir, basename(postgres.socketDir)))
        signalProcess(pid, 'SIGKILL')
    },
    async stop() {
      await database.close()
      door.kill('SIGTERM')
      await door.ended
      await issuer.close()
      rmSync(dirname(postgres.clusterDir), { recursive: true, force: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
