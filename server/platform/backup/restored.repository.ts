/** Queries on a restored copy. They check that every page and row is readable, and find the end of the recovered data. */
import pg, { type Client } from 'pg'

export type TableCheck = { readonly tables: number; readonly indexes: number; readonly problems: readonly string[] }

type Relation = { readonly oid: number; readonly name: string; readonly kind: 'table' | 'index' }

/** Sets a new password for the superuser of a copy. */
export async function setPassword(client: Client, user: string, password: string): Promise<void> {
  await client.query(`alter role ${pg.escapeIdentifier(user)} password ${pg.escapeLiteral(password)}`)
}

/** Returns the end of the recovered WAL, and the commit time of its last transaction. */
export async function findReach(
  client: Client,
): Promise<{ readonly lsn: string; readonly lastCommitAt: Date | undefined }> {
  // At a restart the server itself forgets its last transaction; it keeps the commit time of each transaction.
  const { rows } = await client.query<{ lsn: string; at: Date | null }>(
    `with next as (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as id),
          recent as (select id % 4294967296 as id from generate_series((select id - 1000 from next), (select id - 1 from next)) id)
     select pg_current_wal_lsn()::text as lsn,
            (select max(pg_xact_commit_timestamp(id::text::xid)) from recent where id >= 3) as at`,
  )
  if (rows[0] === undefined) throw new Error('the copy does not tell its position')
  return { lsn: rows[0].lsn, lastCommitAt: rows[0].at ?? undefined }
}

/** Returns the names of the databases that accept connections. */
export async function listDatabases(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where datallowconn order by 1',
  )
  return rows.map(({ name }) => name)
}

/** Reads every page of every table (which also proves its checksum) and checks each B-tree index against its table. */
export async function checkRelations(client: Client): Promise<TableCheck> {
  const problems: string[] = []
  await client.query("select set_config('statement_timeout', '0', false)")
  // The transaction is rolled back at the end, so that the copy stays as it was saved.
  await client.query('begin')
  await client.query('create schema apsis_check')
  await client.query('create extension amcheck schema apsis_check')
  const relations = await listRelations(client)
  for (const relation of relations) {
    await client.query('savepoint relation')
    try {
      problems.push(...(await checkRelation(client, relation)).map((problem) => `${relation.name}: ${problem}`))
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      problems.push(`${relation.name}: ${error.message}`)
      await client.query('rollback to relation')
    }
    await client.query('release relation')
  }
  await client.query('rollback')
  const count = (kind: Relation['kind']) => relations.filter((relation) => relation.kind === kind).length
  return { tables: count('table'), indexes: count('index'), problems }
}

async function listRelations(client: Client): Promise<readonly Relation[]> {
  const { rows } = await client.query<Relation>(
    `select c.oid, c.oid::regclass::text as name, case when c.relkind = 'i' then 'index' else 'table' end as kind
       from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_am m on m.oid = c.relam
      where c.relpersistence = 'p'
        and (c.relkind = 'S' or (m.amname = 'heap' and c.relkind in ('r', 't', 'm'))
          or (m.amname = 'btree' and c.relkind = 'i' and i.indisvalid and i.indisready))
      order by 3 desc, 2`,
  )
  return rows
}

async function checkRelation(client: Client, { oid, kind }: Relation): Promise<readonly string[]> {
  if (kind === 'index') {
    await client.query('select apsis_check.bt_index_check($1::oid::regclass, true)', [oid])
    return []
  }
  const { rows } = await client.query<{ problem: string }>(
    `select format('block %s, item %s: %s', blkno, offnum, msg) as problem
       from apsis_check.verify_heapam($1::oid::regclass, check_toast => true) limit 20`,
    [oid],
  )
  return rows.map(({ problem }) => problem)
}
