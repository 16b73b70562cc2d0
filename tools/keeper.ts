// Cleans up after a test run that was ended: SIGTERM, Ctrl-C and SIGKILL leave the tests' own process no time to do it. Its argument is a file in
// which the run records the things that it has made, a line for each: `process <pid>`, `folder <path>`, or `data <path>` for the data directory of a
// product. When its standard input closes, the run has ended, in whatever way. It then asks the processes to end, kills those that do not, and
// removes the folders. After a run that has cleaned up itself, nothing is left to do.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { treeOf } from '@apsis/e2e/process-tree.ts'

/** A product writes its data before it ends. */
const ENDING_LIMIT_MS = 30_000
const LOOK_EVERY_MS = 100
const READ_EVERY_MS = 500

const list = process.argv[2] ?? ''
/** The run's processes by their numbers, with the time at which each began, because another process may get the number later. */
const processes = new Map<string, string | undefined>()

// A signal that ends the run is meant for the tests, and not for the process that cleans up after them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const reading = setInterval(readList, READ_EVERY_MS)
for await (const _ of process.stdin);
clearInterval(reading)
await clearUp(readList())

/** Returns the present entries of the list, and reads the start time of each new process. */
function readList(): [kind: string, name: string][] {
  const lines = readFileSync(list, 'utf8').split('\n')
  const noted = lines.map((line): [string, string] => {
    const space = line.indexOf(' ')
    return [line.slice(0, space), line.slice(space + 1)]
  })
  for (const [kind, pid] of noted)
    if (kind === 'process' && !processes.has(pid)) processes.set(pid, statusOf(pid)?.begin)
  return noted
}

async function clearUp(noted: readonly [kind: string, name: string][]): Promise<void> {
  const ours = [...processes].filter(([pid, begin]) => begin !== undefined && statusOf(pid)?.begin === begin)
  const pids = ours.map(([pid]) => Number(pid))
  const trees = pids.flatMap(treeOf)
  for (const pid of pids) signalTo(pid, 'SIGTERM')
  const until = Date.now() + ENDING_LIMIT_MS
  while (trees.some(isRunning) && Date.now() < until) await sleep(LOOK_EVERY_MS)
  for (const pid of trees.filter(isRunning)) signalTo(pid, 'SIGKILL')
  while (trees.some(isRunning)) await sleep(LOOK_EVERY_MS)
  for (const [kind, path] of noted) if (kind === 'data') removeDatabase(path)
  for (const [kind, path] of noted)
    if (kind === 'data' || kind === 'folder') rmSync(path, { recursive: true, force: true })
  rmSync(list, { force: true })
}

/**
 * Removes the database of a product that root started: it is outside of the data directory, at the path that a file in the directory
 * contains.
 */
function removeDatabase(dataDir: string): void {
  const note = join(dataDir, 'database-location.txt')
  const place = existsSync(note) ? readFileSync(note, 'utf8').split('\n')[0] : undefined
  if (place) rmSync(place, { recursive: true, force: true })
}

/** Returns the state and start time of a process; undefined if it has ended, or if there is no /proc. */
function statusOf(pid: string | number): { state: string; begin: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name in brackets may itself contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', begin: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

/** A zombie, which has ended but was not waited for, does not count as running. */
function isRunning(pid: number): boolean {
  const status = statusOf(pid)
  return status !== undefined && status.state !== 'Z'
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended already, which is the goal.
  }
}
