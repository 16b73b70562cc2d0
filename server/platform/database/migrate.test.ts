import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { MIGRATIONS_DIR } from '../operation/runtime.ts'
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

const log = createLog({ level: 'silent', process: 'test', version: 'test' })
const ALL = readMigrations(MIGRATIONS_DIR)

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

/** The schema as it was before a migration. */
const upTo = (name: string) => ALL.filter((one) => one.name < name)

test('0022 gives old notifications and changes their audience, of every organisation', async () => {
  await migrate(database.ownerUrl, upTo('0022'), log)
  for (const tenant of ['organisation:a', 'organisation:b']) {
    for (const [subject, title] of [
      [null, 'risk raised'],
      ['ada', 'welcome'],
    ])
      await database.query(
        `insert into notifications.notification (tenant_id, id, subject, code, title, message) values ($1, $2, $3, 200, $4, '')`,
        [tenant, randomUUID(), subject, title],
      )
    const changes = [
      [null, 'conjunction'],
      [null, 'tle'],
      ['ada', 'userconfig'],
      ['ada', 'notification'],
      [null, 'notification'],
    ]
    for (const [place, [subject, type]] of changes.entries())
      await database.query(
        `insert into events.event (tenant_id, id, subject, type, data) values ($1, $2, $3, $4, '{}'::jsonb)`,
        [tenant, place + 1, subject, type],
      )
  }
  await migrate(database.ownerUrl, ALL, log)
  const told = await database.query<{ title: string; audience: string }>(
    'select title, audience from notifications.notification order by title, tenant_id',
  )
  expect(told.map(({ title, audience }) => `${title}: ${audience}`)).toEqual([
    ...['risk raised: ca', 'risk raised: ca'],
    ...['welcome: everybody', 'welcome: everybody'],
  ])
  const heard = await database.query<{ audience: string }>('select audience from events.event order by tenant_id, id')
  const once = ['ca', 'tle', 'everybody', 'everybody', 'ca']
  expect(heard.map(({ audience }) => audience)).toEqual([...once, ...once])
})

test('0030 puts every organisation that has a satellite on the list of fleets to be screened, and no other', async () => {
  await migrate(database.ownerUrl, upTo('0030'), log)
  const satellites = [
    ['organisation:two', 1, null],
    ['organisation:two', 2, null],
    ['organisation:one', 1, null],
    ['organisation:none', 1, '2026-11-01T00:00:00Z'],
  ]
  for (const [tenant, number, deletedAt] of satellites)
    await database.query(
      `insert into ca.satellite (tenant_id, id, name, norad_id, configuration, is_simulated, deleted_at)
       values ($1, $2, $3, $4, '{}'::jsonb, false, $5)`,
      [tenant, randomUUID(), `SAT ${number}`, number, deletedAt],
    )
  await migrate(database.ownerUrl, ALL, log)
  const works = await database.query<{ tenant_id: string; every_s: number }>(
    `select tenant_id, every_s from platform.standing_work where name = 'ca.fleet-screening' order by tenant_id`,
  )
  expect(works).toEqual([
    { tenant_id: 'organisation:one', every_s: 60 },
    { tenant_id: 'organisation:two', every_s: 60 },
  ])
})

test.each(['notifications.notification', 'events.event', 'ca.satellite'])(
  'after all migrations the walls of %s stand for its owner, too',
  async (table) => {
    await migrate(database.ownerUrl, ALL, log)
    const [row] = await database.query<{ forced: boolean }>(
      'select relforcerowsecurity as forced from pg_class where oid = $1::regclass',
      [table],
    )
    expect(row).toEqual({ forced: true })
  },
)

