import { appendFileSync } from 'node:fs'

/** Registers a resource that must not outlive the test run: the keeper removes it when the run is ended (tools/keeper.ts). */
export function noteForKeeper(kind: 'process' | 'folder' | 'data', name: string | number): void {
  const list = process.env.APSIS_TEST_MADE
  if (list !== undefined) appendFileSync(list, `${kind} ${name}\n`)
}
