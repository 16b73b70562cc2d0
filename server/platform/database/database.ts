import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, PostgresDriver, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'

// Kysely knows no tables: SQL is written as text, and its row types are checked against the live catalogue (record 052).
declare const tenantBound: unique symbol
/** A transaction in which only the rows of one organisation can be seen or written. */
export type TenantDb = Transaction<unknown> & { readonly [tenantBound]: true }
/** A transaction without an organisation: no row of any organisation can be seen. */
export type SharedDb = Transaction<unknown>

/** The only access to the data: there is no connection outside a transaction, and none without a chosen organisation. */
export type Database = {
  tenant<T>(tenantId: string, work: (tx: TenantDb) => Promise<T>): Promise<T>
  shared<T>(work: (tx: SharedDb) => Promise<T>): Promise<T>
  connections(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly url: string
  readonly pool: number
  readonly name: string
  readonly log: Log
}

// bigint columns are counters far below 2^53 here. As text, `+` would concatenate them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const CONNECT_MS = 3_000
const MOST_RETRIES = 3
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_TIMEOUT = '55P03'
const UNIQUE_VIOLATION = '23505'

/** The limits of a session, so that no statement, lock or forgotten transaction can keep a connection for long. */
const SESSION = [
  'statement_timeout=10000',
  'lock_timeout=2000',
  // A process that gets no processor time has not forgotten its transaction: on a machine with 25 processes waiting for each
  // processor, a process was stopped for 15 s.
  'idle_in_transaction_session_timeout=60000',
  'timezone=UTC',
]

/**
 * Returns the statement that begins a transaction and binds it to one organisation in one round trip to the database. A read then needs
 * three round trips instead of four, which gives a third more transactions per second. This statement cannot have parameters, so the name
 * is quoted.
 */
function beginFor(tenantId: string): string {
  return `begin; select set_config('app.tenant', ${pg.escapeLiteral(tenantId)}, true)`
}

class BoundDriver extends PostgresDriver {
  /** Does nothing, since `beginFor` is the first statement of every transaction. */
  override async beginTransaction(): Promise<void> {}
}

class BoundDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0]
  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config)
    this.#config = config
  }
  override createDriver(): PostgresDriver {
    return new BoundDriver(this.#config)
  }
}

/** The beginning of a statement that is sent many times a second. */
const KEPT = '/* kept */'
const planNames = new Map<string, string>()

/**
 * Makes a connection parse and plan a statement that begins with `KEPT` only once: for such a short statement,
 * parsing and planning take four times as long as running it. The statement must name its columns: if a column is
 * added while processes run, a plan for `*` cannot be used any more. Its text must always be the same, so that few
 * plans are kept.
 */
function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (query: string | pg.QueryConfig, values?: unknown[]) => unknown
  const planned = (text: string | pg.QueryConfig, values?: unknown[]) => {
    if (typeof text !== 'string' || !text.startsWith(KEPT)) return query(text, values)
    const name = planNames.get(text) ?? `kept_${planNames.size}`
    planNames.set(text, name)
    return query({ name, text, ...(values && { values }) })
  }
  Object.assign(client, { query: planned })
}

/** Opens the pool. A lost database is an error of the request that uses it, never the end of the process. */
export function openDatabase({ url, pool: max, name, log }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    options: SESSION.map((setting) => `-c ${setting}`).join(' '),
    keepAlive: true,
  })
  // Both listeners are needed: without the second, a client that loses its server while in use ends the process.
  const tellLost = (error: Error) => log.warn(saidOf(error), 'database connection lost')
  pool.on('error', tellLost)
  pool.on('connect', (client) => client.on('error', tellLost))
  pool.on('connect', keepPlans)
  const kysely = new Kysely<unknown>({ dialect: new BoundDialect({ pool }) })
  const run = <T>(tenantId: string, work: (tx: SharedDb) => Promise<T>): Promise<T> =>
    retrying(() =>
      kysely.transaction().execute(async (tx) => {
        await sql.raw(beginFor(tenantId)).execute(tx)
        const steps: Step[] = []
        lastSteps.set(tx, steps)
        const answer = await work(tx)
        for (const step of steps) await step()
        if (tenantId !== '') await endOfEach.getStore()?.(tx as TenantDb)
        return answer
      }),
    )
  return {
    tenant(tenantId, work) {
      if (tenantId === '') throw new TypeError('an organisation must be named')
      return run(tenantId, (tx) => work(tx as TenantDb))
    },
    shared: (work) => run('', work),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => kysely.destroy(),
  }
}

