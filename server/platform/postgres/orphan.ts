import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from './place.ts'
import { findProcess, isErrno, listClusterProcesses, type ProcessRecord, signalProcess } from './processes.ts'
import type { PlatformLog } from './server-log.ts'

const STEPS = [
  { signal: 'SIGINT', waitMs: 15_000 },
  { signal: 'SIGQUIT', waitMs: 8_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const

/**
 * Ends the processes that a killed earlier run left on this cluster. It must be called with the lock on the data directory: then no process
 * on the cluster can belong to another run.
 */
export async function stopOrphans(place: Pick<Place, 'clusterDir' | 'name'>, log: PlatformLog): Promise<void> {
  const list = () => listClusterProcesses(place.clusterDir, place.name)
  for (const { signal, waitMs } of STEPS) {
    const heads = headsOf(list())
    if (heads.length === 0) break
    log.warn({ pids: heads, signal }, 'a database of an earlier run is still up: stopping it')
    for (const pid of heads) signalProcess(pid, signal)
    await untilGone(list, waitMs)
  }
  const left = list().map(({ pid }) => pid)
  if (left.length > 0) throw new Error(`PostgreSQL of an earlier run cannot be stopped: pids ${left.join(', ')}`)

  // PostgreSQL removes the pid file of a server that has ended, but mistakes a zombie, or another program with the same number,
  // for a running server.
  const named = readPostmasterPid(place.clusterDir)
  if (named !== undefined && findProcess(named) !== undefined)
    rmSync(join(place.clusterDir, 'postmaster.pid'), { force: true })
}

// Returns the server, or the sessions that outlived it: PostgreSQL processes whose parent is not a PostgreSQL process.
function headsOf(members: readonly ProcessRecord[]): readonly number[] {
  const pids = new Set(members.map(({ pid }) => pid))
  return members.filter(({ parent }) => !pids.has(parent)).map(({ pid }) => pid)
}

async function untilGone(list: () => readonly ProcessRecord[], withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (list().length > 0 && performance.now() < deadline) await sleep(25)
}

function readPostmasterPid(clusterDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
