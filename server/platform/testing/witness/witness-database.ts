/** Prepares the database for the writers, and waits for the effects before they are judged. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Testimony, Writer } from './witness.ts'

/** Creates notifications that the writers can move; returns their ids by writer. */
export async function seedNotifications(
  database: Database,
  { writers, each }: { readonly writers: readonly Writer[]; readonly each: number },
): Promise<Map<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>()
  for (const { subject, organisation } of writers) {
    const made = Array.from({ length: each }, () => randomUUID())
    ids.set(subject, made)
    await database.shared((tx) =>
      sql`insert into notifications.notification (tenant_id, id, subject, audience, code, title, message)
        select ${`organisation:${organisation}`}, id, ${subject}, 'everybody', 200, 'Seeded', 'To be moved'
        from unnest(${made}::uuid[]) as id`.execute(tx),
    )
  }
  return ids
}

/** Waits until no job waits or runs. */
export async function untilJobsAreDone(database: Database): Promise<void> {
  const open = () =>
    database.shared(async (tx) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pgboss.job where state < 'completed' and name <> 'dead-letter'`.execute(tx)
      return rows[0]?.count ?? 0
    })
  while ((await open()) > 0) await sleep(200)
}

/** Waits until each listener has received the last event of its organisation's stream. */
export async function untilHeard(database: Database, testimonies: readonly Testimony[]): Promise<void> {
  const { rows } = await database.shared((tx) =>
    sql<{ tenant: string; last: number }>`select tenant_id as tenant, last from events.cursor`.execute(tx),
  )
  const last = new Map(rows.map((row) => [row.tenant, row.last]))
  for (const { tenant, seen } of testimonies) while ((seen.at(-1)?.id ?? 0) < (last.get(tenant) ?? 0)) await sleep(50)
}
