import { sql } from 'kysely'
import {
  APPEND_ONLY_TABLES,
  DEFINER_FUNCTIONS,
  FOREIGN_SCHEMAS,
  SHARED_TABLES,
  TENANT_TABLES,
} from './catalogue.data.ts'
import type { SharedDb } from './database.ts'

type TableRow = {
  name: string
  kind: string
  ours: boolean
  rls: boolean
  forced: boolean
  policies: number
  unguarded: number
  owned: boolean
  invoker: boolean
}

const notSystem = sql`n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`
/** The complete text of the only policy of a tenant table: any addition, such as `or true`, opens it. */
const WALL = "(tenant_id = NULLIF(current_setting('app.tenant'::text, true), ''::text))"

/** Returns the breaches of tenant isolation in the database's own catalogue; empty if there are none. */
export async function listIsolationFaults(tx: SharedDb): Promise<string[]> {
  return [
    ...(await tableFaults(tx)),
    ...(await keyFaults(tx)),
    ...(await functionFaults(tx)),
    ...(await privilegeFaults(tx)),
    ...(await roleFaults(tx)),
  ]
}

async function tableFaults(tx: SharedDb): Promise<string[]> {
  const { rows } = await sql<TableRow>`
    select n.nspname || '.' || c.relname as name, c.relkind as kind,
      n.nspname <> all(${[...FOREIGN_SCHEMAS]}) as ours, c.relrowsecurity as rls, c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid and not (
        p.polpermissive and p.polcmd = '*' and coalesce(pg_get_expr(p.polqual, p.polrelid), '') = ${WALL}
        and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') = ${WALL})) as unguarded,
      pg_has_role(current_user, c.relowner, 'member') as owned,
      coalesce('security_invoker=true' = any(c.reloptions) or 'security_invoker=on' = any(c.reloptions), false) as invoker
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${notSystem} order by 1`.execute(tx)
  const tenant = new Set<string>(TENANT_TABLES)
  const missing = [...tenant, ...Object.keys(SHARED_TABLES)].filter((name) => !rows.some((row) => row.name === name))
  return [
    ...missing.map((name) => `${name} is listed but does not exist`),
    ...rows.flatMap((row) => faultsOf(row, tenant)),
  ]
}

function faultsOf(row: TableRow, tenant: ReadonlySet<string>): string[] {
  const { name } = row
  if (row.kind === 'v')
    return row.invoker ? [] : [`view ${name} reads with its owner's rights: make it security_invoker`]
  if (row.kind === 'm') return [`materialised view ${name} holds rows outside their wall`]
  // A view may be anywhere and read everything; tables of other schemas have no rows of ours.
  if (!row.ours) return []
  const owned = row.owned ? [`${name} is owned by the runtime role`] : []
  if (!tenant.has(name))
    return name in SHARED_TABLES ? owned : [...owned, `${name} is in neither list of catalogue.data.ts`]
  const wall = row.rls && row.forced ? [] : [`${name} has no forced row-level security`]
  const policy =
    row.policies === 1 && row.unguarded === 0
      ? []
      : [`${name} must have exactly one policy, over app.tenant, for reading and writing`]
  return [...owned, ...wall, ...policy]
}

/** Returns keys of tenant tables that do not start with the organisation: they reveal another organisation's rows. */
async function keyFaults(tx: SharedDb): Promise<string[]> {
  const tables = [...TENANT_TABLES]
  const { rows } = await sql<{ fault: string }>`
    select 'unique index ' || i.indexrelid::regclass || ' does not start with tenant_id' as fault
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where (i.indisunique or i.indisexclusion) and n.nspname || '.' || c.relname = any(${tables})
      and coalesce((select attname from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0]), '') <> 'tenant_id'
    union all
    select 'foreign key ' || k.conname || ' of ' || k.conrelid::regclass || ' does not carry tenant_id'
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace m on m.oid = t.relnamespace
    where k.contype = 'f' and m.nspname || '.' || t.relname = any(${tables}) and not exists (
      select 1 from unnest(k.conkey, k.confkey) as pair(here, there)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.here and a.attname = 'tenant_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.there and b.attname = 'tenant_id')`.execute(
    tx,
  )
  return rows.map((row) => row.fault)
}

async function functionFaults(tx: SharedDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and ${notSystem}`.execute(tx)
  return rows
    .filter(({ name }) => !DEFINER_FUNCTIONS.includes(name))
    .map(({ name }) => `function ${name} runs with its owner's rights`)
}

/** Returns rights that bypass row-level security, or that would allow rewriting the record. */
async function privilegeFaults(tx: SharedDb): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'the runtime role may ' || lower(p.right) || ' ' || t.name as fault
    from unnest(${[...TENANT_TABLES]}::text[]) as t(name) cross join (values ('TRUNCATE'), ('TRIGGER'), ('REFERENCES')) as p("right")
    where has_table_privilege(current_user, to_regclass(t.name), p.right)
    union all
    select 'the runtime role may ' || lower(p.right) || ' ' || t.name
    from unnest(${[...APPEND_ONLY_TABLES]}::text[]) as t(name) cross join (values ('UPDATE'), ('DELETE')) as p("right")
    where has_table_privilege(current_user, to_regclass(t.name), p.right)
      or (p.right = 'UPDATE' and has_any_column_privilege(current_user, to_regclass(t.name), p.right))`.execute(tx)
  return rows.map((row) => row.fault)
}

/** Roles of PostgreSQL whose holder can read or write the cluster's files, or run programs on the machine. */
const REACH_FILES = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program']

async function roleFaults(tx: SharedDb): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select case when rolsuper then 'the runtime role is a superuser'
      when rolbypassrls then 'the runtime role bypasses row-level security' else 'the runtime role can make roles' end as fault
    from pg_roles where rolname = current_user and (rolsuper or rolbypassrls or rolcreaterole)
    union all
    select 'the runtime role can become ' || rolname from pg_roles
    where (rolsuper or rolbypassrls or rolname = any(${[...REACH_FILES]})) and rolname <> current_user
      and pg_has_role(current_user, oid, 'member')
    union all
    select 'the runtime role reaches schema identity' where exists (select 1 from pg_namespace where nspname = 'identity')
      and has_schema_privilege(current_user, 'identity', 'usage')`.execute(tx)
  return rows.map((row) => row.fault)
}

/** Returns the settings with which an acknowledged write may be lost. */
export async function listDurabilityFaults(tx: SharedDb, embedded: boolean): Promise<string[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')`.execute(
    tx,
  )
  const wanted = embedded
    ? ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']
    : ['fsync', 'full_page_writes', 'synchronous_commit']
  return wanted
    .filter((name) => rows.some((row) => row.name === name && row.setting === 'off'))
    .map((name) => `${name} is off: acknowledged writes could be lost`)
}
