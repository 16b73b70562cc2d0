/** Starts the entry points of the product as an operator runs them: as separate processes that are configured only by settings. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_DIR } from '../process/version.ts'
import { bareEnvironment } from './bare-environment.ts'

export type DoorProcess = {
  readonly pid: number
  /** All lines of its output. */
  readonly lines: readonly string[]
  /** Resolves with the first line, already printed or not, that matches the pattern; rejects if the process ends first. */
  line(pattern: RegExp): Promise<string>
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  readonly hasEnded: () => boolean
  kill(signal: NodeJS.Signals): void
}

const KEPT_LINES = 2_000

/** Starts an entry point, such as `server/api.ts`, with these settings and without the settings of the test process. */
export function startDoor(
  entry: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): DoorProcess {
  const env = { ...bareEnvironment(), ...settings }
  return watchProgram(process.execPath, [join(PROJECT_DIR, entry), ...args], { env })
}

/** Starts any program, and records its output. */
export function watchProgram(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'cwd'>,
): DoorProcess {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const watchers = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (lines.length > KEPT_LINES) lines.shift()
      for (const watch of watchers) watch(line)
    })
  }
  let over = false
  const ended = endOf(child).finally(() => {
    over = true
  })
  return {
    pid: child.pid ?? -1,
    lines,
    ended,
    hasEnded: () => over,
    kill: (signal) => void child.kill(signal),
    async line(pattern) {
      const found = lines.find((line) => pattern.test(line))
      if (found !== undefined) return found
      let watch: (line: string) => void = () => undefined
      const coming = new Promise<string>((resolve) => {
        watch = (line) => pattern.test(line) && resolve(line)
        watchers.add(watch)
      })
      const tooLate = ended.then(({ code, signal }) => {
        throw new Error(
          `${[program, ...args].join(' ').slice(-200)} ended (${code ?? signal}) before ${pattern}:\n${lines.slice(-20).join('\n')}`,
        )
      })
      return Promise.race([coming, tooLate]).finally(() => watchers.delete(watch))
    },
  }
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const [code, signal] = await once(child, 'exit')
  return { code, signal }
}

/** Returns the port for health and metrics, which an entry point reports when it is ready. */
export async function opsPortOf(door: DoorProcess): Promise<number> {
  const line = await door.line(/is ready"/)
  return (JSON.parse(line) as { opsPort: number }).opsPort
}
