import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { endedSecondsOf, treeOf } from '@apsis/e2e/process-tree.ts'

/** The folder that holds the root package.json. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const STILL_RUNNING_EVERY_MS = 20_000
const TERMINATED = 143
const INTERRUPTED = 130
const HUNG_UP = 129
/** A product that is asked to end has up to 30 s (tools/keeper.ts). */
const STOP_LIMIT_MS = 45_000
/** A step without output for this time counts as stuck, as in an endless loop; no step is silent for nearly as long. */
const SILENT_LIMIT_MS = 30 * 60_000
/** A step that takes longer counts as endless; no step takes nearly as long on a busy machine. */
const LIMIT_MS = 120 * 60_000
const KILLED = 137

export type Command = {
  readonly program: string
  readonly args: readonly string[]
  /** Matches lines that are passed on at once; all others are only collected, so that several steps can run at the same time. */
  readonly urgent?: RegExp
  /** The niceness of the step, as `nice` counts: its priority when others need the processor. */
  readonly niceness?: number
  readonly env?: Readonly<Record<string, string>>
  /** The working folder; the root if absent. */
  readonly cwd?: string
  /** The program is killed after this time without output. */
  readonly silentLimitMs?: number
  /** The program is killed after this time. */
  readonly limitMs?: number
}

export type Ran = {
  readonly code: number
  readonly output: string
  /** The processor time of the command and of everything that it has started and waited for; undefined if it is not known. */
  readonly processorS?: number
}

const running = new Map<ChildProcess, { readonly name: string; readonly started: number }>()

let countedS = 0

/** Returns the processor time of the command that has just ended; that of earlier commands is already counted. */
function secondsOfEnded(): number {
  const allS = endedSecondsOf(process.pid)
  const ofThisS = allS - countedS
  countedS = allS
  return ofThisS
}

/** Asks the commands to end and waits until they have; then ends the processes that they have started and that still run. */
async function stopChildren(code: number): Promise<void> {
  const children = [...running.keys()]
  const trees = children.flatMap(treeBelow)
  const closed = Promise.all(children.map((child) => once(child, 'close')))
  for (const child of children) child.kill('SIGTERM')
  await Promise.race([closed, sleep(STOP_LIMIT_MS)])
  killAll(trees)
  process.exit(code)
}

/** Passes a termination or Ctrl-C on to the running commands, so that none of them outlives this process. */
export function stopChildrenOnTermination(): void {
  process.once('SIGTERM', () => void stopChildren(TERMINATED))
  process.once('SIGHUP', () => void stopChildren(HUNG_UP))
  process.once('SIGINT', () => void stopChildren(INTERRUPTED))
}

/** Returns the process of a command and all processes below it. */
function treeBelow({ pid }: ChildProcess): number[] {
  if (pid === undefined) return []
  return process.platform === 'linux' ? treeOf(pid) : [pid]
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended already, which is the goal.
    }
  }
}

let pulse: NodeJS.Timeout | undefined

/** From time to time prints which steps are still running, all in one line. */
function sayWhatRuns(): void {
  const names = [...running.values()].map(({ name, started }) => `${name} ${seconds(performance.now() - started)}`)
  console.log(`… still running: ${names.join(', ')}`)
}

/** Runs one command at the root. It never rejects: a program that cannot be started is a failure with its message. */
export function run(name: string, command: Command, say: (line: string) => void = console.log): Promise<Ran> {
  return new Promise((resolve) => {
    const started = performance.now()
    let output = ''
    let line = ''
    let lastHeard = started
    const { silentLimitMs = SILENT_LIMIT_MS, limitMs = LIMIT_MS } = command
    const child = spawn(command.program, command.args, {
      cwd: command.cwd ?? ROOT,
      env: { ...process.env, ...command.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (running.size === 0) pulse = setInterval(sayWhatRuns, STILL_RUNNING_EVERY_MS)
    running.set(child, { name, started })
    if (child.pid !== undefined && command.niceness !== undefined) setPriority(child.pid, command.niceness)
    const end = (why: string) => {
      output += `${name} ${why} and was killed\n`
      say(`${name} ${why} and was killed`)
      // The process is killed at once, because one in an endless loop would not react to a request to end.
      killAll(treeBelow(child))
    }
    const watch = setInterval(
      () => {
        if (performance.now() - lastHeard > silentLimitMs) end(`said nothing for ${seconds(silentLimitMs)}`)
        else if (performance.now() - started > limitMs) end(`had not ended after ${seconds(limitMs)}`)
      },
      Math.min(STILL_RUNNING_EVERY_MS / 4, silentLimitMs, limitMs),
    )
    const collect = (text: string): void => {
      output += text
      lastHeard = performance.now()
      if (command.urgent === undefined) return
      const lines = (line + text).split('\n')
      line = lines.pop() ?? ''
      for (const whole of lines) if (command.urgent.test(stripVTControlCharacters(whole))) say(whole)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', collect)
    const finish = (code: number): void => {
      clearInterval(watch)
      running.delete(child)
      if (running.size === 0) clearInterval(pulse)
      resolve({ code, output, ...(process.platform === 'linux' && { processorS: secondsOfEnded() }) })
    }
    child.on('error', (error) => {
      output += `${command.program} could not be started: ${error.message}\n`
      finish(1)
    })
    child.on('close', (code, signal) => finish(code ?? (signal === 'SIGKILL' ? KILLED : signal ? TERMINATED : 1)))
  })
}

/** Returns the path of a program from the dependencies, such as `tsc`. */
export function binary(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name)
}

/** Runs the jobs, as many at a time as there are processors; returns the results in the given order. */
export async function pooled<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers: T[] = []
  let next = 0
  const take = async (): Promise<void> => {
    while (next < jobs.length) {
      const mine = next++
      const job = jobs[mine]
      if (job) answers[mine] = await job()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, take))
  return answers
}

/** Returns `1234.5` as `1.2 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
