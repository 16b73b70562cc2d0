import { randomBytes } from 'node:crypto'
import type { EventType } from '@apsis/contract/events/event.ts'
import pg from 'pg'
import { moveClock } from '../database/moved-clock.ts'
import { ROLES } from '../database/provision.ts'

export const TEMPLATE = 'apsis_template'
export const TEST_PASSWORDS = { owner: 'test-owner', app: 'test-app', identity: 'test-identity' } as const

export type TestDatabase = {
  readonly appUrl: string
  readonly ownerUrl: string
  readonly superuserUrl: string
  /** Runs a statement as superuser, without row-level security. */
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
  drop(): Promise<void>
}

/** Creates a migrated database, copied from the template in some tens of milliseconds. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(TEMPLATE)
}

/** Creates a database without any migration, as an operator does. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const database = await createDatabase('template0')
  await database.query(`alter schema public owner to ${ROLES.owner}`)
  await database.query(`create schema identity authorization ${ROLES.identity}`)
  return database
}

/**
 * Creates a copy of a database that is created once for all test files: `make` fills it, through an API or a worker on it, and
 * closes its connections. If the clock of the original was moved, its time continues in the copy.
 */
export async function createFilledDatabase(
  name: string,
  make: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const base = baseUrl()
  const template = `filled_${name}`
  await asSuperuser(base, async (client) => {
    // Several workers that run test files may request it at the same time.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const database = await createDatabase(TEMPLATE)
      await make(database)
      await client.query(`alter database ${database.name} rename to ${template}`)
    }
  })
  const copy = await createDatabase(template)
  await moveClockOn(copy)
  return copy
}

/** Continues the moved time of the copied database in its copy: settings of a database are not copied with it. */
async function moveClockOn({ query, superuserUrl }: TestDatabase): Promise<void> {
  const [found] = await query<{ start: string | null }>(
    `select obj_description(to_regnamespace('clock')::oid, 'pg_namespace') as start`,
  )
  await moveClock(superuserUrl, found?.start ?? undefined)
}

function baseUrl(): string {
  const base = process.env.APSIS_TEST_DATABASE_URL
  if (base === undefined) throw new Error('Run these tests with their project of vitest: it starts the database')
  return base
}

async function createDatabase(template: string): Promise<TestDatabase & { readonly name: string }> {
  const base = baseUrl()
  const name = `test_${randomBytes(6).toString('hex')}`
  // The database is copied as files. With the default strategy, through the log, each of its 1,500 pages would be written twice.
  const copy = `template ${template} strategy file_copy`
  await asSuperuser(base, async (client) => {
    await client.query(`create database ${name} ${copy} owner ${ROLES.owner}`)
    await client.query(`revoke all on database ${name} from public`)
    await client.query(`grant connect on database ${name} to ${Object.values(ROLES).join(', ')}`)
  })
  const superuserUrl = withDatabase(base, name)
  return {
    name,
    appUrl: withLogin(superuserUrl, ROLES.app, TEST_PASSWORDS.app),
    ownerUrl: withLogin(superuserUrl, ROLES.owner, TEST_PASSWORDS.owner),
    superuserUrl,
    query: (text, values) => asSuperuser(superuserUrl, async (client) => (await client.query(text, values)).rows),
    drop: async () => {
      await asSuperuser(base, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

type AuditEntry = {
  readonly actor: string
  readonly action: string
  readonly object: string
  readonly outcome: string
  readonly detail: unknown
}

/** Returns the audit record of an organisation, oldest first; `kind` is the prefix of the actions. */
export function auditOf(
  { query }: Pick<TestDatabase, 'query'>,
  organisation: string,
  kind: string,
): Promise<AuditEntry[]> {
  return query(
    `select actor, action, object, outcome, detail from platform.audit
     where tenant_id = $1 and starts_with(action, $2) order by seq`,
    [`organisation:${organisation}`, kind],
  )
}

/** Returns the events of one type that the listeners of an organisation received, oldest first. */
export async function eventsOf(
  { query }: Pick<TestDatabase, 'query'>,
  organisation: string,
  type: EventType,
): Promise<unknown[]> {
  const rows = await query<{ data: unknown }>(
    'select data from events.event where tenant_id = $1 and type = $2 order by id',
    [`organisation:${organisation}`, type],
  )
  return rows.map(({ data }) => data)
}

export async function asSuperuser<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/]*$/, `/${name}`)
}

function withLogin(url: string, user: string, password: string): string {
  return url.replace(/\/\/[^@]*@/, `//${user}:${password}@`)
}
