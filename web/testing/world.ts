/**
 * The states of the product with which page tests begin. The product's own services fill them, so that they cannot differ from real states.
 */

import { INSTANT } from '@apsis/e2e/kept-fleets.ts'
import { moveClock } from '@apsis/server/platform/database/moved-clock.ts'
import type { Log } from '@apsis/server/platform/log.ts'
import { createMovedDatabase } from '@apsis/server/platform/testing/moved-database.ts'
import { startTestApi, type TestApi } from '@apsis/server/platform/testing/test-api.ts'
import { createFilledDatabase, type TestDatabase } from '@apsis/server/platform/testing/test-database.ts'
import { SETTINGS } from './environment.ts'
import { fillWithFleets } from './fleet-world.ts'
import { person } from './person.ts'

export type World = {
  readonly name: string
  /** Fills an empty database; undefined if it stays empty. */
  readonly fill?: (database: TestDatabase) => Promise<void>
  /** Settings of its API, in addition to the settings of all worlds. */
  readonly settings?: Readonly<Record<string, string>>
  /** True if filling may take minutes: a file states at its top that its tests begin with this world. */
  readonly isDear?: true
}

/** Returns a function that fills a database through the API. */
function byApi(fill: (api: TestApi) => Promise<void>): NonNullable<World['fill']> {
  return async (database) => {
    await moveClock(database.superuserUrl, INSTANT)
    const api = await startTestApi(SETTINGS, async () => ({ ...database, drop: async () => undefined }))
    try {
      await fill(api)
    } finally {
      await api.close()
    }
  }
}

async function openSimulatedAccount(api: TestApi, username: string): Promise<void> {
  const answer = await api.call(person(username), 'POST /api/v1/payments/demo')
  if (!answer.ok) throw new Error(`There is no simulated account: ${answer.status} ${await answer.text()}`)
}

/** The worlds by their names. */
export const world = {
  /** A new organisation without data. */
  nothing: { name: 'nothing' },
  /** The demo and test accounts are customers with a simulated account. */
  customers: {
    name: 'customers',
    fill: byApi(async (api) => {
      for (const username of ['demo', 'demo-test']) await openSimulatedAccount(api, username)
    }),
  },
  /** Both demo organisations have the complete demo fleet. */
  fleet: { name: 'fleet', fill: fillWithFleets, isDear: true },
} as const satisfies Readonly<Record<string, World>>

/** Returns a copy of a world for one test file. Its time continues from the moment of the run, at any time of day. */
export function openWorld({ name, fill }: World, log: Log): Promise<TestDatabase> {
  if (fill === undefined) return createMovedDatabase(INSTANT)
  return createFilledDatabase(name, async (database) => {
    await fill(database)
    log.info({ world: name }, 'a world was filled')
  })
}
