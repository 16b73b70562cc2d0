import { existsSync, writeFileSync } from 'node:fs'
// Tasks that harm their process.

export const echo = (given: unknown) => given

export const namesOfEnvironment = () => Object.keys(process.env)

export function refuseNumber(given: number): never {
  throw new RangeError(`${given} is out of range`)
}

export function turnForEver(): never {
  for (;;);
}

/** Writes the number of its process into a file, and loops for ever. */
export function tellAndTurn(file: string): never {
  writeFileSync(file, String(process.pid))
  return turnForEver()
}

export const ownPid = () => process.pid

export async function waitMs(ms: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return ms
}

/** Reads a large text like that of an upload, and keeps nothing of it; returns the memory of the process, bytes. */
export function readText(bytes: number): number {
  const lines = Buffer.alloc(bytes, 'x').toString('latin1')
  return lines.length === bytes ? process.memoryUsage.rss() : 0
}

export const heldBytes = () => process.memoryUsage.rss()

export const answerBytes = (bytes: number) => new Uint8Array(bytes)

/** Ways to fill the heap; the first three end the process of a worker thread, whatever its limits are. */
export const FILLINGS: Readonly<Record<string, () => unknown>> = {
  numbers() {
    const list: number[] = []
    for (;;) list.push(list.length + 0.5)
  },
  map() {
    const map = new Map<number, object>()
    for (let at = 0; ; at += 1) map.set(at, { at })
  },
  arrays() {
    const lists: unknown[] = []
    for (;;) lists.push(new Array(2 ** 22).fill(lists.length + 0.5))
  },
  objects() {
    const list: object[] = []
    for (;;) list.push({ x: [1, 2, 3], text: `a${list.length}` })
  },
  strings() {
    const list: string[] = []
    for (;;) list.push(`${'x'.repeat(1_000)}${list.length}`.split('').join('y'))
  },
}

export const fill = (how: string) => FILLINGS[how]?.()

/** The first run is killed from outside, as by an operator or the system; the second run answers. */
export function dieOnce(marker: string): string {
  if (existsSync(marker)) return 'answered'
  writeFileSync(marker, '')
  process.kill(process.pid, 'SIGKILL')
  return 'not reached'
}
