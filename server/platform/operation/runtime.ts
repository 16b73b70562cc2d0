import { join } from 'node:path'
import type { Caller } from '../auth/caller.ts'
import { createEndedSessions } from '../auth/ended-sessions.ts'
import { createKeySource } from '../auth/jwks.ts'
import { createLimits } from '../auth/rate-limit.ts'
import { createSecretBox } from '../auth/secret-box.ts'
import { createSigningKeys } from '../auth/signing-keys.ts'
import type { Config } from '../config.ts'
import { listDurabilityFaults, listIsolationFaults } from '../database/catalogue.repository.ts'
import { type Database, openDatabase, type TenantDb } from '../database/database.ts'
import { createListener } from '../database/listener.ts'
import { pendingMigrations, readMigrations } from '../database/migrate.ts'
import { openQueue, type Queue } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { checkClock, judgeDatabaseClock } from '../process/clock-check.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { checkDeliveryKey } from './key-check.ts'
import { createMetrics } from './metrics.ts'
import type { Platform } from './platform.ts'

export const MIGRATIONS_DIR = join(import.meta.dirname, '..', '..', 'migrations')
const QUEUE_CONNECTIONS = 4

type Base = { readonly config: Config; readonly version: string; readonly log: Log; readonly databaseUrl: string }

/** Refuses a database that is older than the code, breaches tenant isolation, may lose acknowledged writes, or has another key. */
export async function checkDatabase({ config, databaseUrl, log }: Base, db: Database): Promise<void> {
  const pending = await pendingMigrations(databaseUrl, readMigrations(MIGRATIONS_DIR))
  if (pending.length > 0)
    throw new Error(
      `The schema is behind the program: ${pending.join(', ')} must be applied first (npm run apsis-server -- migrate)`,
    )
  const embedded = config.databaseUrl === undefined
  const faults = await db.shared(async (tx) => [
    ...(await listIsolationFaults(tx)),
    ...(await listDurabilityFaults(tx, embedded)),
  ])
  if (faults.length > 0)
    throw new Error(`The database is not fit to use:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  await checkDeliveryKey({ db, keyFile: config.delivery.keyFile, isEmbedded: embedded, log })
}

export type Runtime = { readonly platform: Platform; readonly heartbeat: Heartbeat; close(): Promise<void> }

/** Opens the services of an API process. */
export async function openRuntime(
  base: Base,
  onFirstSeen: (queue: Queue, tx: TenantDb, caller: Caller) => Promise<void>,
): Promise<Runtime> {
  const { config, version, log, databaseUrl } = base
  const clock = Date.now
  const proxy = config.outboundProxy
  const aheadS = config.embeddedIdentity
    ? undefined
    : await checkClock({ issuer: config.issuer, proxy, now: clock, log })
  const db = openDatabase({ url: databaseUrl, pool: config.databasePool, name: 'apsis-api', log })
  await checkDatabase(base, db)
  const queue = await openQueue({ url: databaseUrl, pool: QUEUE_CONNECTIONS, log }, 'runtime')
  const listener = createListener({ url: databaseUrl, name: 'apsis-api-listener', log })
  const metrics = createMetrics({ process: 'api', version })
  const heartbeat = await startHeartbeat({ db, kind: 'api', log, metrics, clock })
  if (aheadS !== undefined) judgeDatabaseClock(log, aheadS + (heartbeat.now() - heartbeat.movedMs() - clock()) / 1000)
  const ended = createEndedSessions({ db, listener, log, now: clock })
  await ended.load()
  const keys = createKeySource({ url: `${config.issuer}/protocol/openid-connect/certs`, proxy, log, now: clock })
  const signingKeys = createSigningKeys({ db, now: clock })
  const { issuer, audience, clients, publicUrl } = config
  const own = { issuer: publicUrl, key: signingKeys.key }
  const platform: Platform = {
    config,
    version,
    log,
    db,
    queue,
    listener,
    keys,
    // The provider's tokens are verified with the machine's clock, which was compared with the provider's clock.
    tokens: { issuer, audience, clients, keys, own, now: clock, isEnded: ended.has },
    signingKeys,
    box: createSecretBox(config.delivery.keyFile),
    endedSessions: ended,
    limits: createLimits({ now: clock, processes: heartbeat.apiProcesses }),
    metrics,
    now: heartbeat.now,
    movedMs: heartbeat.movedMs,
    onFirstSeen: (tx, caller) => onFirstSeen(queue, tx, caller),
  }
  return {
    platform,
    heartbeat,
    async close() {
      await heartbeat.stop()
      await listener.close()
      await queue.stop(1_000)
      await db.close()
    },
  }
}
