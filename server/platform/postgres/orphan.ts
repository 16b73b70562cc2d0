import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, isErrno, isRunning, listClusterProcesses, signalProcess } from './processes.ts'
import type { PlatformLog } from './server-log.ts'

const STEPS = [
  { signal: 'SIGINT', waitMs: 15_000 },
  { signal: 'SIGQUIT', waitMs: 8_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const

/**
 * Ends what an earlier run left on this cluster when it was killed. To be called with the lock on the data directory:
 * then no process on the cluster can belong to anybody else.
 */
export async function stopOrphans(clusterDir: string, log: PlatformLog): Promise<void> {
  const postmaster = readPostmasterPid(clusterDir)
  if (postmaster === undefined) return
  const isOurs = isRunning(postmaster) && isPostmasterOf(postmaster, clusterDir)
  const before = listClusterProcesses(clusterDir, isOurs ? postmaster : undefined)
  if (isOurs) {
    log.warn({ pid: postmaster }, 'a database of an earlier run is still up: stopping it')
    await stopAll(postmaster, before, log)
  }
  const left = listClusterProcesses(clusterDir).concat(before).filter(isRunning)
  if (left.length > 0) await waitOrKill(left, log)

  // PostgreSQL itself removes the file of a process that is gone, but takes a zombie, or another
  // program that was given the same number, for a running server.
  if (readPostmasterPid(clusterDir) === postmaster && !isPostmasterOf(postmaster, clusterDir)) {
    rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
  }
}

async function stopAll(postmaster: number, members: readonly number[], log: PlatformLog): Promise<void> {
  for (const { signal, waitMs } of STEPS) {
    if (!signalProcess(postmaster, signal)) return
    if (await allEnd([postmaster], waitMs)) return
    log.warn({ pid: postmaster, signal, waitMs }, 'the earlier database does not stop: trying harder')
  }
  throw new Error(`PostgreSQL of an earlier run (pid ${postmaster}, ${members.length} processes) cannot be stopped`)
}

// Sessions notice by themselves that their server died, but not in the middle of a long computation.
async function waitOrKill(pids: readonly number[], log: PlatformLog): Promise<void> {
  if (await allEnd(pids, 5_000)) return
  log.warn({ pids }, 'sessions of the earlier database do not end: killing them')
  for (const pid of pids) signalProcess(pid, 'SIGKILL')
  if (!(await allEnd(pids, 5_000))) throw new Error(`PostgreSQL processes ${pids.join(', ')} cannot be stopped`)
}

async function allEnd(pids: readonly number[], withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (pids.some(isRunning)) {
    if (performance.now() > deadline) return false
    await sleep(25)
  }
  return true
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

function isPostmasterOf(pid: number, clusterDir: string): boolean {
  const words = commandLine(pid)
  return /(^|\/)postgres$/.test(words[0] ?? '') && words[words.indexOf('-D') + 1] === clusterDir
}
