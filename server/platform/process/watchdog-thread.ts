/** The thread of `watchdog.ts`. It needs nothing of the loop that it watches. */
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
  /** Stands in the log line, as it does in those of the process itself. */
  readonly about: Readonly<Record<string, unknown>>
  /** Names of the work that is under way. */
  readonly atWork: SharedArrayBuffer
  /** The database in which the end is written down, and as the end of what; undefined: in none. */
  readonly record: { readonly kind: ForcedEnd['kind']; readonly databaseUrl: string } | undefined
}

const { beats, beatMs, limitMs, about, atWork, record } = workerData as WatchedThread
const counter = new Int32Array(beats)
/** As the kernel counts processor time in /proc. */
const CLOCK_TICK_MS = 10
/** The thread waits so long for the place where the loop stands, and then ends the process without it. */
const PLACE_MS = 400
/** The line is written by another thread, which a busy machine lets wait; nobody reads it where the pipe is full. */
const WRITTEN_MS = 1_000
/** The database may be what is slow, or away: the process is ended without a record then. */
const RECORDED_MS = 3_000
/** Steal is the eighth number of the first line of /proc/stat (proc_stat(5)). */
const STEAL_PLACE = 7
const STACK_FRAMES = 8

const PROJECT_URL = `${pathToFileURL(PROJECT_DIR)}/`

let seen = -1
let stillMs = 0
let before = readTimes()

// Ticks of this thread are counted, not the clock: a machine that slept and a process that was stopped with SIGSTOP go on
// together with it, and nothing has stood still.
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

/** The number of the main thread is that of the process; undefined where there is no /proc: not Linux, every tick counts. */
function readTimes(): Times | undefined {
  try {
    const main = readStat(`/proc/self/task/${process.pid}/stat`)
    const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n')
    // user, nice, system, idle, iowait, irq, softirq, steal; what guests used is in user already (proc_stat(5)).
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

/** State and used time of a thread or process (proc_pid_stat(5)); its name may hold spaces and brackets. */
function readStat(path: string): { readonly state: string | undefined; readonly usedMs: number } {
  const stat = readFileSync(path, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0], usedMs: (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS }
}

/** Whether a thread of this process other than the main one and this one has a processor or waits for one. */
function isHelperRunnable(): boolean {
  const own = readlinkSync('/proc/thread-self').split('/').at(-1)
  return readdirSync('/proc/self/task').some((id) => {
    if (id === own || id === String(process.pid)) return false
    try {
      return readStat(`/proc/self/task/${id}/stat`).state === 'R'
    } catch {
      // It has ended since.
      return false
    }
  })
}

/** Where the loop stands; code that does not let itself be interrupted has no place, and `PLACE_MS` ends the waiting. */
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
 * Says where the loop stands, and ends the process when that is written and recorded. How long the writing may take is counted from here: on a
 * busy machine all timers of this thread are late together, and a limit set before would come with the line still unwritten.
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

/** Loaded only now: a process that turns has no use for a second database driver. */
async function writeDown(found: Pick<ForcedEnd, 'work' | 'place'>): Promise<void> {
  if (record === undefined) return
  const { recordEnd } = await import('./record-end.repository.ts')
  await recordEnd(record.databaseUrl, { kind: record.kind, ...found })
}

/** The first place of our own code: what a library or Node does there was asked of it by us. */
function placeIn(stack: readonly string[]): string | null {
  const own = stack.find((frame) => frame.includes(PROJECT_URL) && !frame.includes('/node_modules/'))
  return own === undefined ? null : own.replace(PROJECT_URL, '')
}

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
