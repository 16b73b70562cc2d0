import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, PostgresDriver, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'

// Kysely knows no tables: SQL is written as text, and its row types are held to the live catalogue (record 052).
declare const tenantBound: unique symbol
/** A transaction in which only the rows of one organisation can be seen or written. */
export type TenantDb = Transaction<unknown> & { readonly [tenantBound]: true }
/** A transaction without an organisation: no row of any organisation can be seen. */
export type SharedDb = Transaction<unknown>

/** The only way to the data: there is no connection outside a transaction, and none without a decided organisation. */
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

// bigint columns hold counters far below 2^53 here; text would make every sum a concatenation.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const CONNECT_MS = 3_000
const MOST_RETRIES = 3
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_TIMEOUT = '55P03'
const UNIQUE_VIOLATION = '23505'

/** Session limits, so that no statement, lock or forgotten transaction can hold a connection for long. */
const SESSION = [
  'statement_timeout=10000',
  'lock_timeout=2000',
  // A process that gets no processor is not forgotten: on a machine with 25 waiting for each it stood still for 15 s.
  'idle_in_transaction_session_timeout=60000',
  'timezone=UTC',
]

/**
 * Begins the transaction and binds it to one organisation in one journey to the database: four journeys per read become
 * three, which is a third more transactions per second. Parameters cannot be sent along, so the name is quoted.
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

/** How a statement begins that is sent many times a second. */
const KEPT = '/* kept */'
const planNames = new Map<string, string>()

/**
 * Has a connection read and plan a statement that begins with `KEPT` once, in place of each time: that costs four times what such a
 * statement does. It names its columns: where one is added while processes run, what was planned for `*` can no longer be
 * used. Its text is always the same, so that few plans are kept.
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

/** Opens the pool. A lost database is an error of the request that meets it, never the end of the process. */
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

/** Does a part of a transaction that may fail: what it has written is then undone, and the transaction can go on. */
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

/** What is done at the very end of every transaction of an organisation within a request, before it commits. */
export const endOfEach = new AsyncLocalStorage<(tx: TenantDb) => Promise<void>>()

type Step = () => Promise<void>
const lastSteps = new WeakMap<SharedDb, Step[]>()

/**
 * Does something at the very end of a transaction, before it commits. What locks a row that all of an organisation need is
 * done there: whoever takes such a lock earlier and another one afterwards can meet somebody who takes both the other way round.
 */
export function beforeCommit(tx: SharedDb, step: Step): void {
  const steps = lastSteps.get(tx)
  if (steps === undefined) throw new TypeError('the transaction was not begun here')
  steps.push(step)
}

/** Repeats a transaction that was rolled back in favour of another one. It had no effect. */
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

/** The unique index that a statement ran into; undefined where the error is another one. */
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

/** Classes of PostgreSQL: the way to it is broken (08), or it is short of disk, memory or connections (53). */
const AWAY_CLASSES = /^(08|53)\w{3}$/

/** What PostgreSQL says of a row or table that a role may not touch, and of its own files on a disk that is read-only. */
const INSUFFICIENT_PRIVILEGE = '42501'
/** The parts of PostgreSQL that open and write its files, as errors name them; they know nothing of roles. */
const FILE_SOURCES = new Set(['buffile.c', 'copydir.c', 'fd.c', 'md.c', 'relmapper.c', 'slru.c', 'xlog.c'])

/** Tells whether an error means that the database can do nothing for now, so that the request may be tried again. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && (AWAY_CLASSES.test(code) || AWAY_CODES.has(code))) return true
  if (code === INSUFFICIENT_PRIVILEGE && FILE_SOURCES.has(Reflect.get(Object(error), 'file'))) return true
  return error instanceof Error && AWAY_TEXT.test(error.message)
}

/** What the log says of an error: of a database that is away or slow one line; a stack says nothing of why it is. */
export const saidOf = (error: unknown): { readonly reason: string } | { readonly err: unknown } =>
  error instanceof Error && (isDatabaseAway(error) || isDatabaseTimeout(error))
    ? { reason: error.message }
    : { err: error }

/** Tells whether a statement gave up waiting for a lock: nothing was written, and the transaction may be done again. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_TIMEOUT

/** Tells whether a statement hit a session limit: the work was given up, nothing was written. */
export function isDatabaseTimeout(error: unknown): boolean {
  const code = codeOf(error)
  return code === '57014' || code === LOCK_TIMEOUT || code === '25P03' || code === '25P04'
}

/** Runs typed queries on a connection that somebody else owns, in one transaction; for commands, not for requests. */
export async function onClient<T>(client: pg.Client, work: (tx: SharedDb) => Promise<T>): Promise<T> {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) }).transaction().execute(work)
}
