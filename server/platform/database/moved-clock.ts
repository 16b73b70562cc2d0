import { missing } from '@apsis/astro/missing.ts'
import pg from 'pg'
import { ROLES } from './provision.ts'

// The product uses the time of its database. In a database with a moved clock, `now()` and `clock_timestamp()` are functions of a schema that
// precedes PostgreSQL's own in the search path. So every query, both our SQL and that of the queue, gets an instant with a constant offset from the
// machine's time. Objects that were bound to PostgreSQL's own functions when they were created are bound again.

const SCHEMA = 'clock'
const MOVED = ['now', 'clock_timestamp'] as const
/** Sign-ins and tokens use the clock of the machine, as the browser's cookies do. */
const OF_THE_MACHINE = { schema: 'identity', role: ROLES.identity }

/**
 * Starts the clock of a migrated database at an instant (ISO 8601, UTC); undefined: the database uses the machine's
 * time. It is safe to repeat: with the same instant the time continues, even in a copy of the database, and objects
 * added by later migrations are moved, too. It throws if the clock was started at another instant, because due and
 * past times would be wrong. It takes effect in connections that are opened from then on.
 */
export async function moveClock(superuserUrl: string, start: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'apsis-clock' })
  await client.connect()
  try {
    await client.query('begin')
    const began = await movedFrom(client)
    if (began !== undefined && began !== start)
      throw new Error(
        `The clock of this database was started at ${began}: set APSIS_CLOCK_START to that, or take another data folder.`,
      )
    if (start === undefined) return
    if (began === undefined) await makeClock(client, start)
    await setPaths(client)
    await bindDefaults(client)
    await bindFunctions(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Returns the instant to which the clock of a database was set; undefined if it is not moved. */
async function movedFrom(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ start: string | null }>(
    `select obj_description(to_regnamespace('${SCHEMA}')::oid, 'pg_namespace') as start`,
  )
  return rows[0]?.start ?? undefined
}

async function makeClock(client: pg.Client, start: string): Promise<void> {
  const { rows } = await client.query<{ ahead: string }>(
    'select extract(epoch from $1::timestamptz - pg_catalog.clock_timestamp())::text as ahead',
    [start],
  )
  const ahead = rows[0]?.ahead ?? missing()
  await client.query(`create schema ${SCHEMA}`)
  await client.query(`comment on schema ${SCHEMA} is ${pg.escapeLiteral(start)}`)
  await client.query(`grant usage on schema ${SCHEMA} to public`)
  // The function is the sum of constants and one call. PostgreSQL inlines it into each statement, so that indexes are used as before.
  for (const moved of MOVED)
    await client.query(
      `create function ${SCHEMA}.${moved}() returns timestamptz language sql ${moved === 'now' ? 'stable' : 'volatile'}
       parallel safe as $$ select pg_catalog.${moved}() + interval '${ahead} seconds' $$`,
    )
}

/** Sets the search paths. They belong to a database and are not copied with it. */
async function setPaths(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  const name = rows[0]?.name
  await client.query(`alter database ${name} set search_path = ${SCHEMA}, pg_catalog, "$user", public`)
  await client.query(`alter role ${OF_THE_MACHINE.role} in database ${name} set search_path = "$user", public`)
}

/** Returns `text` with our clock in place of PostgreSQL's. */
const rebound = (text: string) => text.replaceAll(/\bpg_catalog\.(now|clock_timestamp)\(\)/g, `${SCHEMA}.$1()`)

const OURS = `n.nspname not in ('pg_catalog', 'information_schema', '${SCHEMA}', '${OF_THE_MACHINE.schema}')`

async function bindDefaults(client: pg.Client): Promise<void> {
  // While our clock is first in the search path, PostgreSQL names its own with the schema.
  await client.query(`set local search_path = ${SCHEMA}, pg_catalog`)
  const { rows } = await client.query<{ place: string; column: string; value: string }>(
    `select format('%I.%I', n.nspname, c.relname) as place, quote_ident(a.attname) as column,
       pg_get_expr(d.adbin, d.adrelid) as value
     from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where ${OURS} and a.attgenerated = ''`,
  )
  for (const { place, column, value } of rows)
    if (rebound(value) !== value)
      await client.query(`alter table only ${place} alter column ${column} set default ${rebound(value)}`)
}

/** Functions find our clock as statements do, unless they set a search path, or name PostgreSQL's clock explicitly. */
async function bindFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ place: string; text: string; path: string | null }>(
    `select p.oid::regprocedure::text as place, pg_get_functiondef(p.oid) as text,
       (select substr(one, 13) from unnest(p.proconfig) as one where starts_with(one, 'search_path=')) as path
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${OURS} and p.prokind in ('f', 'p')
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
       and (p.prosqlbody is not null or p.prosrc ~ '\\m(${MOVED.join('|')})\\(\\)')`,
  )
  for (const { place, text, path } of rows) {
    if (rebound(text) !== text) await client.query(rebound(text))
    if (path !== null && !path.startsWith(SCHEMA))
      await client.query(`alter routine ${place} set search_path = ${SCHEMA}, ${path}`)
  }
}
