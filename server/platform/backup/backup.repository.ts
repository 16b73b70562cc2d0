import type { Client } from 'pg'

export type ServerFacts = {
  readonly version: string
  readonly systemIdentifier: string
  readonly walSegmentBytes: number
  readonly hasTablespaces: boolean
}

/** Returns the facts about the server that a backup needs. */
export async function findServerFacts(client: Client): Promise<ServerFacts> {
  const { rows } = await client.query<{ version: string; id: string; bytes: string; tablespaces: boolean }>(
    `select current_setting('server_version') as version,
            (select system_identifier::text from pg_control_system()) as id,
            (select setting from pg_settings where name = 'wal_segment_size') as bytes,
            exists (select from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the server tells nothing about itself')
  const { version, id, bytes, tablespaces } = row
  return { version, systemIdentifier: id, walSegmentBytes: Number(bytes), hasTablespaces: tablespaces }
}

/** Begins a backup in this session, which must stay open until it ends; returns the position in the WAL at which it begins. */
export async function beginBackup(client: Client, id: string): Promise<string> {
  await client.query(
    "select set_config('statement_timeout', '0', false), set_config('idle_session_timeout', '0', false)",
  )
  // This keeps the WAL that the backup needs from being recycled. It ends when the session ends, for whatever reason.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`apsis_backup_${id}`])
  const { rows } = await client.query<{ lsn: string }>('select pg_backup_start($1, true)::text as lsn', [`apsis ${id}`])
  if (rows[0] === undefined) throw new Error('pg_backup_start returned nothing')
  return rows[0].lsn
}

/** Ends the backup of this session. */
export async function endBackup(
  client: Client,
): Promise<{ readonly lsn: string; readonly label: string; readonly firstWal: string }> {
  const { rows } = await client.query<{ lsn: string; label: string }>(
    'select lsn::text, labelfile as label from pg_backup_stop(false)',
  )
  const [row] = rows
  if (row === undefined) throw new Error('pg_backup_stop returned nothing')
  const firstWal = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(row.label)?.[1]
  if (firstWal === undefined)
    throw new Error(`pg_backup_stop returned a label without its first WAL file: ${row.label}`)
  return { ...row, firstWal }
}
