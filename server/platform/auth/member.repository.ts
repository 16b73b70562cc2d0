import { sql } from 'kysely'
import type { TenantDb } from '../database/database.ts'

export type MemberRow = { readonly tenant_id: string; readonly subject: string; readonly username: string }

/** Remembers a person of an organisation; true when they were not known before. */
export async function insertMember(tx: TenantDb, member: MemberRow): Promise<boolean> {
  const { tenant_id, subject, username } = member
  const { numAffectedRows } = await sql`
    insert into platform.member (tenant_id, subject, username) values (${tenant_id}, ${subject}, ${username})
    on conflict (tenant_id, subject) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

type Held = { readonly subject: string; readonly roles: readonly string[] }

/** Remembers what a person may do, as their newest token says, and to the hour when; a row that says so already is not written. */
export async function updateMemberRoles(tx: TenantDb, { subject, roles }: Held): Promise<void> {
  const held = [...roles].sort()
  await sql`
    update platform.member set roles = ${held}, seen_at = now()
    where subject = ${subject} and (roles <> ${held}::text[] or seen_at < now() - interval '1 hour')`.execute(tx)
}

/** A person of an organisation as their newest token names them. */
export async function findMember(
  tx: TenantDb,
  subject: string,
): Promise<(Held & { readonly username: string }) | undefined> {
  const { rows } = await sql<Held & { username: string }>`
    select subject, username, roles from platform.member where subject = ${subject}`.execute(tx)
  return rows[0]
}
