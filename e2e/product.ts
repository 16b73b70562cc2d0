import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { noteForKeeper } from './keeper.ts'
import { processorSecondsOf, stillRunning, treeOf } from './process-tree.ts'

export const PROJECT_DIR = dirname(import.meta.dirname)

const READY = /^Apsis is ready at (\S+)/m
const START_LIMIT_MS = 150_000
const STOP_LIMIT_MS = 40_000
const POLL_MS = 50

export type Settings = {
  readonly port: number
  readonly dataDir: string
  /** The time at which the product's clock starts (ISO 8601, UTC); without it, the product has the machine's time. */
  readonly clockStart?: string
  /** Settings in addition to those of the journeys. */
  readonly more?: Readonly<Record<string, string>>
}

/** Returns the file with the number of seconds by which the on-call chain of a product is ahead of the time. */
export const dutyClockOf = (dataDir: string) => join(dataDir, 'duty-clock')

/** The whole product as `npm start` runs it. */
export type Product = {
  readonly address: string
  /** The time from the command to the line that reports that it is ready. */
  readonly startMs: number
  /** Ends the product with SIGTERM; fails unless it exits with 0 and leaves no process behind. */
  stop(): Promise<void>
  /** Ends every process of the product with SIGKILL, including the database's. */
  kill(): Promise<void>
  /** Ends only the database's processes, with SIGKILL. */
  killDatabase(): void
  /** Ends the worker's processes with SIGKILL, and waits until they have ended; the product starts another worker at once. */
  killWorker(): Promise<void>
}

/** Journeys go through more pages per minute, one after the other as the same user, than people do. */
const RATE_LIMITS = { APSIS_RATE_READ: '3000', APSIS_RATE_WRITE: '600', APSIS_RATE_UPLOAD: '600' }
/** The receivers of notices run on the same machine as the journeys. */
const RECEIVERS = { APSIS_DELIVERY_LOOPBACK: 'true' }

/** Starts the product and waits until it reports that it is ready. */
export async function startProduct({ port, dataDir, clockStart, more }: Settings): Promise<Product> {
  const began = performance.now()
  const child = spawn(process.execPath, [join('tools', 'launch.mjs'), join('server', 'start.ts')], {
    cwd: PROJECT_DIR,
    env: {
      ...foreignEnvironment(),
      ...RATE_LIMITS,
      ...RECEIVERS,
      APSIS_PORT: String(port),
      APSIS_OPS_PORT: '0',
      APSIS_DATA_DIR: dataDir,
      APSIS_DUTY_CLOCK_FILE: dutyClockOf(dataDir),
      ...(clockStart === undefined ? {} : { APSIS_CLOCK_START: clockStart }),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) noteForKeeper('process', child.pid)
  let output = ''
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGTERM')
      void gone.then(() => reject(new Error(`The product ${why}. It said:\n${output}`)))
    }
    const timer = setTimeout(() => fail(`was not ready after ${START_LIMIT_MS / 1000} s`), START_LIMIT_MS)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const ready = READY.exec(output)?.[1]
      if (!ready) return
      clearTimeout(timer)
      resolve(ready)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void gone.then((code) => {
      clearTimeout(timer)
      fail(`ended with exit code ${code}`)
    })
  })
  let expected = false
  void gone.then((code) => {
    if (!expected) console.error(`The product ended by itself with exit code ${code}. It said:\n${output}`)
  })
  return {
    address,
    startMs: performance.now() - began,
    stop: () => {
      expected = true
      return stop(child, gone, () => output)
    },
    kill: () => {
      expected = true
      return killAll(child)
    },
    killDatabase: () => {
      for (const line of stillRunning(treeOf(child.pid ?? 0))) if (isDatabase(line)) kill(Number.parseInt(line, 10))
    },
    killWorker: () => killWorker(child),
  }
}

/** Returns the environment without settings of Apsis, so that the journeys run with a user's default settings. */
function foreignEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('APSIS_')))
}

/** Records the processor time of a product, for the budget of the journeys (tools/budget.ts). */
function noteTime({ pid }: ChildProcess): void {
  const list = process.env.APSIS_TEST_TIMES
  if (list === undefined || pid === undefined || process.platform !== 'linux') return
  appendFileSync(list, `${processorSecondsOf(pid).toFixed(2)} ${join(import.meta.dirname, 'product.ts')}\n`)
}

async function stop(child: ChildProcess, gone: Promise<number | null>, output: () => string): Promise<void> {
  noteTime(child)
  const tree = treeOf(child.pid ?? 0)
  child.kill('SIGTERM')
  const code = await Promise.race([gone, afterwards(STOP_LIMIT_MS).then(() => 'none')])
  if (code !== 0) {
    for (const pid of tree) kill(pid)
    throw new Error(`The product did not stop in order: exit code ${code} after SIGTERM. It said:\n${output()}`)
  }
  const left = stillRunning(tree)
  if (left.length > 0) throw new Error(`The product left processes behind:\n${left.join('\n')}`)
}

/** True for the database server and the processes that it has started, by their commands. */
const isDatabase = (line: string) => /^\d+ (postgres:|\S*\/bin\/postgres)/.test(line)

/** True for the process of a worker, by its command. */
const isWorker = (line: string) => /^\d+ .*server\/worker\.ts/.test(line)

async function killWorker({ pid }: ChildProcess): Promise<void> {
  const workers = stillRunning(treeOf(pid ?? 0))
    .filter(isWorker)
    .map((line) => Number.parseInt(line, 10))
  if (workers.length === 0) throw new Error('The product has no worker.')
  for (const worker of workers) kill(worker)
  while (stillRunning(workers).length > 0) await afterwards(POLL_MS)
}

async function killAll(child: ChildProcess): Promise<void> {
  noteTime(child)
  const tree = treeOf(child.pid ?? 0)
  if (!stillRunning(tree).some((line) => line.includes('postgres')))
    throw new Error(`The database is not below the product: not all would be killed.\n${stillRunning(tree).join('\n')}`)
  for (const pid of tree) kill(pid)
  const until = performance.now() + STOP_LIMIT_MS
  while (stillRunning(tree).length > 0 && performance.now() < until) await afterwards(POLL_MS)
  const left = stillRunning(tree)
  if (left.length > 0) throw new Error(`SIGKILL did not end:\n${left.join('\n')}`)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended already, which is the goal.
  }
}

function afterwards(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

/** Removes all data of a product, including the database that root stores outside the data directory. */
export function removeData(dataDir: string): void {
  const note = join(dataDir, 'database-location.txt')
  const place = existsSync(note) ? readFileSync(note, 'utf8').split('\n')[0] : undefined
  if (place) rmSync(place, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** Returns a port on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, 'localhost', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port was given.')),
      )
    })
  })
}
