import pg from 'pg'

export type ForcedEnd = {
  readonly kind: 'api' | 'worker'
  /** The names of the running work. */
  readonly work: readonly string[]
  /** The place in the code at which the event loop was frozen; null if it is not known. */
  readonly place: string | null
}

/** Stores that a process is ended by its watchdog. It uses only the driver, because the query builder takes a third of a second to load. */
export async function recordEnd(databaseUrl: string, { kind, work, place }: ForcedEnd): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: `apsis-${kind}-watchdog` })
  // A lost connection also rejects the query, so its event needs no reaction.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('insert into platform.forced_end (kind, work, place) values ($1, $2, $3)', [kind, work, place])
  await client.end()
}
