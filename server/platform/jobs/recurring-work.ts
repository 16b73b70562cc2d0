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
  /** Aborted when the worker ends: work that can wait for the next turn is left. */
  readonly signal: AbortSignal
  /**
   * Marks that the turn only waits for others, and another turn may have its place, until it has something to do again: then it counts
   * among those that have one, and no new turn is taken until one ends. Absent: places are not counted.
   */
  readonly setWaiting?: (isWaiting: boolean) => void
}

/** Work that is repeated for as long as an organisation has it on the list: polling a source, moving the demo on. */
export type RecurringWork = {
  /** Names its file: `ca.demo` is `ca/demo-work.ts`. */
  readonly name: `${string}.${string}`
  readonly everyS: number
  /** True if its turns take long: a worker runs one of them at a time, so that other work does not wait until all places are free. */
  readonly isLong?: boolean
  /** The organisations for which the settings request it; undefined: they add it to the list themselves. */
  readonly tenants?: readonly string[]
  /** Runs one turn. It may be interrupted anywhere and is then repeated: its writes have to allow that. */
  readonly turn: (platform: WorkPlatform, tenantId: string) => Promise<void>
}

export type RecurringWorkOptions = Omit<WorkPlatform, 'signal' | 'setWaiting'> & {
  readonly works: readonly RecurringWork[]
  /** The interval of the look for due work, and the time after which a lost worker's turn is free. */
  readonly pollMs?: number
  readonly leaseS?: number
  /** The number of turns that a worker runs at once; default 4. */
  readonly atOnce?: number
  /** Work is due this many times sooner than its period; default 1. Only tests set it. */
  readonly timesSooner?: number
}

export type RunningWork = { stop(): Promise<void> }

const POLL_MS = 1_000
const LEASE_S = 30
const USUAL_TURNS_AT_ONCE = 4
/** The look runs several times a second, and its errors would fill the log while the database is away. */
const SAY_AWAY_AGAIN_MS = 60_000
/** At most this many turns of a worker may wait for others beside those that have a place. */
const MOST_WAITING = 1_000

/**
 * Processes due work, turn by turn, together with any number of other workers: the database decides who has a turn, so that nothing runs
 * twice at a time. The turn of a lost worker is free again when its lease has expired.
 */
export async function startRecurringWork(options: RecurringWorkOptions): Promise<RunningWork> {
  const { works, db, log, pollMs = POLL_MS, leaseS = LEASE_S, atOnce = USUAL_TURNS_AT_ONCE, ...others } = options
  const { timesSooner = 1, ...rest } = others
  const holder = randomUUID()
  const ending = new AbortController()
  const platform: WorkPlatform = { db, log, ...rest, signal: ending.signal }
  const byName = new Map<string, RecurringWork>(works.map((work) => [work.name, work]))
  const running = new Map<Turn, Promise<void>>()
  /** Turns that gave their place back. */
  const waiting = new Set<Turn>()
  await db.shared(async (tx) => {
    for (const { name, tenants, everyS } of works) {
      if (tenants === undefined) continue
      await deleteOtherRecurringWork(tx, name, tenants)
      for (const tenantId of tenants) await upsertRecurringWork(tx, { name, tenantId }, everyS)
    }
  })
  // No second turn of long work is taken while one is running.
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

/** Runs a turn; a failure is logged and the turn is repeated when it is due. */
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

/** Repeats work, never twice at a time. */
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
