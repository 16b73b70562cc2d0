/** The thread of `watchdog.ts`. It needs nothing of the loop that it watches. */
import { readFileSync, write } from 'node:fs'
import { Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'

export type Watched = {
  readonly beats: SharedArrayBuffer
  readonly beatMs: number
  readonly limitMs: number
  /** Stands in the log line, as it does in those of the process itself. */
  readonly about: Readonly<Record<string, unknown>>
}

const { beats, beatMs, limitMs, about } = workerData as Watched
const counter = new Int32Array(beats)
/** As the kernel counts processor time in /proc. */
const CLOCK_TICK_MS = 10
/** The thread ends the process after this time, whether or not it could say why. */
const LAST_WORDS_MS = 500
/** At least this share of each tick counts, so that on a busy machine the end comes at most three times as late. */
const LEAST_TICK_SHARE = 1 / 3
const STACK_FRAMES = 8

let seen = -1
let stillMs = 0
let usedMs = 0

// Ticks of this thread are counted, not the clock: a machine that slept and a process that was stopped with SIGSTOP go on
// together with it, and nothing has stood still.
const timer = setInterval(() => {
  const beat = Atomics.load(counter, 0)
  const main = readMain()
  stillMs = beat === seen ? stillMs + countedMs(main) : 0
  seen = beat
  usedMs = main?.usedMs ?? 0
  if (stillMs < limitMs) return
  clearInterval(timer)
  setTimeout(end, LAST_WORDS_MS)
  findPlace((stack) => say(stack, end))
}, beatMs)

/** How much of the last tick counts: less while the loop wants to turn and other programs have the processor. */
function countedMs(main: Main | undefined): number {
  if (!main?.isRunnable) return beatMs
  return Math.min(beatMs, Math.max(beatMs * LEAST_TICK_SHARE, main.usedMs - usedMs))
}

type Main = { readonly isRunnable: boolean; readonly usedMs: number }

/** What the kernel says of the main thread, whose number is that of the process; undefined where there is no /proc. */
function readMain(): Main | undefined {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { isRunnable: fields[0] === 'R', usedMs: (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS }
  } catch {
    // Not Linux: then every tick counts.
    return undefined
  }
}

/** Where the loop stands; code that does not let itself be interrupted has no place, and `LAST_WORDS_MS` ends the waiting. */
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
  setTimeout(() => then(['unknown']), LAST_WORDS_MS - 100)
}

let said = false

function say(stack: readonly string[], then: () => void): void {
  if (said) return
  said = true
  const line = {
    level: 'fatal',
    time: new Date().toISOString(),
    ...about,
    stack,
    msg: 'the event loop stood still: ending this process',
  }
  write(1, `${JSON.stringify(line)}\n`, then)
}

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
