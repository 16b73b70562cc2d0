/** The states of the product that page tests begin with. The services themselves fill them, so that none can differ from their behaviour. */

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
  /** Fills an empty database; undefined: nothing is in it. */
  readonly fill?: (database: TestDatabase) => Promise<void>
  /** It may take minutes: a file says at its top that its tests begin with it. */
  readonly isDear?: true
}

/** Fills a database by way of the API. */
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
  /** An organisation that has just begun. */
  nothing: { name: 'nothing' },
  /** The demo and test accounts are customers with a simulated account. */
  customers: {
    name: 'customers',
    fill: byApi(async (api) => {
      for (const username of ['demo', 'demo-test']) await openSimulatedAccount(api, username)
    }),
  },
  /** Both demo organisations have the demo fleet with all that belongs to it. */
  fleet: { name: 'fleet', fill: fillWithFleets, isDear: true },
} as const satisfies Readonly<Record<string, World>>

/** A copy of a world for one test file. Its time goes on from the instant of the run, at any hour. */
export function openWorld({ name, fill }: World, log: Log): Promise<TestDatabase> {
  if (fill === undefined) return createMovedDatabase(INSTANT)
  return createFilledDatabase(name, async (database) => {
    await fill(database)
    log.info({ world: name }, 'a world was filled')
  })
}
