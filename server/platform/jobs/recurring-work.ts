import { randomUUID } from 'node:crypto'
import { type Database, saidOf } from '../database/database.ts'
import type { Log } from '../log.ts'
import { beginWork } from '../process/at-work.ts'
import type { Queue } from './jobs.ts'
import {
  deleteOtherRecurringWork,
  endTurn,
  keepTurns,
  type Turn,
  takeTurn,
  upsertRecurringWork,
} from './recurring-work.repository.ts'

/** The services that recurring work uses. */
export type WorkPlatform = {
  readonly db: Database
  readonly queue: Queue
  readonly log: Log
  readonly now: () => number
  /** Aborted when the worker ends: what can wait for the next run is not begun. */
  readonly signal: AbortSignal
  /**
   * Tells whether this run only waits for others. While it waits, another run may use its place. When it has
   * something to do again, it counts as running, and no new run is taken until another run ends. Absent: places are
   * not counted.
   */
  readonly setWaiting?: (isWaiting: boolean) => void
}

/** Work that is repeated while an organisation has it on the list, for example polling a source or continuing the demo. */
export type RecurringWork = {
  /** The name of its file: `ca.demo` is `ca/demo-work.ts`. */
  readonly name: `${string}.${string}`
  readonly everyS: number
  /**
   * True if a run of the work takes long: a worker has only one run of it at a time, so that long runs do not fill
   * all places while other work waits.
   */
  readonly isLong?: boolean
  /** The organisations for which the settings request the work; undefined: the organisations add it to the list themselves. */
  readonly tenants?: readonly string[]
  /** Does the work once. It may be interrupted at any point and is then repeated: its writes must allow that. */
  readonly turn: (platform: WorkPlatform, tenantId: string) => Promise<void>
}

export type RecurringWorkOptions = Omit<WorkPlatform, 'signal' | 'setWaiting'> & {
  readonly works: readonly RecurringWork[]
  /** The interval at which the worker looks for due work, and the time (`leaseS`) after which the run of a lost worker is free. */
  readonly pollMs?: number
  readonly leaseS?: number
  /** The number of runs that a worker has at once; default 4. */
  readonly atOnce?: number
  /** Divides the period of all work, so that it is due sooner; default 1. Only tests set it. */
  readonly timesSooner?: number
}

export type RunningWork = { stop(): Promise<void> }

const POLL_MS = 1_000
const LEASE_S = 30
const USUAL_TURNS_AT_ONCE = 4
/** The worker looks for due work several times a second; its errors would fill the log while the database is unavailable. */
const SAY_AWAY_AGAIN_MS = 60_000
/** The maximum number of runs of a worker that wait for others, in addition to the runs that have a place. */
const MOST_WAITING = 1_000

/**
 * Runs due work together with any number of other workers. The database decides which worker gets a run, so that nothing runs
 * twice at the same time. The run of a lost worker is free again when its lease has expired.
 */
export async function startRecurringWork(options: RecurringWorkOptions): Promise<RunningWork> {
  const { works, db, log, pollMs = POLL_MS, leaseS = LEASE_S, atOnce = USUAL_TURNS_AT_ONCE, ...others } = options
  const { timesSooner = 1, ...rest } = others
  const holder = randomUUID()
  const ending = new AbortController()
  const platform: WorkPlatform = { db, log, ...rest, signal: ending.signal }
  const byName = new Map<string, RecurringWork>(works.map((work) => [work.name, work]))
  const running = new Map<Turn, Promise<void>>()
  /** Runs that gave up their place. */
  const waiting = new Set<Turn>()
  await db.shared(async (tx) => {
    for (const { name, tenants, everyS } of works) {
      if (tenants === undefined) continue
      await deleteOtherRecurringWork(tx, name, tenants)
      for (const tenantId of tenants) await upsertRecurringWork(tx, { name, tenantId }, everyS)
    }
  })
  // No second run of a long work is taken while one is in progress.
  const takeable = () => {
    const busy = new Set([...running.keys()].map(({ name }) => name))
    return works.filter(({ name, isLong }) => isLong !== true || !busy.has(name)).map(({ name }) => name)
  }
  const take = async () => {
    while (running.size - waiting.size < atOnce && !ending.signal.aborted) {
      const turn = await db.shared((tx) =>
        takeTurn(tx, { holder, names: takeable(), leaseS, timesSooner, running: [...running.keys()] }),
      )
      const work = turn && byName.get(turn.name)
      if (turn === undefined || work === undefined) return
      const setWaiting = (isWaiting: boolean) => {
        if (!isWaiting) waiting.delete(turn)
        else if (waiting.size < MOST_WAITING) waiting.add(turn)
      }
      const done = perform({ ...platform, setWaiting }, work, turn.tenantId)
        .then(() => db.shared((tx) => endTurn(tx, holder, turn)))
        .catch((error: unknown) => log.warn({ ...saidOf(error), work: turn.name }, 'recurring work could not be ended'))
        .finally(() => {
          running.delete(turn)
          waiting.delete(turn)
        })
      running.set(turn, done)
    }
  }
  const beat = every(pollMs, take, log)
  const keep = every(
    (leaseS * 1000) / 3,
    () => db.shared((tx) => keepTurns(tx, { holder, leaseS, running: [...running.keys()] })),
    log,
  )
  return {
    async stop() {
      ending.abort()
      await beat.stop()
      await Promise.allSettled([...running.values()])
      await keep.stop()
    },
  }
}

/** Runs a work once; a failure is logged, and the work runs again when it is due. */
async function perform(platform: WorkPlatform, work: RecurringWork, tenantId: string): Promise<void> {
  const end = beginWork(work.name)
  try {
    await work.turn(platform, tenantId)
  } catch (error) {
    platform.log.error({ ...saidOf(error), work: work.name }, 'recurring work failed; it is tried again')
  } finally {
    end()
  }
}

/** Repeats work at an interval, never twice at the same time. */
function every(ms: number, work: () => Promise<void>, log: Log): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let saidAwayAt = Number.NEGATIVE_INFINITY
  const tell = (error: unknown) => {
    const said = saidOf(error)
    if ('reason' in said && performance.now() - saidAwayAt < SAY_AWAY_AGAIN_MS) return
    if ('reason' in said) saidAwayAt = performance.now()
    log.warn(said, 'recurring work could not be looked at')
  }
  const round = () => {
    current = work()
      .then(() => {
        saidAwayAt = Number.NEGATIVE_INFINITY
      }, tell)
      .finally(() => {
        if (!stopped) timer = setTimeout(round, ms)
      })
  }
  round()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}
