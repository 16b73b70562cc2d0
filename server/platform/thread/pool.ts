import { availableParallelism } from 'node:os'
import { ApiError } from '../api-error.ts'
import { openSeat, type Seat } from './seat.ts'
import { PoolLossError, type Task, TaskLimitError } from './task.ts'
import { openTurns } from './turns.ts'

/** Where everything that users have written is read, converted and assessed: never in the process that answers them. */
export type Pool = {
  /**
   * Runs a task when it is the turn of the organisation. Throws TaskLimitError where it takes more than it may. With the
   * signal it gives its turn back: nobody waits for the answer any more.
   */
  run<I, O>(task: Task<I, O>, tenantId: string, input: I, signal?: AbortSignal): Promise<O>
  /** Throws 429 where the organisation has as much waiting as it may: asked for once, before a piece of work begins. */
  requireRoom(tenantId: string): void
  figures(): PoolFigures
  close(): void
}

export type PoolFigures = {
  /** Of all organisations together. */
  readonly waiting: number
  readonly running: number
  /** Since the start: pieces of work that were refused for now. */
  readonly refused: number
  /** Since the start: tasks that were ended, because they took more than they may. */
  readonly killed: number
  /** Since the start: tasks that were given up, because nobody waited for their answer any more. */
  readonly cancelled: number
  /** Since the start: processes that were lost, or could not be started. */
  readonly lost: number
}

export type PoolOptions = {
  /** Processes that one organisation may keep busy; there is one more, for the others. */
  readonly mostAtOnce?: number
  readonly mostWaiting?: number
  readonly mostWaitingS?: number
  /** As `nice` counts; 5 where it is not given: the processes that answer requests come first where processors are short. */
  readonly priority?: number
  /** Given by tests: milliseconds of a clock that goes on by itself. */
  readonly now?: () => number
}

const USUAL_PRIORITY = 5

/** One processor stays free for small requests. */
const PROCESSES_AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))
/** So many tasks of one organisation may wait, which is some tens of uploads being assessed. */
const MOST_WAITING_TASKS = 256
const MOST_WAITING_S = 20
/** Without work for so long, all processes but one end: the next task does not wait for a start. */
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

  /** A process with this much memory that has nothing to do; where there is none, one that idles with another makes room. */
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
        // That a process was killed or stood still says nothing about the task: once more, in another one.
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
        // Of whoever left before this nothing is told any more, and it would wait for a turn that nobody wants.
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