/** Runs a part of a transaction that may fail: its writes are then undone, and the transaction can continue. */
export async function attempt<T>(tx: SharedDb, part: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const answer = await part()
    await sql`release savepoint part`.execute(tx)
    return answer
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    throw error
  }
}

/** The steps that are run just before each transaction of an organisation within a request commits. */
export const endOfEach = new AsyncLocalStorage<(tx: TenantDb) => Promise<void>>()

type Step = () => Promise<void>
const lastSteps = new WeakMap<SharedDb, Step[]>()

/**
 * Runs a step just before a transaction commits. A lock on a row that all writers of an organisation need must be taken there. If one
 * transaction takes this lock first and then another lock, and a second one takes them in the other order, they can deadlock.
 */
export function beforeCommit(tx: SharedDb, step: Step): void {
  const steps = lastSteps.get(tx)
  if (steps === undefined) throw new TypeError('the transaction was not begun here')
  steps.push(step)
}

/** Repeats a transaction that was rolled back in favour of another one; the rolled-back attempt had no effect. */
async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const code = codeOf(error)
      if (tries > MOST_RETRIES || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries))
    }
  }
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}

/** Returns the unique index that a statement violated; undefined for another error. */
export function uniqueKeyOf(error: unknown): string | undefined {
  if (codeOf(error) !== UNIQUE_VIOLATION) return undefined
  const name: unknown = Reflect.get(Object(error), 'constraint')
  return typeof name === 'string' ? name : undefined
}

const AWAY_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '58030',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
])
const AWAY_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|Client has encountered a connection error/i

/** Error classes of PostgreSQL: the connection is broken (08), or disk, memory or connections are short (53). */
const AWAY_CLASSES = /^(08|53)\w{3}$/

/** The code of PostgreSQL for a row or table that a role may not use; it is also the code for its own files on a read-only disk. */
const INSUFFICIENT_PRIVILEGE = '42501'
/** The source files of PostgreSQL that open and write its files, as errors name them; they do not check roles. */
const FILE_SOURCES = new Set(['buffile.c', 'copydir.c', 'fd.c', 'md.c', 'relmapper.c', 'slru.c', 'xlog.c'])

/** Returns true if an error means that the database is unavailable for now, so that the request may be retried. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (AWAY_CLASSES.test(code) || AWAY_CODES.has(code))) return true
  if (code === INSUFFICIENT_PRIVILEGE && FILE_SOURCES.has(Reflect.get(Object(error), 'file'))) return true
  return error instanceof Error && AWAY_TEXT.test(error.message)
}

/** Returns the log fields of an error: one line for a database that is unavailable or slow, because a stack does not show the cause. */
export const saidOf = (error: unknown): { readonly reason: string } | { readonly err: unknown } =>
  error instanceof Error && (isDatabaseAway(error) || isDatabaseTimeout(error))
    ? { reason: error.message }
    : { err: error }

/** Returns true if a statement stopped waiting for a lock: nothing was written, and the transaction may be repeated. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_TIMEOUT

/** Returns true if a statement exceeded a session limit: the work was aborted, nothing was written. */
export function isDatabaseTimeout(error: unknown): boolean {
  const code = codeOf(error)
  return code === '57014' || code === LOCK_TIMEOUT || code === '25P03' || code === '25P04'
}

/** Runs typed queries on a connection of the caller, in one transaction; for commands, not for requests. */
export async function onClient<T>(client: pg.Client, work: (tx: SharedDb) => Promise<T>): Promise<T> {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) }).transaction().execute(work)
}
