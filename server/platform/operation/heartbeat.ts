import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { listProcesses, type ProcessKind, removeProcess, touchProcess } from './process.repository.ts'

const BEAT_MS = 10_000
const SILENT_S = 35

export type Heartbeat = {
  /** API processes that live, this one included; one when nobody can be asked. */
  apiProcesses(): number
  stop(): Promise<void>
}

/** Says every ten seconds that this process lives, and counts the others. */
export async function startHeartbeat(options: {
  readonly db: Database
  readonly kind: ProcessKind
  readonly log: Log
}): Promise<Heartbeat> {
  const { db, kind, log } = options
  const id = randomUUID()
  let count = 1
  const beat = () =>
    db.shared(async (tx) => {
      await touchProcess(tx, id, kind)
      const living = await listProcesses(tx)
      count = Math.max(1, living.filter((one) => one.kind === 'api' && one.age_s < SILENT_S).length)
    })
  await beat()
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'the heartbeat could not be written'))
  }, BEAT_MS)
  return {
    apiProcesses: () => count,
    async stop() {
      clearInterval(timer)
      await db
        .shared((tx) => removeProcess(tx, id))
        .catch((error: unknown) => log.warn({ err: error }, 'this process could not be signed off'))
    },
  }
}
