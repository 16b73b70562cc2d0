import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { deserialize } from 'node:v8'
import { type Order, PoolLossError, type Reply, type Task, TaskLimitError } from './task.ts'

/** A process of the pool, which runs one task at a time. */
export type Seat = {
  readonly memoryMiB: number
  readonly isBusy: () => boolean
  /** Runs a task; the signal ends the process and thereby the task. */
  run<I, O>(task: Task<I, O>, input: I, signal?: AbortSignal): Promise<O>
  close(): void
}

export type SeatOptions = {
  readonly memoryMiB: number
  /** The niceness: 0 is usual; a process with a higher number has a lower priority. */
  readonly priority: number
  /** Returns milliseconds of a monotonic clock; tests replace it, so that a busy machine ends no task. */
  readonly now: () => number
}

/** The number of characters of a process's last output that are kept for the report of a crash. */
const LAST_OUTPUT_CHARACTERS = 2_000
/**
 * The ways in which V8 ends a process whose heap is full. SIGKILL is not among them: it comes from outside, and after our own
 * SIGKILL the task is already answered.
 */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP', 'SIGILL', 134]

/** A task shares the processors with others, so its clock time may be this multiple of its limit of processor time. */
const CLOCK_PER_PROCESSOR_TIME = 10
/** The ticks in one second of processor time (USER_HZ of Linux). */
const TICKS_PER_S = 100

type Job = {
  readonly id: number
  timer: NodeJS.Timeout
  readonly done: (value: unknown) => void
  readonly failed: (error: unknown) => void
}

/**
 * Starts a process of the pool. It is a process and not a thread: of eleven ways to fill the heap that were tried in a thread with
 * its own memory limit, four ended the whole process (docs/decisions/031-one-pool.md).
 */
export function openSeat({ memoryMiB, priority, now }: SeatOptions, onGone: (seat: Seat) => void): Seat {
  const child = start({ memoryMiB, priority })
  let job: Job | undefined
  let lastId = 0
  let lastWords = ''
  let isGone = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_OUTPUT_CHARACTERS)
  })
  // An idle process must not keep this process from ending.
  const rest = () => letRest(child)
  rest()

  const settle = (give: (held: Job) => void) => {
    const held = job
    if (held === undefined) return
    clearTimeout(held.timer)
    job = undefined
    rest()
    give(held)
  }
  const leave = () => {
    if (isGone) return
    isGone = true
    onGone(seat)
  }
  const kill = () => {
    // A process that was never started has the number 0 inside Node; a signal to 0 would end all processes of this process's group.
    if (child.pid !== undefined) child.kill('SIGKILL')
  }
  const end = (error: unknown) => {
    kill()
    leave()
    settle(({ failed }) => failed(error))
  }

  child.on('message', (reply: Reply) => {
    if (reply.id !== job?.id) return
    settle(({ done, failed }) => {
      if (reply.kind === 'answer') done(deserialize(reply.bytes))
      else failed(reply.kind === 'error' ? reply.error : new TaskLimitError('more than may be answered'))
    })
  })
  child.once('error', (error) => end(notStarted(error)))
  child.once('exit', (code, signal) => {
    const isFull = OUT_OF_MEMORY.includes(signal ?? code ?? 0)
    end(
      isFull
        ? new TaskLimitError(`more than ${memoryMiB} MiB of memory`, false, memoryMiB)
        : new PoolLossError(`a process of the pool ended with ${signal ?? code}: ${lastWords}`),
    )
  })

  const seat: Seat = {
    memoryMiB,
    isBusy: () => job !== undefined,
    run<I, O>({ module, name, limits }: Task<I, O>, input: I, signal?: AbortSignal): Promise<O> {
      lastId += 1
      const id = lastId
      const cancel = () => job?.id === id && end(signal?.reason)
      signal?.addEventListener('abort', cancel)
      return new Promise<O>((done, failed) => {
        const held: Job = {
          id,
          timer: setTimeout(look, limits.seconds * 1000),
          done: (value) => done(value as O),
          failed,
        }
        job = held
        const begun = { atMs: now(), cpuS: processorSeconds(child.pid) }
        function look(): void {
          const byClockS = (now() - begun.atMs) / 1000
          const cpuS = processorSeconds(child.pid)
          const usedS = cpuS === undefined || begun.cpuS === undefined ? byClockS : cpuS - begun.cpuS
          const isPatient = byClockS < CLOCK_PER_PROCESSOR_TIME * limits.seconds
          const leftMs = (limits.seconds - usedS) * 1000
          if (leftMs > 0 && isPatient) held.timer = setTimeout(look, Math.max(100, leftMs))
          else if (leftMs > 0)
            end(
              new PoolLossError(`a process of the pool did not get on for ${CLOCK_PER_PROCESSOR_TIME} times its limit`),
            )
          else end(new TaskLimitError(`more than ${limits.seconds} s`, true, limits.seconds))
        }
        // The process was not started, or ended a moment ago and its event has not arrived yet.
        if (child.pid === undefined || !child.connected) {
          end(notStarted(undefined))
          return
        }
        child.ref()
        child.channel?.ref()
        const order: Order = { id, module, name, input, answerBytes: limits.answerMiB * 1024 ** 2 }
        child.send(order, (cause) => cause && end(new PoolLossError('a process of the pool was lost', { cause })))
      }).finally(() => signal?.removeEventListener('abort', cancel))
    },
    close() {
      leave()
      kill()
    },
  }
  return seat
}

/** Throws PoolLossError if the machine cannot start another process, which is temporary. */
function start({ memoryMiB, priority }: Omit<SeatOptions, 'now'>): ChildProcess {
  try {
    return fork(
      join(import.meta.dirname, 'pool-process.ts'),
      [String(process.pid), String(priority), ...compiledCode()],
      {
        // With the default size of the young generation (three times 16 MiB), large files cost each process 100 MiB more.
        execArgv: [`--max-old-space-size=${memoryMiB}`, '--max-semi-space-size=8', '--expose-gc'],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        // A process that reads input from outside gets no settings, and above all no passwords.
        env: {},
      },
    )
  } catch (error) {
    throw notStarted(error)
  }
}

/** Returns the folder in which this process caches compiled code, if it has one: it contains a folder for each version of Node. */
function compiledCode(): string[] {
  const ofThisVersion = getCompileCacheDir()
  return ofThisVersion === undefined ? [] : [dirname(ofThisVersion)]
}

const notStarted = (cause: unknown) => new PoolLossError('a process of the pool could not be started', { cause })

function letRest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  const words: unknown = child.stderr
  if (words !== null && typeof words === 'object' && 'unref' in words && typeof words.unref === 'function')
    words.unref()
}

/** Returns the processor time of a process, s; undefined if the system does not report it. */
function processorSeconds(pid: number | undefined): number | undefined {
  try {
    // The fields after the name, which may contain blanks, are split: the 12th and 13th are user and system time (proc_pid_stat(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
  } catch {
    return undefined
  }
}
