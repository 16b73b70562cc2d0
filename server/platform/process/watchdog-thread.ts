/** The thread of `watchdog.ts`. It runs independently of the event loop that it watches. */
import { readdirSync, readFileSync, readlinkSync, write } from 'node:fs'
import { Session } from 'node:inspector'
import { pathToFileURL } from 'node:url'
import { workerData } from 'node:worker_threads'
import { readAtWork } from './at-work.ts'
import type { ForcedEnd } from './record-end.repository.ts'
import { countedMs, type Times } from './standing-still.ts'
import { PROJECT_DIR } from './version.ts'

export type WatchedThread = {
  readonly beats: SharedArrayBuffer
  readonly beatMs: number
  readonly limitMs: number
  /** These fields are in the log line of the thread, as in the log lines of the process. */
  readonly about: Readonly<Record<string, unknown>>
  /** The names of the running work. */
  readonly atWork: SharedArrayBuffer
  /** The database in which the end is stored, and the kind of process; undefined: the end is not stored. */
  readonly record: { readonly kind: ForcedEnd['kind']; readonly databaseUrl: string } | undefined
}

const { beats, beatMs, limitMs, about, atWork, record } = workerData as WatchedThread
const counter = new Int32Array(beats)
/** The unit of processor time in /proc. */
const CLOCK_TICK_MS = 10
/** The thread waits this long for the place where the loop is frozen, and then ends the process without it. */
const PLACE_MS = 400
/** The time limit for writing the log line: another thread writes it, which may wait on a busy machine; if the pipe is full, nobody reads it. */
const WRITTEN_MS = 1_000
/** The time limit for the record: if the database is slow or unavailable, the process is ended without one. */
const RECORDED_MS = 3_000
/** Steal is the eighth number of the first line of /proc/stat (proc_stat(5)). */
const STEAL_PLACE = 7
const STACK_FRAMES = 8

const PROJECT_URL = `${pathToFileURL(PROJECT_DIR)}/`

let seen = -1
let stillMs = 0
let before = readTimes()

// Ticks of this thread are counted instead of clock time: after a sleep of the machine or a SIGSTOP this thread continues together
// with the loop, and nothing was frozen.
const timer = setInterval(() => {
  const beat = Atomics.load(counter, 0)
  const now = readTimes()
  stillMs = beat === seen ? stillMs + countedMs({ before, now, isHelperRunnable }, beatMs) : 0
  seen = beat
  before = now
  if (stillMs < limitMs) return
  clearInterval(timer)
  setTimeout(() => endAt(['unknown']), PLACE_MS)
  findPlace(endAt)
}, beatMs)

/** Reads the times of the main thread, whose number is the process's; undefined if there is no /proc: then every tick counts. */
function readTimes(): Times | undefined {
  try {
    const main = readStat(`/proc/self/task/${process.pid}/stat`)
    const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n')
    // The fields are user, nice, system, idle, iowait, irq, softirq, steal; `user` already contains the time of guests (proc_stat(5)).
    const ticks = line
      .split(/\s+/)
      .slice(1, 2 + STEAL_PLACE)
      .map(Number)
    return {
      state: main.state,
      usedMs: main.usedMs,
      processMs: readStat('/proc/self/stat').usedMs,
      machineMs: sumOf(ticks) * CLOCK_TICK_MS,
      stolenMs: sumOf(ticks.slice(STEAL_PLACE)) * CLOCK_TICK_MS,
    }
  } catch {
    return undefined
  }
}

const sumOf = (ticks: readonly number[]) => ticks.reduce((sum, one) => sum + one, 0)

/** Reads the state and the used time of a thread or process (proc_pid_stat(5)); its name may contain spaces and brackets. */
function readStat(path: string): { readonly state: string | undefined; readonly usedMs: number } {
  const stat = readFileSync(path, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0], usedMs: (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS }
}

/** Returns true if a thread of this process, apart from the main thread and the watchdog's own thread, has a processor or waits for one. */
function isHelperRunnable(): boolean {
  const own = readlinkSync('/proc/thread-self').split('/').at(-1)
  return readdirSync('/proc/self/task').some((id) => {
    if (id === own || id === String(process.pid)) return false
    try {
      return readStat(`/proc/self/task/${id}/stat`).state === 'R'
    } catch {
      // The thread has ended in the meantime.
      return false
    }
  })
}

/** Finds the place at which the loop is frozen. Code that cannot be interrupted has no place; then `PLACE_MS` ends the wait. */
function findPlace(then: (stack: readonly string[]) => void): void {
  const session = new Session()
  session.connectToMainThread()
  const files = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params }) => {
    const frames = params.callFrames.slice(0, STACK_FRAMES)
    then(
      frames.map(({ functionName, location }) => {
        return `${functionName || 'anonymous'} ${files.get(location.scriptId)}:${location.lineNumber + 1}`
      }),
    )
  })
  session.post('Debugger.enable', () => session.post('Debugger.pause'))
}

let isEnding = false

/**
 * Logs the place where the loop is frozen, and ends the process when the log line is written and the end is recorded. The limit for writing starts
 * here: on a busy machine all timers of this thread are late together, and an earlier limit would expire with the line still unwritten.
 */
function endAt(stack: readonly string[]): void {
  if (isEnding) return
  isEnding = true
  const work = readAtWork(atWork)
  const line = {
    level: 'fatal',
    time: new Date().toISOString(),
    ...about,
    work,
    stack,
    msg: 'the event loop stood still: ending this process',
  }
  const written = new Promise<void>((resolve) => {
    write(1, `${JSON.stringify(line)}\n`, () => resolve())
    setTimeout(resolve, WRITTEN_MS)
  })
  setTimeout(end, RECORDED_MS)
  Promise.allSettled([written, writeDown({ work, place: placeIn(stack) })]).then(end, end)
}

/** The driver is loaded only now, because a healthy process does not need a second database driver. */
async function writeDown(found: Pick<ForcedEnd, 'work' | 'place'>): Promise<void> {
  if (record === undefined) return
  const { recordEnd } = await import('./record-end.repository.ts')
  await recordEnd(record.databaseUrl, { kind: record.kind, ...found })
}

/** Returns the first place of the stack that is in our own code; the places before it are in Node or in a library. */
function placeIn(stack: readonly string[]): string | null {
  const own = stack.find((frame) => frame.includes(PROJECT_URL) && !frame.includes('/node_modules/'))
  return own === undefined ? null : own.replace(PROJECT_URL, '')
}

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
