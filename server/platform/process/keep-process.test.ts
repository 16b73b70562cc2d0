import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { keepProcess } from './keep-process.ts'

const STOP_MS = 5_000
const directory = mkdtempSync(join(tmpdir(), 'apsis-part-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

function keepSecondStart(isPassing: boolean) {
  vi.stubEnv('APSIS_TEST_IS_PASSING', String(isPassing))
  return keepProcess({
    name: 'worker',
    entry: join(import.meta.dirname, 'testing', 'part-second-start.ts'),
    given: { databaseUrl: join(directory, 'started'), identityPath: undefined, opsPort: 0 },
    log: createLog({ level: 'fatal', process: 'test', version: 'test' }),
  })
}

test('a part that cannot start temporarily is started again, and any other part that cannot start is reported', async () => {
  const kept = keepSecondStart(true)
  expect(await kept.ready).toBe('at the second start')
  await kept.stop(performance.now() + STOP_MS)
  rmSync(join(directory, 'started'))
  const broken = keepSecondStart(false)
  await expect(broken.ready).rejects.toThrow('worker could not be started (exit code 1)')
  await broken.stop(performance.now() + STOP_MS)
})

test('a part for which the machine has no resources is reported, and ends nothing else', async () => {
  const script = join(import.meta.dirname, 'testing', 'part-without-room.ts')
  const { stdout } = await promisify(execFile)('sh', ['-c', `ulimit -n 200; exec "${process.execPath}" "${script}"`])
  expect(stdout).toContain('worker could not be started (spawn')
})
