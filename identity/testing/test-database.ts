import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type TestDatabase = {
  /** The connection of a role that may only connect and owns schema `identity`. */
  readonly config: pg.PoolConfig
  /** Runs a statement as superuser. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  drop(): Promise<void>
}

async function asSuperuser<T>(config: pg.ClientConfig | string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates an empty database in the PostgreSQL of APSIS_TEST_DATABASE_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const base = process.env.APSIS_TEST_DATABASE_URL
  if (base === undefined) throw new Error('APSIS_TEST_DATABASE_URL must name a superuser of a real PostgreSQL')
  const { host, port, user, password } = new pg.Client(base)
  const database = `identity_${randomBytes(6).toString('hex')}`
  const login = { user: database, password: 'test' }
  await asSuperuser(base, async (client) => {
    await client.query(`create role ${database} login password 'test'`)
    await client.query(`create database ${database}`)
    await client.query(`revoke all on database ${database} from public`)
    await client.query(`grant connect on database ${database} to ${database}`)
  })
  const superuser = { host, port, database, ...(user !== undefined && { user }), ...(password && { password }) }
  await asSuperuser(superuser, (client) => client.query(`create schema identity authorization ${database}`))
  return {
    config: { host, port, database, ...login },
    query: (sql, values) => asSuperuser(superuser, async (client) => (await client.query(sql, values)).rows),
    drop: () =>
      asSuperuser(base, async (client) => {
        await client.query(`drop database ${database} with (force)`)
        await client.query(`drop role ${database}`)
      }),
  }
}
