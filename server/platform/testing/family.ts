/** Reads the processes from the kernel's list: their parents, and the part of the product that each of them runs. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { isRunning } from '../postgres/processes.ts'

/** Returns the content of a file in /proc; empty if the process has just ended. */
function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (code === 'ENOENT' || code === 'ESRCH') return ''
    throw error
  }
}

/** Returns every process that descends from this one. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readProcess(name, 'stat')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const children = parents.get(pid) ?? []
  return [...children, ...children.flatMap(familyOf)]
}

/** Returns the descendants of this process that run `server/<name>.ts`. */
export function partsOf(pid: number, name: string): number[] {
  return familyOf(pid).filter((one) => readProcess(one, 'cmdline').includes(`server/${name}.ts`))
}

/** Waits until all these processes have ended. */
export async function ends(pids: readonly number[]): Promise<void> {
  const left = () => pids.filter(isRunning).map((pid) => readProcess(pid, 'cmdline').replaceAll('\0', ' '))
  await expect.poll(left, { timeout: 60_000, interval: 20 }).toEqual([])
}

/** Removes a data directory, and the cluster that a start as root creates outside it. */
export function removeInstallation(folder: string): void {
  const note = join(folder, 'database-location.txt')
  const cluster = existsSync(note) ? /^(\/.*)$/m.exec(readFileSync(note, 'utf8'))?.[1] : undefined
  if (cluster !== undefined) rmSync(cluster, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
