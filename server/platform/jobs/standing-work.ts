import { randomUUID } from 'node:crypto'
import { type Database, saidOf } from '../database/database.ts'
import type { Log } from '../log.ts'
import { beginWork } from '../process/at-work.ts'
import type { Queue } from './jobs.ts'
import {
  deleteOtherStandingWork,
  endTurn,
  keepTurns,
  type Turn,
  takeTurn,
  upsertStandingWork,
} from './standing-work.repository.ts'

/** What standing work stands on. */
export type WorkPlatform = {
  readonly db: Database
  readonly queue: Queue
  readonly log: Log
  readonly now: () => number
  /** Tells that the worker ends: what can be left for the next turn is left. */
  readonly signal: AbortSignal
  /**
   * The turn only waits for others, and another turn may have its place, until it has something to do again: then it counts among
   * those that have one, and no new turn is taken until one ends. Absent: places are not counted.
   */
  readonly setWaiting?: (isWaiting: boolean) => void
}

/** Work that comes back for as long as an organisation has it on the list: polling a source, moving the demo on. */
export type StandingWork = {
  /** Names its file: `ca.demo` is `ca/demo-work.ts`. */
  readonly name: `${string}.${string}`
  readonly everyS: number
  /** Its turns take long: a worker is at one of them at a time, so that other work does not wait until all places are free. */
  readonly isLong?: boolean
  /** Organisations for which the settings ask for it; undefined: they put it on the list themselves. */
  readonly tenants?: readonly string[]
  /** One turn. It may be cut short anywhere and is then done again: whatever it writes has to bear that. */
  readonly turn: (platform: WorkPlatform, tenantId: string) => Promise<void>
}

export type StandingWorkOptions = Omit<WorkPlatform, 'signal' | 'setWaiting'> & {
  readonly works: readonly StandingWork[]
  /** How often is looked for what is due, and how long a lost worker's turn is kept for it. */
  readonly pollMs?: number
  readonly leaseS?: number
  /** How many turns a worker takes on at once; default 4. */
  readonly atOnce?: number
  /** Work comes back so many times sooner than it says; default 1. Only tests give it. */
  readonly timesSooner?: number
}

export type RunningWork = { stop(): Promise<void> }

const POLL_MS = 1_000
const LEASE_S = 30
const USUAL_TURNS_AT_ONCE = 4
/** Looked for several times a second, what is due would fill the log while the database is away. */
const SAY_AWAY_AGAIN_MS = 60_000
/** So many turns of a worker may wait for others beside those that have a place. */
const MOST_WAITING = 1_000

/**
 * Works off what is due, turn by turn, together with any number of other workers: the database decides who has a turn, so
 * that nothing is done twice at a time. The turn of a lost worker is free again when its lease has run out.
 */
export async function startStandingWork(options: StandingWorkOptions): Promise<RunningWork> {
  const { works, db, log, pollMs = POLL_MS, leaseS = LEASE_S, atOnce = USUAL_TURNS_AT_ONCE, ...others } = options
  const { timesSooner = 1, ...rest } = others
  const holder = randomUUID()
  const ending = new AbortController()
  const platform: WorkPlatform = { db, log, ...rest, signal: ending.signal }
  const byName = new Map<string, StandingWork>(works.map((work) => [work.name, work]))
  const running = new Map<Turn, Promise<void>>()
  /** Turns that gave their place back. */
  const waiting = new Set<Turn>()
  await db.shared(async (tx) => {
    for (const { name, tenants, everyS } of works) {
      if (tenants === undefined) continue
      await deleteOtherStandingWork(tx, name, tenants)
      for (const tenantId of tenants) await upsertStandingWork(tx, { name, tenantId }, everyS)
    }
  })
  // Of long work no second turn is taken while one is under way.
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
        .catch((error: unknown) => log.warn({ ...saidOf(error), work: turn.name }, 'standing work could not be ended'))
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

/** A turn that fails is logged and done again when it is due. */
async function perform(platform: WorkPlatform, work: StandingWork, tenantId: string): Promise<void> {
  const end = beginWork(work.name)
  try {
    await work.turn(platform, tenantId)
  } catch (error) {
    platform.log.error({ ...saidOf(error), work: work.name }, 'standing work failed; it is tried again')
  } finally {
    end()
  }
}

/** Does something again and again, never twice at a time. */
function every(ms: number, work: () => Promise<void>, log: Log): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  let saidAwayAt = Number.NEGATIVE_INFINITY
  const tell = (error: unknown) => {
    const said = saidOf(error)
    if ('reason' in said && performance.now() - saidAwayAt < SAY_AWAY_AGAIN_MS) return
    if ('reason' in said) saidAwayAt = performance.now()
    log.warn(said, 'standing work could not be looked at')
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