test('0149 keeps for plans that are out what they were last held against, of every organisation, and for no other', async () => {
  await migrate(database.ownerUrl, upTo('0149'), log)
  const met = { kind: 'CONTACT', from: '2026-11-21T06:00:00.000Z', to: '2026-11-21T06:10:00.000Z', reason: 'Kiruna' }
  const blackouts = { met: [{ ...met, isSure: true }], unknown: null }
  const held = { verdict: 'WARN', blackouts }
  const plans = [
    ['SCREENED', held],
    ['APPROVED', held],
    ['EXPORTED', held],
    // Of a screening of before blackouts were held against plans.
    ['APPROVED', { verdict: 'PASS' }],
    ['SUPERSEDED', held],
  ] as const
  const at = '2026-11-20T06:00:00Z'
  for (const tenant of ['organisation:a', 'organisation:b'])
    for (const [state, screening] of plans) {
      const [isApproved, isExported] = [state === 'APPROVED' || state === 'EXPORTED', state === 'EXPORTED']
      // Events, satellites and messages are of no matter here.
      await database.query(
        `begin; set local session_replication_role = replica;
         insert into ca.manoeuvre (tenant_id, id, conjunction_id, satellite_id, cdm_id, name, state, request, burn, propulsion, accepted,
           ignition_at, delta_v, commit_at, screening, editors, created_at, approved_at, approved_by, exported_at, is_simulated)
         values ('${tenant}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', 'P', '${state}', '{}', '{}', '{}',
           1e-4, '${at}', 0.01, '${at}', '${JSON.stringify(screening)}', '[]', '${at}', ${isApproved ? `'${at}'` : 'null'},
           ${isApproved ? "'ada'" : 'null'}, ${isExported ? `'${at}'` : 'null'}, false);
         commit`,
      )
    }
  await migrate(database.ownerUrl, ALL, log)
  const kept = await database.query<{
    tenant_id: string
    state: string
    approved_blackouts: unknown
    contact_since: unknown
  }>(
    `select tenant_id, state, approved_blackouts, contact_since from ca.manoeuvre
     where approved_blackouts is not null or contact_since is not null order by tenant_id, state`,
  )
  expect(kept).toEqual(
    ['organisation:a', 'organisation:b'].flatMap((tenant_id) =>
      ['APPROVED', 'EXPORTED'].map((state) => ({
        tenant_id,
        state,
        approved_blackouts: blackouts,
        contact_since: null,
      })),
    ),
  )
  // Each organisation sees its own rows again, and nobody else's.
  const [force] = await database.query<{ relforcerowsecurity: boolean }>(
    "select relforcerowsecurity from pg_class where oid = 'ca.manoeuvre'::regclass",
  )
  expect(force?.relforcerowsecurity).toBe(true)
})

/** Everything that migrations make, a line each; the columns of a table in whatever order. */
async function schemaOf(): Promise<string[]> {
  const rows = await database.query<{ line: string }>(`
    select 'column ' || c.table_schema || '.' || c.table_name || '.' || c.column_name || ' ' || c.data_type || ' ' || c.is_nullable || ' '
      || coalesce(c.column_default, '') || ' ' || coalesce(c.generation_expression, '') as line
    from information_schema.columns c where c.table_schema not in ('pg_catalog', 'information_schema')
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    union all select 'index ' || indexdef from pg_indexes where schemaname not in ('pg_catalog', 'information_schema')
    union all select 'policy ' || schemaname || '.' || tablename || ' ' || policyname || ' ' || cmd || ' ' || roles::text || ' '
      || coalesce(qual, '') || ' ' || coalesce(with_check, '') from pg_policies
    union all select 'walls ' || oid::regclass || ' ' || relrowsecurity || ' ' || relforcerowsecurity from pg_class
      where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
      where p.prokind = 'f' and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    union all select 'grant ' || table_schema || '.' || table_name || ' ' || grantee || ' ' || privilege_type
      from information_schema.role_table_grants where table_schema not in ('pg_catalog', 'information_schema')`)
  return rows.map(({ line }) => line).toSorted()
}

async function made(...steps: readonly (typeof ALL)[]): Promise<string[]> {
  await database.drop()
  database = await createEmptyDatabase()
  for (const step of steps) await migrate(database.ownerUrl, step, log)
  return schemaOf()
}

/** In the order in which they came to this line of work; what is not committed yet comes last. */
function asLanded(): typeof ALL {
  const about = [
    'log',
    '--reverse',
    '--topo-order',
    '--diff-filter=AR',
    '--format=',
    '--name-only',
    '--',
    MIGRATIONS_DIR,
  ]
  const { status, stdout } = spawnSync('git', about, { cwd: MIGRATIONS_DIR, encoding: 'utf8' })
  if (status !== 0) return ALL
  const names = stdout.split('\n').map((line) => basename(line))
  const place = (name: string) => (names.includes(name) ? names.lastIndexOf(name) : names.length)
  return ALL.toSorted((a, b) => place(a.name) - place(b.name))
}

test('what lands later under an earlier number is made up for, and the tables are the same (record 188)', async () => {
  const expected = await made(ALL)
  expect(expected.length).toBeGreaterThan(1_000)
  expect(await made(asLanded())).toEqual(expected)
  // As on the afternoon of 29 November: 0280 had landed, and these had not.
  const late = ALL.filter(({ name }) => /^02(64|70|75)-/.test(name))
  expect(late).toHaveLength(3)
  const then = ALL.filter((one) => !late.includes(one))
  expect(await made(then, ALL)).toEqual(expected)
  const rows = await database.query<{ name: string }>('select name from public.migration order by name')
  expect(rows.map(({ name }) => name)).toEqual(ALL.map(({ name }) => name))
})
