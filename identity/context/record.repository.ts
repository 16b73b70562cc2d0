import pg from 'pg'

/** A stored row of the provider: a session, code, refresh token, grant or sign-in in progress. */
export type StoredRecord = {
  readonly model: string
  readonly id: string
  readonly payload: string
  readonly grantId: string | undefined
  readonly uid: string | undefined
  readonly accountId: string | undefined
  readonly ttlS: number | undefined
  readonly idleS: number | undefined
}
export type FoundRecord = { readonly payload: string; readonly consumedAtS: number | undefined }
export type SessionRow = {
  readonly payload: string
  readonly agent: string
  readonly startedAt: Date
  readonly activeAt: Date
}

/** Thrown when the database does not answer; the provider passes the error on, and the answer is 503. */
export class DatabaseUnavailable extends Error {
  readonly error_description = 'Sign-in is briefly not available. Try again shortly.'
  readonly status = 503
  readonly statusCode = 503
  readonly expose = true
  readonly allow_redirect = false
  constructor(cause: unknown) {
    super('temporarily_unavailable', { cause })
  }
}

const SCHEMA_LOCK = 4_918_306_521
const TABLES = `
create table if not exists identity.record (
  model text not null,
  id text not null,
  payload text not null,
  grant_id text,
  uid text,
  account_id text,
  consumed_at timestamptz,
  expires_at timestamptz,
  idle_s integer,
  idle_until timestamptz,
  primary key (model, id)
);
create index if not exists record_grant_id on identity.record (grant_id) where grant_id is not null;
create index if not exists record_uid on identity.record (model, uid) where uid is not null;
create index if not exists record_account_id on identity.record (account_id) where account_id is not null;
create index if not exists record_expires_at on identity.record (expires_at);
create table if not exists identity.device (
  uid text primary key,
  agent text not null,
  started_at timestamptz not null default now()
);`
const LIVE = '(expires_at is null or expires_at > now()) and (idle_until is null or idle_until > now())'

// SQLSTATE classes of temporary faults: connection, login, missing database, resources, operator intervention, read-only standby.
const TRANSIENT = /^(08|28|3D|53|57)|^25006$/

function asUnavailable(error: unknown): unknown {
  // Only an error of the server itself has a SQLSTATE; a broken socket has its own code, and EPIPE looks like an SQLSTATE.
  if (error instanceof pg.DatabaseError && !TRANSIENT.test(error.code ?? '')) return error
  return new DatabaseUnavailable(error)
}

export type RecordRepository = ReturnType<typeof createRecordRepository>

/** Opens the pool; a lost connection is reported to `onError` and never ends the process (reliability §0, finding 9). */
export function openPool(database: string | pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const config = typeof database === 'string' ? { connectionString: database } : database
  const pool = new pg.Pool({
    max: 8,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    statement_timeout: 10_000,
    application_name: 'apsis-identity',
    ...config,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

async function createTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    // This is checked first, because "create schema if not exists" needs the right to create even if nothing has to be created.
    const { rowCount } = await client.query("select from pg_namespace where nspname = 'identity'")
    if (rowCount === 0) await client.query('create schema identity')
    await client.query(TABLES)
    await client.query('commit')
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw failure
  } finally {
    client.release(failure)
  }
}

function createQuery(pool: pg.Pool, onUnavailable: (error: DatabaseUnavailable) => void) {
  return async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) => {
    try {
      return await pool.query<Row>(sql, values)
    } catch (error) {
      const failure = asUnavailable(error)
      if (failure instanceof DatabaseUnavailable) onUnavailable(failure)
      throw failure
    }
  }
}

/** The schema `identity` and all statements on it. */
export function createRecordRepository(pool: pg.Pool, onUnavailable: (error: DatabaseUnavailable) => void) {
  const query = createQuery(pool, onUnavailable)

  async function findBy(column: 'id' | 'uid', model: string, value: string): Promise<FoundRecord | undefined> {
    const { rows } = await query<{ payload: string; consumed: number | null }>(
      `select payload, extract(epoch from consumed_at)::float8 as consumed from identity.record
       where model = $1 and ${column} = $2 and ${LIVE}`,
      [model, value],
    )
    const row = rows[0]
    return row && { payload: row.payload, consumedAtS: row.consumed === null ? undefined : Math.floor(row.consumed) }
  }

  return {
    createTables: () => createTables(pool),
    findById: (model: string, id: string) => findBy('id', model, id),
    findByUid: (model: string, uid: string) => findBy('uid', model, uid),

    async upsert(r: StoredRecord): Promise<void> {
      await query(
        `insert into identity.record (model, id, payload, grant_id, uid, account_id, expires_at, idle_s, idle_until)
         values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8::integer,
           now() + make_interval(secs => $8::integer))
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           uid = excluded.uid, account_id = excluded.account_id, expires_at = excluded.expires_at,
           idle_s = excluded.idle_s, idle_until = excluded.idle_until`,
        [r.model, r.id, r.payload, r.grantId, r.uid, r.accountId, r.ttlS, r.idleS],
      )
    },

    /** Marks a row as used; returns false if it was used before, even by a simultaneous request. */
    async consume(model: string, id: string): Promise<boolean> {
      const { rowCount } = await query(
        'update identity.record set consumed_at = now() where model = $1 and id = $2 and consumed_at is null',
        [model, id],
      )
      return rowCount === 1
    },

    async remove(model: string, id: string): Promise<void> {
      await query('delete from identity.record where model = $1 and id = $2', [model, id])
    },

    async removeByGrant(grantId: string): Promise<void> {
      await query('delete from identity.record where grant_id = $1', [grantId])
    },

    /** Restarts the idle time of a session in use. */
    async touchSession(uid: string): Promise<void> {
      await query(
        `update identity.record set idle_until = now() + make_interval(secs => idle_s)
         where model = 'Session' and uid = $1 and ${LIVE}`,
        [uid],
      )
    },

    async insertDevice(uid: string, agent: string): Promise<void> {
      await query('insert into identity.device (uid, agent) values ($1, $2) on conflict (uid) do nothing', [uid, agent])
    },

    async listSessions(accountId: string): Promise<readonly SessionRow[]> {
      const { rows } = await query<{ payload: string; agent: string | null; started_at: Date; active_at: Date }>(
        `select r.payload, d.agent, coalesce(d.started_at, now()) as started_at,
                r.idle_until - make_interval(secs => r.idle_s) as active_at
         from identity.record r left join identity.device d on d.uid = r.uid
         where r.model = 'Session' and r.account_id = $1 and ${LIVE}
         order by active_at desc limit 100`,
        [accountId],
      )
      return rows.map((row) => ({
        payload: row.payload,
        agent: row.agent ?? '',
        startedAt: row.started_at,
        activeAt: row.active_at,
      }))
    },

    /** Removes rows that have ended; returns their number. */
    async prune(): Promise<number> {
      const { rowCount } = await query('delete from identity.record where expires_at < now() or idle_until < now()')
      await query(
        `delete from identity.device d where started_at < now() - interval '1 hour'
         and not exists (select from identity.record r where r.model = 'Session' and r.uid = d.uid)`,
      )
      return rowCount ?? 0
    },
  }
}
