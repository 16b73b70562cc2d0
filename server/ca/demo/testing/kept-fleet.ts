import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { missing } from '@apsis/astro/missing.ts'
import { sql } from 'kysely'
import { emit } from '../../../events/event.service.ts'
import { readConfig } from '../../../platform/config.ts'
import { type Database, openDatabase, type TenantDb } from '../../../platform/database/database.ts'
import { socketUrl } from '../../../platform/database/provision.ts'
import { createLog } from '../../../platform/log.ts'
import { readClock } from '../../../platform/operation/process.repository.ts'
import { findRunningPostgres } from '../../../platform/postgres/running.ts'
import { runDoor } from '../../../platform/process/lifecycle.ts'
import { PROJECT_DIR, VERSION } from '../../../platform/process/version.ts'
import { startWorker } from '../../../worker.ts'
import { DEMO_WORK } from '../demo.service.ts'

// A complete demo fleet (its messages, a year of history, its observation requests) takes a worker 40 s of processor time or more. Journeys
// open it again and again. This program saves the data of an organisation whose fleet is complete, in files that the database writes and
// reads, and restores it in about a second. The fleet is then as old as the saved data. `node kept-fleet.ts keep ORGANISATION FOLDER` waits
// a while for the whole fleet, saves it, and exits with 2 if it is not yet complete; `put` restores the saved data. APSIS_DATA_DIR selects
// the product. Page tests have a database without a product: with APSIS_TEST_SUPERUSER_URL `make` acts as its worker until the whole fleet
// is there, and saves it, and `put` does not wait. The system account of the database must be allowed to write in the folder.

/** The schemas whose rows belong to one organisation; notices to others (delivery, duty, events, audit) are not restored. */
const SCHEMAS = ['ca', 'connections', 'notifications', 'odt', 'payments', 'screening', 'tle']
/** This version only rises, even if a list is restored to an earlier state: each reader of the list then reads it again. */
const LIST = 'ca.conjunction_list'
const WORK = 'platform.recurring_work'
/** The changes that make open pages read their data again. */
const CHANGED = ['conjunction', 'satellite', 'ephemeris', 'manoeuvre', 'screening', 'observation', 'payments'] as const
/** A caller over HTTP waits no longer than this: Node ends a call without an answer after five minutes. */
const WAIT_MS = 60_000
const LOOK_EVERY_MS = 300
/** The exit code of an incomplete fleet; 1 is a failure. */
const NOT_YET = 2
const OFTEN_S = 60

const [act = '', organisation = '', folder = ''] = process.argv.slice(2)
const databaseUrl = process.env.APSIS_TEST_SUPERUSER_URL
const log = createLog({ level: 'error', process: 'kept-fleet', version: VERSION })
/** The tenant id as tokens have it (platform/auth/token.ts). */
const tenantId = `organisation:${organisation}`
const fileOf = (table: string) => join(folder, `${organisation}.${table}`)

if (import.meta.main)
  await runDoor(async () => {
    const url = databaseUrl ?? urlOfRunning()
    const db = openDatabase({ url, pool: 1, name: 'kept-fleet', log })
    try {
      if (act === 'put') await put(db)
      else if (act === 'make') await make(db)
      else if (!(await keep(db))) process.exitCode = NOT_YET
      // Messages that became due since the fleet was saved arrive at once; a plan made just before them would be refused, so the program waits.
      if (act === 'put' && databaseUrl === undefined) await completed(db)
    } finally {
      await db.close()
    }
  })

/** Returns the address of the running product's database, with all rights. */
function urlOfRunning(): string {
  const { dataDir, databaseOsUser: osUser } = readConfig(process.env, PROJECT_DIR, 'database')
  const running = findRunningPostgres({ dataDir, osUser })
  if (running === undefined) throw new Error(`No product runs on ${dataDir}.`)
  return socketUrl(running, running.superuser, 'apsis')
}

/** Runs the work of a product's worker until the fleet is complete. */
async function make(db: Database): Promise<void> {
  const config = readConfig(process.env, PROJECT_DIR)
  const worker = await startWorker({ config, databaseUrl: config.databaseUrl ?? missing(), log, opsPort: 0 })
  try {
    while (!(await keep(db)));
  } finally {
    await worker.close()
  }
}

