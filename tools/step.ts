import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds the root package.json. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const STILL_RUNNING_EVERY_MS = 20_000
const TERMINATED = 143
/** A step that says nothing for so long hangs, as in a loop that nothing interrupts; far above what any says nothing for. */
const SILENT_LIMIT_MS = 30 * 60_000
const KILLED = 137

export type Command = {
  readonly program: string
  readonly args: readonly string[]
  /** Passes the output on while it comes, instead of only collecting it. */
  readonly live?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** The root when not said. */
  readonly cwd?: string
  /** After so long without a word it is killed. */
  readonly silentLimitMs?: number
}

export type Ran = {
  readonly code: number
  readonly output: string
  /** The output was passed on while it came. */
  readonly shown?: boolean
}

const running = new Set<ReturnType<typeof spawn>>()

function stopChildren(): void {
  for (const child of running) child.kill('SIGTERM')
  process.exit(TERMINATED)
}

/** Passes a termination on to the commands that run, so that none outlives this process. */
export function stopChildrenOnTermination(): void {
  process.once('SIGTERM', stopChildren)
}

/** Runs one command at the root; never rejects: a program that cannot be started is a failure with its message. */
export function run(name: string, command: Command): Promise<Ran> {
  return new Promise((resolve) => {
    const started = performance.now()
    let output = ''
    let lastSeen = started
    let lastHeard = started
    const limit = command.silentLimitMs ?? SILENT_LIMIT_MS
    const child = spawn(command.program, command.args, {
      cwd: command.cwd ?? ROOT,
      env: { ...process.env, ...command.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    const heartbeat = setInterval(
      () => {
        if (performance.now() - lastHeard > limit) {
          output += `${name} said nothing for ${seconds(limit)} and was killed\n`
          console.log(`${name} said nothing for ${seconds(limit)} and was killed`)
          // Not asked to end: what loops without a break does not hear.
          child.kill('SIGKILL')
        }
        if (performance.now() - lastSeen < STILL_RUNNING_EVERY_MS) return
        console.log(`… ${name} still running after ${seconds(performance.now() - started)}`)
        lastSeen = performance.now()
      },
      Math.min(STILL_RUNNING_EVERY_MS / 4, limit),
    )
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
      lastHeard = performance.now()
      if (!command.live) return
      process.stdout.write(chunk)
      lastSeen = performance.now()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const finish = (code: number): void => {
      clearInterval(heartbeat)
      running.delete(child)
      resolve({ code, output, shown: command.live === true })
    }
    child.on('error', (error) => {
      output += `${command.program} could not be started: ${error.message}\n`
      finish(1)
    })
    child.on('close', (code, signal) => finish(code ?? (signal === 'SIGKILL' ? KILLED : signal ? TERMINATED : 1)))
  })
}

/** A program that the dependencies brought along, such as `tsc`. */
export function binary(name: string): string {
  return join(ROOT, 'node_modules', '.bin', name)
}

/** Runs the jobs with as many at a time as there are processors; answers in the order given. */
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

/** `1234.5` as `1.2 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
