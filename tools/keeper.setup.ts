import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Starts the process that clears up after this run, however it ends (tools/keeper.ts); the environment names the list in which the tests note the
 * things that they make.
 */
export function setup(): void {
  if (process.env.APSIS_TEST_MADE !== undefined) return
  const folder = mkdtempSync(join(tmpdir(), 'apsis-run-'))
  const list = join(folder, 'made.txt')
  writeFileSync(list, `folder ${folder}\n`)
  // The process has a session of its own: a signal that ends the tests does not reach it. Its pipe stays open for as long as this process lives.
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts'), list], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  keeper.unref()
  // Otherwise the pipe would keep this process from ending.
  const pipe = keeper.stdin
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref()
  process.env.APSIS_TEST_MADE = list
}
