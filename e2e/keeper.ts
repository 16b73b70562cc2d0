import { appendFileSync } from 'node:fs'

/** Records things that must not outlive the run, for the process that cleans up after it (tools/keeper.ts). */
export function noteForKeeper(kind: 'process' | 'folder' | 'data', name: string | number): void {
  const list = process.env.APSIS_TEST_MADE
  if (list !== undefined) appendFileSync(list, `${kind} ${name}\n`)
}
