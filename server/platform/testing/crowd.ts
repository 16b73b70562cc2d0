/** Creates organisations with many people and notifications, for measurements on a database that is not empty. */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export type Member = {
  readonly subject: string
  readonly organisation: string
  /** The notifications whose state this member may change. */
  readonly notifications: readonly string[]
}

export type CrowdSize = {
  readonly organisations: number
  readonly members: number
  /** The number of notifications of each organisation: half of them are for everybody, the rest is distributed among its members. */
  readonly notifications: number
}

/** Returns the members and their notifications; the result is the same for the same random numbers. */
export function createCrowd({ organisations, members, notifications }: CrowdSize, random: () => number): Member[] {
  return Array.from({ length: organisations }, (_, house) => {
    const common = Array.from({ length: Math.floor(notifications / 2) }, () => drawUuid(random))
    const each = Math.floor(notifications / 2 / members)
    return Array.from({ length: members }, (_member, place) => ({
      subject: `member-${house}-${place}`,
      organisation: `operator-${house}`,
      notifications: [...common, ...Array.from({ length: each }, () => drawUuid(random))],
    }))
  }).flat()
}

/** Writes the crowd into an empty database, as members who were stored and welcomed long ago; returns the number of rows. */
export async function seedCrowd(database: Database, crowd: readonly Member[]): Promise<number> {
  const houses = Map.groupBy(crowd, ({ organisation }) => organisation)
  let rows = 0
  for (const [organisation, members] of houses) {
    const tenant = `organisation:${organisation}`
    const times = Map.groupBy(
      members.flatMap(({ notifications }) => notifications),
      (id) => id,
    )
    const common = [...times].filter(([, found]) => found.length === members.length).map(([id]) => id)
    const shared = new Set(common)
    const owned = members.flatMap(({ subject, notifications }) =>
      notifications.filter((id) => !shared.has(id)).map((id) => ({ id, subject })),
    )
    const all = [...common.map((id) => ({ id, subject: null })), ...owned]
    await database.shared(async (tx) => {
      const names = members.map(({ subject }) => subject)
      await sql`insert into platform.member (tenant_id, subject, username)
        select ${tenant}, name, name from unnest(${names}::text[]) as name`.execute(tx)
      await sql`insert into notifications.notification (tenant_id, id, subject, audience, code, title, message, created_at)
        select ${tenant}, id, subject, 'everybody', 200, 'Pass completed',
          'The observation request of the last pass was COMPLETED_OK; the result is at hand for the next orbit update.',
          now() - place * interval '7 minutes'
        from unnest(${all.map(({ id }) => id)}::uuid[], ${all.map(({ subject }) => subject)}::text[])
          with ordinality as row (id, subject, place)`.execute(tx)
      await sql`insert into notifications.reading (tenant_id, notification_id, subject, state)
        select ${tenant}, id, name, 2 from unnest(${names}::text[]) as name,
          unnest(${common.slice(0, Math.floor(common.length / 2))}::uuid[]) as id`.execute(tx)
    })
    rows += members.length + all.length + members.length * Math.floor(common.length / 2)
  }
  await database.shared((tx) => sql`analyze`.execute(tx))
  return rows
}

function drawUuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16))
  hex[12] = '4'
  hex[16] = '8'
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
