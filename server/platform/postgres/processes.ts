/** Reads the kernel's data about other processes. It works only on Linux, like the binaries that we supervise. */
import { readdirSync, readFileSync, statSync } from 'node:fs'

export type ProcessRecord = {
  readonly pid: number
  readonly parent: number
  readonly state: string
  /** Clock ticks between boot and the start of the process. Together with the pid they identify one process, even if the number is used again. */
  readonly started: string
}

/** Returns the record of a process, or undefined if there is none; a zombie has one, with state Z. */
export function findProcess(pid: number): ProcessRecord | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command name is in brackets and may itself contain blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid, state: fields[0] ?? '?', parent: Number(fields[1]), started: fields[19] ?? '?' }
}

/** Returns true while the process can still act: a zombie cannot. */
export function isRunning(pid: number): boolean {
  const found = findProcess(pid)
  return found !== undefined && found.state !== 'Z' && found.state !== 'X'
}

/** Returns a word that changes with every boot, so that start times of two boots are never compared. */
export function bootId(): string {
  return readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown'
}

// Returns the command line; empty for zombies and for processes that are gone.
function commandLine(pid: number): readonly string[] {
  return readOrUndefined(`/proc/${pid}/cmdline`)?.split('\0') ?? []
}

/**
 * Returns the running PostgreSQL processes of a cluster. They are identified by their command lines, which everybody may read. The command
 * line of a server contains the directory, and each of its children has the same one until it changes it to the cluster's name.
 */
export function listClusterProcesses(clusterDir: string, clusterName: string): readonly ProcessRecord[] {
  const owner = statSync(clusterDir, { throwIfNoEntry: false })?.uid
  if (owner === undefined) return []
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isMember(Number(entry), clusterDir, clusterName))
    .map((entry) => findProcess(Number(entry)))
    .filter((found) => found !== undefined)
    .filter(({ pid }) => isRunning(pid) && statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === owner)
}

function isMember(pid: number, clusterDir: string, clusterName: string): boolean {
  const words = commandLine(pid)
  if (words[0]?.startsWith(`postgres: ${clusterName}: `)) return true
  return /(^|\/)postgres$/.test(words[0] ?? '') && words[words.indexOf('-D') + 1] === clusterDir
}

/** Sends a signal; returns false if the process has already ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return false
    throw error
  }
}

/** Returns true if `error` is an error of the operating system with one of these codes. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return undefined
    throw error
  }
}
