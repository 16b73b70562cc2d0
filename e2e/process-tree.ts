import { readdirSync, readFileSync } from 'node:fs'

type Process = {
  readonly pid: number
  readonly parent: number
  readonly state: string
  readonly command: string
  /** The processor time of the process itself, and of its children that have ended and for which it has waited. */
  readonly ownS: number
  readonly endedS: number
}

/** Linux counts processor time in these units for every program, on every machine that we know (man 5 proc). */
const TICKS_IN_A_SECOND = 100

/** Returns a process and all processes below it, parents first, as Linux has them now. */
export function treeOf(pid: number): number[] {
  const all = processes()
  const found = [pid]
  for (const parent of found) found.push(...all.filter((one) => one.parent === parent).map((one) => one.pid))
  return found.filter((one) => all.some((process) => process.pid === one))
}

/** Returns the processor time, s, of a process and all below it, including those that have ended. */
export function processorSecondsOf(pid: number): number {
  const tree = new Set(treeOf(pid))
  return processes()
    .filter((one) => tree.has(one.pid))
    .reduce((sum, { ownS, endedS }) => sum + ownS + endedS, 0)
}

/** Returns the processor time, s, of the processes that a process has started and waited for. */
export function endedSecondsOf(pid: number): number {
  return processes().find((one) => one.pid === pid)?.endedS ?? 0
}

/** Returns the processes that still run, one line for each; a zombie does not run. */
export function stillRunning(pids: readonly number[]): string[] {
  return processes()
    .filter((one) => pids.includes(one.pid) && one.state !== 'Z')
    .map((one) => `${one.pid} ${one.command}`)
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // The process name in brackets may itself contain spaces and brackets.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const [state = '', parent = ''] = fields
        const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        const ownS = ((user ?? 0) + (system ?? 0)) / TICKS_IN_A_SECOND
        const endedS = ((endedUser ?? 0) + (endedSystem ?? 0)) / TICKS_IN_A_SECOND
        return [{ pid: Number(name), parent: Number(parent), state, command, ownS, endedS }]
      } catch {
        // The process ended while its data were being read.
        return []
      }
    })
}