/** Waits until the fleet is complete; returns false if it is not complete in time. */
async function completed(db: Database): Promise<boolean> {
  const until = performance.now() + WAIT_MS
  while (!(await db.tenant(tenantId, isComplete))) {
    if (performance.now() > until) return false
    await delay(LOOK_EVERY_MS)
  }
  return true
}

async function keep(db: Database): Promise<boolean> {
  if (!(await completed(db))) return false
  await db.tenant(tenantId, async (tx) => {
    await begin(tx)
    for (const table of await tablesOf(tx))
      await sql`copy (select ${sql.raw(await columnsOf(tx, table))} from ${sql.raw(table)} where tenant_id = ${sql.lit(tenantId)})
        to ${sql.lit(fileOf(table))} (format binary)`.execute(tx)
    // A product that restores the fleet continues it from this moment.
    writeFileSync(fileOf('moment'), new Date((await readClock(tx)).atMs).toISOString())
  })
  return true
}

/**
 * Returns true if all messages were sent, the list has no work left that adds to the fleet, and no work of the organisation is running or
 * late. Work that runs every few seconds is always due on a busy machine, and has nothing to do when the other work is done.
 */
async function isComplete(tx: TenantDb): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean }>`
    select exists (select from ca.demo where tenant_id = ${tenantId} and sent_until is not null)
      and not exists (
        select from ${sql.raw(WORK)} where tenant_id = ${tenantId} and every_s >= ${OFTEN_S}
        and (busy_until > now() or name like '%demo-%' or taken_at < now() - make_interval(secs => every_s)))
      and not exists (
        select from pgboss.job where data ->> 'tenantId' = ${tenantId} and state in ('created', 'retry', 'active')
      ) as complete`.execute(tx)
  return rows[0]?.complete === true
}

async function put(db: Database): Promise<void> {
  // The clocks of two products that were started together differ by some seconds: the program waits, so that no data are from the future.
  const momentMs = Date.parse(readFileSync(fileOf('moment'), 'utf8'))
  while ((await db.shared(readClock)).atMs < momentMs) await delay(LOOK_EVERY_MS)
  await db.tenant(tenantId, async (tx) => {
    await begin(tx)
    for (const table of await tablesOf(tx)) {
      await sql`delete from ${sql.raw(table)} where tenant_id = ${tenantId}`.execute(tx)
      await sql`copy ${sql.raw(table)} (${sql.raw(await columnsOf(tx, table))})
        from ${sql.lit(fileOf(table))} (format binary)`.execute(tx)
    }
    await continueNumbers(tx)
    await sql`
      update ${sql.raw(WORK)} set taken_at = now() - make_interval(secs => every_s)
      where tenant_id = ${tenantId} and name = ${DEMO_WORK}`.execute(tx)
    await sql`update ca.conjunction set changed_in = (select version from ca.conjunction_list where tenant_id = ${tenantId})
      where tenant_id = ${tenantId}`.execute(tx)
    for (const type of CHANGED) emit(tx, { tenantId, type, data: {} })
  })
}

/** Locks the list of events, as each writer of an event does; rows are written and deleted without triggers. */
async function begin(tx: TenantDb): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`
    insert into ${sql.raw(LIST)} as list (tenant_id) values (${tenantId})
    on conflict (tenant_id) do update set version = list.version + 1, cleared_in = list.version + 1`.execute(tx)
}

async function tablesOf(tx: TenantDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.columns
    where column_name = 'tenant_id' and table_schema in (${sql.join(SCHEMAS)}) order by 1`.execute(tx)
  return [...rows.map(({ name }) => name).filter((name) => name !== LIST), WORK]
}

/** New rows get numbers after those of the restored rows. */
async function continueNumbers(tx: TenantDb): Promise<void> {
  const { rows } = await sql<{ name: string; column: string }>`
    select table_schema || '.' || table_name as name, column_name as column from information_schema.columns
    where is_identity = 'YES' and table_schema in (${sql.join(SCHEMAS)})`.execute(tx)
  for (const { name, column } of rows) {
    const sequence = sql`pg_get_serial_sequence(${sql.lit(name)}, ${sql.lit(column)})`
    await sql`select setval(${sequence}, greatest(nextval(${sequence}), max(${sql.ref(column)}))) from ${sql.raw(name)}`.execute(
      tx,
    )
  }
}

async function columnsOf(tx: TenantDb, table: string): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema || '.' || table_name = ${table} and is_generated = 'NEVER'`.execute(tx)
  return rows[0]?.columns ?? ''
}
