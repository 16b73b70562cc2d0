import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'

/** This is longer than a busy machine needs to plan passes, so a gate that no transaction reaches fails instead of waiting for ever. */
const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 5

/**
 * Makes a database with a long lock timeout, so that its users wait at a gate until it opens. With the product's timeout of 2 s, a busy
 * machine would open the gate too late, and the step that should be interrupted would have ended by itself.
 */
export async function createPatientDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const session = new URLSearchParams({ options: `-c lock_timeout=${2 * PATIENCE_MS} -c timezone=UTC` })
  return { ...database, appUrl: `${database.appUrl}?${session}` }
}

/** A gate that blocks writers of a table: their transaction has to wait with all that it has written so far. */
export type TableGate = {
  /** Waits until a transaction is at the gate. */
  readonly isReached: () => Promise<void>
  /** Lets the waiting transaction end, and blocks the next one. */
  readonly letOneThrough: () => Promise<void>
  readonly open: () => Promise<void>
}

const closed = new Set<TableGate>()
/** Opens the gates that a failed test has left closed. */
export async function openAllGates(): Promise<void> {
  for (const gate of closed) await gate.open()
}

export async function closeGate(database: TestDatabase, table: string): Promise<TableGate> {
  let held = await connect(database)
  await held.query('begin')
  await held.query(`lock table ${table} in share mode`)
  // The databases of tests are copies of one: a table has the same number in each, although the list of locks contains all databases.
  const waiting = async (mode: string) => {
    const rows = await database.query<{ count: number }>(
      `select count(*)::int as count from pg_locks where relation = $1::regclass and mode = $2 and not granted
        and database = (select oid from pg_database where datname = current_database())`,
      [table, mode],
    )
    return (rows[0]?.count ?? 0) > 0
  }
  const until = async (mode: string) => {
    const end = Date.now() + PATIENCE_MS
    while (!(await waiting(mode))) {
      if (Date.now() > end) throw new Error(`nobody came to the gate of ${table}`)
      await sleep(LOOK_EVERY_MS)
    }
  }
  const leave = async (client: pg.Client) => {
    await client.query('rollback')
    await client.end()
  }
  const gate: TableGate = {
    isReached: () => until('RowExclusiveLock'),
    async letOneThrough() {
      // Locks are granted in the order of their requests, so our lock follows the waiting transaction.
      const next = await connect(database)
      await next.query('begin')
      const taken = next.query(`lock table ${table} in share mode`)
      await until('ShareLock')
      await leave(held)
      await taken
      held = next
    },
    async open() {
      if (closed.delete(gate)) await leave(held)
    },
  }
  closed.add(gate)
  return gate
}

async function connect(database: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.superuserUrl, application_name: 'apsis-gate' })
  await client.connect()
  return client
}
