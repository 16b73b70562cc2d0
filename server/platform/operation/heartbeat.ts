import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Database, type SharedDb, saidOf } from '../database/database.ts'
import type { Log } from '../log.ts'
import { MAX_SKEW_S } from '../process/clock-check.ts'
import { removeOldEnds } from './forced-end.repository.ts'
import type { Metrics } from './metrics.ts'
import {
  listNeighbours,
  listProcesses,
  type Neighbour,
  type OpsPlace,
  type ProcessKind,
  readClock,
  removeProcess,
  setOpsPlace,
  touchProcess,
} from './process.repository.ts'

const BEAT_MS = 10_000
/** The interval at which processes check a moved clock, because it may be moved again while the product runs (testing/pass-time.ts). */
const MOVED_LOOK_MS = 1_000
const SILENT_S = 35
/** A smaller difference between clocks is ignored: it delays due work no more than load does. */
const SAME_CLOCK_MS = 1_000

export type Heartbeat = {
  /** Returns the number of running API processes, including this one; one if the database cannot be queried. */
  apiProcesses(): number
  /**
   * Returns the time that all processes share: the database's time, if the clock of this machine differs from it. A due time that
   * one process or the database stores is due for all others at the same moment.
   */
  now(): number
  /** Returns the part of that difference, ms, by which the clock of the database was moved on purpose, which is not a fault. */
  movedMs(): number
  /** Stores the port of this machine at which the metrics of this process are read. */
  tellOpsPort(port: number): Promise<void>
  /** Returns the other running processes of this machine. */
  neighbours(): Promise<Neighbour[]>
  stop(): Promise<void>
}

type HeartbeatOptions = {
  readonly db: Database
  readonly kind: ProcessKind
  readonly log: Log
  readonly metrics: Metrics
  /** The clock of this machine. */
  readonly clock: () => number
}

/**
 * Reports every ten seconds that this process is running, counts the others, and compares its clock with the
 * database's. It also removes rows that nobody needs any more: the rows of silent processes, and of ends that were
 * reported long ago.
 */
export async function startHeartbeat({ db, kind, log, metrics, clock }: HeartbeatOptions): Promise<Heartbeat> {
  const id = randomUUID()
  let count = 1
  let place: OpsPlace | undefined
  let offsetMs = 0
  let movedMs = 0
  /** The answer was given at some time between question and answer, so its error is at most half of that interval. */
  const compare = async (tx: SharedDb) => {
    const askedMs = clock()
    const theirs = await readClock(tx)
    const answeredMs = clock()
    movedMs = theirs.movedMs
    const measuredMs = theirs.atMs - movedMs - (askedMs + answeredMs) / 2
    if (Math.abs(measuredMs - offsetMs) <= SAME_CLOCK_MS + (answeredMs - askedMs) / 2) return
    offsetMs = Math.abs(measuredMs) <= SAME_CLOCK_MS ? 0 : measuredMs
    const offsetS = Math.round(offsetMs / 1000)
    metrics.clockOffset.set(offsetS)
    if (offsetMs === 0) return log.warn({ offsetS }, 'the clock of this machine agrees with that of the database again')
    const said = 'the clock of this machine differs from that of the database, which is used'
    if (Math.abs(offsetS) < MAX_SKEW_S) log.warn({ offsetS }, said)
    else log.error({ offsetS }, said)
  }
  const beat = () =>
    db.shared(async (tx) => {
      await compare(tx)
      await touchProcess(tx, id, kind)
      if (place !== undefined) await setOpsPlace(tx, id, place)
      await removeOldEnds(tx)
      const living = await listProcesses(tx)
      count = Math.max(1, living.filter((one) => one.kind === 'api' && one.age_s < SILENT_S).length)
    })
  await beat()
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn(saidOf(error), 'the heartbeat could not be written'))
  }, BEAT_MS)
  const look = setInterval(() => {
    if (movedMs !== 0)
      db.shared(compare).catch((error: unknown) => log.warn(saidOf(error), 'the moved clock could not be read'))
  }, MOVED_LOOK_MS)
  return {
    apiProcesses: () => count,
    tellOpsPort: async (port) => {
      place = { machine: hostname(), pid: process.pid, port }
      await beat()
    },
    neighbours: () => db.shared((tx) => listNeighbours(tx, { id, machine: hostname(), silentS: SILENT_S })),
    now: () => clock() + movedMs + offsetMs,
    movedMs: () => movedMs,
    async stop() {
      clearInterval(timer)
      clearInterval(look)
      await db
        .shared((tx) => removeProcess(tx, id))
        .catch((error: unknown) => log.warn(saidOf(error), 'this process could not be signed off'))
    },
  }
}
