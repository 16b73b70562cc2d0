import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Starts the process that cleans up after this run, however the run ends (tools/keeper.ts). The environment names the list in which the tests record
 * the things that they make.
 */
export function setup(): void {
  if (process.env.APSIS_TEST_MADE !== undefined) return
  const folder = mkdtempSync(join(tmpdir(), 'apsis-run-'))
  const list = join(folder, 'made.txt')
  writeFileSync(list, `folder ${folder}\n`)
  // The process has its own session, so a signal that ends the tests does not reach it. Its pipe stays open as long as this process lives.
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts'), list], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  keeper.unref()
  // Without this, the pipe would keep this process from ending.
  const pipe = keeper.stdin
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref()
  process.env.APSIS_TEST_MADE = list
}
