/** `npm start` as people run it: npm, its shell, the launcher and the product. */
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { isRunning } from './platform/postgres/processes.ts'
import { ends, familyOf, removeInstallation } from './platform/testing/family.ts'
import { freePort } from './platform/testing/test-api.ts'
import { PROJECT_DIR } from './platform/version.ts'

/** To npm itself, as a service manager or an impatient person sends them; npm passes none of them on reliably. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGKILL'] as const

test.each(SIGNALS)(
  '%s to npm ends the launcher, the product and the database',
  async (signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'apsis-npm-'))
    const { PATH, HOME, TMPDIR } = process.env
    const settings = { APSIS_PORT: String(await freePort()), APSIS_OPS_PORT: '0', APSIS_DATA_DIR: dataDir }
    const npm = spawn('npm', ['start'], {
      cwd: PROJECT_DIR,
      env: { PATH, HOME, TMPDIR, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const lines = createInterface({ input: npm.stdout })
    await new Promise<void>((resolve) => lines.on('line', (line) => line.includes('Stop with Ctrl-C') && resolve()))
    const family = familyOf(npm.pid ?? 0)
    // Launcher, start, three parts, the database and what belongs to it.
    expect(family.length).toBeGreaterThan(8)
    const since = performance.now()
    npm.kill(signal)
    try {
      await ends(family)
    } finally {
      for (const pid of family.filter(isRunning)) process.kill(pid, 'SIGKILL')
    }
    process.stdout.write(`npm start: all gone ${Math.round(performance.now() - since)} ms after ${signal}\n`)
    removeInstallation(dataDir)
  },
  120_000,
)
