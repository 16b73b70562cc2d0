/** The demo fleet, with its events, plans, requests and a year of history, in the state when the worker has completed it. */

import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSTANT, type KeptFleets, restoreFleets } from '@apsis/e2e/kept-fleets.ts'
import { moveClock } from '@apsis/server/platform/database/moved-clock.ts'
import { PROJECT_DIR } from '@apsis/server/platform/process/version.ts'
import { noteForKeeper } from '@apsis/server/platform/testing/keeper.ts'
import { freePort, startTestApi, testSettings } from '@apsis/server/platform/testing/test-api.ts'
import type { TestDatabase } from '@apsis/server/platform/testing/test-database.ts'
import { SETTINGS } from './environment.ts'
import { person } from './person.ts'

/** The account in each organisation that opens the fleet. */
const OPENERS = ['demo', 'demo-other'] as const
/** The database writes to the folder as another user if this process runs as root. */
const ANYONE = 0o777

/**
 * Fills a database with the fleets of the demo organisations, and sets its time to the moment at which they were complete. If the same code
 * has computed them before, they are restored; otherwise the API opens them and a worker computes them, which takes minutes.
 */
export async function fillWithFleets(database: TestDatabase): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-fleets-'))
  noteForKeeper('folder', folder)
  chmodSync(folder, ANYONE)
  try {
    const kept = restoreFleets(folder, INSTANT)
    await moveClock(database.superuserUrl, kept.clockStart)
    const organisations = [...new Set(OPENERS.map((opener) => person(opener).organisation ?? ''))]
    await (organisations.every((one) => kept.organisations.includes(one))
      ? restore(database, folder, organisations)
      : compute(database, folder, kept))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function restore({ superuserUrl }: TestDatabase, folder: string, organisations: readonly string[]) {
  const settings = { APSIS_TEST_SUPERUSER_URL: superuserUrl }
  await Promise.all(organisations.map((organisation) => runKeeper('put', [organisation, folder], settings)))
}

async function compute(database: TestDatabase, folder: string, kept: KeptFleets): Promise<void> {
  const api = await startTestApi(SETTINGS, async () => ({ ...database, drop: async () => undefined }))
  try {
    for (const opener of OPENERS) {
      const answer = await api.call(person(opener), 'POST /api/v1/ca/demo')
      if (!answer.ok) throw new Error(`The demo fleet was not opened: ${answer.status} ${await answer.text()}`)
    }
    const settings = { ...testSettings({ database, issuer: api.issuer, port: await freePort() }), ...SETTINGS }
    for (const opener of OPENERS) {
      const { organisation = '' } = person(opener)
      await runKeeper('make', [organisation, folder], { ...settings, APSIS_TEST_SUPERUSER_URL: database.superuserUrl })
      kept.keep(organisation)
    }
  } finally {
    await api.close()
  }
}

/** Runs the program that saves and restores fleets (server/ca/demo/testing/kept-fleet.ts) on a database without a running product. */
function runKeeper(
  act: 'make' | 'put',
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const script = join(PROJECT_DIR, 'server', 'ca', 'demo', 'testing', 'kept-fleet.ts')
  const child = spawn(process.execPath, [script, act, ...args], {
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  })
  if (child.pid !== undefined) noteForKeeper('process', child.pid)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The fleets of ${args[0]} could not be ${act === 'make' ? 'computed' : 'put back'}.`))
    })
  })
}
