import { appendFileSync } from 'node:fs'

/** Notes what must not outlive the run, for what clears up behind it when it is ended (tools/keeper.ts). */
export function noteForKeeper(kind: 'process' | 'folder' | 'data', name: string | number): void {
  const list = process.env.APSIS_TEST_MADE
  if (list !== undefined) appendFileSync(list, `${kind} ${name}\n`)
}
