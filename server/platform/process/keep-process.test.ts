import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('a part for which the machine has no room is told, and ends nothing else', async () => {
  const script = join(import.meta.dirname, 'testing', 'part-without-room.ts')
  const { stdout } = await promisify(execFile)('sh', ['-c', `ulimit -n 200; exec "${process.execPath}" "${script}"`])
  expect(stdout).toContain('worker could not be started (spawn')
})
