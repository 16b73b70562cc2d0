import { availableParallelism } from 'node:os'
import { ApiError } from '../api-error.ts'
import { openSeat, type Seat } from './seat.ts'
import { PoolLossError, type Task, TaskLimitError } from './task.ts'
import { openTurns } from './turns.ts'

/** The processes in which all user input is read, converted and assessed. That is never done in the process that answers users. */
export type Pool = {
  /** Runs a task when a place is free. Throws TaskLimitError if it exceeds its limits. The signal cancels it and frees its place. */
  run<I, O>(task: Task<I, O>, tenantId: string, input: I, signal?: AbortSignal): Promise<O>
  /** Throws 429 if the organisation already has as many waiting tasks as allowed; called once before a piece of work begins. */
  requireRoom(tenantId: string): void
  figures(): PoolFigures
  close(): void
}

export type PoolFigures = {
  /** The number of waiting tasks of all organisations together. */
  readonly waiting: number
  readonly running: number
  /** The number of refused pieces of work since the start. */
  readonly refused: number
  /** The number of tasks that were ended since the start because they exceeded their limits. */
  readonly killed: number
  /** The number of tasks since the start that were cancelled. */
  readonly cancelled: number
  /** The number of processes since the start that were lost, or could not be started. */
  readonly lost: number
}

export type PoolOptions = {
  /** The number of processes that one organisation may use; the pool has one more process, for other organisations. */
  readonly mostAtOnce?: number
  readonly mostWaiting?: number
  readonly mostWaitingS?: number
  /** The niceness; default 5: if processors are short, the processes that answer requests have priority. */
  readonly priority?: number
  /** Returns milliseconds of a monotonic clock; only tests set it. */
  readonly now?: () => number
}

const USUAL_PRIORITY = 5

/** One processor stays free for small requests. */
const PROCESSES_AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))
/** The maximum number of waiting tasks of one organisation; some tens of uploads have this many. */
const MOST_WAITING_TASKS = 256
const MOST_WAITING_S = 20
/** After this time without work, the processes of the pool end, except for one, so that the next task need not wait for a start. */
const IDLE_MS = 60_000

type Waiting = {
  readonly task: Task<unknown, unknown>
  readonly input: unknown
  readonly done: (value: never) => void
  readonly failed: (error: unknown) => void
  readonly signal: AbortSignal | undefined
}

export function openPool(options: PoolOptions = {}): Pool {
  const { mostAtOnce = PROCESSES_AT_ONCE, mostWaiting = MOST_WAITING_TASKS, mostWaitingS = MOST_WAITING_S } = options
  const { priority = USUAL_PRIORITY, now = () => performance.now() } = options
  const seats = new Set<Seat>()
  const turns = openTurns<Waiting>({ mostAtOnce, now })
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const counts = { refused: 0, killed: 0, cancelled: 0, lost: 0 }

  /** Returns an idle process with this much memory; if there is none, an idle process with another amount is replaced. */
  function findSeat(memoryMiB: number): Seat {
    const free = [...seats].filter((seat) => !seat.isBusy())
    const fitting = free.find((seat) => seat.memoryMiB === memoryMiB)
    if (fitting !== undefined) return fitting
    if (seats.size > mostAtOnce) free[0]?.close()
    const seat = openSeat({ memoryMiB, priority, now }, (gone) => seats.delete(gone))
    seats.add(seat)
    return seat
  }

  const busy = () => [...seats].filter((seat) => seat.isBusy()).length

  function seatNext(): void {
    clearTimeout(idle)
    while (busy() <= mostAtOnce) {
      const next = turns.take()
      if (next === undefined) break
      const { done, failed } = next.item
      perform(next.item)
        .finally(() => {
          turns.done(next.owner)
          seatNext()
        })
        .then(done as (value: unknown) => void, failed)
    }
    if (busy() === 0) idle = setTimeout(thinOut, IDLE_MS).unref()
  }

  async function perform({ task, input, signal }: Waiting): Promise<unknown> {
    const attempt = async () => {
      signal?.throwIfAborted()
      return findSeat(task.limits.memoryMiB).run(task, input, signal)
    }
    try {
      return await attempt().catch((error: unknown) => {
        if (!(error instanceof PoolLossError) || isClosed) throw error
        counts.lost += 1
        // The end or freezing of a process does not mean that the task is at fault: the task is tried once more, in another process.
        return attempt()
      })
    } catch (error) {
      if (error instanceof PoolLossError) counts.lost += 1
      else if (error instanceof TaskLimitError) counts.killed += 1
      else if (signal?.aborted === true) counts.cancelled += 1
      throw error
    }
  }

  function thinOut(): void {
    for (const seat of [...seats].slice(1)) seat.close()
  }

  return {
    run: (task, tenantId, input, signal) =>
      new Promise((done, failed) => {
        // If the signal was aborted earlier, no event follows, and the task would wait although nobody needs it.
        if (signal?.aborted === true) {
          counts.cancelled += 1
          failed(signal.reason)
          return
        }
        const waiting: Waiting = { task: task as Task<unknown, unknown>, input, done, failed, signal }
        turns.push(tenantId, waiting)
        signal?.addEventListener('abort', () => {
          if (!turns.drop(tenantId, waiting)) return
          counts.cancelled += 1
          failed(signal.reason)
        })
        seatNext()
      }),
    requireRoom(tenantId) {
      const { count, oldestMs } = turns.waitingOf(tenantId)
      if (count < mostWaiting && oldestMs < mostWaitingS * 1000) return
      counts.refused += 1
      const message = 'Your organisation has as much waiting to be read as it may: try again when some of it is done.'
      throw new ApiError('too-many-requests', message, {
        headers: { 'retry-after': String(Math.ceil(mostWaitingS / 2)) },
      })
    },
    figures: () => ({ ...turns.figures(), ...counts }),
    close() {
      isClosed = true
      clearTimeout(idle)
      for (const seat of [...seats]) seat.close()
    },
  }
}

/** The pool of this process. */
export const pool = openPool()
