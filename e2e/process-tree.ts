import { readdirSync, readFileSync } from 'node:fs'

type Process = { readonly pid: number; readonly parent: number; readonly state: string; readonly command: string }

/** A process and all below it, parents first, as Linux has them now. */
export function treeOf(pid: number): number[] {
  const all = processes()
  const found = [pid]
  for (const parent of found) found.push(...all.filter((one) => one.parent === parent).map((one) => one.pid))
  return found.filter((one) => all.some((process) => process.pid === one))
}

/** Those of the processes that still run, as a line each; a dead one that nobody has waited for does not run. */
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
        // The name in brackets may itself hold spaces and brackets.
        const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return [{ pid: Number(name), parent: Number(parent), state, command }]
      } catch {
        // It ended while we were looking.
        return []
      }
    })
}
