import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts what clears up behind this run, however it ends (tools/keeper.ts); the tests find in the environment where they note what they make. */
export function setup(): void {
  if (process.env.APSIS_TEST_MADE !== undefined) return
  const folder = mkdtempSync(join(tmpdir(), 'apsis-run-'))
  const list = join(folder, 'made.txt')
  writeFileSync(list, `folder ${folder}\n`)
  // In a session of its own: what ends the tests does not reach it. It holds our end of the pipe to be open for as long as we live.
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts'), list], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  keeper.unref()
  // Else the pipe would keep us from ending.
  const pipe = keeper.stdin
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref()
  process.env.APSIS_TEST_MADE = list
}
