/** Tests `npm start` as people run it: npm, its shell, the launcher and the product. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { isRunning } from '../platform/postgres/processes.ts'
import { PROJECT_DIR } from '../platform/process/version.ts'
import { bareEnvironment } from '../platform/testing/bare-environment.ts'
import { commandsTriedBy, give } from '../platform/testing/documented-commands.ts'
import { ends, familyOf, removeInstallation } from '../platform/testing/family.ts'
import { freePort } from '../platform/testing/test-api.ts'

type Npm = ChildProcessByStdio<null, Readable, null>

async function startWithNpm(settings: Readonly<Record<string, string>>): Promise<Npm> {
  const npm = spawn('npm', ['start'], {
    cwd: PROJECT_DIR,
    env: { ...bareEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const lines = createInterface({ input: npm.stdout })
  await new Promise<void>((resolve) => lines.on('line', (line) => line.includes('Stop with Ctrl-C') && resolve()))
  return npm
}

/** Ends npm in this way, and waits until none of its processes is left. */
async function endAll(npm: Npm, signal: NodeJS.Signals): Promise<void> {
  const family = familyOf(npm.pid ?? 0)
  // The processes are the launcher, npm start, three parts, the database and its helpers.
  expect(family.length).toBeGreaterThan(8)
  const since = performance.now()
  npm.kill(signal)
  try {
    await ends(family)
  } finally {
    for (const pid of family.filter(isRunning)) process.kill(pid, 'SIGKILL')
  }
  process.stdout.write(`npm start: all gone ${Math.round(performance.now() - since)} ms after ${signal}\n`)
}

async function settingsIn(dataDir: string): Promise<Record<string, string>> {
  return { APSIS_PORT: String(await freePort()), APSIS_OPS_PORT: '0', APSIS_DATA_DIR: dataDir }
}

// The signals are sent to npm itself, as an impatient person or the kernel sends them; npm reliably forwards neither
// of them.
test.each(['SIGINT', 'SIGKILL'] as const)(
  '%s to npm ends the launcher, the product and the database',
  async (signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'apsis-npm-'))
    await endAll(await startWithNpm(await settingsIn(dataDir)), signal)
    removeInstallation(dataDir)
  },
)

test('the commands in README work as described while npm start runs, and SIGTERM to npm ends all processes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-npm-'))
  const home = mkdtempSync(join(tmpdir(), 'apsis-home-'))
  const settings = await settingsIn(dataDir)
  const npm = await startWithNpm(settings)
  const said: string[] = []
  try {
    for (const command of commandsTriedBy('npm start')) said.push(await give(command, { ...settings, HOME: home }))
  } finally {
    await endAll(npm, 'SIGTERM')
    removeInstallation(join(home, 'apsis-restored'))
    for (const folder of [home, dataDir]) removeInstallation(folder)
  }
  for (const words of [
    'Usage: apsis',
    'The settings can be used.',
    'NOT encrypted',
    'Rehearsed',
    'Restored to',
    'All invariants hold.',
  ])
    expect(said.join('\n')).toContain(words)
})
